import { wrongType } from '../../check/argument.ts';
import { plane } from '../../engine/2d.ts';
import { KIND_CUSTOM, KIND_HALFPLANE } from '../../engine/2d-layout.ts';
import { type Host, ShapeRecord } from '../../engine/record.ts';
import { hypot } from '../../math/hypot.ts';
import { readVector2, type Vec2, type Vector2Like } from '../../math/vec2.ts';
import { ConvexShape } from '../../query/convex-shape.ts';
import { supportPoints } from '../../query/support.ts';

export type { ShapeJSON as ShapeJSON2 } from '../../query/convex-shape.ts';

/** An axis-aligned rectangle by its two extreme corners, in meters. */
export interface Bounds2 {
  readonly min: Vec2;
  readonly max: Vec2;
}

/** The `extent` in the record of a point or an unbounded shape: see kernel/2d/layout.ts. */
const noExtent = 1e300;

/**
 * A convex 2D shape in its own frame, made by `box`, `circle` and the other shape functions. It is immutable, usable in any number
 * of bodies and queries, with the JavaScript and the WebAssembly kernel, and garbage-collected.
 * @example
 * ```ts
 * const shapes: Shape[] = [box(1, 1), circle(0.5)];
 * ```
 */
export abstract class Shape extends ConvexShape<Vec2> {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Shape';

  /**
   * The farthest point of the shape along `direction`, in body coordinates. The direction need not have unit length.
   * @example
   * ```ts
   * box(1, 2).support([1, -1]); // [1, -2]
   * ```
   */
  support(direction: Vector2Like): Vec2 {
    const [x, y] = supportBatch(this, Float64Array.from(readVector2('support', 'direction', direction)));
    return [x, y];
  }

  /**
   * The smallest axis-aligned rectangle around the shape, in body coordinates.
   * @example
   * ```ts
   * capsule(0.5, 2).boundingBox().max; // [2.5, 0.5]
   * ```
   */
  boundingBox(): Bounds2 {
    const p = supportBatch(this, Float64Array.of(1, 0, 0, 1, -1, 0, 0, -1));
    return { min: [p[4], p[7]], max: [p[0], p[3]] };
  }
}

/** The record of a 2D shape: the header, the extent that scales the tolerances, and the parameters of the kind. */
export function encodeShape(
  shape: Shape,
  kind: number,
  parameters: ArrayLike<number>,
  count = 0,
  hosts: readonly Host[] = [],
): ShapeRecord {
  const { radius, inradius, center, boundingRadius } = shape;
  const hasBound = Number.isFinite(boundingRadius);
  // Only half-planes and custom shapes are unbounded. An infinite bounding radius of another kind has overflowed: it stays in the
  // record, and queries reject the shape.
  const isUnbounded = !hasBound && (kind === KIND_HALFPLANE || kind === KIND_CUSTOM);
  const radiusAboutOrigin = hypot(...center) + (isUnbounded ? 0 : boundingRadius);
  const extent = hasBound && boundingRadius > 0 ? boundingRadius : noExtent;
  const measures = {
    radius,
    inradius,
    center: [...center, radiusAboutOrigin],
    boundingRadius,
    isStrictlyConvex: false,
  };
  const data = new Float64Array(1 + parameters.length);
  data[0] = extent;
  data.set(parameters, 1);
  return ShapeRecord.encode(kind, measures, data, { count, hosts });
}

/** Throws unless the value is a 2D shape. */
export function checkShape(where: string, argument: string, value: unknown): asserts value is Shape {
  if (value instanceof Shape) return;
  const remedy = "give a shape made by box(), circle(), polygon() or another shape function of 'proximal/2d'";
  throw wrongType(where, argument, value, remedy);
}

/**
 * Support points for many directions at once: two numbers each, in body coordinates. The kernel is called once for every few
 * hundred directions, so the cost is little more than the cost of the support function itself.
 * @param directions two numbers each, of any length
 * @param out receives the points; may be `directions`. Default: a new array
 * @example
 * ```ts
 * supportBatch(box(1, 1), Float64Array.of(1, 1, -1, -1)); // [1, 1, -1, -1]
 * const out = new Float64Array(4);
 * supportBatch(box(1, 1), Float64Array.of(1, 1, -1, -1), out); // out, which is now [1, 1, -1, -1]
 * ```
 */
export function supportBatch(shape: Shape, directions: Float64Array, out?: Float64Array): Float64Array {
  checkShape('supportBatch', 'shape', shape);
  return supportPoints(() => plane.engine(), shape, 2, directions, out);
}
