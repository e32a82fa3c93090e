import { outOfRange } from '../check/argument.ts';
import { hypot } from '../math/hypot.ts';
import { checkDepth as checkNesting } from '../query/convex-shape.ts';
import type { Shape } from './shape.ts';

/** The largest number of shapes that a shape may consist of: its record holds a copy of each. */
const most = 4096;

/** Rejects a shape that is nested too deep, or made of too many shapes, to be part of another. */
export function checkDepth(where: string, argument: string, shape: Shape): void {
  checkNesting(where, argument, shape);
  if (shape.nodeCount >= most) {
    throw outOfRange(
      where,
      argument,
      shape,
      `it is made of ${shape.nodeCount} shapes already, and ${most} is the most`,
    );
  }
}

/** Returns the shape that was made of `parts`. Rejects one whose size overflows although all parts are bounded. */
export function withinRange<T extends Shape>(where: string, made: T, parts: readonly Shape[]): T {
  const farthest = hypot(...made.center) + made.boundingRadius;
  if (parts.every(({ isBounded }) => isBounded) && !Number.isFinite(farthest))
    throw outOfRange(where, 'the distance of the farthest point', farthest, 'give smaller numbers, in meters');
  return made;
}

/** Rejects unbounded shapes. */
export function checkBounded(where: string, argument: string, shape: Shape, remedy: string): void {
  if (!shape.isBounded) throw outOfRange(where, argument, shape, `it is unbounded; ${remedy}`);
}
