// The triangles of a surface in world coordinates, and the contact normals that are possible at their edges and corners.
import { cross, dot, length, type Vec3 } from '../math/vec3.ts';
import { rotateBackInto, rotateInto } from './axis.ts';
import type { Facet, Facets } from './nonconvex/facets.ts';

/** Faces are coplanar if the sine of the angle between one of them and the mean normal is at most this. */
const coplanarSine = 1e-6;

/** A triangle in world coordinates. */
export interface PosedFacet {
  readonly facet: Facet;
  readonly corners: readonly [Vec3, Vec3, Vec3];
  readonly normal: Vec3;
}

/** The triangles of a posed surface. They are computed once per query. */
export class PosedFacets {
  private facets!: Facets;
  private pose!: Float64Array;
  private readonly posed = new Map<number, PosedFacet | null>();

  begin(facets: Facets, pose: Float64Array): void {
    this.facets = facets;
    this.pose = pose;
    this.posed.clear();
  }

  /** Whether the triangles enclose a solid: a closed mesh or a height field. */
  get isClosed(): boolean {
    return this.facets.orientation !== 0;
  }

  /** 1 or −1 if the triangles of the solid face outward or inward, seen from the side of the contacts; 0 for a sheet. */
  get orientation(): number {
    return this.facets.orientation;
  }

  /** Triangle `index` in body coordinates; null if it has no area. */
  facetAt(index: number): Facet | null {
    return this.facets.at(index);
  }

  /** Triangle `index`; null if it has no area. */
  at(index: number): PosedFacet | null {
    const cached = this.posed.get(index);
    if (cached !== undefined) return cached;
    const facet = this.facets.at(index);
    const posed = facet ? this.toWorld(facet) : null;
    this.posed.set(index, posed);
    return posed;
  }

  private toWorld(facet: Facet): PosedFacet {
    const { pose } = this;
    const [p, q, r] = facet.corners.map((corner) => {
      const moved = rotateInto(pose, corner);
      for (let axis = 0; axis < 3; axis++) moved[axis] += pose[axis];
      return moved;
    });
    return { facet, corners: [p, q, r], normal: rotateInto(pose, facet.normal) };
  }

  /** Whether the triangles around a corner are not all coplanar. True for all corners of a sheet. */
  isSharp({ facet: { numbers } }: PosedFacet, corner: number): boolean {
    return this.facets.corner(numbers[corner]).isSharp;
  }

  /** Whether all triangles at the edge or corner that a point is on are coplanar. */
  isFlatAt(triangle: PosedFacet, { edge, corner }: PointOnFacet): boolean {
    if (corner >= 0) return !this.isSharp(triangle, corner);
    const { normal, edges } = triangle.facet;
    return edge >= 0 && length(cross(edges[edge].normal, normal)) <= coplanarSine * length(edges[edge].normal);
  }

  /** Of the triangles around a corner, the one whose normal is nearest to a direction of the world. */
  facingAtCorner({ facet }: PosedFacet, corner: number, outward: Vec3): number {
    return this.facing(this.facets.corner(facet.numbers[corner]).triangles, outward);
  }

  /** Of the triangles at an edge, the one whose normal is nearest to a direction of the world. */
  facingAtEdge({ facet }: PosedFacet, edge: number, outward: Vec3): number {
    return this.facing(facet.edges[edge].triangles, outward);
  }

  private facing(triangles: readonly number[], outward: Vec3): number {
    let best = triangles[0];
    let largestCosine = Number.NEGATIVE_INFINITY;
    for (const index of triangles) {
      const facet = this.at(index);
      const cosine = facet ? dot(facet.normal, outward) : Number.NEGATIVE_INFINITY;
      if (!(cosine > largestCosine)) continue;
      largestCosine = cosine;
      best = index;
    }
    return best;
  }

  /** Whether a triangle owns its corner, and so adds the contacts of the corner: see facets.ts. */
  ownsCorner({ facet: { index, numbers } }: PosedFacet, corner: number): boolean {
    return this.facets.corner(numbers[corner]).owner === index;
  }

  /** The sum of the normals around a corner, weighted by the triangles' angles, in world axes. */
  normalAtCorner({ facet }: PosedFacet, corner: number): Vec3 {
    return rotateInto(this.pose, this.facets.corner(facet.numbers[corner]).normal);
  }

  /** The sum of the normals at an edge, in world axes. */
  normalAtEdge({ facet }: PosedFacet, edge: number): Vec3 {
    return rotateInto(this.pose, facet.edges[edge].normal);
  }

