/**
 * `proximal/math`: poses, vectors, seeded random numbers and elementary functions with the same bits everywhere.
 * @packageDocumentation
 */
export { acos, atan2, cos, exp, log, pow, sin } from './elementary.ts';
export {
  compose,
  type EulerOrder,
  fromAxisAngle,
  fromEuler,
  identity,
  inverse,
  lookAt,
  type Pose,
  type PoseLike,
  type RotationLike,
  transformDirection,
  transformPoint,
} from './pose.ts';
export { Rng } from './rng.ts';
export { expPose, interpolate, logPose } from './twist.ts';
export type { Vec3, VectorLike } from './vec3.ts';
