// Ground of walking robots: heights as functions of x and y, and shapes of them.
import { halfspace, type Shape } from 'proximal';
import { type HeightField, heightField } from 'proximal/scene';

/** Heights above the plane z = 0, in meters. */
export interface Heights {
  at(x: number, y: number): number;
  /** The derivatives with respect to x and y. */
  slope(x: number, y: number): readonly [number, number];
}

export interface Terrain extends Heights {
  readonly geometry: Shape | HeightField;
  readonly position: readonly [number, number, number];
}

/** The grid of height fields: its center, the samples along x and y, and their distance, in meters. */
const grid = { center: [1.2, 0], columns: 181, rows: 91, spacing: 0.02 } as const;

/** The plane z = 0. */
export const flat: Terrain = { at: () => 0, slope: () => [0, 0], geometry: halfspace(), position: [0, 0, 0] };

/** sin(30 x)/5 + cos(30 y²)/20 + sin(50 x y)/10, which is between −0.35 and 0.35. */
export function bumpyWave(x: number, y: number): number {
  return Math.sin(30 * x) / 5 + Math.cos(30 * y * y) / 20 + Math.sin(50 * x * y) / 10;
}

/** `bumpyWave`, scaled so that its highest and lowest points differ by at most `roughness`, in meters. */
export function bumpyHeights(roughness: number): Heights {
  const scale = roughness / 0.7;
  return {
    at: (x, y) => scale * bumpyWave(x, y),
    slope: (x, y) => {
      const across = 5 * Math.cos(50 * x * y);
      return [scale * (6 * Math.cos(30 * x) + y * across), scale * (x * across - 3 * y * Math.sin(30 * y * y))];
    },
  };
}

/** The height field of bumps: triangles between samples of `bumpyHeights`. */
export function bumps(roughness: number): Terrain {
  const { center, columns, rows, spacing } = grid;
  const heights = bumpyHeights(roughness);
  const samples = Float64Array.from({ length: columns * rows }, (_, k) => {
    const [column, row] = [k % columns, Math.floor(k / columns)];
    return heights.at(center[0] + spacing * (column - (columns - 1) / 2), center[1] + spacing * (row - (rows - 1) / 2));
  });
  return { ...heights, geometry: heightField(samples, { columns, rows, spacing }), position: [...center, 0] };
}
