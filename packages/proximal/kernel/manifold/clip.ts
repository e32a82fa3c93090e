// The overlap of two convex figures in the contact plane: polygons, segments or points.
import { product } from '../port/memory.ts';
import * as Figure from './blocks/figure.ts';
import * as FigurePoint from './blocks/figure-point.ts';
import * as PatchWorkspace from './blocks/patch-workspace.ts';
import { addPoint, labelOf, uOf, vOf } from './figure.ts';

/** Points outside a figure by less than this times the size of the smaller figure count as inside, because of rounding. */
const INSIDE_TOLERANCE: f64 = 1.0e-12;
/** Points nearer to a corner than this times the size of the smaller figure are at the corner: this keeps the ids of resting bodies, which jitter. */
const CORNER_TOLERANCE: f64 = 1.0e-6;
/** Edges with a smaller sine between them count as parallel. */
const PARALLEL: f64 = 0.05;

/**
 * Writes the corners of the overlap of both features to `corners`, in order. Writes none if the overlap has neither area nor length, as if two
 * segments cross or a figure is a point. Ids depend only on the corners and edges that meet. A corner of the overlap near a corner of A has the id of
 * that corner; if there is none, near a corner of B its id. So these ids do not depend on which edges cross there. Two corners may have the same id.
 * @param extent the approximate size of the smaller figure, in meters
 */
export function overlap(p: i32, extent: f64): void {
  const a: i32 = PatchWorkspace.featureA(p);
  const b: i32 = PatchWorkspace.featureB(p);
  const out: i32 = PatchWorkspace.corners(p);
  Figure.setCount(out, 0);
  if (Figure.count(a) < 2 || Figure.count(b) < 2) return;
  if (Figure.count(a) === 2 && Figure.count(b) === 2) {
    overlapOfEdges(p, a, b, extent, out);
    return;
  }
  // The clipping figure must be a polygon; ids keep the order of the bodies.
  const isSwapped: bool = Figure.count(b) === 2;
  const subject: i32 = isSwapped ? b : a;
  const cutter: i32 = isSwapped ? a : b;
  const cuts: i32 = clip(p, subject, cutter, INSIDE_TOLERANCE * extent);
  writeCorners(cuts, subject, cutter, isSwapped, INSIDE_TOLERANCE * extent, out);
  const count: i32 = Figure.count(out);
  for (let k: i32 = 0; k < count; k += 1)
    FigurePoint.setLabel(Figure.points(out, k), cornerAt(out, k, a, b, CORNER_TOLERANCE * extent));
}

/**
 * The figure with the part of the subject inside the cutter. The label of a corner is the edge after it: k for edge k of the subject, −1 − k for
 * edge k of the cutter.
 */
function clip(p: i32, subject: i32, cutter: i32, rounding: f64): i32 {
  let cuts: i32 = PatchWorkspace.cuts(p);
  let spare: i32 = PatchWorkspace.spare(p);
  const corners: i32 = Figure.count(subject);
  Figure.setCount(cuts, 0);
  for (let k: i32 = 0; k < corners; k += 1) addPoint(cuts, uOf(subject, k), vOf(subject, k), k);
  const sign: f64 = orientation(cutter);
  const edges: i32 = Figure.count(cutter);
  for (let k: i32 = 0; k < edges && Figure.count(cuts) > 0; k += 1) {
    if (!measureSides(cuts, cutter, k, sign, rounding)) continue;
    cutAt(cuts, spare, -1 - k, corners > 2);
    const old: i32 = cuts;
    cuts = spare;
    spare = old;
  }
  return cuts;
}

/** Writes to the heights of `cuts` how far each corner is inside the cutter's edge `edge`. Returns whether a corner is beyond it. */
function measureSides(cuts: i32, cutter: i32, edge: i32, sign: f64, rounding: f64): bool {
  const next: i32 = edge + 1 < Figure.count(cutter) ? edge + 1 : 0;
  const u0: f64 = uOf(cutter, edge);
  const v0: f64 = vOf(cutter, edge);
  const du: f64 = uOf(cutter, next) - u0;
  const dv: f64 = vOf(cutter, next) - v0;
  const size: f64 = Math.sqrt(du * du + dv * dv);
  if (!(size > 0.0)) return false;
  const count: i32 = Figure.count(cuts);
  let isCut: bool = false;
  for (let k: i32 = 0; k < count; k += 1) {
    // The line is moved outward by `rounding`, also for the intersections, so that they lie between the two corners.
    const side: f64 = (sign * (du * (vOf(cuts, k) - v0) - dv * (uOf(cuts, k) - u0))) / size + rounding;
    FigurePoint.setHeight(Figure.points(cuts, k), side);
    if (!(side >= 0.0)) isCut = true;
  }
  return isCut;
}

