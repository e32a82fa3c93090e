// Points scaled by a power of two to a largest coordinate of about one, without exact duplicates. Scaling is exact, except that coordinates below
// 2⁻²⁰⁰ become zero, and keeps products of three coordinates from under- and overflow.
import { outOfRange, wrongType } from '../check/argument.ts';
import { exponentOf } from '../math/power-of-two.ts';

/**
 * The tolerances of one step and of all steps together, in units of 2⁻⁵² times the largest coordinate. A point that a program
 * rotated and translated has an error of about 3 units; a plane through three such points misses a fourth by up to about 10.
 */
const stepUnits = 16;
const totalUnits = 64;

export interface Cloud {
  /** x y z of the distinct points, scaled. */
  readonly xyz: Float64Array;
  /** The number of distinct points. */
  readonly count: number;
  /** For each point its index in the input; of duplicates, the lowest. */
  readonly source: Uint32Array;
  /** The number of points that were dropped as duplicates. */
  readonly duplicates: number;
  /** Multiplies a scaled length back to meters; exact unless the result is subnormal. */
  readonly meters: (length: number) => number;
  /** The tolerance of a single step (dropping a point, merging faces), scaled. */
  readonly step: number;
  /** The tolerance of all steps together, scaled. */
  readonly total: number;
}

export function makeCloud(where: string, points: Float64Array): Cloud {
  const largest = largestCoordinate(where, points);
  const exponent = largest === 0 ? 0 : exponentOf(largest);
  // In two factors, because 2^1074 overflows.
  const half = Math.trunc(exponent / 2);
  const [first, second] = [2 ** half, 2 ** (exponent - half)];
  const scaled = new Float64Array(points.length);
  for (let k = 0; k < points.length; k++) {
    const x = points[k] / first / second;
    // Smaller coordinates would underflow in a product, and are far below every tolerance. Adding 0 turns −0 into 0.
    scaled[k] = Math.abs(x) < 2 ** -200 ? 0 : x + 0;
  }
  const unit = (largest / first / second) * 2 ** -52;
  const { representatives, count } = distinct(scaled);
  const same = count === points.length / 3;
  return {
    xyz: same ? scaled : gather(scaled, representatives, count),
    count,
    source: representatives.subarray(0, count),
    duplicates: points.length / 3 - count,
    meters: (length) => length * first * second,
    step: stepUnits * unit,
    total: totalUnits * unit,
  };
}

/** A cloud of some of the points of another, with the same scale and tolerances. */
export function subCloud(cloud: Cloud, indices: ArrayLike<number>): Cloud {
  const count = indices.length;
  const source = new Uint32Array(count);
  for (let k = 0; k < count; k++) source[k] = cloud.source[indices[k]];
  return { ...cloud, xyz: gather(cloud.xyz, indices, count), count, source };
}

function gather(xyz: Float64Array, indices: ArrayLike<number>, count: number): Float64Array {
  const out = new Float64Array(3 * count);
  for (let k = 0; k < count; k++) {
    const from = 3 * indices[k];
    out[3 * k] = xyz[from];
    out[3 * k + 1] = xyz[from + 1];
    out[3 * k + 2] = xyz[from + 2];
  }
  return out;
}

function largestCoordinate(where: string, points: Float64Array): number {
  const remedy = 'give at least one point: finite flat numbers x y z x y z …';
  if (!(points instanceof Float64Array) || points.length === 0 || points.length % 3 !== 0)
    throw wrongType(where, 'points', points, remedy);
  let largest = 0;
  for (let k = 0; k < points.length; k++) {
    const size = Math.abs(points[k]);
    if (!(size < Infinity)) throw outOfRange(where, `points[${k}]`, points[k], remedy);
    if (size > largest) largest = size;
  }
  return largest;
}

/** The indices of the distinct points in ascending order, the lowest of each set of duplicates. */
function distinct(xyz: Float64Array): { representatives: Uint32Array; count: number } {
  const total = xyz.length / 3;
  let size = 8;
  while (size < 2 * total) size *= 2;
  const table = new Int32Array(size).fill(-1);
  const words = new Int32Array(xyz.buffer);
  const representatives = new Uint32Array(total);
  let count = 0;
  for (let p = 0; p < total; p++) {
    let slot = hash(words, 6 * p) & (size - 1);
    let other = table[slot];
    while (other >= 0 && !samePoint(xyz, 3 * other, 3 * p)) {
      slot = (slot + 1) & (size - 1);
      other = table[slot];
    }
    if (other >= 0) continue;
    table[slot] = p;
    representatives[count++] = p;
  }
  return { representatives, count };
}

function hash(words: Int32Array, at: number): number {
  let h = 0;
  for (let k = 0; k < 6; k++) {
    h = Math.imul(h ^ words[at + k], 0x9e3779b1);
    h ^= h >>> 15;
  }
  return h;
}

function samePoint(xyz: Float64Array, a: number, b: number): boolean {
  return xyz[a] === xyz[b] && xyz[a + 1] === xyz[b + 1] && xyz[a + 2] === xyz[b + 2];
}
