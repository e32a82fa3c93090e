// The derivative of a torque-free rotation (spin.ts) by the initial angular velocity. The equation of a substep of length t with
// s = |ω|, the inertia I and m = (ω + ω⁺)/2 gives
//   (I + h/2 N) δω⁺ = (I − h/2 N) δω − δh m × I m,   N = [m] I − [I m],   δh = (dh/ds)/s ω · δω + sec²(s t/2) δt.
// With x = h m, the axes at the end rotate by ψ = (1 + |x|²/4)⁻¹ (1 − [x]/2) δx.
import { hypot } from '../../math/hypot.ts';
import { midpointTime, midpointTimeRate, type Spin, SpinSubsteps } from '../spin.ts';
import {
  add,
  cross,
  identityBlock,
  inverse,
  type Matrix3,
  multiply,
  outer,
  scaled,
  times,
  transposed,
} from './small-matrix.ts';

/** The rotation of a body in a step, and its derivatives. */
export interface RotationTangent {
  /** The rotation from the initial axes to the final axes. */
  readonly back: Matrix3;
  /** The derivative of the rotation, in the final axes, with respect to the initial angular velocity. */
  readonly angle: Matrix3;
  /** The derivative of the final angular velocity with respect to the initial one. */
  readonly rate: Matrix3;
  /** The angular velocity at the end. */
  readonly omega: Float64Array;
}

export function spinTangent(spin: Spin, start: ArrayLike<number>, timeStep: number): RotationTangent {
  const substeps = new SpinSubsteps();
  substeps.divide(hypot(start[0], start[1], start[2]), timeStep);
  const [xx, xy, xz, yy, yz, zz] = spin.inertia;
  const inertia = Float64Array.of(xx, xy, xz, xy, yy, yz, xz, yz, zz);
  const m = new Float64Array(3);
  let omega = Float64Array.of(start[0], start[1], start[2]);
  let [back, angle, rate]: Matrix3[] = [identityBlock(), new Float64Array(9), identityBlock()];
  for (let substep = 0; substep < substeps.count; substep++) {
    const speed = hypot(omega[0], omega[1], omega[2]);
    const h = midpointTime(speed, substeps.time);
    spin.solve(omega, h, m);
    const secant = 1 + (h * speed * h * speed) / 4;
    // δh as a row vector that multiplies the change of the initial ω.
    const byRate = times(transposed(rate), omega).map((x) => midpointTimeRate(speed, substeps.time, h) * x);
    const timeChange = byRate.map((x, k) => x + secant * substeps.rate * start[k]);
    const gyroscopic = times(cross(m), times(inertia, m));
    const n = add(multiply(cross(m), inertia), cross(times(inertia, m)), -1);
    const next = multiply(
      inverse(add(inertia, n, h / 2)),
      add(multiply(add(inertia, n, -h / 2), rate), outer(gyroscopic, timeChange), -1),
    );
    const x = m.map((each) => h * each);
    const byX = add(scaled(add(rate, next, 1), h / 2), outer(m, timeChange), 1);
    const { back: substepBack, derivative } = cayley(x);
    angle = add(multiply(substepBack, angle), multiply(derivative, byX), 1);
    back = multiply(substepBack, back);
    omega = omega.map((each, k) => 2 * m[k] - each);
    rate = next;
  }
  return { back, angle, rate, omega };
}

function cayley(x: Float64Array): { back: Matrix3; derivative: Matrix3 } {
  const found = { back: new Float64Array(9), derivative: new Float64Array(9) };
  writeCayley(x, found.back, found.derivative);
  return found;
}

/** Writes cay(−x) = 1 − ([x] − [x]²/2)/(1 + |x|²/4), and the derivative (1 − [x]/2)/(1 + |x|²/4) of cay(x) in the rotated axes. */
export function writeCayley(x: Float64Array, back: Matrix3, derivative: Matrix3): void {
  const square = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
  const factor = 1 / (1 + square / 4);
  for (let i = 0; i < 3; i++) {
    const [j, k] = [(i + 1) % 3, (i + 2) % 3];
    // [x]² = x xᵀ − |x|² 1.
    back[4 * i] = 1 + (factor / 2) * (x[i] * x[i] - square);
    derivative[4 * i] = factor;
    back[3 * i + j] = factor * (x[k] + (x[i] * x[j]) / 2);
    back[3 * j + i] = factor * (-x[k] + (x[i] * x[j]) / 2);
    derivative[3 * i + j] = (factor * x[k]) / 2;
    derivative[3 * j + i] = (-factor * x[k]) / 2;
  }
}
