// The results of methods without a basis of support points.
import * as Query from '../blocks/query.ts';
import { hostTrace, ld, st } from '../port/memory.ts';
import { rotateBack } from '../rotation.ts';
import { setNormal } from '../witness.ts';
import * as Growth from './blocks/growth.ts';
import { supportGrowth } from './difference.ts';

/** The index of a vertex that warm starts do not use. */
const SPARE: i32 = 3;
const INFINITE: f64 = 1.0e308 * 10.0;

/**
 * Writes a result: both shapes, scaled by `upper`, contain the point (x, y, z) of A's frame, from A's center, and a support plane with the
 * outward normal n, of any length, proves `lower`, unless `lower` is 0; then the normal is set to zero.
 */
export function writePoint(
  w: i32,
  g: i32,
  x: f64,
  y: f64,
  z: f64,
  lower: f64,
  upper: f64,
  nx: f64,
  ny: f64,
  nz: f64,
): void {
  const length: f64 = Growth.length(g);
  Growth.setInner(g, length / upper);
  Growth.setOuter(g, lower > 0.0 ? length / lower : INFINITE);
  const scale: f64 = 1.0 / upper;
  for (let body: i32 = 0; body < 2; body += 1) {
    const out: i32 = w + (body === 0 ? Query.LOCAL_A : Query.LOCAL_B);
    const center: i32 = g + Growth.CENTER_A + 3 * body;
    pointFrom(w, g, body, x, y, z, out);
    for (let k: i32 = 0; k < 3; k += 1) st(out + k, ld(center + k) + scale * ld(out + k));
  }
  const inverse: f64 = lower > 0.0 ? 1.0 / Math.sqrt(nx * nx + ny * ny + nz * nz) : 0.0;
  setNormal(w, inverse * nx, inverse * ny, inverse * nz);
}

/** The point (x, y, z) of A's frame, relative to A's center, in a body's own frame, relative to its center. */
export function pointFrom(w: i32, g: i32, body: i32, x: f64, y: f64, z: f64, out: i32): void {
  if (body === 0) {
    st(out, x);
    st(out + 1, y);
    st(out + 2, z);
    return;
  }
  const length: f64 = Growth.length(g);
  const u: i32 = g + Growth.RAY;
  rotateBack(w + Query.ROTATION, x - length * ld(u), y - length * ld(u + 1), z - length * ld(u + 2), out);
}

/** The growth that the support plane with normal n, of any length, proves: ⟨n, p⟩ / h(n), or 0 if ⟨n, p⟩ ≤ 0. */
export function provenAlong(w: i32, g: i32, x: f64, y: f64, z: f64): f64 {
  const u: i32 = g + Growth.RAY;
  const along: f64 = Growth.length(g) * (x * ld(u) + y * ld(u + 1) + z * ld(u + 2));
  if (!(along > 0.0)) return 0.0;
  const vertex: i32 = Growth.vertices(g, SPARE);
  supportGrowth(w, g, vertex, x, y, z);
  return along / (x * ld(vertex) + y * ld(vertex + 1) + z * ld(vertex + 2));
}

/** Traces the result as a step: its basis is the point on the ray of the upper bound, without weights. */
export function traceResult(w: i32, g: i32, nx: f64, ny: f64, nz: f64): void {
  const vertex: i32 = Growth.vertices(g, 0);
  for (let k: i32 = 0; k < 3; k += 1) {
    st(vertex + k, Growth.inner(g) * Growth.ray(g, k));
    Growth.setBasis(g, k, vertex);
  }
  Growth.setSupport(g, vertex);
  Growth.setAcrossBasis(g, 0);
  Growth.setDirection(g, 0, nx);
  Growth.setDirection(g, 1, ny);
  Growth.setDirection(g, 2, nz);
  hostTrace(w);
}
