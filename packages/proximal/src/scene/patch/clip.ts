// The overlap of two convex figures in the contact plane: polygons, segments or points.
import type { FlatFeature } from './feature.ts';

/** A corner of the overlap; its id identifies the edges of the two figures that meet in it. */
export interface Corner {
  readonly u: number;
  readonly v: number;
  id: number;
}

interface Cut {
  readonly u: number;
  readonly v: number;
  /** The edge from here to the next corner: k for the first figure's edge from corner k, −1 − k for the second's. */
  readonly edge: number;
}

/** Tolerances relative to the figures' size: for points inside (rounding), and for points at a corner (jitter). */
const rounded = 1e-12;
const coincident = 1e-6;

/**
 * The corners of the overlap, in order, if it has an area or a length; none if the figures only cross or are points. An id
 * depends only on the corners and edges that meet. A corner of the overlap near a corner of A, or otherwise of B, has the id of
 * that corner, so an id may occur twice.
 * @param extent the approximate size of the smaller figure
 */
export function overlap(a: FlatFeature, b: FlatFeature, extent: number): Corner[] {
  const rounding = rounded * extent;
  const [p, q] = [a.points.length, b.points.length];
  if (p < 2 || q < 2) return [];
  if (p === 2 && q === 2) return alongEachOther(a, b, extent);
  // The clipping figure must be a polygon; ids keep the order of the bodies.
  const isTurned = q === 2;
  const [subject, cutter] = isTurned ? [b, a] : [a, b];
  let cuts: readonly Cut[] = startOf(subject);
  const turn = orientation(cutter.points);
  for (let k = 0; k < cutter.points.length && cuts.length > 0; k++) {
    cuts = cutBy(cuts, cutter, k, turn, rounding, subject.points.length > 2);
  }
  const corners = named(cuts, subject, cutter, isTurned, rounding);
  for (let k = 0; k < corners.length; k++) corners[k].id = cornerAt(corners[k], a, b, coincident * extent);
  return corners;
}

/** The id of the corner of A, or otherwise of B, that coincides with this corner; by default the corner's own id. */
function cornerAt(corner: Corner, a: FlatFeature, b: FlatFeature, within: number): number {
  const ofA = nearestTo(corner, a, within);
  if (ofA >= 0) return idOf(1, a.numbers[ofA], 0);
  const ofB = nearestTo(corner, b, within);
  return ofB >= 0 ? idOf(2, b.numbers[ofB], 0) : corner.id;
}

/** The corner of a figure nearest to a point and at most `within` away, or −1. */
function nearestTo({ u, v }: Corner, { points }: FlatFeature, within: number): number {
  let least = within;
  let nearest = -1;
  for (let k = 0; k < points.length; k++) {
    const away = Math.abs(points[k][0] - u) + Math.abs(points[k][1] - v);
    if (!(away <= least)) continue;
    least = away;
    nearest = k;
  }
  return nearest;
}

function startOf({ points }: FlatFeature): Cut[] {
  const cuts: Cut[] = [];
  for (let k = 0; k < points.length; k++) cuts.push({ u: points[k][0], v: points[k][1], edge: k });
  return cuts;
}

/** The signed distance of each corner from the cutting line, positive inside. Grows with the largest figure. */
let sides = /* @__PURE__ */ new Float64Array(32);

/** Keeps the part to the left of the cutter's edge number `number`, or to the right if `turn` is −1. */
function cutBy(
  cuts: readonly Cut[],
  { points }: FlatFeature,
  number: number,
  turn: number,
  rounding: number,
  isClosed: boolean,
): readonly Cut[] {
  const [u0, v0] = points[number];
  const [u1, v1] = points[number + 1 < points.length ? number + 1 : 0];
  const size = Math.sqrt((u1 - u0) * (u1 - u0) + (v1 - v0) * (v1 - v0));
  if (!(size > 0)) return cuts;
  if (cuts.length > sides.length) sides = new Float64Array(2 * cuts.length);
  let isCut = false;
  for (let k = 0; k < cuts.length; k++) {
    // The line is moved outward by `rounding`, also for the intersections, so that they lie between the two corners.
    const side = (turn * ((u1 - u0) * (cuts[k].v - v0) - (v1 - v0) * (cuts[k].u - u0))) / size + rounding;
    sides[k] = side;
    if (!(side >= 0)) isCut = true;
  }
  return isCut ? cutAt(cuts, -1 - number, isClosed) : cuts;
}

