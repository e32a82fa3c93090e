// The certificate: bounds recomputed from the two support functions and the result's proof, by code that shares nothing with the
// kernel's iterations.
import { checkNumber, checkOptions } from '../check/argument.ts';
import { plane } from '../engine/plane.ts';
import { POSE_A, ROTATION, TRANSLATION } from '../engine/plane-layout.ts';
import type { Vec2 } from '../math/vec2.ts';
import { checkPair } from './check-pair.ts';
import { type PoseLike2, readPose2 } from './pose.ts';
import { checkResult, type DistanceResult } from './result.ts';
import type { Shape } from './shapes/shape.ts';

/** What a proof proves. Lengths in metres. */
export interface Certificate {
  /**
   * The distance is at least this: the gap between the two support lines along the result's normal. Negative for overlap that
   * `signedDistance` has found: moving B by so much along the normal separates the shapes.
   */
  lower: number;
  /** The distance is at most this: the two points that the proof's weights combine are this far apart along the normal. */
  upper: number;
  /** `upper − lower`. */
  gap: number;
  /** The rounding error that `valid` allows: 64 ε times the largest coordinate in A's frame. */
  allowance: number;
  /**
   * The bounds, the distance and the witness points of the result agree with the proof, and so does its status: separated by a
   * line, or in contact within the tolerance. (That no shorter way out of an overlap exists is not part of this proof.)
   */
  valid: boolean;
}

const add = ([x, y]: Vec2, [u, v]: Vec2, factor = 1): Vec2 => [x + factor * u, y + factor * v];
const dot = ([x, y]: Vec2, [u, v]: Vec2): number => x * u + y * v;
const length = ([x, y]: Vec2): number => Math.sqrt(x * x + y * y);

/**
 * Checks a result of `distance` or `signedDistance`: calls the support functions again along `result.proof.directions` and
 * `result.normal`, and recomputes both bounds from nothing else.
 * @param options tolerance: how far apart, in metres, shapes that are called touching or overlapping may be found; by default
 * what `distance` allows by default
 * @example
 * ```ts
 * const result = distance(a, poseA, b, poseB);
 * certify(a, poseA, b, poseB, result).valid; // true
 * ```
 */
export function certify(
  a: Shape,
  poseA: PoseLike2,
  b: Shape,
  poseB: PoseLike2,
  result: DistanceResult,
  options?: { readonly tolerance?: number },
): Certificate {
  checkPair('certify', a, b);
  checkResult('certify', result);
  checkOptions('certify', 'options', options, ['tolerance']);
  const pair = new RelativePair(a, poseA, b, poseB, options?.tolerance);
  const { weights, directions } = result.proof;
  const isDeep = result.distance < 0;
  let [pointA, pointB]: [Vec2, Vec2] = [
    [0, 0],
    [0, 0],
  ];
  let total = 0;
  for (let k = 0; k < weights.length; k++) {
    if (weights[k] === 0) continue;
    const cores = pair.cores([directions[2 * k], directions[2 * k + 1]], isDeep);
    pointA = add(pointA, cores.a, weights[k]);
    pointB = add(pointB, cores.b, weights[k]);
    total += weights[k];
  }
  const normal = pair.toA(result.normal);
  const between = add(pointB, pointA, -1);
  const { allowance } = pair;
  const radii = a.radius + b.radius;
  const apart = (isDeep ? dot(between, normal) : length(between)) - radii;
  const upper = isDeep ? apart : Math.max(0, apart);
  // Along any direction the support lines prove a bound; overlap without a normal has none to offer, so that its bound is 0.
  const gap = length(normal) > 0 ? pair.gapAlong(normal) : Number.NEGATIVE_INFINITY;
  const lower = Math.min(upper, isDeep ? gap : Math.max(0, gap));
  const isSeparated = result.status === 'separated';
  const isContact = result.status === 'touching' || result.status === 'overlapping';
  const isStatusProven = isSeparated ? gap > 0 : !isContact || upper <= pair.touching + allowance;
  const valid =
    weights.every((weight) => weight >= 0) &&
    Math.abs(total - 1) <= 1e-14 &&
    lower >= result.lower - allowance &&
    upper <= (isDeep ? result.distance : result.upper) + allowance &&
    gap <= upper + allowance &&
    result.distance >= result.lower - allowance &&
    result.distance <= result.upper + allowance &&
    isStatusProven &&
    pair.hasWitnesses(result, normal, pointA, pointB, isSeparated || isDeep ? 0 : upper);
  return { lower, upper, gap: upper - lower, allowance, valid };
}

/** Two shapes seen from A's frame, through their support functions. */
class RelativePair {
  readonly allowance: number;
  /** How far apart shapes in contact may be. */
  readonly touching: number;
  /** The two poses, and B's in A's frame as the kernel has it, bit for bit: a direction of the proof may be a tie. */
  private readonly poses = new Float64Array(8);
  private readonly cosine: number;
  private readonly sine: number;
  private readonly shift: Vec2;

  constructor(
    private readonly a: Shape,
    poseA: PoseLike2,
    private readonly b: Shape,
    poseB: PoseLike2,
    tolerance: number | undefined,
  ) {
    if (tolerance !== undefined)
      checkNumber('certify', 'options.tolerance', tolerance, 'give a length in metres, finite and not negative', 0);
    readPose2('certify', 'poseA', poseA, this.poses, 0);
    readPose2('certify', 'poseB', poseB, this.poses, 4);
    const [cosine, sine, x, y] = relativePose(this.poses);
    this.cosine = cosine;
    this.sine = sine;
    this.shift = [x, y];
    this.allowance = 64 * Number.EPSILON * (length(this.shift) + reach(a) + reach(b));
    const sizes = [a.boundingRadius, b.boundingRadius].filter((size) => size > 0 && Number.isFinite(size));
    this.touching = Math.max(this.allowance, tolerance ?? 2e-9 * Math.min(...sizes, sizes.length > 0 ? Infinity : 1));
  }

