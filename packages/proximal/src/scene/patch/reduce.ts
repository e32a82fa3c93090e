// From a patch to the few points that hold a body: the deepest, and the largest area with it.

export interface FlatPoint {
  readonly u: number;
  readonly v: number;
  readonly gap: number;
  readonly id: number;
}

/** At most `most` points: the deepest first, then those that span the largest area with it (or length, for two). */
export function reduce<Point extends FlatPoint>(points: readonly Point[], most: number): Point[] {
  if (points.length <= most) return [...points];
  const deepest = points.reduce((best, point) => (point.gap < best.gap ? point : best));
  if (most === 1) return [deepest];
  const others = inOrder(points.filter((point) => point !== deepest));
  if (most === 2) return [deepest, farthest(deepest, others)];
  return [deepest, ...(most === 3 ? bestTwo(deepest, others) : bestThree(deepest, others))];
}

/** By their angle around the middle. */
function inOrder<Point extends FlatPoint>(points: readonly Point[]): Point[] {
  const middle = (pick: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const [u, v] = [middle((point) => point.u), middle((point) => point.v)];
  // Turns are compared by quadrant and slope alone: a library's arcus tangent could order ties in its own way.
  return [...points].sort((p, q) => turnOf(p.u - u, p.v - v) - turnOf(q.u - u, q.v - v));
}

/** Grows with the angle of (x, y), from −2 to 2. */
function turnOf(x: number, y: number): number {
  const size = Math.abs(x) + Math.abs(y);
  const share = size > 0 ? x / size : 1;
  return y < 0 ? share - 1 : 1 - share;
}

function farthest<Point extends FlatPoint>(from: Point, points: readonly Point[]): Point {
  const squared = ({ u, v }: Point): number => (u - from.u) ** 2 + (v - from.v) ** 2;
  return points.reduce((best, point) => (squared(point) > squared(best) ? point : best));
}

/** Twice the signed area of a triangle. */
function area(p: FlatPoint, q: FlatPoint, r: FlatPoint): number {
  return (q.u - p.u) * (r.v - p.v) - (q.v - p.v) * (r.u - p.u);
}

function bestTwo<Point extends FlatPoint>(deepest: Point, points: readonly Point[]): Point[] {
  let best = [points[0], points[1]];
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < points.length; i++) {
    for (let j = i + 1; j < points.length; j++) {
      const size = Math.abs(area(deepest, points[i], points[j]));
      if (size <= most) continue;
      most = size;
      best = [points[i], points[j]];
    }
  }
  return best;
}

/** Every three: the fan from the deepest point over them, which goes all around if it lies between them. */
function bestThree<Point extends FlatPoint>(deepest: Point, points: readonly Point[]): Point[] {
  let best = [points[0], points[1], points[2]];
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < points.length; i++) {
    for (let j = i + 1; j < points.length; j++) {
      const first = area(deepest, points[i], points[j]);
      for (let k = j + 1; k < points.length; k++) {
        // Of the three triangles of the fan one may be outside of the hull, and counts negative.
        const fan = [first, area(deepest, points[j], points[k]), area(deepest, points[k], points[i])];
        const size = fan.reduce((sum, part) => sum + Math.max(0, part), 0);
        if (size <= most) continue;
        most = size;
        best = [points[i], points[j], points[k]];
      }
    }
  }
  return best;
}
