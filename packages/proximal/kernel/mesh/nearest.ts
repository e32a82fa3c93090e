// The triangle of a mesh nearest to a convex shape, or any triangle within a margin: nearer boxes are visited first, and boxes
// farther than the best triangle so far are skipped.

import * as Query from '../blocks/query.ts';
import * as ShapeBlock from '../blocks/shape-block.ts';
import { EPSILON } from '../constants.ts';
import { ld, ldi, product, st, sti } from '../port/memory.ts';
import { areWithin, distanceOf, supportsOf } from '../port/queries.ts';
import { relativePose } from '../rotation.ts';
import * as Mesh from './blocks/mesh.ts';
import * as MeshNode from './blocks/mesh-node.ts';
import * as MeshTriangle from './blocks/mesh-triangle.ts';
import { areNear, squaredGap } from './boxes.ts';
import { boundTriangle, recordTriangle } from './triangle.ts';

/**
 * The triangle nearest to shape B within `upTo`: its index in the user's list, or −1. Pose A is that of the mesh. With `isBoolean`
 * 1, any triangle within `upTo` suffices. `record` is memory for a triangle's record, `scratch` for two boxes followed by the
 * stack.
 */
export function meshNearest(w: i32, mesh: i32, record: i32, scratch: i32, upTo: f64, isBoolean: i32): i32 {
  const box: i32 = scratch;
  const nodes: i32 = mesh + Mesh.nodesAt(mesh);
  const stack: i32 = 2 * (scratch + 12);
  if (relativePose(w) === 0) return -1;
  boundInA(w, Query.recordB(w), box, scratch + 12);
  Query.setRecordA(w, record);
  let best: f64 = upTo;
  let found: i32 = -1;
  sti(stack, nodes);
  let depth: i32 = 1;
  while (depth > 0) {
    depth -= 1;
    const node: i32 = ldi(stack + depth);
    if (squaredGap(node, box) > best * best) continue;
    const count: i32 = MeshNode.count(node);
    const first: i32 = MeshNode.first(node);
    if (count === 0) {
      const left: i32 = nodes + product(MeshNode.SIZE, first);
      const right: i32 = left + MeshNode.SIZE;
      const isLeftFirst: bool = squaredGap(left, box) <= squaredGap(right, box);
      sti(stack + depth, isLeftFirst ? right : left);
      sti(stack + depth + 1, isLeftFirst ? left : right);
      depth += 2;
      continue;
    }
    for (let k: i32 = first; k < first + count; k += 1) {
      const triangle: i32 = mesh + Mesh.trianglesAt(mesh) + product(MeshTriangle.SIZE, k);
      boundTriangle(triangle, scratch + 6);
      if (squaredGap(scratch + 6, box) > best * best) continue;
      recordTriangle(triangle, record);
      if (isBoolean === 1) {
        if (areWithin(w, upTo) === 1) return MeshTriangle.number(triangle);
        continue;
      }
      Query.setUpTo(w, best);
      distanceOf(w);
      const apart: f64 = Query.distance(w);
      if (!(apart < best || (apart === best && found < 0))) continue;
      best = apart;
      found = MeshTriangle.number(triangle);
      // The shapes touch, so no triangle is nearer.
      if (best <= 0.0) return found;
    }
  }
  return found;
}

/** The box of a shape at B's pose in A's frame, rounding included. `scratch` is memory for 36 numbers. */
function boundInA(w: i32, shape: i32, out: i32, scratch: i32): void {
  const far: f64 =
    Math.abs(Query.translation(w, 0)) + Math.abs(Query.translation(w, 1)) + Math.abs(Query.translation(w, 2));
  const error: f64 = 32.0 * EPSILON * (far + ShapeBlock.reach(shape));
  for (let k: i32 = 0; k < 9; k += 1) {
    st(scratch + k, -Query.rotation(w, k));
    st(scratch + 9 + k, Query.rotation(w, k));
  }
  supportsOf(shape, scratch, 6, scratch + 18);
  for (let axis: i32 = 0; axis < 3; axis += 1) {
    const middle: f64 = Query.translation(w, axis);
    st(out + axis, middle + alongAxis(w, axis, scratch + 18 + 3 * axis) - error);
    st(out + 3 + axis, middle + alongAxis(w, axis, scratch + 27 + 3 * axis) + error);
  }
}

/** A coordinate in A's frame of the point at `point` in B's, up to the translation. */
// @inline
function alongAxis(w: i32, axis: i32, point: i32): f64 {
  const row: i32 = w + Query.ROTATION + 3 * axis;
  return ld(row) * ld(point) + ld(row + 1) * ld(point + 1) + ld(row + 2) * ld(point + 2);
}

/**
 * Writes the numbers of all triangles whose boxes come within `reach` of a box to `out`, at most `capacity`. Returns their total
 * number.
 */
export function meshCollect(mesh: i32, box: i32, reach: f64, scratch: i32, out: i32, capacity: i32): i32 {
  const nodes: i32 = mesh + Mesh.nodesAt(mesh);
  const stack: i32 = 2 * (scratch + 12);
  let found: i32 = 0;
  sti(stack, nodes);
  let depth: i32 = 1;
  while (depth > 0) {
    depth -= 1;
    const node: i32 = ldi(stack + depth);
    if (!areNear(node, box, reach)) continue;
    const count: i32 = MeshNode.count(node);
    const first: i32 = MeshNode.first(node);
    if (count === 0) {
      const left: i32 = nodes + product(MeshNode.SIZE, first);
      sti(stack + depth, left);
      sti(stack + depth + 1, left + MeshNode.SIZE);
      depth += 2;
      continue;
    }
    for (let k: i32 = first; k < first + count; k += 1) {
      const triangle: i32 = mesh + Mesh.trianglesAt(mesh) + product(MeshTriangle.SIZE, k);
      boundTriangle(triangle, scratch + 6);
      if (!areNear(scratch + 6, box, reach)) continue;
      if (found < capacity) sti(2 * out + found, MeshTriangle.number(triangle));
      found += 1;
    }
  }
  return found;
}
