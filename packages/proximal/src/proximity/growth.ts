import { activeEngine } from '../engine/target.ts';
import type { PoseLike } from '../math/pose.ts';
import type { Shape } from '../shapes/shape.ts';
import { checkPair } from './check-pair.ts';
import { type GrowthOptions, readGrowth } from './growth-options.ts';
import { runGrowth } from './growth-query.ts';
import { createGrowthResult, type GrowthResult } from './growth-result.ts';
import { GrowthSubject } from './growth-subject.ts';

/**
 * The growth distance: the factor by which both shapes, scaled about their centers, just touch. It measures both separation
 * (above 1) and overlap (below 1). At least one center must be strictly inside its shape, and the other in its shape. Equal
 * centers give 0.
 * @param poseA the pose of A, body to world, in meters
 * @example
 * ```ts
 * const result = growthDistance(box(1, 1, 1), {}, sphere(1), { position: [4, 0, 0] });
 * result.growth; // 2: at twice their size they touch …
 * result.contact; // … at [2, 0, 0]
 * ```
 */
export function growthDistance(
  a: Shape,
  poseA: PoseLike,
  b: Shape,
  poseB: PoseLike,
  options?: GrowthOptions,
): GrowthResult {
  return queryGrowth('growthDistance', a, poseA, b, poseB, options, false);
}

/**
 * Whether two shapes touch or overlap, with the proof: the growth query, ended as soon as both bounds are on one side of 1. If the
 * `status` is `'separated'`, `lower` is above 1, and the plane with this `normal` through A's support point along it is between the
 * shapes. Otherwise `upper` is at most 1, and `contact` is a point of both shapes, both up to the tolerance if the status is
 * `'touching'`. The `termination` of an early end is `'upTo'`. (If nothing can be proven, the status is `'unknown'`.)
 * Algorithms other than `'ray'` compute the growth distance.
 * @example
 * ```ts
 * const { status, lower, normal } = growthCollide(box(1, 1, 1), {}, sphere(1), { position: [4, 0, 0] });
 * // 'separated', lower > 1, normal [1, 0, 0]
 * ```
 */
export function growthCollide(
  a: Shape,
  poseA: PoseLike,
  b: Shape,
  poseB: PoseLike,
  options?: GrowthOptions,
): GrowthResult {
  return queryGrowth('growthCollide', a, poseA, b, poseB, options, true);
}

/** A single query without a persistent pair. */
export function queryGrowth(
  where: string,
  a: Shape,
  poseA: PoseLike,
  b: Shape,
  poseB: PoseLike,
  options: GrowthOptions | undefined,
  isBoolean: boolean,
): GrowthResult {
  checkPair(where, a, b);
  const subject = new GrowthSubject(a, b, readGrowth(where, a, b, options, false), false);
  const result = createGrowthResult();
  runGrowth(activeEngine(), where, subject, poseA, poseB, result, isBoolean);
  return result;
}
