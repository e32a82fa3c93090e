// A surface of triangles, and the assignment of contacts to its triangles.
//
// The nearest point of a triangle may be on one of the triangle's edges. This point is a contact of the surface only if no neighbor is nearer,
// that is, if n · d ≤ 0 for the direction n to the other body and each direction d into a triangle at the edge or corner. So a flat or concave
// edge has no contacts of its own, and a convex edge has contacts with directions between the normals of its two faces.
import { SlotList } from '../../broad/slot-list.ts';
import { cross, dot, length, type Vec3 } from '../../math/vec3.ts';
import { Assembly, type PartList } from '../../shapes/assembly.ts';
import type { Shape } from '../../shapes/shape.ts';
import { Facets } from './facets.ts';

/**
 * The largest slope, in radians, that counts as level: two corners are equally high if their heights differ by at most this times their distance.
 */
export const levelTolerance = 1e-6;

/** Assemblies whose parts have one triangle each. */
export abstract class Surface extends Assembly {
  readonly isLocal = true;
  /** Whether convex bodies meet only the outer sides of the triangles, and the space behind them is solid; otherwise both sides. */
  abstract readonly isOneSided: boolean;
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

  /** Writes corner `corner`, 0 to 2, of triangle `index` to `out`, and returns it; of a solid, counter-clockwise seen from outside. @internal */
  abstract corner(index: number, corner: number, out?: Vec3): Vec3;

  /** Triangle number `index` as a shape. @internal */
  abstract facet(index: number): Shape;

  /** The vertex index of a triangle's corner `corner`, 0 to 2; it is equal for all triangles that share the corner. @internal */
  abstract cornerNumber(index: number, corner: number): number;

  /** Adds the triangles at a corner to a list. @internal */
  abstract collectAround(corner: number, out: PartList): void;

  /** The corners of triangle `index`. @internal */
  corners(index: number): [Vec3, Vec3, Vec3] {
    return [this.corner(index, 0), this.corner(index, 1), this.corner(index, 2)];
  }

  /** The unit normal of a triangle, written to `out`; null if it has no area. @internal */
  normalOf(index: number, out: Vec3 = [0, 0, 0]): Vec3 | null {
    const [a, b, c] = scratch;
    this.corner(index, 0, a);
    subtractFrom(this.corner(index, 1, b), a);
    subtractFrom(this.corner(index, 2, c), a);
    cross(b, c, out);
    const size = length(out);
    if (!(size > 0)) return null;
    for (let k = 0; k < 3; k++) out[k] *= 1 / size;
    return out;
  }

  /** Whether a contact of triangle `index` may have the unit normal `outward`, in body coordinates. @internal */
  admits(index: number, outward: Vec3): boolean {
    for (let k = 0; k < 3; k++) this.corner(index, k, scratch[k]);
    let top = 0;
    for (let k = 1; k < 3; k++) if (dot(outward, scratch[k]) > dot(outward, scratch[top])) top = k;
    const position = scratch[top];
    let second = -1;
    for (let k = 0; k < 3; k++) {
      if (k === top || !isLevel(outward, subtractFrom(scratch[k], position))) continue;
      second = second < 0 ? k : 3;
    }
    // All three corners are support points: the face itself.
    if (second === 3) return true;
    const other = second < 0 ? -1 : this.cornerNumber(index, second);
    return this.isHighest(this.cornerNumber(index, top), position, other, index, outward);
  }

  /**
   * Whether no triangle at a corner, except `own`, rises along a direction. If `other` is not −1, only triangles at the edge to that
   * corner count.
   */
  private isHighest(corner: number, position: Vec3, other: number, own: number, outward: Vec3): boolean {
    nearTriangles.clear();
    this.collectAround(corner, nearTriangles);
    for (let n = 0; n < nearTriangles.count; n++) {
      const index = nearTriangles.slots[n];
      if (index === own || (other >= 0 && !this.hasCorner(index, other))) continue;
      for (let k = 0; k < 3; k++) {
        const number = this.cornerNumber(index, k);
        if (number === corner || number === other) continue;
        subtractFrom(this.corner(index, k, edge), position);
        if (dot(outward, edge) > 2 * levelTolerance * length(edge)) return false;
      }
    }
    return true;
  }

  private hasCorner(index: number, corner: number): boolean {
    for (let k = 0; k < 3; k++) if (this.cornerNumber(index, k) === corner) return true;
    return false;
  }
}

// Scratch, so that contacts with triangles make few objects.
const nearTriangles = /* @__PURE__ */ new SlotList();
const scratch: readonly [Vec3, Vec3, Vec3] = [
  [0, 0, 0],
  [0, 0, 0],
  [0, 0, 0],
];
const edge: Vec3 = [0, 0, 0];

function subtractFrom(a: Vec3, b: Readonly<Vec3>): Vec3 {
  for (let k = 0; k < 3; k++) a[k] -= b[k];
  return a;
}

/** Whether the end of an edge is no lower than its start along a direction, within `levelTolerance`. */
function isLevel(direction: Vec3, along: Vec3): boolean {
  return dot(direction, along) >= -levelTolerance * length(along);
}
