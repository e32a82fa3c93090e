// Rotations by poses, without checks: a pose is seven numbers x y z qx qy qz qw with a unit quaternion.
import type { Vec3 } from '../math/vec3.ts';

/** The body's z axis in the world. */
export function rotatedZ(pose: Float64Array): Vec3 {
  const [, , , x, y, z, w] = pose;
  return [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)];
}

/** A vector of the body in the world's axes: the rotation of v by (u, w) is v + 2w (u × v) + 2u × (u × v). */
export function rotateInto(pose: Float64Array, [vx, vy, vz]: Readonly<Vec3>): Vec3 {
  return rotated(pose[3], pose[4], pose[5], pose[6], vx, vy, vz);
}

/** A vector of the world in the body's axes. */
export function rotateBackInto(pose: Float64Array, [vx, vy, vz]: Readonly<Vec3>): Vec3 {
  return rotated(-pose[3], -pose[4], -pose[5], pose[6], vx, vy, vz);
}

function rotated(x: number, y: number, z: number, w: number, vx: number, vy: number, vz: number): Vec3 {
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  return [vx + w * tx + y * tz - z * ty, vy + w * ty + z * tx - x * tz, vz + w * tz + x * ty - y * tx];
}
