import { outOfRange } from '../check/argument.ts';
import { checkShape, type Shape } from './shapes/shape.ts';

/** Refuses what no query can answer: things that are not shapes, and two shapes without bounds. */
export function checkPair(where: string, a: Shape, b: Shape): void {
  checkShape(where, 'a', a);
  checkShape(where, 'b', b);
  if (!a.isBounded && !b.isBounded) {
    const remedy = 'both shapes are half-planes, which meet somewhere unless exactly parallel: give one bounded shape';
    throw outOfRange(where, 'b', b, remedy);
  }
}
