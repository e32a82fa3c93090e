// Reference answers for two polygons: separating axes in exact arithmetic, and every edge against every vertex.
import { orient2d } from 'robust-predicates';

/** x y of each vertex, counter-clockwise. */
export type Outline = Float64Array;

/**
 * The separating axis theorem in exact arithmetic: two polygons are apart if all of one is strictly outside an edge of the other. At
 * least one of the two needs three vertices.
 */
export function areApart(a: Outline, b: Outline): boolean {
  return hasSeparatingEdge(a, b) || hasSeparatingEdge(b, a);
}

function hasSeparatingEdge(p: Outline, q: Outline): boolean {
  // A point has no edge.
  if (p.length < 4) return false;
  let [fromX, fromY] = [p[p.length - 2], p[p.length - 1]];
  // The vertex that was not outside the last edge is tested first against the next edge: it is probably not outside this edge either.
  let candidate = 0;
  for (let k = 0; k < p.length; k += 2) {
    const [toX, toY] = [p[k], p[k + 1]];
    let outsideCount = 0;
    while (outsideCount < q.length && isOutside(fromX, fromY, toX, toY, q, candidate)) {
      candidate = candidate + 2 < q.length ? candidate + 2 : 0;
      outsideCount += 2;
    }
    if (outsideCount >= q.length) return true;
    [fromX, fromY] = [toX, toY];
  }
  return false;
}

/** Whether a vertex is to the right of the edge; `orient2d` has y pointing down. */
function isOutside(fromX: number, fromY: number, toX: number, toY: number, q: Outline, at: number): boolean {
  return orient2d(fromX, fromY, toX, toY, q[at], q[at + 1]) > 0;
}

/**
 * The signed distance, accurate to rounding: the largest gap along an edge's normal if that is not positive, otherwise the least distance
 * of a vertex and an edge. The gap is computed from support points along the normal, so that the direction of very short edges does not
 * matter.
 */
export function signedDistanceOf(a: Outline, b: Outline): number {
  const gap = Math.max(largestGap(a, b), largestGap(b, a));
  return gap <= 0 ? gap : Math.min(leastDistance(a, b), leastDistance(b, a));
}

function largestGap(p: Outline, q: Outline): number {
  let largest = Number.NEGATIVE_INFINITY;
  for (let k = 0; p.length >= 4 && k < p.length; k += 2) {
    const next = (k + 2) % p.length;
    const [ex, ey] = [p[next] - p[k], p[next + 1] - p[k + 1]];
    const length = Math.sqrt(ex * ex + ey * ey);
    // Rotation may have rounded two vertices to the same point.
    if (length === 0) continue;
    // The outward normal; relative to a vertex, so that no digits are lost far from the origin.
    const [nx, ny] = [ey / length, -ex / length];
    largest = Math.max(largest, -supportValue(q, -nx, -ny, p[k], p[k + 1]) - supportValue(p, nx, ny, p[k], p[k + 1]));
  }
  return largest;
}

/** The support value of an outline along a direction, relative to a point. */
function supportValue(outline: Outline, nx: number, ny: number, fromX: number, fromY: number): number {
  let largest = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < outline.length; k += 2)
    largest = Math.max(largest, nx * (outline[k] - fromX) + ny * (outline[k + 1] - fromY));
  return largest;
}

function leastDistance(p: Outline, q: Outline): number {
  let least = Infinity;
  for (let k = 0; k < p.length; k += 2) {
    for (let j = 0; j < q.length; j += 2) {
      const next = (j + 2) % q.length;
      const [ex, ey] = [q[next] - q[j], q[next + 1] - q[j + 1]];
      const [dx, dy] = [p[k] - q[j], p[k + 1] - q[j + 1]];
      const squared = ex * ex + ey * ey;
      const share = squared > 0 ? Math.max(0, Math.min(1, (dx * ex + dy * ey) / squared)) : 0;
      least = Math.min(least, Math.hypot(dx - share * ex, dy - share * ey));
    }
  }
  return least;
}
