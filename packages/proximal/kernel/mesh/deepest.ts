// The triangle of a mesh A that is deepest in a convex shape B, by branch and bound.
//
// A triangle is separated from B if it moves along a unit vector n by h(n) − min n · x, where h is B's support function and x are the
// triangle's points. So this is an upper bound of its depth, for every n, and the same with the points of a box bounds the depths of
// all triangles in it.
import * as Query from '../blocks/query.ts';
import { ld, ldi, product, st, sti } from '../port/memory.ts';
import { depthOf, supportsOf } from '../port/queries.ts';
import { relativePose, rotate, rotateBack } from '../rotation.ts';
import * as DepthPlane from './blocks/depth-plane.ts';
import * as DepthPlanes from './blocks/depth-planes.ts';
import * as Mesh from './blocks/mesh.ts';
import * as MeshNode from './blocks/mesh-node.ts';
import * as MeshTriangle from './blocks/mesh-triangle.ts';
import { recordTriangle } from './triangle.ts';
import { triangleNormal } from './triangle-point.ts';

/** Planes along B's axes, these and their diagonals, and the normals of the last depths. Boxes are compared with the first only. */
const AXES: i32 = 6;
const FIXED: i32 = 14;
const LEARNED: i32 = 2;
const DIAGONAL: f64 = 0.5773502691896258;

/**
 * The place of the triangle with the largest penetration depth, or −1 if no triangle overlaps shape B. Pose A is that of the mesh.
 * `seed` is the place of a triangle that is likely deep, or −1; it only limits the search. `record` is memory for a triangle's record,
 * `polytope` that of EPA, `scratch` for the planes and the stack.
 *
 * The triangle with the largest bound of its depth is found first. The second search computes the depths of those whose bounds are
 * larger than its depth.
 */
export function meshDeepest(w: i32, mesh: i32, record: i32, polytope: i32, scratch: i32, seed: i32): i32 {
  const planes: i32 = scratch;
  const triangles: i32 = mesh + Mesh.trianglesAt(mesh);
  if (relativePose(w) === 0) return -1;
  setPlanes(w, planes);
  Query.setRecordA(w, record);
  for (let axis: i32 = 0; axis < 3; axis += 1) Query.setGuess(w, axis, 0.0);
  let least: f64 = 0.0;
  if (seed >= 0 && seed < Mesh.triangles(mesh)) {
    // Slightly less, so that the search finds the triangle again.
    least = (1.0 - 1.0e-12) * triangleMost(w, triangles + product(MeshTriangle.SIZE, seed), planes, 0.0);
  }
  const first: i32 = search(w, mesh, planes, polytope, Math.max(0.0, least), -1, false);
  if (first < 0) return -1;
  const deep: f64 = depthAt(w, triangles + product(MeshTriangle.SIZE, first), polytope, planes);
  return search(w, mesh, planes, polytope, deep, deep > 0.0 ? first : -1, true);
}

/**
 * The place of the triangle with the largest depth, or the largest bound of it, above `least`; `known` if there is none. Boxes with larger
 * bounds are visited first.
 */
function search(w: i32, mesh: i32, planes: i32, polytope: i32, least: f64, known: i32, isExact: bool): i32 {
  const stack: i32 = planes + DepthPlanes.SIZE;
  const nodes: i32 = mesh + Mesh.nodesAt(mesh);
  const triangles: i32 = mesh + Mesh.trianglesAt(mesh);
  let best: f64 = least;
  let found: i32 = known;
  st(stack, 1.0e308 * 10.0);
  sti(2 * stack + 2, nodes);
  let depth: i32 = 1;
  while (depth > 0) {
    depth -= 1;
    if (!(ld(stack + 2 * depth) > best)) continue;
    const node: i32 = ldi(2 * (stack + 2 * depth) + 2);
    const count: i32 = MeshNode.count(node);
    const first: i32 = MeshNode.first(node);
    if (count === 0) {
      depth = pushDeeper(nodes + product(MeshNode.SIZE, first), planes, stack, depth, best);
      continue;
    }
    for (let k: i32 = first; k < first + count; k += 1) {
      if (k === known) continue;
      const triangle: i32 = triangles + product(MeshTriangle.SIZE, k);
      let value: f64 = triangleMost(w, triangle, planes, best);
      if (isExact && value > best) value = depthAt(w, triangle, polytope, planes);
      if (!(value > best)) continue;
      best = value;
      found = k;
    }
  }
  return found;
}

/** Sets the planes along fixed directions; those of learned ones repeat the first. */
function setPlanes(w: i32, planes: i32): void {
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
  for (let k: i32 = 0; k < FIXED + LEARNED; k += 1) {
    const n: i32 = k < FIXED ? k : 0;
    const plane: i32 = DepthPlanes.planes(planes, k);
    const direction: i32 = directions + 3 * n;
    rotate(w + Query.ROTATION, ld(direction), ld(direction + 1), ld(direction + 2), plane);
    DepthPlane.setHeight(plane, heightAlong(w, plane, direction, points + 3 * n));
  }
  DepthPlanes.setNewest(planes, FIXED);
}

