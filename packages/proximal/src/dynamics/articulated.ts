// Solves M(q) x = y without M: the articulated-body algorithm (Featherstone, ch. 7), in world axes.
//
// A joint with several degrees of freedom is treated as a chain of joints with one degree of freedom and massless bodies between
// them. Eliminating a degree of freedom S from the articulated inertia I of its subtree leaves I − U Uᵀ/D, where U = I S and
// D = Sᵀ U + armature: the inertia with which the subtree acts on the parent if this joint is free to move. In world axes the parent adds
// this inertia to its own. S, U and D of all degrees of freedom are a factorization of M, computed in linear time, and each solve takes
// linear time.
//
// With mimic joints the elimination order no longer follows a tree; then M itself is factored (math/linear/cholesky.ts).

import { factorize, solveFactorized } from '../math/linear/cholesky.ts';
import { computeInertias } from './bodies.ts';
import { fillMassMatrix } from './crba.ts';
import type { Data } from './data.ts';
import type { Model } from './model.ts';

/** Factors the mass matrix at the last placements, for `solveMass`. */
export function factorMass(model: Model, data: Data): void {
  computeInertias(model, data);
  factorFromInertias(model, data);
}

/** Like `factorMass`, if `data.inertia` is already computed. */
export function factorFromInertias(model: Model, data: Data): void {
  if (model.tree.hasMimic) {
    data.factor.set(fillMassMatrix(model, data));
    factorize(data.factor, model.nv);
    return;
  }

  const { parent, firstDof } = model.tree;
  const { armature } = model;
  for (let joint = 0; joint < parent.length; joint++) startArticulated(data, joint);
  for (let joint = parent.length - 1; joint >= 0; joint--) {
    const first = firstDof[joint];
    for (let dof = firstDof[joint + 1] - 1; dof >= first; dof--) {
      // The joint's first degree of freedom is eliminated last, and passes the remaining inertia to the parent.
      eliminate(data, joint, dof === first ? parent[joint] : joint, dof, armature);
    }
  }
}

/** Writes a body's rigid inertia as a symmetric 6 × 6 matrix: its upper triangle by rows. */
function startArticulated(data: Data, joint: number): void {
  const { inertia, articulated } = data;
  const b = 10 * joint;
  const a = 21 * joint;
  const mass = inertia[b];
  const hx = inertia[b + 1];
  const hy = inertia[b + 2];
  const hz = inertia[b + 3];
  articulated[a] = mass;
  articulated[a + 1] = 0;
  articulated[a + 2] = 0;
  articulated[a + 3] = 0;
  articulated[a + 4] = hz;
  articulated[a + 5] = -hy;
  articulated[a + 6] = mass;
  articulated[a + 7] = 0;
  articulated[a + 8] = -hz;
  articulated[a + 9] = 0;
  articulated[a + 10] = hx;
  articulated[a + 11] = mass;
  articulated[a + 12] = hy;
  articulated[a + 13] = -hx;
  articulated[a + 14] = 0;
  for (let k = 0; k < 6; k++) articulated[a + 15 + k] = inertia[b + 4 + k];
}

