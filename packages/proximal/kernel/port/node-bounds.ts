// Bounds of two nodes of a mesh, or of two pairs of nodes, at once. The WebAssembly version, node-bounds.wasm.ts, has one node in each lane
// and the same sums in the same order. mesh/convex-bounds.ts and mesh/depth-planes.ts explain the formulas.
import * as Query from '../blocks/query.ts';
import * as ConvexBounds from '../mesh/blocks/convex-bounds.ts';
import * as DepthPlane from '../mesh/blocks/depth-plane.ts';
import * as DepthPlanes from '../mesh/blocks/depth-planes.ts';
import * as MeshNode from '../mesh/blocks/mesh-node.ts';
import { ld, st } from './memory.ts';

/** Writes lower bounds on the distance of shape B from the nodes at `left` and directly after it to two numbers at `out`. */
export function convexNodeBounds(w: i32, bounds: i32, left: i32, out: i32): void {
  st(out, convexNodeBound(w, bounds, left));
  st(out + 1, convexNodeBound(w, bounds, left + MeshNode.SIZE));
}

function convexNodeBound(w: i32, bounds: i32, node: i32): f64 {
  const ex: f64 = 0.5 * (ld(node + 3) - ld(node));
  const ey: f64 = 0.5 * (ld(node + 4) - ld(node + 1));
  const ez: f64 = 0.5 * (ld(node + 5) - ld(node + 2));
  const x: f64 = ConvexBounds.center(bounds, 0) - (ld(node) + ex);
  const y: f64 = ConvexBounds.center(bounds, 1) - (ld(node + 1) + ey);
  const z: f64 = ConvexBounds.center(bounds, 2) - (ld(node + 2) + ez);
  const r: i32 = w + Query.ROTATION;
  // From the middle of the box to the nearest point of B's box, in B's axes and in A's.
  const u: f64 = beyond(ld(r) * x + ld(r + 3) * y + ld(r + 6) * z, ConvexBounds.half(bounds, 0));
  const v: f64 = beyond(ld(r + 1) * x + ld(r + 4) * y + ld(r + 7) * z, ConvexBounds.half(bounds, 1));
  const t: f64 = beyond(ld(r + 2) * x + ld(r + 5) * y + ld(r + 8) * z, ConvexBounds.half(bounds, 2));
  const length: f64 = Math.sqrt(u * u + v * v + t * t);
  if (!(length > 0.0)) return -ConvexBounds.radius(bounds);
  const dx: f64 = ld(r) * u + ld(r + 1) * v + ld(r + 2) * t;
  const dy: f64 = ld(r + 3) * u + ld(r + 4) * v + ld(r + 5) * t;
  const dz: f64 = ld(r + 6) * u + ld(r + 7) * v + ld(r + 8) * t;
  let extent: f64 = ex * Math.abs(dx) + ey * Math.abs(dy) + ez * Math.abs(dz);
  // The extent of the slab along its normal, and of the box along the remaining part of the direction.
  const nx: f64 = MeshNode.normal(node, 0);
  const ny: f64 = MeshNode.normal(node, 1);
  const nz: f64 = MeshNode.normal(node, 2);
  const part: f64 = dx * nx + dy * ny + dz * nz;
  const acrossSlab: f64 = ex * Math.abs(dx - part * nx) + ey * Math.abs(dy - part * ny) + ez * Math.abs(dz - part * nz);
  extent = Math.min(extent, acrossSlab + (part > 0.0 ? part * MeshNode.above(node) : -part * MeshNode.below(node)));
  return length - extent / length - ConvexBounds.radius(bounds) - ConvexBounds.error(bounds);
}

/**
 * Writes upper bounds on the depths of the triangles in the nodes at `left` and directly after it to two numbers at `out`, by the planes
 * along B's axes.
 */
export function depthNodeBounds(planes: i32, left: i32, out: i32): void {
  st(out, depthNodeBound(planes, left));
  st(out + 1, depthNodeBound(planes, left + MeshNode.SIZE));
}

