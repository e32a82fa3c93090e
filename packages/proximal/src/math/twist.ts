// Twists of poses. A twist is (v, ω), linear part first, in the axes of the moving body: with this constant velocity for a unit of time, a body
// moves by the exponential of the twist. Units: meters and radians.
import { checkNumber, wrongType } from '../check/argument.ts';
import { integratePose, poseDifference } from './lie.ts';
import { compose, identity, inverse, type Pose, type PoseLike, poseOf } from './pose.ts';

/**
 * The pose that a body reaches from the identity by moving with the constant twist (v, ω), in its own axes, for a unit of time: the exponential map.
 * `compose(pose, expPose(twist))` moves a body from `pose`.
 * @param twist six numbers, in meters and radians
 * @example
 * ```ts
 * expPose([1, 0, 0, 0, 0, 0]); // position 1 0 0
 * expPose([0, 0, 0, 0, 0, Math.PI / 2]); // a quarter turn around z
 * ```
 */
export function expPose(twist: ArrayLike<number>): Pose {
  const where = 'expPose';
  const remedy = 'give six finite numbers: linear part in meters, angular part in radians';
  if (typeof twist !== 'object' || twist === null || twist.length !== 6) throw wrongType(where, 'twist', twist, remedy);
  const values = Float64Array.from({ length: 6 }, (_, k) => checkNumber(where, `twist[${k}]`, twist[k], remedy));
  const out = identity();
  integratePose(out, 0, values, 0, out);
  return out;
}

/**
 * The twist (v, ω) whose exponential is `pose`, by the shorter rotation: the inverse of `expPose` for angles below π.
 * `logPose(compose(inverse(from), to))` is the twist from one pose to another, in the axes of the first.
 * @returns six numbers, in meters and radians
 * @example
 * ```ts
 * logPose({ position: [1, 0, 0] }); // [1, 0, 0, 0, 0, 0]
 * ```
 */
export function logPose(pose: PoseLike): Float64Array {
  const out = new Float64Array(6);
  poseDifference(identity(), poseOf('logPose', 'pose', pose), 0, out, 0);
  return out;
}

/**
 * The pose between two poses: the position on the straight line, the rotation by spherical linear interpolation (slerp) along the shorter arc.
 * @param t 0 gives `from`, 1 gives `to`; values outside extrapolate
 * @example
 * ```ts
 * interpolate({}, { position: [2, 0, 0] }, 0.25); // position 0.5 0 0
 * ```
 */
export function interpolate(from: PoseLike, to: PoseLike, t: number): Pose {
  const where = 'interpolate';
  const a = poseOf(where, 'from', from);
  const b = poseOf(where, 'to', to);
  checkNumber(where, 't', t, 'give a finite number, 0 for the first and 1 for the second pose');
  const [, , , x, y, z] = logPose(compose(inverse(a), b));
  const out = compose(a, expPose([0, 0, 0, t * x, t * y, t * z]));
  for (let k = 0; k < 3; k++) out[k] = a[k] + t * (b[k] - a[k]);
  return out;
}
