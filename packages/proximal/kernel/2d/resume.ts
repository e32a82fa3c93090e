// Warm starts of the depth in the plane: see ../penetration/resume.ts. Three points of each core, whose differences form a triangle around the origin,
// prove at new poses that the cores still overlap, without support points. The directions of the last portal's ends give the first portal: their
// support points are computed again, because the proof of the result names its points by directions.
import { ld, st } from '../port/memory.ts';
import * as PlaneOverlap from './blocks/plane-overlap.ts';
import * as PlaneQuery from './blocks/plane-query.ts';
import * as PlaneVertex from './blocks/plane-vertex.ts';
import {
  CANDIDATE,
  clearPortal,
  isThroughPortal,
  orientPortal,
  PORTAL_FOUND,
  PORTAL_LOST,
  redirectPortal,
  supportStep,
} from './portal.ts';

/** Keeps the points of the simplex, a triangle around the origin, for the next query. */
export function keepTriangle(w: i32): void {
  const last: i32 = PlaneQuery.lastOverlap(w);
  for (let k: i32 = 0; k < 3; k += 1) {
    const vertex: i32 = PlaneQuery.simplex(w, k);
    const a: i32 = PlaneVertex.pointA(vertex);
    const b: i32 = PlaneVertex.pointB(vertex);
    PlaneOverlap.setPoints(last, 4 * k, ld(a));
    PlaneOverlap.setPoints(last, 4 * k + 1, ld(a + 1));
    PlaneOverlap.setPoints(last, 4 * k + 2, ld(b));
    PlaneOverlap.setPoints(last, 4 * k + 3, ld(b + 1));
  }
  PlaneOverlap.setHasPoints(last, 1);
}

/** Keeps the directions of the simplex, the ends of a portal, for the next query. */
export function keepPortal(w: i32): void {
  const last: i32 = PlaneQuery.lastOverlap(w);
  for (let k: i32 = 0; k < 2; k += 1) {
    const vertex: i32 = PlaneQuery.simplex(w, k);
    PlaneOverlap.setDirections(last, 2 * k, PlaneVertex.direction(vertex, 0));
    PlaneOverlap.setDirections(last, 2 * k + 1, PlaneVertex.direction(vertex, 1));
  }
  PlaneOverlap.setHasPortal(last, 1);
}

/** Whether the last triangle contains, at the new poses, a ball around the origin that is larger than rounding: then the cores overlap. */
export function stillOverlaps(w: i32): bool {
  const last: i32 = PlaneQuery.lastOverlap(w);
  if (PlaneOverlap.hasPoints(last) === 0) return false;
  const cosine: f64 = PlaneQuery.rotation(w, 0);
  const sine: f64 = PlaneQuery.rotation(w, 1);
  for (let k: i32 = 0; k < 3; k += 1) {
    const vertex: i32 = PlaneQuery.vertices(w, k);
    const bx: f64 = PlaneOverlap.points(last, 4 * k + 2);
    const by: f64 = PlaneOverlap.points(last, 4 * k + 3);
    st(vertex, PlaneOverlap.points(last, 4 * k) - (cosine * bx - sine * by + PlaneQuery.translation(w, 0)));
    st(vertex + 1, PlaneOverlap.points(last, 4 * k + 1) - (sine * bx + cosine * by + PlaneQuery.translation(w, 1)));
  }
  const floor: f64 = PlaneQuery.floor(w);
  const first: f64 = heightOverOrigin(w, 0, 1);
  const second: f64 = heightOverOrigin(w, 1, 2);
  const third: f64 = heightOverOrigin(w, 2, 0);
  return (first > floor && second > floor && third > floor) || (first < -floor && second < -floor && third < -floor);
}

/** The distance of the line through two vertices from the origin: positive if they are counter-clockwise around it. */
function heightOverOrigin(w: i32, from: i32, to: i32): f64 {
  const p: i32 = PlaneQuery.vertices(w, from);
  const q: i32 = PlaneQuery.vertices(w, to);
  const ex: f64 = ld(q) - ld(p);
  const ey: f64 = ld(q + 1) - ld(p + 1);
  return (ld(p) * ey - ld(p + 1) * ex) / Math.sqrt(ex * ex + ey * ey);
}

/**
 * Finds the portal of the ray along the unit vector d from the directions of the last portal. PORTAL_LOST if the line of their support points passes
 * through the origin, or if `redirectPortal` finds no portal of the ray.
 */
export function resumePortal(w: i32, dx: f64, dy: f64): i32 {
  clearPortal(w);
  const last: i32 = PlaneQuery.lastOverlap(w);
  for (let k: i32 = 0; k < 2; k += 1) {
    const x: f64 = PlaneOverlap.directions(last, 2 * k);
    const y: f64 = PlaneOverlap.directions(last, 2 * k + 1);
    supportStep(w, PlaneQuery.simplex(w, k), x, y);
  }
  if (!(Math.abs(heightOverOrigin(w, 0, 1)) > 0.0)) return PORTAL_LOST;
  orientPortal(w);
  if (isThroughPortal(w, dx, dy)) return PORTAL_FOUND;
  supportStep(w, PlaneQuery.simplex(w, CANDIDATE), dx, dy);
  return redirectPortal(w, dx, dy, true);
}
