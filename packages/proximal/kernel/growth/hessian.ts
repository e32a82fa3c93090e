// Second derivatives of support values h(d) = max ⟨d, x⟩, for shapes that have them everywhere except at d = 0 or, for
// superellipsoids, where a coordinate of d vanishes. Symmetric matrices are six numbers: xx xy xz yy yz zz.

import * as ShapeBlock from '../blocks/shape-block.ts';
import { ld, st } from '../port/memory.ts';
import { addCoreHessian } from '../shapes/dispatch/hessian.ts';

/** The numbers of a matrix. Nested shapes use as many after `out` for each level. */
export const HESSIAN_SIZE: i32 = 6;

export function clearHessian(out: i32): void {
  for (let k: i32 = 0; k < HESSIAN_SIZE; k += 1) st(out + k, 0.0);
}

/** Adds the Hessian of the whole shape, swept ball included, at (dx, dy, dz), of any nonzero length. A point adds nothing. */
export function addHessian(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  addCoreHessian(record, dx, dy, dz, out);
  const radius: f64 = ShapeBlock.radius(record);
  if (radius !== 0.0) addBall(radius, dx, dy, dz, out);
}

/** Adds the Hessian of a ball's support value r |d|: r (I − n nᵀ) / |d| with n = d / |d|. */
export function addBall(radius: f64, dx: f64, dy: f64, dz: f64, out: i32): void {
  const squared: f64 = dx * dx + dy * dy + dz * dz;
  const curvature: f64 = radius / Math.sqrt(squared);
  addDiagonal(out, curvature, curvature, curvature);
  addSquare(out, -curvature / squared, dx, dy, dz);
}

/** uᵀ H v. */
export function bilinear(h: i32, ux: f64, uy: f64, uz: f64, vx: f64, vy: f64, vz: f64): f64 {
  return (
    ux * (ld(h) * vx + ld(h + 1) * vy + ld(h + 2) * vz) +
    uy * (ld(h + 1) * vx + ld(h + 3) * vy + ld(h + 4) * vz) +
    uz * (ld(h + 2) * vx + ld(h + 4) * vy + ld(h + 5) * vz)
  );
}

export function addDiagonal(out: i32, x: f64, y: f64, z: f64): void {
  st(out, ld(out) + x);
  st(out + 3, ld(out + 3) + y);
  st(out + 5, ld(out + 5) + z);
}

/** Adds factor · v vᵀ. */
export function addSquare(out: i32, factor: f64, x: f64, y: f64, z: f64): void {
  const fx: f64 = factor * x;
  const fy: f64 = factor * y;
  st(out, ld(out) + fx * x);
  st(out + 1, ld(out + 1) + fx * y);
  st(out + 2, ld(out + 2) + fx * z);
  st(out + 3, ld(out + 3) + fy * y);
  st(out + 4, ld(out + 4) + fy * z);
  st(out + 5, ld(out + 5) + factor * z * z);
}
