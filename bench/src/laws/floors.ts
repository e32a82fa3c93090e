// Flat floors at z = 0 in every form that a user may choose, and nearby walls that are never touched.
import type { Rng } from 'proximal/math';
import { specOf } from '../random/specs.ts';
import { pick, type SimulationData } from './law.ts';

type BodyData = SimulationData['bodies'][number];

/** Half the side length of bounded floors, in meters. */
export const floorSize = 6;

export const floorKinds = ['half-space', 'box', 'mesh', 'height field'] as const;
export type FloorKind = (typeof floorKinds)[number];

export function randomFloor(rng: Rng): { readonly floor: FloorKind; readonly body: BodyData } {
  const floor = pick(rng, floorKinds);
  return { floor, body: { name: 'floor', static: true, ...shapes[floor](rng) } };
}

const shapes: Readonly<Record<FloorKind, (rng: Rng) => Readonly<Record<string, unknown>>>> = {
  'half-space': () => ({ shape: specOf('halfspace') }),
  box: () => ({
    shape: specOf('box', floorSize, floorSize, 0.5),
    pose: [0, 0, -0.5, 0, 0, 0, 1],
  }),
  mesh: (rng) => ({ shape: flatMesh(2 + rng.index(40), rng.uniform() < 0.5) }),
  'height field': (rng) => {
    const columns = 2 + rng.index(60);
    const spacing = (2 * floorSize) / (columns - 1);
    return {
      shape: {
        version: 1,
        kind: 'heightField',
        heights: Array(columns * columns).fill(0),
        columns,
        rows: columns,
        spacing,
      },
    };
  },
};

/** A grid of squares, all cut into two triangles along parallel diagonals; `isMirrored` selects the other diagonal. */
function flatMesh(cells: number, isMirrored: boolean): object {
  const vertices: number[] = [];
  const triangles: number[] = [];
  const at = (k: number): number => (2 * k * floorSize) / cells - floorSize;
  for (let row = 0; row <= cells; row++)
    for (let column = 0; column <= cells; column++) vertices.push(at(column), at(row), 0);
  for (let row = 0; row < cells; row++) {
    for (let column = 0; column < cells; column++) {
      const a = row * (cells + 1) + column;
      const [b, c, d] = [a + 1, a + cells + 2, a + cells + 1];
      triangles.push(...(isMirrored ? [a, b, d, b, c, d] : [a, b, c, a, c, d]));
    }
  }
  return { version: 1, kind: 'triangleMesh', vertices, triangles };
}

/**
 * In half of the cases, a wall along x beside a body that stays within |y| ≤ `extent`: inside the margin of contact detection, and never touched.
 */
export function maybeWall(rng: Rng, extent: number): { readonly gap: number; readonly bodies: readonly BodyData[] } {
  if (rng.uniform() < 0.5) return { gap: Infinity, bodies: [] };
  const gap = 10 ** rng.uniform(-4, Math.log10(0.0195));
  const wall = {
    name: 'wall',
    static: true,
    shape: specOf('box', floorSize, 0.1, 2),
    pose: [0, extent + gap + 0.1, 2, 0, 0, 0, 1],
  };
  return { gap, bodies: [wall] };
}
