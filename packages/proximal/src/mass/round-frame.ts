import { outOfRange } from '../check/argument.ts';
import { dot, length, subtract, type Vec3 } from '../math/vec3.ts';
import type { BatchSupport } from './meridian.ts';

/** An affine frame x = center + L q in which a body has a size of about 1 in all directions. */
export interface RoundFrame {
  readonly center: Vec3;
  /** L, nine numbers by rows, lower triangular; diagonal for axis-aligned bodies, which stay aligned. */
  readonly linear: readonly number[];
  /** Whether the body's thickness is zero to rounding. */
  readonly flat: boolean;
}

/** Writes the body's direction for the direction n of a frame: L⁻ᵀ n, up to its length. */
export function toBodyDirection(
  frame: RoundFrame,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
  at: number,
): void {
  const { linear } = frame;
  const w = z / linear[8];
  const v = (y - linear[7] * w) / linear[4];
  const u = (x - linear[3] * v - linear[6] * w) / linear[0];
  const largest = Math.max(Math.abs(u), Math.abs(v), Math.abs(w));
  out[at] = u / largest;
  out[at + 1] = v / largest;
  out[at + 2] = w / largest;
}

/** Replaces a point of the body by its coordinates in a frame: L⁻¹ (x − center). */
export function fromBodyPoint(frame: RoundFrame, points: Float64Array, at: number): void {
  const { linear, center } = frame;
  const u = (points[at] - center[0]) / linear[0];
  const v = (points[at + 1] - center[1] - linear[3] * u) / linear[4];
  points[at] = u;
  points[at + 1] = v;
  points[at + 2] = (points[at + 2] - center[2] - linear[6] * u - linear[7] * v) / linear[8];
}

const maxRounds = 12;
const boundedRemedy = 'give a function that writes finite support points: only bounded shapes have a mass';

/**
 * Finds a frame in which a body is about equally long in all directions. The covariance of its support points along evenly spread
 * directions, C = U D Uᵀ with U unit lower triangular, gives the directions in which the body is long; its widths along the
 * columns of U⁻ᵀ give the lengths. The support points of a thin body represent it well only in a frame that is nearly right, so
 * both steps are repeated until the frame converges, at most `maxRounds` times.
 */
export function roundFrame(support: BatchSupport): RoundFrame {
  const directions = symmetricDirections();
  const points = new Float64Array(directions.length);
  let frame: RoundFrame = { center: [0, 0, 0], linear: [1, 0, 0, 0, 1, 0, 0, 0, 1], flat: false };
  for (let round = 0; round < maxRounds; round++) {
    for (let k = 0; k < directions.length; k += 3) {
      toBodyDirection(frame, directions[k], directions[k + 1], directions[k + 2], points, k);
    }
    support(points, points);
    for (const x of points) if (!Number.isFinite(x)) throw outOfRange('numericMass', 'support', x, boundedRemedy);
    const center = mean(points);
    frame = { ...frame, center };
    for (let k = 0; k < points.length; k += 3) fromBodyPoint(frame, points, k);
    const shear = unitFactor(covariance(points));
    const widths = halfWidths(support, frame, shear);
    if (widths === null) return { ...frame, flat: true };
    frame = { center, linear: composed(frame.linear, shear, widths), flat: false };
    const hasConverged = shear.every((x) => Math.abs(x) < 0.5) && widths.every((x) => x > 0.6 && x < 1.7);
    if (hasConverged) break;
  }
  return frame;
}

/**
 * Directions that are symmetric under exchange of axes and signs: all orders and signs of three different non-zero numbers. A zero would
 * make a tie between the ends of an edge along an axis, which breaks the symmetry.
 */
function symmetricDirections(): Float64Array {
  const [a, b, c] = [1, 2, 3.5];
  const orders = [a, b, c, a, c, b, b, a, c, b, c, a, c, a, b, c, b, a];
  const rows: number[] = [];
  for (let signs = 0; signs < 8; signs++) {
    for (let k = 0; k < orders.length; k++) rows.push((signs >> (k % 3)) & 1 ? -orders[k] : orders[k]);
  }
  return Float64Array.from(rows);
}

