import type { Vec3 } from '../../math/vec3.ts';

/** What a pose does to points and directions. */
export function poseMatrix(pose: ArrayLike<number>) {
  const [px, py, pz, x, y, z, w] = Array.from(pose);
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
  const rotate = (v: ArrayLike<number>): Vec3 =>
    rows.map((row) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]) as Vec3;
  const rotateBack = (v: ArrayLike<number>): Vec3 =>
    [0, 1, 2].map((k) => rows[0][k] * v[0] + rows[1][k] * v[1] + rows[2][k] * v[2]) as Vec3;
  return {
    origin: [px, py, pz] as Vec3,
    rotate,
    rotateBack,
    toWorld: (v: ArrayLike<number>): Vec3 => {
      const [a, b, c] = rotate(v);
      return [a + px, b + py, c + pz];
    },
    toBody: (v: ArrayLike<number>): Vec3 => rotateBack([v[0] - px, v[1] - py, v[2] - pz]),
  };
}
