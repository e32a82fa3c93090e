// The mass matrix by the composite rigid body algorithm (Featherstone, ch. 6), in world axes: Mᵢⱼ = Sⱼᵀ Iᵢ Sᵢ, with the inertia
// Iᵢ of the subtree of i, for every j between i and the world.
import { composeInertias, computeInertias } from './bodies.ts';
import { checkConfiguration, checkPair } from './check-arguments.ts';
import type { Data } from './data.ts';
import type { Model } from './model.ts';
import { place } from './place.ts';
import { applyInertia } from './spatial.ts';

/**
 * The joint-space inertia M(q), armature included.
 * @returns nv × nv numbers by rows, symmetric, in an array of `data` that later calls with this `data` may overwrite
 * @example
 * ```ts
 * const m = massMatrix(model, data, q);
 * m[row * model.nv + column];
 * ```
 */
export function massMatrix(model: Model, data: Data, q: Float64Array): Float64Array {
  const where = 'massMatrix';
  checkPair(where, model, data);
  checkConfiguration(where, 'q', q, model);
  place(model, data, q);
  return fillMassMatrix(model, data);
}

/** I S of the current degree of freedom. */
const subtreeForce = /* @__PURE__ */ new Float64Array(6);

/** The mass matrix at the last placements. */
export function fillMassMatrix(model: Model, data: Data): Float64Array {
  computeInertias(model, data);
  composeInertias(model, data);
  const { nv, armature } = model;
  const { dofJoint } = model.tree;
  const { massMatrix: matrix } = data;
  matrix.fill(0);
  for (let dof = 0; dof < dofJoint.length; dof++) {
    applyInertia(data.composite, 10 * dofJoint[dof], data.axes, 6 * dof, subtreeForce, 0);
    fillRow(model, data, dof);
  }
  for (let k = 0; k < nv; k++) matrix[k * nv + k] += armature[k];
  return matrix;
}

/** The entries of a degree of freedom with itself and with the degrees of freedom between it and the world. */
function fillRow(model: Model, data: Data, dof: number): void {
  const { tree, nv } = model;
  const { dofParent, coordinate, dofRatio } = tree;
  const { axes, massMatrix: matrix } = data;
  const c0 = subtreeForce[0];
  const c1 = subtreeForce[1];
  const c2 = subtreeForce[2];
  const c3 = subtreeForce[3];
  const c4 = subtreeForce[4];
  const c5 = subtreeForce[5];
  const row = coordinate[dof];
  const ratio = dofRatio[dof];
  for (let other = dof; other >= 0; other = dofParent[other]) {
    const k = 6 * other;
    const column = coordinate[other];
    const value =
      ratio *
      dofRatio[other] *
      (axes[k] * c0 + axes[k + 1] * c1 + axes[k + 2] * c2 + axes[k + 3] * c3 + axes[k + 4] * c4 + axes[k + 5] * c5);
    matrix[row * nv + column] += value;
    // A mimic joint and its leader on one path add to the same diagonal entry twice, as required.
    if (other !== dof) matrix[column * nv + row] += value;
  }
}