/** Writes the corners of `cuts` that are inside the line, by `measureSides`, to `out`, with the intersections of the line with the edges. */
function cutAt(cuts: i32, out: i32, edge: i32, isClosed: bool): void {
  const count: i32 = Figure.count(cuts);
  const last: i32 = isClosed ? count : count - 1;
  Figure.setCount(out, 0);
  for (let k: i32 = 0; k < count; k += 1) {
    const side: f64 = FigurePoint.height(Figure.points(cuts, k));
    const inside: bool = side >= 0.0;
    if (inside) addPoint(out, uOf(cuts, k), vOf(cuts, k), labelOf(cuts, k));
    if (k >= last) break;
    const next: i32 = k + 1 < count ? k + 1 : 0;
    const beyond: f64 = FigurePoint.height(Figure.points(cuts, next));
    if (inside === beyond >= 0.0) continue;
    const t: f64 = side / (side - beyond);
    const u: f64 = uOf(cuts, k);
    const v: f64 = vOf(cuts, k);
    // After an intersection that leaves the inside, the next edge is the cutting edge; after one that enters it, the polygon's own. A
    // segment is only shortened.
    const nextEdge: i32 = isClosed && !inside ? labelOf(cuts, k) : edge;
    addPoint(out, u + t * (uOf(cuts, next) - u), v + t * (vOf(cuts, next) - v), nextEdge);
  }
}

/** 1 for a counter-clockwise polygon, −1 for a clockwise one. */
function orientation(f: i32): f64 {
  const count: i32 = Figure.count(f);
  let area: f64 = 0.0;
  for (let k: i32 = 0; k < count; k += 1) {
    const next: i32 = k + 1 < count ? k + 1 : 0;
    area += uOf(f, k) * vOf(f, next) - vOf(f, k) * uOf(f, next);
  }
  return area < 0.0 ? -1.0 : 1.0;
}

/** Writes the corners of `cuts` with their ids, each of several coincident corners once; writes none if fewer than two remain. */
function writeCorners(cuts: i32, subject: i32, cutter: i32, isSwapped: bool, rounding: f64, out: i32): void {
  const count: i32 = Figure.count(cuts);
  for (let k: i32 = 0; k < count; k += 1) {
    if (nearestTo(cuts, k, out, 4.0 * rounding) >= 0) continue;
    const edge: i32 = labelOf(cuts, k);
    // The end of a segment is its own corner, or the intersection where it was cut.
    let before: i32 = labelOf(cuts, k > 0 ? k - 1 : count - 1);
    if (Figure.count(subject) === 2) before = edge < 0 ? 0 : edge;
    addPoint(out, uOf(cuts, k), vOf(cuts, k), idOfIntersection(before, edge, subject, cutter, isSwapped));
  }
  if (Figure.count(out) < 2) Figure.setCount(out, 0);
}

/** The id of the corner of A that coincides with corner `k`; without such a corner, the id of B's; without either, the id of corner `k`. */
function cornerAt(corners: i32, k: i32, a: i32, b: i32, within: f64): i32 {
  const ofA: i32 = nearestTo(corners, k, a, within);
  if (ofA >= 0) return idOf(1, labelOf(a, ofA), 0);
  const ofB: i32 = nearestTo(corners, k, b, within);
  return ofB >= 0 ? idOf(2, labelOf(b, ofB), 0) : labelOf(corners, k);
}

/** The corner of a figure that is nearest to corner `k` in the 1-norm and not farther than `within`, or −1. */
function nearestTo(corners: i32, k: i32, f: i32, within: f64): i32 {
  const u: f64 = uOf(corners, k);
  const v: f64 = vOf(corners, k);
  const count: i32 = Figure.count(f);
  let least: f64 = within;
  let nearest: i32 = -1;
  for (let m: i32 = 0; m < count; m += 1) {
    const away: f64 = Math.abs(uOf(f, m) - u) + Math.abs(vOf(f, m) - v);
    if (!(away <= least)) continue;
    least = away;
    nearest = m;
  }
  return nearest;
}

