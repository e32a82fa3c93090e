// Mass properties of compounds and of closed meshes.
import { combineMass, type MassProperties, transformMass } from '../mass/mass.ts';
import { polytopeMass } from '../mass/polytope.ts';
import { rotationRows } from '../math/linear/quaternion.ts';
import type { Pose } from '../math/pose.ts';

/** The sum of the mass properties of parts, moved to their poses. */
export function massOfParts(masses: readonly MassProperties[], poses: readonly Pose[]): MassProperties {
  const rotation = new Float64Array(9);
  return combineMass(
    masses.map((mass, k) => {
      rotationRows(poses[k], 3, rotation);
      return transformMass(mass, rotation, poses[k].subarray(0, 3));
    }),
  );
}

/** The largest number of edges that an error names. */
const maxNamedEdges = 3;

/**
 * The mass of the interior of a closed mesh: signed tetrahedra, so cavities count as empty. The triangles must be oriented
 * consistently, outward or inward.
 * @param corners a number for each corner of each triangle, equal for equal positions
 */
export function massOfMesh(vertices: Float64Array, triangles: Uint32Array, corners: Uint32Array): MassProperties {
  checkClosed(vertices, triangles, corners);
  const mass = polytopeMass(vertices, triangles);
  if (mass.volume > 0) return mass;
  const inverted = polytopeMass(vertices, triangles.slice().reverse());
  return inverted.volume > 0 ? inverted : mass;
}

export interface MeshEdge {
  /** The number of triangles at the edge. */
  count: number;
  /**
   * The number of triangles that traverse the edge from the smaller corner number to the larger, minus the number of triangles that traverse it
   * backward.
   */
  balance: number;
  /** The vertices of its ends. */
  readonly from: number;
  readonly to: number;
}

/** The edges that triangles do not traverse equally often in both directions; a closed and consistently oriented mesh has none. */
export function unevenEdges(triangles: Uint32Array, corners: Uint32Array): MeshEdge[] {
  const stride = corners.reduce((largest, corner) => Math.max(largest, corner), 0) + 1;
  const edges = new Map<number, MeshEdge>();
  for (let k = 0; k < corners.length; k++) {
    const next = k % 3 === 2 ? k - 2 : k + 1;
    const [p, q] = [corners[k], corners[next]];
    if (p === q) continue;
    const key = Math.min(p, q) * stride + Math.max(p, q);
    const edge = edges.get(key) ?? { count: 0, balance: 0, from: triangles[k], to: triangles[next] };
    edge.count++;
    edge.balance += p < q ? 1 : -1;
    edges.set(key, edge);
  }
  return [...edges.values()].filter(({ balance }) => balance !== 0);
}

/** Throws unless triangles traverse every edge equally often in both directions. */
function checkClosed(vertices: Float64Array, triangles: Uint32Array, corners: Uint32Array): void {
  const wrong = unevenEdges(triangles, corners);
  if (wrong.length === 0) return;
  const position = (vertex: number): string => `(${vertices.subarray(3 * vertex, 3 * vertex + 3).join(', ')})`;
  const list = (edges: typeof wrong): string => {
    const named = edges.slice(0, maxNamedEdges).map(({ from, to }) => `${position(from)}–${position(to)}`);
    return `${named.join(', ')}${edges.length > maxNamedEdges ? ', …' : ''}`;
  };
  const open = wrong.filter(({ count }) => count % 2 === 1);
  const why =
    open.length > 0
      ? `the mesh is open at ${countOf(open.length)}: ${list(open)}`
      : `the triangles on the two sides of ${countOf(wrong.length)} have opposite orientations: ${list(wrong)}`;
  throw new RangeError(`massProperties: ${why}; close the mesh, or give mass and inertia`);
}

function countOf(edges: number): string {
  return edges === 1 ? 'one edge' : `${edges} edges`;
}
