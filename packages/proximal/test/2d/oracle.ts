// Reference answers for convex polygons with counter-clockwise vertices: every edge against every vertex; the Boolean answer in exact arithmetic.

import type { Polygon, Pose2 } from '../../src/2d/index.ts';
import { orientation } from '../../src/math/orientation.ts';

export type Points = readonly (readonly [number, number])[];

export function verticesOf(shape: Polygon): Points {
  return Array.from({ length: shape.vertexCount }, (_, k) => shape.vertex(k));
}

export function moved(points: Points, [x, y, cosine, sine]: Pose2): Points {
  return points.map(([u, v]) => [cosine * u - sine * v + x, sine * u + cosine * v + y]);
}

/** The separating axis theorem in exact arithmetic: two polygons are apart if an edge of one has all vertices of the other strictly outside. */
export function areApart(a: Points, b: Points): boolean {
  const hasSeparatingEdge = (p: Points, q: Points): boolean =>
    p.some(([x, y], k) => {
      const [u, v] = p[(k + 1) % p.length];
      return q.every(([s, t]) => orientation(x, y, u, v, s, t) < 0);
    });
  return hasSeparatingEdge(a, b) || hasSeparatingEdge(b, a);
}

/** The signed distance: the largest gap along the normal of an edge if it is not positive, otherwise the distance of the nearest vertex and edge. */
export function signedDistanceOf(a: Points, b: Points): number {
  const gap = Math.max(largestGap(a, b), largestGap(b, a));
  return gap <= 0 ? gap : Math.min(leastDistance(a, b), leastDistance(b, a));
}

function largestGap(p: Points, q: Points): number {
  const gaps = p.map(([x, y], k) => {
    const [u, v] = p[(k + 1) % p.length];
    const length = Math.hypot(u - x, v - y);
    return Math.min(...q.map(([s, t]) => ((v - y) * (s - x) - (u - x) * (t - y)) / length));
  });
  return Math.max(...gaps);
}

function leastDistance(p: Points, q: Points): number {
  let least = Infinity;
  for (const [s, t] of p) {
    q.forEach(([x, y], k) => {
      const [u, v] = q[(k + 1) % q.length];
      const [ex, ey] = [u - x, v - y];
      const fraction = Math.max(0, Math.min(1, ((s - x) * ex + (t - y) * ey) / (ex * ex + ey * ey)));
      least = Math.min(least, Math.hypot(s - x - fraction * ex, t - y - fraction * ey));
    });
  }
  return least;
}