function depthNodeBound(planes: i32, box: i32): f64 {
  const ex: f64 = 0.5 * (ld(box + 3) - ld(box));
  const ey: f64 = 0.5 * (ld(box + 4) - ld(box + 1));
  const ez: f64 = 0.5 * (ld(box + 5) - ld(box + 2));
  const cx: f64 = ld(box) + ex;
  const cy: f64 = ld(box + 1) + ey;
  const cz: f64 = ld(box + 2) + ez;
  let bound: f64 = 1.0e308 * 10.0;
  for (let axis: i32 = 0; axis < 3; axis += 1) {
    const plane: i32 = DepthPlanes.planes(planes, axis);
    const opposite: i32 = DepthPlanes.planes(planes, axis + 3);
    const x: f64 = ld(plane);
    const y: f64 = ld(plane + 1);
    const z: f64 = ld(plane + 2);
    const middle: f64 = x * cx + y * cy + z * cz;
    const extent: f64 = ex * Math.abs(x) + ey * Math.abs(y) + ez * Math.abs(z);
    bound = Math.min(bound, DepthPlane.height(plane) - (middle - extent));
    bound = Math.min(bound, DepthPlane.height(opposite) + (middle + extent));
  }
  return bound;
}

/** Writes lower bounds on the distances between the boxes at `a` and `b`, and between the boxes at `c` and `d`, to two numbers at `out`. */
export function boxPairBounds(w: i32, a: i32, b: i32, c: i32, d: i32, out: i32): void {
  st(out, boxPairBound(w, a, b));
  st(out + 1, boxPairBound(w, c, d));
}

/**
 * The larger of two bounds: the distance of one box from the middle of the other, less the other's extent along the vector between them.
 */
function boxPairBound(w: i32, a: i32, b: i32): f64 {
  const r: i32 = w + Query.ROTATION;
  const ax: f64 = 0.5 * (ld(a + 3) - ld(a));
  const ay: f64 = 0.5 * (ld(a + 4) - ld(a + 1));
  const az: f64 = 0.5 * (ld(a + 5) - ld(a + 2));
  const bx: f64 = 0.5 * (ld(b + 3) - ld(b));
  const by: f64 = 0.5 * (ld(b + 4) - ld(b + 1));
  const bz: f64 = 0.5 * (ld(b + 5) - ld(b + 2));
  const mx: f64 = ld(b) + bx;
  const my: f64 = ld(b + 1) + by;
  const mz: f64 = ld(b + 2) + bz;
  // From the middle of A's box to the middle of B's, in A's axes and in B's.
  const x: f64 = ld(r) * mx + ld(r + 1) * my + ld(r + 2) * mz + Query.translation(w, 0) - (ld(a) + ax);
  const y: f64 = ld(r + 3) * mx + ld(r + 4) * my + ld(r + 5) * mz + Query.translation(w, 1) - (ld(a + 1) + ay);
  const z: f64 = ld(r + 6) * mx + ld(r + 7) * my + ld(r + 8) * mz + Query.translation(w, 2) - (ld(a + 2) + az);
  const u: f64 = ld(r) * x + ld(r + 3) * y + ld(r + 6) * z;
  const v: f64 = ld(r + 1) * x + ld(r + 4) * y + ld(r + 7) * z;
  const t: f64 = ld(r + 2) * x + ld(r + 5) * y + ld(r + 8) * z;
  const overA: f64 = gapAlong(beyond(x, ax), beyond(y, ay), beyond(z, az), bx, by, bz, r, 1, 3);
  const overB: f64 = gapAlong(beyond(u, bx), beyond(v, by), beyond(t, bz), ax, ay, az, r, 3, 1);
  return Math.max(overA, overB);
}

/**
 * The length of a vector, less the extent along it of a box with half sides ex, ey, ez; 0 for a vector without length. The coordinates of the box's
 * axis n in the vector's frame are the numbers at `r` + n · `across` + m · `down` for m = 0, 1, 2.
 */
function gapAlong(x: f64, y: f64, z: f64, ex: f64, ey: f64, ez: f64, r: i32, across: i32, down: i32): f64 {
  const length: f64 = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0.0)) return 0.0;
  const second: i32 = r + across;
  const third: i32 = second + across;
  const extent: f64 =
    ex * Math.abs(ld(r) * x + ld(r + down) * y + ld(r + 2 * down) * z) +
    ey * Math.abs(ld(second) * x + ld(second + down) * y + ld(second + 2 * down) * z) +
    ez * Math.abs(ld(third) * x + ld(third + down) * y + ld(third + 2 * down) * z);
  return length - extent / length;
}

/** The signed distance of a coordinate from the interval from −half to half; 0 inside. */
function beyond(x: f64, half: f64): f64 {
  return x > half ? x - half : x < -half ? x + half : 0.0;
}
