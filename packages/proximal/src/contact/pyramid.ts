// Equation and algorithm numbers refer to Le Lidec et al., "Contact Models in Robotics: a Comparative Analysis".

import { cos, sin } from '../math/elementary.ts';

/**
 * The pyramid that replaces the friction cone in an LCP. Its section is a regular polygon with facet normals at the angles 2πk/m.
 * If circumscribed, its facets touch the cone; with m = 4 it is the clamp of Alg. 1, which allows √2 µ at its corners. If
 * inscribed, its corners lie on the cone. The polygon here has inradius 1. The section of a contact's pyramid at a normal impulse λ_N is
 * `apothem(µ)` λ_N times as large.
 */
export class Pyramid {
  facets = 0;
  /** Outward normals of the facets, two numbers each. */
  normals = new Float64Array(0);
  /** The corners, two numbers each. */
  corners = new Float64Array(0);
  /** Half the length of a facet. */
  halfWidth = 0;
  private isInscribed = false;
  private cosine = 1;

  set(facets: number, isInscribed: boolean): void {
    this.isInscribed = isInscribed;
    if (facets === this.facets) return;
    this.facets = facets;
    this.normals = new Float64Array(2 * facets);
    this.corners = new Float64Array(2 * facets);
    const half = Math.PI / facets;
    this.cosine = cos(half);
    this.halfWidth = sin(half) / this.cosine;
    for (let k = 0; k < facets; k++) {
      this.normals[2 * k] = cos(2 * k * half);
      this.normals[2 * k + 1] = sin(2 * k * half);
      this.corners[2 * k] = cos((2 * k + 1) * half) / this.cosine;
      this.corners[2 * k + 1] = sin((2 * k + 1) * half) / this.cosine;
    }
  }

  /** The apothem of a contact's pyramid: the inradius of its section at a normal impulse of one. */
  apothem(mu: number): number {
    return this.isInscribed ? mu * this.cosine : mu;
  }

  /** The facet with the largest product of its normal and the point. */
  facetAlong(x: number, y: number): number {
    const { normals, facets } = this;
    let [largest, nearest] = [-Infinity, 0];
    for (let k = 0; k < facets; k++) {
      const product = normals[2 * k] * x + normals[2 * k + 1] * y;
      if (product > largest) [largest, nearest] = [product, k];
    }
    return nearest;
  }

  /** The gauge of the polygon at (x, y): the largest product of a facet normal and the point. It is at most 1 inside the polygon. */
  gauge(x: number, y: number): number {
    const { normals } = this;
    let largest = 0;
    for (let k = 0; k < normals.length; k += 2) largest = Math.max(largest, normals[k] * x + normals[k + 1] * y);
    return largest;
  }

  /** The support function of the polygon at (x, y). For m = 4, |x| + |y|. */
  support(x: number, y: number): number {
    const { corners } = this;
    let largest = 0;
    for (let k = 0; k < corners.length; k += 2) largest = Math.max(largest, corners[k] * x + corners[k + 1] * y);
    return largest;
  }

  /** Replaces the two numbers at `at` by the nearest point of the polygon with the inradius `apothem`. */
  project(v: Float64Array, at: number, apothem: number): void {
    const { normals } = this;
    let largest = apothem;
    let nearest = -1;
    for (let k = 0; k < normals.length; k += 2) {
      const product = normals[k] * v[at] + normals[k + 1] * v[at + 1];
      if (product > largest) [largest, nearest] = [product, k];
    }
    if (nearest < 0) return;
    const nx = normals[nearest];
    const ny = normals[nearest + 1];
    const half = apothem * this.halfWidth;
    const along = Math.min(half, Math.max(-half, nx * v[at + 1] - ny * v[at]));
    v[at] = apothem * nx - along * ny;
    v[at + 1] = apothem * ny + along * nx;
  }
}
