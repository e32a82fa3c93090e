import { add, cross, dot, length, scale, subtract, type Vec3 } from '../math/vec3.ts';
import {
  addFirst,
  addOuter,
  type MassProperties,
  type MomentSums,
  massFromMoments,
  momentsFromSums,
  pointMass,
} from './mass.ts';

/**
 * Twice the area of the triangle p, q, r, along its normal: the cross product of its two shorter sides. That of two
 * long sides of a sliver would lose the digits of the short one.
 */
export function doubleArea(p: Vec3, q: Vec3, r: Vec3): Vec3 {
  const [pq, qr, rp] = [subtract(q, p), subtract(r, q), subtract(p, r)];
  const [a, b, c] = [dot(pq, pq), dot(qr, qr), dot(rp, rp)];
  if (a >= b && a >= c) return cross(qr, rp);
  return b >= c ? cross(rp, pq) : cross(pq, qr);
}

/**
 * Adds the tetrahedron of the origin and p, q, r: with s = p + q + r and D = det[p q r], V = D/6, ∫x = D/24·s and
 * ∫xxᵀ = D/120·(ppᵀ + qqᵀ + rrᵀ + ssᵀ). Counted negative when p, q, r turn clockwise from outside.
 * @param area twice the area of p, q, r along its normal: D = p·area
 */
export function addTetrahedron(sums: MomentSums, area: Vec3, p: Vec3, q: Vec3, r: Vec3): void {
  const sum = add(add(p, q), r);
  const determinant = dot(sum, area) / 3;
  sums[0] += determinant / 6;
  addFirst(sums, determinant / 24, sum);
  for (const point of [p, q, r, sum]) addOuter(sums, determinant / 120, point, point);
}

/** Adds the triangle p, q, r as a sheet: with the area A, ∫x = A/3·s and ∫xxᵀ = A/12·(ppᵀ + qqᵀ + rrᵀ + ssᵀ). */
export function addTriangle(sums: MomentSums, area: number, p: Vec3, q: Vec3, r: Vec3): void {
  const sum = add(add(p, q), r);
  sums[0] += area;
  addFirst(sums, area / 3, sum);
  for (const point of [p, q, r, sum]) addOuter(sums, area / 12, point, point);
}

/** Points relative to their middle, which keeps the digits of a body far from the origin. */
export interface CenteredPoints {
  readonly reference: Vec3;
  readonly points: readonly Vec3[];
  /** Largest distance of a point from the reference. */
  readonly reach: number;
  /** How far rounding may have moved a point. */
  readonly rounding: number;
}

export function centerPoints(vertices: ArrayLike<number>): CenteredPoints {
  const low: Vec3 = [Infinity, Infinity, Infinity];
  const high: Vec3 = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < vertices.length; k++) {
    low[k % 3] = Math.min(low[k % 3], vertices[k]);
    high[k % 3] = Math.max(high[k % 3], vertices[k]);
  }
  const reference = add(scale(low, 0.5), scale(high, 0.5));
  const points: Vec3[] = [];
  let reach = 0;
  for (let k = 0; k < vertices.length; k += 3) {
    const point = subtract([vertices[k], vertices[k + 1], vertices[k + 2]], reference);
    points.push(point);
    reach = Math.max(reach, length(point));
  }
  return { reference, points, reach, rounding: 4 * Number.EPSILON * (reach + length(reference)) };
}

/**
 * What rounding leaves of a flat body's volume: its surface times the distance that rounding moves a point. Such a body
 * has no volume, and the centre of its surface, which is what the centre of mass tends to as a sheet gets thinner.
 */
export function sheetOrSolid(
  solid: MomentSums,
  surface: MomentSums,
  { reference, rounding }: CenteredPoints,
): MassProperties {
  if (solid[0] > surface[0] * rounding) return massFromMoments(momentsFromSums(solid, reference, 0));
  return pointMass(momentsFromSums(surface, reference, 0).center);
}

/**
 * The mass of a closed surface of triangles, counterclockwise seen from outside: the sum of the signed tetrahedra that
 * they make with a point in the middle.
 */
export function polytopeMass(vertices: Float64Array, triangles: Uint32Array): MassProperties {
  const centered = centerPoints(vertices);
  const { points } = centered;
  const solid = new Float64Array(10);
  const surface = new Float64Array(10);
  for (let k = 0; k < triangles.length; k += 3) {
    const [p, q, r] = [points[triangles[k]], points[triangles[k + 1]], points[triangles[k + 2]]];
    const area = doubleArea(p, q, r);
    addTetrahedron(solid, area, p, q, r);
    addTriangle(surface, length(area) / 2, p, q, r);
  }
  return sheetOrSolid(solid, surface, centered);
}
