import { outOfRange } from '../check/argument.ts';
import { checkShape, type Shape } from '../shapes/shape.ts';

/** Rejects invalid pairs: values that are not shapes, and two unbounded shapes. */
export function checkPair(where: string, a: Shape, b: Shape): void {
  checkShape(where, 'a', a);
  checkShape(where, 'b', b);
  if (!a.isBounded && !b.isBounded) {
    throw outOfRange(
      where,
      'b',
      b,
      'both shapes are half-spaces, which meet somewhere unless exactly parallel: give one bounded shape',
    );
  }
}
