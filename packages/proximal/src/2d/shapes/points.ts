import { checkNumber, wrongType } from '../../check/argument.ts';
import { readVector2, type Vector2Like } from '../../math/vec2.ts';

/** Reads a list of at least one point into a fresh array of flat numbers. */
export function readPoints2(
  where: string,
  argument: string,
  points: ArrayLike<number> | ArrayLike<Vector2Like>,
): Float64Array {
  const remedy = 'give at least one point: flat numbers x y x y … or a list of [x, y]';
  if (typeof points !== 'object' || points === null || !(points.length > 0)) {
    throw wrongType(where, argument, points, remedy);
  }
  const numbers: number[] = [];
  const isFlat = typeof points[0] === 'number';
  if (isFlat && points.length % 2 !== 0) {
    throw wrongType(where, argument, points, `${remedy}; the count of flat numbers must be even`);
  }
  for (let k = 0; k < points.length; k++) {
    if (isFlat) numbers.push(checkNumber(where, `${argument}[${k}]`, points[k], remedy));
    else numbers.push(...readVector2(where, `${argument}[${k}]`, points[k] as Vector2Like));
  }
  return Float64Array.from(numbers);
}
