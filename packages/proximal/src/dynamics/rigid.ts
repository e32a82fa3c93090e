// Rigid transforms as twelve numbers: a rotation by rows and a position.
import type { Pose } from '../math/pose.ts';

/** A pose with a unit quaternion as a rotation by rows and a position. */
export function rigidOf(pose: Pose): Float64Array {
  const [px, py, pz, x, y, z, w] = pose;
  return Float64Array.of(
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
    px,
    py,
    pz,
  );
}
