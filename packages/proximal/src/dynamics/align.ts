// The rotation that makes a joint's axis the z axis of its frame inside the model.
import { type Pose, quaternionOfAxes } from '../math/pose.ts';
import { cross, dot, length, scale, subtract, type Vec3 } from '../math/vec3.ts';

/**
 * A pose at the origin whose z axis is the unit vector `axis`. For a positive coordinate axis it is a cyclic permutation: the
 * identity for z; for x, its columns are y, z and x.
 */
export function alignAxis(axis: Readonly<Vec3>): Pose {
  const [x, y, z] = axis.map(Math.abs);
  const next: Vec3 = z >= x && z >= y ? [1, 0, 0] : y >= x ? [0, 0, 1] : [0, 1, 0];
  const across = subtract(next, scale(axis, dot(axis, next)));
  const first = scale(across, 1 / length(across));
  const quaternion = quaternionOfAxes(first, cross(axis, first), [...axis]);
  const size = Math.sqrt(quaternion.reduce((sum, each) => sum + each * each, 0));
  const [a, b, c, w] = quaternion.map((each) => each / size);
  return Float64Array.of(0, 0, 0, a, b, c, w);
}
