import { outOfRange } from '../check/argument.ts';
import type { Vec3 } from '../math/vec3.ts';

/** Volume, center of mass and inertia of a body of unit density. */
export interface MassProperties {
  /** In m³. */
  readonly volume: number;
  /** In body coordinates, in meters. */
  readonly centerOfMass: Vec3;
  /** The inertia tensor about the center of mass for unit density, by rows: nine numbers, in m⁵. */
  readonly inertia: readonly number[];
  /**
   * A bound on the relative error of the numbers above: an estimate by `numericMass`; for thin polytopes, the effect of the rounding of their
   * vertices; 0 for other closed forms, up to rounding. It holds in every direction: the relative errors of the volume and of the moment about any
   * axis are at most `error`, and the error of the center along any direction is at most `error` times the radius of gyration along that direction.
   */
  readonly error: number;
}

/**
 * Mass properties with the second moments ∫(x − c)(x − c)ᵀ dV about the center of mass c instead of the inertia tensor, since
 * a linear map A transforms them to |det A|·A C Aᵀ.
 */
export interface Moments {
  readonly volume: number;
  readonly center: Vec3;
  /** Nine numbers by rows, in m⁵. */
  readonly covariance: readonly number[];
  readonly error: number;
}

/**
 * The second moments of each `MassProperties` made here. If they were recomputed from the inertia tensor, a needle's second moment
 * across its axis would be a tiny difference of large numbers and lose its digits.
 */
const knownMoments = /* @__PURE__ */ new WeakMap<MassProperties, Moments>();

/** The inertia tensor of a second-moment matrix: I = tr(C)·1 − C. */
export function inertiaFromCovariance(c: readonly number[]): number[] {
  // Each diagonal entry is the sum of two entries, not the trace minus one entry: no small moment is a difference of large ones.
  return [c[4] + c[8], 0 - c[1], 0 - c[2], 0 - c[3], c[0] + c[8], 0 - c[5], 0 - c[6], 0 - c[7], c[0] + c[4]];
}

/** The second-moment matrix of an inertia tensor: C = ½ tr(I)·1 − I. */
export function covarianceFromInertia(i: readonly number[]): number[] {
  const [x, y, z] = [i[0], i[4], i[8]];
  return [
    (y - x + z) / 2,
    0 - i[1],
    0 - i[2],
    0 - i[3],
    (x - y + z) / 2,
    0 - i[5],
    0 - i[6],
    0 - i[7],
    (x - z + y) / 2,
  ];
}

export function massFromMoments(moments: Moments): MassProperties {
  const { volume, center, covariance, error } = moments;
  const inertia = inertiaFromCovariance(covariance);
  const mass: MassProperties = { volume, centerOfMass: [...center], inertia, error };
  knownMoments.set(mass, moments);
  return mass;
}

export function momentsFromMass(mass: MassProperties): Moments {
  const { volume, centerOfMass, inertia, error } = mass;
  return knownMoments.get(mass) ?? { volume, center: centerOfMass, covariance: covarianceFromInertia(inertia), error };
}

/** The mass of a body with diagonal second moments. */
export function diagonalMass(volume: number, center: Vec3, xx: number, yy: number, zz: number): MassProperties {
  return massFromMoments({ volume, center, covariance: [xx, 0, 0, 0, yy, 0, 0, 0, zz], error: 0 });
}

/** The mass of a body without volume: a point, a segment or a sheet around `center`. */
export function pointMass(center: Vec3 = [0, 0, 0]): MassProperties {
  return diagonalMass(0, center, 0, 0, 0);
}

/**
 * Integrals over a body, relative to some reference point: the volume, the three first moments ∫x dV, and the six
 * second moments ∫xxᵀ dV in the order xx xy xz yy yz zz.
 */
export type MomentSums = Float64Array;

/** Adds `factor`·(p qᵀ + q pᵀ)/2 to the second moments. */
export function addOuter(sums: MomentSums, factor: number, p: Vec3, q: Vec3): void {
  sums[4] += factor * p[0] * q[0];
  sums[5] += (factor / 2) * (p[0] * q[1] + p[1] * q[0]);
  sums[6] += (factor / 2) * (p[0] * q[2] + p[2] * q[0]);
  sums[7] += factor * p[1] * q[1];
  sums[8] += (factor / 2) * (p[1] * q[2] + p[2] * q[1]);
  sums[9] += factor * p[2] * q[2];
}

