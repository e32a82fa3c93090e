// The triangle of a mesh A that is deepest in a convex shape B, by branch and bound. The searches minimize the negated depth, as the searches of
// nearest.ts minimize the distance.
import * as Query from '../blocks/query.ts';
import { ld, product } from '../port/memory.ts';
import { depthNodeBounds } from '../port/node-bounds.ts';
import { depthOf } from '../port/queries.ts';
import { relativePose } from '../rotation.ts';
import * as DeepestSearch from './blocks/deepest-search.ts';
import * as Mesh from './blocks/mesh.ts';
import * as MeshNode from './blocks/mesh-node.ts';
import * as MeshTriangle from './blocks/mesh-triangle.ts';
import * as SearchEntry from './blocks/search-entry.ts';
import * as SearchList from './blocks/search-list.ts';
import * as SearchStack from './blocks/search-stack.ts';
import { addDepthNormal, setPlanes, triangleDepthBound } from './depth-planes.ts';
import { clearList, defer, push, pushNearerLast, stackOf } from './node-list.ts';
import { recordTriangle } from './triangle.ts';

/**
 * The index, in the order of the tree, of the triangle with the largest penetration depth, or −1 if no triangle overlaps shape B. Pose A is the
 * pose of the mesh. `seed` is the index of a triangle that is likely deep, or −1; it only limits the search. `record` is memory for a
 * triangle's record, `polytope` the workspace of EPA, `scratch` a `DeepestSearch`.
 *
 * The first search finds the triangle with the largest upper bound on its depth, and its depth is computed. The second search visits the nodes
 * of the first search's list, or the whole tree if the list is incomplete, whose bounds exceed this depth, and computes the depths of their
 * triangles.
 */
export function meshDeepest(w: i32, mesh: i32, record: i32, polytope: i32, scratch: i32, seed: i32): i32 {
  const planes: i32 = scratch + DeepestSearch.PLANES;
  const stack: i32 = scratch + DeepestSearch.STACK;
  const triangles: i32 = mesh + Mesh.trianglesAt(mesh);
  const root: i32 = mesh + Mesh.nodesAt(mesh);
  if (relativePose(w) === 0) return -1;
  setPlanes(w, planes);
  Query.setRecordA(w, record);
  for (let axis: i32 = 0; axis < 3; axis += 1) Query.setGuess(w, axis, 0.0);
  let limit: f64 = 0.0;
  if (seed >= 0 && seed < Mesh.triangles(mesh)) {
    // Slightly less than the bound, so that the search finds this triangle again.
    limit = -(1.0 - 1.0e-12) * triangleDepthBound(w, triangles + product(MeshTriangle.SIZE, seed), planes, 0.0);
  }
  const list: i32 = scratch + DeepestSearch.LIST;
  clearList(list);
  const all: i32 = push(stack, 0, -1.0e308 * 10.0, root);
  const first: i32 = search(w, mesh, planes, polytope, stack, all, Math.min(0.0, limit), -1, list);
  if (first < 0) return -1;
  const value: f64 = -depthAt(w, triangles + product(MeshTriangle.SIZE, first), polytope, planes);
  const fallback: i32 = value < 0.0 ? first : -1;
  const depth: i32 = stackOf(list, value);
  if (depth >= 0) return search(w, mesh, planes, polytope, list + SearchList.ENTRIES, depth, value, fallback, -1);
  push(stack, 0, -1.0e308 * 10.0, root);
  return search(w, mesh, planes, polytope, stack, 1, value, fallback, -1);
}

/**
 * The index of the triangle with the least negated depth below `limit` in the nodes on the stack, or `fallback` if there is none. With a list,
 * bounds are compared instead of depths, and skipped nodes, unless their bounds exclude overlap, and visited leaves are added to the list.
 */
function search(
  w: i32,
  mesh: i32,
  planes: i32,
  polytope: i32,
  stack: i32,
  start: i32,
  limit: f64,
  fallback: i32,
  list: i32,
): i32 {
  const nodes: i32 = mesh + Mesh.nodesAt(mesh);
  const triangles: i32 = mesh + Mesh.trianglesAt(mesh);
  let best: f64 = limit;
  let found: i32 = fallback;
  let depth: i32 = start;
  while (depth > 0) {
    depth -= 1;
    const entry: i32 = SearchStack.entries(stack, depth);
    const bound: f64 = SearchEntry.bound(entry);
    const node: i32 = SearchEntry.node(entry);
    if (!(bound < best)) {
      if (list >= 0 && bound < 0.0) defer(list, bound, node);
      continue;
    }
    const count: i32 = MeshNode.count(node);
    const first: i32 = MeshNode.first(node);
    if (count === 0) {
      depth = pushChildren(planes, nodes + product(MeshNode.SIZE, first), stack, depth);
      continue;
    }
    for (let k: i32 = first; k < first + count; k += 1) {
      if (k === fallback) continue;
      const triangle: i32 = triangles + product(MeshTriangle.SIZE, k);
      let value: f64 = -triangleDepthBound(w, triangle, planes, -best);
      if (list < 0 && value <= best) value = -depthAt(w, triangle, polytope, planes);
      // Of triangles with equal depths, the result is the first in the tree, for any order of visiting nodes.
      const isFirst: bool = value === best && found >= 0 && found !== fallback && k < found;
      if (!(value < best || isFirst)) continue;
      best = value;
      found = k;
    }
    if (list >= 0) defer(list, bound, node);
  }
  return found;
}

/** The depth of a triangle in shape B, 0 if they are separated. Adds the support plane along the direction of the depth. */
function depthAt(w: i32, triangle: i32, polytope: i32, planes: i32): f64 {
  recordTriangle(triangle, Query.recordA(w));
  depthOf(w, polytope);
  const depth: f64 = -Query.distance(w);
  if (!(depth > 0.0)) return 0.0;
  addDepthNormal(w, planes);
  return depth;
}

/** Pushes two nodes with negated upper bounds on the depths of their triangles. Returns the new depth of the stack. */
function pushChildren(planes: i32, left: i32, stack: i32, depth: i32): i32 {
  const two: i32 = SearchStack.entries(stack, depth + 1);
  depthNodeBounds(planes, left, two);
  return pushNearerLast(stack, depth, -ld(two), left, -ld(two + 1), left + MeshNode.SIZE);
}
