// A convex part during the search for a decomposition: vertices, planes, bounding box and volume.
import { convexHull } from '../../hull/convex-hull.ts';
import type { Hull } from '../../hull/hull.ts';
import { boundPoints } from './mesh-solid.ts';

export class HullPart {
  readonly vertices: Float64Array;
  /** Unit normal and offset of each plane, four numbers: n·x ≤ offset inside. */
  readonly planes: Float64Array;
  readonly box = new Float64Array(6);
  readonly volume: number;

  constructor(points: Float64Array) {
    const hull = convexHull(points);
    this.vertices = hull.vertices;
    this.planes = hull.dimension === 3 ? hull.planes : sidesOf(hull);
    this.volume = hull.dimension === 3 ? volumeOf(hull) : 0;
    boundPoints(this.vertices, this.box);
  }

  /** The hull of this part and further points. */
  with(points: Float64Array): HullPart {
    const all = new Float64Array(this.vertices.length + points.length);
    all.set(this.vertices);
    all.set(points, this.vertices.length);
    return new HullPart(all);
  }

  /** Whether all points are inside, within `tolerance`, in meters. @param box the bounding box of the points */
  contains(points: Float64Array, box: Float64Array, tolerance: number): boolean {
    const own = this.box;
    for (let axis = 0; axis < 3; axis++)
      if (box[axis] < own[axis] - tolerance || box[3 + axis] > own[3 + axis] + tolerance) return false;
    return !(this.heightOf(points, box, tolerance, tolerance) > tolerance);
  }

  /** The mean of the vertices. */
  private get center(): [number, number, number] {
    const { vertices } = this;
    const sum: [number, number, number] = [0, 0, 0];
    for (let k = 0; k < vertices.length; k++) sum[k % 3] += vertices[k];
    return sum.map((x) => (3 * x) / vertices.length) as [number, number, number];
  }

  /** The depth of the center below the nearest plane, in meters: the radius of a ball inside. */
  get innerRadius(): number {
    const { planes } = this;
    const [x, y, z] = this.center;
    let least = Infinity;
    for (let at = 0; at < planes.length; at += 4)
      least = Math.min(least, planes[at + 3] - planes[at] * x - planes[at + 1] * y - planes[at + 2] * z);
    return least;
  }

  /** The largest distance of points from the center. */
  farthestFromCenter(points: Float64Array): number {
    const [x, y, z] = this.center;
    let largest = 0;
    for (let k = 0; k < points.length; k += 3)
      largest = Math.max(largest, (points[k] - x) ** 2 + (points[k + 1] - y) ** 2 + (points[k + 2] - z) ** 2);
    return Math.sqrt(largest);
  }

  /** Whether a point is inside. */
  containsPoint(x: number, y: number, z: number): boolean {
    const { planes } = this;
    for (let at = 0; at < planes.length; at += 4)
      if (planes[at] * x + planes[at + 1] * y + planes[at + 2] * z > planes[at + 3]) return false;
    return true;
  }

  /**
   * The larger of `least` and the largest height of the points above a plane, in meters. The search ends after the first plane with a height
   * above `limit`.
   * @param box the bounding box of the points
   */
  heightOf(points: Float64Array, box: Float64Array, least = -Infinity, limit = Infinity): number {
    const { planes } = this;
    let highest = least;
    for (let at = 0; at < planes.length && highest <= limit; at += 4) {
      const nx = planes[at];
      const ny = planes[at + 1];
      const nz = planes[at + 2];
      const offset = planes[at + 3];
      // No point is higher than the highest corner of the box, up to rounding.
      const top = (nx > 0 ? box[3] : box[0]) * nx + (ny > 0 ? box[4] : box[1]) * ny + (nz > 0 ? box[5] : box[2]) * nz;
      if (top - offset + 1e-15 * (Math.abs(top) + Math.abs(offset)) <= highest) continue;
      for (let k = 0; k < points.length; k += 3) {
        const height = nx * points[k] + ny * points[k + 1] + nz * points[k + 2] - offset;
        if (height > highest) highest = height;
      }
    }
    return highest;
  }
}

/** The planes that bound a polygon, segment or point, also at its edges or ends: a hull has planes of faces only. */
function sidesOf({ vertices, planes, loop, faceStart, dimension }: Hull): Float64Array {
  if (dimension === 2) {
    const [nx, ny, nz] = planes;
    const sides = [...planes];
    for (let k = 0; k < faceStart[1]; k++) {
      const [p, q] = [3 * loop[k], 3 * loop[(k + 1) % faceStart[1]]];
      const [ex, ey, ez] = [0, 1, 2].map((axis) => vertices[q + axis] - vertices[p + axis]);
      pushPlane(sides, [ey * nz - ez * ny, ez * nx - ex * nz, ex * ny - ey * nx], vertices, p);
    }
    return Float64Array.from(sides);
  }
  const last = vertices.length - 3;
  const along = [0, 1, 2].map((axis) => vertices[last + axis] - vertices[axis]);
  const sides: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    const [p, q] = [(axis + 1) % 3, (axis + 2) % 3];
    // Perpendicular to the segment; any direction for a point.
    const normal = [0, 0, 0];
    normal[p] = dimension === 0 ? 1 : along[q];
    normal[q] = dimension === 0 ? 0 : -along[p];
    pushPlane(sides, normal, vertices, 0);
    pushPlane(sides, [-normal[0], -normal[1], -normal[2]], vertices, 0);
  }
  pushPlane(sides, along, vertices, last);
  pushPlane(sides, [-along[0], -along[1], -along[2]], vertices, 0);
  return Float64Array.from(sides);
}

/** Adds the plane through a vertex, unless the normal is zero. */
function pushPlane(out: number[], [x, y, z]: readonly number[], vertices: Float64Array, at: number): void {
  const size = Math.sqrt(x * x + y * y + z * z);
  if (!(size > 0)) return;
  const normal = [x / size, y / size, z / size];
  out.push(...normal, normal[0] * vertices[at] + normal[1] * vertices[at + 1] + normal[2] * vertices[at + 2]);
}

/** The volume, by tetrahedra with a common vertex. */
function volumeOf({ vertices, faceStart, loop }: Hull): number {
  const [ox, oy, oz] = vertices;
  let sum = 0;
  for (let face = 0; face + 1 < faceStart.length; face++) {
    const from = faceStart[face];
    for (let k = from + 1; k + 1 < faceStart[face + 1]; k++) {
      const [a, b, c] = [3 * loop[from], 3 * loop[k], 3 * loop[k + 1]];
      const [ax, ay, az] = [vertices[a] - ox, vertices[a + 1] - oy, vertices[a + 2] - oz];
      const [bx, by, bz] = [vertices[b] - ox, vertices[b + 1] - oy, vertices[b + 2] - oz];
      const [cx, cy, cz] = [vertices[c] - ox, vertices[c + 1] - oy, vertices[c + 2] - oz];
      sum += ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx);
    }
  }
  return sum / 6;
}
