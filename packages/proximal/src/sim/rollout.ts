// Sequences of steps, and the gradient of a loss through them in reverse mode.
import { checkNumber, checkOptions, outOfRange, show, wrongType } from '../check/argument.ts';
import { checkVector } from '../dynamics/check-arguments.ts';
import type { StepKink } from './derivatives/linear-island.ts';
import type { StepRecord } from './derivatives/record.ts';
import {
  type Cotangent,
  pullBack,
  pullBackMatrices,
  readStepOptions,
  type StepDerivativeOptions,
} from './derivatives/step-derivatives.ts';
import { toTangent } from './derivatives/tangent.ts';
import { Simulator, type SimulatorState } from './simulator.ts';

/**
 * The input of one step: the torques of all joints, or torques, controls of the actuators and external forces. Omitted controls
 * keep their values; omitted torques and forces are zero.
 * @example
 * ```ts
 * const push: RolloutStep = { torques: Float64Array.of(5, 0, 0, 0, 0, 0) };
 * ```
 */
export type RolloutStep =
  | Float64Array
  | {
      readonly torques?: Float64Array;
      readonly controls?: Float64Array;
      readonly externalForces?: Float64Array;
    };

/**
 * A state's contribution to a loss, and its derivatives with respect to the configuration (nq numbers) and the velocity (nv). Omitted
 * derivatives are zero.
 * @example
 * ```ts
 * // (x − 1)² of a free body.
 * const term: LossTerm = { value: (q[0] - 1) ** 2, q: [2 * (q[0] - 1), 0, 0, 0, 0, 0, 0] };
 * ```
 */
export interface LossTerm {
  readonly value: number;
  readonly q?: ArrayLike<number>;
  readonly v?: ArrayLike<number>;
}

/**
 * A loss of the states of a rollout: called with each state, from the initial one (step 0) to the last, and summed. Null adds
 * nothing.
 * @example
 * ```ts
 * const stop: RolloutLoss = ({ v }, step) => (step === 100 ? { value: v[0] ** 2 / 2, v: [v[0], 0, 0, 0, 0, 0] } : null);
 * ```
 */
export type RolloutLoss = (state: SimulatorState, step: number) => LossTerm | null;

/**
 * A loss and its gradient.
 * @example
 * ```ts
 * const { loss, initial, torques }: RolloutGradient = rolloutGradient(sim, controls, stop);
 * ```
 */
export interface RolloutGradient {
  readonly loss: number;
  /** The states from the start to the end: one more than there are steps. */
  readonly states: readonly SimulatorState[];
  /**
   * The gradient with respect to the initial state, nv numbers each. The derivative with respect to the configuration is in its tangent space: for a free
   * body, by a twist in the body's axes.
   */
  readonly initial: { readonly q: Float64Array; readonly v: Float64Array };
  /** The gradient with respect to the torques of each step. */
  readonly torques: readonly Float64Array[];
  /** The gradient with respect to the controls of each step, one for each actuator. */
  readonly controls: readonly Float64Array[];
  /** The gradient with respect to the given parameters. */
  readonly parameters: Float64Array;
  /** The kinks of all steps, as in `stepDerivatives`; none with `randomized`. Step k leads from state k to state k + 1. */
  readonly kinks: readonly (StepKink & { readonly step: number })[];
}

/**
 * Makes steps from the present state; the simulator ends in the last state.
 * @param controls the input of each step, or the number of steps without input, in which controls keep their values
 * @returns the states from the start to the end: one more than there are steps
 * @example
 * ```ts
 * const states = rollout(sim, 240);
 * states[240].q[2]; // the height after 240 steps
 * ```
 */
export function rollout(sim: Simulator, controls: readonly RolloutStep[] | number): SimulatorState[] {
  const states: SimulatorState[] = [];
  run('rollout', sim, controls, (state) => {
    states.push(state);
  });
  return states;
}

/**
 * The gradient of a loss of the states of a rollout with respect to the initial state, the torques and controls of every step, and parameters,
 * in reverse mode. Each step keeps a record, and one cotangent is propagated backward, so the gradient takes the time of a few
 * rollouts for any number of controls; with `randomized`, it takes longer, because the matrices of each step are estimated.
 * @param options the parameters, and the estimator of collision detection's derivatives
 * @example
 * ```ts
 * // Which push takes the crate to x = 1?
 * const loss: RolloutLoss = ({ q }, step) =>
 *   step === 120 ? { value: (q[0] - 1) ** 2 / 2, q: [q[0] - 1, 0, 0, 0, 0, 0, 0] } : null;
 * const { initial } = rolloutGradient(sim, 120, loss);
 * initial.v[0]; // derivative of the loss with respect to the initial velocity
 * ```
 */
