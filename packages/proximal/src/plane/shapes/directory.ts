// A polygon's record: its vertices with a directory from directions to the vertices that a support call starts from. See
// kernel/plane/support.ts, which reads it.

import { sectorOf } from '../../engine/plane.ts';
import {
  MOST_IN_DIRECTORY,
  POLYGON_MOST_INT,
  POLYGON_SECTORS_INT,
  POLYGON_VERTICES,
  RECORD_PARAMETERS,
  SECTOR_COUNT,
} from '../../engine/plane-layout.ts';

/** Polygons of so few vertices are scanned, because that is as fast: measured, see ARCHITECTURE.md. */
const mostScanned = 3;

/** Sectors in the order of their angles, counter-clockwise from +x. The kernel numbers them by the bits of its comparisons. */
function rankOf(sector: number): number {
  const quadrant = [0, 1, 3, 2][sector & 3];
  const steep = sector >> 2;
  return 4 * quadrant + (quadrant % 2 === 0 ? steep : 3 - steep);
}

/** The parameters of the record. @param vertices x y of each, counter-clockwise, strictly convex */
export function encodeVertices(vertices: Float64Array, hasMap: boolean): Float64Array {
  const count = vertices.length / 2;
  const vertex = (k: number): [number, number] => [vertices[2 * (k % count)], vertices[2 * (k % count) + 1]];
  // The rank of each edge's outward normal.
  const ranks = Array.from({ length: count > 1 ? count : 0 }, (_, k) => {
    const [[px, py], [qx, qy]] = [vertex(k), vertex(k + 1)];
    return rankOf(sectorOf(qy - py, px - qx));
  });
  // Turned so that the edges start in the first sector that has any.
  const first = ranks.reduce((start, rank, k) => (rank < ranks[(k + count - 1) % count] ? k : start), 0);
  const edges = new Array<number>(SECTOR_COUNT).fill(0);
  for (const rank of ranks) edges[rank]++;
  const most = Math.max(...edges);
  const starts = edges.map((_, rank) => edges.slice(0, rank).reduce((sum, each) => sum + each, 0));
  const data = new Float64Array(POLYGON_VERTICES - RECORD_PARAMETERS + 2 * (count + most + 1));
  const integers = new Int32Array(data.buffer);
  const climbs = hasMap && count > mostScanned && count <= MOST_IN_DIRECTORY;
  integers[POLYGON_MOST_INT - 2 * RECORD_PARAMETERS] = climbs ? most : -1;
  for (let sector = 0; sector < SECTOR_COUNT; sector++) {
    const rank = rankOf(sector);
    integers[POLYGON_SECTORS_INT - 2 * RECORD_PARAMETERS + sector] = (starts[rank] << 16) | edges[rank];
  }
  for (let k = 0; k <= count + most; k++) {
    data.set(vertex(first + k), POLYGON_VERTICES - RECORD_PARAMETERS + 2 * k);
  }
  return data;
}
