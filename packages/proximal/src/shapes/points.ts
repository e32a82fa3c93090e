import { readVector, type VectorLike } from '../math/vec3.ts';
import { readPointList } from '../query/points.ts';

/** A list of points as an argument: flat numbers x y z x y z …, or a list of points. */
export type PointsLike = ArrayLike<number> | ArrayLike<VectorLike>;

/** Reads a list of at least one point into a fresh array of flat numbers. */
export function readPoints(where: string, argument: string, points: PointsLike): Float64Array {
  return readPointList(where, argument, points, 3, readVector);
}
