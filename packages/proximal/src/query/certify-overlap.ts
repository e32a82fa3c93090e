// Certificates of overlaps, in 3D and 2D. The two support planes (lines) along the normal prove which translation of B along it separates
// the shapes. The lower bound on the depth is the largest of three: from EPA's polytope, if it was kept, from the swept radii, and from the
// inner balls around the centers.
import { add, length } from '../math/vector.ts';
import type { Certificate } from './certificate.ts';
import type { Proof, RelativeShapes, Witnesses } from './relative-shapes.ts';

/** An overlap. Its depth and bounds are not negative. */
export interface Overlap<Vector> extends Witnesses<Vector> {
  readonly depth: number;
  readonly lower: number;
  readonly upper: number;
  readonly normal: Vector;
  readonly proof: Proof;
}

/** Certifies a depth of shapes that are proven to be apart: it is 0, and the proof is the plane between them. */
export function certifySeparation<Vector extends number[]>(
  pair: RelativeShapes<Vector>,
  { depth, upper, normal }: Overlap<Vector>,
): Certificate {
  const valid = depth === 0 && upper === 0 && pair.gapAlong(pair.toA(normal)) > 0;
  return { lower: 0, upper: 0, gap: 0, allowance: pair.allowance, valid };
}

/**
 * Certifies a depth.
 * @param polytopeDepth a lower bound on the depth of the cores from a kept polytope, −∞ if it proves none; null without a polytope, and the result's
 * lower bound is then not checked
 * @param ballOverlap the overlap of the inner balls around the centers; negative if they are separated
 */
export function certifyOverlap<Vector extends number[]>(
  pair: RelativeShapes<Vector>,
  result: Overlap<Vector>,
  polytopeDepth: number | null,
  ballOverlap: number,
): Certificate {
  const { allowance, radii } = pair;
  const normal = pair.toA(result.normal);
  const { pointA, pointB, isConvex } = pair.combine(result.proof, true);
  const between = add(pointA, pointB, -1);
  // Moving B by t along the normal moves its support plane by t: beyond this translation the shapes are apart.
  const upper = Math.max(0, -pair.gapAlong(normal));
  // Swept balls around points of the cores overlap by the sum of their radii minus the points' distance, as do the inner balls.
  const lower = Math.min(
    upper,
    Math.max(0, radii + (polytopeDepth ?? Number.NEGATIVE_INFINITY), radii - length(between), ballOverlap),
  );
  const slack = length(add(between, normal, radii - result.depth));
  const separation = normal.map((x) => -result.depth * x) as Vector;
  const valid =
    isConvex &&
    Math.abs(length(normal) - 1) <= 1e-13 &&
    upper <= result.upper + allowance &&
    upper <= result.depth + allowance &&
    result.depth >= result.lower - allowance &&
    result.depth <= result.upper + allowance &&
    (polytopeDepth === null || lower >= result.lower - allowance) &&
    pair.hasWitnesses(result, separation, pointA, pointB, slack);
  return { lower, upper, gap: upper - lower, allowance, valid };
}
