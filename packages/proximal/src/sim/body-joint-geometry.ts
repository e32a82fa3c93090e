// The rows of joints between bodies: their directions, errors and coordinates, from the axes aᵢ of frame A and bⱼ of frame B, and their
// origins p_A and p_B. A frame is stored as `placeOnBody` writes it: the rotation by rows, and the origin from index 12 on.
import { atan2 } from '../math/elementary.ts';

/**
 * A row and its error:
 * - `along`: the velocity of B relative to A at p_B, along aᵢ. The error is aᵢ·(p_B − p_A).
 * - `dot`: the angular velocity about bⱼ × aᵢ, which is the rate of aᵢ·bⱼ.
 * - `line`: the velocity of B relative to A at p_B, along the line from p_A to p_B: the rate of their distance.
 * - `about`: the angular velocity about aᵢ, the rate of the angle from aᵢ₊₁ to bᵢ₊₁ if the joint is closed: see `gradientOf`.
 * - `aboutB`: the angular velocity about bⱼ, the rate of the angle from aⱼ₊₂ to bⱼ₊₂ if the joint is closed.
 * - `swing`: the angular velocity about the direction of a₂ × b₂, the rate of the angle between a₂ and b₂.
 * - `twist`: ω·(a₂ + b₂)/(1 + a₂·b₂), the rate of the angle about a₂ before the shortest rotation from a₂ to b₂.
 */
export interface RowGeometry {
  readonly type: 'along' | 'dot' | 'line' | 'about' | 'aboutB' | 'swing' | 'twist';
  readonly i: number;
  readonly j: number;
}

/** Rows in triples, all linear or all angular; null for a row that is not used. */
export type RowTriple = readonly (RowGeometry | null)[];

/** Below this distance, in meters, the direction between two points is undefined: z is used instead. */
export const leastDistance = 1e-9;

/** Whether a row is an angular velocity. */
export function isAngular({ type }: RowGeometry): boolean {
  return type !== 'along' && type !== 'line';
}

/** Whether a coordinate is an angle that may exceed a full turn. */
export function isMultiTurn({ type }: RowGeometry): boolean {
  return type === 'about' || type === 'aboutB' || type === 'twist';
}

/** Writes the direction of a row, in world axes. It is a unit vector, except for `dot` and `twist`. */
export function directionOf({ type, i, j }: RowGeometry, a: Float64Array, b: Float64Array, out: Float64Array): void {
  if (type === 'along' || type === 'about') for (let k = 0; k < 3; k++) out[k] = a[3 * k + i];
  else if (type === 'aboutB') for (let k = 0; k < 3; k++) out[k] = b[3 * k + j];
  else if (type === 'dot') crossAxes(b, j, a, i, out);
  else if (type === 'swing') {
    const sine = crossAxes(a, i, b, j, out);
    // If the axes are parallel, the direction is undefined: any perpendicular direction serves.
    for (let k = 0; k < 3; k++) out[k] = sine > leastSine ? out[k] / sine : a[3 * k];
  } else if (type === 'twist') {
    const scale = 1 / twistDenominator(a, b);
    for (let k = 0; k < 3; k++) out[k] = scale * (a[3 * k + i] + b[3 * k + j]);
  } else {
    const distance = distanceOf(a, b);
    for (let k = 0; k < 3; k++)
      out[k] = distance > leastDistance ? (b[12 + k] - a[12 + k]) / distance : k === 2 ? 1 : 0;
  }
}

/**
 * Writes the vector g for which g·ω is the rate of the error or coordinate of an angular row. It is the row's direction, except for `about` and
 * `aboutB` of an open joint. With the axis n, the other body's axis p = z n + p⊥ turns about n at the rate of its perpendicular part,
 *   g = n − z p⊥/|p⊥|².
 */
export function gradientOf(row: RowGeometry, a: Float64Array, b: Float64Array, out: Float64Array): void {
  directionOf(row, a, b, out);
  const { type, i, j } = row;
  if (type !== 'about' && type !== 'aboutB') return;
  // The angle of bᵢ₊₁ is measured from aᵢ₊₁, that of aⱼ₊₂ from bⱼ₊₂.
  const [other, axis] = type === 'about' ? [b, (i + 1) % 3] : [a, (j + 2) % 3];
  let z = 0;
  for (let k = 0; k < 3; k++) z += out[k] * other[3 * k + axis];
  const square = Math.max(1 - z * z, leastSine);
  for (let k = 0; k < 3; k++) out[k] -= (z / square) * (other[3 * k + axis] - z * out[k]);
}

/** Below this sine of the swing, its direction is undefined. Also the least |p⊥|² in `gradientOf`. */
const leastSine = 1e-9;

/** 1 + a₂·b₂, kept above zero: the twist is undefined for opposite axes. */
export function twistDenominator(a: Float64Array, b: Float64Array): number {
  return Math.max(1 + dotOfAxes(a, 2, b, 2), 1e-6);
}

/** Writes pᵢ × qⱼ, and returns its length. */
function crossAxes(p: Float64Array, i: number, q: Float64Array, j: number, out: Float64Array): number {
  out[0] = p[3 + i] * q[6 + j] - p[6 + i] * q[3 + j];
  out[1] = p[6 + i] * q[j] - p[i] * q[6 + j];
  out[2] = p[i] * q[3 + j] - p[3 + i] * q[j];
  return Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
}

const product = new Float64Array(3);

/** The error or coordinate that a row measures; for `line` the distance. */
export function measure({ type, i, j }: RowGeometry, a: Float64Array, b: Float64Array): number {
  if (type === 'line') return distanceOf(a, b);
  if (type === 'dot') return dotOfAxes(a, i, b, j);
  if (type === 'swing') return atan2(crossAxes(a, i, b, j, product), dotOfAxes(a, i, b, j));
  const axis = type === 'aboutB' ? j : i;
  const next = (axis + 1) % 3;
  const last = (axis + 2) % 3;
  if (type === 'about') return atan2(dotOfAxes(a, last, b, next), dotOfAxes(a, next, b, next));
  if (type === 'aboutB') return atan2(dotOfAxes(a, last, b, next), dotOfAxes(a, last, b, last));
  if (type === 'twist') {
    // For the twist τ before a swing, Rᵢⱼ = aᵢ·bⱼ has R₁₀ − R₀₁ = (1 + R₂₂) sin τ and R₀₀ + R₁₁ = (1 + R₂₂) cos τ.
    const sine = dotOfAxes(a, last, b, next) - dotOfAxes(a, next, b, last);
    return atan2(sine, dotOfAxes(a, next, b, next) + dotOfAxes(a, last, b, last));
  }
  return a[i] * (b[12] - a[12]) + a[3 + i] * (b[13] - a[13]) + a[6 + i] * (b[14] - a[14]);
}

/** The distance between p_A and p_B. */
export function distanceOf(a: Float64Array, b: Float64Array): number {
  const x = b[12] - a[12];
  const y = b[13] - a[13];
  const z = b[14] - a[14];
  return Math.sqrt(x * x + y * y + z * z);
}

function dotOfAxes(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[3 + i] * b[3 + j] + a[6 + i] * b[6 + j];
}
