// Two meshes: both trees are descended together, the larger box first, and nearer pairs of boxes first.

import * as Query from '../blocks/query.ts';
import { EPSILON } from '../constants.ts';
import { ld, product, st } from '../port/memory.ts';
import { boxPairBounds } from '../port/node-bounds.ts';
import { areWithin, distanceOf } from '../port/queries.ts';
import { relativePose } from '../rotation.ts';
import * as Mesh from './blocks/mesh.ts';
import * as MeshNode from './blocks/mesh-node.ts';
import * as MeshTriangle from './blocks/mesh-triangle.ts';
import * as PairSearch from './blocks/pair-search.ts';
import * as SearchEntry from './blocks/search-entry.ts';
import * as SearchStack from './blocks/search-stack.ts';
import { recordTriangle } from './triangle.ts';

/**
 * The two nearest triangles of two meshes within `upTo`. Returns 1 with their indices in `search`, a `PairSearch`; 0 if there are none. Before the
 * call, `search` has the indices of triangles that are likely near, or −1; they limit the search. `recordA` and `recordB` are memory for the
 * record of a triangle of each mesh. With `isBoolean` 1, any two triangles within `upTo` suffice, also those given.
 */
export function meshPair(
  w: i32,
  meshA: i32,
  meshB: i32,
  recordA: i32,
  recordB: i32,
  search: i32,
  upTo: f64,
  isBoolean: i32,
): i32 {
  const nodesA: i32 = meshA + Mesh.nodesAt(meshA);
  const nodesB: i32 = meshB + Mesh.nodesAt(meshB);
  const stack: i32 = search + PairSearch.STACK;
  if (relativePose(w) === 0) return 0;
  Query.setRecordA(w, recordA);
  Query.setRecordB(w, recordB);
  const error: f64 = errorOf(w, nodesA, nodesB);
  let best: f64 = fromSeeds(w, meshA, meshB, search, upTo, error, isBoolean);
  if (isBoolean === 1 && best < 0.0) return 1;
  let found: i32 = 0;
  let depth: i32 = push(stack, 0, 0.0, nodesA, nodesB, best);
  while (depth > 0) {
    depth -= 1;
    const entry: i32 = SearchStack.entries(stack, depth);
    if (SearchEntry.bound(entry) > best) continue;
    const a: i32 = SearchEntry.node(entry);
    const b: i32 = SearchEntry.nodeB(entry);
    const isLeafA: bool = MeshNode.count(a) > 0;
    const isLeafB: bool = MeshNode.count(b) > 0;
    if (isLeafA && isLeafB) {
      const nearest: f64 = compareLeaves(w, meshA, a, meshB, b, search, best, error, isBoolean);
      if (!(nearest < best || (nearest === best && found === 0))) continue;
      best = nearest;
      found = 1;
      if (isBoolean === 1 || best <= 0.0) return 1;
      continue;
    }
    const descendsA: bool = isLeafB || (!isLeafA && sizeOf(a) >= sizeOf(b));
    const first: i32 = descendsA
      ? nodesA + product(MeshNode.SIZE, MeshNode.first(a))
      : nodesB + product(MeshNode.SIZE, MeshNode.first(b));
    const second: i32 = first + MeshNode.SIZE;
    const bounds: i32 = SearchStack.entries(stack, depth + 1);
    if (descendsA) boxPairBounds(w, first, b, second, b, bounds);
    else boxPairBounds(w, a, first, a, second, bounds);
    const atFirst: f64 = ld(bounds) - error;
    const atSecond: f64 = ld(bounds + 1) - error;
    const near: i32 = atFirst <= atSecond ? first : second;
    const far: i32 = atFirst <= atSecond ? second : first;
    depth = push(stack, depth, Math.max(atFirst, atSecond), descendsA ? far : a, descendsA ? b : far, best);
    depth = push(stack, depth, Math.min(atFirst, atSecond), descendsA ? near : a, descendsA ? b : near, best);
  }
  return found;
}

/** Pushes a pair of nodes unless they are farther apart than `best`. Returns the new depth of the stack. */
// @inline
function push(stack: i32, depth: i32, bound: f64, a: i32, b: i32, best: f64): i32 {
  if (bound > best) return depth;
  const entry: i32 = SearchStack.entries(stack, depth);
  SearchEntry.setBound(entry, bound);
  SearchEntry.setNode(entry, a);
  SearchEntry.setNodeB(entry, b);
  return depth + 1;
}

/** A bound on the rounding error of the distance between boxes. */
function errorOf(w: i32, rootA: i32, rootB: i32): f64 {
  let extent: f64 = 0.0;
  for (let axis: i32 = 0; axis < 3; axis += 1) {
    extent += Math.abs(Query.translation(w, axis));
    extent += Math.max(Math.abs(ld(rootA + axis)), Math.abs(ld(rootA + 3 + axis)));
    extent += Math.max(Math.abs(ld(rootB + axis)), Math.abs(ld(rootB + 3 + axis)));
  }
  return 32.0 * EPSILON * extent;
}

/**
 * The limit of the search: the smaller of `upTo` and slightly more than the distance of the two seed triangles, if they are given. A Boolean query
 * gets `upTo`, or −1 if the seed triangles come within it.
 */
