// Convex parts of a solid mesh: a box is cut by planes until no triangle is inside it.
//
// Let p be a point inside the mesh, and let each triangle be beyond one of the planes: on the plane or on the side that does not contain p. Then
// the set between the planes contains p, and its interior contains no point of the surface, so the set is inside the mesh. The part is the hull of
// vertices whose distances from the planes exceed the rounding errors of heights, so the part is inside the mesh despite rounding.

import { SlotList } from '../../broad/slot-list.ts';
import { convexHull } from '../../hull/hull.ts';
import { dot, type Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../scene/nonconvex/triangle-mesh.ts';
import { nearestOnFacet, type PointOnFacet } from '../posed-facets.ts';

/** A convex part of a closed mesh, in body coordinates: the hull of `vertices` is between the planes, and every triangle is beyond one of them. */
export interface InnerPart {
  /** Three numbers each. */
  readonly vertices: Float64Array;
  /** The outward unit normal n and the height h of each plane, n · x = h: four numbers. */
  readonly planes: Float64Array;
}

/**
 * Planes are moved toward p by one of these fractions of their distance from p: the first for which `maxPlanes` planes suffice. A plane that is
 * moved excludes more triangles, so that round meshes need fewer planes.
 */
const insets = [0, 0.003, 0.02, 0.1];
const maxPlanes = 128;
/** The least distance of the vertices from the planes, divided by the largest distance of the mesh's points from the origin. */
const relativeClearance = 32 * Number.EPSILON;
/** The largest difference between the length of a normal and 1. */
const maxLengthError = 1e-12;

/** The triangles of a mesh around a point inside it, nearest first. */
export class NearFacets {
  /** Nine numbers for each triangle. */
  private readonly corners: Float64Array;
  /** For each triangle its point nearest to `center`, and the distance of this point from `center`: four numbers. */
  private readonly nearest: Float64Array;
  private readonly order: Uint32Array;

  /**
   * @param box six numbers: the parts do not extend beyond it, so triangles outside of it are not needed
   * @param radiusAboutOrigin the largest distance of the mesh's points from the origin
   */
  constructor(
    mesh: TriangleMesh,
    private readonly center: Vec3,
    private readonly box: Float64Array,
    private readonly radiusAboutOrigin: number,
  ) {
    const list = new SlotList();
    mesh.collect(box, 0, list);
    const { count, slots } = list;
    this.corners = new Float64Array(9 * count);
    this.nearest = new Float64Array(4 * count);
    const nearest: PointOnFacet = { distance: 0, edge: 0, corner: 0, point: [0, 0, 0] };
    const corners: [Vec3, Vec3, Vec3] = [
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ];
    for (let k = 0; k < count; k++) {
      mesh.copyCorners(slots[k], this.corners, 9 * k);
      for (let n = 0; n < 9; n++) corners[Math.floor(n / 3)][n % 3] = this.corners[9 * k + n];
      nearestOnFacet(center, corners, nearest);
      for (let axis = 0; axis < 3; axis++) this.nearest[4 * k + axis] = nearest.point[axis];
      this.nearest[4 * k + 3] = nearest.distance;
    }
    this.order = new Uint32Array(count).map((_, k) => k);
    this.order.sort((p, q) => this.nearest[4 * p + 3] - this.nearest[4 * q + 3] || p - q);
  }

  /**
   * A convex part around the point, or null if it would have too many planes, the point is on a triangle, or rounding errors prevent its
   * construction.
   * @param minHeightRatio selects the plane that excludes a triangle: the plane of the triangle if its distance from the point is at least this
   * fraction of the triangle's distance, otherwise the plane that touches the triangle and is perpendicular to the line from the point to the
   * triangle's nearest point
   */
  part(minHeightRatio: number): InnerPart | null {
    for (const inset of insets) {
      const planes = this.planesWith(minHeightRatio, inset);
      if (planes) return partBetween(Float64Array.from(planes), this.center, this.radiusAboutOrigin);
    }
    return null;
  }

  private planesWith(minHeightRatio: number, inset: number): number[] | null {
    const { order, center, box } = this;
    const planes: number[] = [];
    for (let axis = 0; axis < 3; axis++) {
      planes.push(...[0, 1, 2].map((k) => (k === axis ? 1 : 0)), box[3 + axis]);
      planes.push(...[0, 1, 2].map((k) => (k === axis ? -1 : 0)), -box[axis]);
    }
    for (const k of order) {
      if (isBeyond(this.corners, 9 * k, planes)) continue;
      if (planes.length >= 4 * maxPlanes) return null;
      const plane = this.planeOf(k, minHeightRatio);
      if (!plane) return null;
      const height = plane[3] - dot(plane as unknown as Vec3, center);
      if (!(height > 0)) return null;
      planes.push(plane[0], plane[1], plane[2], plane[3] - inset * height);
    }
    return planes;
  }

  /** The plane that excludes triangle k, chosen as `part` describes; null if the point is on the triangle. */
  private planeOf(k: number, minHeightRatio: number): [number, number, number, number] | null {
    const { corners, nearest, center } = this;
    const at = 9 * k;
    const [ux, uy, uz] = [
      corners[at + 3] - corners[at],
      corners[at + 4] - corners[at + 1],
      corners[at + 5] - corners[at + 2],
    ];
    const [vx, vy, vz] = [
      corners[at + 6] - corners[at],
      corners[at + 7] - corners[at + 1],
      corners[at + 8] - corners[at + 2],
    ];
    const normal: Vec3 = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const size = Math.sqrt(dot(normal, normal));
    const toNearest: Vec3 = [
      nearest[4 * k] - center[0],
      nearest[4 * k + 1] - center[1],
      nearest[4 * k + 2] - center[2],
    ];
    const distance = nearest[4 * k + 3];
    if (!(distance > 0)) return null;
    if (size > 0) {
      const height = dot(normal, toNearest) / size;
      if (Math.abs(height) >= minHeightRatio * distance)
        return this.touchingPlane(k, normal, (height < 0 ? -1 : 1) / size);
    }
    return this.touchingPlane(k, toNearest, 1 / distance);
  }

  /** The plane with the normal `factor` · (x, y, z) that touches triangle k and has it beyond. */
  private touchingPlane(k: number, [x, y, z]: Vec3, factor: number): [number, number, number, number] {
    const plane: [number, number, number, number] = [factor * x, factor * y, factor * z, 0];
    plane[3] = this.leastHeight(k, plane);
    return plane;
  }

  /** The least height of a triangle's corners along a normal. */
  private leastHeight(k: number, normal: ArrayLike<number>): number {
    const { corners } = this;
    let least = Infinity;
    for (let at = 9 * k; at < 9 * k + 9; at += 3)
      least = Math.min(least, normal[0] * corners[at] + normal[1] * corners[at + 1] + normal[2] * corners[at + 2]);
    return least;
  }
}

/** Whether the triangle whose nine coordinates start at `at` is beyond one of the planes. */
export function isBeyond(corners: ArrayLike<number>, at: number, planes: ArrayLike<number>): boolean {
  for (let n = 0; n < planes.length; n += 4) {
    const [x, y, z, h] = [planes[n], planes[n + 1], planes[n + 2], planes[n + 3]];
    if (
      x * corners[at] + y * corners[at + 1] + z * corners[at + 2] >= h &&
      x * corners[at + 3] + y * corners[at + 4] + z * corners[at + 5] >= h &&
      x * corners[at + 6] + y * corners[at + 7] + z * corners[at + 8] >= h
    )
      return true;
  }
  return false;
}

/**
 * The set between planes around a point, or null if rounding errors prevent its construction. With the point as origin and l
 * the least h, the plane n · x = h has the dual point l n / h, and the face m · y = c of the hull of the dual points corresponds to the vertex
 * l m / c of the set. Each vertex is then moved toward the point until it is at least `clearance` inside every plane, which corrects errors of the
 * hull.
 */
function partBetween(planes: Float64Array, center: Vec3, radiusAboutOrigin: number): InnerPart | null {
  const count = planes.length / 4;
  const clearance = 2 * relativeClearance * radiusAboutOrigin;
  const heights = new Float64Array(count);
  let leastHeight = Infinity;
  for (let k = 0; k < count; k++) {
    const at = 4 * k;
    heights[k] = planes[at + 3] - (planes[at] * center[0] + planes[at + 1] * center[1] + planes[at + 2] * center[2]);
    if (!(heights[k] > clearance)) return null;
    leastHeight = Math.min(leastHeight, heights[k]);
  }
  const duals = new Float64Array(3 * count);
  for (let k = 0; k < duals.length; k++)
    duals[k] = (leastHeight * planes[4 * Math.floor(k / 3) + (k % 3)]) / heights[Math.floor(k / 3)];
  const hull = convexHull(duals);
  if (hull.dimension < 3) return null;
  const vertices: number[] = [];
  for (let at = 0; at < hull.planes.length; at += 4) {
    if (!(hull.planes[at + 3] > 0)) return null;
    const factor = leastHeight / hull.planes[at + 3];
    const offset: Vec3 = [factor * hull.planes[at], factor * hull.planes[at + 1], factor * hull.planes[at + 2]];
    let scale = 1;
    for (let k = 0; k < count; k++)
      scale = Math.min(scale, (heights[k] - clearance) / positiveDot(planes, 4 * k, offset));
    for (let axis = 0; axis < 3; axis++) vertices.push(center[axis] + scale * offset[axis]);
  }
  const part = { vertices: Float64Array.from(vertices), planes };
  return isBetweenPlanes(part, radiusAboutOrigin) ? part : null;
}

/** The dot product with the normal of the plane at `at`, or 0 if it is negative. */
function positiveDot(planes: Float64Array, at: number, [x, y, z]: Vec3): number {
  return Math.max(0, planes[at] * x + planes[at + 1] * y + planes[at + 2] * z);
}

/**
 * Whether all vertices of a part are between its planes, farther from them than rounding errors, and all coordinates are within `radiusAboutOrigin`.
 * @param radiusAboutOrigin the largest distance of the mesh's points from the origin
 */
export function isBetweenPlanes({ vertices, planes }: InnerPart, radiusAboutOrigin: number): boolean {
  const clearance = relativeClearance * radiusAboutOrigin;
  for (let at = 0; at < planes.length; at += 4) {
    const [x, y, z, h] = planes.subarray(at, at + 4);
    // Heights are distances only along unit vectors.
    if (!(Math.abs(Math.sqrt(x * x + y * y + z * z) - 1) < maxLengthError)) return false;
    for (let v = 0; v < vertices.length; v += 3)
      if (!(x * vertices[v] + y * vertices[v + 1] + z * vertices[v + 2] < h - clearance)) return false;
  }
  // No coordinate of a point of the mesh exceeds the largest distance from the origin.
  return vertices.every((x) => Math.abs(x) <= radiusAboutOrigin);
}
