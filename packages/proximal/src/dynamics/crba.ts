// The mass matrix by the composite rigid body algorithm (Featherstone, ch. 6), in world axes: Mᵢⱼ = Sⱼᵀ Iᵢ Sᵢ, with the
// inertia Iᵢ of the subtree of i, for every j on the way from i to the world.
import { composeInertias, weighBodies } from './bodies.ts';
import { checkConfiguration, checkPair } from './check-arguments.ts';
import type { Data } from './data.ts';
import type { Model } from './model.ts';
import { place } from './place.ts';
import { applyInertia, dot6 } from './spatial.ts';

/**
 * The joint-space inertia M(q), armature included.
 * @returns nv × nv numbers by rows, symmetric, owned by `data` until the next call
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

/** I S of the degree of freedom in question. */
const carried = /* @__PURE__ */ new Float64Array(6);

/** The mass matrix at the last placements. */
export function fillMassMatrix(model: Model, data: Data): Float64Array {
  weighBodies(model, data);
  composeInertias(model, data);
  const { tree, nv, armature } = model;
  const { dofJoint, dofParent, coordinate, dofRatio } = tree;
  const { axes, composite, massMatrix: matrix } = data;
  matrix.fill(0);
  for (let dof = dofJoint.length - 1; dof >= 0; dof--) {
    applyInertia(composite, 10 * dofJoint[dof], axes, 6 * dof, carried, 0);
    const row = coordinate[dof];
    const ratio = dofRatio[dof];
    matrix[row * nv + row] += ratio * ratio * dot6(axes, 6 * dof, carried, 0);
    for (let other = dofParent[dof]; other >= 0; other = dofParent[other]) {
      const column = coordinate[other];
      const value = ratio * dofRatio[other] * dot6(axes, 6 * other, carried, 0);
      // A mimic joint on the way to its leader gives the same entry of the diagonal twice, as it should.
      matrix[row * nv + column] += value;
      matrix[column * nv + row] += value;
    }
  }
  for (let k = 0; k < nv; k++) matrix[k * nv + k] += armature[k];
  return matrix;
}
