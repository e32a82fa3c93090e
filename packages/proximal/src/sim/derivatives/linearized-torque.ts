// Inverse dynamics τ(q, v, a) of a robot without gravity, linearized at a motion: by configuration, velocity, acceleration and parameters.
import type { Data } from '../../dynamics/data.ts';
import type { Model } from '../../dynamics/model.ts';
import { differentiateTorque } from '../../dynamics/rnea-derivatives.ts';
import { addCrossForce, applyInertia, dot6 } from '../../dynamics/spatial.ts';
import { forEachDof } from './chain.ts';
import type { Dense } from './dense.ts';
import type { Workspace } from './workspace.ts';

/**
 * The derivative of the inertia of a joint's body by a parameter, in world axes about the tree's origin (inertia-change.ts).
 */
export interface InertiaChange {
  readonly joint: number;
  /** The derivative, as ten numbers, for the placement of the body in `data`. */
  at(data: Data): Float64Array;
}

export interface LinearizedTorque {
  /** τ itself. */
  readonly torque: Float64Array;
  /** ∂τ/∂q in the tangent space, nv × nv. */
  readonly byPosition: Dense;
  /** ∂τ/∂v, nv × nv. */
  readonly byVelocity: Dense;
  /** ∂τ/∂a, which is the mass matrix, nv × nv. */
  readonly mass: Dense;
  /** ∂τ by each parameter: nv numbers. */
  readonly byParameters: readonly Float64Array[];
  /** For each parameter the derivatives of the mass and first moment of the tree, in the axes of the tree's root: four numbers. */
  readonly moments: readonly Float64Array[];
  /** The rotations of all joints. */
  readonly rotation: Float64Array;
}

/**
 * @param model a model without gravity
 * @param data overwritten
 * @param workspace for the matrices
 */
export function linearizeTorque(
  model: Model,
  data: Data,
  workspace: Workspace,
  parameters: readonly InertiaChange[],
  q: Float64Array,
  v: Float64Array,
  a: Float64Array,
): LinearizedTorque {
  const { nv } = model;
  const { dq, dv, da } = differentiateTorque(model, data, q, v, a, undefined);
  const inertias = parameters.map((each) => each.at(data));
  const rotation = data.rotation.slice();
  return {
    torque: data.torque.slice(),
    byPosition: workspace.copyOf(nv, nv, dq),
    byVelocity: workspace.copyOf(nv, nv, dv),
    mass: workspace.copyOf(nv, nv, da),
    byParameters: parameters.map(({ joint }, k) => torquesOf(model, data, inertias[k], joint)),
    moments: parameters.map(({ joint }, k) => momentsOf(rotation, model.tree.root[joint], inertias[k])),
    rotation,
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

/** Mass and first moment of an inertia in the axes of a root. */
function momentsOf(rotation: Float64Array, root: number, inertia: Float64Array): Float64Array {
  const at = 9 * root;
  const along = (i: number): number =>
    rotation[at + i] * inertia[1] + rotation[at + 3 + i] * inertia[2] + rotation[at + 6 + i] * inertia[3];
  return Float64Array.of(inertia[0], along(0), along(1), along(2));
}

const [force, impulse] = [new Float64Array(6), new Float64Array(6)];
