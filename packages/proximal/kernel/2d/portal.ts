// Portals in the plane (Gao, "Efficient Incremental Penetration Depth Estimation between Convex Geometries", Alg. 1, with chords instead of
// triangles). A portal is a chord of the Minkowski difference D between support points on either side of a ray from the origin, which is inside D.
// The support point along the portal's normal replaces the end on its side of the ray.
//
// The workspace's simplex has the portal: its right end, its left end, and the place of the next support point.
import { hostTrace, ld } from '../port/memory.ts';
import * as PlaneQuery from './blocks/plane-query.ts';
import * as PlaneVertex from './blocks/plane-vertex.ts';
import { setSimplexEdge, supportDifference } from './expand.ts';

const RIGHT: i32 = 0;
const LEFT: i32 = 1;
/** The index of the support point that may become an end of the portal. */
export const CANDIDATE: i32 = 2;

export const PORTAL_FOUND: i32 = 0;
/** The support point along the ray is on the ray, which leaves D there. */
export const PORTAL_IS_POINT: i32 = 1;
/** The origin is not inside, or no portal is found because of rounding. */
export const PORTAL_LOST: i32 = 2;

/** The sine of the angle between the ray and the support point along it below which this point is on the ray. */
const NARROW: f64 = 1.0e-14;
/** The tangent of the angle between the ray and the directions of support points near it: a small angle gives short portals. */
const TILT: f64 = 0.07;

/** The cross product of the unit vector d with a vertex: positive if the vertex is to the left of the ray. */
function sideOf(vertex: i32, dx: f64, dy: f64): f64 {
  return dx * ld(vertex + 1) - dy * ld(vertex);
}

/** Computes the support point of D along (dx, dy), and counts it as an iteration. */
export function supportStep(w: i32, vertex: i32, dx: f64, dy: f64): void {
  supportDifference(w, vertex, dx, dy);
  PlaneQuery.setIterations(w, PlaneQuery.iterations(w) + 1);
}

/** Sets the ends of the portal and the candidate to the first three vertices. They exchange their roles later. */
export function clearPortal(w: i32): void {
  for (let k: i32 = 0; k < 3; k += 1) PlaneQuery.setSimplex(w, k, PlaneQuery.vertices(w, k));
}

/** Makes the candidate an end of the portal; the place of the old end is used for the next candidate. */
export function replaceEnd(w: i32, end: i32): void {
  const old: i32 = PlaneQuery.simplex(w, end);
  PlaneQuery.setSimplex(w, end, PlaneQuery.simplex(w, CANDIDATE));
  PlaneQuery.setSimplex(w, CANDIDATE, old);
}

/** Whether the ray along d passes between the ends of the portal. */
export function isThroughPortal(w: i32, dx: f64, dy: f64): bool {
  return sideOf(PlaneQuery.simplex(w, LEFT), dx, dy) >= 0.0 && sideOf(PlaneQuery.simplex(w, RIGHT), dx, dy) <= 0.0;
}

/** Exchanges the ends if the origin is to the right of the chord from the right end to the left one. */
export function orientPortal(w: i32): void {
  const right: i32 = PlaneQuery.simplex(w, RIGHT);
  const left: i32 = PlaneQuery.simplex(w, LEFT);
  if (ld(right) * ld(left + 1) - ld(right + 1) * ld(left) >= 0.0) return;
  PlaneQuery.setSimplex(w, RIGHT, left);
  PlaneQuery.setSimplex(w, LEFT, right);
}

/** The candidate becomes the end on its side of the ray. */
export function updatePortal(w: i32, dx: f64, dy: f64): void {
  replaceEnd(w, sideOf(PlaneQuery.simplex(w, CANDIDATE), dx, dy) > 0.0 ? LEFT : RIGHT);
}

/** Finds a portal of the ray along the unit vector d: the support point along the ray, and one on the other side of the ray. */
export function findPortal(w: i32, dx: f64, dy: f64, isNear: bool): i32 {
  clearPortal(w);
  const first: i32 = PlaneQuery.simplex(w, CANDIDATE);
  supportStep(w, first, dx, dy);
  const side: f64 = sideOf(first, dx, dy);
  const along: f64 = dx * ld(first) + dy * ld(first + 1);
  if (!(Math.abs(side) > NARROW * Math.abs(along))) return along > 0.0 ? PORTAL_IS_POINT : PORTAL_LOST;
  replaceEnd(w, side > 0.0 ? LEFT : RIGHT);
  return supportBeside(w, side > 0.0 ? RIGHT : LEFT, dx, dy, isNear);
}

/**
 * Computes an end of the portal: a support point near the ray if that is on the required side, otherwise along the perpendicular of the ray, as
 * published.
 */
