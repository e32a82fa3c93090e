// The certificate: bounds recomputed from the two support functions and the result's proof, by code that is
// independent of the kernel's iterations.

import type { PoseLike } from '../math/pose.ts';
import { type Certificate, type CertifyOptions, readTolerance } from '../query/certificate.ts';
import type { Shape } from '../shapes/shape.ts';
import { certifyGrowth } from './certify-growth.ts';
import { certifyPenetration, certifySigned } from './certify-penetration.ts';
import { checkPair } from './check-pair.ts';
import { type AnyResult, checkResult } from './copy-result.ts';
import { RelativePair } from './relative-pair.ts';

/**
 * Checks a result of `distance`, `signedDistance`, `penetration` or `growthDistance`: calls the support functions again along
 * `result.proof.directions` and `result.normal`, and recomputes both bounds from them. The lower bound on a depth needs the polytope
 * that `keepProof: true` keeps; without it, the result's lower bound is not checked, only its upper bound: a translation of B by the
 * depth along the normal separates the shapes.
 * @example
 * ```ts
 * const result = distance(a, poseA, b, poseB);
 * certify(a, poseA, b, poseB, result).valid; // true
 * ```
 */
export function certify(
  a: Shape,
  poseA: PoseLike,
  b: Shape,
  poseB: PoseLike,
  result: AnyResult,
  options?: CertifyOptions,
): Certificate {
  checkPair('certify', a, b);
  checkResult('certify', result);
  const tolerance = readTolerance(options);
  if ('growth' in result) return certifyGrowth(a, poseA, b, poseB, result);
  const pair = new RelativePair(a, poseA, b, poseB, result.proof.inner);
  if ('depth' in result) return certifyPenetration(pair, result);
  if (result.distance < 0) return certifySigned(pair, result);
  return pair.certify(result, tolerance);
}
