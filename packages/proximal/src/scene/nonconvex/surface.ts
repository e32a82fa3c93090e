// A surface of triangles, and the assignment of contacts to its triangles.
//
// The nearest point of a triangle may be on one of its edges. It is a contact of the surface only if no neighbor is nearer, that
// is, if n · d ≤ 0 for the direction n to the other body and each direction d into a triangle at the edge or corner. So a flat or concave edge has no
// contacts, and a convex edge has those with directions between the normals of its two faces.
import { cross, dot, length, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import { Assembly } from '../../shapes/assembly.ts';
import type { Shape } from '../../shapes/shape.ts';
import { Facets } from './facets.ts';

/**
 * Slopes below this, in radians, count as level: a corner counts as equally high if it is lower by less than this times the
 * distance.
 */
export const level = 1e-6;

/** Assemblies whose parts have one triangle each. */
export abstract class Surface extends Assembly {
  readonly isLocal = true;
  /** Whether the space behind the triangles is solid. Otherwise they have two sides. */
  abstract readonly isSolid: boolean;
  /** 1 or −1 if the triangles enclose a solid and face outward or inward; 0 for a sheet. @internal */
  abstract readonly orientation: number;
  private outer: Facets | null = null;
  private inner: Facets | null = null;

  /** The triangles with their neighbors, seen from outside; if `isHollow`, from inside a closed surface. @internal */
  facets(isHollow: boolean): Facets {
    if (isHollow) this.inner ??= new Facets(this, -this.orientation);
    else this.outer ??= new Facets(this, this.orientation);
    return (isHollow ? this.inner : this.outer) as Facets;
  }

  /** The corners of triangle `index`; of a solid, counter-clockwise seen from outside. @internal */
  abstract corners(index: number): [Vec3, Vec3, Vec3];

  /** Triangle number `index` as a shape. @internal */
  abstract facet(index: number): Shape;

  /** The vertex index of a triangle's corner `corner`, 0 to 2; it is equal for all triangles that share the corner. @internal */
  abstract cornerNumber(index: number, corner: number): number;

  /** Calls `visit` with each triangle at a corner. @internal */
  abstract visitAround(corner: number, visit: (index: number) => void): void;

  /** The unit normal of a triangle; null if it has no area. @internal */
  normalOf(index: number): Vec3 | null {
    const [a, b, c] = this.corners(index);
    const across = cross(subtract(b, a), subtract(c, a));
    const size = length(across);
    return size > 0 ? scale(across, 1 / size) : null;
  }

  /** Whether a contact of triangle `index` may have the unit normal `outward`, in body coordinates. @internal */
  admits(index: number, outward: Vec3): boolean {
    const corners = this.corners(index);
    let top = 0;
    for (let k = 1; k < 3; k++) if (dot(outward, corners[k]) > dot(outward, corners[top])) top = k;
    const isFarthest = (k: number): boolean => k === top || isLevel(outward, corners[k], corners[top]);
    let second = -1;
    for (let k = 0; k < 3; k++) if (k !== top && isFarthest(k)) second = second < 0 ? k : 3;
    // All three corners are support points: the face itself.
    if (second === 3) return true;
    const other = second < 0 ? -1 : this.cornerNumber(index, second);
    return this.isHighest(this.cornerNumber(index, top), corners[top], other, index, outward);
  }

  /**
   * Whether no triangle at a corner rises along a direction. If `other` is not −1, only triangles at the edge to that corner
   * count.
   */
  private isHighest(corner: number, position: Vec3, other: number, own: number, outward: Vec3): boolean {
    let isHighest = true;
    this.visitAround(corner, (index) => {
      if (index === own || !isHighest) return;
      const numbers = [0, 1, 2].map((k) => this.cornerNumber(index, k));
      if (other >= 0 && !numbers.includes(other)) return;
      const corners = this.corners(index);
      for (let k = 0; k < 3; k++) {
        if (numbers[k] === corner || numbers[k] === other) continue;
        const edge = subtract(corners[k], position);
        if (dot(outward, edge) > 2 * level * length(edge)) isHighest = false;
      }
    });
    return isHighest;
  }
}

/** Whether one corner is no lower than another along a direction. */
function isLevel(direction: Vec3, corner: Vec3, top: Vec3): boolean {
  const edge = subtract(corner, top);
  return dot(direction, edge) >= -level * length(edge);
}