function fromSeeds(w: i32, meshA: i32, meshB: i32, search: i32, upTo: f64, error: f64, isBoolean: i32): f64 {
  const a: i32 = PairSearch.a(search);
  const b: i32 = PairSearch.b(search);
  if (!(a >= 0 && b >= 0 && a < Mesh.triangles(meshA) && b < Mesh.triangles(meshB))) return upTo;
  recordTriangle(meshA + Mesh.trianglesAt(meshA) + product(MeshTriangle.SIZE, a), Query.recordA(w));
  recordTriangle(meshB + Mesh.trianglesAt(meshB) + product(MeshTriangle.SIZE, b), Query.recordB(w));
  if (isBoolean === 1) return areWithin(w, upTo) === 1 ? -1.0 : upTo;
  Query.setUpTo(w, upTo);
  distanceOf(w);
  return Math.min(upTo, Query.distance(w) * (1.0 + 1.0e-12) + error);
}

/**
 * Compares all triangles of two leaves. Returns their smallest distance if it is at most `best`, otherwise a larger number. A Boolean query gets
 * 0 for any two within `best`.
 */
function compareLeaves(
  w: i32,
  meshA: i32,
  a: i32,
  meshB: i32,
  b: i32,
  search: i32,
  best: f64,
  error: f64,
  isBoolean: i32,
): f64 {
  const firstA: i32 = MeshNode.first(a);
  const firstB: i32 = MeshNode.first(b);
  const countB: i32 = MeshNode.count(b);
  const trianglesA: i32 = meshA + Mesh.trianglesAt(meshA);
  const trianglesB: i32 = meshB + Mesh.trianglesAt(meshB);
  const moved: i32 = search + PairSearch.MOVED;
  for (let n: i32 = 0; n < countB; n += 1) {
    moveTriangle(w, trianglesB + product(MeshTriangle.SIZE, firstB + n), moved + 9 * n);
  }
  let least: f64 = 2.0 * best + 1.0;
  let limit: f64 = best;
  for (let k: i32 = firstA; k < firstA + MeshNode.count(a); k += 1) {
    const p: i32 = trianglesA + product(MeshTriangle.SIZE, k);
    recordTriangle(p, Query.recordA(w));
    for (let n: i32 = 0; n < countB; n += 1) {
      if (betweenTriangles(p, moved + 9 * n) - error > limit) continue;
      recordTriangle(trianglesB + product(MeshTriangle.SIZE, firstB + n), Query.recordB(w));
      let pairDistance: f64 = 0.0;
      if (isBoolean === 1) {
        if (areWithin(w, best) !== 1) continue;
      } else {
        Query.setUpTo(w, limit);
        distanceOf(w);
        pairDistance = Query.distance(w);
        if (!(pairDistance <= limit && pairDistance < least)) continue;
      }
      least = pairDistance;
      limit = pairDistance;
      PairSearch.setA(search, k);
      PairSearch.setB(search, firstB + n);
      if (least <= 0.0) return least;
    }
  }
  return least;
}

/** Writes the corners of a triangle of B in A's frame. */
function moveTriangle(w: i32, triangle: i32, out: i32): void {
  const r: i32 = w + Query.ROTATION;
  const t: i32 = w + Query.TRANSLATION;
  for (let k: i32 = 0; k < 9; k += 3) {
    const x: f64 = ld(triangle + k);
    const y: f64 = ld(triangle + k + 1);
    const z: f64 = ld(triangle + k + 2);
    st(out + k, ld(r) * x + ld(r + 1) * y + ld(r + 2) * z + ld(t));
    st(out + k + 1, ld(r + 3) * x + ld(r + 4) * y + ld(r + 5) * z + ld(t + 1));
    st(out + k + 2, ld(r + 6) * x + ld(r + 7) * y + ld(r + 8) * z + ld(t + 2));
  }
}

/**
 * A lower bound on the distance of two triangles in one frame: their distance along the line through their centers, negative if they overlap
 * along it.
 */
function betweenTriangles(p: i32, q: i32): f64 {
  const x: f64 = ld(q) + ld(q + 3) + ld(q + 6) - (ld(p) + ld(p + 3) + ld(p + 6));
  const y: f64 = ld(q + 1) + ld(q + 4) + ld(q + 7) - (ld(p + 1) + ld(p + 4) + ld(p + 7));
  const z: f64 = ld(q + 2) + ld(q + 5) + ld(q + 8) - (ld(p + 2) + ld(p + 5) + ld(p + 8));
  const length: f64 = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0.0)) return 0.0;
  const high: f64 = Math.max(along(p, x, y, z), Math.max(along(p + 3, x, y, z), along(p + 6, x, y, z)));
  const low: f64 = Math.min(along(q, x, y, z), Math.min(along(q + 3, x, y, z), along(q + 6, x, y, z)));
  return (low - high) / length;
}

// @inline
function along(point: i32, x: f64, y: f64, z: f64): f64 {
  return x * ld(point) + y * ld(point + 1) + z * ld(point + 2);
}

/** The longest side of a box. */
function sizeOf(box: i32): f64 {
  return Math.max(ld(box + 3) - ld(box), Math.max(ld(box + 4) - ld(box + 1), ld(box + 5) - ld(box + 2)));
}
