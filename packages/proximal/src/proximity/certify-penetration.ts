// Certificates of overlaps. The two support planes along the normal prove which translation of B along it separates the shapes. The
// lower bound on the depth is the best of EPA's polytope, if kept, the swept radii, and the inner balls around the centers.
import { length, scale, subtract, type Vec3 } from '../math/vec3.ts';
import type { Certificate } from '../query/certificate.ts';
import type { PenetrationResult } from './penetration-result.ts';
import { innerBall } from './polytope.ts';
import type { RelativePair } from './relative-pair.ts';
import type { DistanceResult, Polytope, Proof } from './result.ts';

/** An overlap. Its depth and bounds are not negative. */
interface Overlap {
  readonly depth: number;
  readonly lower: number;
  readonly upper: number;
  readonly normal: Vec3;
  readonly pointA: Vec3;
  readonly pointB: Vec3;
  readonly localA: Vec3;
  readonly localB: Vec3;
  readonly proof: Proof;
}

/** Certifies a result of `penetration`: the bounds are on the depth. For separated shapes, the proof is the plane between them. */
export function certifyPenetration(pair: RelativePair, result: PenetrationResult): Certificate {
  const { allowance } = pair;
  if (result.status !== 'separated') return certifyOverlap(pair, result);
  const valid = result.depth === 0 && result.upper === 0 && pair.gapAlong(pair.toA(result.normal)) > 0;
  return { lower: 0, upper: 0, gap: 0, allowance, valid };
}

/** Certifies a negative result of `signedDistance`: the bounds are on the signed distance. */
export function certifySigned(pair: RelativePair, result: DistanceResult): Certificate {
  const depth = -result.distance;
  const overlap = { ...result, depth, lower: Math.max(0, -result.upper), upper: -result.lower };
  const { lower, upper, gap, allowance, valid } = certifyOverlap(pair, overlap);
  return { lower: -upper, upper: -lower, gap, allowance, valid };
}

function certifyOverlap(pair: RelativePair, result: Overlap): Certificate {
  const { allowance, radii } = pair;
  const normal = pair.toA(result.normal);
  const { pointA, pointB, isConvex } = pair.combine(result.proof);
  const between = subtract(pointA, pointB);
  const { polytope } = result.proof;
  // Moving B by t along the normal moves its support plane by t: beyond this translation the shapes are apart.
  const upper = Math.max(0, -pair.gapAlong(normal));
  const inside = polytope && innerBall(polytope, cornersOf(pair, polytope));
  const ball = inside === null ? 0 : radii + inside;
  // Swept balls around points of the cores overlap by the sum of their radii minus the points' distance, as do the inner balls.
  const lower = Math.min(upper, Math.max(0, ball, radii - length(between), pair.depthOfBalls()));
  const depthOfCores = result.depth - radii;
  const slack = length(subtract(between, scale(normal, depthOfCores)));
  const valid =
    isConvex &&
    Math.abs(length(normal) - 1) <= 1e-13 &&
    upper <= result.upper + allowance &&
    upper <= result.depth + allowance &&
    result.depth >= result.lower - allowance &&
    result.depth <= result.upper + allowance &&
    (polytope === null || lower >= result.lower - allowance) &&
    pair.hasWitnesses(result, scale(normal, -result.depth), pointA, pointB, slack);
  return { lower, upper, gap: upper - lower, allowance, valid };
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
