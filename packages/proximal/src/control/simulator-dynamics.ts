import { checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import { difference, integrate } from '../dynamics/configuration.ts';
import type { Model } from '../dynamics/model.ts';
import type { StepRecord } from '../sim/derivatives/record.ts';
import type { StepDerivativeOptions } from '../sim/derivatives/step-derivatives.ts';
import type { Simulator } from '../sim/simulator.ts';
import type { ControlledDynamics } from './problem.ts';

/**
 * Options of `simulatorDynamics`.
 * @example
 * ```ts
 * const options: SimulatorDynamicsOptions = { actuated: [0], derivatives: { estimator: 'gumbel' } };
 * ```
 */
export interface SimulatorDynamicsOptions {
  /** The indices of the velocities with a torque; each torque is a control. Default: all velocities. */
  readonly actuated?: readonly number[];
  /** Options of `sim.stepDerivatives`: exact, smoothed or randomized. Default: exact. */
  readonly derivatives?: StepDerivativeOptions;
}

/** The last step of a step index. The next step of this index reuses its memory. */
class RecordedStep {
  /** The inputs of the step. */
  private state: Float64Array = new Float64Array(0);
  private control: Float64Array = new Float64Array(0);
  /** Null if the step has no derivatives. */
  private record: StepRecord | null = null;
  private readonly arrays: Float64Array[] = [];
  private used = 0;

  take(state: Float64Array, control: Float64Array, sim: Simulator): void {
    this.used = 0;
    this.state = this.copy(state);
    this.control = this.copy(control);
    this.record = sim.recordIfSmooth((values) => this.copy(values));
  }

  /** The record, if the step began at this state with this control. */
  recordFrom(state: Float64Array, control: Float64Array): StepRecord | null {
    return areEqual(this.state, state) && areEqual(this.control, control) ? this.record : null;
  }

  /** Steps are copied in the same order, so most arrays have the size that is needed. A new array takes about a microsecond. */
  private copy(values: Float64Array): Float64Array {
    const at = this.used++;
    if (this.arrays[at]?.length !== values.length) this.arrays[at] = new Float64Array(values.length);
    const out = this.arrays[at];
    // For arrays of a few numbers, faster than `set`.
    for (let k = 0; k < out.length; k++) out[k] = values[k];
    return out;
  }
}

/**
 * A simulator with its contacts, as a system of `optimizeControls`. The state is (q, v) of all members, its tangent has 2 nv numbers,
 * and the controls are torques. Every step starts without warm starts, so that it depends on the state alone. The last step of each index
 * is recorded, so that its derivatives do not repeat it. A search changes the state of the simulator.
 * @example
 * ```ts
 * const dynamics = simulatorDynamics(sim, { actuated: [0, 1] });
 * ```
 */
export function simulatorDynamics(sim: Simulator, options?: SimulatorDynamicsOptions): ControlledDynamics {
  const where = 'simulatorDynamics';
  if (typeof sim?.stepDerivatives !== 'function')
    throw wrongType(where, 'sim', sim, "give a Simulator of 'proximal/sim'");
  checkOptions(where, 'options', options, ['actuated', 'derivatives']);
  const { nq, nv } = sim;
  const { actuated = Array.from({ length: nv }, (_, k) => k), derivatives = {} } = options ?? {};
  if (!Array.isArray(actuated) || !actuated.every((k) => Number.isInteger(k) && k >= 0 && k < nv))
    throw wrongType(where, 'options.actuated', actuated, `give indices of velocities, from 0 to ${nv - 1}`);
  if (new Set(actuated).size < actuated.length)
    throw outOfRange(where, 'options.actuated', actuated, 'an index is given twice: give each once');
  const m = actuated.length;
  const torques = new Float64Array(nv);
  /** The last step of each index. */
  const steps = new Map<number, RecordedStep>();
  const move = (state: Float64Array, control: Float64Array, index: number): void => {
    sim.setState({ q: state.subarray(0, nq), v: state.subarray(nq) });
    for (let k = 0; k < m; k++) torques[actuated[k]] = control[k];
    sim.step(torques);
    const step = steps.get(index) ?? new RecordedStep();
    steps.set(index, step);
    step.take(state, control, sim);
  };
  const matrices = { dState: new Float64Array(4 * nv * nv), dTorque: new Float64Array(2 * nv * nv) };
  /** Calls `visit` with each model and the indices of its first configuration number and its first velocity. */
  const forEachModel = (visit: (model: Model, q: number, v: number) => void): void => {
    let [q, v] = [0, 0];
    for (const { model } of sim.members) {
      visit(model, q, v);
      q += model.nq;
      v += model.nv;
    }
  };
  return {
    stateSize: nq + nv,
    tangentSize: 2 * nv,
    controlSize: m,
    step(state, control, index, out) {
      if (!state.every(Number.isFinite)) {
        out.fill(Number.NaN);
        return;
      }
      move(state, control, index);
      const { q, v } = sim.state;
      out.set(q);
      out.set(v, nq);
    },
    differentiate(state, control, index, byState, byControl) {
      const record = steps.get(index)?.recordFrom(state, control);
      if (!record) move(state, control, index);
      const { dState, dTorque } = record
        ? sim.derivativesOf(record, derivatives, matrices)
        : sim.stepDerivatives(derivatives);
      byState.set(dState.values);
      for (let i = 0; i < 2 * nv; i++)
        for (let k = 0; k < m; k++) byControl[i * m + k] = dTorque.values[i * nv + actuated[k]];
    },
    integrate(state, change, out) {
      forEachModel((model, q, v) => {
        out.set(integrate(model, state.slice(q, q + model.nq), change.slice(v, v + model.nv)), q);
      });
      for (let k = 0; k < nv; k++) out[nq + k] = state[nq + k] + change[nv + k];
    },
    difference(from, to, out) {
      forEachModel((model, q, v) => {
        out.set(difference(model, from.slice(q, q + model.nq), to.slice(q, q + model.nq)), v);
      });
      for (let k = 0; k < nv; k++) out[nv + k] = to[nq + k] - from[nq + k];
    },
  };
}

function areEqual(a: Float64Array, b: Float64Array): boolean {
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}
