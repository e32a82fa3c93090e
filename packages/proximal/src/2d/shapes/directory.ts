// A polygon's record: its vertices and, for more than eight, a directory from directions to the start vertices of support calls. See
// kernel/2d/support.ts, which reads it.

import { sectorOf } from '../../engine/2d.ts';
import {
  FEW_EDGES,
  KIND_CROWDED,
  KIND_EIGHT,
  KIND_FOUR,
  KIND_POLYGON,
  MOST_IN_DIRECTORY,
  PlaneShape,
  Polygon,
} from '../../engine/2d-layout.ts';
import type { ShapeRecord } from '../../engine/record.ts';
import { encodeShape, type Shape } from './shape.ts';

/** The rank of a sector in the order of angles, counter-clockwise from +x. The kernel numbers sectors by the bits of its comparisons. */
function rankOf(sector: number): number {
  const quadrant = [0, 1, 3, 2][sector & 3];
  const steepness = sector >> 2;
  return 4 * quadrant + (quadrant % 2 === 0 ? steepness : 3 - steepness);
}

/**
 * The record of a polygon. Polygons of up to eight vertices are scanned, in pairs of vertices; larger ones have a directory. The
 * threshold was measured: see docs/internals/plane.md.
 * @param vertices x y of each, counter-clockwise, strictly convex
 * @param wantsDirectory false to scan all vertices of a larger polygon, as is done above `MOST_IN_DIRECTORY` vertices
 */
export function encodePolygon(shape: Shape, vertices: Float64Array, wantsDirectory: boolean): ShapeRecord {
  const count = vertices.length / 2;
  if (count <= 4) return encodeShape(shape, KIND_FOUR, inPairs(vertices, 4), count);
  if (count <= 8) return encodeShape(shape, KIND_EIGHT, inPairs(vertices, 8), count);
  const { largestSector, parameters } = withDirectory(vertices, wantsDirectory);
  const isCrowded = largestSector < 0 || largestSector > FEW_EDGES;
  return encodeShape(shape, isCrowded ? KIND_CROWDED : KIND_POLYGON, parameters, count);
}

/** x x y y of vertices 2k and 2k + 1, padded with the first vertex; then x y of each vertex. */
function inPairs(vertices: Float64Array, capacity: number): Float64Array {
  const data = new Float64Array(2 * capacity + vertices.length);
  for (let k = 0; k < capacity; k++) {
    const from = 2 * k < vertices.length ? 2 * k : 0;
    const at = 4 * (k >> 1) + (k & 1);
    data[at] = vertices[from];
    data[at + 2] = vertices[from + 1];
  }
  data.set(vertices, 2 * capacity);
  return data;
}

/** The parameters: a directory followed by the vertices. `largestSector` is the largest number of edges of a sector, −1 without a directory. */
function withDirectory(
  vertices: Float64Array,
  wantsDirectory: boolean,
): { largestSector: number; parameters: Float64Array } {
  const count = vertices.length / 2;
  const vertex = (k: number): [number, number] => [vertices[2 * (k % count)], vertices[2 * (k % count) + 1]];
  // The rank of each edge's outward normal.
  const ranks = Array.from({ length: count > 1 ? count : 0 }, (_, k) => {
    const [[px, py], [qx, qy]] = [vertex(k), vertex(k + 1)];
    return rankOf(sectorOf(qy - py, px - qx));
  });
  // Rotate the list: the edges then start in the first nonempty sector.
  const first = ranks.reduce((start, rank, k) => (rank < ranks[(k + count - 1) % count] ? k : start), 0);
  const edges = new Array<number>(Polygon.SECTORS_COUNT).fill(0);
  for (const rank of ranks) edges[rank]++;
  const maxEdges = Math.max(...edges);
  const starts = edges.map((_, rank) => edges.slice(0, rank).reduce((sum, each) => sum + each, 0));
  const data = new Float64Array(Polygon.VERTICES - PlaneShape.PARAMETERS + 2 * (count + maxEdges + 1));
  const integers = new Int32Array(data.buffer);
  const hasDirectory = wantsDirectory && count <= MOST_IN_DIRECTORY;
  const largestSector = hasDirectory ? maxEdges : -1;
  const start = -PlaneShape.PARAMETERS;
  Polygon.setLargestSector(integers, start, largestSector);
  for (let sector = 0; sector < Polygon.SECTORS_COUNT; sector++) {
    const rank = rankOf(sector);
    Polygon.setSectors(integers, start, sector, (starts[rank] << 16) | edges[rank]);
  }
  for (let k = 0; k <= count + maxEdges; k++) {
    data.set(vertex(first + k), Polygon.VERTICES - PlaneShape.PARAMETERS + 2 * k);
  }
  return { largestSector, parameters: data };
}
