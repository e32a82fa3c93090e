import { checkNumber, wrongType } from '../check/argument.ts';
import { readVector, type VectorLike } from '../math/vec3.ts';

/** What is accepted as a list of points: flat numbers x y z x y z …, or points one by one. */
export type PointsLike = ArrayLike<number> | ArrayLike<VectorLike>;

/** Reads a list of at least one point into a fresh array of flat numbers. */
export function readPoints(where: string, argument: string, points: PointsLike): Float64Array {
  const remedy = 'give at least one point: flat numbers x y z x y z … or a list of [x, y, z]';
  if (typeof points !== 'object' || points === null || !(points.length > 0)) {
    throw wrongType(where, argument, points, remedy);
  }
  if (typeof points[0] === 'number') return readFlat(where, argument, points as ArrayLike<number>, remedy);
  const out = new Float64Array(3 * points.length);
  for (let k = 0; k < points.length; k++) {
    out.set(readVector(where, `${argument}[${k}]`, points[k] as VectorLike), 3 * k);
  }
  return out;
}

function readFlat(where: string, argument: string, points: ArrayLike<number>, remedy: string): Float64Array {
  if (points.length % 3 !== 0) {
    throw wrongType(where, argument, points, `${remedy}; the count of flat numbers must be a multiple of three`);
  }
  const out = new Float64Array(points.length);
  for (let k = 0; k < points.length; k++) {
    const x = points[k];
    // One comparison for the common case; the check proper writes the message.
    out[k] = typeof x === 'number' && x - x === 0 ? x : checkNumber(where, `${argument}[${k}]`, x, remedy);
  }
  return out;
}
