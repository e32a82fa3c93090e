// Lists of points as arguments, in 3D and 2D.
import { checkNumber, wrongType } from '../check/argument.ts';

/** Reads a list of at least one point, flat or point by point, into a fresh array of flat numbers. */
export function readPointList<VectorLike>(
  where: string,
  argument: string,
  points: ArrayLike<number> | ArrayLike<VectorLike>,
  dimension: 2 | 3,
  readVector: (where: string, argument: string, value: VectorLike) => number[],
): Float64Array {
  const axes = ['x', 'y', 'z'].slice(0, dimension);
  const axisNames = axes.join(' ');
  const remedy = `give at least one point: flat numbers ${axisNames} ${axisNames} … or a list of [${axes.join(', ')}]`;
  if (typeof points !== 'object' || points === null || !(points.length > 0)) {
    throw wrongType(where, argument, points, remedy);
  }
  const isFlat = typeof points[0] === 'number';
  if (isFlat && points.length % dimension !== 0) {
    const divisible = dimension === 2 ? 'even' : 'a multiple of three';
    throw wrongType(where, argument, points, `${remedy}; the count of flat numbers must be ${divisible}`);
  }
  // Memory grows with the numbers that were read, so that an object with a wrong `length` does not allocate memory for it.
  const expected = (isFlat ? 1 : dimension) * points.length;
  let numbers = new Float64Array(Math.min(expected, 3072));
  let count = 0;
  for (let k = 0; k < points.length; k++) {
    if (count === numbers.length) {
      const larger = new Float64Array(Math.max(count + dimension, Math.min(expected, 4 * count)));
      larger.set(numbers);
      numbers = larger;
    }
    const x = points[k];
    if (!isFlat) for (const y of readVector(where, `${argument}[${k}]`, x as VectorLike)) numbers[count++] = y;
    // A fast test for the common case; `checkNumber` throws the error.
    else
      numbers[count++] =
        typeof x === 'number' && x - x === 0 ? x : checkNumber(where, `${argument}[${k}]`, x, 'give a finite number');
  }
  return count === numbers.length ? numbers : numbers.slice(0, count);
}
