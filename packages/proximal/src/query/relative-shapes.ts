// Two shapes in A's frame, for certificates in 3D and 2D. The check uses support functions only and is independent of the
// kernel's iterations.
import { add, dot, length } from '../math/vector.ts';
import { type Certificate, type Claimed, certifyBounds } from './certificate.ts';

/** The members of a shape that certificates use. */
interface ShapeWithSupport<Vector> {
  readonly radius: number;
  readonly boundingRadius: number;
  readonly isBounded: boolean;
  support(direction: Vector): Vector;
}

/** A convex combination of support points, given by their directions. */
export interface Proof {
  /** In A's frame. */
  readonly directions: ArrayLike<number>;
  /** The directions of B's support points in B's frame; by default opposite to `directions`. */
  readonly directionsB?: ArrayLike<number> | null;
  readonly weights: ArrayLike<number>;
}

/** The witness points that a certificate checks, in the bodies' frames and in the world. */
export interface Witnesses<Vector> {
  readonly pointA: Vector;
  readonly pointB: Vector;
  readonly localA: Vector;
  readonly localB: Vector;
}

interface Distance<Vector> extends Claimed, Witnesses<Vector> {
  readonly normal: Vector;
  readonly proof: Proof;
}

/** Two shapes in A's frame, accessed through their support functions. A subclass for 3D or 2D has the poses. */
export abstract class RelativeShapes<Vector extends number[]> {
  /** The rounding error of a coordinate, in meters. */
  abstract readonly allowance: number;
  /** B's origin in A's frame. */
  protected abstract readonly shift: Readonly<Vector>;

  /** @param radiusA the radius of the ball that, swept over the core to which the proof refers, gives shape A; in meters */
  constructor(
    protected readonly a: ShapeWithSupport<Vector>,
    protected readonly b: ShapeWithSupport<Vector>,
    private readonly radiusA: number,
    private readonly radiusB: number,
  ) {}

  /** Rotates a world direction to A's frame. */
  abstract toA(direction: Vector): Vector;
  /** Transforms a point from B's frame to A's frame. */
  abstract fromB(point: Vector): Vector;
  /** The opposite of a direction in A's frame, rotated to B's frame. */
  protected abstract againstInB(direction: Vector): Vector;
  /** B's last axis in A's frame: the outward normal if B is a half-space or half-plane. */
  protected abstract upOfB(): Vector;
  /** Transforms a point of a body to the world. `position` is the body's origin. */
  protected abstract inWorld(body: 'A' | 'B', local: Vector): { readonly point: Vector; readonly position: Vector };

  get radii(): number {
    return this.radiusA + this.radiusB;
  }

  /** Checks the result of a distance query: the upper bound by its proof, the lower bound by its normal. */
  certify(result: Distance<Vector>, tolerance: number | undefined): Certificate {
    const isDeep = result.distance < 0;
    const { pointA, pointB, isConvex } = this.combine(result.proof, isDeep);
    const normal = this.toA(result.normal);
    const difference = add(pointB, pointA, -1);
    const separation = normal.map((x) => x * result.distance) as Vector;
    return certifyBounds(result, {
      isConvex,
      pointDistance: (isDeep ? dot(difference, normal) : length(difference)) - this.radii,
      gap: length(normal) > 0 ? this.gapAlong(normal) : Number.NEGATIVE_INFINITY,
      allowance: this.allowance,
      maxContactDistance: Math.max(this.allowance, tolerance ?? 2e-9 * this.size()),
      hasWitnesses: (slack) => this.hasWitnesses(result, separation, pointA, pointB, slack),
    });
  }

  /** The smaller bounding radius that is positive and finite; 1 if there is none. */
  private size(): number {
    const { a, b } = this;
    const sizes = [a.boundingRadius, b.boundingRadius].filter((size) => size > 0 && Number.isFinite(size));
    return Math.min(...sizes, sizes.length > 0 ? Infinity : 1);
  }

  /**
   * The farthest points of A's core along `direction` and of B's core along `directionB`, which is in B's frame, by default against
   * `direction`; the points are in A's frame. A half-space has no farthest point: its point is the projection of the other shape's point, onto its
   * boundary if `isDeep`, otherwise onto the half-space.
   */
  cores(
    direction: Vector,
    isDeep = false,
    directionB = this.againstInB(direction),
  ): { readonly a: Vector; readonly b: Vector } {
    const { a, b } = this;
    const coreA = (): Vector => coreOf(a, direction, this.radiusA);
    const coreB = (): Vector => this.fromB(coreOf(b, directionB, this.radiusB));
    if (!a.isBounded) return { a: ontoHalfspace(coreB(), this.onAxis(0), this.onAxis(1), isDeep), b: coreB() };
    if (!b.isBounded) return { a: coreA(), b: ontoHalfspace(coreA(), this.shift, this.upOfB(), isDeep) };
    return { a: coreA(), b: coreB() };
  }

