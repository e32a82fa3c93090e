// Support planes of a convex shape B in the frame of a mesh A, and upper bounds on the depths of triangles by them.
//
// A translation of a triangle along a unit vector n by h(n) − min n · x separates it from B, where h is B's support function and x are the
// triangle's points. For every n, this length is an upper bound on the depth of the triangle. With the points of a box, it is an upper
// bound on the depths of all triangles in the box.
import * as Query from '../blocks/query.ts';
import { ld, st } from '../port/memory.ts';
import { supportsOf } from '../port/queries.ts';
import { rotate, rotateBack } from '../rotation.ts';
import * as DepthPlane from './blocks/depth-plane.ts';
import * as DepthPlanes from './blocks/depth-planes.ts';
import { triangleNormal } from './triangle-point.ts';

/** The number of planes along B's axes and diagonals, in both directions, and the number of planes along the normals of the last depths. */
const FIXED: i32 = 14;
const RECENT: i32 = 2;
const DIAGONAL: f64 = 0.5773502691896258;

/** Sets the planes along the fixed directions. The recent planes are copies of the first plane until depths are known. */
export function setPlanes(w: i32, planes: i32): void {
  const directions: i32 = planes + DepthPlanes.DIRECTIONS;
  const points: i32 = planes + DepthPlanes.POINTS;
  for (let k: i32 = 0; k < 18; k += 1) st(directions + k, 0.0);
  for (let axis: i32 = 0; axis < 3; axis += 1) {
    st(directions + 4 * axis, -1.0);
    st(directions + 9 + 4 * axis, 1.0);
  }
  for (let k: i32 = 0; k < 8; k += 1) {
    st(directions + 18 + 3 * k, (k & 1) === 0 ? -DIAGONAL : DIAGONAL);
    st(directions + 19 + 3 * k, (k & 2) === 0 ? -DIAGONAL : DIAGONAL);
    st(directions + 20 + 3 * k, (k & 4) === 0 ? -DIAGONAL : DIAGONAL);
  }
  supportsOf(Query.recordB(w), directions, FIXED, points);
  for (let k: i32 = 0; k < FIXED + RECENT; k += 1) {
    const n: i32 = k < FIXED ? k : 0;
    const plane: i32 = DepthPlanes.planes(planes, k);
    const direction: i32 = directions + 3 * n;
    rotate(w + Query.ROTATION, ld(direction), ld(direction + 1), ld(direction + 2), plane);
    DepthPlane.setHeight(plane, heightAlong(w, plane, direction, points + 3 * n));
  }
  DepthPlanes.setOldest(planes, FIXED);
}

/** The height of B's support point along `normal`, in A's frame. `direction` is the same vector in B's frame. */
function heightAlong(w: i32, normal: i32, direction: i32, point: i32): f64 {
  return (
    ld(direction) * ld(point) +
    ld(direction + 1) * ld(point + 1) +
    ld(direction + 2) * ld(point + 2) +
    ld(normal) * Query.translation(w, 0) +
    ld(normal + 1) * Query.translation(w, 1) +
    ld(normal + 2) * Query.translation(w, 2)
  );
}

/** Sets the height of the plane with the normal at `plane`. */
function setPlaneHeight(w: i32, plane: i32, planes: i32): void {
  const direction: i32 = planes + DepthPlanes.DIRECTIONS;
  const point: i32 = planes + DepthPlanes.POINTS;
  rotateBack(w + Query.ROTATION, ld(plane), ld(plane + 1), ld(plane + 2), direction);
  supportsOf(Query.recordB(w), direction, 1, point);
  DepthPlane.setHeight(plane, heightAlong(w, plane, direction, point));
}

/** Replaces the oldest recent plane by the plane along the normal of the last depth in the workspace. */
export function addDepthNormal(w: i32, planes: i32): void {
  const oldest: i32 = DepthPlanes.oldest(planes);
  const plane: i32 = DepthPlanes.planes(planes, oldest);
  // The normal points from A to B, and the triangle moves away from B.
  for (let axis: i32 = 0; axis < 3; axis += 1) st(plane + axis, -Query.localNormal(w, axis));
  setPlaneHeight(w, plane, planes);
  DepthPlanes.setOldest(planes, oldest + 1 < FIXED + RECENT ? oldest + 1 : FIXED);
}

/**
 * An upper bound on the depth of a triangle: the least bound by the recent planes, the fixed planes and the two planes parallel to the
 * triangle, tried in this order until the bound is at most `best`.
 */
export function triangleDepthBound(w: i32, triangle: i32, planes: i32, best: f64): f64 {
  let bound: f64 = 1.0e308 * 10.0;
  // The recent planes first: depths of neighboring triangles have similar normals.
  for (let k: i32 = FIXED; k < FIXED + RECENT; k += 1) {
    const plane: i32 = DepthPlanes.planes(planes, k);
    bound = Math.min(bound, DepthPlane.height(plane) - lowestAlong(triangle, plane));
  }
  for (let k: i32 = 0; k < 3 && bound > best; k += 1)
    bound = Math.min(bound, boundOfOpposites(triangle, planes, k, k + 3));
  for (let k: i32 = 6; k < 10 && bound > best; k += 1)
    bound = Math.min(bound, boundOfOpposites(triangle, planes, k, 19 - k));
  const facePlane: i32 = DepthPlanes.planes(planes, FIXED + RECENT);
  if (!(bound > best) || !triangleNormal(triangle, facePlane)) return bound;
  setPlaneHeight(w, facePlane, planes);
  bound = Math.min(bound, DepthPlane.height(facePlane) - lowestAlong(triangle, facePlane));
  if (!(bound > best)) return bound;
  for (let axis: i32 = 0; axis < 3; axis += 1) st(facePlane + axis, -ld(facePlane + axis));
  setPlaneHeight(w, facePlane, planes);
  return Math.min(bound, DepthPlane.height(facePlane) - lowestAlong(triangle, facePlane));
}

/** The smaller of the bounds by two planes with opposite normals. */
// @inline
function boundOfOpposites(triangle: i32, planes: i32, plane: i32, opposite: i32): f64 {
  const front: i32 = DepthPlanes.planes(planes, plane);
  const x: f64 = ld(front);
  const y: f64 = ld(front + 1);
  const z: f64 = ld(front + 2);
  const first: f64 = x * ld(triangle) + y * ld(triangle + 1) + z * ld(triangle + 2);
  const second: f64 = x * ld(triangle + 3) + y * ld(triangle + 4) + z * ld(triangle + 5);
  const third: f64 = x * ld(triangle + 6) + y * ld(triangle + 7) + z * ld(triangle + 8);
  const low: f64 = Math.min(first, Math.min(second, third));
  const high: f64 = Math.max(first, Math.max(second, third));
  const behind: f64 = DepthPlane.height(DepthPlanes.planes(planes, opposite)) + high;
  return Math.min(DepthPlane.height(front) - low, behind);
}

/** The least height of a triangle's corners along the normal at `plane`. */
// @inline
function lowestAlong(triangle: i32, plane: i32): f64 {
  const x: f64 = ld(plane);
  const y: f64 = ld(plane + 1);
  const z: f64 = ld(plane + 2);
  const first: f64 = x * ld(triangle) + y * ld(triangle + 1) + z * ld(triangle + 2);
  const second: f64 = x * ld(triangle + 3) + y * ld(triangle + 4) + z * ld(triangle + 5);
  const third: f64 = x * ld(triangle + 6) + y * ld(triangle + 7) + z * ld(triangle + 8);
  return Math.min(first, Math.min(second, third));
}
