// Vectors in memory.
import { ld, st } from '../port/memory.ts';

// @inline
export function dot(a: i32, b: i32): f64 {
  return ld(a) * ld(b) + ld(a + 1) * ld(b + 1) + ld(a + 2) * ld(b + 2);
}

/** out = a × b; `out` must be neither. */
export function cross(a: i32, b: i32, out: i32): void {
  st(out, ld(a + 1) * ld(b + 2) - ld(a + 2) * ld(b + 1));
  st(out + 1, ld(a + 2) * ld(b) - ld(a) * ld(b + 2));
  st(out + 2, ld(a) * ld(b + 1) - ld(a + 1) * ld(b));
}

/** A vector of the body in the world's axes; `pose` has a unit quaternion. */
export function toWorld(pose: i32, v: i32, out: i32): void {
  rotate(ld(pose + 3), ld(pose + 4), ld(pose + 5), ld(pose + 6), ld(v), ld(v + 1), ld(v + 2), out);
}

/** A vector of the world in the body's axes. */
export function toBody(pose: i32, v: i32, out: i32): void {
  rotate(-ld(pose + 3), -ld(pose + 4), -ld(pose + 5), ld(pose + 6), ld(v), ld(v + 1), ld(v + 2), out);
}

/** v + w t + u × t with t = 2 (u × v). */
// @inline
function rotate(qx: f64, qy: f64, qz: f64, qw: f64, x: f64, y: f64, z: f64, out: i32): void {
  const tx: f64 = 2.0 * (qy * z - qz * y);
  const ty: f64 = 2.0 * (qz * x - qx * z);
  const tz: f64 = 2.0 * (qx * y - qy * x);
  st(out, x + qw * tx + qy * tz - qz * ty);
  st(out + 1, y + qw * ty + qz * tx - qx * tz);
  st(out + 2, z + qw * tz + qx * ty - qy * tx);
}
