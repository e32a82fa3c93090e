import { checkNumber, outOfRange, wrongType } from '../check/argument.ts';
import { forwardDynamics } from '../dynamics/aba.ts';
import { forwardDynamicsDerivatives } from '../dynamics/aba-derivatives.ts';
import { checkModel } from '../dynamics/check-arguments.ts';
import type { Model } from '../dynamics/model.ts';
import type { ControlledDynamics } from './problem.ts';

/** Joints whose configuration changes by velocity times time. */
const scalarKinds: readonly string[] = ['revolute', 'continuous', 'prismatic', 'helical'];

/**
 * A robot without contacts, as a system of `optimizeControls`. The state is (q, v). A step is semi-implicit: v⁺ = v + Δt a(q, v, τ), q⁺ = q + Δt v⁺.
 * All joints must have one coordinate; for other joints use `simulatorDynamics`.
 * @param timeStep Δt in seconds
 * @param actuated the names of the joints with a torque, or a force of a prismatic joint; each is a control. By default all joints
 * @example
 * ```ts
 * const dynamics = modelDynamics(model, 0.02, ['shoulder']); // an underactuated double pendulum
 * ```
 */
export function modelDynamics(model: Model, timeStep: number, actuated?: readonly string[]): ControlledDynamics {
  const where = 'modelDynamics';
  checkModel(where, model);
  checkNumber(where, 'timeStep', timeStep, 'give seconds, above 0', 0, true);
  for (const { name, kind } of model.joints)
    if (!scalarKinds.includes(kind))
      throw outOfRange(
        where,
        'model',
        `a model with the ${kind} joint '${name}'`,
        'give a model whose joints have one coordinate each',
      );
  const columns = readActuated(where, model, actuated);
  const n = model.nv;
  const m = columns.length;
  const data = model.createData();
  const [q, v, tau] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  const read = (state: Float64Array, control: Float64Array): void => {
    q.set(state.subarray(0, n));
    v.set(state.subarray(n));
    tau.fill(0);
    for (const [k, column] of columns.entries()) tau[column] = control[k];
  };
  return {
    stateSize: 2 * n,
    tangentSize: 2 * n,
    controlSize: m,
    step(state, control, _index, out) {
      read(state, control);
      if (!state.every(Number.isFinite)) {
        out.fill(Number.NaN);
        return;
      }
      const a = forwardDynamics(model, data, q, v, tau);
      for (let i = 0; i < n; i++) {
        out[n + i] = v[i] + timeStep * a[i];
        out[i] = q[i] + timeStep * out[n + i];
      }
    },
    differentiate(state, control, _index, byState, byControl) {
      read(state, control);
      const { dq, dv, dtau } = forwardDynamicsDerivatives(model, data, q, v, tau);
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          const one = i === j ? 1 : 0;
          const [byQ, byV] = [timeStep * dq[i * n + j], one + timeStep * dv[i * n + j]];
          byState[(n + i) * 2 * n + j] = byQ;
          byState[(n + i) * 2 * n + n + j] = byV;
          byState[i * 2 * n + j] = one + timeStep * byQ;
          byState[i * 2 * n + n + j] = timeStep * byV;
        }
        for (const [k, column] of columns.entries()) {
          byControl[(n + i) * m + k] = timeStep * dtau[i * n + column];
          byControl[i * m + k] = timeStep * timeStep * dtau[i * n + column];
        }
      }
    },
  };
}

/** The velocity index of each control. */
function readActuated(where: string, model: Model, actuated: readonly string[] | undefined): number[] {
  if (actuated === undefined) return Array.from({ length: model.nv }, (_, k) => k);
  if (!Array.isArray(actuated) || actuated.length === 0)
    throw wrongType(where, 'actuated', actuated, 'give names of joints, or leave it out');
  const twice = actuated.find((name, k) => actuated.indexOf(name) < k);
  if (twice !== undefined)
    throw outOfRange(where, 'actuated', actuated, `the joint "${twice}" is named twice: name it once`);
  return actuated.map((name) => model.joints[model.jointIndex(name)].v);
}
