// Small pieces of poses without allocation or checks: seven numbers x y z qx qy qz qw, the quaternion of unit length.
import type { Vec3 } from '../math/vec3.ts';

/** The body's z axis in the world. */
export function rotatedZ(pose: Float64Array): Vec3 {
  const [, , , x, y, z, w] = pose;
  return [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)];
}
