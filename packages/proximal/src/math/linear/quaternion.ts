// Rotations by quaternions (x, y, z, w), without checks or allocation. `scale` is 2/|q|²: 2 for unit quaternions.
import type { Vec3 } from '../vec3.ts';

/** 2/|q|², for quaternions of any length. */
export function scaleOf(x: number, y: number, z: number, w: number): number {
  return 2 / (x * x + y * y + z * z + w * w);
}

/** The rotation matrix R = 1 + scale (w [u] + [u]²) with u = (x, y, z): nine numbers by rows. Returns `out`. */
export function rotationMatrix(x: number, y: number, z: number, w: number, out: Float64Array, scale = 2): Float64Array {
  out[0] = 1 - scale * (y * y + z * z);
  out[1] = scale * (x * y - w * z);
  out[2] = scale * (x * z + w * y);
  out[3] = scale * (x * y + w * z);
  out[4] = 1 - scale * (x * x + z * z);
  out[5] = scale * (y * z - w * x);
  out[6] = scale * (x * z - w * y);
  out[7] = scale * (y * z + w * x);
  out[8] = 1 - scale * (x * x + y * y);
  return out;
}

/** The rotation matrix, nine numbers by rows, of the quaternion of any length at q[at]. */
export function rotationRows(q: Float64Array, at: number, out: Float64Array): void {
  const x = q[at];
  const y = q[at + 1];
  const z = q[at + 2];
  const w = q[at + 3];
  rotationMatrix(x, y, z, w, out, scaleOf(x, y, z, w));
}

/** The vector v = (x, y, z) rotated: v + w t + u × t with t = scale (u × v), to three numbers from `to` on. */
export function rotate(
  qx: number,
  qy: number,
  qz: number,
  qw: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
  to = 0,
  scale = 2,
): void {
  const tx = scale * (qy * z - qz * y);
  const ty = scale * (qz * x - qx * z);
  const tz = scale * (qx * y - qy * x);
  out[to] = x + qw * tx + qy * tz - qz * ty;
  out[to + 1] = y + qw * ty + qz * tx - qx * tz;
  out[to + 2] = z + qw * tz + qx * ty - qy * tx;
}

/**
 * Writes the vector v rotated by a pose's unit quaternion, or by its inverse if `sense` is −1, to `out`, which may be v. As `rotate`, but without
 * numbers as arguments: V8 stores each of them in an object of its own wherever it does not inline the call.
 */
export function rotateByPose(pose: Float64Array, sense: 1 | -1, v: Readonly<Vec3>, out: Vec3): Vec3 {
  const qx = sense * pose[3];
  const qy = sense * pose[4];
  const qz = sense * pose[5];
  const qw = pose[6];
  const x = v[0];
  const y = v[1];
  const z = v[2];
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  out[0] = x + qw * tx + qy * tz - qz * ty;
  out[1] = y + qw * ty + qz * tx - qx * tz;
  out[2] = z + qw * tz + qx * ty - qy * tx;
  return out;
}

/** Writes the product p q, first the rotation by q and then the rotation by p, to four numbers from `to` on. */
export function multiplyQuaternions(
  px: number,
  py: number,
  pz: number,
  pw: number,
  qx: number,
  qy: number,
  qz: number,
  qw: number,
  out: Float64Array,
  to: number,
): void {
  out[to] = pw * qx + px * qw + py * qz - pz * qy;
  out[to + 1] = pw * qy - px * qz + py * qw + pz * qx;
  out[to + 2] = pw * qz + px * qy - py * qx + pz * qw;
  out[to + 3] = pw * qw - px * qx - py * qy - pz * qz;
}
