// Rigid transforms as twelve numbers: a rotation by rows and a position.
import { rotationMatrix } from '../math/linear/quaternion.ts';
import type { Pose } from '../math/pose.ts';

/** A pose with a unit quaternion as a rotation by rows and a position. */
export function rigidOf(pose: Pose): Float64Array {
  const out = rotationMatrix(pose[3], pose[4], pose[5], pose[6], new Float64Array(12));
  out.set(pose.subarray(0, 3), 9);
  return out;
}
