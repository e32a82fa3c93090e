// The parts of an iteration of GJK in the plane, see gjk.ts: support points, stopping criteria, and writing to the workspace.

import { TERMINATION_CONVERGED, TERMINATION_LIMIT, TERMINATION_STALLED, TERMINATION_UP_TO } from '../constants.ts';
import { hostTrace, ld } from '../port/memory.ts';
import * as PlaneQuery from './blocks/plane-query.ts';
import * as PlaneVertex from './blocks/plane-vertex.ts';
import { supportCore, supportPlain } from './support.ts';

export const INFINITE: f64 = 1.0e308 * 10.0;
export const CONTINUE: i32 = -1;
/** A squared length below this has lost digits: its vector has no direction. */
export const SHORTEST: f64 = 1.0e-290;
/** The shapes that the loop is compiled for: shapes whose corners it finds inline, or any shapes. */
export const PLAIN: i32 = 0;
export const ANY: i32 = 1;

/** The purpose of the loop: the full result, the distance alone, whether it is at most a margin, or the signed distance. */
export const FOR_DISTANCE: i32 = 0;
export const FOR_CLEARANCE: i32 = 1;
export const FOR_COLLISION: i32 = 2;
export const FOR_SIGN: i32 = 3;

/** The address of A's support point. */
// @inline
export function supportA(shapes: i32, kind: i32, record: i32, dx: f64, dy: f64, slot: i32): i32 {
  return supportOf(shapes, kind, record, dx, dy, slot + PlaneVertex.SCRATCH_A);
}

/** The address of B's support point in the direction −d, which is rotated into B's frame. */
// @inline
export function supportB(
  shapes: i32,
  kind: i32,
  record: i32,
  cosine: f64,
  sine: f64,
  dx: f64,
  dy: f64,
  slot: i32,
): i32 {
  const ex: f64 = -cosine * dx - sine * dy;
  const ey: f64 = sine * dx - cosine * dy;
  return supportOf(shapes, kind, record, ex, ey, slot + PlaneVertex.SCRATCH_B);
}

// @inline
function supportOf(shapes: i32, kind: i32, record: i32, dx: f64, dy: f64, scratch: i32): i32 {
  return shapes === PLAIN ? supportPlain(kind, record, dx, dy) : supportCore(record, dx, dy, scratch);
}

/** a − b of two support points, b in B's frame. */
// @inline
export function differenceX(pointA: i32, pointB: i32, cosine: f64, sine: f64, shiftX: f64): f64 {
  return ld(pointA) - shiftX - (cosine * ld(pointB) - sine * ld(pointB + 1));
}

// @inline
export function differenceY(pointA: i32, pointB: i32, cosine: f64, sine: f64, shiftY: f64): f64 {
  return ld(pointA + 1) - shiftY - (sine * ld(pointB) + cosine * ld(pointB + 1));
}

/** Writes a vertex of the difference. A query for the distance alone and a Boolean query need only its position. */
// @inline
export function writeVertex(purpose: i32, slot: i32, x: f64, y: f64, dx: f64, dy: f64, pointA: i32, pointB: i32): void {
  PlaneVertex.setDifference(slot, 0, x);
  PlaneVertex.setDifference(slot, 1, y);
  if (purpose === FOR_DISTANCE || purpose === FOR_SIGN) {
    PlaneVertex.setDirection(slot, 0, dx);
    PlaneVertex.setDirection(slot, 1, dy);
    PlaneVertex.setPointA(slot, pointA);
    PlaneVertex.setPointB(slot, pointB);
  }
}

/** Whether the support line with −d·w = `product` is farther from the origin than √`farSquared`; `dd` is |d|². */
// @inline
export function isBeyond(product: f64, farSquared: f64, dd: f64): bool {
  return product > 0.0 && product * product > farSquared * dd;
}

/** The termination if the newest support point ends the search, otherwise CONTINUE. */
// @inline
export function terminationOf(
  shapes: i32,
  h: f64,
  product: f64,
  dd: f64,
  gapSquared: f64,
  farSquared: f64,
  iterations: i32,
  mostIterations: i32,
): i32 {
  // NaN or infinite: the support point of an invalid shape.
  if (shapes === ANY && !(product - product === 0.0)) return TERMINATION_STALLED;
  const gain: f64 = h - product;
  if (!(gain * gain > gapSquared * dd)) return TERMINATION_CONVERGED;
  if (gain < 0.0) return TERMINATION_STALLED;
  if (isBeyond(product, farSquared, dd)) return TERMINATION_UP_TO;
  return iterations >= mostIterations ? TERMINATION_LIMIT : CONTINUE;
}

