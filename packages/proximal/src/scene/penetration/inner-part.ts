// Convex parts of a solid mesh: a box is cut by planes until no triangle is inside it.
//
// Let p be a point inside the mesh, and let each triangle be beyond one of the planes, on the side where p is not. Then the set between the planes
// contains p and no point of the surface in its interior, so it is inside the mesh. The distance of the vertices from the planes exceeds the rounding
// errors of heights, so their hull is inside the mesh despite rounding.

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

/** Planes are moved toward p by one of these shares of their distance: the first with at most `mostPlanes` planes. Round meshes need more than 0. */
const insets = [0, 0.003, 0.02, 0.1];
const mostPlanes = 128;
/** The distance of vertices from the planes, as a share of the largest distance of the mesh's points from the origin. */
const clearanceShare = 32 * Number.EPSILON;
/** Normals are unit vectors up to this. */
const unitError = 1e-12;

/** The triangles of a mesh near a point of its inside, nearest first. */
export class NearFacets {
  /** Nine numbers for each triangle. */
  private readonly corners: Float64Array;
  /** For each triangle its nearest point, and the distance of that from `center`: four numbers. */
  private readonly nearest: Float64Array;
  private readonly order: Uint32Array;

  /**
   * @param box six numbers: the parts do not extend beyond it, so triangles outside of it are not needed
   * @param reach the largest distance of the mesh's points from the origin
   */
  constructor(
    mesh: TriangleMesh,
    private readonly center: Vec3,
    private readonly box: Float64Array,
    private readonly reach: number,
  ) {
    const list = new SlotList();
    mesh.collect(box, 0, list);
    const { count, slots } = list;
    this.corners = new Float64Array(9 * count);
    this.nearest = new Float64Array(4 * count);
    const on: PointOnFacet = { distance: 0, edge: 0, corner: 0, point: [0, 0, 0] };
    const corners: [Vec3, Vec3, Vec3] = [
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ];
    for (let k = 0; k < count; k++) {
      mesh.copyCorners(slots[k], this.corners, 9 * k);
      for (let n = 0; n < 9; n++) corners[Math.floor(n / 3)][n % 3] = this.corners[9 * k + n];
      nearestOnFacet(center, corners, on);
      for (let axis = 0; axis < 3; axis++) this.nearest[4 * k + axis] = on.point[axis];
      this.nearest[4 * k + 3] = on.distance;
    }
    this.order = new Uint32Array(count).map((_, k) => k);
    this.order.sort((p, q) => this.nearest[4 * p + 3] - this.nearest[4 * q + 3] || p - q);
  }

  /**
   * A convex part around the point, or null if it would have too many planes.
   * @param leastShare a triangle's own plane is used if its distance from the point is at least this share of the triangle's; otherwise the plane
   * through the nearest point of the triangle, perpendicular to the line from the point to it
   */
  part(leastShare: number): InnerPart | null {
    for (const inset of insets) {
      const planes = this.planesWith(leastShare, inset);
      if (planes) return partBetween(Float64Array.from(planes), this.center, this.reach);
    }
    return null;
  }

  private planesWith(leastShare: number, inset: number): number[] | null {
    const { order, center, box } = this;
    const planes: number[] = [];
    for (let axis = 0; axis < 3; axis++) {
      planes.push(...[0, 1, 2].map((k) => (k === axis ? 1 : 0)), box[3 + axis]);
      planes.push(...[0, 1, 2].map((k) => (k === axis ? -1 : 0)), -box[axis]);
    }
    for (const k of order) {
      if (this.isBeyond(k, planes)) continue;
      if (planes.length >= 4 * mostPlanes) return null;
      const plane = this.planeOf(k, leastShare);
      if (!plane) return null;
      const height = plane[3] - dot(plane as unknown as Vec3, center);
      if (!(height > 0)) return null;
      planes.push(plane[0], plane[1], plane[2], plane[3] - inset * height);
      // Rounding may leave a corner on the wrong side.
      if (!this.isBeyond(k, planes, planes.length - 4)) planes[planes.length - 1] = this.lowest(k, plane);
    }
    return planes;
  }

