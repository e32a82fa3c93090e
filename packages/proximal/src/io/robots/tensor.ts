// Rotation of symmetric tensors.
import { rotationMatrix } from '../../math/linear/quaternion.ts';
import type { Pose } from '../../math/pose.ts';

/** R T Rᵀ, symmetric to the last bit: nine numbers by rows. */
export function rotateTensor(tensor: readonly number[], pose: Pose): number[] {
  const r = rotationMatrix(pose[3], pose[4], pose[5], pose[6], new Float64Array(9));
  const entry = (row: number, column: number): number => {
    let sum = 0;
    for (let i = 0; i < 3; i++) {
      for (let k = 0; k < 3; k++) sum += r[3 * row + i] * tensor[3 * i + k] * r[3 * column + k];
    }
    return sum;
  };
  const [xy, xz, yz] = [entry(0, 1), entry(0, 2), entry(1, 2)];
  return [entry(0, 0), xy, xz, xy, entry(1, 1), yz, xz, yz, entry(2, 2)];
}
