// The shells of a mesh: sets of triangles that are connected by corners.
import { EdgeTable } from './edges.ts';

export interface Shell {
  readonly triangles: readonly number[];
  /** Whether the triangles enclose a volume: they traverse every edge equally often in both directions. */
  readonly isClosed: boolean;
  /** The number of edges that are not traversed equally often in both directions. */
  readonly openEdges: number;
  /** Six times the volume inside; negative if the shell faces inward. */
  volume: number;
}

/** @param faces corner numbers, three for each triangle @param places the coordinates of each corner number */
export function shellsOf(faces: Uint32Array, places: Float64Array): Shell[] {
  const roots = new Uint32Array(places.length / 3).map((_, k) => k);
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
  for (let edge = 0; edge < edges.turns.length; edge++) {
    if (edges.turns[edge] === 0) continue;
    const root = rootOf(faces[3 * edges.triangles[2 * edge]]);
    openEdges.set(root, (openEdges.get(root) ?? 0) + 1);
  }
  return [...lists].map(([root, triangles]) => {
    const open = openEdges.get(root) ?? 0;
    const volume = open === 0 ? volumeOf(triangles, faces, places) : 0;
    return { triangles, isClosed: open === 0 && volume !== 0, openEdges: open, volume };
  });
}

/** Six times the volume inside a closed shell. */
function volumeOf(triangles: readonly number[], faces: Uint32Array, places: Float64Array): number {
  const from = 3 * faces[3 * triangles[0]];
  const [ox, oy, oz] = [places[from], places[from + 1], places[from + 2]];
  let sum = 0;
  for (const triangle of triangles) {
    const [a, b, c] = [3 * faces[3 * triangle], 3 * faces[3 * triangle + 1], 3 * faces[3 * triangle + 2]];
    const [bx, by, bz] = [places[b] - ox, places[b + 1] - oy, places[b + 2] - oz];
    const [cx, cy, cz] = [places[c] - ox, places[c + 1] - oy, places[c + 2] - oz];
    sum +=
      (places[a] - ox) * (by * cz - bz * cy) -
      (places[a + 1] - oy) * (bx * cz - bz * cx) +
      (places[a + 2] - oz) * (bx * cy - by * cx);
  }
  return sum;
}
