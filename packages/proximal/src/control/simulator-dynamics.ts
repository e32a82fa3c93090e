import { checkOptions, wrongType } from '../check/argument.ts';
import { difference, integrate } from '../dynamics/configuration.ts';
import type { Model } from '../dynamics/model.ts';
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
  /** The indices of the velocities that have a torque, each a control. Default: all of them. */
  readonly actuated?: readonly number[];
  /** Options of `sim.stepDerivatives`: exact, smoothed or randomized. Default: exact. */
  readonly derivatives?: StepDerivativeOptions;
}

/**
 * A simulator with its contacts, as a system of `optimizeControls`. The state is (q, v) of all members, its tangent has 2 nv numbers,
 * and the controls are torques. Every step starts without warm starts, so that it depends on the state alone. The simulator is used
 * during the search and left in some state.
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
  const m = actuated.length;
  const torques = new Float64Array(nv);
  const move = (state: Float64Array, control: Float64Array): void => {
    sim.setState({ q: state.slice(0, nq), v: state.slice(nq) });
    for (const [k, index] of actuated.entries()) torques[index] = control[k];
    sim.step(torques);
  };
  /** Calls `visit` with each model and the first of its configuration and velocity numbers. */
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
    step(state, control, _index, out) {
      if (!state.every(Number.isFinite)) {
        out.fill(Number.NaN);
        return;
      }
      move(state, control);
      out.set(sim.state.q);
      out.set(sim.state.v, nq);
    },
    differentiate(state, control, _index, byState, byControl) {
      move(state, control);
      const { dState, dTorque } = sim.stepDerivatives(derivatives);
      byState.set(dState.values);
      for (let i = 0; i < 2 * nv; i++)
        for (const [k, index] of actuated.entries()) byControl[i * m + k] = dTorque.values[i * nv + index];
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