  /** The combinations of the cores' support points, in A's frame, and whether the weights are nonnegative with sum 1. */
  combine(
    { weights, directions, directionsB }: Proof,
    isDeep = false,
  ): { readonly pointA: Vector; readonly pointB: Vector; readonly isConvex: boolean } {
    const dimension = this.shift.length;
    const vector = (list: ArrayLike<number>, k: number): Vector =>
      this.shift.map((_, axis) => list[dimension * k + axis]) as Vector;
    let pointA = this.onAxis(0);
    let pointB = pointA;
    let total = 0;
    let isPositive = true;
    for (let k = 0; k < weights.length; k++) {
      if (weights[k] === 0) continue;
      const cores = this.cores(vector(directions, k), isDeep, directionsB ? vector(directionsB, k) : undefined);
      pointA = add(pointA, cores.a, weights[k]);
      pointB = add(pointB, cores.b, weights[k]);
      total += weights[k];
      isPositive &&= weights[k] > 0;
    }
    return { pointA, pointB, isConvex: isPositive && Math.abs(total - 1) <= 1e-14 };
  }

  /** The gap between the support planes (lines) along the unit vector `normal`: a lower bound on the distance. */
  gapAlong(normal: Vector): number {
    const { a, b } = this;
    const supportOfA = a.isBounded
      ? dot(normal, a.support(normal))
      : supportOfHalfspace(normal, this.onAxis(0), this.onAxis(1), a.radius);
    if (b.isBounded) return dot(normal, this.fromB(b.support(this.againstInB(normal)))) - supportOfA;
    const opposite = normal.map((x) => -x) as Vector;
    return -supportOfHalfspace(opposite, this.shift, this.upOfB(), b.radius) - supportOfA;
  }

  /**
   * Whether each witness point is within its swept radius of the proof's point, the vector from A's to B's witness point in A's
   * frame is `separation`, and the points in the world agree with the points in the bodies' frames. `slack` is an additional tolerance, in
   * meters.
   */
  hasWitnesses(result: Witnesses<Vector>, separation: Vector, coreA: Vector, coreB: Vector, slack: number): boolean {
    const allowed = slack + this.allowance;
    const localB = this.fromB(result.localB);
    const isNear = (p: Vector, q: Vector, radius: number): boolean => length(add(p, q, -1)) <= radius + allowed;
    return (
      isNear(add(localB, result.localA, -1), separation, 0) &&
      isNear(result.localA, coreA, this.radiusA) &&
      isNear(localB, coreB, this.radiusB) &&
      this.isInWorld('A', result.localA, result.pointA) &&
      this.isInWorld('B', result.localB, result.pointB)
    );
  }

  private isInWorld(body: 'A' | 'B', local: Vector, world: Vector): boolean {
    const { point, position } = this.inWorld(body, local);
    return length(add(point, world, -1)) <= 64 * Number.EPSILON * (length(position) + length(local));
  }

  /** The vector of length `z` along A's last axis. The origin for z = 0, and the outward normal of a half-space for z = 1. */
  private onAxis(z: number): Vector {
    return this.shift.map((_, k) => (k + 1 < this.shift.length ? 0 : z)) as Vector;
  }
}

/** The support point of the core. For the zero direction, support points are already points of the core. */
function coreOf<Vector extends number[]>(shape: ShapeWithSupport<Vector>, direction: Vector, radius: number): Vector {
  const size = length(direction);
  return add(shape.support(direction), direction, size > 0 ? -radius / size : 0);
}

/** Projects `point` onto the half-space below the plane through `origin` with normal `up`; if `isDeep`, onto the plane itself. */
function ontoHalfspace<Vector extends number[]>(
  point: Vector,
  origin: Readonly<Vector>,
  up: Vector,
  isDeep: boolean,
): Vector {
  const height = dot(add(point, origin, -1), up);
  return add(point, up, isDeep ? -height : -Math.max(0, height));
}

/** The support value of a half-space with outward normal `up`, offset by `radius`, along a unit vector: infinite except along `up`. */
function supportOfHalfspace<Vector extends number[]>(
  direction: Vector,
  origin: Readonly<Vector>,
  up: Vector,
  radius: number,
): number {
  return length(add(direction, up, -1)) < 1e-14 ? dot(up, origin) + radius : Infinity;
}