  /** Turns a world direction into A's frame. */
  toA([x, y]: Vec2): Vec2 {
    const [, , cosine, sine] = this.poses;
    return [cosine * x + sine * y, cosine * y - sine * x];
  }

  /**
   * The cores' farthest points along and against `direction`, in A's frame. A half-plane's are a whole line: the one next to the
   * other shape's point is taken, or that point itself if it is inside and `isDeep` does not ask for the depth.
   */
  cores(direction: Vec2, isDeep: boolean): { a: Vec2; b: Vec2 } {
    const { a, b } = this;
    if (!a.isBounded) return { a: ontoLine(this.coreB(direction), [0, 0], [0, 1], isDeep), b: this.coreB(direction) };
    const pointA = coreOf(a, direction);
    return { a: pointA, b: b.isBounded ? this.coreB(direction) : ontoLine(pointA, this.shift, this.upOfB(), isDeep) };
  }

  private coreB(direction: Vec2): Vec2 {
    return this.fromB(coreOf(this.b, this.againstInB(direction)));
  }

  /** How far apart the support lines along the unit vector `normal` are: no pair of points is nearer. */
  gapAlong(normal: Vec2): number {
    const { a, b } = this;
    const reachOfA = a.isBounded ? dot(normal, a.support(normal)) : lineReach(normal, [0, 0], [0, 1], a.radius);
    if (!b.isBounded) return -lineReach([-normal[0], -normal[1]], this.shift, this.upOfB(), b.radius) - reachOfA;
    return dot(normal, this.fromB(b.support(this.againstInB(normal)))) - reachOfA;
  }

  /** B's y axis in A's frame. */
  private upOfB(): Vec2 {
    return [-this.sine, this.cosine];
  }

  /**
   * The witness points are what the proof combines to, each moved out by its radius; pointB − pointA = distance · normal; and the
   * world's points are the bodies' own. Points common to both may be `slack` off.
   */
  hasWitnesses(result: DistanceResult, normal: Vec2, coreA: Vec2, coreB: Vec2, slack: number): boolean {
    const { a, b, poses } = this;
    const allowed = slack + this.allowance;
    const localB = this.fromB(result.localB);
    const isNear = (p: Vec2, q: Vec2, most: number): boolean => length(add(p, q, -1)) <= most + allowed;
    return (
      isNear(add(localB, result.localA, -1), [normal[0] * result.distance, normal[1] * result.distance], 0) &&
      isNear(result.localA, coreA, a.radius) &&
      isNear(localB, coreB, b.radius) &&
      isInWorld(poses.subarray(0, 4), result.localA, result.pointA) &&
      isInWorld(poses.subarray(4), result.localB, result.pointB)
    );
  }

  private againstInB([x, y]: Vec2): Vec2 {
    return [-(this.cosine * x + this.sine * y), -(this.cosine * y - this.sine * x)];
  }

  private fromB([x, y]: Vec2): Vec2 {
    return [this.cosine * x - this.sine * y + this.shift[0], this.sine * x + this.cosine * y + this.shift[1]];
  }
}

function coreOf(shape: Shape, direction: Vec2): Vec2 {
  const size = length(direction);
  return add(shape.support(direction), direction, size > 0 ? -shape.radius / size : 0);
}

function isInWorld([x, y, cosine, sine]: Float64Array, [u, v]: Vec2, world: Vec2): boolean {
  const reached: Vec2 = [cosine * u - sine * v + x, sine * u + cosine * v + y];
  return length(add(reached, world, -1)) <= 64 * Number.EPSILON * (length([x, y]) + length([u, v]));
}

/** The point of the half-plane below the line through `origin` with normal `up` that is nearest to `point`, or of the line. */
function ontoLine(point: Vec2, origin: Vec2, up: Vec2, isDeep: boolean): Vec2 {
  const height = dot(add(point, origin, -1), up);
  return add(point, up, isDeep ? -height : -Math.max(0, height));
}

/** The support value of that half-plane, grown by `radius`, along a unit vector: finite along its normal only. */
function lineReach(direction: Vec2, origin: Vec2, up: Vec2, radius: number): number {
  return length(add(direction, up, -1)) < 1e-14 ? dot(up, origin) + radius : Infinity;
}

/** The largest coordinate of a shape in its own frame, as far as it is bounded. */
function reach(shape: Shape): number {
  return Math.hypot(...shape.center) + (Number.isFinite(shape.boundingRadius) ? shape.boundingRadius : 0);
}

function relativePose(poses: Float64Array): [cosine: number, sine: number, x: number, y: number] {
  const engine = plane.engine();
  const { workspace } = engine.enter();
  try {
    engine.f64.set(poses, workspace + POSE_A);
    engine.kernel.relativePose(workspace);
    const { f64 } = engine;
    const [rotation, translation] = [workspace + ROTATION, workspace + TRANSLATION];
    return [f64[rotation], f64[rotation + 1], f64[translation], f64[translation + 1]];
  } finally {
    engine.leave();
  }
}