/** The height in A's frame of B's support point along a normal, which `direction` is in B's frame. */
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

/** The depth of a triangle in shape B, 0 if they are apart. Its normal becomes a plane. */
function depthAt(w: i32, triangle: i32, polytope: i32, planes: i32): f64 {
  recordTriangle(triangle, Query.recordA(w));
  depthOf(w, polytope);
  const deep: f64 = -Query.distance(w);
  if (!(deep > 0.0)) return 0.0;
  const newest: i32 = DepthPlanes.newest(planes);
  const plane: i32 = DepthPlanes.planes(planes, newest);
  // The normal points from A to B, and the triangle moves away from B.
  for (let axis: i32 = 0; axis < 3; axis += 1) st(plane + axis, -Query.localNormal(w, axis));
  learn(w, plane, planes);
  DepthPlanes.setNewest(planes, newest + 1 < FIXED + LEARNED ? newest + 1 : FIXED);
  return deep;
}

/** Sets the height of the plane with the normal at `plane`. */
function learn(w: i32, plane: i32, planes: i32): void {
  const direction: i32 = planes + DepthPlanes.DIRECTIONS;
  const point: i32 = planes + DepthPlanes.POINTS;
  rotateBack(w + Query.ROTATION, ld(plane), ld(plane + 1), ld(plane + 2), direction);
  supportsOf(Query.recordB(w), direction, 1, point);
  DepthPlane.setHeight(plane, heightAlong(w, plane, direction, point));
}

/** Pushes two nodes with upper bounds of the depths of their triangles, the larger bound last. Returns the new depth of the stack. */
function pushDeeper(left: i32, planes: i32, stack: i32, depth: i32, best: f64): i32 {
  const right: i32 = left + MeshNode.SIZE;
  const atLeft: f64 = boxMost(left, planes, best);
  const atRight: f64 = boxMost(right, planes, best);
  const isLeftFirst: bool = atLeft >= atRight;
  const less: f64 = isLeftFirst ? atRight : atLeft;
  const more: f64 = isLeftFirst ? atLeft : atRight;
  let top: i32 = depth;
  if (less > best) {
    st(stack + 2 * top, less);
    sti(2 * (stack + 2 * top) + 2, isLeftFirst ? right : left);
    top += 1;
  }
  if (more > best) {
    st(stack + 2 * top, more);
    sti(2 * (stack + 2 * top) + 2, isLeftFirst ? left : right);
    top += 1;
  }
  return top;
}

/** An upper bound of the depths of all triangles in the box at `box`; below `best` it need not be the least. */
function boxMost(box: i32, planes: i32, best: f64): f64 {
  const ex: f64 = 0.5 * (ld(box + 3) - ld(box));
  const ey: f64 = 0.5 * (ld(box + 4) - ld(box + 1));
  const ez: f64 = 0.5 * (ld(box + 5) - ld(box + 2));
  const cx: f64 = ld(box) + ex;
  const cy: f64 = ld(box + 1) + ey;
  const cz: f64 = ld(box + 2) + ez;
  let most: f64 = 1.0e308 * 10.0;
  for (let k: i32 = 0; k < AXES && most > best; k += 1) {
    const plane: i32 = DepthPlanes.planes(planes, k);
    const x: f64 = ld(plane);
    const y: f64 = ld(plane + 1);
    const z: f64 = ld(plane + 2);
    const low: f64 = x * cx + y * cy + z * cz - (Math.abs(x) * ex + Math.abs(y) * ey + Math.abs(z) * ez);
    most = Math.min(most, DepthPlane.height(plane) - low);
  }
  return most;
}

/** An upper bound of the depth of a triangle; below `best` it need not be the least. */
function triangleMost(w: i32, triangle: i32, planes: i32, best: f64): f64 {
  let most: f64 = 1.0e308 * 10.0;
  for (let k: i32 = 0; k < FIXED + LEARNED && most > best; k += 1) {
    const plane: i32 = DepthPlanes.planes(planes, k);
    most = Math.min(most, DepthPlane.height(plane) - lowestAlong(triangle, plane));
  }
  const own: i32 = DepthPlanes.planes(planes, FIXED + LEARNED);
  if (!(most > best) || !triangleNormal(triangle, own)) return most;
  learn(w, own, planes);
  most = Math.min(most, DepthPlane.height(own) - lowestAlong(triangle, own));
  if (!(most > best)) return most;
  for (let axis: i32 = 0; axis < 3; axis += 1) st(own + axis, -ld(own + axis));
  learn(w, own, planes);
  return Math.min(most, DepthPlane.height(own) - lowestAlong(triangle, own));
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
