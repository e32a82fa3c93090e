// The overlap of two convex figures in the contact plane: polygons, segments or points.
import type { FlatFeature } from './feature.ts';

/** A corner of the overlap, and which edges of the two figures meet in it. */
export interface Corner {
  readonly u: number;
  readonly v: number;
  readonly id: number;
}

interface Cut {
  u: number;
  v: number;
  /** The edge that leads on from here: k for the first figure's from corner k on, −1 − k for the second's. */
  edge: number;
}

/** Shares of the figures' size: what counts as inside in spite of rounding, and as being at a corner of a figure in spite of jitter. */
const rounded = 1e-12;
const coincident = 1e-6;

/**
 * The corners of the overlap, in order, if it has an area or a length; none where the figures only cross, or are points. Ids depend
 * on the corners and edges that meet, and on nothing else. Near a corner of A, or else of B, all have its id, however the edges cross
 * there; so one id may come twice.
 * @param extent the size of the smaller figure, roughly
 */
export function overlap(a: FlatFeature, b: FlatFeature, extent: number): Corner[] {
  const rounding = rounded * extent;
  const [p, q] = [a.points.length, b.points.length];
  if (p < 2 || q < 2) return [];
  if (p === 2 && q === 2) return alongEachOther(a, b, extent);
  // A polygon cuts, and the other figure is cut; the order of the two is that of the bodies, as far as ids go.
  const isTurned = q === 2;
  const [subject, cutter] = isTurned ? [b, a] : [a, b];
  let cuts: Cut[] = subject.points.map(([u, v], k) => ({ u, v, edge: k }));
  const turn = orientation(cutter.points);
  for (let k = 0; k < cutter.points.length && cuts.length > 0; k++) {
    const from = cutter.points[k];
    const to = cutter.points[(k + 1) % cutter.points.length];
    cuts = cutBy(cuts, from, to, turn, -1 - k, rounding, subject.points.length > 2);
  }
  const corners = named(cuts, subject, cutter, isTurned, rounding);
  return corners.map((corner) => ({ ...corner, id: cornerAt(corner, a, b, coincident * extent) ?? corner.id }));
}

/** The id of the corner of A, or else of B, that is at a place. */
function cornerAt({ u, v }: Corner, a: FlatFeature, b: FlatFeature, within: number): number | undefined {
  for (const [kind, { points, numbers }] of [a, b].entries()) {
    let least = within;
    let nearest = -1;
    points.forEach(([p, q], k) => {
      const away = Math.abs(p - u) + Math.abs(q - v);
      if (!(away <= least)) return;
      least = away;
      nearest = k;
    });
    if (nearest >= 0) return idOf(kind + 1, numbers[nearest], 0);
  }
  return undefined;
}

/** Keeps what lies to the left of the line, or to the right if `turn` is −1. */
function cutBy(
  cuts: readonly Cut[],
  [u0, v0]: readonly [number, number],
  [u1, v1]: readonly [number, number],
  turn: number,
  edge: number,
  rounding: number,
  isClosed: boolean,
): Cut[] {
  const size = Math.sqrt((u1 - u0) ** 2 + (v1 - v0) ** 2);
  if (!(size > 0)) return [...cuts];
  // The line stands `rounding` outside, for the crossings too: they lie between the two corners.
  const side = ({ u, v }: Cut): number => (turn * ((u1 - u0) * (v - v0) - (v1 - v0) * (u - u0))) / size + rounding;
  const out: Cut[] = [];
  const last = isClosed ? cuts.length : cuts.length - 1;
  for (let k = 0; k < cuts.length; k++) {
    const here = cuts[k];
    const inside = side(here) >= 0;
    if (inside) out.push(here);
    if (k >= last) break;
    const next = cuts[(k + 1) % cuts.length];
    if (inside === side(next) >= 0) continue;
    const t = side(here) / (side(here) - side(next));
    const place = { u: here.u + t * (next.u - here.u), v: here.v + t * (next.v - here.v) };
    // Where a polygon leaves, the cutting edge leads on; where it comes back, its own. A segment is only cut.
    out.push({ ...place, edge: isClosed && !inside ? here.edge : edge });
  }
  return out;
}

function orientation(points: readonly (readonly [number, number])[]): number {
  let area = 0;
  points.forEach(([u, v], k) => {
    const [s, t] = points[(k + 1) % points.length];
    area += u * t - v * s;
  });
  return area < 0 ? -1 : 1;
}

/** Two edges that run along each other: the stretch that they share. */
function alongEachOther(a: FlatFeature, b: FlatFeature, extent: number): Corner[] {
  const [[u0, v0], [u1, v1]] = a.points;
  const [du, dv] = [u1 - u0, v1 - v0];
  const size = Math.sqrt(du * du + dv * dv);
  const [[p0, q0], [p1, q1]] = b.points;
  const other = Math.sqrt((p1 - p0) ** 2 + (q1 - q0) ** 2);
  const sine = Math.abs(du * (q1 - q0) - dv * (p1 - p0)) / (size * other);
  // Edges that cross at an angle share one point, which the nearest points are.
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
  cuts.forEach(({ u, v, edge }, k) => {
    const isTwin = corners.some((corner) => Math.abs(corner.u - u) + Math.abs(corner.v - v) <= 4 * rounding);
    // A segment's end is its own corner, or where it was cut.
    const before = subject.points.length === 2 ? (edge < 0 ? 0 : edge) : cuts[(k + cuts.length - 1) % cuts.length].edge;
    if (!isTwin) corners.push({ u, v, id: meeting(before, edge, subject, cutter, isTurned) });
  });
  return corners.length >= 2 ? corners : [];
}

/** Two edges of one figure meet in its corner; edges of both in a crossing. */
function meeting(into: number, out: number, subject: FlatFeature, cutter: FlatFeature, isTurned: boolean): number {
  const [first, second] = isTurned ? [2, 1] : [1, 2];
  if (into >= 0 && out >= 0) return idOf(first, subject.numbers[out], 0);
  if (into < 0 && out < 0) return idOf(second, cutter.numbers[-1 - out], 0);
  const own = into >= 0 ? into : out;
  const other = -1 - (into >= 0 ? out : into);
  const [p, q] = [edgeOf(subject, own), edgeOf(cutter, other)];
  return isTurned ? idOf(3, q, p) : idOf(3, p, q);
}

/** The number of an edge: the same from both of its faces. */
function edgeOf({ numbers }: FlatFeature, k: number): number {
  const [p, q] = [numbers[k], numbers[(k + 1) % numbers.length]];
  return idOf(4, Math.min(p, q), Math.max(p, q));
}

/** A 32-bit number from a few. */
export function idOf(kind: number, p: number, q: number): number {
  let mixed = 0x811c9dc5;
  for (const part of [kind, p, q]) {
    mixed = Math.imul(mixed ^ part, 0x01000193);
    mixed ^= mixed >>> 13;
  }
  return mixed >>> 0;
}
