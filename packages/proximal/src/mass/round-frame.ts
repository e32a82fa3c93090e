import type { Vec3 } from '../math/vec3.ts';
import type { BatchSupport } from './meridian.ts';

/** An affine frame x = center + L q in which a body is about as long as wide as thick, of size about 1. */
export interface Frame {
  readonly center: Vec3;
  /** L, nine numbers by rows, lower triangular: the identity's directions stay, so a box keeps its edges along axes. */
  readonly linear: readonly number[];
  /** The body has no thickness that rounding would let one tell from zero. */
  readonly flat: boolean;
  /** Writes the body's direction for a direction of the frame: L⁻ᵀ n, up to its length. */
  toBodyDirection(n: Vec3, out: Float64Array, at: number): void;
  /** The frame's coordinates of a point of the body: L⁻¹ (x − center). */
  fromBodyPoint(points: Float64Array, at: number): Vec3;
}

/**
 * Directions that treat the three axes and their signs alike, and have no zero: a tie between the ends of an edge along
 * an axis would spoil the symmetry. The 48 permutations and signs of three different numbers.
 */
function spread(): Float64Array {
  const numbers = [1, 2, 3.5];
  const rows: number[] = [];
  for (const order of [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]) { // biome-ignore format: a table
    for (let signs = 0; signs < 8; signs++) {
      for (let c = 0; c < 3; c++) rows.push((signs >> c) & 1 ? -numbers[order[c]] : numbers[order[c]]);
    }
  }
  return Float64Array.from(rows);
}

const rounds = 8;

/**
 * Makes a body round: the covariance of its support points in directions spread evenly over the frame is LLᵀ up to a
 * factor (Cholesky); a thin body needs a few rounds, since only a frame that is already round sees all of it.
 */
export function roundFrame(support: BatchSupport): Frame {
  const directions = spread();
  const points = new Float64Array(directions.length);
  let frame = makeFrame([0, 0, 0], [1, 0, 0, 0, 1, 0, 0, 0, 1], false);
  for (let round = 0; round < rounds; round++) {
    for (let k = 0; k < directions.length; k += 3) {
      frame.toBodyDirection([directions[k], directions[k + 1], directions[k + 2]], points, k);
    }
    support(points, points);
    const next = fitFrame(points);
    const settled = !next.flat && alike(frame.linear, next.linear);
    frame = next;
    if (frame.flat || settled) break;
  }
  return frame;
}

function fitFrame(points: Float64Array): Frame {
  const count = points.length / 3;
  const center: Vec3 = [0, 0, 0];
  let reach = 0;
  for (let k = 0; k < points.length; k++) {
    center[k % 3] += points[k] / count;
    reach = Math.max(reach, Math.abs(points[k]));
  }
  // Divided by the largest extent first, so that no square over- or underflows.
  let extent = 0;
  for (let k = 0; k < points.length; k++) extent = Math.max(extent, Math.abs(points[k] - center[k % 3]));
  const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  if (!(extent > 8 * Number.EPSILON * reach)) return makeFrame(center, identity, true);
  const c = new Float64Array(9);
  for (let k = 0; k < points.length; k += 3) {
    for (let i = 0; i < 9; i++) {
      const [row, column] = [Math.floor(i / 3), i % 3];
      c[i] += (((points[k + row] - center[row]) / extent) * ((points[k + column] - center[column]) / extent) * 3) / count;
    }
  }
  const linear = cholesky(c);
  // A column that is shorter than what rounding moves points by.
  const least = (64 * Number.EPSILON * reach) / extent;
  const flat = !(linear[0] > least && linear[4] > least && linear[8] > least);
  return makeFrame(center, flat ? identity : linear.map((x) => x * extent), flat);
}

/** L with LLᵀ = C; off-diagonal rounding is dropped, so that what lies along axes stays exactly there. */
function cholesky(c: Float64Array): number[] {
  const clean = (x: number, a: number, b: number): number => (Math.abs(x) > 1e-9 * Math.sqrt(a * b) ? x : 0);
  const a = Math.sqrt(c[0]);
  const b = clean(c[3], c[0], c[4]) / a;
  const d = clean(c[6], c[0], c[8]) / a;
  const e = Math.sqrt(Math.max(c[4] - b * b, 0));
  const f = (clean(c[7], c[4], c[8]) - d * b) / e;
  return [a, 0, 0, b, e, 0, d, f, Math.sqrt(Math.max(c[8] - d * d - f * f, 0))];
}

/** Whether two frames differ by less than a factor of 2 or so along each of their axes. */
function alike(a: readonly number[], b: readonly number[]): boolean {
  return [0, 4, 8].every((k) => a[k] < 1.5 * b[k] && b[k] < 1.5 * a[k]);
}

function makeFrame(center: Vec3, linear: readonly number[], flat: boolean): Frame {
  const [a, , , b, e, , d, f, g] = linear;
  const [x, y, z] = center;
  return {
    center,
    linear,
    flat,
    toBodyDirection(n, out, at) {
      const w = n[2] / g;
      const v = (n[1] - f * w) / e;
      const u = (n[0] - b * v - d * w) / a;
      const most = Math.max(Math.abs(u), Math.abs(v), Math.abs(w));
      out[at] = u / most;
      out[at + 1] = v / most;
      out[at + 2] = w / most;
    },
    fromBodyPoint(points, at) {
      const u = (points[at] - x) / a;
      const v = (points[at + 1] - y - b * u) / e;
      return [u, v, (points[at + 2] - z - d * u - f * v) / g];
    },
  };
}
