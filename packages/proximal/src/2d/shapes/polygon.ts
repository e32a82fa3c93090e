import { checkOptions, outOfRange, wrongType } from '../../check/argument.ts';
import type { ShapeRecord } from '../../engine/record.ts';
import { hypot } from '../../math/hypot.ts';
import { readVector2, type Vec2, type Vector2Like } from '../../math/vec2.ts';
import { readPointList } from '../../query/points.ts';
import { encodePolygon } from './directory.ts';
import { faultOf, hullOf } from './hull.ts';
import { Shape } from './shape.ts';

/** A convex polygon. */
export class Polygon extends Shape {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Polygon';

  readonly kind = 'polygon';
  readonly radius = 0;
  readonly center: Readonly<Vec2>;
  readonly inradius: number;
  readonly boundingRadius: number;

  /** @param corners x y of each, counter-clockwise, strictly convex; the shape takes ownership of the array */
  constructor(
    private readonly corners: Float64Array,
    private readonly wantsDirectory: boolean,
  ) {
    super();
    this.center = centroid(corners);
    this.inradius = distanceToEdges(corners, this.center);
    this.boundingRadius = distanceToFarthestCorner(corners, this.center);
  }

  /** The number of corners of the hull. */
  get vertexCount(): number {
    return this.corners.length / 2;
  }

  /** Vertex number `index`, counter-clockwise, in body coordinates. */
  vertex(index: number): Vec2 {
    if (!(Number.isInteger(index) && index >= 0 && index < this.vertexCount)) {
      throw outOfRange('Polygon.vertex', 'index', index, `give a whole number from 0 to ${this.vertexCount - 1}`);
    }
    return [this.corners[2 * index], this.corners[2 * index + 1]];
  }

  /** @internal */
  protected encode(): ShapeRecord {
    return encodePolygon(this, this.corners, this.wantsDirectory);
  }

  /** @internal */
  fields(): Record<string, unknown> {
    return { vertices: [...this.corners] };
  }
}

/** The center of mass of the area, or the mean of the vertices if the area is zero or its computation overflows. */
function centroid(corners: Float64Array): Vec2 {
  const count = corners.length / 2;
  // Relative to the first vertex: no digits are lost for polygons far from their origin.
  const [x0, y0] = corners;
  let [area, x, y] = [0, 0, 0];
  for (let k = 1; k < count - 1; k++) {
    const [px, py] = [corners[2 * k] - x0, corners[2 * k + 1] - y0];
    const [qx, qy] = [corners[2 * k + 2] - x0, corners[2 * k + 3] - y0];
    const doubleArea = px * qy - py * qx;
    area += doubleArea;
    x += doubleArea * (px + qx);
    y += doubleArea * (py + qy);
  }
  const center: Vec2 = [x0 + x / (3 * area), y0 + y / (3 * area)];
  if (area > 0 && Number.isFinite(center[0] + center[1])) return center;
  const mean: Vec2 = [0, 0];
  for (let k = 0; k < corners.length; k++) mean[k % 2] += corners[k] / count;
  return mean;
}

function distanceToFarthestCorner(corners: Float64Array, [x, y]: Readonly<Vec2>): number {
  let largest = 0;
  for (let k = 0; k < corners.length; k += 2) largest = Math.max(largest, hypot(corners[k] - x, corners[k + 1] - y));
  return largest;
}

/** The least distance from a point inside the polygon to its edges, or 0 if the polygon has no area. */
function distanceToEdges(corners: Float64Array, [x, y]: Readonly<Vec2>): number {
  const { length } = corners;
  if (length <= 4) return 0;
  let least = Infinity;
  for (let k = 0; k < length; k += 2) {
    const [px, py] = [corners[k] - x, corners[k + 1] - y];
    const [ex, ey] = [corners[(k + 2) % length] - corners[k], corners[(k + 3) % length] - corners[k + 1]];
    least = Math.min(least, (px * ey - py * ex) / hypot(ex, ey) || 0);
  }
  return Math.max(0, least);
}

/** Options of `polygon`. */
export interface PolygonOptions {
  /**
   * Whether to take the hull of the points. Default true. With `false` the points must be the outline of a convex polygon, in
   * either orientation; an error names an invalid point.
   */
  readonly hull?: boolean;
  /**
   * Whether support points of polygons with more than 8 and at most 32767 vertices are found with a directory of directions. Default true.
   * With `false` all vertices are scanned, as for other polygons: for comparison.
   */
  readonly supportMap?: boolean;
}

/**
 * The convex hull of a list of points, in any order, in body coordinates. Duplicates, inner points and points on edges are
 * dropped; one or two points are valid.
 * @param vertices in meters: flat numbers x y x y …, or a list of points
 * @example
 * ```ts
 * const triangle = polygon([0, 0, 1, 0, 0, 1]);
 * const same = polygon([[0, 0], [1, 0], [0, 1], [0.2, 0.2]]);
 * same.vertexCount; // 3
 * ```
 */
export function polygon(vertices: ArrayLike<number> | ArrayLike<Vector2Like>, options?: PolygonOptions): Polygon {
  const where = 'polygon';
  checkOptions(where, 'options', options, ['hull', 'supportMap']);
  const { hull = true, supportMap = true } = options ?? {};
  for (const [name, value] of Object.entries({ hull, supportMap })) {
    if (typeof value !== 'boolean') throw wrongType(where, `options.${name}`, value, 'give true or false');
  }
  const points = readPointList(where, 'vertices', vertices, 2, readVector2);
  const corners = hullOf(points);
  const fault = hull ? null : faultOf(points, corners);
  if (fault) {
    throw outOfRange(
      where,
      `vertices, point ${fault.index} (the first is 0)`,
      [points[2 * fault.index], points[2 * fault.index + 1]],
      `${fault.why}; give the outline of a convex polygon, or leave out hull: false`,
    );
  }
  return new Polygon(Float64Array.from(corners.flatMap((k) => [points[2 * k], points[2 * k + 1]])), supportMap);
}
