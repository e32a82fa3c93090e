// The box around some of a list of points.
import type { Vec3 } from '../../math/vec3.ts';
import type { Bounds } from '../../shapes/shape.ts';

/** The axis-aligned box around the points that `numbers` name. */
export function boundsOfPoints(points: Float64Array, numbers: ArrayLike<number>): Bounds {
  const min: Vec3 = [Infinity, Infinity, Infinity];
  const max: Vec3 = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < numbers.length; k++) {
    for (let axis = 0; axis < 3; axis++) {
      const x = points[3 * numbers[k] + axis];
      if (x < min[axis]) min[axis] = x;
      if (x > max[axis]) max[axis] = x;
    }
  }
  return { min, max };
}
