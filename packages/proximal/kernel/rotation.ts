// Rigid motions: from world poses to B's pose in A's frame, and back for the result.
import * as Query from './blocks/query.ts';
import { ld, st } from './port/memory.ts';

/** Squared lengths of quaternions between these two have lost no digits to under- or overflow. */
const SHORTEST: f64 = 1.0e-200;
const LONGEST: f64 = 1.0e200;

/**
 * Writes the rotation matrix, by rows, of the quaternion x y z w at `quaternion`. False unless its squared length is between SHORTEST
 * and LONGEST.
 */
export function rotationMatrix(quaternion: i32, out: i32): bool {
  const x: f64 = ld(quaternion);
  const y: f64 = ld(quaternion + 1);
  const z: f64 = ld(quaternion + 2);
  const w: f64 = ld(quaternion + 3);
  const squared: f64 = x * x + y * y + z * z + w * w;
  writeRotation(x, y, z, w, 2.0 / squared, out);
  return squared > SHORTEST && squared < LONGEST;
}

/** Writes the rotation matrix; `s` is two over the quaternion's squared length. */
// @inline
function writeRotation(x: f64, y: f64, z: f64, w: f64, s: f64, out: i32): void {
  const sx: f64 = s * x;
  const sy: f64 = s * y;
  const sz: f64 = s * z;
  st(out, 1.0 - (sy * y + sz * z));
  st(out + 1, sx * y - sz * w);
  st(out + 2, sx * z + sy * w);
  st(out + 3, sx * y + sz * w);
  st(out + 4, 1.0 - (sx * x + sz * z));
  st(out + 5, sy * z - sx * w);
  st(out + 6, sx * z - sy * w);
  st(out + 7, sy * z + sx * w);
  st(out + 8, 1.0 - (sx * x + sy * y));
}

/** out = M p. */
export function rotate(matrix: i32, px: f64, py: f64, pz: f64, out: i32): void {
  st(out, ld(matrix) * px + ld(matrix + 1) * py + ld(matrix + 2) * pz);
  st(out + 1, ld(matrix + 3) * px + ld(matrix + 4) * py + ld(matrix + 5) * pz);
  st(out + 2, ld(matrix + 6) * px + ld(matrix + 7) * py + ld(matrix + 8) * pz);
}

/** out = Mᵀ p. */
export function rotateBack(matrix: i32, px: f64, py: f64, pz: f64, out: i32): void {
  st(out, ld(matrix) * px + ld(matrix + 3) * py + ld(matrix + 6) * pz);
  st(out + 1, ld(matrix + 1) * px + ld(matrix + 4) * py + ld(matrix + 7) * pz);
  st(out + 2, ld(matrix + 2) * px + ld(matrix + 5) * py + ld(matrix + 8) * pz);
}

/**
 * Two over the squared length s of a quaternion. Most quaternions have length 1 up to rounding. For these, 1/s is 2 − s up to (s − 1)²,
 * and a well-predicted branch replaces the division.
 */
// @inline
export function quaternionScale(squared: f64): f64 {
  return Math.abs(squared - 1.0) < 1.0e-8 ? 4.0 - 2.0 * squared : 2.0 / squared;
}

/**
 * The first coordinate of c = scale u × p. For the matrix M of the quaternion (u, w), M p = p + w c + u × c, without forming M,
 * and Mᵀ p is the same with −w; `scale` is `quaternionScale`. For the other coordinates, x y z are permuted cyclically.
 */
// @inline
export function crossComponent(scale: f64, y: f64, z: f64, py: f64, pz: f64): f64 {
  return scale * (y * pz - z * py);
}

/** The first coordinate of M p: see `crossComponent`. */
// @inline
export function rotatedComponent(px: f64, w: f64, cx: f64, y: f64, z: f64, cy: f64, cz: f64): f64 {
  return px + w * cx + (y * cz - z * cy);
}

