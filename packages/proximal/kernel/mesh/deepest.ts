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
import { defer, push, STACK } from './node-list.ts';
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
 * larger than its depth, in the nodes that the first search has left out.
 */
export function meshDeepest(w: i32, mesh: i32, record: i32, polytope: i32, scratch: i32, seed: i32): i32 {
  const planes: i32 = scratch;
  const stack: i32 = planes + DepthPlanes.SIZE;
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
  const list: i32 = stack + STACK;
  sti(2 * list, 0);
  const root: i32 = push(stack, 0, 1.0e308 * 10.0, mesh + Mesh.nodesAt(mesh));
  const first: i32 = search(w, mesh, planes, polytope, stack, root, Math.max(0.0, least), -1, list);
  if (first < 0) return -1;
  const deep: f64 = depthAt(w, triangles + product(MeshTriangle.SIZE, first), polytope, planes);
  const known: i32 = deep > 0.0 ? first : -1;
  const listed: i32 = ldi(2 * list);
  if (listed < 0) {
    push(stack, 0, 1.0e308 * 10.0, mesh + Mesh.nodesAt(mesh));
    return search(w, mesh, planes, polytope, stack, 1, deep, known, -1);
  }
  // The list becomes the stack.
  let depth: i32 = 0;
  for (let k: i32 = 0; k < listed; k += 1) {
    const entry: i32 = list + 1 + 2 * k;
    if (ld(entry) > deep) depth = push(list + 1, depth, ld(entry), ldi(2 * entry + 2));
  }
  return search(w, mesh, planes, polytope, list + 1, depth, deep, known, -1);
}

/**
 * The place of the triangle with the largest depth above `least` in the nodes on the stack, or `known` if there is none. With a list,
 * bounds are compared instead of depths, and nodes that are left out are listed, and so are the leaves that are visited. Boxes with
 * larger bounds are visited first.
 */
function search(
  w: i32,
  mesh: i32,
  planes: i32,
  polytope: i32,
  stack: i32,
  start: i32,
  least: f64,
  known: i32,
  list: i32,
): i32 {
  const nodes: i32 = mesh + Mesh.nodesAt(mesh);
  const triangles: i32 = mesh + Mesh.trianglesAt(mesh);
  let best: f64 = least;
  let found: i32 = known;
  let depth: i32 = start;
  while (depth > 0) {
    depth -= 1;
    const bound: f64 = ld(stack + 2 * depth);
    const node: i32 = ldi(2 * (stack + 2 * depth) + 2);
    if (!(bound > best)) {
      if (list >= 0 && bound > 0.0) defer(list, bound, node);
      continue;
    }
    const count: i32 = MeshNode.count(node);
    const first: i32 = MeshNode.first(node);
    if (count === 0) {
      // A search for bounds lists nodes by their least bound, so that it must be complete.
      const limit: f64 = list >= 0 ? 0.0 : best;
      depth = pushDeeper(nodes + product(MeshNode.SIZE, first), planes, stack, depth, limit);
      continue;
    }
    for (let k: i32 = first; k < first + count; k += 1) {
      if (k === known) continue;
      const triangle: i32 = triangles + product(MeshTriangle.SIZE, k);
      let value: f64 = triangleMost(w, triangle, planes, best);
      if (list < 0 && value > best) value = depthAt(w, triangle, polytope, planes);
      // Of equal depths the first in the tree counts, in whatever order the nodes are visited.
      const isFirst: bool = value === best && found >= 0 && found !== known && k < found;
      if (!(value > best || isFirst)) continue;
      best = value;
      found = k;
    }
    if (list >= 0) defer(list, bound, node);
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
  if (less > best) top = push(stack, top, less, isLeftFirst ? right : left);
  if (more > best) top = push(stack, top, more, isLeftFirst ? left : right);
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
