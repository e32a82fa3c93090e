// The nearest point of a mesh, and whether a closed mesh contains the given point. Of triangles at the same distance, the first in
// the user's list counts as the nearest. So the result does not depend on the order of the search.
import { EPSILON } from '../constants.ts';
import { ld, product, st } from '../port/memory.ts';
import * as Mesh from './blocks/mesh.ts';
import * as MeshNode from './blocks/mesh-node.ts';
import * as MeshPoint from './blocks/mesh-point.ts';
import * as MeshTriangle from './blocks/mesh-triangle.ts';
import * as PointSearch from './blocks/point-search.ts';
import * as SearchEntry from './blocks/search-entry.ts';
import * as SearchStack from './blocks/search-stack.ts';
import * as TrianglePoint from './blocks/triangle-point.ts';
import { push } from './node-list.ts';
import { nearestOnTriangle, triangleNormal } from './triangle-point.ts';
import { windingNumber } from './winding.ts';

const INFINITE: f64 = 1.0e308 * 10.0;
/** Outside this range, products of four lengths over- or underflow. */
const SMALLEST: f64 = 1.0e-70;
const LARGEST: f64 = 1.0e70;

/**
 * Fills `count` rows, each a `MeshPoint`. `facing` is 1 or −1 if the triangles of a closed mesh face outward or inward, and 1 for an open mesh.
 * `scratch` is memory for a `PointSearch` or a `WindingSearch`.
 */
export function meshPoints(mesh: i32, rows: i32, count: i32, isClosed: i32, facing: f64, scratch: i32): void {
  let seed: i32 = -1;
  // The surface of the mesh is at least this far from the point of the last row.
  let clearance: f64 = 0.0;
  for (let k: i32 = 0; k < count; k += 1) {
    const row: i32 = rows + product(MeshPoint.SIZE, k);
    const last: i32 = row - MeshPoint.SIZE;
    const extent: f64 = extentOf(mesh, row);
    const error: f64 = 32.0 * EPSILON * extent;
    MeshPoint.setError(row, error);
    if (!(extent < LARGEST && (extent > SMALLEST || extent === 0.0))) {
      writeUnknown(row);
      seed = -1;
      clearance = 0.0;
      continue;
    }
    seed = nearestTriangle(mesh, row, seed, error, 0, scratch);
    MeshPoint.setTriangle(row, MeshTriangle.index(seed));
    let winding: i32 = 0;
    if (isClosed === 1) {
      // The surface does not separate this point from the last point: the winding number is the same.
      if (clearance > 0.0 && distanceBetween(row, last) < clearance) winding = MeshPoint.winding(last);
      else {
        const position: i32 = row + MeshPoint.POSITION;
        winding = windingNumber(mesh, ld(position), ld(position + 1), ld(position + 2), scratch);
      }
    }
    MeshPoint.setWinding(row, winding);
    const distance: f64 = MeshPoint.distance(row);
    clearance = 0.999 * (distance - error);
    writeGradient(mesh, row, seed, winding !== 0 ? -1.0 : 1.0, facing, scratch);
    if (winding !== 0) MeshPoint.setDistance(row, -distance);
  }
}

/** A bound on the coordinates of the point and the mesh. */
function extentOf(mesh: i32, row: i32): f64 {
  const root: i32 = mesh + Mesh.nodesAt(mesh);
  let extent: f64 = 0.0;
  for (let axis: i32 = 0; axis < 3; axis += 1) {
    const ofMesh: f64 = Math.max(Math.abs(ld(root + axis)), Math.abs(ld(root + 3 + axis)));
    extent = Math.max(extent, Math.max(ofMesh, Math.abs(MeshPoint.position(row, axis))));
  }
  return extent;
}

/** Writes a row without a result. */
function writeUnknown(row: i32): void {
  const notANumber: f64 = INFINITE - INFINITE;
  MeshPoint.setDistance(row, notANumber);
  MeshPoint.setError(row, INFINITE);
  for (let axis: i32 = 0; axis < 3; axis += 1) {
    MeshPoint.setNearest(row, axis, notANumber);
    MeshPoint.setGradient(row, axis, notANumber);
  }
  MeshPoint.setTriangle(row, -1);
  MeshPoint.setWinding(row, 0);
}

/** The distance between the points of two rows. */
function distanceBetween(p: i32, q: i32): f64 {
  const x: f64 = MeshPoint.position(p, 0) - MeshPoint.position(q, 0);
  const y: f64 = MeshPoint.position(p, 1) - MeshPoint.position(q, 1);
  const z: f64 = MeshPoint.position(p, 2) - MeshPoint.position(q, 2);
  return Math.sqrt(x * x + y * y + z * z);
}

/**
 * The address of the nearest triangle; distance, nearest point and the offset, as the gradient, go to the row. The search starts with
 * the triangle at `seed`, unless that is −1. With `needsNormal` 1, only triangles with a normal count, and −1 is returned if there are
 * none.
 */
