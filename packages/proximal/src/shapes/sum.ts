import { KIND_SUM } from '../engine/layout.ts';
import { nestRecords, type ShapeRecord } from '../engine/record.ts';
import { convexHull } from '../hull/hull.ts';
import type { PolytopeFaces } from '../mass/rounded.ts';
import { add, type Vec3 } from '../math/vec3.ts';
import { cornersOf, farthestFace } from './face.ts';
import { GeneralShape } from './general-shape.ts';
import { checkBounded, checkDepth, withinRange } from './nesting.ts';
import { checkShape, type Shape } from './shape.ts';

/** Sums of polytopes with at most this many pairs of vertices are converted to polytopes, which makes their mass exact. */
const maxPairs = 250_000;

/** The Minkowski sum of two shapes. */
export class Sum extends GeneralShape {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Sum';

  readonly kind = 'sum';
  private core: PolytopeFaces | null | undefined = undefined;

  readonly radius: number;
  readonly center: Readonly<Vec3>;
  readonly inradius: number;
  readonly boundingRadius: number;
  private readonly levels: number;
  private readonly nodes: number;

  // Computed once, because a sum of sums of the same shape would otherwise recompute all values at every level.
  constructor(
    readonly a: Shape,
    readonly b: Shape,
  ) {
    super();
    this.radius = a.radius + b.radius;
    this.center = add(a.center, b.center);
    this.inradius = a.inradius + b.inradius;
    this.boundingRadius = a.boundingRadius + b.boundingRadius;
    this.levels = Math.max(a.depth, b.depth) + 1;
    this.nodes = a.nodeCount + b.nodeCount + 1;
  }

  /** @internal */
  override get depth(): number {
    return this.levels;
  }

  /** @internal */
  override get nodeCount(): number {
    return this.nodes;
  }

  override get isStrictlyConvex(): boolean {
    return this.a.isStrictlyConvex && this.b.isStrictlyConvex;
  }

  /** @internal */
  override get isSmooth(): boolean {
    return this.a.isSmooth && this.b.isSmooth;
  }

  /** @internal */
  protected encode(): ShapeRecord {
    const { a, b } = this;
    return nestRecords(KIND_SUM, this, [], [a.record, b.record], a.record.data.length);
  }

  /** @internal */
  fields(): Record<string, unknown> {
    return { a: this.a.toJSON(), b: this.b.toJSON() };
  }

  /** @internal */
  override get supportCost(): number {
    return this.a.supportCost + this.b.supportCost;
  }

  /** @internal */
  override get cornerBound(): number {
    return Math.min(this.a.cornerBound * this.b.cornerBound, maxPairs);
  }

  /** @internal */
  override get polytopeCost(): number {
    return this.core === undefined ? this.a.polytopeCost + this.b.polytopeCost + this.cornerBound : 0;
  }

  /** @internal */
  override corePolytope(): PolytopeFaces | null {
    if (this.core === undefined) this.core = sumOfPolytopes(this.a.corePolytope(), this.b.corePolytope());
    return this.core;
  }

  /** The extreme points among the sums of a corner of A's face and a corner of B's face. @internal */
  override coreFace(direction: Vec3, tolerance: number): Vec3[] {
    const [first, second] = [this.a.coreFace(direction, tolerance), this.b.coreFace(direction, tolerance)];
    const sums = first.flatMap((p) => second.map((q) => add(p, q)));
    if (sums.length < 3) return sums;
    const { vertices } = convexHull(Float64Array.from(sums.flat()));
    return farthestFace(
      cornersOf({ vertices, faceStart: new Uint32Array(1), loop: new Uint32Array(0) }),
      direction,
      tolerance,
    );
  }
}

/** The hull of all sums of a vertex of A and a vertex of B; null if a core is curved or too large, or if there are too many sums. */
function sumOfPolytopes(a: PolytopeFaces | null, b: PolytopeFaces | null): PolytopeFaces | null {
  if (!a || !b || (a.vertices.length / 3) * (b.vertices.length / 3) > maxPairs) return null;
  const points: number[] = [];
  for (let i = 0; i < a.vertices.length; i += 3) {
    for (let j = 0; j < b.vertices.length; j += 3) {
      for (let k = 0; k < 3; k++) points.push(a.vertices[i + k] + b.vertices[j + k]);
    }
  }
  return convexHull(Float64Array.from(points));
}

/**
 * The Minkowski sum of two bounded shapes: all sums of a point of one and a point of the other, that is, one shape swept over the
 * other.
 * @example
 * ```ts
 * const sweep = sum(box(0.1, 0.1, 0.1), segment(1)); // a box swept two meters along z
 * ```
 */
export function sum(a: Shape, b: Shape): Sum {
  for (const [name, shape] of Object.entries({ a, b })) {
    checkShape('sum', name, shape);
    checkDepth('sum', name, shape);
    checkBounded('sum', name, shape, 'give a bounded shape');
  }
  return withinRange('sum', new Sum(a, b), [a, b]);
}
