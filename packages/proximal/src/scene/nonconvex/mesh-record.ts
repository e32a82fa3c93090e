// The record of a triangle mesh with its box tree, in the layout of kernel/mesh/layout.ts.

import { buildBoxTree } from '../../broad/box-tree.ts';
import { Mesh, MeshNode, MeshTriangle } from '../../engine/layout.ts';
import { ShapeRecord } from '../../engine/record.ts';

/** The largest number of triangles of a leaf: see `PairSearch` of the kernel. */
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
  const soup = new Float64Array(9 * count);
  for (let k = 0; k < 3 * count; k++) {
    const vertex = 3 * triangles[3 * order[Math.floor(k / 3)] + (k % 3)];
    for (let axis = 0; axis < 3; axis++) soup[3 * k + axis] = vertices[vertex + axis];
  }
  new Slabs(soup, links, data).write(0);
  for (let k = 0; k < count; k++) {
    const at = trianglesAt + MeshTriangle.SIZE * k;
    for (let n = 0; n < 9; n++) MeshTriangle.setCorners(data, at, n, soup[9 * k + n]);
    MeshTriangle.setIndex(integers, at, order[k]);
  }
  return ShapeRecord.of(data);
}

/** Nodes with more triangles than this have no slab, because they are rarely flat. */
const maxSlabTriangles = 64;

/** Writes the slabs of all nodes: see `MeshNode` of the kernel. */
class Slabs {
  /** @param soup nine numbers for each triangle, in the order of the tree */
  constructor(
    private readonly soup: Float64Array,
    private readonly links: Int32Array,
    private readonly data: Float64Array,
  ) {}

  /** Writes the slabs of a node and of all nodes below it. Returns the range of the node's triangles, which are contiguous. */
  write(node: number): { readonly first: number; readonly count: number } {
    const { links } = this;
    let [first, count] = [links[2 * node], links[2 * node + 1]];
    if (count === 0) {
      const left = this.write(first);
      const right = this.write(first + 1);
      [first, count] = [left.first, left.count + right.count];
    }
    if (count <= maxSlabTriangles) this.writeOne(node, first, count);
    return { first, count };
  }

  private writeOne(node: number, first: number, count: number): void {
    const { soup, data } = this;
    const at = Mesh.SIZE + MeshNode.SIZE * node;
    const [nx, ny, nz] = this.normalOf(first, count);
    const middle = (axis: number): number => (MeshNode.box(data, at, axis) + MeshNode.box(data, at, 3 + axis)) / 2;
    const [x, y, z] = [middle(0), middle(1), middle(2)];
    let [above, below, largestCoordinate] = [0, 0, 0];
    for (let k = 9 * first; k < 9 * (first + count); k += 3) {
      const height = nx * (soup[k] - x) + ny * (soup[k + 1] - y) + nz * (soup[k + 2] - z);
      above = Math.max(above, height);
      below = Math.max(below, -height);
      largestCoordinate = Math.max(largestCoordinate, Math.abs(soup[k]), Math.abs(soup[k + 1]), Math.abs(soup[k + 2]));
    }
    MeshNode.setNormal(data, at, 0, nx);
    MeshNode.setNormal(data, at, 1, ny);
    MeshNode.setNormal(data, at, 2, nz);
    // Enlarged by the rounding error.
    MeshNode.setAbove(data, at, above + 16 * Number.EPSILON * largestCoordinate);
    MeshNode.setBelow(data, at, below + 16 * Number.EPSILON * largestCoordinate);
  }

  /**
   * The direction of the sum of the normals, weighted by area. A normal that points against the sum so far is reversed: the two sides of a wall then
   * do not cancel.
   */
  private normalOf(first: number, count: number): readonly [number, number, number] {
    const { soup } = this;
    let [x, y, z] = [0, 0, 0];
    for (let k = 9 * first; k < 9 * (first + count); k += 9) {
      const [ux, uy, uz] = [soup[k + 3] - soup[k], soup[k + 4] - soup[k + 1], soup[k + 5] - soup[k + 2]];
      const [vx, vy, vz] = [soup[k + 6] - soup[k], soup[k + 7] - soup[k + 1], soup[k + 8] - soup[k + 2]];
      const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
      const sign = nx * x + ny * y + nz * z < 0 ? -1 : 1;
      x += sign * nx;
      y += sign * ny;
      z += sign * nz;
    }
    const size = Math.sqrt(x * x + y * y + z * z);
    return size > 0 && size < Infinity ? [x / size, y / size, z / size] : [0, 0, 0];
  }
}

/** The boxes around the triangles, six numbers each. */
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