function nearestTriangle(mesh: i32, row: i32, seed: i32, error: f64, needsNormal: i32, scratch: i32): i32 {
  const nodes: i32 = mesh + Mesh.nodesAt(mesh);
  const triangles: i32 = mesh + Mesh.trianglesAt(mesh);
  const stack: i32 = scratch + PointSearch.STACK;
  const x: f64 = MeshPoint.position(row, 0);
  const y: f64 = MeshPoint.position(row, 1);
  const z: f64 = MeshPoint.position(row, 2);
  let found: i32 = seed;
  let best: f64 = INFINITE;
  // Boxes farther than this have no triangle whose computed distance is smaller or equal.
  let limit: f64 = INFINITE;
  if (seed >= 0) {
    best = nearestOnTriangle(seed, x, y, z, scratch);
    limit = enlarged(best, error);
    writeNearest(row, scratch);
  }
  let depth: i32 = push(stack, 0, 0.0, nodes);
  while (depth > 0) {
    depth -= 1;
    const entry: i32 = SearchStack.entries(stack, depth);
    if (SearchEntry.bound(entry) > limit) continue;
    const node: i32 = SearchEntry.node(entry);
    const count: i32 = MeshNode.count(node);
    const first: i32 = MeshNode.first(node);
    if (count === 0) {
      const left: i32 = nodes + product(MeshNode.SIZE, first);
      const right: i32 = left + MeshNode.SIZE;
      const atLeft: f64 = squaredGapTo(left, x, y, z);
      const atRight: f64 = squaredGapTo(right, x, y, z);
      const isLeftFirst: bool = atLeft <= atRight;
      const far: f64 = isLeftFirst ? atRight : atLeft;
      const near: f64 = isLeftFirst ? atLeft : atRight;
      if (far <= limit) depth = push(stack, depth, far, isLeftFirst ? right : left);
      if (near <= limit) depth = push(stack, depth, near, isLeftFirst ? left : right);
      continue;
    }
    for (let k: i32 = first; k < first + count; k += 1) {
      const triangle: i32 = triangles + product(MeshTriangle.SIZE, k);
      if (triangle === seed) continue;
      if (needsNormal === 1 && !triangleNormal(triangle, scratch)) continue;
      const squared: f64 = nearestOnTriangle(triangle, x, y, z, scratch);
      const isFirst: bool = found < 0 || MeshTriangle.index(triangle) < MeshTriangle.index(found);
      if (!(squared < best || (squared === best && isFirst))) continue;
      best = squared;
      limit = enlarged(best, error);
      found = triangle;
      writeNearest(row, scratch);
    }
  }
  if (found >= 0) MeshPoint.setDistance(row, Math.sqrt(best));
  return found;
}

function writeNearest(row: i32, point: i32): void {
  for (let axis: i32 = 0; axis < 3; axis += 1) {
    MeshPoint.setNearest(row, axis, TrianglePoint.nearest(point, axis));
    MeshPoint.setGradient(row, axis, TrianglePoint.offset(point, axis));
  }
}

/** (√`squared` + 2 `error`)²: the square of the distance enlarged by twice the rounding error. */
// @inline
function enlarged(squared: f64, error: f64): f64 {
  const distance: f64 = Math.sqrt(squared) + 2.0 * error;
  return distance * distance;
}

/** Squared distance of a point from the box at `box`. */
// @inline
function squaredGapTo(box: i32, x: f64, y: f64, z: f64): f64 {
  const gx: f64 = Math.max(Math.max(ld(box) - x, x - ld(box + 3)), 0.0);
  const gy: f64 = Math.max(Math.max(ld(box + 1) - y, y - ld(box + 4)), 0.0);
  const gz: f64 = Math.max(Math.max(ld(box + 2) - z, z - ld(box + 5)), 0.0);
  return gx * gx + gy * gy + gz * gz;
}

/**
 * Turns the offset into the gradient. Within rounding of the surface, where the offset has no direction, the gradient is the outward normal
 * of the nearest triangle that has one, or +z if there is none within rounding.
 */
function writeGradient(mesh: i32, row: i32, triangle: i32, sign: f64, facing: f64, scratch: i32): void {
  const distance: f64 = MeshPoint.distance(row);
  const error: f64 = MeshPoint.error(row);
  let scale: f64 = sign / distance;
  if (!(distance > error)) {
    const normal: i32 = row + MeshPoint.GRADIENT;
    let found: i32 = triangle;
    if (!triangleNormal(triangle, normal)) {
      const x: f64 = MeshPoint.nearest(row, 0);
      const y: f64 = MeshPoint.nearest(row, 1);
      const z: f64 = MeshPoint.nearest(row, 2);
      found = nearestTriangle(mesh, row, -1, error, 1, scratch);
      const isNear: bool = found >= 0 && MeshPoint.distance(row) <= distance + 2.0 * error;
      MeshPoint.setDistance(row, distance);
      MeshPoint.setNearest(row, 0, x);
      MeshPoint.setNearest(row, 1, y);
      MeshPoint.setNearest(row, 2, z);
      if (!isNear || !triangleNormal(found, normal)) {
        st(normal, 0.0);
        st(normal + 1, 0.0);
        st(normal + 2, facing);
      }
    }
    scale = facing;
  }
  // Adding 0 gives zeros a positive sign.
  for (let axis: i32 = 0; axis < 3; axis += 1) {
    MeshPoint.setGradient(row, axis, MeshPoint.gradient(row, axis) * scale + 0.0);
  }
}
