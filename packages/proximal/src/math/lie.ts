// Exponentials and logarithms of rotations and rigid motions, in space and in the plane, by right translation: q ⊕ v moves a body with the constant
// velocity v, measured in the body's axes, for a unit of time.
import { atan2, cos, sin } from './elementary.ts';
import { multiplyQuaternions, rotate, scaleOf } from './linear/quaternion.ts';

/** Below this angle, in radians, truncated series replace the quotients; the omitted terms are below rounding. */
const smallAngle = 1e-4;
/** Below this angle, in radians, series of five terms replace quotients whose numerator is a difference of nearly equal numbers. */
const seriesAngle = 0.25;

/** Scratch memory shared by all functions of this file. */
const scratch = /* @__PURE__ */ new Float64Array(16);

/** `out` = q ⊗ exp(ω), unit quaternions x y z w. `out` may be `q`. */
export function integrateRotation(
  q: Float64Array,
  at: number,
  omega: Float64Array,
  from: number,
  out: Float64Array,
  to: number,
): void {
  const x = omega[from];
  const y = omega[from + 1];
  const z = omega[from + 2];
  const squared = x * x + y * y + z * z;
  const angle = Math.sqrt(squared);
  // sin(θ/2)/θ and cos(θ/2).
  const factor = angle < smallAngle ? 0.5 - squared / 48 : sin(angle / 2) / angle;
  const w = angle < smallAngle ? 1 - squared / 8 : cos(angle / 2);
  multiplyUnit(q, at, x * factor, y * factor, z * factor, w, out, to);
}

/** q ← q ⊗ cay(x, y, z): a rotation about the vector by twice the arc tangent of half its length. */
export function multiplyCayley(q: Float64Array, at: number, x: number, y: number, z: number): void {
  multiplyUnit(q, at, x / 2, y / 2, z / 2, 1, q, at);
}

/** `out` = q ⊗ (x, y, z, w), normalized: rounding errors of the length would add up in a long simulation. */
function multiplyUnit(
  q: Float64Array,
  at: number,
  x: number,
  y: number,
  z: number,
  w: number,
  out: Float64Array,
  to: number,
): void {
  multiplyQuaternions(q[at], q[at + 1], q[at + 2], q[at + 3], x, y, z, w, scratch, 12);
  const rx = scratch[12];
  const ry = scratch[13];
  const rz = scratch[14];
  const rw = scratch[15];
  const scale = 1 / Math.sqrt(rx * rx + ry * ry + rz * rz + rw * rw);
  out[to] = rx * scale;
  out[to + 1] = ry * scale;
  out[to + 2] = rz * scale;
  out[to + 3] = rw * scale;
}

/** `out` = log(conj(a) ⊗ b): the shorter rotation from a to b. */
export function rotationDifference(a: Float64Array, b: Float64Array, at: number, out: Float64Array, to: number): void {
  multiplyQuaternions(-a[at], -a[at + 1], -a[at + 2], a[at + 3], b[at], b[at + 1], b[at + 2], b[at + 3], scratch, 12);
  // Quaternions may have any length. Quaternions of unit length keep their bits.
  const size = Math.max(Math.abs(scratch[12]), Math.abs(scratch[13]), Math.abs(scratch[14]), Math.abs(scratch[15]));
  const scale = size > 0.1 && size < 10 ? 1 : 1 / size;
  const x = scratch[12] * scale;
  const y = scratch[13] * scale;
  const z = scratch[14] * scale;
  const w = scratch[15] * scale;
  const sine = Math.sqrt(x * x + y * y + z * z);
  // θ/sin(θ/2), with the sign that gives the shorter rotation; its limit is 2/w.
  const sign = w < 0 ? -1 : 1;
  const factor = sine < 1e-8 ? 2 / w : (2 * sign * atan2(sine, Math.abs(w))) / sine;
  out[to] = x * factor;
  out[to + 1] = y * factor;
  out[to + 2] = z * factor;
}

/** Writes (x, y, z), rotated by a quaternion of any length, to scratch[3..5]. */
function rotateVector(x: number, y: number, z: number, qx: number, qy: number, qz: number, qw: number): void {
  rotate(qx, qy, qz, qw, x, y, z, scratch, 3, scaleOf(qx, qy, qz, qw));
}

/**
 * A body's pose (position, quaternion) after its twist (linear, angular): p + R V(ω) v, R exp(ω), with
 * V(ω) = 1 + (1 − cos θ)/θ² [ω] + (θ − sin θ)/θ³ [ω]².
 */
