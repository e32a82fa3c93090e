import { checkNumber, outOfRange } from '../check/argument.ts';
import { KIND_SMOOTH_HULL } from '../engine/layout.ts';
import { ShapeRecord } from '../engine/record.ts';
import { convexHull } from '../hull/hull.ts';
import { pow } from '../math/elementary.ts';
import { dot, length, type Vec3 } from '../math/vec3.ts';
import { GeneralShape } from './general-shape.ts';
import { type PointsLike, readPoints } from './points.ts';

/** The set with support value (Σ max(0, ⟨vᵢ, d⟩)^p)^{1/p}: a hull with smooth corners, edges and faces. */
export class SmoothHull extends GeneralShape {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'SmoothHull';

  readonly kind = 'smoothHull';
  readonly radius = 0;
  readonly center: Readonly<Vec3> = [0, 0, 0];
  readonly boundingRadius: number;

  constructor(
    private readonly vertices: Float64Array,
    readonly p: number,
    /** The radius of a ball about the origin inside the hull of the vertices, which is inside the shape. In meters. */
    readonly inradius: number,
  ) {
    super();
    // A p-norm of n terms is at most n^{1/p} times the largest of them.
    const largest = this.points().reduce((greatest, v) => Math.max(greatest, length(v)), 0);
    this.boundingRadius = largest * pow(vertices.length / 3, 1 / p);
  }

  private points(): Vec3[] {
    const { vertices } = this;
    return Array.from({ length: vertices.length / 3 }, (_, k) => [
      vertices[3 * k],
      vertices[3 * k + 1],
      vertices[3 * k + 2],
    ]);
  }

  override get isStrictlyConvex(): boolean {
    return true;
  }

  /** @internal */
  override get isSmooth(): boolean {
    return true;
  }

  /** @internal */
  protected encode(): ShapeRecord {
    const { vertices, p } = this;
    return ShapeRecord.encode(KIND_SMOOTH_HULL, this, [p, ...vertices], { count: vertices.length / 3 });
  }

  /** @internal */
  fields(): Record<string, unknown> {
    return { vertices: [...this.vertices], p: this.p };
  }

  /** Sixteen vertices cost about as much as a simple shape. @internal */
  override get supportCost(): number {
    return 1 + this.vertices.length / 48;
  }

  /** For p = 2 the Hessian jumps where a vertex is perpendicular to the direction, up to rounding. @internal */
  protected override hessianAt(direction: Vec3): number[] | null {
    const isPerpendicular = (v: Vec3): boolean => Math.abs(dot(direction, v)) <= 4 * Number.EPSILON * length(v);
    return this.p === 2 && this.points().some(isPerpendicular) ? null : super.hessianAt(direction);
  }
}

/**
 * A smooth convex set around the origin that contains the hull of `vertices` and approaches it with growing p: the
 * support value is (Σ max(0, ⟨vᵢ, d⟩)^p)^{1/p}.
 * @param vertices in meters, in body coordinates; the origin must be inside their hull
 * @param p 2 or more
 * @example
 * ```ts
 * const soap = smoothHull([[1, 1, 1], [-1, -1, 1], [-1, 1, -1], [1, -1, -1]], 4);
 * ```
 */
export function smoothHull(vertices: PointsLike, p: number): SmoothHull {
  const points = readPoints('smoothHull', 'vertices', vertices);
  checkNumber('smoothHull', 'p', p, 'give a finite exponent of 2 or more', 2);
  const { dimension, planes } = convexHull(points);
  // The distance of the origin from the nearest face.
  let inradius = dimension === 3 ? Infinity : 0;
  for (let k = 3; k < planes.length; k += 4) inradius = Math.min(inradius, planes[k]);
  if (!(inradius > 0)) {
    throw outOfRange(
      'smoothHull',
      'vertices',
      vertices,
      'the origin must lie strictly inside their hull: move them, and place the body by its pose',
    );
  }
  return new SmoothHull(points, p, inradius);
}
