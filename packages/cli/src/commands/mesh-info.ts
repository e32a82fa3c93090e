// Size, topology and volume of a mesh.
import { convex } from 'proximal';
import { type Mesh, weldMesh } from 'proximal/io';

export interface MeshInfo {
  readonly name: string;
  readonly vertices: number;
  readonly triangles: number;
  /** The corners of the bounding box, in meters. */
  readonly min: readonly number[];
  readonly max: readonly number[];
  /** The numbers of edges with one triangle and of edges with more than two: both zero for a closed surface. */
  readonly openEdges: number;
  readonly nonManifoldEdges: number;
  /** The number of edges whose two triangles face opposite sides, so that one of them is turned over. */
  readonly inconsistentEdges: number;
  /** Triangles without area. */
  readonly flatTriangles: number;
  /** The enclosed volume in m³, negative if the triangles face inward; null if the surface is not closed or has inconsistent edges. */
  readonly volume: number | null;
  readonly hullVertices: number;
  readonly hullVolume: number;
}

export function meshInfo(mesh: Mesh): MeshInfo {
  const { vertices, triangles } = weldMesh(mesh);
  const { openEdges, nonManifoldEdges, inconsistentEdges } = countEdges(triangles);
  const [min, max] = bounds(vertices);
  const hull = convex(vertices);
  return {
    name: mesh.name,
    vertices: vertices.length / 3,
    triangles: triangles.length / 3,
    min,
    max,
    openEdges,
    nonManifoldEdges,
    inconsistentEdges,
    flatTriangles: countFlat(vertices, triangles),
    volume: openEdges + nonManifoldEdges + inconsistentEdges === 0 ? volume(vertices, triangles) : null,
    hullVertices: hull.vertexCount,
    hullVolume: hull.volume,
  };
}

type EdgeCounts = Pick<MeshInfo, 'openEdges' | 'nonManifoldEdges' | 'inconsistentEdges'>;

function countEdges(triangles: ArrayLike<number>): EdgeCounts {
  /** For each edge, the number of triangles, and of those that contain it in ascending order of its vertices. */
  const uses = new Map<string, { count: number; ascending: number }>();
  for (let k = 0; k < triangles.length; k += 3) {
    for (let c = 0; c < 3; c++) {
      const [from, to] = [triangles[k + c], triangles[k + ((c + 1) % 3)]];
      const key = from < to ? `${from} ${to}` : `${to} ${from}`;
      const { count, ascending } = uses.get(key) ?? { count: 0, ascending: 0 };
      uses.set(key, { count: count + 1, ascending: ascending + (from < to ? 1 : 0) });
    }
  }
  const counts = [...uses.values()];
  return {
    openEdges: counts.filter(({ count }) => count === 1).length,
    nonManifoldEdges: counts.filter(({ count }) => count > 2).length,
    inconsistentEdges: counts.filter(({ count, ascending }) => count === 2 && ascending !== 1).length,
  };
}

function bounds(vertices: ArrayLike<number>): [number[], number[]] {
  const [min, max] = [Array(3).fill(Infinity), Array(3).fill(-Infinity)];
  for (let k = 0; k < vertices.length; k++) {
    min[k % 3] = Math.min(min[k % 3], vertices[k]);
    max[k % 3] = Math.max(max[k % 3], vertices[k]);
  }
  return [min, max];
}

type Corners = readonly [readonly number[], readonly number[], readonly number[]];

function cornersOf(vertices: ArrayLike<number>, triangles: ArrayLike<number>, k: number): Corners {
  const corner = (c: number): number[] => [0, 1, 2].map((axis) => vertices[3 * triangles[k + c] + axis]);
  return [corner(0), corner(1), corner(2)];
}

/** The sum of the signed volumes of the tetrahedra between the first vertex and each triangle. */
function volume(vertices: ArrayLike<number>, triangles: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = cornersOf(vertices, triangles, k).map((point) => point.map((x, axis) => x - vertices[axis]));
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

function countFlat(vertices: ArrayLike<number>, triangles: ArrayLike<number>): number {
  let count = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = cornersOf(vertices, triangles, k);
    const [u, v] = [b, c].map((point) => point.map((x, axis) => x - a[axis]));
    const normal = Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
    if (!(normal > 1e-14 * Math.hypot(...u) * Math.hypot(...v))) count++;
  }
  return count;
}