/** The mean of points, computed relative to the first: the mean of equal points is exact. */
function mean(points: Float64Array): Vec3 {
  const sum: Vec3 = [0, 0, 0];
  for (let k = 0; k < points.length; k++) sum[k % 3] += (points[k] - points[k % 3]) / (points.length / 3);
  return [points[0] + sum[0], points[1] + sum[1], points[2] + sum[2]];
}

/** xx xy xz yy yz zz of points around the origin, each coordinate in units of its largest, with those units. */
function covariance(points: Float64Array): { c: Float64Array; units: Vec3 } {
  const units: Vec3 = [0, 0, 0];
  for (let k = 0; k < points.length; k++) units[k % 3] = Math.max(units[k % 3], Math.abs(points[k]));
  const c = new Float64Array(6);
  for (let k = 0; k < points.length; k += 3) {
    const [x, y, z] = [0, 1, 2].map((axis) => (units[axis] > 0 ? points[k + axis] / units[axis] : 0));
    [x * x, x * y, x * z, y * y, y * z, z * z].forEach((value, at) => {
      c[at] += value;
    });
  }
  return { c, units };
}

/** The numbers yx, zx, zy below the diagonal of U in C = U D Uᵀ. Values below rounding become exactly 0. */
function unitFactor({ c, units }: { c: Float64Array; units: Vec3 }): Vec3 {
  const ratio = (x: number, pivot: number, size: number): number =>
    pivot > 1e-13 && Math.abs(x) > 1e-9 * Math.sqrt(pivot * size) ? x / pivot : 0;
  const yx = ratio(c[1], c[0], c[3]);
  const zx = ratio(c[2], c[0], c[5]);
  const zy = ratio(c[4] - yx * c[2], c[3] - yx * c[1], c[5]);
  const [x, y, z] = units;
  return [x > 0 ? (yx * y) / x : 0, x > 0 ? (zx * z) / x : 0, y > 0 ? (zy * z) / y : 0];
}

/** Half of the body's widths, in the frame, along the columns of U⁻ᵀ; null if one is zero to rounding. */
function halfWidths(support: BatchSupport, frame: RoundFrame, [yx, zx, zy]: Vec3): Vec3 | null {
  const columns: Vec3[] = [
    [1, 0, 0],
    [-yx, 1, 0],
    [yx * zy - zx, -zy, 1],
  ];
  const directions = new Float64Array(18);
  columns.forEach((n, k) => {
    toBodyDirection(frame, n[0], n[1], n[2], directions, 6 * k);
    for (let c = 0; c < 3; c++) directions[6 * k + 3 + c] = -directions[6 * k + c];
  });
  const points = new Float64Array(18);
  support(directions, points);
  const at = (array: Float64Array, k: number): Vec3 => [array[k], array[k + 1], array[k + 2]];
  const widths: Vec3 = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const [high, low, direction] = [at(points, 6 * k), at(points, 6 * k + 3), at(directions, 6 * k)];
    const thickness = dot(subtract(high, low), direction);
    if (!(thickness > 16 * Number.EPSILON * (length(high) + length(low)) * length(direction))) return null;
    fromBodyPoint(frame, points, 6 * k);
    fromBodyPoint(frame, points, 6 * k + 3);
    widths[k] = dot(subtract(at(points, 6 * k), at(points, 6 * k + 3)), columns[k]) / 2;
  }
  return widths;
}

/** L U diag(w). */
function composed(linear: readonly number[], [yx, zx, zy]: Vec3, [x, y, z]: Vec3): number[] {
  const [a, , , b, e, , d, f, g] = linear;
  return [a * x, 0, 0, (b + e * yx) * x, e * y, 0, (d + f * yx + g * zx) * x, (f + g * zy) * y, g * z];
}
