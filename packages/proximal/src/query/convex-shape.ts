import { outOfRange } from '../check/argument.ts';
import type { ShapeRecord } from '../engine/record.ts';

/** A shape as plain data: its kind and the arguments of the function that makes it, by name. Lengths in meters. */
export interface ShapeJSON {
  readonly version: 1;
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** The common part of convex shapes in 3D and 2D, in their own frame. */
export abstract class ConvexShape<Vector> {
  /** The name of the function that makes this kind of shape. */
  abstract readonly kind: string;
  /** Radius of the ball (in 2D, the disc) swept over the shape's core, in meters: a capsule is a segment with a radius. */
  abstract readonly radius: number;
  /** The reference point of queries, a point of the shape, in body coordinates. */
  abstract readonly center: Readonly<Vector>;
  /** Radius of a ball around `center` that lies inside the shape, in meters; 0 when none is known. */
  abstract readonly inradius: number;
  /** Radius of a ball around `center` that contains the shape, in meters; infinite when none is known. */
  abstract readonly boundingRadius: number;
  private encoded: ShapeRecord | null = null;

  /** @internal */
  protected abstract encode(): ShapeRecord;

  /**
   * The constructor arguments of this shape, by the names of its registry fields.
   * @internal
   */
  abstract fields(): Record<string, unknown>;

  /** @internal */
  get record(): ShapeRecord {
    this.encoded ??= this.encode();
    return this.encoded;
  }

  /** The depth of shapes nested in this one. @internal */
  get depth(): number {
    return 0;
  }

  /** False for a half-space or a half-plane: it has no support point in most directions and no bounds. */
  get isBounded(): boolean {
    return true;
  }

  /**
   * The JSON form, which `fromJSON` reads; `JSON.stringify(shape)` uses it.
   * @example
   * ```ts
   * capsule(0.5, 2).toJSON(); // { version: 1, kind: 'capsule', radius: 0.5, halfLength: 2 }
   * ```
   */
  toJSON(): ShapeJSON {
    return { version: 1, kind: this.kind, ...this.fields() };
  }
}

interface Boundable {
  readonly isBounded: boolean;
}

/** Rejects two unbounded shapes, `'half-planes'` or `'half-spaces'`: no query supports them. */
export function checkOneBounded(where: string, a: Boundable, b: Boundable, unbounded: string): void {
  if (a.isBounded || b.isBounded) return;
  const remedy = `both shapes are ${unbounded}, which overlap unless they are exactly parallel: give one bounded shape`;
  throw outOfRange(where, 'b', b, remedy);
}

/** The largest nesting depth of shapes made of shapes: deeper recursion could exhaust the stack. */
const deepest = 32;

/** Rejects a shape that is nested too deep to be part of another. */
export function checkDepth(where: string, argument: string, shape: { readonly depth: number }): void {
  if (shape.depth < deepest) return;
  throw outOfRange(where, argument, shape, `it is nested ${shape.depth} levels deep, and the limit is ${deepest}`);
}
