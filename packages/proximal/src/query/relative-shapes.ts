// Two shapes in A's frame, for certificates, in space and in the plane: only through their support functions, independent of the kernel's
// iterations.
import { add, dot, length } from '../math/vector.ts';
import { type Certificate, type Claimed, certifyBounds } from './certificate.ts';

/** The part of a shape that certificates read. */
interface SupportedShape<Vector> {
  readonly radius: number;
  readonly boundingRadius: number;
  readonly isBounded: boolean;
  support(direction: Vector): Vector;
}

/** A convex combination of support points, by their directions in A's frame. */
interface Proof {
  readonly directions: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
}

/** The points that a certificate compares, in the bodies' own frames and in the world. */
interface Witnesses<Vector> {
  readonly pointA: Vector;
  readonly pointB: Vector;
  readonly localA: Vector;
  readonly localB: Vector;
}

interface Distance<Vector> extends Claimed, Witnesses<Vector> {
  readonly normal: Vector;
  readonly proof: Proof;
}

/** Two shapes in A's frame, through their support functions. A subclass knows the poses of its space. */
export abstract class RelativeShapes<Vector extends number[]> {
  /** The rounding error of a coordinate, in meters. */
  abstract readonly allowance: number;
  /** B's origin in A's frame. */
  protected abstract readonly shift: Readonly<Vector>;

  /** @param radiusA the swept radius over the core of the proof, in meters */
  constructor(
    protected readonly a: SupportedShape<Vector>,
    protected readonly b: SupportedShape<Vector>,
    private readonly radiusA: number,
    private readonly radiusB: number,
  ) {}

  /** Turns a world direction into A's frame. */
  abstract toA(direction: Vector): Vector;
  /** A point of B's own frame in A's. */
  abstract fromB(point: Vector): Vector;
  /** A direction of A's frame, turned around, in B's. */
  protected abstract againstInB(direction: Vector): Vector;
  /** The last axis of B in A's frame, which is the outward normal of a half-space or half-plane. */
  protected abstract upOfB(): Vector;
  /** A point of a body in the world, and the body's position. */
  protected abstract inWorld(body: 'A' | 'B', local: Vector): { readonly point: Vector; readonly position: Vector };

  get radii(): number {
    return this.radiusA + this.radiusB;
  }

  /** Checks a result of a distance query by its proof and its normal. */
  certify(result: Distance<Vector>, tolerance: number | undefined): Certificate {
    const isDeep = result.distance < 0;
    const { pointA, pointB, isConvex } = this.combine(result.proof, isDeep);
    const normal = this.toA(result.normal);
    const between = add(pointB, pointA, -1);
    const moved = normal.map((x) => x * result.distance) as Vector;
    return certifyBounds(result, {
      isConvex,
      apart: (isDeep ? dot(between, normal) : length(between)) - this.radii,
      gap: length(normal) > 0 ? this.gapAlong(normal) : Number.NEGATIVE_INFINITY,
      allowance: this.allowance,
      touching: Math.max(this.allowance, tolerance ?? 2e-9 * this.size()),
      hasWitnesses: (slack) => this.hasWitnesses(result, moved, pointA, pointB, slack),
    });
  }

  /** The size of the smaller shape, without shapes of size zero. */
  private size(): number {
    const { a, b } = this;
    const sizes = [a.boundingRadius, b.boundingRadius].filter((size) => size > 0 && Number.isFinite(size));
    return Math.min(...sizes, sizes.length > 0 ? Infinity : 1);
  }

  /**
   * The cores' farthest points along and against `direction`, in A's frame. A half-space's are a whole plane: the one next to the
   * other shape's point is taken, or that point itself if it is inside and `isDeep` does not ask for the depth.
   */
  cores(direction: Vector, isDeep = false): { readonly a: Vector; readonly b: Vector } {
    const { a, b } = this;
    const coreA = (): Vector => coreOf(a, direction, this.radiusA);
    const coreB = (): Vector => this.fromB(coreOf(b, this.againstInB(direction), this.radiusB));
    if (!a.isBounded) return { a: ontoHalfspace(coreB(), this.onAxis(0), this.onAxis(1), isDeep), b: coreB() };
    if (!b.isBounded) return { a: coreA(), b: ontoHalfspace(coreA(), this.shift, this.upOfB(), isDeep) };
    return { a: coreA(), b: coreB() };
  }

