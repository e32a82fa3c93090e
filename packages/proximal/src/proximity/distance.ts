import { activeEngine } from '../engine/target.ts';
import type { PoseLike } from '../math/pose.ts';
import type { Shape } from '../shapes/shape.ts';
import { checkPair } from './check-pair.ts';
import { collidesByGrowth, type GrowthCollideOptions, readGrowthCollide } from './growth-collide.ts';
import { runGrowthCollide } from './growth-query.ts';
import { GrowthSubject } from './growth-subject.ts';
import { type DistanceOptions, readSettings } from './options.ts';
import { runCollide, runDistance, Subject } from './query.ts';
import { createResult, type DistanceResult } from './result.ts';

/**
 * The distance between two convex shapes, with proven bounds, witness points, status and proof.
 *
 * The status distinguishes separated, touching and overlapping shapes. `distance` is 0 for overlapping shapes, and at most the
 * tolerance for touching ones. Invalid arguments throw; valid ones do not, unless a custom shape or `trace` throws.
 * @param poseA the pose of A, body to world, in meters
 * @example
 * ```ts
 * const result = distance(box(1, 1, 1), {}, sphere(0.5), { position: [3, 0, 0] });
 * result.distance; // 1.5
 * result.normal; // [1, 0, 0], from A to B
 * ```
 */
export function distance(
  a: Shape,
  poseA: PoseLike,
  b: Shape,
  poseB: PoseLike,
  options?: DistanceOptions,
): DistanceResult {
  checkPair('distance', a, b);
  const settings = readSettings('distance', options, false);
  const result = createResult();
  runDistance(activeEngine(), 'distance', new Subject(a, b, settings, false), poseA, poseB, result);
  return result;
}

/**
 * Whether two convex shapes touch or overlap, or come within `options.margin` of each other. Returns false only if the distance is
 * proven to exceed the margin by more than rounding. Faster than `distance`.
 * @example
 * ```ts
 * collide(box(1, 1, 1), {}, sphere(0.5), { position: [1.5, 0, 0] }); // true: they touch
 * collide(box(1, 1, 1), {}, sphere(0.5), { position: [2, 0, 0] }, { margin: 0.5 }); // true
 * ```
 */
export function collide(
  a: Shape,
  poseA: PoseLike,
  b: Shape,
  poseB: PoseLike,
  options?: DistanceOptions | GrowthCollideOptions,
): boolean {
  checkPair('collide', a, b);
  if (collidesByGrowth(options)) {
    const subject = new GrowthSubject(a, b, readGrowthCollide('collide', a, b, options, false), false);
    return runGrowthCollide(activeEngine(), 'collide', subject, poseA, poseB);
  }
  const settings = readSettings('collide', options, false);
  return runCollide(activeEngine(), 'collide', new Subject(a, b, settings, false), poseA, poseB);
}
