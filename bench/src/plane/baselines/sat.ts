// The separating axis theorem: along the normals of all edges, until one separates. Touching counts as collision.
import type { Bodies } from './body.ts';

/** B's vertices in A's frame, or A's in B's. */
const moved = new Float64Array(2 * 64);

export function collideBySat({ a, b, cosine, sine, x, y }: Bodies): number {
  for (let k = 0; k < b.length; k += 2) {
    moved[k] = cosine * b[k] - sine * b[k + 1] + x;
    moved[k + 1] = sine * b[k] + cosine * b[k + 1] + y;
  }
  return hasSeparatingEdge(a, a.length, moved, b.length) || hasSeparatingEdge(moved, b.length, a, a.length) ? 0 : 1;
}

/** Whether all of `q` is outside an edge of `p`. */
function hasSeparatingEdge(p: Float64Array, lengthP: number, q: Float64Array, lengthQ: number): boolean {
  let [fromX, fromY] = [p[lengthP - 2], p[lengthP - 1]];
  for (let k = 0; k < lengthP; k += 2) {
    const [toX, toY] = [p[k], p[k + 1]];
    // The outward normal of a counter-clockwise outline.
    const [nx, ny] = [toY - fromY, fromX - toX];
    const reach = nx * fromX + ny * fromY;
    let isOutside = true;
    for (let j = 0; j < lengthQ && isOutside; j += 2) isOutside = nx * q[j] + ny * q[j + 1] > reach;
    if (isOutside) return true;
    [fromX, fromY] = [toX, toY];
  }
  return false;
}