/** Keeps the corners with nonnegative `sides`, and adds the intersections of the line with the edges. */
function cutAt(cuts: readonly Cut[], edge: number, isClosed: boolean): Cut[] {
  const out: Cut[] = [];
  const last = isClosed ? cuts.length : cuts.length - 1;
  for (let k = 0; k < cuts.length; k++) {
    const here = cuts[k];
    const inside = sides[k] >= 0;
    if (inside) out.push(here);
    if (k >= last) break;
    const after = k + 1 < cuts.length ? k + 1 : 0;
    const next = cuts[after];
    if (inside === sides[after] >= 0) continue;
    const t = sides[k] / (sides[k] - sides[after]);
    // After an intersection that leaves the inside, the next edge is the cutting edge; after one that enters it, the polygon's
    // own. A segment is only shortened.
    const leads = isClosed && !inside ? here.edge : edge;
    out.push({ u: here.u + t * (next.u - here.u), v: here.v + t * (next.v - here.v), edge: leads });
  }
  return out;
}

function orientation(points: readonly (readonly [number, number])[]): number {
  let area = 0;
  for (let k = 0; k < points.length; k++) {
    const here = points[k];
    const next = points[k + 1 < points.length ? k + 1 : 0];
    area += here[0] * next[1] - here[1] * next[0];
  }
  return area < 0 ? -1 : 1;
}

/** The common part of two nearly parallel edges. */
function alongEachOther(a: FlatFeature, b: FlatFeature, extent: number): Corner[] {
  const [[u0, v0], [u1, v1]] = a.points;
  const [du, dv] = [u1 - u0, v1 - v0];
  const size = Math.sqrt(du * du + dv * dv);
  const [[p0, q0], [p1, q1]] = b.points;
  const other = Math.sqrt((p1 - p0) ** 2 + (q1 - q0) ** 2);
  const sine = Math.abs(du * (q1 - q0) - dv * (p1 - p0)) / (size * other);
  // Edges that cross at an angle share one point: the nearest points.
  if (!(sine < 0.05)) return [];
  const along = (p: number, q: number): number => ((p - u0) * du + (q - v0) * dv) / size;
  const [s0, s1] = [along(p0, q0), along(p1, q1)];
  const ends = [
    { s: 0, id: idOf(1, a.numbers[0], 0) },
    { s: size, id: idOf(1, a.numbers[1], 0) },
    { s: s0, id: idOf(2, b.numbers[0], 0) },
    { s: s1, id: idOf(2, b.numbers[1], 0) },
  ];
  const [low, high] = [Math.max(0, Math.min(s0, s1)), Math.min(size, Math.max(s0, s1))];
  if (!(high - low > rounded * extent)) return [];
  const corner = (s: number): Corner => {
    const { id } = ends.find((end) => Math.abs(end.s - s) <= coincident * extent) ?? ends[0];
    return { u: u0 + (s * du) / size, v: v0 + (s * dv) / size, id };
  };
  return [corner(low), corner(high)];
}

/** Corners with their ids, without those that coincide. */
function named(
  cuts: readonly Cut[],
  subject: FlatFeature,
  cutter: FlatFeature,
  isTurned: boolean,
  rounding: number,
): Corner[] {
  const corners: Corner[] = [];
  for (let k = 0; k < cuts.length; k++) {
    const { u, v, edge } = cuts[k];
    if (hasNear(corners, u, v, 4 * rounding)) continue;
    // The end of a segment is its own corner, or the intersection where it was cut.
    const before = subject.points.length === 2 ? (edge < 0 ? 0 : edge) : cuts[k > 0 ? k - 1 : cuts.length - 1].edge;
    corners.push({ u, v, id: meeting(before, edge, subject, cutter, isTurned) });
  }
  return corners.length >= 2 ? corners : [];
}

function hasNear(corners: readonly Corner[], u: number, v: number, within: number): boolean {
  for (let k = 0; k < corners.length; k++)
    if (Math.abs(corners[k].u - u) + Math.abs(corners[k].v - v) <= within) return true;
  return false;
}

/** The id of the corner where two edges meet: a corner of one figure, or an intersection of edges of both. */
function meeting(into: number, out: number, subject: FlatFeature, cutter: FlatFeature, isTurned: boolean): number {
  if (into >= 0 && out >= 0) return idOf(isTurned ? 2 : 1, subject.numbers[out], 0);
  if (into < 0 && out < 0) return idOf(isTurned ? 1 : 2, cutter.numbers[-1 - out], 0);
  const own = into >= 0 ? into : out;
  const other = -1 - (into >= 0 ? out : into);
  const p = edgeOf(subject, own);
  const q = edgeOf(cutter, other);
  return isTurned ? idOf(3, q, p) : idOf(3, p, q);
}

/** The number of an edge: the same from both of its faces. */
function edgeOf({ numbers }: FlatFeature, k: number): number {
  const p = numbers[k];
  const q = numbers[k + 1 < numbers.length ? k + 1 : 0];
  return idOf(4, Math.min(p, q), Math.max(p, q));
}

/** A 32-bit hash of three numbers. */
export function idOf(kind: number, p: number, q: number): number {
  return mix(mix(mix(0x811c9dc5, kind), p), q) >>> 0;
}

function mix(sum: number, part: number): number {
  const mixed = Math.imul(sum ^ part, 0x01000193);
  return mixed ^ (mixed >>> 13);
}
