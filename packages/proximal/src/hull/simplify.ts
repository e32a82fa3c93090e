// Superfluous vertices of a triangulated hull: vertices within tolerance of the hull of the other vertices. Quickhull inserts such points
// when they are the highest of several, and later points make them superfluous.
import { distanceToHull } from './closest.ts';
import type { Cloud } from './cloud.ts';
import { type HullSurface, previousInFace, stride } from './surface.ts';

/** One half-edge that starts at each vertex; −1 for points that are not vertices. */
export function halfEdgesOfVertices({ corners, used, stamps }: HullSurface, count: number): Int32Array {
  const starts = new Int32Array(count).fill(-1);
  for (let face = 0; face < used; face++) {
    if (stamps[face] < 0) continue;
    for (let halfEdge = 3 * face; halfEdge < 3 * face + 3; halfEdge++) starts[corners[halfEdge]] = halfEdge;
  }
  return starts;
}

export interface Superfluous {
  readonly vertex: number;
  /** An upper bound on the distance of the vertex from the hull of the others. */
  readonly distance: number;
}

/** The vertices that can be dropped one at a time, but not always together; ordered by increasing distance. */
export function findSuperfluous(surface: HullSurface, cloud: Cloud, starts: Int32Array): Superfluous[] {
  const superfluous: Superfluous[] = [];
  for (let vertex = 0; vertex < cloud.count; vertex++) {
    const start = starts[vertex];
    if (start < 0 || isClearlyExtreme(surface, start, cloud.step)) continue;
    const distance = distanceToNeighbors(surface, start, cloud.step);
    if (distance <= cloud.step) superfluous.push({ vertex, distance });
  }
  return superfluous.sort((p, q) => p.distance - q.distance || p.vertex - q.vertex);
}

/** Whether a vertex protrudes from its neighbors by more than `tolerance` along the mean normal of its faces. */
function isClearlyExtreme({ corners, twins, planes, xyz }: HullSurface, start: number, tolerance: number): boolean {
  let [nx, ny, nz] = [0, 0, 0];
  let halfEdge = start;
  do {
    const at = stride * Math.trunc(halfEdge / 3);
    nx += planes[at];
    ny += planes[at + 1];
    nz += planes[at + 2];
    halfEdge = twins[previousInFace(halfEdge)];
  } while (halfEdge !== start);
  const threshold = tolerance * Math.sqrt(nx * nx + ny * ny + nz * nz);
  const vertex = 3 * corners[start];
  do {
    const incoming = previousInFace(halfEdge);
    const other = 3 * corners[incoming];
    const [x, y, z] = [xyz[vertex] - xyz[other], xyz[vertex + 1] - xyz[other + 1], xyz[vertex + 2] - xyz[other + 2]];
    if (!(nx * x + ny * y + nz * z > threshold)) return false;
    halfEdge = twins[incoming];
  } while (halfEdge !== start);
  return true;
}

/**
 * The distance from a vertex to the hull of its neighbors, which is its distance to the hull of all others: an upper bound if it is at most
 * `limit`, and Infinity if it is proven to be above `limit`.
 */
function distanceToNeighbors({ corners, twins, xyz }: HullSurface, start: number, limit: number): number {
  const vectors: number[] = [];
  const vertex = 3 * corners[start];
  let halfEdge = start;
  do {
    const incoming = previousInFace(halfEdge);
    const other = 3 * corners[incoming];
    for (let k = 0; k < 3; k++) vectors.push(xyz[other + k] - xyz[vertex + k]);
    halfEdge = twins[incoming];
  } while (halfEdge !== start);
  return distanceToHull(Float64Array.from(vectors), vectors.length / 3, limit);
}
