import { exponentOf } from '../math/power-of-two.ts';
import { add, length, scale, subtract, type Vec3 } from '../math/vec3.ts';
import { doubleArea, sixVolumes } from './double-double.ts';
import {
  addFirst,
  addOuter,
  type MassProperties,
  type MomentSums,
  massFromMoments,
  momentsFromMass,
  momentsFromSums,
  pointMass,
} from './mass.ts';

/**
 * Adds the tetrahedron with the vertices o, p, q, r, relative to the reference point. With s = o + p + q + r and D = det[p−o q−o r−o],
 * V = D/6, ∫x = D/24·s and ∫xxᵀ = D/120·(ooᵀ + ppᵀ + qqᵀ + rrᵀ + ssᵀ). D is negative if p, q, r are clockwise seen
 * from the side that o is not on.
 */
function addTetrahedron(sums: MomentSums, determinant: number, o: Vec3, p: Vec3, q: Vec3, r: Vec3): void {
  const sum = add(add(p, q), add(r, o));
  sums[0] += determinant / 6;
  addFirst(sums, determinant / 24, sum);
  for (const point of [o, p, q, r, sum]) addOuter(sums, determinant / 120, point, point);
}

/** Adds the triangle p, q, r as a sheet: with the area A, ∫x = A/3·s and ∫xxᵀ = A/12·(ppᵀ + qqᵀ + rrᵀ + ssᵀ). */
export function addTriangle(sums: MomentSums, area: number, p: Vec3, q: Vec3, r: Vec3): void {
  const sum = add(add(p, q), r);
  sums[0] += area;
  addFirst(sums, area / 3, sum);
  for (const point of [p, q, r, sum]) addOuter(sums, area / 12, point, point);
}

/** Points scaled to a size of about 1, and relative to the center of their bounding box: fewer digits cancel far from the origin. */
export interface CenteredPoints {
  /** The length in meters that counts as 1. It is a power of two, so scaling by it loses no digits. */
  readonly unit: number;
  /** The points divided by the unit, relative to the body's origin. */
  readonly originals: readonly Vec3[];
  /** The center of the bounding box of `originals`. */
  readonly reference: Vec3;
  /** `originals` relative to the reference, rounded. */
  readonly points: readonly Vec3[];
  /** A bound on the displacement of a point by the rounding of its coordinates, by half a unit in the last place each. */
  readonly rounding: number;
}

/** @param leastSize a lower bound on the size from which the unit is chosen, in meters */
export function centerPoints(vertices: ArrayLike<number>, leastSize = 0): CenteredPoints {
  let largest = 0;
  for (let k = 0; k < vertices.length; k++) largest = Math.max(largest, Math.abs(vertices[k]));
  const size = Math.max(largest, leastSize);
  const unit = size > 0 ? 2 ** exponentOf(size) : 1;
  const low: Vec3 = [Infinity, Infinity, Infinity];
  const high: Vec3 = [-Infinity, -Infinity, -Infinity];
  const originals: Vec3[] = [];
  for (let k = 0; k < vertices.length; k += 3) {
    const point: Vec3 = [vertices[k] / unit, vertices[k + 1] / unit, vertices[k + 2] / unit];
    originals.push(point);
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis], point[axis]);
      high[axis] = Math.max(high[axis], point[axis]);
    }
  }
  const reference = add(scale(low, 0.5), scale(high, 0.5));
  const points = originals.map((point) => subtract(point, reference));
  return { unit, originals, reference, points, rounding: Number.EPSILON * (largest / unit) };
}

/** Relative errors up to this one are reported as 0. */
const negligible = 2 ** -40;

/**
 * The largest relative change of a convex body's mass by a rounding δ of its vertices. Moving each face, at a height h above the
 * center of mass, by δ changes volume, center and moments by at most 5δ/h of themselves. In three dimensions h is at least a
 * quarter of the width, the width at least twice the inradius, and the inradius at least V/S.
 * @param flatness S/V
 * @param radius the radius of a ball that is swept over the body, a lower bound on h
 */
export function roundingError(rounding: number, flatness: number, radius = 0): number {
  const error = 5 * rounding * Math.min(2 * flatness, 1 / radius);
  return error > negligible ? error : 0;
}

/**
 * The mass of a solid or of a sheet. A body whose volume is at most its surface area times the rounding of its vertices counts as
 * a sheet: its volume is 0, and its center is the center of its surface, the limit for vanishing thickness.
 * @param isFlat whether the body is known to be a sheet
 */
export function sheetOrSolid(
  solid: MomentSums,
  surface: MomentSums,
  { reference, rounding, unit }: CenteredPoints,
  isFlat = false,
): MassProperties {
  if (isFlat || !(solid[0] > surface[0] * rounding))
    return scaleMass(pointMass(momentsFromSums(surface, reference, 0).center), unit);
  const error = roundingError(rounding, surface[0] / solid[0]);
  return scaleMass(massFromMoments(momentsFromSums(solid, reference, error)), unit);
}

/** Converts a mass from another unit of length to meters. The factors are multiplied one by one because u⁵ may overflow even if C u⁵ does not. */
export function scaleMass(mass: MassProperties, unit: number): MassProperties {
  const { volume, center, covariance, error } = momentsFromMass(mass);
  return massFromMoments({
    volume: volume * unit * unit * unit,
    center: scale(center, unit),
    covariance: covariance.map((value) => value * unit * unit * unit * unit * unit),
    error,
  });
}

/**
 * The mass of the body within a closed surface of triangles that are counter-clockwise seen from outside: the sum of the signed tetrahedra of
 * each triangle and one vertex of the surface. A vertex is better than an interior point, whose coordinates would be rounded.
 */
export function polytopeMass(vertices: Float64Array, triangles: Uint32Array): MassProperties {
  const centered = centerPoints(vertices);
  const solid = new Float64Array(10);
  const surface = new Float64Array(10);
  for (let k = 0; k < triangles.length; k += 3) {
    const [i, j, l] = triangles.subarray(k, k + 3);
    addSolid(solid, centered, triangles[0], i, j, l);
    const [p, q, r] = [i, j, l].map((vertex) => centered.originals[vertex]);
    addTriangle(surface, length(doubleArea(p, q, r)) / 2, centered.points[i], centered.points[j], centered.points[l]);
  }
  return sheetOrSolid(solid, surface, centered);
}

/** Adds the tetrahedron of the vertices with the indices o, i, j, l. Its determinant is computed from the unrounded `originals`. */
export function addSolid(
  sums: MomentSums,
  { originals, points }: CenteredPoints,
  o: number,
  i: number,
  j: number,
  l: number,
): void {
  const determinant = sixVolumes(originals[o], originals[i], originals[j], originals[l]);
  addTetrahedron(sums, determinant, points[o], points[i], points[j], points[l]);
}
