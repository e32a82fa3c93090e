// Reduces a patch to a few points: the deepest point, and the points that span the largest area with it.
//
// Bodies at rest jitter by rounding, so equal depths and areas may differ slightly. Differences below a tolerance count as equal,
// and among equals the lower id is chosen. Successive steps then select the same points.
import type { SlotList } from '../../broad/slot-list.ts';
import type { PatchPolygon } from './polygon.ts';

/** Points in the plane with their gaps; their labels are ids. */
export interface GapPoints extends Pick<PatchPolygon, 'u' | 'v' | 'labels'> {
  readonly gaps: Float64Array;
}

/**
 * A corner is on a line if its distance from the line is at most this times the patch's extent. Areas are equal if their relative difference is at
 * most this.
 */
const straightTolerance = 1e-6;
/** Gaps are equal if they differ by at most this times the patch's extent, which is more than the jitter of a resting body. */
const equalGap = 1e-8;

/**
 * Reduces the chosen points, the corners of a polygon in order, to at most `maxPoints`, 1 to 4; `Infinity` keeps all of them. Corners on a straight
 * line between their neighbors are dropped first, unless they are deeper. If more remain, the deepest point is kept, and the points that span the
 * largest area with it (for two points, the largest length).
 */
export function reduce(points: GapPoints, maxPoints: number, chosen: SlotList): void {
  if (maxPoints === Infinity || chosen.count <= 1) return;
  const size = extent(points, chosen);
  dropStraight(points, size, chosen);
  if (chosen.count <= maxPoints) return;
  sortByLabel(points, chosen);
  moveDeepestFirst(points, size, chosen);
  chosen.count = maxPoints === 1 ? 1 : 1 + spanWidest(points, chosen, maxPoints - 1);
}

function extent({ u, v }: GapPoints, { slots, count }: SlotList): number {
  const first = slots[0];
  let size = 0;
  for (let k = 0; k < count; k++)
    size = Math.max(size, Math.abs(u[slots[k]] - u[first]), Math.abs(v[slots[k]] - v[first]));
  return size;
}

/** Drops corners on a straight line between their neighbors, unless they are deeper than both. */
function dropStraight(points: GapPoints, size: number, chosen: SlotList): void {
  const { slots } = chosen;
  for (let k = 0; k < chosen.count && chosen.count > 2; ) {
    const before = slots[(k + chosen.count - 1) % chosen.count];
    const after = slots[(k + 1) % chosen.count];
    if (isBetween(points, slots[k], before, after, size)) {
      slots.copyWithin(k, k + 1, chosen.count);
      chosen.count--;
    } else k++;
  }
}

function isBetween(points: GapPoints, point: number, from: number, to: number, size: number): boolean {
  const { u, v, gaps } = points;
  const du = u[to] - u[from];
  const dv = v[to] - v[from];
  const squared = du * du + dv * dv;
  const along = (u[point] - u[from]) * du + (v[point] - v[from]) * dv;
  if (!(along > 0 && along < squared)) return false;
  const isOnLine = Math.abs(area(points, from, to, point)) <= straightTolerance * size * Math.sqrt(squared);
  return isOnLine && gaps[point] >= Math.min(gaps[from], gaps[to]) - equalGap * size;
}

function sortByLabel({ labels }: GapPoints, { slots, count }: SlotList): void {
  for (let k = 1; k < count; k++) {
    const slot = slots[k];
    let to = k;
    for (; to > 0 && labels[slots[to - 1]] > labels[slot]; to--) slots[to] = slots[to - 1];
    slots[to] = slot;
  }
}

/** Moves the first of the deepest points to the front. */
function moveDeepestFirst({ gaps }: GapPoints, size: number, { slots, count }: SlotList): void {
  let least = Infinity;
  for (let k = 0; k < count; k++) least = Math.min(least, gaps[slots[k]]);
  let at = 0;
  while (at < count - 1 && !(gaps[slots[at]] <= least + equalGap * size)) at++;
  const deepest = slots[at];
  slots.copyWithin(1, 0, at);
  slots[0] = deepest;
}

/** Positions in the list of chosen points, ascending. */
const subset = /* @__PURE__ */ new Int32Array(3);

/**
 * Copies the `size` points, 1 to 3, that span the most with the first point to the places after it. Of equal spans, the first is chosen.
 * @returns `size`, or 0 if a coordinate is NaN
 */
function spanWidest(points: GapPoints, { slots, count }: SlotList, size: number): number {
  let widest = 0;
  startSubset(size);
  do widest = Math.max(widest, spanOf(points, slots, size));
  while (nextSubset(size, count));
  startSubset(size);
  do {
    if (!(spanOf(points, slots, size) >= widest * (1 - straightTolerance))) continue;
    for (let k = 0; k < size; k++) slots[1 + k] = slots[subset[k]];
    return size;
  } while (nextSubset(size, count));
  return 0;
}

function startSubset(size: number): void {
  for (let k = 0; k < size; k++) subset[k] = 1 + k;
}

/** The next positions below `count`, in lexicographic order. @returns false after the last */
function nextSubset(size: number, count: number): boolean {
  let k = size - 1;
  while (k >= 0 && subset[k] === count - size + k) k--;
  if (k < 0) return false;
  subset[k]++;
  for (let m = k + 1; m < size; m++) subset[m] = subset[m - 1] + 1;
  return true;
}

/** The distance between the first point and the single point of the subset; with more points, twice the area of the hull of all. */
function spanOf(points: GapPoints, slots: Int32Array, size: number): number {
  const { u, v } = points;
  const p = slots[0];
  const q = slots[subset[0]];
  if (size === 1) return Math.sqrt((u[q] - u[p]) ** 2 + (v[q] - v[p]) ** 2);
  const r = slots[subset[1]];
  const triangle = Math.abs(area(points, p, q, r));
  if (size === 2) return triangle;
  const s = slots[subset[2]];
  // Twice the area of four corners is the largest cross product of two diagonals, or twice the area of a triangle that contains the fourth
  // corner.
  const triangles = Math.max(
    triangle,
    Math.abs(area(points, p, q, s)),
    Math.abs(area(points, p, r, s)),
    Math.abs(area(points, q, r, s)),
  );
  return Math.max(
    triangles,
    diagonalProduct(points, p, q, r, s),
    diagonalProduct(points, p, r, q, s),
    diagonalProduct(points, p, s, q, r),
  );
}

/** Twice the area of the quadrilateral with the diagonals pq and rs. */
function diagonalProduct({ u, v }: GapPoints, p: number, q: number, r: number, s: number): number {
  return Math.abs((u[q] - u[p]) * (v[s] - v[r]) - (v[q] - v[p]) * (u[s] - u[r]));
}

/** Twice the signed area of a triangle. */
function area({ u, v }: GapPoints, p: number, q: number, r: number): number {
  return (u[q] - u[p]) * (v[r] - v[p]) - (v[q] - v[p]) * (u[r] - u[p]);
}