/** Computes U = I S and 1/D, and passes I − U Uᵀ/D on to `target`: the same joint, its parent, or −1 for the world. */
function eliminate(data: Data, joint: number, target: number, dof: number, armature: Float64Array): void {
  const { articulated, axes, U, Dinv } = data;
  const a = 21 * joint;
  const k = 6 * dof;
  const m0 = articulated[a];
  const m1 = articulated[a + 1];
  const m2 = articulated[a + 2];
  const m3 = articulated[a + 3];
  const m4 = articulated[a + 4];
  const m5 = articulated[a + 5];
  const m6 = articulated[a + 6];
  const m7 = articulated[a + 7];
  const m8 = articulated[a + 8];
  const m9 = articulated[a + 9];
  const m10 = articulated[a + 10];
  const m11 = articulated[a + 11];
  const m12 = articulated[a + 12];
  const m13 = articulated[a + 13];
  const m14 = articulated[a + 14];
  const m15 = articulated[a + 15];
  const m16 = articulated[a + 16];
  const m17 = articulated[a + 17];
  const m18 = articulated[a + 18];
  const m19 = articulated[a + 19];
  const m20 = articulated[a + 20];
  const s0 = axes[k];
  const s1 = axes[k + 1];
  const s2 = axes[k + 2];
  const s3 = axes[k + 3];
  const s4 = axes[k + 4];
  const s5 = axes[k + 5];
  const u0 = m0 * s0 + m1 * s1 + m2 * s2 + m3 * s3 + m4 * s4 + m5 * s5;
  const u1 = m1 * s0 + m6 * s1 + m7 * s2 + m8 * s3 + m9 * s4 + m10 * s5;
  const u2 = m2 * s0 + m7 * s1 + m11 * s2 + m12 * s3 + m13 * s4 + m14 * s5;
  const u3 = m3 * s0 + m8 * s1 + m12 * s2 + m15 * s3 + m16 * s4 + m17 * s5;
  const u4 = m4 * s0 + m9 * s1 + m13 * s2 + m16 * s3 + m18 * s4 + m19 * s5;
  const u5 = m5 * s0 + m10 * s1 + m14 * s2 + m17 * s3 + m19 * s4 + m20 * s5;
  U[k] = u0;
  U[k + 1] = u1;
  U[k + 2] = u2;
  U[k + 3] = u3;
  U[k + 4] = u4;
  U[k + 5] = u5;
  const inverseD = 1 / (s0 * u0 + s1 * u1 + s2 * u2 + s3 * u3 + s4 * u4 + s5 * u5 + armature[dof]);
  Dinv[dof] = inverseD;
  if (target < 0) return;
  const to = 21 * target;
  // The joint already holds I; only a parent must add it.
  const added = target === joint ? 0 : 1;
  const f0 = inverseD * u0;
  articulated[to] += added * m0 - f0 * u0;
  articulated[to + 1] += added * m1 - f0 * u1;
  articulated[to + 2] += added * m2 - f0 * u2;
  articulated[to + 3] += added * m3 - f0 * u3;
  articulated[to + 4] += added * m4 - f0 * u4;
  articulated[to + 5] += added * m5 - f0 * u5;
  const f1 = inverseD * u1;
  articulated[to + 6] += added * m6 - f1 * u1;
  articulated[to + 7] += added * m7 - f1 * u2;
  articulated[to + 8] += added * m8 - f1 * u3;
  articulated[to + 9] += added * m9 - f1 * u4;
  articulated[to + 10] += added * m10 - f1 * u5;
  const f2 = inverseD * u2;
  articulated[to + 11] += added * m11 - f2 * u2;
  articulated[to + 12] += added * m12 - f2 * u3;
  articulated[to + 13] += added * m13 - f2 * u4;
  articulated[to + 14] += added * m14 - f2 * u5;
  const f3 = inverseD * u3;
  articulated[to + 15] += added * m15 - f3 * u3;
  articulated[to + 16] += added * m16 - f3 * u4;
  articulated[to + 17] += added * m17 - f3 * u5;
  const f4 = inverseD * u4;
  articulated[to + 18] += added * m18 - f4 * u4;
  articulated[to + 19] += added * m19 - f4 * u5;
  const f5 = inverseD * u5;
  articulated[to + 20] += added * m20 - f5 * u5;
}

/**
 * x = M⁻¹ y after `factorMass`, at index `from` of y and `to` of x; both may be the same memory.
 *
 * Inward pass: u = y − S·p with the articulated bias force p, and p += U u/D. Outward pass: x = (u − U·a)/D with the parent's
 * acceleration a, and a += S x.
 */
export function solveMass(model: Model, data: Data, y: Float64Array, from: number, x: Float64Array, to: number): void {
  if (model.tree.hasMimic) {
    for (let k = 0; k < model.nv; k++) x[to + k] = y[from + k];
    solveFactorized(data.factor, model.nv, x, undefined, to);
    return;
  }
  inwardPass(model, data, y, from);
  outwardPass(model, data, x, to);
}

/** x = column `unit` of M⁻¹ after `factorMass`: only degrees of freedom between it and the world have nonzero u. */
export function solveUnit(model: Model, data: Data, unit: number, x: Float64Array, to: number): void {
  const { tree, nv } = model;
  if (tree.hasMimic) {
    for (let k = 0; k < nv; k++) x[to + k] = k === unit ? 1 : 0;
    solveFactorized(data.factor, nv, x, undefined, to);
    return;
  }
  const { axes, U, Dinv, dofForce } = data;
  dofForce.fill(0);
  dofForce[unit] = 1;
  let rate = Dinv[unit];
  let k = 6 * unit;
  let p0 = rate * U[k];
  let p1 = rate * U[k + 1];
  let p2 = rate * U[k + 2];
  let p3 = rate * U[k + 3];
  let p4 = rate * U[k + 4];
  let p5 = rate * U[k + 5];
  for (let dof = tree.dofParent[unit]; dof >= 0; dof = tree.dofParent[dof]) {
    k = 6 * dof;
    const u =
      -axes[k] * p0 - axes[k + 1] * p1 - axes[k + 2] * p2 - axes[k + 3] * p3 - axes[k + 4] * p4 - axes[k + 5] * p5;
    dofForce[dof] = u;
    rate = u * Dinv[dof];
    p0 += rate * U[k];
    p1 += rate * U[k + 1];
    p2 += rate * U[k + 2];
    p3 += rate * U[k + 3];
    p4 += rate * U[k + 4];
    p5 += rate * U[k + 5];
  }
  outwardPass(model, data, x, to);
}

