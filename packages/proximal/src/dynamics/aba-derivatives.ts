// Derivatives of forward dynamics: with inverse dynamics ID, ID(q, v, a(q, v, τ)) = τ gives ∂a/∂q = −M⁻¹ ∂ID/∂q, ∂a/∂v = −M⁻¹ ∂ID/∂v and
// ∂a/∂τ = M⁻¹. The derivatives of ID are taken at the acceleration of forward dynamics (Carpentier and Mansard 2018).
import { accelerate, invertMass } from './aba.ts';
import { solveMass } from './articulated.ts';
import { checkConfiguration, checkForces, checkPair, checkVector } from './check-arguments.ts';
import type { Data, ForwardDynamicsDerivatives } from './data.ts';
import type { Model } from './model.ts';
import { multiplyPair, smallMatrix } from './product.ts';
import { torqueOf } from './rnea.ts';
import { differentiatePlaced } from './rnea-derivatives.ts';

/**
 * Derivatives of `forwardDynamics` with respect to configuration, velocity and torque.
 * @returns three nv × nv matrices by rows, in arrays of `data` that later calls with this `data` may overwrite; `dtau` is the
 * same array that `inverseMassMatrix` returns
 * @example
 * ```ts
 * const { dq, dv, dtau } = forwardDynamicsDerivatives(model, data, q, v, tau);
 * ```
 */
export function forwardDynamicsDerivatives(
  model: Model,
  data: Data,
  q: Float64Array,
  v: Float64Array,
  tau: Float64Array,
  externalForces?: Float64Array,
): ForwardDynamicsDerivatives {
  const where = 'forwardDynamicsDerivatives';
  checkPair(where, model, data);
  checkConfiguration(where, 'q', q, model);
  checkVector(where, 'v', v, model.nv);
  checkVector(where, 'tau', tau, model.nv);
  if (externalForces !== undefined) checkForces(where, model, externalForces);
  // This computes placements, velocities and inertias, and factors M.
  const a = accelerate(model, data, q, v, tau, externalForces);
  torqueOf(model, data, a, externalForces, data.torque);
  differentiatePlaced(model, data);
  invertMass(model, data);
  const { inverseDerivatives: torque, forwardDerivatives: out } = data;
  if (model.nv > smallMatrix) solveColumns(model, data);
  else multiplyPair(model.nv, out.dtau, torque.dq, torque.dv, out.dq, out.dv);
  return out;
}

/** −M⁻¹ times both derivatives of the torque: one solve for each column. */
function solveColumns(model: Model, data: Data): void {
  const { nv } = model;
  const { column, forwardDerivatives, inverseDerivatives } = data;
  for (const key of ['dq', 'dv'] as const) {
    const matrix = inverseDerivatives[key];
    const out = forwardDerivatives[key];
    for (let k = 0; k < nv; k++) {
      for (let row = 0; row < nv; row++) column[row] = -matrix[row * nv + k];
      solveMass(model, data, column, 0, column, 0);
      for (let row = 0; row < nv; row++) out[row * nv + k] = column[row];
    }
  }
}
