// The certificate: bounds recomputed from the two support functions and the result's proof, by code independent of the
// kernel's iterations.
import { type Certificate, type CertifyOptions, readTolerance } from '../query/certificate.ts';
import { certifyOverlap, certifySeparation } from '../query/certify-overlap.ts';
import { certifyGrowth } from './certify-growth.ts';
import { checkPair } from './check-pair.ts';
import type { Pose2Like } from './pose.ts';
import { RelativePair } from './relative-pair.ts';
import { type AnyResult, checkResult } from './result.ts';
import type { Shape } from './shapes/shape.ts';

/**
 * Checks a result of `distance`, `signedDistance`, `penetration`, `growthDistance` or `growthCollide`: calls the support functions again along
 * `result.proof.directions` and `result.normal`, and recomputes both bounds from them alone. Of a `penetration` it checks that the translation by the
 * depth along the normal separates the shapes, but not that no shorter translation separates them.
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
  if ('growth' in result) return certifyGrowth(pair, a, b, result);
  if (!('depth' in result)) return pair.certify(result, tolerance);
  return result.status === 'separated'
    ? certifySeparation(pair, result)
    : certifyOverlap(pair, result, null, pair.depthOfCircles());
}
