// The signed distance of a point from the ground under a height field.
//
// The solid is below its triangles, inside four vertical walls and above its bottom. For a point inside, a horizontal segment to a wall leaves the
// solid there or meets the triangles before; so the depth is the least of the distances from the triangles, the walls and the bottom. For a point
// outside, let q be the nearest point of the solid with its walls extended upward to infinity. If q is in the solid, q is the nearest point;
// otherwise the nearest point is on a triangle, because a point of a wall is nearest only to points at its own height.

import type { HeightField } from '../../scene/nonconvex/height-field.ts';
import { triangleMesh } from '../../scene/nonconvex/triangle-mesh.ts';
import type { Bounds } from '../../shapes/shape.ts';
import { MeshSource } from './mesh-source.ts';
import type { DistanceSource } from './source.ts';

export class GroundSource implements DistanceSource {
  readonly isSigned = true;
  readonly notices: readonly string[] = [];
  readonly box: Bounds;
  readonly region: Bounds;
  private readonly triangles: MeshSource;

  constructor(private readonly field: HeightField) {
    const corners = new Float64Array(9 * field.partCount);
    let lowest = Infinity;
    for (let index = 0; index < field.partCount; index++) {
      const triangle = field.corners(index);
      corners.set(triangle.flat(), 9 * index);
      for (const [, , z] of triangle) lowest = Math.min(lowest, z);
    }
    const numbers = Uint32Array.from({ length: 3 * field.partCount }, (_, k) => k);
    this.triangles = new MeshSource(triangleMesh(corners, numbers));
    this.box = field.boundingBox();
    const { min, max } = this.box;
    this.region = { min: [min[0], min[1], lowest], max };
  }

  get error(): number {
    return this.triangles.error;
  }

  measure(points: Float64Array, values: Float64Array): void {
    this.triangles.measure(points, values);
    for (let k = 0; k < values.length; k++)
      values[k] = this.signed(points[3 * k], points[3 * k + 1], points[3 * k + 2], values[k]);
  }

  private signed(x: number, y: number, z: number, toTriangles: number): number {
    const { min, max } = this.box;
    const qx = Math.min(Math.max(x, min[0]), max[0]);
    const qy = Math.min(Math.max(y, min[1]), max[1]);
    const qz = Math.max(z, min[2]);
    if (qz > this.field.heightAt(qx, qy)) return toTriangles;
    if (qx === x && qy === y && qz === z)
      return -Math.min(toTriangles, x - min[0], max[0] - x, y - min[1], max[1] - y, z - min[2]);
    return Math.sqrt((x - qx) * (x - qx) + (y - qy) * (y - qy) + (z - qz) * (z - qz));
  }
}
