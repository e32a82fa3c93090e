// The triangle of a mesh nearest to a convex shape, or any triangle within a distance: nearer boxes are visited first, and boxes
// farther than the best triangle so far are skipped.

import * as Query from '../blocks/query.ts';
import { ld, product, sti } from '../port/memory.ts';
import { convexNodeBounds } from '../port/node-bounds.ts';
import { areWithin, distanceOf } from '../port/queries.ts';
import { relativePose } from '../rotation.ts';
import * as CollectSearch from './blocks/collect-search.ts';
import * as ConvexBounds from './blocks/convex-bounds.ts';
import * as Mesh from './blocks/mesh.ts';
import * as MeshNode from './blocks/mesh-node.ts';
import * as MeshTriangle from './blocks/mesh-triangle.ts';
import * as NearestSearch from './blocks/nearest-search.ts';
import * as SearchEntry from './blocks/search-entry.ts';
import * as SearchList from './blocks/search-list.ts';
import * as SearchStack from './blocks/search-stack.ts';
import { areNear } from './boxes.ts';
import { boundConvex, triangleBound } from './convex-bounds.ts';
import { clearList, defer, markIncomplete, push, pushNearerLast, stackOf } from './node-list.ts';
import { boundTriangle, recordTriangle } from './triangle.ts';

/** The quantity that a search compares: distances, lower bounds on them, or whether they are within the limit. */
const DISTANCES: i32 = 0;
const BOUNDS: i32 = 1;
const BOOLEAN: i32 = 2;

/**
 * The index, in the order of the tree, of the triangle nearest to shape B within `upTo`, or −1. Pose A is the pose of the mesh. With
 * `isBoolean` 1, any triangle within `upTo` suffices. `seed` is the index of a triangle that is likely near, or −1; only a
 * Boolean result depends on it. `record` is memory for a triangle's record, `scratch` a `NearestSearch`. Unless
 * `isBoolean` is 1, the distance in the workspace is 0 if the nearest triangle touches the shape, otherwise positive.
 *
 * The triangle with the least bound of its distance is found first, because bounds are an order of magnitude faster than distances. Its
 * distance is nearly always the least. The second search visits the nodes of the first search's list, or the whole tree if the list is incomplete,
 * that may be nearer.
 */
export function meshNearest(w: i32, mesh: i32, record: i32, scratch: i32, upTo: f64, isBoolean: i32, seed: i32): i32 {
  const bounds: i32 = scratch + NearestSearch.BOUNDS;
  const stack: i32 = scratch + NearestSearch.STACK;
  const nodes: i32 = mesh + Mesh.nodesAt(mesh);
  const triangles: i32 = mesh + Mesh.trianglesAt(mesh);
  if (relativePose(w) === 0) return -1;
  boundConvex(w, mesh, bounds, stack);
  Query.setRecordA(w, record);
  const hasSeed: bool = seed >= 0 && seed < Mesh.triangles(mesh);
  if (isBoolean === 1) {
    if (hasSeed && compareTriangle(w, bounds, triangles + product(MeshTriangle.SIZE, seed), upTo, BOOLEAN) <= upTo)
      return seed;
    return search(w, mesh, bounds, stack, push(stack, 0, 0.0, nodes), upTo, -1, BOOLEAN, -1);
  }
  let limit: f64 = upTo;
  if (hasSeed) {
    const bound: f64 = triangleBound(w, bounds, triangles + product(MeshTriangle.SIZE, seed), upTo);
    // Slightly more than the bound, so that the search finds this triangle again.
    if (bound > 0.0) limit = Math.min(limit, bound + ConvexBounds.error(bounds));
  }
  const list: i32 = scratch + NearestSearch.LIST;
  clearList(list);
  let first: i32 = search(w, mesh, bounds, stack, push(stack, 0, 0.0, nodes), limit, -1, BOUNDS, list);
  if (first < 0 && limit < upTo) {
    // Nothing was found: the lower bound of a node can exceed the bound of a triangle in it.
    clearList(list);
    first = search(w, mesh, bounds, stack, push(stack, 0, 0.0, nodes), upTo, -1, BOUNDS, list);
  }
  if (first < 0) return -1;
  const nearestDistance: f64 = compareTriangle(
    w,
    bounds,
    triangles + product(MeshTriangle.SIZE, first),
    upTo,
    DISTANCES,
  );
  if (nearestDistance <= 0.0) return first;
  if (nearestDistance > upTo)
    return search(w, mesh, bounds, stack, push(stack, 0, 0.0, nodes), upTo, -1, DISTANCES, -1);
  const depth: i32 = stackOf(list, nearestDistance);
  if (depth < 0)
    return search(w, mesh, bounds, stack, push(stack, 0, 0.0, nodes), nearestDistance, first, DISTANCES, -1);
  return search(w, mesh, bounds, list + SearchList.ENTRIES, depth, nearestDistance, first, DISTANCES, -1);
}

/**
 * The index of the triangle with the least value up to `limit` in the nodes on the stack, or `fallback` if there is none; nearer boxes are
 * visited first. A search that does not end early, at contact or with a Boolean result, writes the value, or `limit`, to `distance` of the
 * workspace. The nodes that the search leaves out and the leaves that it visits are added to the list at `list`, unless that is −1.
 */
