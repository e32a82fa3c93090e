// The frames of contacts: (t1, t2, n), a function of the normal alone, and the transformation of impulses when the normal rotates.
import { outOfRange, wrongType } from '../check/argument.ts';
import { readVector, type VectorLike } from '../math/vec3.ts';

/**
 * The frame of a contact with this unit normal, by rows: t1, t2, n, right-handed. The tangents depend on the normal alone, and
 * are continuous except at n_z = 0 (Duff et al. 2017).
 * @example
 * ```ts
 * contactFrame([0, 0, 1]); // 1 0 0, 0 1 0, 0 0 1
 * ```
 */
export function contactFrame(normal: VectorLike, out: Float64Array = new Float64Array(9)): Float64Array {
  const [x, y, z] = readVector('contactFrame', 'normal', normal);
  checkUnit('contactFrame', 'normal', x * x + y * y + z * z, normal);
  if (!(out instanceof Float64Array) || out.length < 9)
    throw wrongType('contactFrame', 'out', out, 'give a Float64Array of 9, or leave it out');
  writeFrame(x, y, z, out, 0);
  return out;
}

function checkUnit(where: string, argument: string, square: number, value: unknown): void {
  if (!(Math.abs(square - 1) < 1e-6))
    throw outOfRange(where, argument, value, `its length is ${Math.sqrt(square)}: give a unit vector`);
}

/** Like `contactFrame`, without checks; writes at index `at`. */
export function writeFrame(x: number, y: number, z: number, out: Float64Array, at: number): void {
  const sign = z < 0 ? -1 : 1;
  const a = -1 / (sign + z);
  const b = x * y * a;
  // Adding 0 turns −0 into 0.
  out[at] = 1 + sign * x * x * a;
  out[at + 1] = 0 + sign * b;
  out[at + 2] = 0 - sign * x;
  out[at + 3] = 0 + b;
  out[at + 4] = sign + y * y * a;
  out[at + 5] = 0 - y;
  out[at + 6] = x;
  out[at + 7] = y;
  out[at + 8] = z;
}

/** The rotation t2ᵀ δt1 of a frame's tangents about its normal n when n changes by d. */
export function frameTwist(n: ArrayLike<number>, d: ArrayLike<number>): number {
  return (n[1] * d[0] - n[0] * d[1]) / ((n[2] < 0 ? -1 : 1) + n[2]);
}

const oldFrame = new Float64Array(9);
const newFrame = new Float64Array(9);

/**
 * Transforms impulses to the new frames of their contacts. Each impulse is rotated by the smallest rotation from the old normal to the new
 * one (for opposite normals its tangential part is kept), which keeps the magnitudes of normal and friction impulses. Leading rows beyond
 * three per normal are bilateral and do not change.
 * @param fromNormals unit normals of the contacts when the impulses were found, three numbers each
 * @param toNormals the present unit normals
 * @param out may be `impulses`; by default a new array
 * @example
 * ```ts
 * const impulses = rotateImpulses(solution.impulses, oldNormals, newNormals);
 * solve(problem, options, { impulses });
 * ```
 */
export function rotateImpulses(
  impulses: Float64Array,
  fromNormals: Float64Array,
  toNormals: Float64Array,
  out: Float64Array = new Float64Array(impulses.length),
): Float64Array {
  const where = 'rotateImpulses';
  const named = { impulses, fromNormals, toNormals, out };
  for (const [name, value] of Object.entries(named))
    if (!(value instanceof Float64Array)) throw wrongType(where, name, value, 'give a Float64Array');
  const count = fromNormals.length;
  if (count % 3 !== 0 || count > impulses.length)
    throw outOfRange(where, 'fromNormals.length', count, 'give three numbers for each contact of the impulses');
  if (toNormals.length !== count)
    throw outOfRange(where, 'toNormals.length', toNormals.length, `give as many as fromNormals has: ${count}`);
  if (out.length !== impulses.length)
    throw outOfRange(where, 'out.length', out.length, `give the length of impulses: ${impulses.length}`);
  const bilateral = impulses.length - count;
  for (let k = 0; k < bilateral; k++) out[k] = impulses[k];
  for (let k = 0; k < count; k += 3) rotateOne(impulses, fromNormals, toNormals, out, k, bilateral + k);
  return out;
}

function rotateOne(
  impulses: Float64Array,
  from: Float64Array,
  to: Float64Array,
  out: Float64Array,
  k: number,
  at: number,
): void {
  const ax = from[k];
  const ay = from[k + 1];
  const az = from[k + 2];
  const bx = to[k];
  const by = to[k + 1];
  const bz = to[k + 2];
  checkUnit('rotateImpulses', `fromNormals[${k}…]`, ax * ax + ay * ay + az * az, from);
  checkUnit('rotateImpulses', `toNormals[${k}…]`, bx * bx + by * by + bz * bz, to);
  const first = impulses[at];
  const second = impulses[at + 1];
  const normal = impulses[at + 2];
  writeFrame(ax, ay, az, oldFrame, 0);
  writeFrame(bx, by, bz, newFrame, 0);
  const x = oldFrame[0] * first + oldFrame[3] * second;
  const y = oldFrame[1] * first + oldFrame[4] * second;
  const z = oldFrame[2] * first + oldFrame[5] * second;
  // R f = f − (a + b)ᵀf / (1 + aᵀb) (a + b) for a tangential f; for opposite normals the smallest rotation is not
  // unique, and f is kept.
  const onePlusCosine = 1 + ax * bx + ay * by + az * bz;
  const along = onePlusCosine > 1e-12 ? (bx * x + by * y + bz * z) / onePlusCosine : 0;
  const rx = x - along * (ax + bx);
  const ry = y - along * (ay + by);
  const rz = z - along * (az + bz);
  out[at] = newFrame[0] * rx + newFrame[1] * ry + newFrame[2] * rz;
  out[at + 1] = newFrame[3] * rx + newFrame[4] * ry + newFrame[5] * rz;
  out[at + 2] = normal;
}
