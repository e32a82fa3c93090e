import { checkNumber, wrongType } from '../check/argument.ts';
import { hypot } from './hypot.ts';

/** Three numbers: a point or a vector. */
export type Vec3 = [x: number, y: number, z: number];

/**
 * A point or a vector as an argument: three numbers in an array or a typed array, or any object with numbers `x`, `y` and `z`,
 * such as the vectors of three.js, cannon-es, Babylon and Rapier.
 */
export type VectorLike = ArrayLike<number> | { readonly x: number; readonly y: number; readonly z: number };

const remedy = 'give three finite numbers, [x, y, z] or { x, y, z }';

/** Reads a point or vector argument, or throws an error that names it. */
export function readVector(where: string, argument: string, value: VectorLike): Vec3 {
  if (typeof value !== 'object' || value === null) throw wrongType(where, argument, value, remedy);
  // Look for named coordinates first: in a vector class, `length` is the norm, not a count.
  if ('x' in value && 'y' in value && 'z' in value)
    return [
      checkNumber(where, `${argument}.x`, value.x, remedy),
      checkNumber(where, `${argument}.y`, value.y, remedy),
      checkNumber(where, `${argument}.z`, value.z, remedy),
    ];
  if (!('length' in value) || value.length !== 3) throw wrongType(where, argument, value, remedy);
  return [
    checkNumber(where, `${argument}[0]`, value[0], remedy),
    checkNumber(where, `${argument}[1]`, value[1], remedy),
    checkNumber(where, `${argument}[2]`, value[2], remedy),
  ];
}

export function dot(a: Readonly<Vec3>, b: Readonly<Vec3>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** a × b, written to `out`, which must be neither a nor b. */
export function cross(a: Readonly<Vec3>, b: Readonly<Vec3>, out: Vec3 = [0, 0, 0]): Vec3 {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
  return out;
}

export function add(a: Readonly<Vec3>, b: Readonly<Vec3>): Vec3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function subtract(a: Readonly<Vec3>, b: Readonly<Vec3>): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function scale(a: Readonly<Vec3>, factor: number): Vec3 {
  return [a[0] * factor, a[1] * factor, a[2] * factor];
}

/**
 * √(x² + y² + z²); unlike in `length`, the squares of very large or small numbers over- or underflow. Not Math.hypot: its results differ
 * between JavaScript engines.
 */
export function norm(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}

/** |a|, also if its square overflows or underflows. */
export function length(a: Readonly<Vec3>): number {
  const square = dot(a, a);
  return square > 1e-280 && square < Infinity ? Math.sqrt(square) : hypot(a[0], a[1], a[2]);
}

/** The unit vector along a, also if |a| or 1/|a| overflows; null for a = 0. */
export function unitAlong(a: Readonly<Vec3>): Vec3 | null {
  const size = length(a);
  if (size > 1e-300 && size < 1e300) return scale(a, 1 / size);
  const largest = Math.max(Math.abs(a[0]), Math.abs(a[1]), Math.abs(a[2]));
  return largest > 0 ? unitAlong([a[0] / largest, a[1] / largest, a[2] / largest]) : null;
}

const axes: readonly (readonly [number, number, number])[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** A unit vector perpendicular to the nonzero `a` and to the axis along which `a` is smallest, written to `out`. */
export function perpendicular(a: Readonly<Vec3>, out: Vec3 = [0, 0, 0]): Vec3 {
  const x = Math.abs(a[0]);
  const y = Math.abs(a[1]);
  const z = Math.abs(a[2]);
  cross(a, axes[x <= y && x <= z ? 0 : y <= z ? 1 : 2], out);
  const factor = 1 / length(out);
  for (let axis = 0; axis < 3; axis++) out[axis] *= factor;
  return out;
}
