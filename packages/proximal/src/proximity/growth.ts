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
  return queryGrowth('growthDistance', a, poseA, b, poseB, options);
}

/** A single query without a persistent pair. */
export function queryGrowth(
  where: string,
  a: Shape,
  poseA: PoseLike,
  b: Shape,
  poseB: PoseLike,
  options: GrowthOptions | undefined,
): GrowthResult {
  checkPair(where, a, b);
  const subject = new GrowthSubject(a, b, readGrowth(where, a, b, options, false), false);
  const result = createGrowthResult();
  runGrowth(activeEngine(), where, subject, poseA, poseB, result);
  return result;
}
