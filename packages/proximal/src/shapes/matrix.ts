// Small matrices, nine numbers by rows, and the second derivatives of support values that they hold.
import type { Vec3 } from '../math/vec3.ts';

/** Adds the Hessian of a ball's support value r |d| at the unit vector n: r (1 − n nᵀ). */
export function addBallHessian(hessian: readonly number[], n: Vec3, radius: number): number[] {
  return hessian.map((value, k) => {
    const [row, column] = [Math.floor(k / 3), k % 3];
    return value + radius * ((row === column ? 1 : 0) - n[row] * n[column]);
  });
}

/** factor · a bᵀ, added to `sum`. */
export function addOuterProduct(sum: number[], factor: number, a: Vec3, b: Vec3): void {
  for (let k = 0; k < 9; k++) sum[k] += factor * a[Math.floor(k / 3)] * b[k % 3];
}

/** L H Lᵀ: the Hessian of d ↦ h(Lᵀ d). */
export function transformHessian(hessian: readonly number[], linear: readonly number[]): number[] {
  return multiply(multiply(linear, hessian), transpose(linear));
}

export function multiply(a: readonly number[], b: readonly number[]): number[] {
  return Array.from({ length: 9 }, (_, k) => {
    const [row, column] = [3 * Math.floor(k / 3), k % 3];
    return a[row] * b[column] + a[row + 1] * b[3 + column] + a[row + 2] * b[6 + column];
  });
}

export function transpose(m: readonly number[]): number[] {
  return [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]];
}

/** M v. */
export function apply(m: readonly number[], [x, y, z]: Readonly<Vec3>): Vec3 {
  return [m[0] * x + m[1] * y + m[2] * z, m[3] * x + m[4] * y + m[5] * z, m[6] * x + m[7] * y + m[8] * z];
}
