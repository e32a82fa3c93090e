import { checkPair, checkStage } from './check-arguments.ts';
import type { Data } from './data.ts';
import { checkReference, placeFrame, type ReferenceFrame, toReference } from './kinematics.ts';
import type { Frame, Model } from './model.ts';

/** Six numbers of a column before it is added. */
const column = /* @__PURE__ */ new Float64Array(6);

/**
 * The Jacobian of a frame's velocity after `forwardKinematics`: velocity = J v.
 * @param frame its name or index
 * @param reference the axes and the point of the velocity
 * @returns 6 × nv numbers by rows, linear first, in an array of `data` that later calls with this `data` may overwrite
 * @example
 * ```ts
 * forwardKinematics(model, data, q);
 * const jacobian = frameJacobian(model, data, 'tool', 'local-world-aligned');
 * ```
 */
export function frameJacobian(
  model: Model,
  data: Data,
  frame: string | number,
  reference: ReferenceFrame = 'local',
): Float64Array {
  const where = 'frameJacobian';
  checkPair(where, model, data);
  checkStage(where, data, 1);
  checkReference(where, reference);
  return fillJacobian(model, data, model.frame(where, frame), reference, data.frameJacobian);
}

/** The columns of the degrees of freedom between the world and the frame; the others are zero. */
export function fillJacobian(
  model: Model,
  data: Data,
  frame: Frame,
  reference: ReferenceFrame,
  out: Float64Array,
): Float64Array {
  out.fill(0);
  if (frame.joint < 0) return out;
  placeFrame(model, data, frame);
  const { tree, nv } = model;
  for (let dof = tree.firstDof[frame.joint + 1] - 1; dof >= 0; dof = tree.dofParent[dof]) {
    toReference(reference, data.axes, 6 * dof, column, 0, 1);
    for (let k = 0; k < 6; k++) out[k * nv + tree.coordinate[dof]] += tree.dofRatio[dof] * column[k];
  }
  return out;
}
