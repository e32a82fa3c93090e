// Derivatives of the smoothed step: the mean of the steps from many states around the present one. It includes contacts that are
// about to open, close, stick or slide, where the step itself has a kink or a jump.
//
// The smoothed step is F(δ) = 1/N Σ f((x ⊕ δ) ⊕ ζ) ⊖ f(x), with normally distributed ζ. The first-order estimate of its
// derivative is the mean of
//   J_r(ξ)⁻¹ Df(x ⊕ ζ) Ad(exp(−ζ)),  ξ = f(x ⊕ ζ) ⊖ f(x),
// with the right Jacobian J_r and the adjoint Ad of the configuration space. It is exact for these ζ if f is continuous. The zeroth-order estimate is the mean of (f(x ⊕ ζ) ⊖ f(x)) ζᵀ/σ². It needs no derivative
// and includes jumps, but has a far larger variance.
import { checkInteger, checkNumber, checkOptions, outOfRange } from '../../check/argument.ts';
import { difference, integrate } from '../../dynamics/configuration.ts';
import { Rng } from '../../math/rng.ts';
import type { Member } from '../member.ts';
import { Dense } from './dense.ts';
import { Factored } from './linear-solve.ts';
import type { LinearizeOptions } from './linearize-options.ts';
import type { StepRecord } from './record.ts';
import type { Matrix, StepDerivatives } from './step-derivatives.ts';
import { integrationDerivatives, type JointTangent } from './tangent.ts';

/**
 * How a step is smoothed: by the mean over states around the present one, normally distributed in the tangent space.
 * @example
 * ```ts
 * const randomized: RandomizedOptions = { samples: 100, position: 0.01, velocity: 0.1, seed: 1 };
 * sim.stepDerivatives({ randomized });
 * ```
 */
export interface RandomizedOptions {
  /** The number of sampled states, at least 2. They come in antithetic pairs ζ, −ζ; an odd number is rounded up. Default 20. */
  readonly samples?: number;
  /** Standard deviation of positions, in meters and radians. Default 0.001. */
  readonly position?: number;
  /** Standard deviation of velocities, in m/s and rad/s. Default 0.01. */
  readonly velocity?: number;
  /**
   * `'first'` (the default): the mean of the analytic derivatives, which omits jumps of the step. `'zeroth'`: the derivatives with
   * respect to the state come from the states after the steps alone; they include jumps, such as bounces, but need many more samples. The
   * derivatives with respect to torques and parameters are the mean of the analytic derivatives.
   */
  readonly order?: 'first' | 'zeroth';
  /** The seed of the random numbers: a whole number from 0 to 2³² − 1. Equal seeds give equal bits. Default 0. */
  readonly seed?: number;
}

export type RandomizedSettings = Required<RandomizedOptions>;

export function readRandomized(where: string, options: RandomizedOptions): RandomizedSettings {
  const argument = 'options.randomized';
  checkOptions(where, argument, options, ['samples', 'position', 'velocity', 'order', 'seed']);
  const { samples = 20, position = 1e-3, velocity = 1e-2, order = 'first', seed = 0 } = options;
  checkInteger(where, `${argument}.samples`, samples, 2, 1e6);
  if (order !== 'first' && order !== 'zeroth')
    throw outOfRange(where, `${argument}.order`, order, "give 'first' or 'zeroth'");
  const isPositive = order === 'zeroth';
  const remedy = `give a number ${isPositive ? 'above 0' : 'that is not negative'}`;
  checkNumber(where, `${argument}.position`, position, remedy, 0, isPositive);
  checkNumber(where, `${argument}.velocity`, velocity, remedy, 0, isPositive);
  checkInteger(where, `${argument}.seed`, seed, 0, 0xffffffff);
  return { samples: samples + (samples % 2), position, velocity, order, seed };
}

/** A step from some state, as a simulation would make it. */
export interface Trial {
  readonly record: StepRecord;
  readonly q: Float64Array;
  readonly v: Float64Array;
}

export interface TrialSystem {
  readonly members: readonly Member[];
  /** The step of `record` from another state. */
  trial(record: StepRecord, q: Float64Array, v: Float64Array): Trial;
  differentiate(record: StepRecord, options: LinearizeOptions): StepDerivatives;
}

