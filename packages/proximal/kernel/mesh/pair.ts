// Two meshes: both trees are descended together, the larger box first.

import * as Query from '../blocks/query.ts';
import { EPSILON } from '../constants.ts';
import { ld, ldi, product, st, sti } from '../port/memory.ts';
import { areWithin, distanceOf } from '../port/queries.ts';
import { relativePose } from '../rotation.ts';
import * as Mesh from './blocks/mesh.ts';
import * as MeshNode from './blocks/mesh-node.ts';
import * as MeshPair from './blocks/mesh-pair.ts';
import * as MeshTriangle from './blocks/mesh-triangle.ts';
import { squaredGap } from './boxes.ts';
import { boundTriangle, recordTriangle } from './triangle.ts';

/**
 * The two nearest triangles of two meshes within `upTo`. Returns 1 with their numbers in `scratch`, a `MeshPair`; 0 if there are
 * none. `recordA` and `recordB` are memory for the record of a triangle of each mesh; the stack follows `scratch`. With
 * `isBoolean` 1, any two triangles within `upTo` suffice.
 */
export function meshPair(
  w: i32,
  meshA: i32,
  meshB: i32,
  recordA: i32,
  recordB: i32,
  scratch: i32,
  upTo: f64,
  isBoolean: i32,
): i32 {
  const nodesA: i32 = meshA + Mesh.nodesAt(meshA);
  const nodesB: i32 = meshB + Mesh.nodesAt(meshB);
  const box: i32 = scratch + 1;
  const stack: i32 = 2 * (scratch + 20);
  if (relativePose(w) === 0) return 0;
  Query.setRecordA(w, recordA);
  Query.setRecordB(w, recordB);
  sti(stack, nodesA);
  sti(stack + 1, nodesB);
  let depth: i32 = 2;
  let best: f64 = upTo;
  let found: i32 = 0;
  while (depth > 0) {
    depth -= 2;
    const a: i32 = ldi(stack + depth);
    const b: i32 = ldi(stack + depth + 1);
    if (gapOf(w, a, b, box) > best * best) continue;
    const isLeafA: bool = MeshNode.count(a) > 0;
    const isLeafB: bool = MeshNode.count(b) > 0;
    if (!isLeafA || !isLeafB) {
      const descendsA: bool = isLeafB || (!isLeafA && sizeOf(a) >= sizeOf(b));
      const first: i32 = descendsA
        ? nodesA + product(MeshNode.SIZE, MeshNode.first(a))
        : nodesB + product(MeshNode.SIZE, MeshNode.first(b));
      const second: i32 = first + MeshNode.SIZE;
      const atFirst: f64 = descendsA ? gapOf(w, first, b, box) : gapOf(w, a, first, box);
      const atSecond: f64 = descendsA ? gapOf(w, second, b, box) : gapOf(w, a, second, box);
      const near: i32 = atFirst <= atSecond ? first : second;
      const far: i32 = atFirst <= atSecond ? second : first;
      sti(stack + depth, descendsA ? far : a);
      sti(stack + depth + 1, descendsA ? b : far);
      sti(stack + depth + 2, descendsA ? near : a);
      sti(stack + depth + 3, descendsA ? b : near);
      depth += 4;
      continue;
    }
    const nearest: f64 = compareLeaves(w, meshA, a, meshB, b, scratch, best, isBoolean);
    if (!(nearest < best || (nearest === best && found === 0))) continue;
    best = nearest;
    found = 1;
    if (isBoolean === 1 || best <= 0.0) return 1;
  }
  return found;
}

/** Compares all triangles of two leaves. Returns their smallest distance if it is at most `best`, otherwise a larger number. */
function compareLeaves(w: i32, meshA: i32, a: i32, meshB: i32, b: i32, scratch: i32, best: f64, isBoolean: i32): f64 {
  const firstA: i32 = MeshNode.first(a);
  const firstB: i32 = MeshNode.first(b);
  const trianglesA: i32 = meshA + Mesh.trianglesAt(meshA);
  const trianglesB: i32 = meshB + Mesh.trianglesAt(meshB);
  const recordA: i32 = Query.recordA(w);
  const recordB: i32 = Query.recordB(w);
  let least: f64 = 2.0 * best + 1.0;
  let limit: f64 = best;
  for (let k: i32 = firstA; k < firstA + MeshNode.count(a); k += 1) {
    const p: i32 = trianglesA + product(MeshTriangle.SIZE, k);
    recordTriangle(p, recordA);
    boundTriangle(p, scratch + 7);
    for (let n: i32 = firstB; n < firstB + MeshNode.count(b); n += 1) {
      const q: i32 = trianglesB + product(MeshTriangle.SIZE, n);
      boundTriangle(q, scratch + 13);
      if (gapOf(w, scratch + 7, scratch + 13, scratch + 1) > limit * limit) continue;
      recordTriangle(q, recordB);
      let apart: f64 = 0.0;
      if (isBoolean === 1) {
        if (areWithin(w, best) !== 1) continue;
      } else {
        Query.setUpTo(w, limit);
        distanceOf(w);
        apart = Query.distance(w);
        if (!(apart <= limit && apart < least)) continue;
      }
      least = apart;
      limit = apart;
      MeshPair.setA(scratch, MeshTriangle.number(p));
      MeshPair.setB(scratch, MeshTriangle.number(q));
      if (least <= 0.0) return least;
    }
  }
  return least;
}

/** The longest side of a box. */
function sizeOf(box: i32): f64 {
  return Math.max(ld(box + 3) - ld(box), Math.max(ld(box + 4) - ld(box + 1), ld(box + 5) - ld(box + 2)));
}

/** Squared distance between a box of A and the bounds, in A's frame, of a box of B. Rounding never makes it larger than the exact one. */
function gapOf(w: i32, a: i32, b: i32, box: i32): f64 {
  for (let axis: i32 = 0; axis < 3; axis += 1) {
    const row: i32 = w + Query.ROTATION + 3 * axis;
    let middle: f64 = Query.translation(w, axis);
    let half: f64 = 0.0;
    let far: f64 = Math.abs(middle);
    for (let k: i32 = 0; k < 3; k += 1) {
      const low: f64 = ld(b + k);
      const high: f64 = ld(b + 3 + k);
      middle += ld(row + k) * 0.5 * (low + high);
      half += Math.abs(ld(row + k)) * 0.5 * (high - low);
      far += Math.max(Math.abs(low), Math.abs(high));
    }
    half += 16.0 * EPSILON * far;
    st(box + axis, middle - half);
    st(box + 3 + axis, middle + half);
  }
  return squaredGap(a, box);
}
