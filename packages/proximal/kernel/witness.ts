// The nearest points of the two bodies, and the normal between them, from the simplex that a search has left.
import {
  CORE_UPPER,
  FLOOR,
  LOCAL_A,
  LOCAL_B,
  LOCAL_NORMAL,
  NEAREST,
  RECORD_A_INT,
  RECORD_B_INT,
  RECORD_RADIUS,
  ROTATION,
  SIMPLEX,
  VERTEX_A,
  VERTEX_B,
  VERTEX_COUNT_INT,
  VERTEX_STRIDE,
  WEIGHTS,
} from './layout.ts';
import { ld, ldi, st } from './port/memory.ts';
import { rotateBack } from './rotation.ts';

export function hasNoNormal(w: i32): bool {
  return ld(w + LOCAL_NORMAL) === 0.0 && ld(w + LOCAL_NORMAL + 1) === 0.0 && ld(w + LOCAL_NORMAL + 2) === 0.0;
}

export function setNormal(w: i32, x: f64, y: f64, z: f64): void {
  st(w + LOCAL_NORMAL, x);
  st(w + LOCAL_NORMAL + 1, y);
  st(w + LOCAL_NORMAL + 2, z);
}

/**
 * Witness points in each body's frame, and the normal. Apart: the cores' points, each moved outwards by its radius along
 * the normal. In contact: one common point, which divides the segment between the cores' points in the ratio of the radii.
 */
export function writeWitnesses(w: i32, apart: bool): void {
  let ax: f64 = 0.0;
  let ay: f64 = 0.0;
  let az: f64 = 0.0;
  let bx: f64 = 0.0;
  let by: f64 = 0.0;
  let bz: f64 = 0.0;
  const count: i32 = ldi(2 * w + VERTEX_COUNT_INT);
  for (let k: i32 = 0; k < count; k += 1) {
    const weight: f64 = ld(w + WEIGHTS + k);
    const vertex: i32 = w + SIMPLEX + k * VERTEX_STRIDE;
    ax += weight * ld(vertex + VERTEX_A);
    ay += weight * ld(vertex + VERTEX_A + 1);
    az += weight * ld(vertex + VERTEX_A + 2);
    bx += weight * ld(vertex + VERTEX_B);
    by += weight * ld(vertex + VERTEX_B + 1);
    bz += weight * ld(vertex + VERTEX_B + 2);
  }
  const radiusA: f64 = ld(ldi(2 * w + RECORD_A_INT) + RECORD_RADIUS);
  const radiusB: f64 = ld(ldi(2 * w + RECORD_B_INT) + RECORD_RADIUS);
  const radii: f64 = radiusA + radiusB;
  const x: f64 = ld(w + NEAREST);
  const y: f64 = ld(w + NEAREST + 1);
  const z: f64 = ld(w + NEAREST + 2);
  const norm: f64 = ld(w + CORE_UPPER);
  // A half-space has set its own already, and where the cores meet x is too short to tell.
  if (norm > ld(w + FLOOR) && hasNoNormal(w)) setNormal(w, -x / norm, -y / norm, -z / norm);
  // x points from B's core to A's, so A's surface is against it and B's along it.
  const share: f64 = apart ? 1.0 / norm : radii > 0.0 ? 1.0 / radii : 0.0;
  const shareA: f64 = share * radiusA;
  const shareB: f64 = share * radiusB;
  st(w + LOCAL_A, ax - shareA * x);
  st(w + LOCAL_A + 1, ay - shareA * y);
  st(w + LOCAL_A + 2, az - shareA * z);
  rotateBack(w + ROTATION, shareB * x, shareB * y, shareB * z, w + LOCAL_B);
  st(w + LOCAL_B, bx + ld(w + LOCAL_B));
  st(w + LOCAL_B + 1, by + ld(w + LOCAL_B + 1));
  st(w + LOCAL_B + 2, bz + ld(w + LOCAL_B + 2));
}
