// Energies, center of mass and momentum of the whole robot.
import { composeInertias, computeInertias, computeVelocities } from './bodies.ts';
import { checkConfiguration, checkPair, checkVector } from './check-arguments.ts';
import type { Data } from './data.ts';
import type { Model } from './model.ts';
import { place } from './place.ts';
import { applyInertia, dot6 } from './spatial.ts';

const momentum = /* @__PURE__ */ new Float64Array(6);

/**
 * ½ vᵀ M(q) v in joules, including the rotors of the motors (armature).
 * @example
 * ```ts
 * const energy = kineticEnergy(model, data, q, v) + potentialEnergy(model, data, q);
 * ```
 */
export function kineticEnergy(model: Model, data: Data, q: Float64Array, v: Float64Array): number {
  const where = 'kineticEnergy';
  checkPair(where, model, data);
  checkConfiguration(where, 'q', q, model);
  checkVector(where, 'v', v, model.nv);
  place(model, data, q);
  computeVelocities(model, data, v);
  computeInertias(model, data);
  let doubledEnergy = 0;
  for (let joint = 0; joint < model.joints.length; joint++) {
    applyInertia(data.inertia, 10 * joint, data.velocity, 6 * joint, momentum, 0);
    doubledEnergy += dot6(data.velocity, 6 * joint, momentum, 0);
  }
  for (let k = 0; k < model.nv; k++) doubledEnergy += model.armature[k] * v[k] * v[k];
  return doubledEnergy / 2;
}

/**
 * −Σ m g·c in joules: zero for masses at the world's origin. Links that are fixed to the world count too.
 * @example
 * ```ts
 * const height = potentialEnergy(model, data, q) / (9.81 * model.mass);
 * ```
 */
export function potentialEnergy(model: Model, data: Data, q: Float64Array): number {
  const where = 'potentialEnergy';
  checkPair(where, model, data);
  checkConfiguration(where, 'q', q, model);
  const center = findCenter(model, data, q);
  const { gravity } = model;
  return -model.mass * (gravity[0] * center[0] + gravity[1] * center[1] + gravity[2] * center[2]);
}

/**
 * The center of mass of all links, in world coordinates, in meters; zero if the model has no mass.
 * @returns three numbers, in an array of `data` that later calls with this `data` may overwrite
 * @example
 * ```ts
 * const [x, y] = centerOfMass(model, data, q);
 * ```
 */
export function centerOfMass(model: Model, data: Data, q: Float64Array): Float64Array {
  const where = 'centerOfMass';
  checkPair(where, model, data);
  checkConfiguration(where, 'q', q, model);
  return findCenter(model, data, q);
}

function findCenter(model: Model, data: Data, q: Float64Array): Float64Array {
  place(model, data, q);
  computeInertias(model, data);
  const { root, ground } = model.tree;
  const { inertia, origin, center } = data;
  for (let k = 0; k < 3; k++) {
    let moment = ground[1 + k];
    for (let joint = 0; joint < root.length; joint++) {
      moment += inertia[10 * joint + 1 + k] + inertia[10 * joint] * origin[3 * root[joint] + k];
    }
    center[k] = model.mass > 0 ? moment / model.mass : 0;
  }
  return center;
}

/**
 * The Jacobian of the center of mass: its velocity in the world is J v. A column is the linear momentum of the bodies that a degree
 * of freedom moves, at unit rate, divided by the total mass. This momentum is m l + ω × h, with the mass m of these bodies, and
 * their first moment h and velocity (l, ω) at the tree's origin. Joints that mimic the joint of the degree of freedom add to its
 * column.
 * @returns 3 × nv numbers by rows, in an array of `data` that later calls with this `data` may overwrite
 * @example
 * ```ts
 * const jacobian = centerOfMassJacobian(model, data, q);
 * ```
 */
export function centerOfMassJacobian(model: Model, data: Data, q: Float64Array): Float64Array {
  const where = 'centerOfMassJacobian';
  checkPair(where, model, data);
  checkConfiguration(where, 'q', q, model);
  place(model, data, q);
  computeInertias(model, data);
  composeInertias(model, data);
  const { nv, tree, mass } = model;
  const { axes, composite, centerJacobian: out } = data;
  out.fill(0);
  if (!(mass > 0)) return out;
  for (let dof = 0; dof < tree.dofJoint.length; dof++) {
    applyInertia(composite, 10 * tree.dofJoint[dof], axes, 6 * dof, momentum, 0);
    const scale = tree.dofRatio[dof] / mass;
    for (let k = 0; k < 3; k++) out[k * nv + tree.coordinate[dof]] += scale * momentum[k];
  }
  return out;
}

/**
 * The linear momentum of all bodies, in N s, and their angular momentum about the center of mass, in N m s, in world axes, without the
 * rotors of the motors (armature).
 * @returns six numbers, linear first, in an array of `data` that later calls with this `data` may overwrite
 * @example
 * ```ts
 * const [px, py, pz, lx, ly, lz] = centroidalMomentum(model, data, q, v);
 * ```
 */
export function centroidalMomentum(model: Model, data: Data, q: Float64Array, v: Float64Array): Float64Array {
  const where = 'centroidalMomentum';
  checkPair(where, model, data);
  checkConfiguration(where, 'q', q, model);
  checkVector(where, 'v', v, model.nv);
  const center = findCenter(model, data, q);
  computeVelocities(model, data, v);
  const { root } = model.tree;
  const { origin, momentum: total } = data;
  total.fill(0);
  for (let joint = 0; joint < root.length; joint++) {
    applyInertia(data.inertia, 10 * joint, data.velocity, 6 * joint, momentum, 0);
    const px = momentum[0];
    const py = momentum[1];
    const pz = momentum[2];
    // From the tree's origin to the center of mass: L + (origin − c) × p.
    const x = origin[3 * root[joint]] - center[0];
    const y = origin[3 * root[joint] + 1] - center[1];
    const z = origin[3 * root[joint] + 2] - center[2];
    total[0] += px;
    total[1] += py;
    total[2] += pz;
    total[3] += momentum[3] + y * pz - z * py;
    total[4] += momentum[4] + z * px - x * pz;
    total[5] += momentum[5] + x * py - y * px;
  }
  return total;
}
