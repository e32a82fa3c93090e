// Forward dynamics by the articulated-body algorithm: M a = τ − b. The bias b comes from the recursive Newton-Euler algorithm at
// zero acceleration, and M⁻¹ from the articulated inertias. Without mimic joints, both take linear time.
import { factorFromInertias, factorMass, solveMass, solveUnit } from './articulated.ts';
import { computeInertias, computeVelocities } from './bodies.ts';
import { checkConfiguration, checkForces, checkPair, checkVector } from './check-arguments.ts';
import type { Data } from './data.ts';
import type { Model } from './model.ts';
import { place } from './place.ts';
import { holdingTorque, torqueOf } from './rnea.ts';

/**
 * The joint accelerations for the joint torques and forces `tau`.
 * @param q configuration
 * @param v velocity, in rad/s and m/s
 * @param tau torques and forces, in N m and N
 * @param externalForces six numbers for each joint's body: force and moment at the joint's frame, along its axes, in N and N m
 * @returns nv numbers, in an array of `data` that later calls with this `data` may overwrite
 * @example
 * ```ts
 * const a = forwardDynamics(model, data, q, v, tau);
 * ```
 */
export function forwardDynamics(
  model: Model,
  data: Data,
  q: Float64Array,
  v: Float64Array,
  tau: Float64Array,
  externalForces?: Float64Array,
): Float64Array {
  const where = 'forwardDynamics';
  checkPair(where, model, data);
  checkConfiguration(where, 'q', q, model);
  checkVector(where, 'v', v, model.nv);
  checkVector(where, 'tau', tau, model.nv);
  if (externalForces !== undefined) checkForces(where, model, externalForces);
  return accelerate(model, data, q, v, tau, externalForces);
}

/** `forwardDynamics` without checks. */
export function accelerate(
  model: Model,
  data: Data,
  q: Float64Array,
  v: Float64Array,
  tau: Float64Array,
  externalForces: Float64Array | undefined,
): Float64Array {
  place(model, data, q);
  computeVelocities(model, data, v);
  computeInertias(model, data);
  return acceleratePlaced(model, data, tau, externalForces);
}

/** Forward dynamics after placements, velocities and inertias are computed. */
export function acceleratePlaced(
  model: Model,
  data: Data,
  tau: Float64Array,
  externalForces: Float64Array | undefined,
): Float64Array {
  torqueOf(model, data, data.zero, externalForces, data.column);
  return accelerateAgainst(model, data, tau);
}

/** Forward dynamics at zero velocity, after placements and inertias are computed. */
export function accelerateFromRest(
  model: Model,
  data: Data,
  tau: Float64Array,
  externalForces: Float64Array | undefined,
): Float64Array {
  holdingTorque(model, data, externalForces, data.column);
  return accelerateAgainst(model, data, tau);
}

/** M⁻¹ (τ − b) for the torques b in `data.column`. */
function accelerateAgainst(model: Model, data: Data, tau: Float64Array): Float64Array {
  const { column, jointAcceleration } = data;
  factorFromInertias(model, data);
  for (let k = 0; k < model.nv; k++) column[k] = tau[k] - column[k];
  solveMass(model, data, column, 0, jointAcceleration, 0);
  return jointAcceleration;
}

/**
 * M(q)⁻¹, from articulated inertias; without mimic joints, M itself is not needed.
 * @returns nv × nv numbers by rows, symmetric, in an array of `data` that later calls with this `data` may overwrite
 * @example
 * ```ts
 * const inverse = inverseMassMatrix(model, data, q);
 * ```
 */
export function inverseMassMatrix(model: Model, data: Data, q: Float64Array): Float64Array {
  const where = 'inverseMassMatrix';
  checkPair(where, model, data);
  checkConfiguration(where, 'q', q, model);
  place(model, data, q);
  factorMass(model, data);
  return invertMass(model, data);
}

/** M⁻¹ after `factorMass`, symmetric to the last bit. */
export function invertMass(model: Model, data: Data): Float64Array {
  const { inverseMassMatrix: inverse } = data;
  writeInverseMass(model, data, inverse, 0);
  return inverse;
}

/** Writes M⁻¹ by rows after `factorMass`, symmetric to the last bit, from index `at` of `out`. */
export function writeInverseMass(model: Model, data: Data, out: Float64Array, at: number): void {
  const { nv } = model;
  const { ancestorFactor } = data;
  if (ancestorFactor) {
    ancestorFactor.update(data);
    ancestorFactor.invert(data, out, at);
    return;
  }
  for (let k = 0; k < nv; k++) solveUnit(model, data, k, out, at + k * nv);
  for (let row = 0; row < nv; row++) {
    for (let k = 0; k < row; k++) {
      // Entries (row, k) and (k, row) differ by rounding; their mean makes the matrix symmetric to the last bit.
      const lower = at + row * nv + k;
      const upper = at + k * nv + row;
      const mean = (out[lower] + out[upper]) / 2;
      out[lower] = mean;
      out[upper] = mean;
    }
  }
}
