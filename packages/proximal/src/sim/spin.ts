// Torque-free rotation by the implicit midpoint rule. With m = (ω + ω⁺)/2 in the body's axes, the equations
//   I (ω⁺ − ω) = −h m × I m,   R⁺ = R cay(h m)
// with the Cayley transform cay conserve both invariants to rounding, for any time h: the energy, because m · I (ω⁺ − ω) = 0, and the angular
// momentum R I ω, because the first equation is I ω⁺ = cay(−h m) I ω. The time h = 2 tan(|ω| Δt/2)/|ω| differs from Δt by third-order terms. With
// this h, a steady spin rotates by exactly |ω| Δt.

import { cos, sin } from '../math/elementary.ts';
import { multiplyCayley } from '../math/lie.ts';
import { powerOfTwo } from '../math/power-of-two.ts';

/**
 * The largest rotation angle of a substep, in radians. Up to this angle Newton's method converges, because each principal moment of a body is
 * at most the sum of the other two.
 */
const substepAngle = 0.5;
/**
 * The largest rotation angle of a time step, in radians: whole turns are dropped from a larger angle. This does not change a rotation
 * about a principal axis. The precession of other rotations is not resolved by the time step at such speeds.
 */
const stepAngle = 8;
/** Below this angle, in radians, series replace quotients; their omitted terms are below rounding. */
const smallAngle = 0.03;
/** The relative change of m at which Newton's method ends: it converges quadratically, so the next change would be below rounding. */
const tolerance = 1e-9;
const maxIterations = 30;

/** The equal substeps of a time step. */
export class SpinSubsteps {
  count = 1;
  /** The length of a substep, in seconds. */
  time = 0;
  /** The derivative of `time` with respect to |ω|²/2: zero unless whole turns are dropped. */
  rate = 0;

  divide(speed: number, timeStep: number): void {
    const angle = speed * timeStep;
    const dropped = angle > stepAngle ? 2 * Math.PI * Math.ceil((angle - stepAngle) / (2 * Math.PI)) : 0;
    this.count = Math.max(1, Math.ceil((angle - dropped) / substepAngle));
    this.time = dropped > 0 ? (angle - dropped) / (speed * this.count) : timeStep / this.count;
    this.rate = dropped > 0 ? dropped / (speed * speed * speed * this.count) : 0;
  }
}

/** h = 2 tan(s t/2)/s. */
export function midpointTime(speed: number, time: number): number {
  const angle = speed * time;
  const x = angle * angle;
  if (angle < smallAngle) return time * (1 + x * (1 / 12 + x * (1 / 120 + (x * 17) / 20160)));
  return (2 * sin(angle / 2)) / (cos(angle / 2) * speed);
}

/** (dh/ds)/s for h = `midpointTime(s, t)`. */
export function midpointTimeRate(speed: number, time: number, h: number): number {
  const angle = speed * time;
  const x = angle * angle;
  if (angle < smallAngle) return time * time * time * (1 / 6 + x * (1 / 30 + (x * 17) / 3360));
  return (time * (1 + (h * speed * h * speed) / 4) - h) / (speed * speed);
}

/** ω at the start and m = (ω + ω⁺)/2 of the current substep. */
const w = new Float64Array(3);
const m = new Float64Array(3);
const substeps = new SpinSubsteps();

/** The rotation of a body about its center of mass. */
export class Spin {
  /** The inertia divided by a power of two, which keeps its third powers from overflowing; the equation is linear in it. */
  readonly inertia: Float64Array;

  /** @param inertia about the center of mass, in the body's axes: xx xy xz yy yz zz */
  constructor(inertia: Float64Array) {
    const unit = powerOfTwo(Math.max(inertia[0], inertia[3], inertia[5]));
    this.inertia = inertia.map((x) => x / unit);
  }

  /** See `advanceSpin`. */
  advance(q: Float64Array, at: number, v: Float64Array, from: number, timeStep: number): void {
    advanceSpin(this.inertia, 0, q, at, v, from, timeStep);
  }

