// A ray cast against a mesh: nearer boxes are visited first, and boxes beyond the nearest triangle so far are skipped.
import { ld, product } from '../port/memory.ts';
import * as Mesh from './blocks/mesh.ts';
import * as MeshNode from './blocks/mesh-node.ts';
import * as MeshRay from './blocks/mesh-ray.ts';
import * as MeshTriangle from './blocks/mesh-triangle.ts';

const INFINITE: f64 = 1.0e308 * 10.0;
/**
 * The inverse of a zero component of a direction: huge, so that a ray whose origin is inside the slab enters it far behind the origin and leaves it
 * far ahead, but finite, because 0 · ∞ is NaN for an origin on a face of the slab.
 */
const HUGE: f64 = 1.0e300;
/** Tolerance of barycentric coordinates, so that no ray passes between two adjacent triangles. */
const EDGE: f64 = 1.0e-12;

/** Returns 1, with the result in the block `ray`, if the ray meets the mesh within its length; otherwise 0. */
export function meshRay(mesh: i32, ray: i32): i32 {
  const nodes: i32 = mesh + Mesh.nodesAt(mesh);
  const ox: f64 = MeshRay.origin(ray, 0);
  const oy: f64 = MeshRay.origin(ray, 1);
  const oz: f64 = MeshRay.origin(ray, 2);
  const ix: f64 = inverseOf(MeshRay.direction(ray, 0));
  const iy: f64 = inverseOf(MeshRay.direction(ray, 1));
  const iz: f64 = inverseOf(MeshRay.direction(ray, 2));
  MeshRay.setDistance(ray, MeshRay.length(ray));
  MeshRay.setTriangle(ray, -1);
  let depth: i32 = 0;
  if (entry(nodes, ox, oy, oz, ix, iy, iz, MeshRay.distance(ray)) < INFINITE) {
    MeshRay.setStack(ray, 0, nodes);
    depth = 1;
  }
  while (depth > 0) {
    depth -= 1;
    const node: i32 = MeshRay.stack(ray, depth);
    const count: i32 = MeshNode.count(node);
    const first: i32 = MeshNode.first(node);
    if (count > 0) {
      const triangles: i32 = mesh + Mesh.trianglesAt(mesh);
      for (let k: i32 = first; k < first + count; k += 1) hitTriangle(ray, triangles + product(MeshTriangle.SIZE, k));
      continue;
    }
    const best: f64 = MeshRay.distance(ray);
    const left: i32 = nodes + product(MeshNode.SIZE, first);
    const right: i32 = left + MeshNode.SIZE;
    const atLeft: f64 = entry(left, ox, oy, oz, ix, iy, iz, best);
    const atRight: f64 = entry(right, ox, oy, oz, ix, iy, iz, best);
    const isLeftFirst: bool = atLeft <= atRight;
    const far: f64 = isLeftFirst ? atRight : atLeft;
    const near: f64 = isLeftFirst ? atLeft : atRight;
    if (far < INFINITE) {
      MeshRay.setStack(ray, depth, isLeftFirst ? right : left);
      depth += 1;
    }
    if (near < INFINITE) {
      MeshRay.setStack(ray, depth, isLeftFirst ? left : right);
      depth += 1;
    }
  }
  return MeshRay.triangle(ray) >= 0 ? 1 : 0;
}

/** 1/x, finite also for x = 0 and for subnormal numbers, so that a box face through the origin gives 0 and not NaN. */
function inverseOf(x: f64): f64 {
  return x === 0.0 ? HUGE : Math.max(-HUGE, Math.min(1.0 / x, HUGE));
}

/** The parameter at which the ray enters a node's box; infinite if it is larger than `limit`, or the ray misses the box. */
function entry(box: i32, ox: f64, oy: f64, oz: f64, ix: f64, iy: f64, iz: f64, limit: f64): f64 {
  const x0: f64 = (ld(box) - ox) * ix;
  const x1: f64 = (ld(box + 3) - ox) * ix;
  const y0: f64 = (ld(box + 1) - oy) * iy;
  const y1: f64 = (ld(box + 4) - oy) * iy;
  const z0: f64 = (ld(box + 2) - oz) * iz;
  const z1: f64 = (ld(box + 5) - oz) * iz;
  const enter: f64 = Math.max(Math.max(Math.min(x0, x1), Math.min(y0, y1)), Math.max(Math.min(z0, z1), 0.0));
  const leave: f64 = Math.min(Math.min(Math.max(x0, x1), Math.max(y0, y1)), Math.min(Math.max(z0, z1), limit));
  // With a tolerance for rounding, so that a box met in a corner is not lost.
  return enter <= leave + 1.0e-14 * Math.abs(leave) ? enter : INFINITE;
}

/** Keeps a triangle hit from either side if it is not farther than the best so far (Möller and Trumbore 1997). */
function hitTriangle(ray: i32, triangle: i32): void {
  const ax: f64 = ld(triangle);
  const ay: f64 = ld(triangle + 1);
  const az: f64 = ld(triangle + 2);
  const ux: f64 = ld(triangle + 3) - ax;
  const uy: f64 = ld(triangle + 4) - ay;
  const uz: f64 = ld(triangle + 5) - az;
  const vx: f64 = ld(triangle + 6) - ax;
  const vy: f64 = ld(triangle + 7) - ay;
  const vz: f64 = ld(triangle + 8) - az;
  const dx: f64 = MeshRay.direction(ray, 0);
  const dy: f64 = MeshRay.direction(ray, 1);
  const dz: f64 = MeshRay.direction(ray, 2);
  const nx: f64 = uy * vz - uz * vy;
  const ny: f64 = uz * vx - ux * vz;
  const nz: f64 = ux * vy - uy * vx;
  const facing: f64 = -(dx * nx + dy * ny + dz * nz);
  if (facing === 0.0) return;
  const scale: f64 = 1.0 / facing;
  const fx: f64 = MeshRay.origin(ray, 0) - ax;
  const fy: f64 = MeshRay.origin(ray, 1) - ay;
  const fz: f64 = MeshRay.origin(ray, 2) - az;
  const distance: f64 = (fx * nx + fy * ny + fz * nz) * scale;
  if (!(distance >= 0.0 && distance <= MeshRay.distance(ray))) return;
  const cx: f64 = fy * dz - fz * dy;
  const cy: f64 = fz * dx - fx * dz;
  const cz: f64 = fx * dy - fy * dx;
  const u: f64 = (vx * cx + vy * cy + vz * cz) * scale;
  const v: f64 = -(ux * cx + uy * cy + uz * cz) * scale;
  if (!(u >= -EDGE && v >= -EDGE && u + v <= 1.0 + EDGE)) return;
  // Of triangles at the same distance, the first in the user's list is kept.
  const number: i32 = MeshTriangle.index(triangle);
  const previous: i32 = MeshRay.triangle(ray);
  if (distance === MeshRay.distance(ray) && previous >= 0 && previous < number) return;
  const length: f64 = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const side: f64 = (facing > 0.0 ? 1.0 : -1.0) / length;
  MeshRay.setDistance(ray, distance);
  MeshRay.setNormal(ray, 0, nx * side);
  MeshRay.setNormal(ray, 1, ny * side);
  MeshRay.setNormal(ray, 2, nz * side);
  MeshRay.setTriangle(ray, number);
}
