// The convex hull of 2D points, with exact predicates: rounding neither removes nor adds corners.
import { orientation } from '../../math/orientation.ts';

/** The orientation of points a, b, c, given by their indices in the flat list x y x y … */
function turn(xy: Float64Array, a: number, b: number, c: number): number {
  return orientation(xy[2 * a], xy[2 * a + 1], xy[2 * b], xy[2 * b + 1], xy[2 * c], xy[2 * c + 1]);
}

/** Andrew's monotone chain: the hull's corners by their numbers, counter-clockwise, without duplicates and points on edges. */
export function hullOf(xy: Float64Array): number[] {
  const order = Array.from({ length: xy.length / 2 }, (_, k) => k);
  order.sort((p, q) => xy[2 * p] - xy[2 * q] || xy[2 * p + 1] - xy[2 * q + 1] || p - q);
  const half = (points: readonly number[]): number[] => {
    const chain: number[] = [];
    for (const p of points) {
      while (chain.length > 1 && turn(xy, chain[chain.length - 2], chain[chain.length - 1], p) <= 0) chain.pop();
      const last = chain[chain.length - 1];
      if (last === undefined || xy[2 * last] !== xy[2 * p] || xy[2 * last + 1] !== xy[2 * p + 1]) chain.push(p);
    }
    return chain;
  };
  const [lower, upper] = [half(order), half(order.reverse())];
  return lower.length === 1 ? lower : [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

/** The first point that violates the outline of a convex polygon, and the reason; null for a valid outline. */
export function faultOf(
  xy: Float64Array,
  hull: readonly number[],
): { readonly index: number; readonly why: string } | null {
  const count = hull.length;
  const key = (k: number): string => `${xy[2 * k]} ${xy[2 * k + 1]}`;
  const positions = new Map(hull.map((k, position) => [key(k), position]));
  let [last, step, steps] = [-1, 0, 0];
  for (let k = 0; k <= xy.length / 2; k++) {
    const index = k % (xy.length / 2);
    const position = positions.get(key(index));
    if (position === undefined) {
      const isOnEdge = hull.some((from, n) => turn(xy, from, hull[(n + 1) % count], index) === 0);
      if (!isOnEdge) return { index, why: 'it lies inside the hull of the others' };
    } else if (last < 0) last = position;
    else if (position !== last) {
      const forward = (position - last + count) % count;
      const next = forward === 1 ? 1 : forward === count - 1 ? -1 : 0;
      if (next === 0 || (count > 2 && step !== 0 && next !== step)) return { index, why: 'it is out of order' };
      [last, step, steps] = [position, next, steps + 1];
      if (steps > count) return { index, why: 'the outline goes around more than once' };
    }
  }
  return null;
}
