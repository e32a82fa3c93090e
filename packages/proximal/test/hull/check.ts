// Checks all properties of a hull, recomputed from the input points without the code that made it.
import type { Hull } from '../../src/hull/hull.ts';
import { Rng } from '../../src/math/index.ts';

export interface CheckOptions {
  /** Whether the number of vertices was limited: points may then lie outside by up to dropped.deepest more than the tolerance. */
  readonly limited?: boolean;
  /** Random directions for the comparison of support values. */
  readonly directions?: number;
}

/** Throws an error that names the violated property. */
export function checkHull(
  points: Float64Array,
  hull: Hull,
  { limited = false, directions = 500 }: CheckOptions = {},
): void {
  const allowed = limited ? hull.tolerance + hull.dropped.deepest : hull.tolerance;
  checkVertices(points, hull, limited);
  checkSurface(hull);
  checkFaces(hull);
  checkBelow(points, hull, allowed);
  checkSupport(points, hull, allowed, directions);
  checkExtreme(hull);
}

function fail(message: string): never {
  throw new Error(message);
}

function checkVertices(
  points: Float64Array,
  { vertices, source, dropped, dimension, tolerance }: Hull,
  limited: boolean,
): void {
  const count = source.length;
  if (vertices.length !== 3 * count || count === 0) fail(`${vertices.length} coordinates for ${count} vertices`);
  const first = new Map<string, number>();
  for (let p = points.length / 3 - 1; p >= 0; p--) first.set(key(points, p), p);
  for (let v = 0; v < count; v++) {
    if (v > 0 && source[v] <= source[v - 1]) fail(`sources do not ascend at ${v}`);
    for (let k = 0; k < 3; k++) {
      if (!Object.is(vertices[3 * v + k], points[3 * source[v] + k])) fail(`vertex ${v} is not input ${source[v]}`);
    }
    if (first.get(key(points, source[v])) !== source[v]) fail(`vertex ${v} is not the lowest of its duplicates`);
  }
  const { duplicates, interior, beyond, deepest } = dropped;
  if (duplicates !== points.length / 3 - first.size)
    fail(`${duplicates} duplicates, expected ${points.length / 3 - first.size}`);
  if (duplicates + interior + beyond + count !== points.length / 3 || interior < 0) fail('the counts do not add up');
  if (!limited && (beyond !== 0 || !(deepest <= tolerance))) fail(`deepest ${deepest}, beyond ${beyond}, unlimited`);
  const least = [1, 2, 3, 4][dimension];
  if (count < least || (dimension < 2 && count !== least)) fail(`${count} vertices in dimension ${dimension}`);
}

function key(points: Float64Array, p: number): string {
  return `${points[3 * p] + 0} ${points[3 * p + 1] + 0} ${points[3 * p + 2] + 0}`;
}

/**
 * A closed surface with the Euler characteristic of a sphere: every edge once in each direction, and V − E + F = 2. Every neighbor of a
 * vertex is joined to it by an edge. Points and segments have no faces.
 */
function checkSurface({ dimension, source, faceStart, loop, neighborStart, neighbors }: Hull): void {
  const count = source.length;
  const faces = faceStart.length - 1;
  if (dimension < 2 ? faces !== 0 : dimension === 2 && faces !== 2) fail(`${faces} faces in dimension ${dimension}`);
  const edges = new Map<number, number>();
  for (let f = 0; f < faces; f++) {
    const size = faceStart[f + 1] - faceStart[f];
    if (size < 3) fail(`face ${f} has ${size} corners`);
    for (let k = 0; k < size; k++) {
      const edge = loop[faceStart[f] + k] * count + loop[faceStart[f] + ((k + 1) % size)];
      if (edges.has(edge)) fail(`an edge of face ${f} runs twice in the same direction`);
      edges.set(edge, f);
    }
  }
  for (const edge of edges.keys()) {
    if (!edges.has((edge % count) * count + Math.floor(edge / count))) fail('an edge has one face only');
  }
  if (dimension >= 2 && count - edges.size / 2 + faces !== 2)
    fail(`V − E + F = ${count} − ${edges.size / 2} + ${faces}`);
  if (neighborStart.length !== count + 1 || neighborStart[count] !== neighbors.length) fail('neighbor table');
  if (dimension >= 2 && neighbors.length !== edges.size)
    fail(`${neighbors.length} neighbors, ${edges.size} half-edges`);
  for (let v = 0; v < count; v++) {
    const degree = neighborStart[v + 1] - neighborStart[v];
    if (degree < [0, 1, 2, 3][dimension]) fail(`vertex ${v} has ${degree} neighbors`);
    for (let k = neighborStart[v]; dimension >= 2 && k < neighborStart[v + 1]; k++) {
      if (!edges.has(v * count + neighbors[k])) fail(`vertex ${v} has a neighbor without an edge`);
    }
  }
}