export function rolloutGradient(
  sim: Simulator,
  controls: readonly RolloutStep[] | number,
  loss: RolloutLoss,
  options: StepDerivativeOptions = {},
): RolloutGradient {
  const where = 'rolloutGradient';
  checkSimulator(where, sim);
  if (typeof loss !== 'function')
    throw wrongType(where, 'loss', loss, 'give a function of a state and the number of its step');
  sim.checkDifferentiable(where);
  const read = readStepOptions(where, options, sim.world);
  const states: SimulatorState[] = [];
  const terms: (LossTerm | null)[] = [];
  const records: StepRecord[] = [];
  let total = 0;
  run(where, sim, controls, (state, step) => {
    if (step > 0) records.push(sim.record as StepRecord);
    states.push(state);
    const term = readTerm(where, loss(state, step), sim);
    total += term?.value ?? 0;
    terms.push(term);
  });
  const cotangent: Cotangent = {
    q: new Float64Array(sim.nv),
    v: new Float64Array(sim.nv),
    torques: new Float64Array(sim.nv),
    parameters: new Float64Array(read.parameters.length),
  };
  const torques: Float64Array[] = [];
  const actuators: Float64Array[] = [];
  const kinks: (StepKink & { step: number })[] = [];
  addTerm(sim, terms[records.length], states[records.length], cotangent);
  for (let step = records.length - 1; step >= 0; step--) {
    if (read.randomized) pullBackMatrices(sim.differentiate(records[step], read), cotangent);
    else {
      const islands = sim.linearize(records[step], read);
      pullBack(islands, cotangent);
      for (const island of islands) for (const kink of island.kinks) kinks.push({ ...kink, step });
    }
    torques[step] = cotangent.torques.slice();
    actuators[step] = throughActuators(sim, records[step], cotangent.torques);
    addTerm(sim, terms[step], states[step], cotangent);
  }
  const { q, v, parameters } = cotangent;
  return { loss: total, states, initial: { q, v }, torques, controls: actuators, parameters, kinks: kinks.reverse() };
}

function checkSimulator(where: string, sim: unknown): asserts sim is Simulator {
  if (!(sim instanceof Simulator)) throw wrongType(where, 'sim', sim, 'give a Simulator');
}

function run(
  where: string,
  sim: Simulator,
  controls: readonly RolloutStep[] | number,
  visit: (state: SimulatorState, step: number) => void,
): void {
  checkSimulator(where, sim);
  const steps = readSteps(where, sim, controls);
  visit(sim.state, 0);
  for (const [k, { torques, controls: given, externalForces }] of steps.entries()) {
    if (given) sim.controls.set(given);
    sim.step(torques, externalForces);
    if (sim.shouldStop && sim.report().status === 'stopped')
      throw new RangeError(`${where}: shouldStop ended step ${k}; the simulator is in the state before this step`);
    visit(sim.state, k + 1);
  }
}

function readSteps(
  where: string,
  sim: Simulator,
  controls: readonly RolloutStep[] | number,
): Exclude<RolloutStep, Float64Array>[] {
  const remedy = 'give an array with an entry for each step, or the number of steps, at most 10,000,000';
  if (typeof controls === 'number') {
    if (!Number.isInteger(controls) || controls < 0 || controls > 1e7)
      throw outOfRange(where, 'controls', controls, remedy);
    return Array.from({ length: controls }, () => ({}));
  }
  if (!Array.isArray(controls)) throw wrongType(where, 'controls', controls, remedy);
  return (controls as readonly RolloutStep[]).map((step, k) => readStep(where, `controls[${k}]`, step, sim));
}

function readStep(
  where: string,
  argument: string,
  step: RolloutStep,
  sim: Simulator,
): Exclude<RolloutStep, Float64Array> {
  const read = step instanceof Float64Array ? { torques: step } : step;
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw wrongType(where, argument, step, 'give torques as a Float64Array, or { torques, controls, externalForces }');
  checkOptions(where, argument, read, ['torques', 'controls', 'externalForces']);
  const { torques, controls, externalForces } = read;
  if (torques !== undefined)
    checkVector(where, step instanceof Float64Array ? argument : `${argument}.torques`, torques, sim.nv);
  if (controls !== undefined) checkVector(where, `${argument}.controls`, controls, sim.controls.length);
  const joints = sim.members.reduce((sum, { model }) => sum + model.joints.length, 0);
  if (externalForces !== undefined) checkVector(where, `${argument}.externalForces`, externalForces, 6 * joints);
  return read;
}

function readTerm(where: string, term: LossTerm | null, sim: Simulator): LossTerm | null {
  if (term === null || term === undefined) return null;
  if (typeof term !== 'object') throw wrongType(where, "loss's return value", term, 'return { value, q, v } or null');
  checkNumber(where, 'the loss', term.value, 'return a finite number as value');
  for (const [name, length] of [
    ['q', sim.nq],
    ['v', sim.nv],
  ] as const) {
    const given = term[name];
    if (given === undefined) continue;
    if (typeof given !== 'object' || given === null || given.length !== length)
      throw wrongType(where, `the loss's ${name}`, given, `return ${length} numbers, or leave it out`);
    for (let k = 0; k < length; k++)
      if (!Number.isFinite(given[k]))
        throw outOfRange(where, `the loss's ${name}[${k}]`, show(given[k]), 'return finite numbers');
  }
  return term;
}

function addTerm(sim: Simulator, term: LossTerm | null, state: SimulatorState, { q, v }: Cotangent): void {
  if (!term) return;
  if (term.v) for (let k = 0; k < v.length; k++) v[k] += term.v[k];
  if (!term.q) return;
  const byNumbers = Float64Array.from(term.q);
  let from = 0;
  for (const { model, firstV } of sim.members) {
    const to = from + model.nq;
    const tangent = toTangent(model, state.q.subarray(from, to), byNumbers.subarray(from, to));
    for (let k = 0; k < model.nv; k++) q[firstV + k] += tangent[k];
    from = to;
  }
}

/** Converts the derivative with respect to the torques to the derivative with respect to the actuators' controls. */
function throughActuators(sim: Simulator, record: StepRecord, torques: Float64Array): Float64Array {
  const out = new Float64Array(sim.controls.length);
  let first = 0;
  for (const { model, firstV, servos, index } of sim.members) {
    const controls = record.controls.subarray(first, first + model.actuators.length);
    const { control } = servos.derivatives(record.saturation[index], controls);
    model.actuators.forEach(({ joint }, k) => {
      out[first + k] = control[k] * torques[firstV + model.joints[model.jointIndex(joint)].v];
    });
    first += model.actuators.length;
  }
  return out;
}
