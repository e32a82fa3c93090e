// The Coriolis matrix of the Christoffel symbols (Echeandia and Wensing 2021): C = Σ Jᵀ (I J̇ + B J) over the bodies, with B from
// body-coriolis.ts. For i in the subtree of j: Cᵢⱼ = Sᵢᵀ (I Ṡⱼ + B Sⱼ) and Cⱼᵢ = Sⱼᵀ (I Ṡᵢ + B Sᵢ), I and B of the subtree of i.
import { composeInertias, computeInertias, computeVelocities } from './bodies.ts';
import { addBodyCoriolis, bodyCoriolisRow, composeBodyCoriolis } from './body-coriolis.ts';
import { checkConfiguration, checkPair, checkVector } from './check-arguments.ts';
import type { Data } from './data.ts';
import type { Model } from './model.ts';
import { place } from './place.ts';
import { addScaled6, applyInertia, crossMotion, dot6 } from './spatial.ts';

/** U (6), half of the angular part of W (3, padded to 6), the column I Ṡ + B S (6). */
const work = /* @__PURE__ */ new Float64Array(18);

/**
 * The Coriolis matrix C(q, v), with C v = b(q, v) − g(q) and Ṁ − 2 C skew-symmetric.
 * @returns nv × nv numbers by rows, in an array of `data` that later calls with this `data` may overwrite
 * @example
 * ```ts
 * const c = coriolisMatrix(model, data, q, v);
 * ```
 */
export function coriolisMatrix(model: Model, data: Data, q: Float64Array, v: Float64Array): Float64Array {
  const where = 'coriolisMatrix';
  checkPair(where, model, data);
  checkConfiguration(where, 'q', q, model);
  checkVector(where, 'v', v, model.nv);
  place(model, data, q);
  computeVelocities(model, data, v);
  computeInertias(model, data);
  composeInertias(model, data);
  composeBodyCoriolis(model, data);
  const { tree, nv } = model;
  const { dofJoint, dofParent, coordinate, dofRatio } = tree;
  const { axes, axesRate, velocity, composite, bodyCoriolis, coriolisMatrix: out } = data;
  out.fill(0);
  for (let dof = 0; dof < dofJoint.length; dof++) {
    const joint = dofJoint[dof];
    crossMotion(velocity, 6 * joint, axes, 6 * dof, axesRate, 6 * dof);
    // The row U = Sᵀ I and half of W = Sᵀ 2B; the column I Ṡ + B S.
    applyInertia(composite, 10 * joint, axes, 6 * dof, work, 0);
    bodyCoriolisRow(bodyCoriolis, 12 * joint, axes, 6 * dof, work, 6);
    work.fill(0, 9, 18);
    addBodyCoriolis(bodyCoriolis, 12 * joint, axes, 6 * dof, work, 12);
    halve(work, 6, 18);
    applyInertia(composite, 10 * joint, axesRate, 6 * dof, inertiaColumn, 0);
    addScaled6(inertiaColumn, 0, 1, work, 12);
    const row = coordinate[dof];
    for (let other = dof; other >= 0; other = dofParent[other]) {
      const column = coordinate[other];
      const ratio = dofRatio[dof] * dofRatio[other];
      const k = 6 * other;
      const angular = work[6] * axes[k + 3] + work[7] * axes[k + 4] + work[8] * axes[k + 5];
      out[row * nv + column] += ratio * (dot6(work, 0, axesRate, k) + angular);
      if (other !== dof) out[column * nv + row] += ratio * dot6(axes, k, work, 12);
    }
  }
  return out;
}

const inertiaColumn = /* @__PURE__ */ new Float64Array(6);

function halve(a: Float64Array, from: number, to: number): void {
  for (let k = from; k < to; k++) a[k] *= 0.5;
}
