// The certificate: bounds recomputed from the two support functions and the result's proof, by code that shares
// nothing with the kernel's iterations.

import { checkOptions } from '../check/argument.ts';
import type { PoseLike } from '../math/pose.ts';
import { length, scale, subtract } from '../math/vec3.ts';
import type { Certificate, CertifyOptions } from '../query/certificate.ts';
import type { Shape } from '../shapes/shape.ts';
import { certifyGrowth } from './certify-growth.ts';
import { certifyPenetration, certifySigned } from './certify-penetration.ts';
import { checkPair } from './check-pair.ts';
import { type AnyResult, checkResult } from './copy-result.ts';
import { RelativePair } from './relative-pair.ts';

/**
 * Checks a result of `distance`, `signedDistance`, `penetration` or `growthDistance`: calls the support functions again along
 * `result.proof.directions` and `result.normal`, and recomputes both bounds from nothing else. That an overlap is as deep as it
 * says takes the polytope that `keepProof: true` keeps; without one, only that the translation separates the shapes is proven.
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
  checkOptions('certify', 'options', options, ['tolerance']);
  if ('growth' in result) return certifyGrowth(a, poseA, b, poseB, result);
  const pair = new RelativePair(a, poseA, b, poseB, options?.tolerance, result.proof.inner);
  if ('depth' in result) return certifyPenetration(pair, result);
  if (result.distance < 0) return certifySigned(pair, result);
  const { pointA, pointB, isConvex } = pair.combine(result.proof);
  const normal = pair.toA(result.normal);
  const between = subtract(pointA, pointB);
  const { allowance } = pair;
  const isSeparated = result.status === 'separated';
  const upper = Math.max(0, length(between) - pair.radii);
  // Along any direction the support planes prove a bound; contact has none to offer, so that its bound is 0.
  const gap = length(normal) > 0 ? pair.gapAlong(normal) : Number.NEGATIVE_INFINITY;
  const lower = Math.min(upper, Math.max(0, gap));
  const isContact = result.status === 'touching' || result.status === 'overlapping';
  const isStatusProven = isSeparated ? gap > 0 : !isContact || upper <= pair.touching + allowance;
  const valid =
    isConvex &&
    lower >= result.lower - allowance &&
    upper <= result.upper + allowance &&
    gap <= upper + allowance &&
    result.distance >= result.lower - allowance &&
    result.distance <= result.upper + allowance &&
    isStatusProven &&
    pair.hasWitnesses(result, scale(normal, result.distance), pointA, pointB, isSeparated ? 0 : upper);
  return { lower, upper, gap: upper - lower, allowance, valid };
}
