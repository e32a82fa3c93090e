// Makes neighboring triangles face the same side.
import { EdgeTable } from './edges.ts';

/**
 * Turns triangles over until the two triangles of each edge face the same side. A connected set of triangles is not changed if that is
 * impossible, or if one of its edges has more than two triangles.
 * @returns the number of triangles turned over: in each connected set the smaller of the two choices
 */
export function turnTowardNeighbors(faces: Uint32Array): number {
  const edges = new EdgeTable(faces);
  // Most meshes need no change.
  if (edges.balances.every((balance, edge) => balance === 0 || edges.counts[edge] === 1)) return 0;
  const count = faces.length / 3;
  /** 0 not yet visited, 1 or −1 for a triangle that faces the same side as the start of its set, or the other side. */
  const signs = new Int8Array(count);
  let turned = 0;
  for (let start = 0; start < count; start++) {
    if (signs[start] !== 0) continue;
    const patch = patchFrom(start, edges, signs);
    if (patch === null) continue;
    const against = patch.filter((triangle) => signs[triangle] < 0);
    const smaller = 2 * against.length <= patch.length ? against : patch.filter((triangle) => signs[triangle] > 0);
    for (const triangle of smaller) turnOver(faces, triangle);
    turned += smaller.length;
  }
  return turned;
}

/** The triangles that edges connect to triangle `start`, with signs that agree across edges; null if there are no such signs. */
function patchFrom(start: number, edges: EdgeTable, signs: Int8Array): number[] | null {
  const patch = [start];
  signs[start] = 1;
  let isConsistent = true;
  for (let next = 0; next < patch.length; next++) {
    const triangle = patch[next];
    for (let side = 3 * triangle; side < 3 * triangle + 3; side++) {
      const edge = edges.edgeOf(side);
      if (edge < 0) continue;
      if (edges.counts[edge] > 2) isConsistent = false;
      if (edges.counts[edge] !== 2) continue;
      const other = edges.triangles[2 * edge] === triangle ? edges.triangles[2 * edge + 1] : edges.triangles[2 * edge];
      // Two triangles that face the same side traverse their edge in opposite directions.
      const sign = edges.balances[edge] === 0 ? signs[triangle] : -signs[triangle];
      if (signs[other] === 0) {
        signs[other] = sign;
        patch.push(other);
      } else if (signs[other] !== sign) isConsistent = false;
    }
  }
  return isConsistent ? patch : null;
}

/** Reverses the side that a triangle faces. */
export function turnOver(faces: Uint32Array, triangle: number): void {
  const second = faces[3 * triangle + 1];
  faces[3 * triangle + 1] = faces[3 * triangle + 2];
  faces[3 * triangle + 2] = second;
}