/** Adds `factor`·p to the first moments. */
export function addFirst(sums: MomentSums, factor: number, p: Vec3): void {
  for (let k = 0; k < 3; k++) sums[1 + k] += factor * p[k];
}

/**
 * The moments about the center of mass, by the parallel axis theorem: C = ∫xxᵀ − V d dᵀ, with the center d relative to
 * `reference`. All 0 at `reference` if the volume is not positive.
 */
export function momentsFromSums(sums: MomentSums, reference: Vec3, error: number): Moments {
  const volume = sums[0];
  if (!(volume > 0)) return { volume: 0, center: reference, covariance: new Array<number>(9).fill(0), error };
  const d: Vec3 = [sums[1] / volume, sums[2] / volume, sums[3] / volume];
  const central = Float64Array.from(sums);
  addOuter(central, -volume, d, d);
  const [xx, xy, xz, yy, yz, zz] = central.subarray(4);
  const center: Vec3 = [reference[0] + d[0], reference[1] + d[1], reference[2] + d[2]];
  return { volume, center, covariance: [xx, xy, xz, xy, yy, yz, xz, yz, zz], error };
}

/** The moments of the image under x ↦ A x + t: V |det A|, A c + t and |det A|·A C Aᵀ. A may be a reflection. */
export function transformMoments(moments: Moments, linear: ArrayLike<number>, translation: ArrayLike<number>): Moments {
  const a = linear;
  const { volume, center, covariance, error } = moments;
  const determinant =
    a[0] * (a[4] * a[8] - a[5] * a[7]) - a[1] * (a[3] * a[8] - a[5] * a[6]) + a[2] * (a[3] * a[7] - a[4] * a[6]);
  const size = Math.abs(determinant);
  const left = product(a, covariance);
  const image = product(left, [a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]]);
  const symmetric = image.map((x, k) => (size * (x + image[transposed[k]])) / 2);
  const moved = [0, 3, 6].map((k) => a[k] * center[0] + a[k + 1] * center[1] + a[k + 2] * center[2]);
  return {
    volume: size * volume,
    center: [moved[0] + translation[0], moved[1] + translation[1], moved[2] + translation[2]],
    covariance: symmetric,
    error,
  };
}

/** The index of each entry of a row-major matrix in its transpose. */
const transposed = [0, 3, 6, 1, 4, 7, 2, 5, 8];

function product(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  const entry = (row: number, column: number): number =>
    a[row] * b[column] + a[row + 1] * b[column + 3] + a[row + 2] * b[column + 6];
  return [0, 3, 6].flatMap((row) => [entry(row, 0), entry(row, 1), entry(row, 2)]);
}

/** The mass of the image of a body under x ↦ A x + t. A has nine numbers by rows and any determinant. */
export function transformMass(
  mass: MassProperties,
  linear: ArrayLike<number>,
  translation: ArrayLike<number> = [0, 0, 0],
): MassProperties {
  return massFromMoments(transformMoments(momentsFromMass(mass), linear, translation));
}

/** The mass of several disjoint bodies as one. With densities (1 unless given), the result's `volume` is the sum of density × volume. */
export function combineMass(masses: readonly MassProperties[], densities?: readonly number[]): MassProperties {
  if (masses.length === 0) throw outOfRange('combineMass', 'masses', masses, 'give at least one mass');
  const parts = masses.map(momentsFromMass);
  const reference = parts[0].center;
  const sums = new Float64Array(10);
  let error = 0;
  parts.forEach(({ volume, center, covariance, error: partError }, k) => {
    const density = densities?.[k] ?? 1;
    const d: Vec3 = [center[0] - reference[0], center[1] - reference[1], center[2] - reference[2]];
    sums[0] += density * volume;
    addFirst(sums, density * volume, d);
    addOuter(sums, density * volume, d, d);
    [0, 1, 2, 4, 5, 8].forEach((from, to) => {
      sums[4 + to] += density * covariance[from];
    });
    error = Math.max(error, partError);
  });
  return massFromMoments(momentsFromSums(sums, reference, error));
}
