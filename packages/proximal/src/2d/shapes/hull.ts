// The convex hull of 2D points, with exact predicates: rounding neither removes nor adds corners.
import { orientation } from '../../math/orientation.ts';

/** The orientation of points a, b, c, given by their indices in the flat list x y x y … */
function orientationOf(xy: Float64Array, a: number, b: number, c: number): number {
  return orientation(xy[2 * a], xy[2 * a + 1], xy[2 * b], xy[2 * b + 1], xy[2 * c], xy[2 * c + 1]);
}

/** Andrew's monotone chain: the indices of the hull's corners, counter-clockwise, without duplicates and without points on edges. */
export function hullOf(xy: Float64Array): number[] {
  const order = Array.from({ length: xy.length / 2 }, (_, k) => k);
  order.sort((p, q) => xy[2 * p] - xy[2 * q] || xy[2 * p + 1] - xy[2 * q + 1] || p - q);
  const half = (points: readonly number[]): number[] => {
    const chain: number[] = [];
    for (const p of points) {
      while (chain.length > 1 && orientationOf(xy, chain[chain.length - 2], chain[chain.length - 1], p) <= 0)
        chain.pop();
      const last = chain[chain.length - 1];
      if (last === undefined || xy[2 * last] !== xy[2 * p] || xy[2 * last + 1] !== xy[2 * p + 1]) chain.push(p);
    }
    return chain;
  };
  const [lower, upper] = [half(order), half(order.reverse())];
  return lower.length === 1 ? lower : [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

/** The first point inside the hull; otherwise the first point out of order or in a second turn. Null for the outline of a convex polygon. */
export function faultOf(
  xy: Float64Array,
  hull: readonly number[],
): { readonly index: number; readonly why: string } | null {
  const edges = edgesOf(xy, hull);
  const inside = edges.indexOf(-1);
  if (inside >= 0) return { index: inside, why: 'it lies inside the hull of the others' };
  const { ranks, count } = ranksAlongBoundary(xy, hull, edges);
  let [last, step, steps] = [-1, 0, 0];
  for (let k = 0; k <= ranks.length; k++) {
    const index = k % ranks.length;
    const rank = ranks[index];
    if (rank < 0 || rank === last) continue;
    if (last >= 0) {
      const forward = (rank - last + count) % count;
      const next = forward === 1 ? 1 : forward === count - 1 ? -1 : 0;
      if (next === 0 || (count > 2 && step !== 0 && next !== step)) return { index, why: 'it is out of order' };
      [step, steps] = [next, steps + 1];
      if (steps > count) return { index, why: 'the outline goes around more than once' };
    }
    last = rank;
  }
  return null;
}

/** The edge on which each point lies, −1 for a point inside. Edge n goes from corner n to the next one; corner n belongs to edge n. */
function edgesOf(xy: Float64Array, hull: readonly number[]): number[] {
  const key = (k: number): string => `${xy[2 * k]} ${xy[2 * k + 1]}`;
  const corners = new Map(hull.map((k, n) => [key(k), n]));
  return Array.from(
    { length: xy.length / 2 },
    (_, k) =>
      corners.get(key(k)) ?? hull.findIndex((from, n) => orientationOf(xy, from, hull[(n + 1) % hull.length], k) === 0),
  );
}

/**
 * The rank of each point in the order along the boundary, and the count of ranks. Equal points have equal ranks. If the hull is a
 * segment, a point between its ends has the rank −1, because the outline may pass the point in either direction.
 */
function ranksAlongBoundary(
  xy: Float64Array,
  hull: readonly number[],
  edges: readonly number[],
): { readonly ranks: readonly number[]; readonly count: number } {
  // The points of an edge are collinear, so comparing one coordinate orders them exactly.
  const compare = (p: number, q: number): number => {
    if (edges[p] !== edges[q]) return edges[p] - edges[q];
    const [from, to] = [hull[edges[p]], hull[(edges[p] + 1) % hull.length]];
    const axis = xy[2 * from] === xy[2 * to] ? 1 : 0;
    const isAscending = xy[2 * from + axis] < xy[2 * to + axis];
    return (isAscending ? 1 : -1) * (xy[2 * p + axis] - xy[2 * q + axis]);
  };
  const isSegment = hull.length === 2;
  const ranks = edges.map(() => -1);
  let [count, last] = [0, -1];
  for (const k of edges.map((_, index) => index).sort(compare)) {
    if (isSegment && compare(k, hull[edges[k]]) !== 0) continue;
    if (last < 0 || compare(last, k) !== 0) count++;
    ranks[k] = count - 1;
    last = k;
  }
  return { ranks, count };
}
