import { atan2 } from './elementary.ts';
import type { Vec3 } from './vec3.ts';

/**
 * Writes the rotation vector, axis times angle up to π, from one orientation to another (unit quaternions x y z w, body to world), in
 * world axes.
 * @param at the index in `out` of the first of three numbers
 */
export function writeRotationBetween(
  from: ArrayLike<number>,
  to: ArrayLike<number>,
  out: Float64Array | number[],
  at: number,
): void {
  // By index: destructuring would go through an iterator.
  const x = from[0];
  const y = from[1];
  const z = from[2];
  const w = from[3];
  const tx = -to[3] * x + to[0] * w - to[1] * z + to[2] * y;
  const ty = -to[3] * y + to[0] * z + to[1] * w - to[2] * x;
  const tz = -to[3] * z - to[0] * y + to[1] * x + to[2] * w;
  const cosine = to[3] * w + to[0] * x + to[1] * y + to[2] * z;
  const sine = Math.sqrt(tx * tx + ty * ty + tz * tz);
  const angle = 2 * atan2(sine, Math.abs(cosine));
  const factor = sine > 0 ? (Math.sign(cosine) || 1) * (angle / sine) : 0;
  out[at] = tx * factor;
  out[at + 1] = ty * factor;
  out[at + 2] = tz * factor;
}

/** Like `writeRotationBetween`, as a new vector. */
export function rotationBetween(from: ArrayLike<number>, to: ArrayLike<number>): Vec3 {
  const out: Vec3 = [0, 0, 0];
  writeRotationBetween(from, to, out, 0);
  return out;
}
