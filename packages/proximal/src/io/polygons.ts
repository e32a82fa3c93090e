// Polygons with more than three corners. A reader adds each polygon as a fan around its first corner; when all vertices are known, the fans of
// polygons that are not convex are replaced by as many triangles, found by ear clipping in the polygon's plane (Meisters 1975).

/** The largest number of tests of a corner against a triangle, for each corner of a polygon, so that the time is proportional to the file's size. */
const maxTests = 2000;

/** The polygons of a file with more than three corners. */
export class Polygons {
  /** The index of each polygon's first triangle, and its number of triangles. */
  private readonly fans: number[] = [];

  /** Adds a polygon. @param first the index of the first triangle of its fan @param count the number of triangles */
  add(first: number, count: number): void {
    if (count > 1) this.fans.push(first, count);
  }

  /**
   * Replaces the fans of polygons that are not convex.
   * @param triangles corners of all triangles
   * @param notify called with a notice about polygons that could not be triangulated properly
   */
  finish(vertices: Float64Array, triangles: Uint32Array, notify: (notice: string) => void): void {
    const failed = { crossing: 0, degenerate: 0 };
    for (let k = 0; k < this.fans.length; k += 2) {
      const [at, count] = [3 * this.fans[k], this.fans[k + 1]];
      const corners = [triangles[at], triangles[at + 1]];
      for (let n = 0; n < count; n++) corners.push(triangles[at + 3 * n + 2]);
      const points = flatten(corners, vertices);
      if (points === null) failed.degenerate++;
      else if (!isConvex(points) && !new EarClipping(corners, points).write(triangles, at)) failed.crossing++;
    }
    if (failed.crossing > 0)
      notify(
        `polygons that cross themselves or are too intricate: ${failed.crossing}; parts of them are fans, which may overlap`,
      );
    if (failed.degenerate > 0) notify(`polygons without area: ${failed.degenerate}; they are fans`);
  }
}

/** The corners projected to a coordinate plane, counter-clockwise, two coordinates each; null if the polygon's area is 0 or overflows. */
function flatten(corners: readonly number[], vertices: Float64Array): Float64Array | null {
  const origin = 3 * corners[0];
  const normal = [0, 0, 0];
  // Newell's sum: twice the area along each axis, also for polygons that are not quite flat.
  for (let k = 0; k < corners.length; k++) {
    const [p, q] = [3 * corners[k], 3 * corners[(k + 1) % corners.length]];
    for (let axis = 0; axis < 3; axis++) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      const [pu, pv] = [vertices[p + u] - vertices[origin + u], vertices[p + v] - vertices[origin + v]];
      const [qu, qv] = [vertices[q + u] - vertices[origin + u], vertices[q + v] - vertices[origin + v]];
      normal[axis] += pu * qv - pv * qu;
    }
  }
  // Projects along the axis of the largest area; u and v are exchanged if the polygon would be clockwise.
  const sizes = normal.map(Math.abs);
  const axis = sizes.indexOf(Math.max(...sizes));
  if (!(sizes[axis] > 0 && sizes[axis] < Infinity)) return null;
  const [u, v] = normal[axis] > 0 ? [(axis + 1) % 3, (axis + 2) % 3] : [(axis + 2) % 3, (axis + 1) % 3];
  const points = new Float64Array(2 * corners.length);
  corners.forEach((corner, k) => {
    points[2 * k] = vertices[3 * corner + u] - vertices[origin + u];
    points[2 * k + 1] = vertices[3 * corner + v] - vertices[origin + v];
  });
  return points;
}

/** Twice the signed area of a triangle of corners. */
function area(points: Float64Array, a: number, b: number, c: number): number {
  const [ax, ay] = [points[2 * a], points[2 * a + 1]];
  return (points[2 * b] - ax) * (points[2 * c + 1] - ay) - (points[2 * b + 1] - ay) * (points[2 * c] - ax);
}

/** A bound on the rounding error of twice an area. */
function rounding(points: Float64Array): number {
  const extent = points.reduce((largest, x) => Math.max(largest, Math.abs(x)), 0);
  return 16 * Number.EPSILON * extent * extent;
}

/**
 * Whether the polygon is convex, so that the fan around its first corner triangulates it: no three successive corners and no triangle of the fan
 * are clockwise, and the angles of the fan add up to at most half a turn.
 */
function isConvex(points: Float64Array): boolean {
  const count = points.length / 2;
  for (let k = 0; k < count; k++) if (area(points, k, (k + 1) % count, (k + 2) % count) < 0) return false;
  for (let k = 1; k + 1 < count; k++) if (area(points, 0, k, k + 1) < 0) return false;
  // A polygon that winds around twice can pass both tests, but then some of its corners are beyond its first side.
  for (let k = 2; k < count; k++) if (area(points, 0, 1, k) < 0) return false;
  return true;
}

class EarClipping {
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  private tests: number;

  constructor(
    private readonly corners: readonly number[],
    private readonly points: Float64Array,
  ) {
    const { length } = corners;
    this.next = new Int32Array(length).map((_, k) => (k + 1) % length);
    this.previous = new Int32Array(length).map((_, k) => (k + length - 1) % length);
    this.tests = maxTests * length;
  }

  /**
   * Writes the triangles. @returns false if there was no ear, so that the rest is a fan, or if the last triangle is clockwise: the polygon
   * crosses itself, or the limit of tests was reached
   */
  write(triangles: Uint32Array, from: number): boolean {
    const { corners, next, previous } = this;
    let current = 0;
    let at = from;
    for (let remaining = corners.length; remaining > 3; remaining--) {
      const ear = this.findEar(current, remaining);
      if (ear < 0) {
        this.fan(current, remaining, triangles, at);
        return false;
      }
      const [before, after] = [previous[ear], next[ear]];
      triangles[at++] = corners[before];
      triangles[at++] = corners[ear];
      triangles[at++] = corners[after];
      next[before] = after;
      previous[after] = before;
      // Skip the neighbor, so that the ears are not all at one corner.
      current = next[after];
    }
    this.fan(current, 3, triangles, at);
    return area(this.points, current, next[current], next[next[current]]) >= -rounding(this.points);
  }

  private fan(start: number, remaining: number, triangles: Uint32Array, from: number): void {
    const { corners, next } = this;
    let at = from;
    for (let k = 2, corner = next[start]; k < remaining; k++, corner = next[corner]) {
      triangles[at++] = corners[start];
      triangles[at++] = corners[corner];
      triangles[at++] = corners[next[corner]];
    }
  }

  /**
   * A corner whose triangle with its neighbors contains no other corner, preferably a triangle with an area. −1 if there is none or the tests
   * are used up.
   */
  private findEar(start: number, remaining: number): number {
    for (const minArea of [Number.MIN_VALUE, 0]) {
      for (let k = 0, corner = start; k < remaining; k++, corner = this.next[corner])
        if (this.testEar(corner, minArea)) return corner;
    }
    return -1;
  }

  private testEar(corner: number, minArea: number): boolean {
    const { points, next, previous, corners } = this;
    const [a, c] = [previous[corner], next[corner]];
    if (!(area(points, a, corner, c) >= minArea)) return false;
    for (let other = next[c]; other !== a; other = next[other]) {
      if (--this.tests < 0) return false;
      // A corner may occur twice, where a polygon with a hole is joined by a cut.
      if (corners[other] === corners[a] || corners[other] === corners[corner] || corners[other] === corners[c])
        continue;
      const isInside =
        area(points, a, corner, other) >= 0 && area(points, corner, c, other) >= 0 && area(points, c, a, other) >= 0;
      if (isInside) return false;
    }
    return true;
  }
}
