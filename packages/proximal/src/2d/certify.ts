// The certificate: bounds recomputed from the two support functions and the result's proof, by code independent of the
// kernel's iterations.
import type { Vec2 } from '../math/vec2.ts';
import { type Certificate, type CertifyOptions, certifyBounds, readTolerance } from '../query/certificate.ts';
import { certifyGrowth } from './certify-growth.ts';
import { checkPair } from './check-pair.ts';
import type { Pose2Like } from './pose.ts';
import { add, dot, length, RelativePair } from './relative-pair.ts';
import { type AnyResult, checkResult, type DistanceResult } from './result.ts';
import type { Shape } from './shapes/shape.ts';

/**
 * Checks a result of `distance`, `signedDistance` or `growthDistance`: calls the support functions again along `result.proof.directions`
 * and `result.normal`, and recomputes both bounds from nothing else.
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
  return 'growth' in result ? certifyGrowth(pair, a, b, result) : certifyDistance(pair, a, b, result, tolerance);
}

function certifyDistance(
  pair: RelativePair,
  a: Shape,
  b: Shape,
  result: DistanceResult,
  tolerance: number | undefined,
): Certificate {
  const { weights, directions } = result.proof;
  const isDeep = result.distance < 0;
  let [pointA, pointB]: [Vec2, Vec2] = [
    [0, 0],
    [0, 0],
  ];
  let total = 0;
  for (let k = 0; k < weights.length; k++) {
    if (weights[k] === 0) continue;
    const cores = pair.cores([directions[2 * k], directions[2 * k + 1]], isDeep);
    pointA = add(pointA, cores.a, weights[k]);
    pointB = add(pointB, cores.b, weights[k]);
    total += weights[k];
  }
  const normal = pair.toA(result.normal);
  const between = add(pointB, pointA, -1);
  const { allowance } = pair;
  return certifyBounds(result, {
    isConvex: weights.every((weight) => weight >= 0) && Math.abs(total - 1) <= 1e-14,
    apart: (isDeep ? dot(between, normal) : length(between)) - (a.radius + b.radius),
    gap: length(normal) > 0 ? pair.gapAlong(normal) : Number.NEGATIVE_INFINITY,
    allowance,
    touching: Math.max(allowance, tolerance ?? 2e-9 * pair.size),
    hasWitnesses: (slack) => pair.hasWitnesses(result, normal, pointA, pointB, slack),
  });
}
