// The vertices of a polytope and the edges between them, for the soft-max over the vertices near the farthest one. Computed on the first use by a
// derivative: other queries have no cost.
import { integerIndex } from '../engine/integers.ts';
import { KIND_SKELETON, ShapeBlock, Skeleton, Star, StarNeighbor } from '../engine/layout.ts';
import { ShapeRecord } from '../engine/record.ts';
import type { Shape } from '../shapes/shape.ts';

type Polytope = NonNullable<ReturnType<Shape['corePolytope']>>;

/** The largest number of grid squares along an edge of the cube of directions. */
const maxCells = 32;

const cache = /* @__PURE__ */ new WeakMap<Shape, ShapeRecord | null>();

/** The skeleton of a shape's core; null if the core is unbounded, curved, a single point, or too large. */
export function skeletonOf(shape: Shape): ShapeRecord | null {
  let skeleton = cache.get(shape);
  if (skeleton === undefined) {
    const polytope = shape.isBounded && !shape.isStrictlyConvex ? shape.corePolytope() : null;
    skeleton = polytope && polytope.vertices.length > 3 ? encodeSkeleton(shape, polytope) : null;
    cache.set(shape, skeleton);
  }
  return skeleton;
}

/** The layout of kernel/derivatives/gumbel.ts: head, grid, stars, marks, queue. */
function encodeSkeleton(shape: Shape, { vertices, faceStart, loop }: Polytope): ShapeRecord {
  const count = vertices.length / 3;
  const neighbors = neighborsOf(count, faceStart, loop);
  const cells = Math.min(maxCells, Math.max(1, Math.round(Math.sqrt(count / 6))));
  const grid = farthestInSquares(vertices, neighbors, cells);
  const firstStar = Math.ceil((Skeleton.GRID_INT + grid.length) / 2);
  const stars: number[] = [];
  let end = firstStar;
  for (const list of neighbors) {
    stars.push(end);
    end += Star.SIZE * (1 + list.length);
  }
  const data = new Float64Array(end + count);
  const words = new Int32Array(data.buffer);
  Skeleton.setCells(words, 0, cells);
  Skeleton.setMarks(words, 0, integerIndex(end));
  Skeleton.setQueue(words, 0, integerIndex(end) + count);
  grid.forEach((vertex, square) => {
    Skeleton.setGrid(words, 0, square, stars[vertex]);
  });
  neighbors.forEach((list, vertex) => {
    [vertex, ...list].forEach((each, k) => {
      const at = stars[vertex] + Star.SIZE * k;
      data.set(vertices.subarray(3 * each, 3 * each + 3), at);
      Star.setIndex(words, at, each);
      StarNeighbor.setStar(words, at, stars[each]);
    });
    Star.setCount(words, stars[vertex], list.length);
  });
  const record = ShapeRecord.encode(KIND_SKELETON, shape, data, { count });
  // Copied as integers: two packed integers may form a NaN, whose bits a copy of floats need not keep.
  new Int32Array(record.data.buffer).set(words, integerIndex(ShapeBlock.DATA));
  return record;
}

/** The neighbors of each vertex along the edges of the faces. A segment has no face, but one edge. */
function neighborsOf(count: number, faceStart: Uint32Array, loop: Uint32Array): number[][] {
  const neighbors = Array.from({ length: count }, () => new Set<number>());
  for (let face = 0; face + 1 < faceStart.length; face++) {
    for (let k = faceStart[face]; k < faceStart[face + 1]; k++) {
      const next = k + 1 < faceStart[face + 1] ? k + 1 : faceStart[face];
      neighbors[loop[k]].add(loop[next]);
      neighbors[loop[next]].add(loop[k]);
    }
  }
  if (count === 2) {
    neighbors[0].add(1);
    neighbors[1].add(0);
  }
  return neighbors.map((set) => [...set]);
}

/** For each square of the grid on the cube, the support vertex toward its middle, by hill climbing from the vertex of the previous square. */
function farthestInSquares(
  vertices: Float64Array,
  neighbors: readonly (readonly number[])[],
  cells: number,
): Int32Array {
  let vertex = 0;
  return Int32Array.from({ length: 6 * cells * cells }, (_, square) => {
    const axis = Math.floor(square / (2 * cells * cells));
    const sign = Math.floor(square / (cells * cells)) % 2 === 0 ? 1 : -1;
    const direction = [0, 0, 0];
    direction[axis] = sign;
    direction[(axis + 1) % 3] = (2 * ((square % cells) + 0.5)) / cells - 1;
    direction[(axis + 2) % 3] = (2 * ((Math.floor(square / cells) % cells) + 0.5)) / cells - 1;
    const height = (k: number): number =>
      direction[0] * vertices[3 * k] + direction[1] * vertices[3 * k + 1] + direction[2] * vertices[3 * k + 2];
    for (let next = vertex, current = -1; current !== next; ) {
      current = next;
      for (const each of neighbors[current]) if (height(each) > height(next)) next = each;
      vertex = next;
    }
    return vertex;
  });
}