/** Unit normals, flat faces, convex outlines that go around once. */
function checkFaces({ vertices, faceStart, loop, planes, tolerance }: Hull): void {
  for (let f = 0; f + 1 < faceStart.length; f++) {
    const n = planes.subarray(4 * f, 4 * f + 3);
    if (!(Math.abs(Math.hypot(...n) - 1) < 1e-14)) fail(`normal of face ${f} has length ${Math.hypot(...n)}`);
    const corners = [...loop.subarray(faceStart[f], faceStart[f + 1])].map((v) => vertices.subarray(3 * v, 3 * v + 3));
    let totalAngle = 0;
    corners.forEach((b, k) => {
      const height = dot(n, b) - planes[4 * f + 3];
      if (!(Math.abs(height) <= tolerance)) fail(`face ${f} is not flat: ${height}, tolerance ${tolerance}`);
      const a = corners[(k + corners.length - 1) % corners.length];
      const c = corners[(k + 1) % corners.length];
      const [u, w] = [minus(b, a), minus(c, b)];
      const sine = dot(n, cross(u, w));
      // The distance of b inside the line from a to c.
      const dent = -sine / Math.hypot(...minus(c, a));
      if (!(dent <= tolerance)) fail(`face ${f} has a dent of ${dent}, tolerance ${tolerance}`);
      // Measured in the plane of the face, since tiny faces are uneven.
      totalAngle += Math.atan2(sine, dot(u, w) - dot(n, u) * dot(n, w));
    });
    if (!(Math.abs(totalAngle - 2 * Math.PI) < 1e-2))
      fail(`the outline of face ${f} has a total turning angle of ${totalAngle}`);
  }
}

function checkBelow(points: Float64Array, { planes }: Hull, allowed: number): void {
  for (let f = 0; 4 * f < planes.length; f++) {
    const [x, y, z, d] = planes.subarray(4 * f, 4 * f + 4);
    for (let p = 0; p < points.length; p += 3) {
      const above = x * points[p] + y * points[p + 1] + z * points[p + 2] - d;
      if (!(above <= allowed)) fail(`point ${p / 3} is ${above} above face ${f}, allowed ${allowed}`);
    }
  }
}

/** The hull has the support values of the points, in random directions, along normals of faces and toward thin sides. */
function checkSupport(
  points: Float64Array,
  { vertices, planes, tolerance }: Hull,
  allowed: number,
  count: number,
): void {
  const rng = new Rng(7);
  // Random directions divided by the extents point toward the thin sides.
  const extents = [0, 1, 2].map((k) => extent(points, k));
  for (let k = 0; k < count; k++) {
    let d: number[] = rng.direction();
    if (k % 3 === 1 && planes.length > 0) d = [...planes.subarray(4 * rng.index(planes.length / 4)).subarray(0, 3)];
    if (k % 3 === 2) d = d.map((x, axis) => x / (extents[axis] || 1));
    const size = Math.hypot(...d);
    d = d.map((x) => x / size);
    const [all, own] = [supportValue(points, d), supportValue(vertices, d)];
    // The dot product rounds by a few units in the last place of the largest coordinate.
    if (!(Math.abs(all - own) <= allowed + tolerance / 16)) fail(`support ${own}, brute force ${all}, direction ${d}`);
  }
}

function extent(points: Float64Array, axis: number): number {
  let [least, greatest] = [Infinity, -Infinity];
  for (let k = axis; k < points.length; k += 3) {
    least = Math.min(least, points[k]);
    greatest = Math.max(greatest, points[k]);
  }
  return greatest - least;
}

function supportValue(points: Float64Array, [x, y, z]: readonly number[]): number {
  let greatest = -Infinity;
  for (let p = 0; p < points.length; p += 3)
    greatest = Math.max(greatest, x * points[p] + y * points[p + 1] + z * points[p + 2]);
  return greatest;
}

/** Every vertex is extreme: some plane separates it from its neighbors by 0.2 of the tolerance. */
function checkExtreme({ vertices, neighborStart, neighbors, planes, faceStart, loop, tolerance, source }: Hull): void {
  const sums = new Float64Array(vertices.length);
  for (let f = 0; f + 1 < faceStart.length; f++) {
    for (let k = faceStart[f]; k < faceStart[f + 1]; k++)
      for (let i = 0; i < 3; i++) sums[3 * loop[k] + i] += planes[4 * f + i];
  }
  for (let v = 0; v < source.length; v++) {
    const at = vertices.subarray(3 * v, 3 * v + 3);
    const others = [...neighbors.subarray(neighborStart[v], neighborStart[v + 1])].map((u) =>
      minus(at, vertices.subarray(3 * u, 3 * u + 3)),
    );
    if (others.length > 0 && !hasSeparatingDirection(others, sums.subarray(3 * v, 3 * v + 3), 0.2 * tolerance))
      fail(`vertex ${v} (input ${source[v]}) is not extreme`);
  }
}

/**
 * Whether some unit vector d has d·u > margin for all u. The best direction points to the point of the vectors' hull that is nearest to the origin: a
 * vector, the foot of the perpendicular to a line through two vectors, or to a plane through three.
 */
function hasSeparatingDirection(others: readonly number[][], start: ArrayLike<number>, margin: number): boolean {
  const separates = (d: ArrayLike<number>): boolean => {
    const least = margin * Math.hypot(d[0], d[1], d[2]);
    return least > 0 && others.every((u) => dot(d, u) > least);
  };
  if (separates(start) || others.some(separates)) return true;
  for (let i = 0; i < others.length; i++) {
    for (let j = 0; j < i; j++) {
      const along = minus(others[i], others[j]);
      if (separates(perpendicular(others[i], along))) return true;
      for (let k = 0; k < j; k++) {
        const other = perpendicular(minus(others[k], others[j]), along);
        const d = perpendicular(perpendicular(cross(along, other), along), other);
        if (separates(d) || separates(d.map((x) => -x))) return true;
      }
    }
  }
  return false;
}

/** The component of a perpendicular to b. Orthogonalized twice, since for a needle the first result is mostly rounding. */
function perpendicular(a: readonly number[], b: readonly number[]): number[] {
  const size = dot(b, b) || 1;
  const once = a.map((x, k) => x - (b[k] * dot(a, b)) / size);
  return once.map((x, k) => x - (b[k] * dot(once, b)) / size);
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function minus(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function cross(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
