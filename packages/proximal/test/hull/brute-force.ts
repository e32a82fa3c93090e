// The hull of few points with small whole coordinates, by trying every plane: exact, and independent of quickhull.

export interface ExactHull {
  /** Indices of the extreme points, ascending; of equal points the first. */
  readonly vertices: number[];
  /** Number of facets. */
  readonly facets: number;
}

type Point = readonly number[];

/** @returns null if all points lie in one plane */
export function exactHull(points: readonly Point[]): ExactHull | null {
  const distinct = points.flatMap((p, k) => (points.findIndex((q) => String(q) === String(p)) === k ? [k] : []));
  const planes = new Map<string, number[]>();
  for (const a of distinct) {
    for (const b of distinct) {
      for (const c of distinct) {
        if (b <= a || c <= b) continue;
        const plane = supportingPlane(points, distinct, a, b, c);
        if (plane) planes.set(String(plane), plane);
      }
    }
  }
  if (planes.size === 0) return null;
  // A vertex is on three facets with linearly independent normals.
  const vertices = distinct.filter((k) => {
    const normals = [...planes.values()].filter((plane) => dot(plane, points[k]) === plane[3]);
    return normals.some((u) => normals.some((v) => normals.some((w) => dot(cross(u, v), w) !== 0)));
  });
  return { vertices, facets: planes.size };
}

/** The plane of three points if all points are on one side of it and not all on it: an outward normal in lowest terms, and the offset. */
function supportingPlane(
  points: readonly Point[],
  among: readonly number[],
  a: number,
  b: number,
  c: number,
): number[] | null {
  const n = cross(minus(points[b], points[a]), minus(points[c], points[a]));
  const divisor = gcd(gcd(Math.abs(n[0]), Math.abs(n[1])), Math.abs(n[2]));
  if (divisor === 0) return null;
  const heights = among.map((k) => dot(n, minus(points[k], points[a])));
  const [above, below] = [heights.some((h) => h > 0), heights.some((h) => h < 0)];
  if (above === below) return null;
  const unit = n.map((x) => (above ? -x : x) / divisor + 0);
  return [...unit, dot(unit, points[a])];
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function minus(a: Point, b: Point): number[] {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function cross(a: Point, b: Point): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
