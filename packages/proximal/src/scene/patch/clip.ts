// The overlap of two convex figures in the contact plane: polygons, segments or points.
import { PatchPolygon } from './polygon.ts';

/** Points outside a figure by less than this times the size of the smaller figure count as inside. */
const insideTolerance = 1e-12;
/** Points nearer to a corner than this times the size of the smaller figure are at the corner: ids stay the same for resting bodies, which jitter. */
const cornerTolerance = 1e-6;

/**
 * The polygon that is clipped and the next one. The label of a corner is the edge from it to the next: k for the subject's edge from its
 * corner k, −1 − k for the cutter's edge from its corner k.
 */
let clipped = /* @__PURE__ */ new PatchPolygon();
let spare = /* @__PURE__ */ new PatchPolygon();
/** The signed distance of each corner from the cutting line, positive inside. */
let sides = /* @__PURE__ */ new Float64Array(32);

/**
 * Writes the corners of the overlap, in order, if the overlap has an area or a length; none if two segments are not nearly parallel, or if a figure
 * is a point.
 * Ids depend only on the corners and edges that meet. A corner of the overlap near a corner of A has the id of that corner; if there is none, near a
 * corner of B its id. So these ids do not depend on which edges cross there. Two corners may have the same id.
 * @param extent the size of the smaller figure, roughly
 */
export function overlap(a: PatchPolygon, b: PatchPolygon, extent: number, out: PatchPolygon): void {
  out.count = 0;
  if (a.count < 2 || b.count < 2) return;
  if (a.count === 2 && b.count === 2) {
    overlapOfEdges(a, b, extent, out);
    return;
  }
  // The clipping figure must be a polygon; ids keep the order of the bodies.
  const isSwapped = b.count === 2;
  const subject = isSwapped ? b : a;
  const cutter = isSwapped ? a : b;
  clip(subject, cutter, insideTolerance * extent);
  writeCorners(subject, cutter, isSwapped, insideTolerance * extent, out);
  for (let k = 0; k < out.count; k++) out.labels[k] = cornerAt(out, k, a, b, cornerTolerance * extent);
}

/** Writes the part of the subject that is inside the cutter to `clipped`. */
function clip(subject: PatchPolygon, cutter: PatchPolygon, rounding: number): void {
  clipped.count = 0;
  for (let k = 0; k < subject.count; k++) clipped.add(subject.u[k], subject.v[k], k);
  const sense = orientation(cutter);
  for (let k = 0; k < cutter.count && clipped.count > 0; k++) cutBy(cutter, k, sense, rounding, subject.count > 2);
}

/** Keeps the part to the left of the cutter's edge `edge`, or to the right if `sense` is −1. */
function cutBy({ u, v, count }: PatchPolygon, edge: number, sense: number, rounding: number, isClosed: boolean): void {
  const next = edge + 1 < count ? edge + 1 : 0;
  const u0 = u[edge];
  const v0 = v[edge];
  const du = u[next] - u0;
  const dv = v[next] - v0;
  const size = Math.sqrt(du * du + dv * dv);
  if (!(size > 0)) return;
  if (clipped.count > sides.length) sides = new Float64Array(2 * clipped.count);
  let isCut = false;
  for (let k = 0; k < clipped.count; k++) {
    // The line is moved outward by `rounding`, also for the intersections, so that they lie between the two corners.
    const side = (sense * (du * (clipped.v[k] - v0) - dv * (clipped.u[k] - u0))) / size + rounding;
    sides[k] = side;
    if (!(side >= 0)) isCut = true;
  }
  if (isCut) cutAt(-1 - edge, isClosed);
}

/** Keeps the corners with nonnegative `sides`, and adds the intersections of the line with the edges. */
function cutAt(edge: number, isClosed: boolean): void {
  const { u, v, labels, count } = clipped;
  spare.count = 0;
  const last = isClosed ? count : count - 1;
  for (let k = 0; k < count; k++) {
    const inside = sides[k] >= 0;
    if (inside) spare.copy(clipped, k);
    if (k >= last) break;
    const next = k + 1 < count ? k + 1 : 0;
    if (inside === sides[next] >= 0) continue;
    const t = sides[k] / (sides[k] - sides[next]);
    // After an intersection that leaves the inside, the next edge is the cutting edge; after one that enters it, the polygon's
    // own. A segment is only shortened: an end that is cut has the label of the cutting edge.
    const label = isClosed && !inside ? labels[k] : edge;
    spare.add(u[k] + t * (u[next] - u[k]), v[k] + t * (v[next] - v[k]), label);
  }
  const old = clipped;
  clipped = spare;
  spare = old;
}

/** 1 for a counter-clockwise polygon, −1 for a clockwise one. */
function orientation({ u, v, count }: PatchPolygon): number {
  let area = 0;
  for (let k = 0; k < count; k++) {
    const next = k + 1 < count ? k + 1 : 0;
    area += u[k] * v[next] - v[k] * u[next];
  }
  return area < 0 ? -1 : 1;
}

