// Many rollouts of one simulator.
import { checkOptions, wrongType } from '../check/argument.ts';
import { checkVector } from '../dynamics/check-arguments.ts';
import { checkRollouts } from './rollouts-check.ts';
import { Simulator } from './simulator.ts';

/**
 * A start and the inputs of a rollout. What is left out is as in the simulator, with torques of zero.
 * @example
 * ```ts
 * const push: RolloutInput = { v: Float64Array.of(1, 0, 0, 0, 0, 0) };
 * ```
 */
export interface RolloutInput {
  /** The initial configuration: nq numbers. */
  readonly q?: Float64Array;
  /** The initial velocity: nv numbers. */
  readonly v?: Float64Array;
  /** Torques: nv numbers for all steps, or nv numbers for each step, one step after the other. */
  readonly torques?: Float64Array;
  /** Controls of the actuators: one number each for all steps, or for each step, one step after the other. */
  readonly controls?: Float64Array;
}

/**
 * Options of `rollouts`.
 * @example
 * ```ts
 * const options: RolloutsOptions = { steps: 240, every: 24 };
 * ```
 */
export interface RolloutsOptions {
  /** The number of steps of every rollout. */
  readonly steps: number;
  /** The states after each `every` steps are kept. Default `steps`: only the last state. */
  readonly every?: number;
}

/**
 * The states of many rollouts.
 * @example
 * ```ts
 * const { q, v, samples }: Rollouts = rollouts(sim, starts, { steps: 240 });
 * ```
 */
export interface Rollouts {
  /** The number of rollouts. */
  readonly count: number;
  /** The kept states of each rollout. */
  readonly samples: number;
  /** The configurations: nq numbers for each state, the states of the first rollout first. */
  readonly q: Float64Array;
  /** The velocities: nv numbers for each state. */
  readonly v: Float64Array;
  /** For each rollout the number of steps whose status is not `'free'` or `'converged'`: see `StepReport`. */
  readonly unsolved: Int32Array;
}

/**
 * Makes many rollouts from the present state of a simulator, which is restored after each of them and at the end. Each rollout has the bits of
 * steps after `sim.load(sim.save())`, independent of the others.
 * @example
 * ```ts
 * const pushes = [1, 2, 3].map((speed) => ({ v: Float64Array.of(speed, 0, 0, 0, 0, 0) }));
 * const { q } = rollouts(sim, pushes, { steps: 240 });
 * q[7]; // x of the second rollout's last state
 * ```
 */
export function rollouts(sim: Simulator, inputs: readonly RolloutInput[], options: RolloutsOptions): Rollouts {
  const where = 'rollouts';
  checkRollouts(where, inputs, options);
  return runRollouts(where, sim, inputs, options, 0);
}

/** The rollouts, with options that were checked. @param first the number of the first rollout, for messages @internal */
export function runRollouts(
  where: string,
  sim: Simulator,
  inputs: readonly RolloutInput[],
  options: RolloutsOptions,
  first: number,
): Rollouts {
  if (!(sim instanceof Simulator)) throw wrongType(where, 'sim', sim, 'give a Simulator');
  const { steps, every = steps } = options;
  const samples = Math.floor(steps / every);
  for (const [k, input] of inputs.entries()) checkInput(where, `inputs[${first + k}]`, sim, input, steps);
  const { nq, nv } = sim;
  const count = inputs.length;
  const [q, v] = [new Float64Array(count * samples * nq), new Float64Array(count * samples * nv)];
  const unsolved = new Int32Array(count);
  const start = sim.save();
  try {
    for (const [k, input] of inputs.entries()) {
      sim.load(start);
      const keep = (sample: number): void => {
        const state = sim.state;
        q.set(state.q, nq * (k * samples + sample));
        v.set(state.v, nv * (k * samples + sample));
      };
      unsolved[k] = runRollout(sim, input, steps, every, keep);
    }
  } finally {
    sim.load(start);
  }
  return { count, samples, q, v, unsolved };
}

function runRollout(
  sim: Simulator,
  { q, v, torques, controls }: RolloutInput,
  steps: number,
  every: number,
  keep: (sample: number) => void,
): number {
  if (q || v) sim.setState({ ...(q && { q }), ...(v && { v }) });
  let unsolved = 0;
  for (let step = 0; step < steps; step++) {
    if (controls) sim.controls.set(rowOf(controls, sim.controls.length, step));
    sim.step(torques && rowOf(torques, sim.nv, step));
    const { status } = sim.report();
    if (status !== 'free' && status !== 'converged') unsolved += 1;
    if ((step + 1) % every === 0) keep((step + 1) / every - 1);
  }
  return unsolved;
}

/** The numbers of a step. */
function rowOf(list: Float64Array, width: number, step: number): Float64Array {
  return list.length === width ? list : list.subarray(width * step, width * (step + 1));
}

function checkInput(where: string, argument: string, sim: Simulator, input: RolloutInput, steps: number): void {
  checkOptions(where, argument, input, ['q', 'v', 'torques', 'controls']);
  const { q, v, torques, controls } = input;
  if (q !== undefined) checkVector(where, `${argument}.q`, q, sim.nq);
  if (v !== undefined) checkVector(where, `${argument}.v`, v, sim.nv);
  for (const [name, list, width] of [
    ['torques', torques, sim.nv],
    ['controls', controls, sim.controls.length],
  ] as const) {
    if (list === undefined) continue;
    const isForAll = list instanceof Float64Array && list.length === width;
    checkVector(where, `${argument}.${name}`, list, isForAll ? width : width * steps);
  }
}
