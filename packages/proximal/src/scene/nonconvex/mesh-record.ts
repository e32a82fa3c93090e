// The record of a triangle mesh with its box tree, in the layout of kernel/mesh/layout.ts.
import { Mesh, MeshNode, MeshTriangle } from '../../engine/layout.ts';
import { ShapeRecord } from '../../engine/record.ts';
import { buildBoxTree } from '../box-tree.ts';

/** The largest number of triangles of a leaf. */
const leafSize = 4;

export function meshRecord(vertices: Float64Array, triangles: Uint32Array): ShapeRecord {
  const count = triangles.length / 3;
  const { boxes, links, order } = buildBoxTree(boxesOf(vertices, triangles), count, leafSize);
  const nodeCount = links.length / 2;
  const trianglesAt = Mesh.SIZE + MeshNode.SIZE * nodeCount;
  const data = new Float64Array(trianglesAt + MeshTriangle.SIZE * count);
  const integers = new Int32Array(data.buffer);
  Mesh.setTriangles(integers, 0, count);
  Mesh.setNodesAt(integers, 0, Mesh.SIZE);
  Mesh.setTrianglesAt(integers, 0, trianglesAt);
  for (let node = 0; node < nodeCount; node++) {
    const at = Mesh.SIZE + MeshNode.SIZE * node;
    for (let k = 0; k < 6; k++) MeshNode.setBox(data, at, k, boxes[6 * node + k]);
    MeshNode.setFirst(integers, at, links[2 * node]);
    MeshNode.setCount(integers, at, links[2 * node + 1]);
  }
  for (let k = 0; k < count; k++) {
    const at = trianglesAt + MeshTriangle.SIZE * k;
    for (let corner = 0; corner < 3; corner++) {
      const from = 3 * triangles[3 * order[k] + corner];
      for (let axis = 0; axis < 3; axis++) MeshTriangle.setCorners(data, at, 3 * corner + axis, vertices[from + axis]);
    }
    MeshTriangle.setNumber(integers, at, order[k]);
  }
  return ShapeRecord.of(data);
}

/** Six numbers for each triangle. */
function boxesOf(vertices: Float64Array, triangles: Uint32Array): Float64Array {
  const boxes = new Float64Array(2 * triangles.length);
  for (let k = 0; k < triangles.length / 3; k++) {
    for (let axis = 0; axis < 3; axis++) {
      const a = vertices[3 * triangles[3 * k] + axis];
      const b = vertices[3 * triangles[3 * k + 1] + axis];
      const c = vertices[3 * triangles[3 * k + 2] + axis];
      boxes[6 * k + axis] = Math.min(a, b, c);
      boxes[6 * k + 3 + axis] = Math.max(a, b, c);
    }
  }
  return boxes;
}
