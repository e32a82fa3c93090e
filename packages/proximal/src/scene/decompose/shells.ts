// The shells of a mesh: sets of triangles that are connected by corners.
import { EdgeTable } from './edges.ts';

export interface Shell {
  readonly triangles: readonly number[];
  /** Whether the triangles enclose a volume: they traverse every edge equally often in both directions, and the volume is not zero. */
  readonly isClosed: boolean;
  /** The number of edges that are not traversed equally often in both directions. */
  readonly openEdges: number;
  /** Six times the volume inside; negative if the shell faces inward, 0 if it has open edges. */
  sixfoldVolume: number;
}

/** @param faces corner numbers, three for each triangle @param positions the coordinates of each corner number */
export function shellsOf(faces: Uint32Array, positions: Float64Array): Shell[] {
  const roots = new Uint32Array(positions.length / 3).map((_, k) => k);
  const rootOf = (corner: number): number => {
    let root = corner;
    while (roots[root] !== root) {
      // Path halving.
      roots[root] = roots[roots[root]];
      root = roots[root];
    }
    return root;
  };
  for (let at = 0; at < faces.length; at += 3) {
    roots[rootOf(faces[at + 1])] = rootOf(faces[at]);
    roots[rootOf(faces[at + 2])] = rootOf(faces[at]);
  }
  const lists = new Map<number, number[]>();
  for (let triangle = 0; triangle < faces.length / 3; triangle++) {
    const root = rootOf(faces[3 * triangle]);
    const list = lists.get(root);
    if (list) list.push(triangle);
    else lists.set(root, [triangle]);
  }
  const openEdges = new Map<number, number>();
  const edges = new EdgeTable(faces);
  for (let edge = 0; edge < edges.balances.length; edge++) {
    if (edges.balances[edge] === 0) continue;
    const root = rootOf(faces[3 * edges.triangles[2 * edge]]);
    openEdges.set(root, (openEdges.get(root) ?? 0) + 1);
  }
  return [...lists].map(([root, triangles]) => {
    const open = openEdges.get(root) ?? 0;
    const sixfoldVolume = open === 0 ? sixfoldVolumeOf(triangles, faces, positions) : 0;
    return { triangles, isClosed: open === 0 && sixfoldVolume !== 0, openEdges: open, sixfoldVolume };
  });
}

/** Six times the volume inside a closed shell. */
function sixfoldVolumeOf(triangles: readonly number[], faces: Uint32Array, positions: Float64Array): number {
  const from = 3 * faces[3 * triangles[0]];
  const [ox, oy, oz] = [positions[from], positions[from + 1], positions[from + 2]];
  let sum = 0;
  for (const triangle of triangles) {
    const [a, b, c] = [3 * faces[3 * triangle], 3 * faces[3 * triangle + 1], 3 * faces[3 * triangle + 2]];
    const [bx, by, bz] = [positions[b] - ox, positions[b + 1] - oy, positions[b + 2] - oz];
    const [cx, cy, cz] = [positions[c] - ox, positions[c + 1] - oy, positions[c + 2] - oz];
    sum +=
      (positions[a] - ox) * (by * cz - bz * cy) -
      (positions[a + 1] - oy) * (bx * cz - bz * cx) +
      (positions[a + 2] - oz) * (bx * cy - by * cx);
  }
  return sum;
}