export function integratePose(q: Float64Array, at: number, twist: Float64Array, from: number, out: Float64Array): void {
  const x = twist[from + 3];
  const y = twist[from + 4];
  const z = twist[from + 5];
  const squared = x * x + y * y + z * z;
  const angle = Math.sqrt(squared);
  const half = angle < smallAngle ? 0.5 - squared / 48 : sin(angle / 2) / angle;
  // (1 − cos θ)/θ² = 2 (sin(θ/2)/θ)².
  const first = 2 * half * half;
  const second = angle < seriesAngle ? sineSeries(squared) : (angle - sin(angle)) / (squared * angle);
  applySeries(x, y, z, first, second, twist[from], twist[from + 1], twist[from + 2]);
  rotateVector(scratch[0], scratch[1], scratch[2], q[at + 3], q[at + 4], q[at + 5], q[at + 6]);
  out[at] = q[at] + scratch[3];
  out[at + 1] = q[at + 1] + scratch[4];
  out[at + 2] = q[at + 2] + scratch[5];
  integrateRotation(q, at + 3, twist, from + 3, out, at + 3);
}

/** (θ − sin θ)/θ³ = 1/3! − θ²/5! + θ⁴/7! − … */
function sineSeries(x: number): number {
  return 1 / 6 - x * (1 / 120 - x * (1 / 5040 - x * (1 / 362880 - x / 39916800)));
}

/** 1/θ² − cot(θ/2)/(2θ) = 1/12 + θ²/720 + θ⁴/30240 + … */
function cotangentSeries(x: number): number {
  return 1 / 12 + x * (1 / 720 + x * (1 / 30240 + x * (1 / 1209600 + x / 47900160)));
}

/** scratch[0..2] = v + first (ω × v) + second (ω × (ω × v)). */
function applySeries(
  x: number,
  y: number,
  z: number,
  first: number,
  second: number,
  vx: number,
  vy: number,
  vz: number,
): void {
  const cx = y * vz - z * vy;
  const cy = z * vx - x * vz;
  const cz = x * vy - y * vx;
  scratch[0] = vx + first * cx + second * (y * cz - z * cy);
  scratch[1] = vy + first * cy + second * (z * cx - x * cz);
  scratch[2] = vz + first * cz + second * (x * cy - y * cx);
}

/** The twist from pose a to pose b: V(ω)⁻¹ = 1 − ½ [ω] + (1/θ² − (1 + cos θ)/(2 θ sin θ)) [ω]². */
export function poseDifference(a: Float64Array, b: Float64Array, at: number, out: Float64Array, to: number): void {
  rotationDifference(a, b, at + 3, out, to + 3);
  const x = out[to + 3];
  const y = out[to + 4];
  const z = out[to + 5];
  const squared = x * x + y * y + z * z;
  const angle = Math.sqrt(squared);
  // (1 + cos θ)/sin θ = cot(θ/2), which has no pole at π.
  const second =
    angle < seriesAngle ? cotangentSeries(squared) : 1 / squared - cos(angle / 2) / (2 * angle * sin(angle / 2));
  rotateVector(
    b[at] - a[at],
    b[at + 1] - a[at + 1],
    b[at + 2] - a[at + 2],
    -a[at + 3],
    -a[at + 4],
    -a[at + 5],
    a[at + 6],
  );
  applySeries(x, y, z, -0.5, second, scratch[3], scratch[4], scratch[5]);
  out[to] = scratch[0];
  out[to + 1] = scratch[1];
  out[to + 2] = scratch[2];
}

/** The planar case of `integratePose`: position x y and an angle, after a twist (linear, angular) in the body's axes. */
export function integratePlane(
  q: Float64Array,
  at: number,
  twist: Float64Array,
  from: number,
  out: Float64Array,
): void {
  const angle = q[at + 2];
  const rotation = twist[from + 2];
  const isSmall = Math.abs(rotation) < smallAngle;
  // V = [[s, −c], [c, s]] with s = sin ω/ω and c = (1 − cos ω)/ω.
  const s = isSmall ? 1 - (rotation * rotation) / 6 : sin(rotation) / rotation;
  const c = isSmall ? (rotation / 2) * (1 - (rotation * rotation) / 12) : (2 * sin(rotation / 2) ** 2) / rotation;
  const x = s * twist[from] - c * twist[from + 1];
  const y = c * twist[from] + s * twist[from + 1];
  const cosine = cos(angle);
  const sine = sin(angle);
  out[at] = q[at] + cosine * x - sine * y;
  out[at + 1] = q[at + 1] + sine * x + cosine * y;
  out[at + 2] = angle + rotation;
}

/** The planar twist from a to b; full turns between them are ignored. */
export function planeDifference(a: Float64Array, b: Float64Array, at: number, out: Float64Array, to: number): void {
  const angle = b[at + 2] - a[at + 2];
  const rotation = angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
  const cosine = cos(a[at + 2]);
  const sine = sin(a[at + 2]);
  const dx = b[at] - a[at];
  const dy = b[at + 1] - a[at + 1];
  const x = cosine * dx + sine * dy;
  const y = cosine * dy - sine * dx;
  const half = rotation / 2;
  // V⁻¹ = [[h, ω/2], [−ω/2, h]] with h = (ω/2) cot(ω/2).
  const h = Math.abs(rotation) < smallAngle ? 1 - (rotation * rotation) / 12 : (half * cos(half)) / sin(half);
  out[to] = h * x + half * y;
  out[to + 1] = h * y - half * x;
  out[to + 2] = rotation;
}
