// The triangles of a surface with their neighbors: normals, edges and the directions that each edge and corner admits for contacts.
import { atan2 } from '../../math/elementary.ts';
import { add, cross, dot, length, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import type { Surface } from './surface.ts';

/** An edge of a triangle, in body coordinates. */
export interface FacetEdge {
  /** The triangles at the edge, beginning with the triangle whose edge it is. */
  readonly triangles: readonly number[];
  /** Unit vectors perpendicular to the edge into each triangle at the edge, in the order of `triangles`. */
  readonly inward: readonly Vec3[];
  /** The sum of the normals of the triangles at the edge. */
  readonly normal: Vec3;
  /** Whether the triangle has the lowest index of all triangles at the edge. Only this triangle adds the contacts of the edge. */
  readonly isOwned: boolean;
  /** Whether the faces at the edge are not coplanar and, around a solid, form a convex edge. True for a border, which has one face. */
  readonly isSharp: boolean;
}

/** A corner of a surface, in body coordinates. */
export interface FacetCorner {
  /** Unit vectors from the corner along the edges of all triangles around it. */
  readonly spokes: readonly Vec3[];
  /** The sum of the normals of the triangles around it, weighted by their angles at the corner (Bærentzen and Aanæs 2005). */
  readonly normal: Vec3;
  /** The triangles around it. */
  readonly triangles: readonly number[];
  /** The triangle around it with the lowest index. */
  readonly owner: number;
  /** Whether the triangles around it are not all coplanar. True for all corners of a sheet. */
  readonly isSharp: boolean;
}

/** A triangle with an area, in body coordinates. */
export interface Facet {
  readonly index: number;
  readonly corners: readonly [Vec3, Vec3, Vec3];
  /** The unit normal; of a solid, outward. */
  readonly normal: Vec3;
  /** The vertex indices of its corners. */
  readonly numbers: readonly [number, number, number];
  /** Edge k leads from corner k to the next. */
  readonly edges: readonly [FacetEdge, FacetEdge, FacetEdge];
}

/** Faces are coplanar if their normals differ by less than this, in radians. */
const coplanarAngle = 1e-6;
/** The largest number of triangles, and of corners, that are cached. */
const maxCached = 1 << 16;

/** The triangles of a surface, computed when they are first needed. */
export class Facets {
  private readonly facetCache = new Map<number, Facet | null>();
  private readonly cornerCache = new Map<number, FacetCorner>();

  /** @param orientation 1 or −1 if the triangles of a solid face outward or inward, 0 for a sheet */
  constructor(
    private readonly surface: Surface,
    readonly orientation: number,
  ) {}

  /** Triangle `index`; null if it has no area. */
  at(index: number): Facet | null {
    const found = this.facetCache.get(index);
    if (found !== undefined) return found;
    const facet = this.measure(index);
    if (this.facetCache.size >= maxCached) this.facetCache.clear();
    this.facetCache.set(index, facet);
    return facet;
  }

  /** The corner with a vertex index. */
  corner(number: number): FacetCorner {
    let found = this.cornerCache.get(number);
    if (found) return found;
    found = this.measureCorner(number);
    if (this.cornerCache.size >= maxCached) this.cornerCache.clear();
    this.cornerCache.set(number, found);
    return found;
  }

  private normalOf(index: number): Vec3 | null {
    const normal = this.surface.normalOf(index);
    return normal && this.orientation < 0 ? scale(normal, -1) : normal;
  }

  private numbersOf(index: number): [number, number, number] {
    const { surface } = this;
    return [surface.cornerNumber(index, 0), surface.cornerNumber(index, 1), surface.cornerNumber(index, 2)];
  }

  private measure(index: number): Facet | null {
    const normal = this.normalOf(index);
    if (!normal) return null;
    const corners = this.surface.corners(index);
    const numbers = this.numbersOf(index);
    const edge = (k: number): FacetEdge => this.measureEdge(index, corners, numbers, normal, k);
    return { index, corners, normal, numbers, edges: [edge(0), edge(1), edge(2)] };
  }

  private measureEdge(
    index: number,
    corners: readonly Vec3[],
    numbers: readonly number[],
    normal: Vec3,
    k: number,
  ): FacetEdge {
    const [from, to] = [corners[k], corners[(k + 1) % 3]];
    const [first, second] = [numbers[k], numbers[(k + 1) % 3]];
    const inward = [inwardFrom(from, to, corners[(k + 2) % 3])];
    const triangles = [index];
    let [sum, isOwned, isSharp] = [normal, true, true];
    for (const other of this.trianglesAt(first)) {
      const otherNumbers = this.numbersOf(other);
      if (other === index || !otherNumbers.includes(second)) continue;
      const otherNormal = this.normalOf(other);
      if (!otherNormal) continue;
      const apex = otherNumbers.findIndex((number) => number !== first && number !== second);
      const toApex = inwardFrom(from, to, this.surface.corners(other)[apex]);
      inward.push(toApex);
      triangles.push(other);
      sum = add(sum, otherNormal);
      if (other < index) isOwned = false;
      const convexity = -dot(toApex, normal);
      if (
        this.orientation === 0
          ? Math.abs(convexity) < coplanarAngle && dot(toApex, inward[0]) < 0
          : convexity < coplanarAngle
      )
        isSharp = false;
    }
    return { triangles, inward, normal: sum, isOwned, isSharp };
  }

  private trianglesAt(corner: number): number[] {
    const triangles: number[] = [];
    this.surface.collectAround(corner, triangles);
    return triangles;
  }

  private measureCorner(number: number): FacetCorner {
    const spokes: Vec3[] = [];
    const triangles: number[] = [];
    let normal: Vec3 = [0, 0, 0];
    let owner = Infinity;
    let firstNormal: Vec3 | null = null;
    let isSharp = this.orientation === 0;
    for (const index of this.trianglesAt(number)) {
      const facetNormal = this.normalOf(index);
      if (!facetNormal) continue;
      firstNormal ??= facetNormal;
      if (length(subtract(facetNormal, firstNormal)) > coplanarAngle) isSharp = true;
      const numbers = this.numbersOf(index);
      const corners = this.surface.corners(index);
      const k = numbers.indexOf(number);
      const p = unit(subtract(corners[(k + 1) % 3], corners[k]));
      const q = unit(subtract(corners[(k + 2) % 3], corners[k]));
      spokes.push(p, q);
      normal = add(normal, scale(facetNormal, atan2(length(cross(p, q)), dot(p, q))));
      owner = Math.min(owner, index);
      triangles.push(index);
    }
    return { triangles, spokes, normal, owner, isSharp };
  }
}

/** The unit vector from an edge toward a point, perpendicular to the edge. */
function inwardFrom(from: Vec3, to: Vec3, point: Vec3): Vec3 {
  const along = unit(subtract(to, from));
  const toApex = subtract(point, from);
  return unit(subtract(toApex, scale(along, dot(toApex, along))));
}

function unit(v: Vec3): Vec3 {
  const size = length(v);
  return size > 0 ? scale(v, 1 / size) : v;
}
