// A triangle of a mesh as the record of a shape, written in place: a hull of three points, without the map from directions to start points.
import * as HullBlock from '../blocks/hull-block.ts';
import * as ShapeBlock from '../blocks/shape-block.ts';
import { ld, product, st } from '../port/memory.ts';
import { KIND_CONVEX } from '../shapes/kinds.ts';
import * as Mesh from './blocks/mesh.ts';
import * as MeshTriangle from './blocks/mesh-triangle.ts';

/** The least and largest coordinates of the triangle at `triangle`, into six numbers at `out`. */
export function boundTriangle(triangle: i32, out: i32): void {
  for (let axis: i32 = 0; axis < 3; axis += 1) {
    const a: f64 = ld(triangle + axis);
    const b: f64 = ld(triangle + 3 + axis);
    const c: f64 = ld(triangle + 6 + axis);
    st(out + axis, Math.min(a, Math.min(b, c)));
    st(out + 3 + axis, Math.max(a, Math.max(b, c)));
  }
}

/** Writes the record of the triangle at `triangle` to `record`: see shapes/convex.ts for the pairs of points. */
export function recordTriangle(triangle: i32, record: i32): void {
  ShapeBlock.setKind(record, KIND_CONVEX);
  ShapeBlock.setCount(record, 3);
  ShapeBlock.setRadius(record, 0.0);
  ShapeBlock.setInradius(record, 0.0);
  ShapeBlock.setStrict(record, 0);
  HullBlock.setCells(record, 0);
  HullBlock.setCellCount(record, 0);
  const points: i32 = record + HullBlock.TABLE;
  let squaredBound: f64 = 0.0;
  let squaredCenter: f64 = 0.0;
  for (let axis: i32 = 0; axis < 3; axis += 1) {
    const a: f64 = ld(triangle + axis);
    const b: f64 = ld(triangle + 3 + axis);
    const c: f64 = ld(triangle + 6 + axis);
    const middle: f64 = a / 3.0 + b / 3.0 + c / 3.0;
    ShapeBlock.setCenter(record, axis, middle);
    squaredCenter += middle * middle;
    const far: f64 = Math.max(Math.abs(a - middle), Math.max(Math.abs(b - middle), Math.abs(c - middle)));
    squaredBound += far * far;
    st(points + 2 * axis, a);
    st(points + 2 * axis + 1, b);
    st(points + 6 + 2 * axis, c);
    st(points + 6 + 2 * axis + 1, c);
  }
  ShapeBlock.setBound(record, Math.sqrt(squaredBound));
  ShapeBlock.setRadiusAboutOrigin(record, Math.sqrt(squaredCenter) + Math.sqrt(squaredBound));
}

/** Writes the record of the triangle at `position` in the order of the tree to `record`, and returns its index in the user's list. */
export function meshTriangle(mesh: i32, position: i32, record: i32): i32 {
  const triangle: i32 = mesh + Mesh.trianglesAt(mesh) + product(MeshTriangle.SIZE, position);
  recordTriangle(triangle, record);
  return MeshTriangle.index(triangle);
}
