// Reduces a patch to a few points: the deepest, and those that span the largest area with it.
//
// Bodies at rest jitter by rounding, so equal depths and areas may differ slightly. Differences below a tolerance count as equal,
// and among equals the lower id is chosen, so that successive steps select the same points.

export interface FlatPoint {
  readonly u: number;
  readonly v: number;
  readonly gap: number;
  readonly id: number;
}

/** Corners nearer to a line than this times the patch's extent count as on it; areas that differ relatively by less count as equal. */
const straight = 1e-6;
/** Gaps that differ by less than this times the patch's extent count as equal: more than the jitter of a resting body. */
const level = 1e-8;

/**
 * At most `most` points of a polygon's corners, given in order: the deepest first, then those that span the largest area with it
 * (or length, for two). Collinear corners are dropped first.
 */
export function reduce<Point extends FlatPoint>(points: readonly Point[], most: number): Point[] {
  if (most === Infinity || points.length === 1) return [...points];
  const size = extent(points);
  const corners = withoutStraight(points, size);
  if (corners.length <= most) return corners;
  corners.sort((p, q) => p.id - q.id);
  const least = corners.reduce((lowest, { gap }) => Math.min(lowest, gap), Infinity);
  const deepest = corners.find(({ gap }) => gap <= least + level * size) as Point;
  if (most === 1) return [deepest];
  const others = corners.filter((point) => point !== deepest);
  return [deepest, ...largest(deepest, others, most - 1)];
}

function extent(points: readonly FlatPoint[]): number {
  const [{ u, v }] = points;
  return points.reduce((size, point) => Math.max(size, Math.abs(point.u - u), Math.abs(point.v - v)), 0);
}

/** Drops corners on a straight line between their neighbors, unless they are deeper than both. */
function withoutStraight<Point extends FlatPoint>(points: readonly Point[], size: number): Point[] {
  const kept = [...points];
  for (let k = 0; k < kept.length && kept.length > 2; ) {
    const before = kept[(k + kept.length - 1) % kept.length];
    const after = kept[(k + 1) % kept.length];
    if (isBetween(kept[k], before, after, size)) kept.splice(k, 1);
    else k++;
  }
  return kept;
}

function isBetween(point: FlatPoint, from: FlatPoint, to: FlatPoint, size: number): boolean {
  const [du, dv] = [to.u - from.u, to.v - from.v];
  const squared = du * du + dv * dv;
  const along = (point.u - from.u) * du + (point.v - from.v) * dv;
  if (!(along > 0 && along < squared)) return false;
  const isOnLine = Math.abs(area(from, to, point)) <= straight * size * Math.sqrt(squared);
  return isOnLine && point.gap >= Math.min(from.gap, to.gap) - level * size;
}

/** The `count` points, 1 to 3, that span the most with `deepest`; among equals, the first. */
function largest<Point extends FlatPoint>(deepest: Point, points: readonly Point[], count: number): Point[] {
  let most = 0;
  forEachSet(points.length, count, (i, j, k) => {
    most = Math.max(most, spanOf(deepest, points[i], points[j], points[k]));
    return false;
  });
  let best: Point[] = [];
  forEachSet(points.length, count, (i, j, k) => {
    if (!(spanOf(deepest, points[i], points[j], points[k]) >= most * (1 - straight))) return false;
    best = [points[i], points[j], points[k]].slice(0, count);
    return true;
  });
  return best;
}

/** Visits all subsets of `count` of `total` numbers, in order, until `visit` returns true; missing numbers are −1. */
function forEachSet(total: number, count: number, visit: (i: number, j: number, k: number) => boolean): void {
  for (let i = 0; i < total; i++) {
    if (count === 1) {
      if (visit(i, -1, -1)) return;
      continue;
    }
    for (let j = i + 1; j < total; j++) {
      if (count === 2) {
        if (visit(i, j, -1)) return;
        continue;
      }
      for (let k = j + 1; k < total; k++) if (visit(i, j, k)) return;
    }
  }
}

/** The distance of two points, or twice the area of the hull of three or four. */
function spanOf(p: FlatPoint, q: FlatPoint, r: FlatPoint | undefined, s: FlatPoint | undefined): number {
  if (!r) return Math.sqrt((q.u - p.u) ** 2 + (q.v - p.v) ** 2);
  const triangle = Math.abs(area(p, q, r));
  if (!s) return triangle;
  // Twice the area of four corners is the largest cross product of two diagonals, or that of a triangle that contains the fourth
  // corner.
  const triangles = Math.max(triangle, Math.abs(area(p, q, s)), Math.abs(area(p, r, s)), Math.abs(area(q, r, s)));
  return Math.max(triangles, product(p, q, r, s), product(p, r, q, s), product(p, s, q, r));
}

/** Twice the area of the figure with the diagonals pq and rs. */
function product(p: FlatPoint, q: FlatPoint, r: FlatPoint, s: FlatPoint): number {
  return Math.abs((q.u - p.u) * (s.v - r.v) - (q.v - p.v) * (s.u - r.u));
}

/** Twice the signed area of a triangle. */
function area(p: FlatPoint, q: FlatPoint, r: FlatPoint): number {
  return (q.u - p.u) * (r.v - p.v) - (q.v - p.v) * (r.u - p.u);
}
