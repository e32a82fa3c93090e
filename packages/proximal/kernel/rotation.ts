// Rigid motions: world poses to B's pose in A's frame, and back for the answer.
import { POSE_A, POSE_B, ROTATION, ROTATION_A, ROTATION_B, TRANSLATION } from './layout.ts';
import { ld, st } from './port/memory.ts';

/** Rotation matrix, by rows, of the quaternion x y z w at `quaternion`, whatever its (non-zero) length. */
export function rotationMatrix(quaternion: i32, out: i32): void {
  const x: f64 = ld(quaternion);
  const y: f64 = ld(quaternion + 1);
  const z: f64 = ld(quaternion + 2);
  const w: f64 = ld(quaternion + 3);
  const s: f64 = 2.0 / (x * x + y * y + z * z + w * w);
  st(out, 1.0 - s * (y * y + z * z));
  st(out + 1, s * (x * y - z * w));
  st(out + 2, s * (x * z + y * w));
  st(out + 3, s * (x * y + z * w));
  st(out + 4, 1.0 - s * (x * x + z * z));
  st(out + 5, s * (y * z - x * w));
  st(out + 6, s * (x * z - y * w));
  st(out + 7, s * (y * z + x * w));
  st(out + 8, 1.0 - s * (x * x + y * y));
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
 * on where in the world the pair is.
 */
export function relativePose(w: i32): void {
  const a: i32 = w + ROTATION_A;
  const b: i32 = w + ROTATION_B;
  rotationMatrix(w + POSE_A + 3, a);
  rotationMatrix(w + POSE_B + 3, b);
  for (let row: i32 = 0; row < 3; row += 1) {
    for (let column: i32 = 0; column < 3; column += 1) {
      st(
        w + ROTATION + 3 * row + column,
        ld(a + row) * ld(b + column) + ld(a + 3 + row) * ld(b + 3 + column) + ld(a + 6 + row) * ld(b + 6 + column),
      );
    }
  }
  rotateBack(
    a,
    ld(w + POSE_B) - ld(w + POSE_A),
    ld(w + POSE_B + 1) - ld(w + POSE_A + 1),
    ld(w + POSE_B + 2) - ld(w + POSE_A + 2),
    w + TRANSLATION,
  );
}
