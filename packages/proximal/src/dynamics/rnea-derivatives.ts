// Derivatives of inverse dynamics in the tangent space of the configuration (Carpentier and Mansard 2018; for joints with several
// degrees of freedom Singh, Russo and Wensing 2022).
//
// Let the degree of freedom j, column S, of a body with parent λ be displaced by ε. All bodies of its subtree move by the twist S
// ε. In axes that move with the subtree nothing changes except the parent's motion: v(λ) is rotated back by S ε. So, in the moved
// axes and per unit of ε, with Ψ' = v(λ) × S and Ψ'' = a(λ) × S + v(λ) × Ψ',
//   δv = Ψ',   δa = Ψ'' − v × Ψ',
// for every body of the subtree, with its velocity v, and its force f = I a + v ×* I v changes by
//   δf = I Ψ'' + 2 B Ψ'      (2 B as in body-coriolis.ts).
// This gives the change of the torques of all joints of the subtree: for i in the subtree of j, or of the same joint,
//   ∂τᵢ/∂qⱼ = Sᵢᵀ (I Ψ''ⱼ + 2 B Ψ'ⱼ),  I and B of the subtree of i.
// The joints closer to the root do not move; for them the force of the subtree of j also rotates:
//   ∂τᵢ/∂qⱼ = Sᵢᵀ (I Ψ''ⱼ + 2 B Ψ'ⱼ + Sⱼ ×* f),  I, B and f of the subtree of j.
// In the same way a change of q̇ⱼ gives δv = S and δa = (S' + Ψ') − v × S for every body of the subtree, where S' = v(j) × S is
// formed with the velocity v(j) of the body that j moves, and so
//   ∂τᵢ/∂q̇ⱼ = Sᵢᵀ (I (S' + Ψ') + 2 B S),
// with I and B of the smaller of the two subtrees. External forces that are constant in their bodies' frames only enter f. The
// rows U = Sᵢᵀ I and W = Sᵢᵀ 2B are computed once for each i, and a column once for each j; each entry is then one or two dot
// products.
import { composeInertias, computeInertias } from './bodies.ts';
import { addBodyCoriolis, bodyCoriolisRow, composeBodyCoriolis } from './body-coriolis.ts';
import { checkConfiguration, checkForces, checkPair, checkVector } from './check-arguments.ts';
import type { Data, InverseDynamicsDerivatives } from './data.ts';
import type { Model } from './model.ts';
import { newtonEuler } from './rnea.ts';
import { add6, addCrossForce, applyInertia, crossMotion } from './spatial.ts';

/**
 * Derivatives of `inverseDynamics` with respect to configuration, velocity and acceleration.
 * @returns three nv × nv matrices by rows, in arrays of `data` that later calls with this `data` may overwrite; `da` is the same
 * array that `massMatrix` returns
 * @example
 * ```ts
 * const { dq, dv, da } = inverseDynamicsDerivatives(model, data, q, v, a);
 * ```
 */
export function inverseDynamicsDerivatives(
  model: Model,
  data: Data,
  q: Float64Array,
  v: Float64Array,
  a: Float64Array,
  externalForces?: Float64Array,
): InverseDynamicsDerivatives {
  const where = 'inverseDynamicsDerivatives';
  checkPair(where, model, data);
  checkConfiguration(where, 'q', q, model);
  checkVector(where, 'v', v, model.nv);
  checkVector(where, 'a', a, model.nv);
  if (externalForces !== undefined) checkForces(where, model, externalForces);
  return differentiateTorque(model, data, q, v, a, externalForces);
}

/** `inverseDynamicsDerivatives` without checks. If v is `data.zero`, all terms of velocities are left out, and `dv` is zero. */
export function differentiateTorque(
  model: Model,
  data: Data,
  q: Float64Array,
  v: Float64Array,
  a: Float64Array,
  externalForces: Float64Array | undefined,
): InverseDynamicsDerivatives {
  newtonEuler(model, data, q, v, a, externalForces, data.torque);
  computeInertias(model, data);
  return differentiatePlaced(model, data, v !== data.zero);
}

/**
 * The derivatives, after placements, velocities, accelerations, forces of the subtrees and inertias are computed.
 * @param isMoving whether a velocity is not zero
 */
export function differentiatePlaced(model: Model, data: Data, isMoving = true): InverseDynamicsDerivatives {
  composeInertias(model, data);
  if (isMoving) composeBodyCoriolis(model, data);
  const { dq, dv, da } = data.inverseDerivatives;
  dq.fill(0);
  dv.fill(0);
  da.fill(0);
  const { dofJoint } = model.tree;
  for (let dof = 0; dof < dofJoint.length; dof++) {
    rateAxes(model, data, dof, isMoving);
    makeRowAndColumns(data, dof, dofJoint[dof], isMoving);
    fillPairs(model, data, dof, isMoving);
  }
  for (let k = 0; k < model.nv; k++) da[k * model.nv + k] += model.armature[k];
  return data.inverseDerivatives;
}

/** The world's acceleration: linear, opposite to gravity, then angular, zero. */
const world = /* @__PURE__ */ new Float64Array(6);

