// Small matrices, nine numbers by rows.
import type { Vec3 } from '../math/vec3.ts';

export function transpose(m: readonly number[]): number[] {
  return [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]];
}

/** M v. */
export function apply(m: readonly number[], [x, y, z]: Readonly<Vec3>): Vec3 {
  return [m[0] * x + m[1] * y + m[2] * z, m[3] * x + m[4] * y + m[5] * z, m[6] * x + m[7] * y + m[8] * z];
}