/** The id of the corner where two edges meet: a corner of one figure, or an intersection of edges of both. */
function idOfIntersection(previousEdge: i32, nextEdge: i32, subject: i32, cutter: i32, isSwapped: bool): i32 {
  if (previousEdge >= 0 && nextEdge >= 0) return idOf(isSwapped ? 2 : 1, labelOf(subject, nextEdge), 0);
  if (previousEdge < 0 && nextEdge < 0) return idOf(isSwapped ? 1 : 2, labelOf(cutter, -1 - nextEdge), 0);
  const subjectEdge: i32 = previousEdge >= 0 ? previousEdge : nextEdge;
  const cutterEdge: i32 = -1 - (previousEdge >= 0 ? nextEdge : previousEdge);
  const first: i32 = edgeOf(subject, subjectEdge);
  const second: i32 = edgeOf(cutter, cutterEdge);
  return isSwapped ? idOf(3, second, first) : idOf(3, first, second);
}

/** The id of an edge, which is the same from both of its faces. */
function edgeOf(f: i32, k: i32): i32 {
  const first: i32 = labelOf(f, k);
  const second: i32 = labelOf(f, k + 1 < Figure.count(f) ? k + 1 : 0);
  return first < second ? idOf(4, first, second) : idOf(4, second, first);
}

/** Writes the ends of the common part of two nearly parallel edges. */
function overlapOfEdges(p: i32, a: i32, b: i32, extent: f64, out: i32): void {
  const u0: f64 = uOf(a, 0);
  const v0: f64 = vOf(a, 0);
  const du: f64 = uOf(a, 1) - u0;
  const dv: f64 = vOf(a, 1) - v0;
  const size: f64 = Math.sqrt(du * du + dv * dv);
  const eu: f64 = uOf(b, 1) - uOf(b, 0);
  const ev: f64 = vOf(b, 1) - vOf(b, 0);
  const other: f64 = Math.sqrt(eu * eu + ev * ev);
  const sine: f64 = Math.abs(du * ev - dv * eu) / (size * other);
  // Edges that cross at an angle share at most one point, for which manifold.ts uses the nearest points.
  if (!(sine < PARALLEL)) return;
  PatchWorkspace.setEnds(p, 0, 0.0);
  PatchWorkspace.setEnds(p, 1, size);
  for (let k: i32 = 0; k < 2; k += 1)
    PatchWorkspace.setEnds(p, 2 + k, ((uOf(b, k) - u0) * du + (vOf(b, k) - v0) * dv) / size);
  const low: f64 = Math.max(0.0, Math.min(PatchWorkspace.ends(p, 2), PatchWorkspace.ends(p, 3)));
  const high: f64 = Math.min(size, Math.max(PatchWorkspace.ends(p, 2), PatchWorkspace.ends(p, 3)));
  if (!(high - low > INSIDE_TOLERANCE * extent)) return;
  for (let k: i32 = 0; k < 2; k += 1) {
    const s: f64 = k === 0 ? low : high;
    addPoint(out, u0 + (s * du) / size, v0 + (s * dv) / size, endAt(p, s, a, b, CORNER_TOLERANCE * extent));
  }
}

/** The id of the end of an edge at position `s` along A; if there is none, the id of A's first end. */
function endAt(p: i32, s: f64, a: i32, b: i32, within: f64): i32 {
  for (let k: i32 = 0; k < 4; k += 1) {
    if (Math.abs(PatchWorkspace.ends(p, k) - s) <= within)
      return k < 2 ? idOf(1, labelOf(a, k), 0) : idOf(2, labelOf(b, k - 2), 0);
  }
  return idOf(1, labelOf(a, 0), 0);
}

/** A 32-bit hash of three numbers. */
export function idOf(kind: i32, first: i32, second: i32): i32 {
  return mix(mix(mix(-2128831035, kind), first), second);
}

// @inline
function mix(sum: i32, part: i32): i32 {
  const mixed: i32 = product(sum ^ part, 16777619);
  return mixed ^ ((mixed >> 13) & 524287);
}
