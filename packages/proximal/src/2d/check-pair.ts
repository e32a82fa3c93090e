import { checkOneBounded } from '../query/convex-shape.ts';
import { checkShape, type Shape } from './shapes/shape.ts';

/** Rejects invalid pairs: values that are not shapes, and two unbounded shapes. */
export function checkPair(where: string, a: Shape, b: Shape): void {
  checkShape(where, 'a', a);
  checkShape(where, 'b', b);
  checkOneBounded(where, a, b, 'half-planes');
}
