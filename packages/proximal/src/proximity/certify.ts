// The certificate: bounds recomputed from the two support functions and the result's proof, by code that shares
// nothing with the kernel's iterations.

import { wrongType } from '../check/argument.ts';
import { compose, inverse, type PoseLike, transformPoint } from '../math/pose.ts';
import { add, dot, length, scale, subtract, type Vec3 } from '../math/vec3.ts';
import { checkShape, type Shape } from '../shapes/shape.ts';
import type { DistanceResult } from './result.ts';

/** What a proof proves. Lengths in metres. */
export interface Certificate {
  /** The distance is at least this: the gap between the two support planes along the result's normal. */
  lower: number;
  /** The distance is at most this: the two points that the proof's weights combine are this far apart. */
  upper: number;
  /** `upper − lower`. */
  gap: number;
  /** The rounding error that `valid` allows: 64 ε times the largest coordinate in A's frame. */
  allowance: number;
  /** The bounds, the distance, the witness points and the status of the result agree with the proof. */
  valid: boolean;
}

/**
 * Checks a result of `distance`: calls the support functions again along `result.proof.directions` and
 * `result.normal`, and recomputes both bounds from nothing else.
 * @example
 * ```ts
 * const result = distance(a, poseA, b, poseB);
 * certify(a, poseA, b, poseB, result).valid; // true
 * ```
 */
export function certify(a: Shape, poseA: PoseLike, b: Shape, poseB: PoseLike, result: DistanceResult): Certificate {
  checkShape('certify', 'a', a);
  checkShape('certify', 'b', b);
  if (typeof result !== 'object' || result === null || !('proof' in result)) {
    throw wrongType('certify', 'result', result, 'give a result of distance() for the same shapes and poses');
  }
  const pair = new RelativePair(a, poseA, b, poseB);
  const { weights, directions } = result.proof;
  let pointA: Vec3 = [0, 0, 0];
  let pointB: Vec3 = [0, 0, 0];
  let total = 0;
  for (let k = 0; k < weights.length; k++) {
    if (weights[k] === 0) continue;
    const direction: Vec3 = [directions[3 * k], directions[3 * k + 1], directions[3 * k + 2]];
    pointA = add(pointA, scale(pair.coreA(direction), weights[k]));
    pointB = add(pointB, scale(pair.coreB(direction), weights[k]));
    total += weights[k];
  }
  const normal = pair.toA(result.normal);
  const isSeparated = result.status === 'separated';
  const upper = Math.max(0, length(subtract(pointA, pointB)) - a.radius - b.radius);
  const lower = isSeparated ? Math.max(0, pair.gapAlong(normal)) : 0;
  const { allowance } = pair;
  const valid =
    weights.every((weight) => weight >= 0) &&
    Math.abs(total - 1) <= 1e-14 &&
    lower >= result.lower - allowance &&
    upper <= result.upper + allowance &&
    lower <= upper + allowance &&
    result.distance >= lower - allowance &&
    result.distance <= upper + allowance &&
    pair.hasWitnesses(result, normal) &&
    (isSeparated ? lower > 0 : result.lower <= allowance);
  return { lower, upper, gap: upper - lower, allowance, valid };
}

/** Two shapes seen from A's frame, through their support functions. */
class RelativePair {
  readonly allowance: number;
  private readonly bInA: Float64Array;
  private readonly aInB: Float64Array;
  private readonly worldInA: Float64Array;

  constructor(
    private readonly a: Shape,
    poseA: PoseLike,
    private readonly b: Shape,
    poseB: PoseLike,
  ) {
    const [worldA, worldB] = [compose(poseA, {}), compose(poseB, {})];
    // Both bodies are moved by −A's position first: exact where it matters, for bodies that are near each other.
    const origin = worldA.slice(0, 3);
    for (const world of [worldA, worldB]) for (let k = 0; k < 3; k++) world[k] -= origin[k];
    this.worldInA = inverse(worldA);
    this.bInA = compose(this.worldInA, worldB);
    this.aInB = inverse(this.bInA);
    const reach = (shape: Shape): number =>
      length(shape.center) + (Number.isFinite(shape.boundingRadius) ? shape.boundingRadius : 0);
    const offset: Vec3 = [this.bInA[0], this.bInA[1], this.bInA[2]];
    this.allowance = 64 * Number.EPSILON * (length(offset) + reach(a) + reach(b));
  }

  /** Turns a world direction into A's frame. */
  toA(direction: Vec3): Vec3 {
    return turn(this.worldInA, direction);
  }

  coreA(direction: Vec3): Vec3 {
    return subtract(this.a.support(direction), scale(direction, this.a.radius));
  }

  /** B's core point against `direction`, in A's frame. */
  coreB(direction: Vec3): Vec3 {
    const against = turn(this.aInB, scale(direction, -1));
    return transformPoint(this.bInA, subtract(this.b.support(against), scale(against, this.b.radius)));
  }

  /** How far apart the support planes along the unit vector `normal` are: no pair of points is nearer. */
  gapAlong(normal: Vec3): number {
    const nearestB = transformPoint(this.bInA, this.b.support(turn(this.aInB, scale(normal, -1))));
    return dot(normal, nearestB) - dot(normal, this.a.support(normal));
  }

  /** pointB − pointA = distance · normal, compared in A's frame. */
  hasWitnesses(result: DistanceResult, normal: Vec3): boolean {
    const between = subtract(transformPoint(this.bInA, result.localB), result.localA);
    return length(subtract(between, scale(normal, result.distance))) <= this.allowance;
  }
}

function turn(pose: Float64Array, direction: Vec3): Vec3 {
  return transformPoint({ rotation: pose.subarray(3) }, direction);
}
