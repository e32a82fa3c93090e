import { outOfRange } from '../check/argument.ts';
import { hypot } from '../math/hypot.ts';
import { checkDepth as checkNesting } from '../query/convex-shape.ts';
import type { Shape } from './shape.ts';

/** A shape that is made of this many shapes cannot be part of another one: a record contains the data of all of its shapes. */
const maxNodes = 4096;

/** Rejects a shape that is nested too deep, or made of too many shapes, to be part of another. */
export function checkDepth(where: string, argument: string, shape: Shape): void {
  checkNesting(where, argument, shape);
  if (shape.nodeCount >= maxNodes) {
    throw outOfRange(
      where,
      argument,
      shape,
      `give a shape made of fewer than ${maxNodes} shapes: this one is made of ${shape.nodeCount}`,
    );
  }
}

/** Returns `shape`, which consists of `parts`. Throws if its size overflows although all parts are bounded. */
export function withinRange<T extends Shape>(where: string, shape: T, parts: readonly Shape[]): T {
  const farthest = hypot(...shape.center) + shape.boundingRadius;
  if (parts.every(({ isBounded }) => isBounded) && !Number.isFinite(farthest))
    throw outOfRange(where, 'the distance of the farthest point', farthest, 'give smaller numbers, in meters');
  return shape;
}

/** Rejects unbounded shapes. */
export function checkBounded(where: string, argument: string, shape: Shape, remedy: string): void {
  if (!shape.isBounded) throw outOfRange(where, argument, shape, `it is unbounded; ${remedy}`);
}