function search(
  w: i32,
  mesh: i32,
  bounds: i32,
  stack: i32,
  start: i32,
  limit: f64,
  fallback: i32,
  mode: i32,
  list: i32,
): i32 {
  const nodes: i32 = mesh + Mesh.nodesAt(mesh);
  const triangles: i32 = mesh + Mesh.trianglesAt(mesh);
  // Triangles that are nearer only by rounding are left out: there are many if a face is parallel to a flat part of the mesh.
  const distanceLimit: f64 = fallback >= 0 ? limit - 2.0 * ConvexBounds.error(bounds) : limit;
  let best: f64 = limit;
  let found: i32 = fallback;
  let depth: i32 = start;
  while (depth > 0) {
    depth -= 1;
    const entry: i32 = SearchStack.entries(stack, depth);
    const bound: f64 = SearchEntry.bound(entry);
    const node: i32 = SearchEntry.node(entry);
    if (bound > Math.min(best, distanceLimit)) {
      if (list >= 0) defer(list, bound, node);
      continue;
    }
    const count: i32 = MeshNode.count(node);
    const first: i32 = MeshNode.first(node);
    if (count === 0) {
      depth = pushChildren(w, bounds, nodes + product(MeshNode.SIZE, first), stack, depth);
      continue;
    }
    let least: f64 = bound;
    for (let k: i32 = first; k < first + count; k += 1) {
      if (k === fallback) continue;
      const nearLimit: f64 = Math.min(best, distanceLimit);
      const value: f64 = compareTriangle(w, bounds, triangles + product(MeshTriangle.SIZE, k), nearLimit, mode);
      least = k === first ? value : Math.min(least, value);
      // A larger value may be a mere lower bound.
      if (value > nearLimit) continue;
      // Of equal values the first in the tree counts, for any order of visiting nodes.
      const isFirst: bool = value === best && (found < 0 || (found !== fallback && k < found));
      if (!(value < best || isFirst)) continue;
      best = value;
      found = k;
      // The shapes touch, so no triangle is nearer.
      if (mode === BOOLEAN || best <= 0.0) {
        if (list >= 0) markIncomplete(list);
        return found;
      }
    }
    if (list >= 0) defer(list, least, node);
  }
  Query.setDistance(w, best);
  return found;
}

/**
 * The distance of a triangle, or a lower bound on it if the bound is requested or exceeds `best`. A Boolean query gets 0 if the triangle is
 * within `best`, otherwise a number above `best`.
 */
function compareTriangle(w: i32, bounds: i32, triangle: i32, best: f64, mode: i32): f64 {
  const bound: f64 = triangleBound(w, bounds, triangle, best);
  if (mode === BOUNDS || bound > best) return bound;
  recordTriangle(triangle, Query.recordA(w));
  if (mode === BOOLEAN) return areWithin(w, best) === 1 ? 0.0 : 2.0 * best + 1.0;
  Query.setUpTo(w, best);
  distanceOf(w);
  return Query.distance(w);
}

/** Pushes two nodes with their bounds. Returns the new depth of the stack. */
function pushChildren(w: i32, bounds: i32, left: i32, stack: i32, depth: i32): i32 {
  // The bounds go to the memory of the second stack entry, which is written only after they are read.
  const two: i32 = SearchStack.entries(stack, depth + 1);
  convexNodeBounds(w, bounds, left, two);
  return pushNearerLast(stack, depth, ld(two), left, ld(two + 1), left + MeshNode.SIZE);
}

/**
 * Writes the indices of all triangles whose boxes come within `margin` of a box to `out`, at most `capacity`. `scratch` is a
 * `CollectSearch`. Returns their total number.
 */
export function meshCollect(mesh: i32, box: i32, margin: f64, scratch: i32, out: i32, capacity: i32): i32 {
  const nodes: i32 = mesh + Mesh.nodesAt(mesh);
  const bounds: i32 = scratch + CollectSearch.BOX;
  let found: i32 = 0;
  CollectSearch.setStack(scratch, 0, nodes);
  let depth: i32 = 1;
  while (depth > 0) {
    depth -= 1;
    const node: i32 = CollectSearch.stack(scratch, depth);
    if (!areNear(node, box, margin)) continue;
    const count: i32 = MeshNode.count(node);
    const first: i32 = MeshNode.first(node);
    if (count === 0) {
      const left: i32 = nodes + product(MeshNode.SIZE, first);
      CollectSearch.setStack(scratch, depth, left);
      CollectSearch.setStack(scratch, depth + 1, left + MeshNode.SIZE);
      depth += 2;
      continue;
    }
    for (let k: i32 = first; k < first + count; k += 1) {
      const triangle: i32 = mesh + Mesh.trianglesAt(mesh) + product(MeshTriangle.SIZE, k);
      boundTriangle(triangle, bounds);
      if (!areNear(bounds, box, margin)) continue;
      if (found < capacity) sti(2 * out + found, MeshTriangle.index(triangle));
      found += 1;
    }
  }
  return found;
}
