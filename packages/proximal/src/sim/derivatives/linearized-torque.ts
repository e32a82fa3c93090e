// Inverse dynamics τ(q, v, a) of a robot without gravity, linearized at a motion: by configuration, velocity, acceleration and parameters.
import type { Data } from '../../dynamics/data.ts';
import type { Model } from '../../dynamics/model.ts';
import { differentiateTorque } from '../../dynamics/rnea-derivatives.ts';
import { addCrossForce, applyInertia, dot6 } from '../../dynamics/spatial.ts';
import { forEachDof } from './chain.ts';
import { Dense } from './dense.ts';

/**
 * The derivative of the inertia of a joint's body with respect to a parameter, in world axes about the tree's origin (inertia-change.ts).
 */
export interface InertiaChange {
  readonly joint: number;
  /** The derivative, as ten numbers, for the placement of the body in `data`. */
  at(data: Data): Float64Array;
}

export interface LinearizedTorque {
  /** ∂τ/∂q in the tangent space, nv × nv. */
  readonly byPosition: Dense;
  /** ∂τ/∂v, nv × nv. */
  readonly byVelocity: Dense;
  /** ∂τ/∂a, which is the mass matrix, nv × nv. */
  readonly mass: Dense;
  /** ∂τ by each parameter: nv numbers. */
  readonly byParameters: readonly Float64Array[];
}

/**
 * @param model a model without gravity
 * @param data overwritten; the matrices are in its arrays
 */
export function linearizeTorque(
  model: Model,
  data: Data,
  parameters: readonly InertiaChange[],
  q: Float64Array,
  v: Float64Array,
  a: Float64Array,
): LinearizedTorque {
  const { nv } = model;
  const { dq, dv, da } = differentiateTorque(model, data, q, v, a, undefined);
  return {
    byPosition: new Dense(nv, nv, dq),
    byVelocity: new Dense(nv, nv, dv),
    mass: new Dense(nv, nv, da),
    byParameters: parameters.map((each) => torquesOf(model, data, each.at(data), each.joint)),
  };
}

/** The generalized forces Sᵀ (I a + v ×* I v) that move an additional inertia I fixed to a joint's body. */
function torquesOf(model: Model, data: Data, inertia: Float64Array, joint: number): Float64Array {
  applyInertia(inertia, 0, data.acceleration, 6 * joint, force, 0);
  applyInertia(inertia, 0, data.velocity, 6 * joint, impulse, 0);
  addCrossForce(data.velocity, 6 * joint, impulse, 0, force, 0);
  const out = new Float64Array(model.nv);
  forEachDof(model, joint, (dof, coordinate, ratio) => {
    out[coordinate] += ratio * dot6(data.axes, 6 * dof, force, 0);
  });
  return out;
}

const [force, impulse] = [new Float64Array(6), new Float64Array(6)];
