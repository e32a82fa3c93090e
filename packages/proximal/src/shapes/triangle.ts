import { convexHull } from '../hull/hull.ts';
import { readVector, type Vec3, type VectorLike } from '../math/vec3.ts';
import { Convex } from './convex.ts';

/** A triangle in body coordinates. */
export class Triangle extends Convex {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Triangle';

  override readonly kind = 'triangle';

  constructor(
    readonly a: Vec3,
    readonly b: Vec3,
    readonly c: Vec3,
  ) {
    super(convexHull(Float64Array.of(...a, ...b, ...c)));
  }

  /** @internal */
  override fields(): Record<string, unknown> {
    return { a: this.a, b: this.b, c: this.c };
  }
}

/**
 * The triangle with corners a, b and c, in body coordinates. It has no thickness; corners may coincide.
 * @example
 * ```ts
 * const facet = triangle([0, 0, 0], [1, 0, 0], [0, 1, 0]);
 * ```
 */
export function triangle(a: VectorLike, b: VectorLike, c: VectorLike): Triangle {
  return new Triangle(readVector('triangle', 'a', a), readVector('triangle', 'b', b), readVector('triangle', 'c', c));
}
