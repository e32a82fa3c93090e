// Certificates of growth distances: the support planes along the normal bound the growth from below, and the combined points of the proof
// bound it from above.
import { compose, inverse, type PoseLike, transformPoint } from '../math/pose.ts';
import { add, cross, dot, length, scale, subtract, type Vec3 } from '../math/vec3.ts';
import type { Certificate } from '../query/certificate.ts';
import { point } from '../shapes/point.ts';
import type { Shape } from '../shapes/shape.ts';
import { distance } from './distance.ts';
import type { GrowthResult } from './growth-result.ts';
import { innerRadius } from './inner-radius.ts';
import { radiusAboutOrigin, readRelativePose } from './relative-pair.ts';

/** The bounds on the growth from the proof of `result`, and whether they agree with the result. */
export function certifyGrowth(a: Shape, poseA: PoseLike, b: Shape, poseB: PoseLike, result: GrowthResult): Certificate {
  const pair = new GrowingPair(a, poseA, b, poseB, result);
  const { centerA, centerB } = result.proof;
  if (result.growth === 0) {
    const valid = pair.length <= pair.rayAllowance && result.upper === 0 && pair.hasPoints(centerA, centerB);
    return { lower: 0, upper: 0, gap: 0, allowance: 0, valid };
  }
  const unit = scale(pair.ray, 1 / pair.length);
  const normal = transformPoint({ rotation: inverse(poseA).subarray(3) }, result.normal);
  const points = pair.combine();
  const image = subtract(subtract(points.a, centerA), pair.fromB(subtract(points.b, centerB)));
  const along = dot(image, unit);
  // The growth is the length of the ray between the centers, divided by the part of it inside the Minkowski difference of the shapes
  // about their centers. `along` is at most this part: the combined points give a point of the ray inside the difference. The support
  // plane meets the ray outside the difference.
  const upper = pair.length / along;
  const support = pair.supportValue(normal);
  const lower = dot(pair.ray, normal) / support;
  // The error increases as the angle between ray and plane decreases.
  const allowance = upper * (pair.allowance / Math.min(along, support) + pair.rayAllowance / dot(pair.ray, normal));
  const valid =
    points.isProven &&
    along > 0 &&
    length(cross(unit, image)) <= pair.allowance &&
    Math.abs(length(normal) - 1) <= 1e-13 &&
    lower >= result.lower - allowance &&
    upper <= result.upper + allowance &&
    lower <= upper + allowance &&
    result.growth >= result.lower - allowance &&
    result.growth <= result.upper + allowance &&
    isStatusConsistent(result) &&
    pair.hasPoints(points.a, points.b) &&
    pair.meetAtContact();
  return { lower, upper, gap: upper - lower, allowance, valid };
}

function isStatusConsistent({ status, lower, upper }: GrowthResult): boolean {
  if (status === 'separated') return lower > 1;
  if (status === 'overlapping') return upper < 1;
  return lower <= 1 && upper >= 1;
}

/** Two shapes relative to their centers, in A's frame. */
class GrowingPair {
  /** From A's center to B's. */
  readonly ray: Vec3;
  readonly length: number;
  /**
   * The rounding error of a point of the difference, and of the ray: 64 ε times the sum of bounds on the coordinates that enter
   * them.
   */
  readonly allowance: number;
  readonly rayAllowance: number;
  private readonly rotation: Float64Array;

  constructor(
    private readonly a: Shape,
    private readonly poseA: PoseLike,
    private readonly b: Shape,
    private readonly poseB: PoseLike,
    private readonly result: GrowthResult,
  ) {
    const { rotation, translation } = readRelativePose('certify', poseA, poseB);
    const { centerA, centerB } = result.proof;
    this.rotation = rotation;
    // Use the kernel's order of operations: for nearly coincident centers the ray consists of rounding errors.
    this.ray = subtract(translation, subtract(centerA, this.fromB(centerB)));
    this.length = length(this.ray);
    const sizes = radiusAboutOrigin(a) + radiusAboutOrigin(b) + length(centerA) + length(centerB);
    this.allowance = 64 * Number.EPSILON * sizes;
    this.rayAllowance = this.allowance + 64 * Number.EPSILON * length(translation);
  }

  /** Rotates a vector from B's frame to A's. */
  fromB([x, y, z]: Readonly<Vec3>): Vec3 {
    const r = this.rotation;
    return [r[0] * x + r[1] * y + r[2] * z, r[3] * x + r[4] * y + r[5] * z, r[6] * x + r[7] * y + r[8] * z];
  }

