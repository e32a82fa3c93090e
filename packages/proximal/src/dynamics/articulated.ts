// Solves M(q) x = y without M: the articulated-body algorithm (Featherstone, ch. 7), in world axes.
//
// A joint with several degrees of freedom is treated as several with one and nothing in between. Eliminating a degree of
// freedom S with the articulated inertia I of all that it moves leaves I − U Uᵀ/D, where U = I S and D = Sᵀ U + armature: what the
// rest of the robot feels of the subtree when that joint gives way. In world axes the parent just adds this to its own. The
// numbers S, U and D of all degrees of freedom are a factorization of M, made in linear time, and each solve takes linear time.
//
// Where joints mimic others, the elimination order no longer follows a tree: then M itself is factored (factor.ts).
import { weighBodies } from './bodies.ts';
import { fillMassMatrix } from './crba.ts';
import type { Data } from './data.ts';
import { factorMatrix, solveFactored } from './factor.ts';
import type { Model } from './model.ts';

/** Factors the mass matrix at the last placements, for `solveMass`. */
export function factorMass(model: Model, data: Data): void {
  if (model.tree.hasMimic) {
    data.factor.set(fillMassMatrix(model, data));
    factorMatrix(data.factor, model.nv);
    return;
  }
  weighBodies(model, data);
  factorArticulated(model, data);
}

/** The same when data.inertia is there already. */
export function factorArticulated(model: Model, data: Data): void {
  const { parent, firstDof } = model.tree;
  const { armature } = model;
  const { articulated, yieldRate } = data;
  for (let joint = 0; joint < parent.length; joint++) startArticulated(data, joint);
  for (let joint = parent.length - 1; joint >= 0; joint--) {
    for (let dof = firstDof[joint + 1] - 1; dof >= firstDof[joint]; dof--) {
      reachOf(data, joint, dof, armature[dof]);
      yieldTo(data, joint, dof, yieldRate[dof]);
    }
    if (parent[joint] < 0) continue;
    const up = 21 * parent[joint];
    const at = 21 * joint;
    for (let k = 0; k < 21; k++) articulated[up + k] += articulated[at + k];
  }
}

/** The symmetric 6 × 6 matrix of a rigid inertia, its upper triangle by rows. */
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

/** U = I S and 1/D. */
function reachOf(data: Data, joint: number, dof: number, armature: number): void {
  const { articulated: m, axes, reach, yieldRate } = data;
  const a = 21 * joint;
  const k = 6 * dof;
  const s0 = axes[k];
  const s1 = axes[k + 1];
  const s2 = axes[k + 2];
  const s3 = axes[k + 3];
  const s4 = axes[k + 4];
  const s5 = axes[k + 5];
  const u0 = m[a] * s0 + m[a + 1] * s1 + m[a + 2] * s2 + m[a + 3] * s3 + m[a + 4] * s4 + m[a + 5] * s5;
  const u1 = m[a + 1] * s0 + m[a + 6] * s1 + m[a + 7] * s2 + m[a + 8] * s3 + m[a + 9] * s4 + m[a + 10] * s5;
  const u2 = m[a + 2] * s0 + m[a + 7] * s1 + m[a + 11] * s2 + m[a + 12] * s3 + m[a + 13] * s4 + m[a + 14] * s5;
  const u3 = m[a + 3] * s0 + m[a + 8] * s1 + m[a + 12] * s2 + m[a + 15] * s3 + m[a + 16] * s4 + m[a + 17] * s5;
  const u4 = m[a + 4] * s0 + m[a + 9] * s1 + m[a + 13] * s2 + m[a + 16] * s3 + m[a + 18] * s4 + m[a + 19] * s5;
  const u5 = m[a + 5] * s0 + m[a + 10] * s1 + m[a + 14] * s2 + m[a + 17] * s3 + m[a + 19] * s4 + m[a + 20] * s5;
  reach[k] = u0;
  reach[k + 1] = u1;
  reach[k + 2] = u2;
  reach[k + 3] = u3;
  reach[k + 4] = u4;
  reach[k + 5] = u5;
  yieldRate[dof] = 1 / (s0 * u0 + s1 * u1 + s2 * u2 + s3 * u3 + s4 * u4 + s5 * u5 + armature);
}