/** out = M p, with the matrix M of the quaternion and `scale` its `quaternionScale`. */
export function rotateByQuaternion(quaternion: i32, scale: f64, px: f64, py: f64, pz: f64, out: i32): void {
  rotateWith(quaternion, ld(quaternion + 3), scale, px, py, pz, out);
}

/** out = Mᵀ p: see `rotateByQuaternion`. */
export function rotateBackByQuaternion(quaternion: i32, scale: f64, px: f64, py: f64, pz: f64, out: i32): void {
  rotateWith(quaternion, -ld(quaternion + 3), scale, px, py, pz, out);
}

// @inline
function rotateWith(quaternion: i32, w: f64, scale: f64, px: f64, py: f64, pz: f64, out: i32): void {
  const x: f64 = ld(quaternion);
  const y: f64 = ld(quaternion + 1);
  const z: f64 = ld(quaternion + 2);
  const cx: f64 = crossComponent(scale, y, z, py, pz);
  const cy: f64 = crossComponent(scale, z, x, pz, px);
  const cz: f64 = crossComponent(scale, x, y, px, py);
  st(out, rotatedComponent(px, w, cx, y, z, cy, cz));
  st(out + 1, rotatedComponent(py, w, cy, z, x, cz, cx));
  st(out + 2, rotatedComponent(pz, w, cz, x, y, cx, cy));
}

/**
 * Writes B's rotation in A's frame to the workspace, from the product of the quaternions, A's conjugate first; `scale` is two over the
 * product of their squared lengths. This is half the work of two matrices and their product, and exact for equal rotations.
 */
export function relativeRotation(w: i32, a: i32, b: i32, scale: f64): void {
  const ax: f64 = ld(a);
  const ay: f64 = ld(a + 1);
  const az: f64 = ld(a + 2);
  const aw: f64 = ld(a + 3);
  const bx: f64 = ld(b);
  const by: f64 = ld(b + 1);
  const bz: f64 = ld(b + 2);
  const bw: f64 = ld(b + 3);
  writeRotation(
    aw * bx - ax * bw - (ay * bz - az * by),
    aw * by - ay * bw - (az * bx - ax * bz),
    aw * bz - az * bw - (ax * by - ay * bx),
    ax * bx + ay * by + az * bz + aw * bw,
    scale,
    w + Query.ROTATION,
  );
}

/**
 * Writes B's pose in A's frame, and both rotation matrices, to the workspace. The difference of the two positions is formed first, so that a result
 * does not depend on the pair's position in the world. Returns 0 if a pose is invalid: not finite, or a quaternion without a usable length.
 */
export function relativePose(w: i32): i32 {
  const a: i32 = w + Query.ROTATION_A;
  const b: i32 = w + Query.ROTATION_B;
  const isRotated: bool = rotationMatrix(w + Query.POSE_A + 3, a) && rotationMatrix(w + Query.POSE_B + 3, b);
  // Row by row of Aᵀ B: each is Bᵀ times a column of A.
  rotateBack(b, ld(a), ld(a + 3), ld(a + 6), w + Query.ROTATION);
  rotateBack(b, ld(a + 1), ld(a + 4), ld(a + 7), w + Query.ROTATION + 3);
  rotateBack(b, ld(a + 2), ld(a + 5), ld(a + 8), w + Query.ROTATION + 6);
  const ax: f64 = Query.poseA(w, 0);
  const ay: f64 = Query.poseA(w, 1);
  const az: f64 = Query.poseA(w, 2);
  const bx: f64 = Query.poseB(w, 0);
  const by: f64 = Query.poseB(w, 1);
  const bz: f64 = Query.poseB(w, 2);
  rotateBack(a, bx - ax, by - ay, bz - az, w + Query.TRANSLATION);
  // A difference of an infinity or NaN from itself is NaN, so one comparison checks all six.
  const zero: f64 = ax - ax + (ay - ay) + (az - az) + (bx - bx) + (by - by) + (bz - bz);
  return isRotated && zero === 0.0 ? 1 : 0;
}