  private toB([x, y, z]: Vec3): Vec3 {
    const r = this.rotation;
    return [r[0] * x + r[3] * y + r[6] * z, r[1] * x + r[4] * y + r[7] * z, r[2] * x + r[5] * y + r[8] * z];
  }

  /** The support value of the difference about the centers along a unit vector. */
  supportValue(normal: Vec3): number {
    const { a, b, result } = this;
    const against = scale(this.toB(normal), -1);
    const { centerA, centerB } = result.proof;
    return dot(normal, subtract(a.support(normal), centerA)) + dot(against, subtract(b.support(against), centerB));
  }

  /**
   * The combined points of A and B, each in its shape's frame. A proof without weights has only the result's points, which must be checked to lie in
   * the shapes.
   */
  combine(): { a: Vec3; b: Vec3; isProven: boolean } {
    const { a, b, result, allowance } = this;
    const { weights, directionsA, directionsB, inner, centerA, centerB } = result.proof;
    const { localA, localB } = result;
    const total = weights[0] + weights[1] + weights[2];
    if (total === 0)
      return { a: localA, b: localB, isProven: isIn(a, localA, allowance) && isIn(b, localB, allowance) };
    let pointA: Vec3 = [0, 0, 0];
    let pointB: Vec3 = [0, 0, 0];
    let isProven = Math.abs(total - 1) <= 1e-14 && weights.every((weight) => weight >= 0);
    for (let k = 0; k < 3; k++) {
      if (weights[k] === 0) continue;
      const ofA = pointOf(a, centerA, directionsA, k, inner[k] === 1);
      const ofB = pointOf(b, centerB, directionsB, k, inner[k] === 1);
      pointA = add(pointA, scale(ofA.point, weights[k]));
      pointB = add(pointB, scale(ofB.point, weights[k]));
      isProven &&= ofA.isProven && ofB.isProven;
    }
    return { a: pointA, b: pointB, isProven };
  }

  /** Whether the result's points agree with the given points, in the bodies' frames and in the world. */
  hasPoints(pointA: Vec3, pointB: Vec3): boolean {
    const { result, allowance, poseA, poseB } = this;
    return (
      length(subtract(result.localA, pointA)) <= allowance &&
      length(subtract(result.localB, pointB)) <= allowance &&
      isInWorld(poseA, result.localA, result.pointA) &&
      isInWorld(poseB, result.localB, result.pointB)
    );
  }

  /** Whether both points, scaled about their centers, are the contact: (9c) of Thirugnanam and Sreenath. */
  meetAtContact(): boolean {
    const { result, poseA, poseB } = this;
    const { growth, contact, proof } = result;
    const image = (pose: PoseLike, local: Vec3, center: Vec3): Vec3 =>
      transformPoint(pose, add(center, scale(subtract(local, center), growth)));
    const worldError = 64 * Number.EPSILON * (length(positionOf(poseA)) + length(positionOf(poseB)));
    const allowed = growth * this.allowance + this.rayAllowance + worldError;
    return (
      length(subtract(image(poseA, result.localA, proof.centerA), contact)) <= allowed &&
      length(subtract(image(poseB, result.localB, proof.centerB), contact)) <= allowed
    );
  }
}

/** The point of a shape for a direction of the proof, and whether it is valid: the support point, or a point of the inner ball. */
function pointOf(
  shape: Shape,
  center: Vec3,
  directions: Float64Array,
  k: number,
  isInner: boolean,
): { point: Vec3; isProven: boolean } {
  const direction: Vec3 = [directions[3 * k], directions[3 * k + 1], directions[3 * k + 2]];
  if (!isInner) return { point: shape.support(direction), isProven: true };
  const radius = innerRadius('certify', 'result.proof', shape, center);
  return { point: add(center, direction), isProven: length(direction) <= radius * (1 + 1e-12) };
}

function isIn(shape: Shape, local: Vec3, allowance: number): boolean {
  return distance(shape, {}, point(), { position: local }, { relativeTolerance: 1e-12 }).lower <= allowance;
}

function isInWorld(pose: PoseLike, local: Vec3, world: Vec3): boolean {
  const allowed = 64 * Number.EPSILON * (length(positionOf(pose)) + length(local));
  return length(subtract(transformPoint(pose, local), world)) <= allowed;
}

function positionOf(pose: PoseLike): Vec3 {
  const [x, y, z] = compose(pose, {});
  return [x, y, z];
}
