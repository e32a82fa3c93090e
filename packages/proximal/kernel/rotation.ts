// Rigid motions: world poses to B's pose in A's frame, and back for the answer.
import { POSE_A, POSE_B, ROTATION, ROTATION_A, ROTATION_B, TRANSLATION } from './layout.ts';
import { ld, st } from './port/memory.ts';

/** Squared lengths of quaternions in between have lost no digits to under- or overflow. */
const SHORTEST: f64 = 1.0e-200;
const LONGEST: f64 = 1.0e200;

/** Rotation matrix, by rows, of the quaternion x y z w at `quaternion`, whatever its length. False if it has none. */
export function rotationMatrix(quaternion: i32, out: i32): bool {
  const x: f64 = ld(quaternion);
  const y: f64 = ld(quaternion + 1);
  const z: f64 = ld(quaternion + 2);
  const w: f64 = ld(quaternion + 3);
  const squared: f64 = x * x + y * y + z * z + w * w;
  const s: f64 = 2.0 / squared;
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
  return squared > SHORTEST && squared < LONGEST;
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
 * B's pose in A's frame. The difference of the two positions is formed first, so that an answer does not depend
 * on where in the world the pair is. 0 if a pose is none: not finite, or a quaternion without a usable length.
 */
export function relativePose(w: i32): i32 {
  const a: i32 = w + ROTATION_A;
  const b: i32 = w + ROTATION_B;
  const isRotated: bool = rotationMatrix(w + POSE_A + 3, a) && rotationMatrix(w + POSE_B + 3, b);
  // Row by row of Aᵀ B: each is Bᵀ times a column of A.
  rotateBack(b, ld(a), ld(a + 3), ld(a + 6), w + ROTATION);
  rotateBack(b, ld(a + 1), ld(a + 4), ld(a + 7), w + ROTATION + 3);
  rotateBack(b, ld(a + 2), ld(a + 5), ld(a + 8), w + ROTATION + 6);
  const ax: f64 = ld(w + POSE_A);
  const ay: f64 = ld(w + POSE_A + 1);
  const az: f64 = ld(w + POSE_A + 2);
  const bx: f64 = ld(w + POSE_B);
  const by: f64 = ld(w + POSE_B + 1);
  const bz: f64 = ld(w + POSE_B + 2);
  rotateBack(a, bx - ax, by - ay, bz - az, w + TRANSLATION);
  // A difference of an infinity or NaN from itself is NaN, so one comparison checks all six.
  const zero: f64 = ax - ax + (ay - ay) + (az - az) + (bx - bx) + (by - by) + (bz - bz);
  return isRotated && zero === 0.0 ? 1 : 0;
}
