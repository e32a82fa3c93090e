import { rotationMatrix } from '../../math/linear/quaternion.ts';
import type { Vec3 } from '../../math/vec3.ts';

/** The action of a pose on points and directions. */
export function poseMatrix(pose: ArrayLike<number>) {
  const origin: Vec3 = [pose[0], pose[1], pose[2]];
  const r = rotationMatrix(pose[3], pose[4], pose[5], pose[6], new Float64Array(9));
  const rotate = (v: ArrayLike<number>): Vec3 => [
    r[0] * v[0] + r[1] * v[1] + r[2] * v[2],
    r[3] * v[0] + r[4] * v[1] + r[5] * v[2],
    r[6] * v[0] + r[7] * v[1] + r[8] * v[2],
  ];
  const rotateBack = (v: ArrayLike<number>): Vec3 => [
    r[0] * v[0] + r[3] * v[1] + r[6] * v[2],
    r[1] * v[0] + r[4] * v[1] + r[7] * v[2],
    r[2] * v[0] + r[5] * v[1] + r[8] * v[2],
  ];
  return {
    origin,
    rotate,
    rotateBack,
    toWorld: (v: ArrayLike<number>): Vec3 => {
      const [a, b, c] = rotate(v);
      return [a + origin[0], b + origin[1], c + origin[2]];
    },
    toBody: (v: ArrayLike<number>): Vec3 => rotateBack([v[0] - origin[0], v[1] - origin[1], v[2] - origin[2]]),
  };
}
