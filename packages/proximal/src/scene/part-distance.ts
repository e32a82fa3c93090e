// The signed distance of two parts, except that the depth of a bounded part in a column of a height field is measured to the column's top, because
// the column's walls are inside the ground.
import type { Pair } from '../proximity/pair.ts';
import type { DistanceResult } from '../proximity/result.ts';
import { facetPenetration } from './facet-penetration.ts';
import { HeightField } from './nonconvex/height-field.ts';
import { type Posed, partOf } from './part-pairs.ts';

/**
 * The signed distance of part `partA` of `a` and part `partB` of `b`, whose warm-started pair is `pair`. If the top of a column misses a part that
 * overlaps the column, the result is that of `pair.distance`, without a depth.
 */
export function signedPartDistance(pair: Pair, a: Posed, partA: number, b: Posed, partB: number): DistanceResult {
  const [p, q] = [partOf(a, partA), partOf(b, partB)];
  const isOverA = a.volume.assembly instanceof HeightField && q.shape.isBounded;
  const isOverB = b.volume.assembly instanceof HeightField && p.shape.isBounded;
  if (!isOverA && !isOverB) return pair.signedDistance(p.pose, q.pose);
  const result = pair.distance(p.pose, q.pose);
  if (result.status !== 'overlapping') return result;
  return (isOverA ? facetPenetration(result, a, partA, q, 1) : facetPenetration(result, b, partB, p, -1)) ?? result;
}
