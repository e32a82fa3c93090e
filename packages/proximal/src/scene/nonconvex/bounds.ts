// Boxes around points.
import type { Vec3 } from '../../math/vec3.ts';
import type { Bounds } from '../../shapes/shape.ts';

/** The axis-aligned box around the points with the given indices. */
export function boundsOfPoints(points: Float64Array, indices: ArrayLike<number>): Bounds {
  const min: Vec3 = [Infinity, Infinity, Infinity];
  const max: Vec3 = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < indices.length; k++) {
    for (let axis = 0; axis < 3; axis++) {
      const x = points[3 * indices[k] + axis];
      if (x < min[axis]) min[axis] = x;
      if (x > max[axis]) max[axis] = x;
    }
  }
  return { min, max };
}

/** Writes the box around three points, six numbers. */
export function boxOfTriangle([a, b, c]: readonly [Vec3, Vec3, Vec3], out: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) {
    out[axis] = Math.min(a[axis], b[axis], c[axis]);
    out[axis + 3] = Math.max(a[axis], b[axis], c[axis]);
  }
}
