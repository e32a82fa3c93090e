// Certificates of overlaps in space, with EPA's polytope if it is kept.
import { subtract, type Vec3 } from '../math/vec3.ts';
import type { Certificate } from '../query/certificate.ts';
import { certifySeparation, certifyOverlap as certifyShared } from '../query/certify-overlap.ts';
import type { PenetrationResult } from './penetration-result.ts';
import { innerBall } from './polytope.ts';
import type { RelativePair } from './relative-pair.ts';
import type { DistanceResult, Polytope } from './result.ts';

/** Certifies a result of `penetration`: the bounds are on the depth. For separated shapes, the proof is the plane between them. */
export function certifyPenetration(pair: RelativePair, result: PenetrationResult): Certificate {
  return result.status === 'separated' ? certifySeparation(pair, result) : certifyOverlap(pair, result);
}

/** Certifies a negative result of `signedDistance`: the bounds are on the signed distance. */
export function certifySigned(pair: RelativePair, result: DistanceResult): Certificate {
  const depth = -result.distance;
  const overlap = { ...result, depth, lower: Math.max(0, -result.upper), upper: -result.lower };
  const { lower, upper, gap, allowance, valid } = certifyOverlap(pair, overlap);
  return { lower: -upper, upper: -lower, gap, allowance, valid };
}

function certifyOverlap(pair: RelativePair, result: Omit<PenetrationResult, 'local'>): Certificate {
  const { polytope } = result.proof;
  const ball = polytope && (innerBall(polytope, cornersOf(pair, polytope)) ?? Number.NEGATIVE_INFINITY);
  return certifyShared(pair, result, ball, pair.depthOfBalls());
}

/** The polytope's corners, recomputed from the support functions. */
function cornersOf(pair: RelativePair, { directions }: Polytope): Vec3[] {
  const corners: Vec3[] = [];
  for (let k = 0; k < directions.length; k += 3) {
    const { a, b } = pair.cores([directions[k], directions[k + 1], directions[k + 2]]);
    corners.push(subtract(a, b));
  }
  return corners;
}
