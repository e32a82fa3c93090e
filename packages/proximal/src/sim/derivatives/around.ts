// Inverse dynamics of a robot without gravity around a motion, and how its torques change with the configuration and by parameters.
import type { Data } from '../../dynamics/data.ts';
import type { Model } from '../../dynamics/model.ts';
import { differentiateTorque } from '../../dynamics/rnea-derivatives.ts';
import { addCrossForce, applyInertia, dot6 } from '../../dynamics/spatial.ts';
import { forEachDof } from './chain.ts';
import { Dense } from './dense.ts';

/** How a parameter changes the inertia of a joint's body: where that is placed, in world axes about the tree's origin (inertia-change.ts). */
export interface InertiaChange {
  readonly joint: number;
  at(data: Data): Float64Array;
}

/** M, and the change of the torques with the configuration and by parameters. */
export interface Around {
  readonly mass: Dense;
  readonly byVelocity: Dense;
  /** Applied to a change of the configuration, n × columns; parameters have the columns from 2 n on. */
  change(dq: Dense): Dense;
  /** By parameters: mass and first moment along the axes of the joint's root. */
  readonly moments: readonly Float64Array[];
  /** The rotations of all joints. */
  readonly rotation: Float64Array;
}

/** @param model one without gravity @param data a workspace */
export function around(
  model: Model,
  data: Data,
  parameters: readonly InertiaChange[],
  q: Float64Array,
  v: Float64Array,
  a: Float64Array,
): Around {
  const { dq, dv, da } = differentiateTorque(model, data, q, v, a, undefined);
  const [byPosition, byVelocity, mass] = [dq, dv, da].map((each) => Dense.copy(model.nv, each));
  const inertias = parameters.map((each) => each.at(data));
  const torques = parameters.map(({ joint }, k) => torquesOf(model, data, inertias[k], joint));
  const rotation = data.rotation.slice();
  const moments = parameters.map(({ joint }, k) => {
    const [at, inertia] = [9 * model.tree.root[joint], inertias[k]];
    const along = (i: number): number =>
      rotation[at + i] * inertia[1] + rotation[at + 3 + i] * inertia[2] + rotation[at + 6 + i] * inertia[3];
    return Float64Array.of(inertia[0], along(0), along(1), along(2));
  });
  return {
    mass,
    byVelocity,
    moments,
    rotation,
    change: (change) => {
      const out = byPosition.times(change);
      torques.forEach((torque, p) => {
        for (let k = 0; k < model.nv; k++) out.row(k)[2 * model.nv + p] += torque[k];
      });
      return out;
    },
  };
}

/** What moving some inertia takes that is fixed to a joint's body: Sᵀ (I a + v ×* I v). */
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
