// Derivatives of a frame's velocity, as in rnea-derivatives.ts. Displacing a degree of freedom S with the parent λ changes the
// velocity by v(λ) × S in the axes of the moving frame. In world axes the velocity also rotates with the body: by S × v about the
// world's origin, or by ω(S) × its linear and angular parts about the frame's origin.
import { computeVelocities } from './bodies.ts';
import { checkConfiguration, checkPair, checkVector } from './check-arguments.ts';
import type { Data, FrameVelocityDerivatives } from './data.ts';
import { fillJacobian } from './jacobian.ts';
import { checkReference, placeFrame, type ReferenceFrame, toReference } from './kinematics.ts';
import type { Model } from './model.ts';
import { place } from './place.ts';
import { add6, crossMotion } from './spatial.ts';

/**
 * Four spatial vectors: the column at the tree's origin, a temporary, the column in the reference, the velocity in the reference.
 */
const work = /* @__PURE__ */ new Float64Array(24);

/**
 * Derivatives of `frameVelocity` with respect to configuration and velocity.
 * @param frame its name or index
 * @param reference the axes and the point of the velocity
 * @returns two 6 × nv matrices by rows, in arrays of `data` that later calls with this `data` may overwrite
 * @example
 * ```ts
 * const { dq, dv } = frameVelocityDerivatives(model, data, q, v, 'tool', 'local-world-aligned');
 * ```
 */
export function frameVelocityDerivatives(
  model: Model,
  data: Data,
  q: Float64Array,
  v: Float64Array,
  frame: string | number,
  reference: ReferenceFrame = 'local',
): FrameVelocityDerivatives {
  const where = 'frameVelocityDerivatives';
  checkPair(where, model, data);
  checkConfiguration(where, 'q', q, model);
  checkVector(where, 'v', v, model.nv);
  checkReference(where, reference);
  const found = model.frame(where, frame);
  place(model, data, q);
  computeVelocities(model, data, v);
  const { dq, dv } = data.frameDerivatives;
  fillJacobian(model, data, found, reference, dv);
  dq.fill(0);
  if (found.joint < 0) return data.frameDerivatives;
  placeFrame(model, data, found);
  toReference(reference, data.velocity, 6 * found.joint, work, 18, 1);
  const { tree, nv } = model;
  for (let dof = tree.firstDof[found.joint + 1] - 1; dof >= 0; dof = tree.dofParent[dof]) {
    displace(model, data, found.joint, dof, reference);
    for (let k = 0; k < 6; k++) dq[k * nv + tree.coordinate[dof]] += tree.dofRatio[dof] * work[12 + k];
  }
  return data.frameDerivatives;
}

/** work[12…17]: the derivative of the velocity of the frame `placed`, on a joint's body, along a degree of freedom. */
function displace(model: Model, data: Data, joint: number, dof: number, reference: ReferenceFrame): void {
  const { axes, velocity } = data;
  const { parent, dofJoint } = model.tree;
  const parentJoint = parent[dofJoint[dof]];
  work.fill(0, 0, 18);
  if (parentJoint >= 0) crossMotion(velocity, 6 * parentJoint, axes, 6 * dof, work, 0);
  if (reference === 'world') {
    crossMotion(axes, 6 * dof, velocity, 6 * joint, work, 6);
    add6(work, 6, work, 0);
  }
  toReference(reference, work, 0, work, 12, 1);
  if (reference !== 'local-world-aligned') return;
  const x = axes[6 * dof + 3];
  const y = axes[6 * dof + 4];
  const z = axes[6 * dof + 5];
  for (let half = 0; half < 6; half += 3) {
    const vx = work[18 + half];
    const vy = work[19 + half];
    const vz = work[20 + half];
    work[12 + half] += y * vz - z * vy;
    work[13 + half] += z * vx - x * vz;
    work[14 + half] += x * vy - y * vx;
  }
}
