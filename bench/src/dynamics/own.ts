// Our algorithms as contenders. Each call uses the next of several random states.

import {
  type Data,
  forwardDynamics,
  forwardDynamicsDerivatives,
  integrate,
  inverseDynamics,
  inverseDynamicsDerivatives,
  type Model,
  massMatrix,
  randomConfiguration,
} from 'proximal/dynamics';
import { Rng } from 'proximal/math';
import { block, type Contender, processorTime } from '../harness/timer.ts';
import { chain } from './robots.ts';

export interface State {
  readonly q: Float64Array;
  readonly v: Float64Array;
  /** Accelerations for inverse, torques for forward dynamics. */
  readonly a: Float64Array;
}

export function randomStates(model: Model, seed: number, count = 8): State[] {
  const rng = new Rng(seed);
  const vector = (): Float64Array => Float64Array.from({ length: model.nv }, () => rng.uniform(-1, 1));
  return Array.from({ length: count }, () => ({ q: randomConfiguration(model, rng), v: vector(), a: vector() }));
}

export type Algorithm = 'RNEA' | 'CRBA' | 'ABA' | 'RNEA derivatives' | 'ABA derivatives';
export const algorithms: readonly Algorithm[] = ['RNEA', 'CRBA', 'ABA', 'RNEA derivatives', 'ABA derivatives'];

type Call = (model: Model, data: Data, state: State) => unknown;
const calls: Readonly<Record<Algorithm, Call>> = {
  RNEA: (model, data, { q, v, a }) => inverseDynamics(model, data, q, v, a),
  CRBA: (model, data, { q }) => massMatrix(model, data, q),
  ABA: (model, data, { q, v, a }) => forwardDynamics(model, data, q, v, a),
  'RNEA derivatives': (model, data, { q, v, a }) => inverseDynamicsDerivatives(model, data, q, v, a),
  'ABA derivatives': (model, data, { q, v, a }) => forwardDynamicsDerivatives(model, data, q, v, a),
};

/** Returns a function that makes one call on the next state. */
function callOf(model: Model, algorithm: Algorithm, states: readonly State[]): () => void {
  const data = model.createData();
  const call = calls[algorithm];
  let next = 0;
  return () => {
    next = (next + 1) % states.length;
    call(model, data, states[next]);
  };
}

export function own(model: Model, algorithm: Algorithm, states: readonly State[]): Contender {
  return block('Proximal', 1, callOf(model, algorithm, states));
}

/**
 * Central differences by configuration and velocity through the same code: two calls for each of 2 nv columns. One pass makes one column of
 * each matrix, the nv-th part of an operation, to keep samples short.
 */
export function differences(model: Model, derivative: Algorithm, states: readonly State[]): Contender {
  const data = model.createData();
  const { nv } = model;
  const call = calls[derivative === 'RNEA derivatives' ? 'RNEA' : 'ABA'] as (...args: Parameters<Call>) => Float64Array;
  const step = new Float64Array(nv);
  const moved = { q: new Float64Array(model.nq), v: new Float64Array(nv) };
  const dq = new Float64Array(nv * nv);
  const dv = new Float64Array(nv * nv);
  const h = 1e-6;
  const add = (result: Float64Array, k: number, sign: number, out: Float64Array): void => {
    for (let row = 0; row < nv; row++)
      out[row * nv + k] = (sign < 0 ? out[row * nv + k] : 0) + (sign * result[row]) / (2 * h);
  };
  let next = 0;
  return block('central differences', 1 / nv, () => {
    next = (next + 1) % (nv * states.length);
    const k = next % nv;
    const { q, v, a } = states[Math.floor(next / nv)];
    for (const sign of [1, -1]) {
      step[k] = sign * h;
      integrate(model, q, step, moved.q);
      add(call(model, data, { q: moved.q, v, a }), k, sign, dq);
      moved.v.set(v);
      moved.v[k] += sign * h;
      add(call(model, data, { q, v: moved.v, a }), k, sign, dv);
    }
    step[k] = 0;
  });
}

export interface ChainTimes {
  readonly algorithm: Algorithm;
  readonly sizes: readonly number[];
  /** Microseconds per call. */
  readonly times: readonly number[];
  /** The slope of log(time) over log(size), by least squares. */
  readonly slope: number;
}

/** @param duration milliseconds of measurement for each algorithm and chain */
export function measureChains(sizes: readonly number[], seed: number, duration: number): ChainTimes[] {
  const models = sizes.map(chain);
  return algorithms.map((algorithm) => {
    const times = models.map((model) =>
      processorTime(callOf(model, algorithm, randomStates(model, seed, 2)), duration),
    );
    process.stderr.write(`${algorithm}: chains\n`);
    return { algorithm, sizes, times, slope: slopeOf(sizes, times) };
  });
}

function slopeOf(sizes: readonly number[], times: readonly number[]): number {
  const x = sizes.map(Math.log);
  const y = times.map(Math.log);
  const mean = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;
  const [mx, my] = [mean(x), mean(y)];
  const covariance = x.reduce((sum, value, k) => sum + (value - mx) * (y[k] - my), 0);
  return covariance / x.reduce((sum, value) => sum + (value - mx) ** 2, 0);
}