function supportBeside(w: i32, end: i32, dx: f64, dy: f64, isNear: bool): i32 {
  const sign: f64 = end === LEFT ? 1.0 : -1.0;
  const vertex: i32 = PlaneQuery.simplex(w, end);
  if (isNear) {
    supportStep(w, vertex, dx - sign * TILT * dy, dy + sign * TILT * dx);
    if (sign * sideOf(vertex, dx, dy) > 0.0) return PORTAL_FOUND;
  }
  supportStep(w, vertex, -sign * dy, sign * dx);
  return sign * sideOf(vertex, dx, dy) > 0.0 ? PORTAL_FOUND : PORTAL_LOST;
}

/**
 * Makes a portal of the ray along d from the old portal and the candidate, ideally the support point along d. If the ray passes through the old
 * portal, the new one is a part of it. Otherwise it starts at the end beyond which the ray passes, or at the candidate if that is nearer to the ray.
 */
export function redirectPortal(w: i32, dx: f64, dy: f64, isNear: bool): i32 {
  if (isThroughPortal(w, dx, dy)) {
    updatePortal(w, dx, dy);
    return PORTAL_FOUND;
  }
  const passed: i32 = sideOf(PlaneQuery.simplex(w, LEFT), dx, dy) < 0.0 ? LEFT : RIGHT;
  const sign: f64 = passed === LEFT ? 1.0 : -1.0;
  const end: i32 = PlaneQuery.simplex(w, passed);
  const candidate: i32 = PlaneQuery.simplex(w, CANDIDATE);
  const isBeyondRay: bool = sign * sideOf(candidate, dx, dy) > 0.0;
  // Seen from the origin, the candidate is beyond the end.
  const isBeyondEnd: bool = sign * (ld(end) * ld(candidate + 1) - ld(end + 1) * ld(candidate)) > 0.0;
  const near: i32 = isBeyondRay || !isBeyondEnd ? end : candidate;
  const far: i32 = near === end ? candidate : end;
  const other: i32 = PlaneQuery.simplex(w, 1 - passed);
  PlaneQuery.setSimplex(w, 1 - passed, near);
  PlaneQuery.setSimplex(w, passed, far);
  PlaneQuery.setSimplex(w, CANDIDATE, other);
  return isBeyondRay ? PORTAL_FOUND : supportBeside(w, passed, dx, dy, isNear);
}

/** The side of GJK's triangle around the origin through which the ray leaves is a portal. False if there is none because of rounding. */
export function portalOfTriangle(w: i32, dx: f64, dy: f64): bool {
  for (let apex: i32 = 0; apex < 3; apex += 1) {
    const next: i32 = apex === 2 ? 0 : apex + 1;
    PlaneQuery.setSimplex(w, CANDIDATE, PlaneQuery.vertices(w, apex));
    PlaneQuery.setSimplex(w, RIGHT, PlaneQuery.vertices(w, next));
    PlaneQuery.setSimplex(w, LEFT, PlaneQuery.vertices(w, 3 - apex - next));
    orientPortal(w);
    if (isThroughPortal(w, dx, dy)) return true;
  }
  return false;
}

/**
 * Computes the portal's outward normal and its distance from the origin, and the support point along the normal as the candidate. False if the
 * ends coincide or the support point is not finite.
 */
export function supportPortal(w: i32): bool {
  const right: i32 = PlaneQuery.simplex(w, RIGHT);
  const left: i32 = PlaneQuery.simplex(w, LEFT);
  const x: f64 = ld(left + 1) - ld(right + 1);
  const y: f64 = ld(right) - ld(left);
  const length: f64 = Math.sqrt(x * x + y * y);
  if (!(length > 0.0)) return false;
  const candidate: i32 = PlaneQuery.simplex(w, CANDIDATE);
  supportStep(w, candidate, x / length, y / length);
  return heightOf(candidate) - heightOf(candidate) === 0.0;
}

/** The distance of a vertex from the origin along its own direction, a unit vector: its support value. */
export function heightOf(vertex: i32): f64 {
  return PlaneVertex.direction(vertex, 0) * ld(vertex) + PlaneVertex.direction(vertex, 1) * ld(vertex + 1);
}

/** Makes the portal the simplex, with the weights of its point nearest to the origin, and returns the termination. */
export function finish(w: i32, depth: f64, termination: i32): i32 {
  const nx: f64 = PlaneQuery.localNormal(w, 0);
  const ny: f64 = PlaneQuery.localNormal(w, 1);
  setSimplexEdge(w, PlaneQuery.simplex(w, 0), PlaneQuery.simplex(w, 1), nx, ny);
  PlaneQuery.setCoreLower(w, -depth);
  return termination;
}

/** Traces a step: the portal, or the two samples of the secant method, the candidate, and the depth so far. */
export function traceStep(w: i32, kind: i32, upper: f64): void {
  if (PlaneQuery.wantedTrace(w) === 0) return;
  PlaneQuery.setCoreLower(w, -upper);
  PlaneQuery.setCoreUpper(w, 0.0);
  PlaneQuery.setTraceKind(w, kind);
  PlaneQuery.setTraceSupport(w, PlaneQuery.simplex(w, CANDIDATE));
  hostTrace(w);
}
