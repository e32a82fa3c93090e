// The parts of an iteration of GJK in the plane, see gjk.ts: support points, stopping criteria, and writing to the workspace.

import * as ShapeBlock from '../blocks/shape-block.ts';
import {
  TERMINATION_CONVERGED,
  TERMINATION_LIMIT,
  TERMINATION_STALLED,
  TERMINATION_UP_TO,
  TRACE_STEP,
} from '../constants.ts';
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

/** Whether the purpose needs the whole result. */
// @inline
export function isFull(purpose: i32): bool {
  return purpose === FOR_DISTANCE || purpose === FOR_SIGN;
}

/** Whether touching cores may still be tested for a depth: see `PlaneQuery.mayRetestContact`. */
// @inline
export function mayRetestContact(w: i32, purpose: i32): bool {
  return isFull(purpose) && PlaneQuery.mayRetestContact(w) !== 0;
}

/** The slot of the three that holds neither u nor v. */
// @inline
export function freeSlot(w: i32, slotU: i32, slotV: i32): i32 {
  return 3 * PlaneQuery.vertices(w, 1) - slotU - slotV;
}

/** Whether the nearest point of the edge from the old vertex v to the new vertex a is not a. */
// @inline
export function isEdgeNearest(vx: f64, vy: f64, ax: f64, ay: f64): bool {
  return (vx - ax) * ax + (vy - ay) * ay < 0.0;
}

/** The address of A's support point. */
// @inline
export function supportA(w: i32, shapes: i32, dx: f64, dy: f64, slot: i32): i32 {
  return supportOf(shapes, PlaneQuery.recordA(w), dx, dy, slot + PlaneVertex.SCRATCH_A);
}

/** The address of B's support point in the direction −d, which is rotated into B's frame. */
// @inline
export function supportB(w: i32, shapes: i32, dx: f64, dy: f64, slot: i32): i32 {
  const cosine: f64 = PlaneQuery.rotation(w, 0);
  const sine: f64 = PlaneQuery.rotation(w, 1);
  const ex: f64 = -cosine * dx - sine * dy;
  const ey: f64 = sine * dx - cosine * dy;
  return supportOf(shapes, PlaneQuery.recordB(w), ex, ey, slot + PlaneVertex.SCRATCH_B);
}

// @inline
function supportOf(shapes: i32, record: i32, dx: f64, dy: f64, scratch: i32): i32 {
  return shapes === PLAIN
    ? supportPlain(ShapeBlock.kind(record), record, dx, dy)
    : supportCore(record, dx, dy, scratch);
}

/** a − b of two support points, b in B's frame. */
// @inline
export function differenceX(w: i32, pointA: i32, pointB: i32): f64 {
  const bx: f64 = PlaneQuery.rotation(w, 0) * ld(pointB) - PlaneQuery.rotation(w, 1) * ld(pointB + 1);
  return ld(pointA) - PlaneQuery.translation(w, 0) - bx;
}

// @inline
export function differenceY(w: i32, pointA: i32, pointB: i32): f64 {
  const by: f64 = PlaneQuery.rotation(w, 1) * ld(pointB) + PlaneQuery.rotation(w, 0) * ld(pointB + 1);
  return ld(pointA + 1) - PlaneQuery.translation(w, 1) - by;
}

/** Writes a vertex of the difference. A query for the distance alone and a Boolean query need only its position. */
// @inline
export function writeVertex(purpose: i32, slot: i32, x: f64, y: f64, dx: f64, dy: f64, pointA: i32, pointB: i32): void {
  PlaneVertex.setDifference(slot, 0, x);
  PlaneVertex.setDifference(slot, 1, y);
  if (isFull(purpose)) {
    PlaneVertex.setDirection(slot, 0, dx);
    PlaneVertex.setDirection(slot, 1, dy);
    PlaneVertex.setPointA(slot, pointA);
    PlaneVertex.setPointB(slot, pointB);
  }
}

/** Whether the support line with the normal d and −d·w = `product` is farther from the origin than the search needs to look. */
// @inline
export function isBeyond(w: i32, product: f64, dx: f64, dy: f64): bool {
  return product > 0.0 && product * product > PlaneQuery.farSquared(w) * (dx * dx + dy * dy);
}

