import type { Vec3 } from '../../math/vec3.ts';

/** The action of a pose on points and directions. */
export function poseMatrix(pose: ArrayLike<number>) {
  const origin: Vec3 = [pose[0], pose[1], pose[2]];
  const x = pose[3];
  const y = pose[4];
  const z = pose[5];
  const w = pose[6];
  // The rotation by rows.
  const xx = 1 - 2 * (y * y + z * z);
  const xy = 2 * (x * y - w * z);
  const xz = 2 * (x * z + w * y);
  const yx = 2 * (x * y + w * z);
  const yy = 1 - 2 * (x * x + z * z);
  const yz = 2 * (y * z - w * x);
  const zx = 2 * (x * z - w * y);
  const zy = 2 * (y * z + w * x);
  const zz = 1 - 2 * (x * x + y * y);
  const rotate = (v: ArrayLike<number>): Vec3 => [
    xx * v[0] + xy * v[1] + xz * v[2],
    yx * v[0] + yy * v[1] + yz * v[2],
    zx * v[0] + zy * v[1] + zz * v[2],
  ];
  const rotateBack = (v: ArrayLike<number>): Vec3 => [
    xx * v[0] + yx * v[1] + zx * v[2],
    xy * v[0] + yy * v[1] + zy * v[2],
    xz * v[0] + yz * v[1] + zz * v[2],
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
