// Rotations by poses, without checks: a pose is seven numbers x y z qx qy qz qw with a unit quaternion. Results are written to `out`.
import { rotateByPose, rotationMatrix } from '../math/linear/quaternion.ts';
import type { Vec3 } from '../math/vec3.ts';

const scratch = /* @__PURE__ */ new Float64Array(9);

/** The body's z axis in the world. */
export function rotatedZ(pose: Float64Array, out: Vec3 = [0, 0, 0]): Vec3 {
  rotationMatrix(pose[3], pose[4], pose[5], pose[6], scratch);
  out[0] = scratch[2];
  out[1] = scratch[5];
  out[2] = scratch[8];
  return out;
}

/** A vector of the body in the world's axes. */
export function rotateInto(pose: Float64Array, v: Readonly<Vec3>, out: Vec3 = [0, 0, 0]): Vec3 {
  return rotateByPose(pose, 1, v, out);
}

/** A vector of the world in the body's axes. */
export function rotateBackInto(pose: Float64Array, v: Readonly<Vec3>, out: Vec3 = [0, 0, 0]): Vec3 {
  return rotateByPose(pose, -1, v, out);
}