/** Ψ', Ψ'' and S' + Ψ' of a degree of freedom; only Ψ'' at rest, where the others are zero. */
function rateAxes(model: Model, data: Data, dof: number, isMoving: boolean): void {
  const { dofJoint, parent } = model.tree;
  const { axes, axesRate, axesAcceleration, axesDrift, velocity, acceleration } = data;
  const joint = dofJoint[dof];
  const parentJoint = parent[joint];
  const k = 6 * dof;
  if (parentJoint < 0) {
    for (let i = 0; i < 3; i++) world[i] = -model.gravity[i];
    crossMotion(world, 0, axes, k, axesAcceleration, k);
    for (let i = 0; i < 6; i++) axesRate[k + i] = 0;
  } else {
    crossMotion(acceleration, 6 * parentJoint, axes, k, axesAcceleration, k);
    if (isMoving) {
      crossMotion(velocity, 6 * parentJoint, axes, k, axesRate, k);
      crossMotion(velocity, 6 * parentJoint, axesRate, k, axesDrift, k);
      add6(axesDrift, k, axesAcceleration, k);
    }
  }
  if (!isMoving) return;
  crossMotion(velocity, 6 * joint, axes, k, axesDrift, k);
  add6(axesRate, k, axesDrift, k);
}

/**
 * Vectors of the current degree of freedom, by their first index. 0: the row U. 6: the angular part of the row W, whose linear part is zero.
 * 12: the column by position without the rotating force. 18: this column with the rotating force. 24: the column by velocity.
 */
const work = /* @__PURE__ */ new Float64Array(30);

function makeRowAndColumns(data: Data, dof: number, joint: number, isMoving: boolean): void {
  const { axes, axesRate, axesAcceleration, axesDrift, composite, bodyCoriolis, force } = data;
  const k = 6 * dof;
  const inertia = 10 * joint;
  applyInertia(composite, inertia, axes, k, work, 0);
  applyInertia(composite, inertia, axesAcceleration, k, work, 12);
  if (isMoving) {
    bodyCoriolisRow(bodyCoriolis, 12 * joint, axes, k, work, 6);
    addBodyCoriolis(bodyCoriolis, 12 * joint, axesRate, k, work, 12);
  }
  for (let i = 0; i < 6; i++) work[18 + i] = work[12 + i];
  addCrossForce(axes, k, force, 6 * joint, work, 18);
  if (!isMoving) return;
  applyInertia(composite, inertia, axesDrift, k, work, 24);
  addBodyCoriolis(bodyCoriolis, 12 * joint, axes, k, work, 24);
}

/** All entries of a degree of freedom with the degrees of freedom between it and the world. */
function fillPairs(model: Model, data: Data, dof: number, isMoving: boolean): void {
  const { tree, nv } = model;
  const { dofParent, firstDof, dofJoint, coordinate, dofRatio } = tree;
  const { axes, axesRate, axesAcceleration, axesDrift } = data;
  const { dq, dv, da } = data.inverseDerivatives;
  const u0 = work[0];
  const u1 = work[1];
  const u2 = work[2];
  const u3 = work[3];
  const u4 = work[4];
  const u5 = work[5];
  const w0 = work[6];
  const w1 = work[7];
  const w2 = work[8];
  const row = coordinate[dof];
  const first = firstDof[dofJoint[dof]];
  for (let other = dof; other >= 0; other = dofParent[other]) {
    const k = 6 * other;
    const ratio = dofRatio[dof] * dofRatio[other];
    const column = coordinate[other];
    const at = row * nv + column;
    const mirrored = column * nv + row;
    const s0 = axes[k];
    const s1 = axes[k + 1];
    const s2 = axes[k + 2];
    const s3 = axes[k + 3];
    const s4 = axes[k + 4];
    const s5 = axes[k + 5];
    const mass = ratio * (u0 * s0 + u1 * s1 + u2 * s2 + u3 * s3 + u4 * s4 + u5 * s5);
    da[at] += mass;
    let byPosition =
      u0 * axesAcceleration[k] +
      u1 * axesAcceleration[k + 1] +
      u2 * axesAcceleration[k + 2] +
      u3 * axesAcceleration[k + 3] +
      u4 * axesAcceleration[k + 4] +
      u5 * axesAcceleration[k + 5];
    if (isMoving) {
      byPosition += w0 * axesRate[k + 3] + w1 * axesRate[k + 4] + w2 * axesRate[k + 5];
      dv[at] +=
        ratio *
        (u0 * axesDrift[k] +
          u1 * axesDrift[k + 1] +
          u2 * axesDrift[k + 2] +
          u3 * axesDrift[k + 3] +
          u4 * axesDrift[k + 4] +
          u5 * axesDrift[k + 5] +
          (w0 * s3 + w1 * s4 + w2 * s5));
    }
    dq[at] += ratio * byPosition;
    if (other === dof) continue;
    da[mirrored] += mass;
    // Degrees of freedom of the same joint move together, so the force does not rotate.
    const c = other >= first ? 12 : 18;
    dq[mirrored] +=
      ratio *
      (s0 * work[c] + s1 * work[c + 1] + s2 * work[c + 2] + s3 * work[c + 3] + s4 * work[c + 4] + s5 * work[c + 5]);
    if (!isMoving) continue;
    dv[mirrored] +=
      ratio * (s0 * work[24] + s1 * work[25] + s2 * work[26] + s3 * work[27] + s4 * work[28] + s5 * work[29]);
  }
}
