// Axis-aligned boxes around bodies.
import { hypot } from '../../math/hypot.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { Bounds } from '../../shapes/shape.ts';

/** The largest absolute value of a coordinate: the scale of rounding errors. */
export function largestCoordinateOf({ min, max }: Bounds): number {
  return Math.max(...min.map(Math.abs), ...max.map(Math.abs));
}

export function diagonalOf({ min, max }: Bounds): number {
  return hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
}

export function longestSideOf({ min, max }: Bounds): number {
  return Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
}

/** The box enlarged by `by` on every side, in meters. */
export function grownBox({ min, max }: Bounds, by: number): Bounds {
  return { min: min.map((x) => x - by) as Vec3, max: max.map((x) => x + by) as Vec3 };
}
