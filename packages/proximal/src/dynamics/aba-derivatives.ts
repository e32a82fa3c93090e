// Derivatives of forward dynamics: τ(q, v, a(q, v, τ)) = τ gives ∂a/∂q = −M⁻¹ ∂τ/∂q, ∂a/∂v = −M⁻¹ ∂τ/∂v and ∂a/∂τ = M⁻¹, the
// former at the acceleration that forward dynamics gives (Carpentier and Mansard 2018). M⁻¹ is applied to each column in linear time.
import { accelerate, invertMass } from './aba.ts';
import { solveMass } from './articulated.ts';
import { checkConfiguration, checkForces, checkPair, checkVector } from './check-arguments.ts';
import type { Data, ForwardDynamicsDerivatives } from './data.ts';
import type { Model } from './model.ts';
import { differentiateTorque } from './rnea-derivatives.ts';

/**
 * Derivatives of `forwardDynamics` by configuration, velocity and torque.
 * @returns three nv × nv matrices by rows, owned by `data` until the next call; `dtau` is also what `inverseMassMatrix` returns
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
  // The factors of M that this leaves behind serve the columns too.
  const a = accelerate(model, data, q, v, tau, externalForces);
  const torque = differentiateTorque(model, data, q, v, a, externalForces);
  const { forwardDerivatives } = data;
  solveColumns(model, data, torque.dq, forwardDerivatives.dq);
  solveColumns(model, data, torque.dv, forwardDerivatives.dv);
  invertMass(model, data);
  return forwardDerivatives;
}

/** `out` = −M⁻¹ `matrix`. */
function solveColumns(model: Model, data: Data, matrix: Float64Array, out: Float64Array): void {
  const { nv } = model;
  const { column } = data;
  for (let k = 0; k < nv; k++) {
    for (let row = 0; row < nv; row++) column[row] = -matrix[row * nv + k];
    solveMass(model, data, column, 0, column, 0);
    for (let row = 0; row < nv; row++) out[row * nv + k] = column[row];
  }
}
