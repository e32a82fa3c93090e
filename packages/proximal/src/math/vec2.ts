import { checkNumber, wrongType } from '../check/argument.ts';

/** Two numbers: a point or a vector in 2D. */
export type Vec2 = [x: number, y: number];

/**
 * A point or a vector in 2D as an argument: two numbers in an array or a typed array, or any object with numbers `x` and
 * `y`, such as three.js' `Vector2`.
 */
export type Vector2Like = ArrayLike<number> | { readonly x: number; readonly y: number };

const remedy = 'give two finite numbers, [x, y] or { x, y }';

/** Reads a point or vector argument, or throws an error that names it. */
export function readVector2(where: string, argument: string, value: Vector2Like): Vec2 {
  if (typeof value !== 'object' || value === null) throw wrongType(where, argument, value, remedy);
  // Look for named coordinates first: in a vector class, `length` is the norm, not a count.
  if ('x' in value && 'y' in value)
    return [checkNumber(where, `${argument}.x`, value.x, remedy), checkNumber(where, `${argument}.y`, value.y, remedy)];
  if (!('length' in value) || value.length !== 2) throw wrongType(where, argument, value, remedy);
  return [
    checkNumber(where, `${argument}[0]`, value[0], remedy),
    checkNumber(where, `${argument}[1]`, value[1], remedy),
  ];
}
