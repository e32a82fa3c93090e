import { atan2 } from './elementary.ts';
import { length, scale, type Vec3 } from './vec3.ts';

/**
 * The rotation vector, axis times angle up to π, from one orientation to another (unit quaternions x y z w, body to world), in
 * world axes.
 */
export function rotationBetween(from: ArrayLike<number>, to: ArrayLike<number>): Vec3 {
  // By index: destructuring would go through an iterator.
  const x = from[0];
  const y = from[1];
  const z = from[2];
  const w = from[3];
  const turn: Vec3 = [
    -to[3] * x + to[0] * w - to[1] * z + to[2] * y,
    -to[3] * y + to[0] * z + to[1] * w - to[2] * x,
    -to[3] * z - to[0] * y + to[1] * x + to[2] * w,
  ];
  const cosine = to[3] * w + to[0] * x + to[1] * y + to[2] * z;
  const sine = length(turn);
  const angle = 2 * atan2(sine, Math.abs(cosine));
  return scale(turn, sine > 0 ? (Math.sign(cosine) || 1) * (angle / sine) : 0);
}
