// Passive forces of a model's joints: springs, damping and gravity compensation.
import { checkConfiguration, checkModel, checkVector, outputOf } from './check-arguments.ts';
import type { Data } from './data.ts';
import type { Model } from './model.ts';
import { centerOfMass } from './momentum.ts';
import { gravityTorque } from './rnea.ts';
import { inverseDynamicsDerivatives } from './rnea-derivatives.ts';

/**
 * The torque of gravity compensation is the gravity torque of a robot that has the compensated fraction of each mass and no inertia. Null
 * if nothing is compensated.
 */
type Compensator = { readonly model: Model; readonly data: Data; readonly zero: Float64Array } | null;

const compensators = /* @__PURE__ */ new WeakMap<Model, Compensator>();

function compensatorOf(model: Model): Compensator {
  const cached = compensators.get(model);
  if (cached !== undefined) return cached;
  const { tree } = model;
  let compensator: Compensator = null;
  if (tree.compensation.some((value) => value !== 0)) {
    const compensated = model.withChanges({
      tree: { ...tree, inertia: tree.compensation, ground: new Float64Array(4) },
    });
    compensator = { model: compensated, data: compensated.createData(), zero: model.zeroVelocity() };
  }
  compensators.set(model, compensator);
  return compensator;
}

/** Whether a model has springs or compensated gravity. */
export function isSprung(model: Model): boolean {
  return model.stiffness.some((k) => k !== 0) || compensatorOf(model) !== null;
}

/** Adds the torques of springs and of compensated gravity. */
export function addSprings(model: Model, q: Float64Array, torque: Float64Array): void {
  const { stiffness, springReference, joints } = model;
  for (const { q: at, v, nv, mimic } of joints) {
    if (nv === 1 && mimic === null && stiffness[v] !== 0) torque[v] -= stiffness[v] * (q[at] - springReference[v]);
  }
  const compensator = compensatorOf(model);
  if (!compensator) return;
  const compensation = gravityTorque(compensator.model, compensator.data, q);
  for (let k = 0; k < compensation.length; k++) torque[k] += compensation[k];
}

/** Calls `add` with the terms of the derivative of `addSprings` with respect to the configuration, in the tangent space. Terms of one entry add up. */
export function springDerivatives(
  model: Model,
  q: Float64Array,
  add: (row: number, column: number, value: number) => void,
): void {
  const { stiffness, nv } = model;
  for (let k = 0; k < nv; k++) if (stiffness[k] !== 0) add(k, k, -stiffness[k]);
  const compensator = compensatorOf(model);
  if (!compensator) return;
  const { model: compensated, data, zero } = compensator;
  const { dq } = inverseDynamicsDerivatives(compensated, data, q, zero, zero);
  for (let k = 0; k < nv * nv; k++) add(Math.floor(k / nv), k % nv, dq[k]);
}

/**
 * The passive torques of the joints: −k (q − q₀) of springs, −d v of damping, and the torques of gravity compensation.
 * `inverseDynamics` and `forwardDynamics` do not include them: their torques are the total torques of the joints.
 * @returns nv numbers, in N m or N: a new array, or `out`
 * @example
 * ```ts
 * const passive = passiveTorque(model, q, v);
 * const acceleration = forwardDynamics(model, data, q, v, passive.map((x, k) => x + motors[k]));
 * ```
 */
export function passiveTorque(model: Model, q: Float64Array, v: Float64Array, out?: Float64Array): Float64Array {
  const where = 'passiveTorque';
  checkModel(where, model);
  checkConfiguration(where, 'q', q, model);
  checkVector(where, 'v', v, model.nv);
  const torque = outputOf(where, out, model.nv);
  for (let k = 0; k < model.nv; k++) torque[k] = 0 - model.damping[k] * v[k];
  addSprings(model, q, torque);
  return torque;
}

/**
 * The energy in springs, ½ k (q − q₀)², minus the compensated part of the gravitational energy, in joules; up to a constant for springs of
 * mimic joints and links fixed to the world.
 * @example
 * ```ts
 * const potential = potentialEnergy(model, data, q) + springEnergy(model, q);
 * ```
 */
export function springEnergy(model: Model, q: Float64Array): number {
  const where = 'springEnergy';
  checkModel(where, model);
  checkConfiguration(where, 'q', q, model);
  const { stiffness, springReference, joints, gravity } = model;
  let energy = 0;
  for (const { q: at, v, nv, mimic } of joints)
    if (nv === 1 && mimic === null) energy += (stiffness[v] * (q[at] - springReference[v]) ** 2) / 2;
  const compensator = compensatorOf(model);
  if (!compensator) return energy;
  const center = centerOfMass(compensator.model, compensator.data, q);
  const gravityDotCenter = gravity[0] * center[0] + gravity[1] * center[1] + gravity[2] * center[2];
  return energy + compensator.model.mass * gravityDotCenter;
}