  /** The plane of a triangle that has the point on its inner side: see `part`. */
  private planeOf(k: number, leastShare: number): [number, number, number, number] | null {
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
      if (Math.abs(height) >= leastShare * distance) return this.touchingPlane(k, normal, (height < 0 ? -1 : 1) / size);
    }
    return this.touchingPlane(k, toNearest, 1 / distance);
  }

  /** The plane with a normal of given scale that touches a triangle from below. */
  private touchingPlane(k: number, [x, y, z]: Vec3, factor: number): [number, number, number, number] {
    const plane: [number, number, number, number] = [factor * x, factor * y, factor * z, 0];
    plane[3] = this.lowest(k, plane);
    return plane;
  }

  /** The least height of a triangle's corners along a normal. */
  private lowest(k: number, normal: ArrayLike<number>): number {
    const { corners } = this;
    let least = Infinity;
    for (let at = 9 * k; at < 9 * k + 9; at += 3)
      least = Math.min(least, normal[0] * corners[at] + normal[1] * corners[at + 1] + normal[2] * corners[at + 2]);
    return least;
  }

  /** Whether a triangle is beyond one of the planes, from number `from` on. */
  private isBeyond(k: number, planes: readonly number[], from = 0): boolean {
    return isBeyond(this.corners, 9 * k, planes, from);
  }
}

/** Whether the triangle at `at` of a list of corners is beyond one of the planes. */
export function isBeyond(corners: ArrayLike<number>, at: number, planes: ArrayLike<number>, from = 0): boolean {
  for (let n = from; n < planes.length; n += 4) {
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
 * The set between planes around a point: with the point as origin, the face m · y = c of the hull of the dual points n / h is the vertex m / c.
 * To correct errors of the hull, each vertex is moved toward the point until it is between the planes.
 */
function partBetween(planes: Float64Array, center: Vec3, reach: number): InnerPart | null {
  const count = planes.length / 4;
  const clearance = 2 * clearanceShare * reach;
  const heights = new Float64Array(count);
  let size = Infinity;
  for (let k = 0; k < count; k++) {
    const at = 4 * k;
    heights[k] = planes[at + 3] - (planes[at] * center[0] + planes[at + 1] * center[1] + planes[at + 2] * center[2]);
    if (!(heights[k] > clearance)) return null;
    size = Math.min(size, heights[k]);
  }
  const duals = new Float64Array(3 * count);
  for (let k = 0; k < duals.length; k++)
    duals[k] = (size * planes[4 * Math.floor(k / 3) + (k % 3)]) / heights[Math.floor(k / 3)];
  const hull = convexHull(duals);
  if (hull.dimension < 3) return null;
  const vertices: number[] = [];
  for (let at = 0; at < hull.planes.length; at += 4) {
    if (!(hull.planes[at + 3] > 0)) return null;
    const factor = size / hull.planes[at + 3];
    const offset: Vec3 = [factor * hull.planes[at], factor * hull.planes[at + 1], factor * hull.planes[at + 2]];
    let share = 1;
    for (let k = 0; k < count; k++) share = Math.min(share, (heights[k] - clearance) / dotAt(planes, 4 * k, offset));
    for (let axis = 0; axis < 3; axis++) vertices.push(center[axis] + share * offset[axis]);
  }
  const part = { vertices: Float64Array.from(vertices), planes };
  return areBetween(part, reach) ? part : null;
}

function dotAt(planes: Float64Array, at: number, [x, y, z]: Vec3): number {
  return Math.max(0, planes[at] * x + planes[at + 1] * y + planes[at + 2] * z);
}

/**
 * Whether all vertices are between the planes, farther from them than rounding errors.
 * @param reach the largest distance of the mesh's points from the origin
 */
export function areBetween({ vertices, planes }: InnerPart, reach: number): boolean {
  const clearance = clearanceShare * reach;
  for (let at = 0; at < planes.length; at += 4) {
    const [x, y, z, h] = planes.subarray(at, at + 4);
    // Heights are distances only along unit vectors.
    if (!(Math.abs(Math.sqrt(x * x + y * y + z * z) - 1) < unitError)) return false;
    for (let v = 0; v < vertices.length; v += 3)
      if (!(x * vertices[v] + y * vertices[v + 1] + z * vertices[v + 2] < h - clearance)) return false;
  }
  // Points of the mesh are within its reach.
  return vertices.every((x) => Math.abs(x) <= reach);
}