function inwardPass(model: Model, data: Data, y: Float64Array, from: number): void {
  const { parent, firstDof } = model.tree;
  const { axes, U, Dinv, wrench, dofForce } = data;
  wrench.fill(0);
  for (let joint = parent.length - 1; joint >= 0; joint--) {
    const at = 6 * joint;
    let p0 = wrench[at];
    let p1 = wrench[at + 1];
    let p2 = wrench[at + 2];
    let p3 = wrench[at + 3];
    let p4 = wrench[at + 4];
    let p5 = wrench[at + 5];
    let hasForce = p0 !== 0 || p1 !== 0 || p2 !== 0 || p3 !== 0 || p4 !== 0 || p5 !== 0;
    for (let dof = firstDof[joint + 1] - 1; dof >= firstDof[joint]; dof--) {
      // If y is a column of a derivative, whole branches often have no force.
      if (!hasForce && y[from + dof] === 0) {
        dofForce[dof] = 0;
        continue;
      }
      hasForce = true;
      const k = 6 * dof;
      const u =
        y[from + dof] -
        (axes[k] * p0 + axes[k + 1] * p1 + axes[k + 2] * p2 + axes[k + 3] * p3 + axes[k + 4] * p4 + axes[k + 5] * p5);
      dofForce[dof] = u;
      const rate = u * Dinv[dof];
      p0 += rate * U[k];
      p1 += rate * U[k + 1];
      p2 += rate * U[k + 2];
      p3 += rate * U[k + 3];
      p4 += rate * U[k + 4];
      p5 += rate * U[k + 5];
    }
    if (parent[joint] < 0 || !hasForce) continue;
    const parentAt = 6 * parent[joint];
    wrench[parentAt] += p0;
    wrench[parentAt + 1] += p1;
    wrench[parentAt + 2] += p2;
    wrench[parentAt + 3] += p3;
    wrench[parentAt + 4] += p4;
    wrench[parentAt + 5] += p5;
  }
}

function outwardPass(model: Model, data: Data, x: Float64Array, to: number): void {
  const { parent, firstDof } = model.tree;
  const { axes, U, Dinv, wrench, dofForce } = data;
  // The bias forces are no longer needed: their memory is reused for the accelerations.
  for (let joint = 0; joint < parent.length; joint++) {
    const parentAt = 6 * parent[joint];
    const isRoot = parentAt < 0;
    let a0 = isRoot ? 0 : wrench[parentAt];
    let a1 = isRoot ? 0 : wrench[parentAt + 1];
    let a2 = isRoot ? 0 : wrench[parentAt + 2];
    let a3 = isRoot ? 0 : wrench[parentAt + 3];
    let a4 = isRoot ? 0 : wrench[parentAt + 4];
    let a5 = isRoot ? 0 : wrench[parentAt + 5];
    for (let dof = firstDof[joint]; dof < firstDof[joint + 1]; dof++) {
      const k = 6 * dof;
      const parentTerm = U[k] * a0 + U[k + 1] * a1 + U[k + 2] * a2 + U[k + 3] * a3 + U[k + 4] * a4 + U[k + 5] * a5;
      const rate = (dofForce[dof] - parentTerm) * Dinv[dof];
      x[to + dof] = rate;
      a0 += rate * axes[k];
      a1 += rate * axes[k + 1];
      a2 += rate * axes[k + 2];
      a3 += rate * axes[k + 3];
      a4 += rate * axes[k + 4];
      a5 += rate * axes[k + 5];
    }
    const at = 6 * joint;
    wrench[at] = a0;
    wrench[at + 1] = a1;
    wrench[at + 2] = a2;
    wrench[at + 3] = a3;
    wrench[at + 4] = a4;
    wrench[at + 5] = a5;
  }
}