  /** The points of the cores that a proof combines, in A's frame, and whether its weights are convex ones. */
  combine(
    { weights, directions }: Proof,
    isDeep = false,
  ): { readonly pointA: Vector; readonly pointB: Vector; readonly isConvex: boolean } {
    const dimension = this.shift.length;
    let pointA = this.onAxis(0);
    let pointB = pointA;
    let total = 0;
    let isPositive = true;
    for (let k = 0; k < weights.length; k++) {
      if (weights[k] === 0) continue;
      const direction = this.shift.map((_, axis) => directions[dimension * k + axis]) as Vector;
      const cores = this.cores(direction, isDeep);
      pointA = add(pointA, cores.a, weights[k]);
      pointB = add(pointB, cores.b, weights[k]);
      total += weights[k];
      isPositive &&= weights[k] > 0;
    }
    return { pointA, pointB, isConvex: isPositive && Math.abs(total - 1) <= 1e-14 };
  }

  /** The gap between the support planes (lines) along the unit vector `normal`: a lower bound of the distance. */
  gapAlong(normal: Vector): number {
    const { a, b } = this;
    const reachOfA = a.isBounded
      ? dot(normal, a.support(normal))
      : reachOfHalfspace(normal, this.onAxis(0), this.onAxis(1), a.radius);
    if (b.isBounded) return dot(normal, this.fromB(b.support(this.againstInB(normal)))) - reachOfA;
    const opposite = normal.map((x) => -x) as Vector;
    return -reachOfHalfspace(opposite, this.shift, this.upOfB(), b.radius) - reachOfA;
  }

  /**
   * The witness points are what the proof combines to, each moved out by its radius; pointB − pointA = `between`; and the world's
   * points are the bodies' own. Points common to both may be `slack` off.
   */
  hasWitnesses(result: Witnesses<Vector>, between: Vector, coreA: Vector, coreB: Vector, slack: number): boolean {
    const allowed = slack + this.allowance;
    const localB = this.fromB(result.localB);
    const isNear = (p: Vector, q: Vector, most: number): boolean => length(add(p, q, -1)) <= most + allowed;
    return (
      isNear(add(localB, result.localA, -1), between, 0) &&
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

  /** The point `z` on A's last axis: 0 for the origin, 1 for the outward normal of a half-space. */
  private onAxis(z: number): Vector {
    return this.shift.map((_, k) => (k + 1 < this.shift.length ? 0 : z)) as Vector;
  }
}

/** The farthest point of the core along a direction. Without a direction, support points are points of the core. */
function coreOf<Vector extends number[]>(shape: SupportedShape<Vector>, direction: Vector, radius: number): Vector {
  const size = length(direction);
  return add(shape.support(direction), direction, size > 0 ? -radius / size : 0);
}

/** The point of the half-space below the plane through `origin` with normal `up` that is nearest to `point`, or of the plane. */
function ontoHalfspace<Vector extends number[]>(
  point: Vector,
  origin: Readonly<Vector>,
  up: Vector,
  isDeep: boolean,
): Vector {
  const height = dot(add(point, origin, -1), up);
  return add(point, up, isDeep ? -height : -Math.max(0, height));
}

/** The support value of that half-space, grown by `radius`, along a unit vector: finite along its normal only. */
function reachOfHalfspace<Vector extends number[]>(
  direction: Vector,
  origin: Readonly<Vector>,
  up: Vector,
  radius: number,
): number {
  return length(add(direction, up, -1)) < 1e-14 ? dot(up, origin) + radius : Infinity;
}