/** Writes the corners of `clipped` with their ids, without corners that coincide with others; none if fewer than two remain. */
function writeCorners(
  subject: PatchPolygon,
  cutter: PatchPolygon,
  isSwapped: boolean,
  rounding: number,
  out: PatchPolygon,
): void {
  const { u, v, labels, count } = clipped;
  for (let k = 0; k < count; k++) {
    if (nearestTo(clipped, k, out, 4 * rounding) >= 0) continue;
    const edge = labels[k];
    // The end of a segment is its own corner, or the intersection where it was cut.
    const before = subject.count === 2 ? (edge < 0 ? 0 : edge) : labels[k > 0 ? k - 1 : count - 1];
    out.add(u[k], v[k], idOfIntersection(before, edge, subject, cutter, isSwapped));
  }
  if (out.count < 2) out.count = 0;
}

/** The id of the corner of A, or otherwise of B, that corner `k` coincides with; if there is none, the id of corner `k` itself. */
function cornerAt(corners: PatchPolygon, k: number, a: PatchPolygon, b: PatchPolygon, within: number): number {
  const ofA = nearestTo(corners, k, a, within);
  if (ofA >= 0) return idOf(1, a.labels[ofA], 0);
  const ofB = nearestTo(corners, k, b, within);
  return ofB >= 0 ? idOf(2, b.labels[ofB], 0) : corners.labels[k];
}

/** The corner of a figure that is nearest to corner `k` and not farther than `within`, or −1. */
function nearestTo(corners: PatchPolygon, k: number, { u, v, count }: PatchPolygon, within: number): number {
  let least = within;
  let nearest = -1;
  for (let m = 0; m < count; m++) {
    const distance = Math.abs(u[m] - corners.u[k]) + Math.abs(v[m] - corners.v[k]);
    if (!(distance <= least)) continue;
    least = distance;
    nearest = m;
  }
  return nearest;
}

/** The id of the corner where two edges meet: a corner of one figure, or an intersection of edges of both. */
function idOfIntersection(
  into: number,
  out: number,
  subject: PatchPolygon,
  cutter: PatchPolygon,
  isSwapped: boolean,
): number {
  if (into >= 0 && out >= 0) return idOf(isSwapped ? 2 : 1, subject.labels[out], 0);
  if (into < 0 && out < 0) return idOf(isSwapped ? 1 : 2, cutter.labels[-1 - out], 0);
  const own = into >= 0 ? into : out;
  const other = -1 - (into >= 0 ? out : into);
  const p = edgeOf(subject, own);
  const q = edgeOf(cutter, other);
  return isSwapped ? idOf(3, q, p) : idOf(3, p, q);
}

/** The id of an edge, which is the same from both of its faces. */
function edgeOf({ labels, count }: PatchPolygon, k: number): number {
  const p = labels[k];
  const q = labels[k + 1 < count ? k + 1 : 0];
  return idOf(4, Math.min(p, q), Math.max(p, q));
}

/** The positions of the four ends of two edges along A's edge: A's ends, then B's. */
const ends = /* @__PURE__ */ new Float64Array(4);

/** Writes the ends of the common part of two edges along A's edge; none unless the edges are nearly parallel. */
function overlapOfEdges(a: PatchPolygon, b: PatchPolygon, extent: number, out: PatchPolygon): void {
  const du = a.u[1] - a.u[0];
  const dv = a.v[1] - a.v[0];
  const size = Math.sqrt(du * du + dv * dv);
  const eu = b.u[1] - b.u[0];
  const ev = b.v[1] - b.v[0];
  const otherSize = Math.sqrt(eu ** 2 + ev ** 2);
  const sine = Math.abs(du * ev - dv * eu) / (size * otherSize);
  // Edges at a larger angle have one contact point, the nearest points, which `PatchFinder` adds.
  if (!(sine < 0.05)) return;
  ends[0] = 0;
  ends[1] = size;
  for (let k = 0; k < 2; k++) ends[2 + k] = ((b.u[k] - a.u[0]) * du + (b.v[k] - a.v[0]) * dv) / size;
  const low = Math.max(0, Math.min(ends[2], ends[3]));
  const high = Math.min(size, Math.max(ends[2], ends[3]));
  if (!(high - low > insideTolerance * extent)) return;
  for (let k = 0; k < 2; k++) {
    const s = k === 0 ? low : high;
    out.add(a.u[0] + (s * du) / size, a.v[0] + (s * dv) / size, endAt(s, a, b, cornerTolerance * extent));
  }
}

/** The id of the first of the four ends that is at position `s`. */
function endAt(s: number, a: PatchPolygon, b: PatchPolygon, within: number): number {
  for (let k = 0; k < 4; k++)
    if (Math.abs(ends[k] - s) <= within) return k < 2 ? idOf(1, a.labels[k], 0) : idOf(2, b.labels[k - 2], 0);
  return idOf(1, a.labels[0], 0);
}

/**
 * A 32-bit hash of three numbers.
 * @param kind 1 or 2 for a corner of A or B with the label `p`, 3 for the intersection of the edges with the ids `p` and `q`, 4 for the edge between
 * the labels `p` and `q`
 */
export function idOf(kind: number, p: number, q: number): number {
  return mix(mix(mix(0x811c9dc5, kind), p), q) >>> 0;
}

function mix(sum: number, part: number): number {
  const mixed = Math.imul(sum ^ part, 0x01000193);
  return mixed ^ (mixed >>> 13);
}