  /**
   * Whether `outward`, a unit vector in world axes, is in the normal cone of a corner: its product with the unit vector along each edge from the
   * corner is at most `tolerance`.
   */
  admitsAtCorner({ facet }: PosedFacet, corner: number, outward: Vec3, tolerance: number): boolean {
    const local = rotateBackInto(this.pose, outward);
    return this.facets.corner(facet.numbers[corner]).spokes.every((spoke) => dot(local, spoke) <= tolerance);
  }

  /**
   * Whether `outward`, a unit vector in world axes perpendicular to an edge, is in the edge's normal cone: its product with the unit vector into each
   * triangle, perpendicular to the edge, is at most `tolerance`.
   */
  admitsAtEdge({ facet }: PosedFacet, edge: number, outward: Vec3, tolerance: number): boolean {
    const local = rotateBackInto(this.pose, outward);
    return facet.edges[edge].inward.every((inward) => dot(local, inward) <= tolerance);
  }

  /**
   * Whether `outward` is in the normal cone of the edge or corner that a point is on. True for a point inside the face: `outward` is then not
   * checked.
   */
  admits(triangle: PosedFacet, { edge, corner }: PointOnFacet, outward: Vec3, tolerance: number): boolean {
    if (corner >= 0) return this.admitsAtCorner(triangle, corner, outward, tolerance);
    return edge < 0 || this.admitsAtEdge(triangle, edge, outward, tolerance);
  }

  /** Whether a point is behind the surface, by its nearest point on the surface (Bærentzen and Aanæs 2005). */
  isBehind(query: Vec3, triangle: PosedFacet, { point, edge, corner }: PointOnFacet): boolean {
    const normal =
      corner >= 0
        ? this.normalAtCorner(triangle, corner)
        : edge >= 0
          ? this.normalAtEdge(triangle, edge)
          : triangle.normal;
    return (
      normal[0] * (query[0] - point[0]) + normal[1] * (query[1] - point[1]) + normal[2] * (query[2] - point[2]) < 0
    );
  }
}

/** A point of a triangle. */
export interface PointOnFacet {
  readonly point: Vec3;
  /** The edge whose interior contains the point; −1 if there is none. */
  edge: number;
  /** The corner at the point; −1 if there is none. */
  corner: number;
  /** The distance from the query point of `nearestOnFacet` to `point`, in meters. */
  distance: number;
}

/** Finds the point of a triangle that is nearest to the point `query` (Ericson 2005, 5.1.5). */
export function nearestOnFacet(query: Vec3, [a, b, c]: readonly [Vec3, Vec3, Vec3], out: PointOnFacet): void {
  const [abx, aby, abz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [acx, acy, acz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const [apx, apy, apz] = [query[0] - a[0], query[1] - a[1], query[2] - a[2]];
  const [bpx, bpy, bpz] = [query[0] - b[0], query[1] - b[1], query[2] - b[2]];
  const [cpx, cpy, cpz] = [query[0] - c[0], query[1] - c[1], query[2] - c[2]];
  const d1 = abx * apx + aby * apy + abz * apz;
  const d2 = acx * apx + acy * apy + acz * apz;
  const d3 = abx * bpx + aby * bpy + abz * bpz;
  const d4 = acx * bpx + acy * bpy + acz * bpz;
  const d5 = abx * cpx + aby * cpy + abz * cpz;
  const d6 = acx * cpx + acy * cpy + acz * cpz;
  const va = d3 * d6 - d5 * d4;
  const vb = d5 * d2 - d1 * d6;
  const vc = d1 * d4 - d3 * d2;
  let [v, w] = [0, 0];
  out.edge = -1;
  out.corner = -1;
  if (d1 <= 0 && d2 <= 0) out.corner = 0;
  else if (d3 >= 0 && d4 <= d3) [out.corner, v] = [1, 1];
  else if (d6 >= 0 && d5 <= d6) [out.corner, w] = [2, 1];
  else if (vc <= 0 && d1 >= 0 && d3 <= 0) [out.edge, v] = [0, d1 / (d1 - d3)];
  else if (vb <= 0 && d2 >= 0 && d6 <= 0) [out.edge, w] = [2, d2 / (d2 - d6)];
  else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    w = (d4 - d3) / (d4 - d3 + (d5 - d6));
    v = 1 - w;
    out.edge = 1;
  } else [v, w] = [vb / (va + vb + vc), vc / (va + vb + vc)];
  out.point[0] = a[0] + abx * v + acx * w;
  out.point[1] = a[1] + aby * v + acy * w;
  out.point[2] = a[2] + abz * v + acz * w;
  const [x, y, z] = [query[0] - out.point[0], query[1] - out.point[1], query[2] - out.point[2]];
  out.distance = Math.sqrt(x * x + y * y + z * z);
}
