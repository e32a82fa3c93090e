// The bumpy ground of the walking scene.
import { type HeightField, heightField } from 'proximal/scene';

/** Samples along x and y, and their distance in meters. */
const [columns, rows, spacing] = [134, 55, 0.03];
const [halfLength, halfWidth] = [((columns - 1) / 2) * spacing, ((rows - 1) / 2) * spacing];
/** The distance from the edge over which the bumps grow to their height, in meters. */
const margin = 0.4;
/** The position of the field's center, in meters. The robot starts at the origin, outside the field. */
export const center = [2.4, 0, 0] as const;

/** z = roughness · f · (s / 0.7 + 0.5) in meters, s = sin(30 x) / 5 + cos(30 y²) / 20 + sin(50 x y) / 10. f falls from 1 to 0 at the edge of the field. */
function heightOf(roughness: number, x: number, y: number): number {
  const inside = Math.min(halfLength - Math.abs(x), halfWidth - Math.abs(y));
  const fraction = Math.max(0, Math.min(1, inside / margin));
  const sum = Math.sin(30 * x) / 5 + Math.cos(30 * y * y) / 20 + Math.sin(50 * x * y) / 10;
  return roughness * fraction * (sum / 0.7 + 0.5);
}

export function bumpyGround(roughness: number): HeightField {
  const heights = Array.from({ length: rows * columns }, (_, k) => {
    const [column, row] = [k % columns, Math.floor(k / columns)];
    return heightOf(roughness, column * spacing - halfLength, row * spacing - halfWidth);
  });
  return heightField(heights, { columns, rows, spacing });
}

/** The height of the ground at a point of the world. */
export function groundHeight(roughness: number, x: number, y: number): number {
  return heightOf(roughness, x - center[0], y - center[1]);
}