/** Saves the direction as the guess of the pair's next query, and returns 0: no collision. */
// @inline
export function separatedBy(w: i32, dx: f64, dy: f64): i32 {
  PlaneQuery.setNearestDirection(w, 0, dx);
  PlaneQuery.setNearestDirection(w, 1, dy);
  return 0;
}

/**
 * The sign of the edge's perpendicular (uy − vy, vx − ux) that points away from the difference. The difference is on the side of the
 * dropped vertex, which is in the free slot `slot`; for the first edge, no vertex was dropped, and `crossUV` = u × v has the sign.
 */
// @inline
export function outwardSign(wasEdge: bool, ux: f64, uy: f64, vx: f64, vy: f64, crossUV: f64, slot: i32): f64 {
  const along: f64 = wasEdge ? (uy - vy) * (vx - ld(slot)) + (vx - ux) * (vy - ld(slot + 1)) : crossUV;
  return along < 0.0 ? -1.0 : 1.0;
}

/** Writes the part of the final state that the purpose needs. Returns 1 or 0 for collisions, otherwise the termination. */
// @inline
export function finish(
  w: i32,
  purpose: i32,
  termination: i32,
  count: i32,
  slotV: i32,
  slotU: i32,
  slot: i32,
  iterations: i32,
  dx: f64,
  dy: f64,
  dd: f64,
  h: f64,
  product: f64,
  farSquared: f64,
  radii: f64,
): i32 {
  // The direction is the guess of the pair's next query.
  PlaneQuery.setNearestDirection(w, 0, dx);
  PlaneQuery.setNearestDirection(w, 1, dy);
  if (purpose === FOR_COLLISION) return isBeyond(product, farSquared, dd) ? 0 : 1;
  if (purpose === FOR_CLEARANCE) {
    // The proven lower bound if `upTo` or the iteration limit ended the search; otherwise the upper bound.
    const bound: f64 = termination === TERMINATION_UP_TO || termination === TERMINATION_LIMIT ? product : h;
    PlaneQuery.setDistance(w, clearanceOf(count, bound, dx, dy, radii));
  } else {
    writeSimplex(w, count, slotV, slotU, slot, h, product);
    PlaneQuery.setIterations(w, iterations);
    PlaneQuery.setSupportCalls(w, iterations);
  }
  return termination;
}

/** The distance of the shapes, from `bound` = h or `product`: 0 for a triangle around the origin, NaN without a simplex. */
// @inline
function clearanceOf(count: i32, bound: f64, dx: f64, dy: f64, radii: f64): f64 {
  const found: f64 = bound * (1.0 / Math.sqrt(dx * dx + dy * dy)) - radii;
  if (count === 0) return 0.0 / 0.0;
  return count < 3 && found > 0.0 ? found : 0.0;
}

/** Writes the simplex, −d·v of its nearest point and −d·w of the last support point. */
// @inline
function writeSimplex(w: i32, count: i32, slotV: i32, slotU: i32, slot: i32, h: f64, product: f64): void {
  PlaneQuery.setSimplex(w, 0, slotV);
  PlaneQuery.setSimplex(w, 1, slotU);
  PlaneQuery.setSimplex(w, 2, slot);
  PlaneQuery.setVertexCount(w, count);
  PlaneQuery.setNearestProduct(w, h);
  PlaneQuery.setSupportProduct(w, product);
}

/** Traces a step: the simplex, its nearest point, and the support point. */
export function trace(
  w: i32,
  count: i32,
  slotV: i32,
  slotU: i32,
  slot: i32,
  dx: f64,
  dy: f64,
  h: f64,
  product: f64,
): void {
  if (PlaneQuery.wantedTrace(w) === 0) return;
  writeSimplex(w, count, slotV, slotU, slot, h, product);
  PlaneQuery.setTraceSupport(w, slot);
  PlaneQuery.setTraceEdge(w, 0);
  PlaneQuery.setNearestDirection(w, 0, dx);
  PlaneQuery.setNearestDirection(w, 1, dy);
  hostTrace(w);
}
