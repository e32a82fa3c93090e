// The certificate: bounds recomputed from the two support functions and the result's proof, by code independent of the
// kernel's iterations.
import { type Certificate, type CertifyOptions, readTolerance } from '../query/certificate.ts';
import { certifyGrowth } from './certify-growth.ts';
import { checkPair } from './check-pair.ts';
import type { Pose2Like } from './pose.ts';
import { RelativePair } from './relative-pair.ts';
import { type AnyResult, checkResult } from './result.ts';
import type { Shape } from './shapes/shape.ts';

/**
 * Checks a result of `distance`, `signedDistance`, `growthDistance` or `growthCollide`: calls the support functions again along
 * `result.proof.directions` and `result.normal`, and recomputes both bounds from them alone.
 * @example
 * ```ts
 * const result = distance(a, poseA, b, poseB);
 * certify(a, poseA, b, poseB, result).valid; // true
 * ```
 */
export function certify(
  a: Shape,
  poseA: Pose2Like,
  b: Shape,
  poseB: Pose2Like,
  result: AnyResult,
  options?: CertifyOptions,
): Certificate {
  checkPair('certify', a, b);
  checkResult('certify', result);
  const tolerance = readTolerance(options);
  const pair = new RelativePair('certify', a, poseA, b, poseB);
  return 'growth' in result ? certifyGrowth(pair, a, b, result) : pair.certify(result, tolerance);
}