/** I −= U Uᵀ/D. */
function yieldTo(data: Data, joint: number, dof: number, rate: number): void {
  const { articulated, reach } = data;
  const k = 6 * dof;
  let at = 21 * joint;
  for (let row = 0; row < 6; row++) {
    const factor = rate * reach[k + row];
    for (let column = row; column < 6; column++) articulated[at++] -= factor * reach[k + column];
  }
}

/**
 * x = M⁻¹ y after `factorMass`, at `from` of y and `to` of x; they may be the same place.
 *
 * Inwards, u = y − S·p with the force p that the bodies beyond resist with, and p += U u/D passes the push on; outwards,
 * x = (u − U·a)/D with the parent's acceleration a, and a += S x.
 */
export function solveMass(model: Model, data: Data, y: Float64Array, from: number, x: Float64Array, to: number): void {
  if (model.tree.hasMimic) {
    for (let k = 0; k < model.nv; k++) x[to + k] = y[from + k];
    solveFactored(data.factor, model.nv, x, to);
    return;
  }
  pushInwards(model, data, y, from);
  yieldOutwards(model, data, x, to);
}

function pushInwards(model: Model, data: Data, y: Float64Array, from: number): void {
  const { parent, firstDof } = model.tree;
  const { axes, reach, yieldRate, wrench, push } = data;
  wrench.fill(0);
  for (let joint = parent.length - 1; joint >= 0; joint--) {
    const at = 6 * joint;
    let p0 = wrench[at];
    let p1 = wrench[at + 1];
    let p2 = wrench[at + 2];
    let p3 = wrench[at + 3];
    let p4 = wrench[at + 4];
    let p5 = wrench[at + 5];
    for (let dof = firstDof[joint + 1] - 1; dof >= firstDof[joint]; dof--) {
      const k = 6 * dof;
      const u =
        y[from + dof] -
        (axes[k] * p0 + axes[k + 1] * p1 + axes[k + 2] * p2 + axes[k + 3] * p3 + axes[k + 4] * p4 + axes[k + 5] * p5);
      push[dof] = u;
      const rate = u * yieldRate[dof];
      p0 += rate * reach[k];
      p1 += rate * reach[k + 1];
      p2 += rate * reach[k + 2];
      p3 += rate * reach[k + 3];
      p4 += rate * reach[k + 4];
      p5 += rate * reach[k + 5];
    }
    if (parent[joint] < 0) continue;
    const up = 6 * parent[joint];
    wrench[up] += p0;
    wrench[up + 1] += p1;
    wrench[up + 2] += p2;
    wrench[up + 3] += p3;
    wrench[up + 4] += p4;
    wrench[up + 5] += p5;
  }
}

function yieldOutwards(model: Model, data: Data, x: Float64Array, to: number): void {
  const { parent, firstDof } = model.tree;
  const { axes, reach, yieldRate, wrench, push } = data;
  // The forces have been passed on: their place takes the accelerations.
  for (let joint = 0; joint < parent.length; joint++) {
    const up = 6 * parent[joint];
    const isRoot = up < 0;
    let a0 = isRoot ? 0 : wrench[up];
    let a1 = isRoot ? 0 : wrench[up + 1];
    let a2 = isRoot ? 0 : wrench[up + 2];
    let a3 = isRoot ? 0 : wrench[up + 3];
    let a4 = isRoot ? 0 : wrench[up + 4];
    let a5 = isRoot ? 0 : wrench[up + 5];
    for (let dof = firstDof[joint]; dof < firstDof[joint + 1]; dof++) {
      const k = 6 * dof;
      const carried =
        reach[k] * a0 +
        reach[k + 1] * a1 +
        reach[k + 2] * a2 +
        reach[k + 3] * a3 +
        reach[k + 4] * a4 +
        reach[k + 5] * a5;
      const rate = (push[dof] - carried) * yieldRate[dof];
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