  /** See `solveMidpoint`. */
  solve(omega: Float64Array, h: number, out: Float64Array): void {
    solveMidpoint(this.inertia, 0, omega, h, out);
  }
}

/**
 * Advances the quaternion at `q[at]` and the angular velocity at `v[from]`, in the body's axes, by `timeStep` seconds.
 * @param inertias has at index `i` the six numbers of `Spin.inertia`
 */
export function advanceSpin(
  inertias: Float64Array,
  i: number,
  q: Float64Array,
  at: number,
  v: Float64Array,
  from: number,
  timeStep: number,
): void {
  for (let k = 0; k < 3; k++) w[k] = v[from + k];
  const speed = Math.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
  if (speed === 0) return;
  substeps.divide(speed, timeStep);
  for (let substep = 0; substep < substeps.count; substep++) {
    const h = midpointTime(Math.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]), substeps.time);
    solveMidpoint(inertias, i, w, h, m);
    for (let k = 0; k < 3; k++) w[k] = 2 * m[k] - w[k];
    multiplyCayley(q, at, h * m[0], h * m[1], h * m[2]);
  }
  for (let k = 0; k < 3; k++) v[from + k] = w[k];
}

/** The midpoint m of the step of length h from ω: 2 I (m − ω) + h m × I m = 0, by Newton's method. */
function solveMidpoint(inertias: Float64Array, i: number, omega: Float64Array, h: number, out: Float64Array): void {
  out[0] = omega[0];
  out[1] = omega[1];
  out[2] = omega[2];
  const xx = inertias[i];
  const xy = inertias[i + 1];
  const xz = inertias[i + 2];
  const yy = inertias[i + 3];
  const yz = inertias[i + 4];
  const zz = inertias[i + 5];
  // With equal principal moments, ω is constant.
  if (xy === 0 && xz === 0 && yz === 0 && xx === yy && yy === zz) return;
  for (let k = 0; k < maxIterations; k++) {
    const x = out[0];
    const y = out[1];
    const z = out[2];
    const lx = xx * x + xy * y + xz * z;
    const ly = xy * x + yy * y + yz * z;
    const lz = xz * x + yz * y + zz * z;
    const dx = x - omega[0];
    const dy = y - omega[1];
    const dz = z - omega[2];
    const fx = 2 * (xx * dx + xy * dy + xz * dz) + h * (y * lz - z * ly);
    const fy = 2 * (xy * dx + yy * dy + yz * dz) + h * (z * lx - x * lz);
    const fz = 2 * (xz * dx + yz * dy + zz * dz) + h * (x * ly - y * lx);
    // 2 I + h ([m] I − [I m]), by rows.
    const a = 2 * xx + h * (y * xz - z * xy);
    const b = 2 * xy + h * (y * yz - z * yy + lz);
    const c = 2 * xz + h * (y * zz - z * yz - ly);
    const d = 2 * xy + h * (z * xx - x * xz - lz);
    const e = 2 * yy + h * (z * xy - x * yz);
    const f = 2 * yz + h * (z * xz - x * zz + lx);
    const g = 2 * xz + h * (x * xy - y * xx + ly);
    const u = 2 * yz + h * (x * yy - y * xy - lx);
    const j = 2 * zz + h * (x * yz - y * xz);
    const p = e * j - f * u;
    const r = f * g - d * j;
    const s = d * u - e * g;
    const scale = 1 / (a * p + b * r + c * s);
    const sx = scale * (p * fx + (c * u - b * j) * fy + (b * f - c * e) * fz);
    const sy = scale * (r * fx + (a * j - c * g) * fy + (c * d - a * f) * fz);
    const sz = scale * (s * fx + (b * g - a * u) * fy + (a * e - b * d) * fz);
    out[0] = x - sx;
    out[1] = y - sy;
    out[2] = z - sz;
    const size = x * x + y * y + z * z;
    if (!(sx * sx + sy * sy + sz * sz > tolerance * tolerance * size)) return;
  }
}
