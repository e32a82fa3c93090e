import { plane } from '../engine/2d.ts';
import { checkPair } from './check-pair.ts';
import { type ClearanceOptions, type DistanceOptions, readClearanceSettings, readSettings } from './options.ts';
import type { Pose2Like } from './pose.ts';
import { runClearance, runCollide, runDistance, Subject } from './query.ts';
import { createResult, type DistanceResult } from './result.ts';
import type { Shape } from './shapes/shape.ts';

/**
 * The distance between two convex 2D shapes, with proven bounds, witness points, status and proof.
 *
 * The status distinguishes separated, touching and overlapping shapes; `distance` is 0 for overlapping shapes, and 0 up to the
 * tolerance for touching ones. Invalid arguments throw; valid ones do not, unless a custom shape or `trace` throws.
 * @param poseA the pose of A, body to world, in meters
 * @example
 * ```ts
 * const result = distance(box(1, 1), {}, circle(0.5), { position: [3, 0] });
 * result.distance; // 1.5
 * result.normal; // [1, 0], from A to B
 * ```
 */
export function distance(
  a: Shape,
  poseA: Pose2Like,
  b: Shape,
  poseB: Pose2Like,
  options?: DistanceOptions,
): DistanceResult {
  return query('distance', a, poseA, b, poseB, options, false);
}

/**
 * The distance between two convex 2D shapes, without bounds, points, normal or proof, which is faster. 0 if they touch
 * or overlap. It equals the `upper` of `distance` up to the tolerance. If `upTo` or `maxIterations` ends the search early, it is
 * a lower bound on the distance, up to rounding: above `upTo` in the first case, and possibly 0 in the second.
 * @example
 * ```ts
 * clearance(box(1, 1), {}, circle(0.5), { position: [3, 0] }); // 1.5
 * ```
 */
export function clearance(a: Shape, poseA: Pose2Like, b: Shape, poseB: Pose2Like, options?: ClearanceOptions): number {
  checkPair('clearance', a, b);
  const settings = readClearanceSettings('clearance', options);
  return runClearance(plane.engine(), 'clearance', new Subject(a, b, settings, false), poseA, poseB);
}

/**
 * The signed distance: for overlapping shapes it is minus the penetration depth. It is continuous through contact. Moving B by
 * `−distance · normal` makes overlapping shapes touch, up to the tolerance, and `lower ≤ distance ≤ upper` holds on both sides of zero. For
 * overlapping shapes, `pointA` and `pointB` are the points deepest inside the other shape.
 * @example
 * ```ts
 * signedDistance(box(1, 1), {}, box(1, 1), { position: [1.5, 0] }).distance; // -0.5
 * ```
 */
export function signedDistance(
  a: Shape,
  poseA: Pose2Like,
  b: Shape,
  poseB: Pose2Like,
  options?: DistanceOptions,
): DistanceResult {
  return query('signedDistance', a, poseA, b, poseB, options, true);
}

function query(
  where: string,
  a: Shape,
  poseA: Pose2Like,
  b: Shape,
  poseB: Pose2Like,
  options: DistanceOptions | undefined,
  isSigned: boolean,
): DistanceResult {
  checkPair(where, a, b);
  const settings = readSettings(where, options, false);
  const result = createResult();
  runDistance(plane.engine(), where, new Subject(a, b, settings, false), poseA, poseB, result, isSigned);
  return result;
}

/**
 * Whether two convex shapes touch or overlap, or come within `options.margin` of each other. Returns false only with a proof: a
 * separating direction whose gap exceeds the margin by more than rounding. Faster than `distance`.
 * @example
 * ```ts
 * collide(box(1, 1), {}, circle(0.5), { position: [1.5, 0] }); // true: they touch
 * collide(box(1, 1), {}, circle(0.5), { position: [2, 0] }, { margin: 0.5 }); // true
 * ```
 */
export function collide(a: Shape, poseA: Pose2Like, b: Shape, poseB: Pose2Like, options?: DistanceOptions): boolean {
  checkPair('collide', a, b);
  const settings = readSettings('collide', options, false);
  return runCollide(plane.engine(), 'collide', new Subject(a, b, settings, false), poseA, poseB);
}
