import { checkOneBounded } from '../query/convex-shape.ts';
import { checkShape, type Shape } from './shapes/shape.ts';

/** Refuses what no query can answer: things that are not shapes, and two shapes without bounds. */
export function checkPair(where: string, a: Shape, b: Shape): void {
  checkShape(where, 'a', a);
  checkShape(where, 'b', b);
  checkOneBounded(where, a, b, 'half-planes');
}