/** The termination if the newest support point ends the search, otherwise CONTINUE. */
// @inline
export function terminationOf(w: i32, shapes: i32, dx: f64, dy: f64, h: f64, product: f64, iterations: i32): i32 {
  // NaN or infinite: the support point of an invalid shape.
  if (shapes === ANY && !(product - product === 0.0)) return TERMINATION_STALLED;
  const gain: f64 = h - product;
  const gap: f64 = PlaneQuery.gap(w);
  if (!(gain * gain > gap * gap * (dx * dx + dy * dy))) return TERMINATION_CONVERGED;
  if (gain < 0.0) return TERMINATION_STALLED;
  if (isBeyond(w, product, dx, dy)) return TERMINATION_UP_TO;
  return iterations >= PlaneQuery.maxIterations(w) ? TERMINATION_LIMIT : CONTINUE;
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
  iterations: i32,
  slotU: i32,
  slotV: i32,
  dx: f64,
  dy: f64,
  h: f64,
  product: f64,
): i32 {
  if (isFull(purpose)) {
    writeState(w, count, slotU, slotV, dx, dy, h, product);
    PlaneQuery.setIterations(w, iterations);
    PlaneQuery.setSupportCalls(w, iterations);
    return termination;
  }
  // The direction is the guess of the pair's next query.
  PlaneQuery.setNearestDirection(w, 0, dx);
  PlaneQuery.setNearestDirection(w, 1, dy);
  if (purpose === FOR_COLLISION) return isBeyond(w, product, dx, dy) ? 0 : 1;
  // The proven lower bound if `upTo` or the iteration limit ended the search; otherwise the upper bound.
  const bound: f64 = termination === TERMINATION_UP_TO || termination === TERMINATION_LIMIT ? product : h;
  PlaneQuery.setDistance(w, clearanceOf(count, bound, dx, dy, PlaneQuery.radii(w)));
  return termination;
}

/** Ends the search without a simplex: nothing is known. */
export function finishUnknown(w: i32, purpose: i32, dx: f64, dy: f64, product: f64): i32 {
  const slotU: i32 = PlaneQuery.vertices(w, 0);
  const slotV: i32 = PlaneQuery.vertices(w, 1);
  return finish(w, purpose, TERMINATION_STALLED, 0, 1, slotU, slotV, dx, dy, 0.0, product);
}

/** The distance of the shapes, from `bound` = h or `product`: 0 for a triangle around the origin, NaN without a simplex. */
// @inline
function clearanceOf(count: i32, bound: f64, dx: f64, dy: f64, radii: f64): f64 {
  const found: f64 = bound * (1.0 / Math.sqrt(dx * dx + dy * dy)) - radii;
  if (count === 0) return 0.0 / 0.0;
  return count < 3 && found > 0.0 ? found : 0.0;
}

/** Writes the simplex, the direction d, −d·v of the nearest point v and −d·w of the last support point w. */
// @inline
function writeState(w: i32, count: i32, slotU: i32, slotV: i32, dx: f64, dy: f64, h: f64, product: f64): void {
  PlaneQuery.setSimplex(w, 0, slotV);
  PlaneQuery.setSimplex(w, 1, slotU);
  PlaneQuery.setSimplex(w, 2, freeSlot(w, slotU, slotV));
  PlaneQuery.setVertexCount(w, count);
  PlaneQuery.setNearestDirection(w, 0, dx);
  PlaneQuery.setNearestDirection(w, 1, dy);
  PlaneQuery.setNearestProduct(w, h);
  PlaneQuery.setSupportProduct(w, product);
}

/** Traces a step: the simplex, its nearest point, and the support point in `slot`. */
export function trace(
  w: i32,
  count: i32,
  slotU: i32,
  slotV: i32,
  slot: i32,
  dx: f64,
  dy: f64,
  h: f64,
  product: f64,
): void {
  if (PlaneQuery.wantedTrace(w) === 0) return;
  writeState(w, count, slotU, slotV, dx, dy, h, product);
  PlaneQuery.setTraceSupport(w, slot);
  PlaneQuery.setTraceKind(w, TRACE_STEP);
  hostTrace(w);
}
