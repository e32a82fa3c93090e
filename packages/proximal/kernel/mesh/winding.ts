// The winding number of a closed mesh about a point: the crossings of triangles by the ray from the point along +z, counted +1 along the triangle's
// normal and −1 against it.
//
// Whether the ray passes an edge left or right depends on the ends of the edge and the point alone, not on the triangle, and every
// triangle at the edge uses the same decision. So rounding moves a crossing to the neighbor, but never loses it or counts it twice. The
// height of a crossing is interpolated between two points of the triangle's border. So the number can be wrong only for points within
// rounding of the surface.
import { ld, product, st } from '../port/memory.ts';
import * as Mesh from './blocks/mesh.ts';
import * as MeshNode from './blocks/mesh-node.ts';
import * as MeshTriangle from './blocks/mesh-triangle.ts';
import * as WindingSearch from './blocks/winding-search.ts';

/** The winding number of the mesh about (x, y, z). `scratch` is a `WindingSearch`. */
export function windingNumber(mesh: i32, x: f64, y: f64, z: f64, scratch: i32): i32 {
  const nodes: i32 = mesh + Mesh.nodesAt(mesh);
  const triangles: i32 = mesh + Mesh.trianglesAt(mesh);
  let sum: i32 = 0;
  WindingSearch.setStack(scratch, 0, nodes);
  let depth: i32 = 1;
  while (depth > 0) {
    depth -= 1;
    const node: i32 = WindingSearch.stack(scratch, depth);
    if (x < ld(node) || x > ld(node + 3) || y < ld(node + 1) || y > ld(node + 4) || z > ld(node + 5)) continue;
    const count: i32 = MeshNode.count(node);
    const first: i32 = MeshNode.first(node);
    if (count === 0) {
      WindingSearch.setStack(scratch, depth, nodes + product(MeshNode.SIZE, first));
      WindingSearch.setStack(scratch, depth + 1, nodes + product(MeshNode.SIZE, first + 1));
      depth += 2;
      continue;
    }
    for (let k: i32 = first; k < first + count; k += 1) {
      sum += crossing(triangles + product(MeshTriangle.SIZE, k), x, y, z, scratch);
    }
  }
  return sum;
}

/** 1 or −1 if the ray crosses the triangle with or against its normal, otherwise 0. */
function crossing(triangle: i32, x: f64, y: f64, z: f64, scratch: i32): i32 {
  const sign: i32 =
    passing(triangle, triangle + 3, x, y, scratch) +
    passing(triangle + 3, triangle + 6, x, y, scratch) +
    passing(triangle + 6, triangle, x, y, scratch);
  if (sign === 0) return 0;
  const high: f64 = Math.max(ld(triangle + 2), Math.max(ld(triangle + 5), ld(triangle + 8)));
  const low: f64 = Math.min(ld(triangle + 2), Math.min(ld(triangle + 5), ld(triangle + 8)));
  if (z < low) return sign;
  if (z >= high) return 0;
  // One edge passes left and one right of the ray.
  const left: f64 = WindingSearch.left(scratch, 0);
  const width: f64 = WindingSearch.right(scratch, 0) - left;
  const along: f64 = width > 0.0 ? Math.min(1.0, Math.max(0.0, (x - left) / width)) : 0.0;
  const atLeft: f64 = WindingSearch.left(scratch, 1);
  const height: f64 = atLeft + along * (WindingSearch.right(scratch, 1) - atLeft);
  return height > z ? sign : 0;
}

/**
 * 1 or −1 if the edge from `a` to `b` crosses the half-line from (x, y) along +x in the direction +y or −y, otherwise 0. The x and z
 * of the crossing with the whole line are written to `right` if it is on the half-line, otherwise to `left`.
 */
function passing(a: i32, b: i32, x: f64, y: f64, scratch: i32): i32 {
  const isUpward: bool = ld(a + 1) <= y;
  if (isUpward === ld(b + 1) <= y) return 0;
  const low: i32 = isUpward ? a : b;
  const high: i32 = isUpward ? b : a;
  const along: f64 = (y - ld(low + 1)) / (ld(high + 1) - ld(low + 1));
  const across: f64 = ld(low) + along * (ld(high) - ld(low));
  const height: f64 = ld(low + 2) + along * (ld(high + 2) - ld(low + 2));
  const isRight: bool = x < Math.min(ld(low), ld(high)) || (x < Math.max(ld(low), ld(high)) && across > x);
  const out: i32 = scratch + (isRight ? WindingSearch.RIGHT : WindingSearch.LEFT);
  st(out, across);
  st(out + 1, height);
  if (!isRight) return 0;
  return isUpward ? 1 : -1;
}