export function differentiateRandomized(
  system: TrialSystem,
  record: StepRecord,
  options: LinearizeOptions,
  { samples, position, velocity, order, seed }: RandomizedSettings,
): StepDerivatives {
  const { members } = system;
  const n = record.v.length;
  const rng = new Rng(seed);
  const start = record.firstHalf ?? record;
  const unperturbed = system.trial(record, start.q, start.v);
  const zeta = new Float64Array(2 * n);
  let mean: StepDerivatives | null = null;
  for (let k = 0; k < samples; k++) {
    for (let i = 0; i < 2 * n; i++) zeta[i] = k % 2 === 1 ? -zeta[i] : (i < n ? position : velocity) * rng.normal();
    const q = displaced(members, start.q, zeta);
    const sampled = system.trial(
      record,
      q,
      start.v.map((x, i) => x + zeta[n + i]),
    );
    const xi = between(members, unperturbed, sampled);
    const sample = system.differentiate(sampled.record, options);
    toTangents(members, sample, zeta, xi);
    if (order === 'zeroth') writeZerothOrder(sample.dState, xi, zeta, position, velocity);
    mean ??= zerosLike(sample);
    for (const name of ['dState', 'dTorque', 'dParameters'] as const)
      for (let i = 0; i < sample[name].values.length; i++) mean[name].values[i] += sample[name].values[i] / samples;
  }
  return mean as StepDerivatives;
}

/** Replaces a derivative by a sample of the zeroth-order estimate: (f(x ⊕ ζ) ⊖ f(x)) ζᵀ/σ². */
function writeZerothOrder(
  { values }: Matrix,
  xi: Float64Array,
  zeta: Float64Array,
  position: number,
  velocity: number,
): void {
  const width = zeta.length;
  for (let row = 0; row < width; row++) {
    for (let c = 0; c < width; c++) {
      const deviation = c < width / 2 ? position : velocity;
      values[row * width + c] = (xi[row] * zeta[c]) / (deviation * deviation);
    }
  }
}

/** Converts derivatives from the tangent spaces at x ⊕ ζ and f(x ⊕ ζ) to the tangent spaces at x and f(x). */
function toTangents(
  members: readonly Member[],
  derivatives: StepDerivatives,
  zeta: Float64Array,
  xi: Float64Array,
): void {
  for (const { model, firstV } of members) {
    const part = (all: Float64Array): Float64Array => all.subarray(firstV, firstV + model.nv);
    for (const tangent of integrationDerivatives(model, part(zeta)))
      if (tangent.count > 1) transformColumns(derivatives.dState, firstV, tangent);
    for (const tangent of integrationDerivatives(model, part(xi)))
      if (tangent.count > 1)
        for (const matrix of [derivatives.dState, derivatives.dTorque, derivatives.dParameters])
          transformRows(matrix, firstV, tangent);
  }
}

/** D ← D Ad(exp(−ζ)) on a joint's columns of positions. */
function transformColumns(
  { rows, columns, values }: Matrix,
  firstV: number,
  { first, count, byStart }: JointTangent,
): void {
  const transformed = new Float64Array(count);
  for (let row = 0; row < rows; row++) {
    const at = row * columns + firstV + first;
    transformed.fill(0);
    for (let i = 0; i < count; i++)
      for (let j = 0; j < count; j++) transformed[j] += values[at + i] * byStart[i * count + j];
    values.set(transformed, at);
  }
}

/** D ← J_r(ξ)⁻¹ D on a joint's rows of positions. */
function transformRows({ columns, values }: Matrix, firstV: number, { first, count, byMotion }: JointTangent): void {
  const rows = new Dense(count, columns, values, (firstV + first) * columns);
  const transposed = Float64Array.from(byMotion, (_, k) => byMotion[(k % count) * count + Math.floor(k / count)]);
  rows.set(new Factored(transposed, count).solveTransposed(rows));
}

function zerosLike({ dState, dTorque, dParameters }: StepDerivatives): StepDerivatives {
  const zeros = ({ rows, columns, values }: Matrix): Matrix => ({
    rows,
    columns,
    values: new Float64Array(values.length),
  });
  // The mean of many steps has no kinks.
  return { dState: zeros(dState), dTorque: zeros(dTorque), dParameters: zeros(dParameters), kinks: [] };
}

function displaced(members: readonly Member[], q: Float64Array, along: Float64Array): Float64Array {
  const out = q.slice();
  forEachPart(members, ({ model, firstV }, from, to) => {
    out.set(integrate(model, q.slice(from, to), along.slice(firstV, firstV + model.nv)), from);
  });
  return out;
}

/** b ⊖ a of two states: positions in the tangent space, then velocities. */
function between(members: readonly Member[], a: Trial, b: Trial): Float64Array {
  const n = a.v.length;
  const out = new Float64Array(2 * n);
  forEachPart(members, ({ model, firstV }, from, to) => {
    out.set(difference(model, a.q.slice(from, to), b.q.slice(from, to)), firstV);
  });
  for (let k = 0; k < n; k++) out[n + k] = b.v[k] - a.v[k];
  return out;
}

/** Calls `visit` with each member and the range of its configuration. */
function forEachPart(members: readonly Member[], visit: (member: Member, from: number, to: number) => void): void {
  let from = 0;
  for (const member of members) {
    visit(member, from, from + member.model.nq);
    from += member.model.nq;
  }
}
