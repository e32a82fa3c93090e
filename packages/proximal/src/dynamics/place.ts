// Forward kinematics: from coordinates to placements and motion subspaces. The algorithms of dynamics use only these, and do not
// depend on the kinds of joints.
//
// Inside a model, the frame of a joint with an axis is rotated such that the axis is z (`Tree.align`): then a rotation mixes two
// columns of the rotation matrix, a translation is along a column, and the columns are the axes of the motion subspace.
import { rotationRows } from '../math/linear/quaternion.ts';
import { sineCosine } from '../math/sine-cosine.ts';
import type { Data } from './data.ts';
import { MOTION_BALL, MOTION_FREE, MOTION_PLANE, MOTION_SCREW, MOTION_SLIDE } from './joints/joint.ts';
import type { Model, Tree } from './model.ts';

/** Places every body, and the motion subspaces with them, in world axes from the origin of its tree. */
export function place(model: Model, data: Data, q: Float64Array): void {
  const { tree } = model;
  const count = tree.parent.length;
  for (let joint = 0; joint < count; joint++) {
    placeAtZero(tree, data, joint);
    move(tree, data, joint, q);
  }
  data.stage = 1;
}

/** The joint's frame at zero coordinates. A root is at its tree's origin. */
function placeAtZero(tree: Tree, data: Data, joint: number): void {
  const { placement } = tree;
  const { rotation, position, origin } = data;
  const parent = tree.parent[joint];
  const from = 12 * joint;
  const to = 9 * joint;
  const at = 3 * joint;
  if (parent < 0) {
    for (let k = 0; k < 9; k++) rotation[to + k] = placement[from + k];
    for (let k = 0; k < 3; k++) {
      position[at + k] = 0;
      origin[at + k] = placement[from + 9 + k];
    }
    return;
  }
  const p0 = placement[from];
  const p1 = placement[from + 1];
  const p2 = placement[from + 2];
  const p3 = placement[from + 3];
  const p4 = placement[from + 4];
  const p5 = placement[from + 5];
  const p6 = placement[from + 6];
  const p7 = placement[from + 7];
  const p8 = placement[from + 8];
  const x = placement[from + 9];
  const y = placement[from + 10];
  const z = placement[from + 11];
  for (let row = 0; row < 3; row++) {
    const parentRow = 9 * parent + 3 * row;
    const a = rotation[parentRow];
    const b = rotation[parentRow + 1];
    const c = rotation[parentRow + 2];
    const k = to + 3 * row;
    rotation[k] = a * p0 + b * p3 + c * p6;
    rotation[k + 1] = a * p1 + b * p4 + c * p7;
    rotation[k + 2] = a * p2 + b * p5 + c * p8;
    position[at + row] = position[3 * parent + row] + a * x + b * y + c * z;
  }
}

/** The current coordinate, its sine and its cosine. They are passed in an array, because V8 may box numeric arguments. */
const coordinate = /* @__PURE__ */ new Float64Array(3);

/** Moves the frame by the joint's coordinates, and writes the axes of its degrees of freedom. */
function move(tree: Tree, data: Data, joint: number, q: Float64Array): void {
  const at = tree.q[joint];
  const dof = tree.firstDof[joint];
  switch (tree.motion[joint]) {
    case MOTION_SCREW:
      coordinate[0] = tree.ratio[joint] * q[at] + tree.offset[joint];
      rotateAboutZ(data, joint);
      rotationAxis(data, joint, 2, dof);
      if (tree.pitch[joint] !== 0) screw(tree, data, joint, dof);
      return;
    case MOTION_SLIDE:
      coordinate[0] = tree.ratio[joint] * q[at] + tree.offset[joint];
      translate(tree, data, joint, 2, coordinate, 0);
      translationAxis(data, joint, 2, dof);
      return;
    case MOTION_PLANE:
      translate(tree, data, joint, 0, q, at);
      translate(tree, data, joint, 1, q, at + 1);
      coordinate[0] = q[at + 2];
      rotateAboutZ(data, joint);
      translationAxis(data, joint, 0, dof);
      translationAxis(data, joint, 1, dof + 1);
      rotationAxis(data, joint, 2, dof + 2);
      return;
    case MOTION_BALL:
      orient(data, joint, q, at);
      for (let k = 0; k < 3; k++) rotationAxis(data, joint, k, dof + k);
      return;
    case MOTION_FREE:
      for (let k = 0; k < 3; k++) translate(tree, data, joint, k, q, at + k);
      orient(data, joint, q, at + 3);
      for (let k = 0; k < 3; k++) {
        translationAxis(data, joint, k, dof + k);
        rotationAxis(data, joint, k, dof + 3 + k);
      }
      return;
  }
}

/** Translates the frame along a column of its rotation; the translation of a root moves its tree's origin. */
function translate(tree: Tree, data: Data, joint: number, column: number, distances: Float64Array, from: number): void {
  const { rotation } = data;
  const distance = distances[from];
  const position = tree.parent[joint] < 0 ? data.origin : data.position;
  const r = 9 * joint + column;
  const at = 3 * joint;
  position[at] += distance * rotation[r];
  position[at + 1] += distance * rotation[r + 3];
  position[at + 2] += distance * rotation[r + 6];
}

/** Rotates the frame about its z axis by the coordinate: x' = c x + s y, y' = c y − s x, for the columns x and y. */
function rotateAboutZ(data: Data, joint: number): void {
  const { rotation } = data;
  sineCosine(coordinate, 0, coordinate, 1);
  const s = coordinate[1];
  const c = coordinate[2];
  const r = 9 * joint;
  const x0 = rotation[r];
  const y0 = rotation[r + 1];
  const x1 = rotation[r + 3];
  const y1 = rotation[r + 4];
  const x2 = rotation[r + 6];
  const y2 = rotation[r + 7];
  rotation[r] = c * x0 + s * y0;
  rotation[r + 1] = c * y0 - s * x0;
  rotation[r + 3] = c * x1 + s * y1;
  rotation[r + 4] = c * y1 - s * x1;
  rotation[r + 6] = c * x2 + s * y2;
  rotation[r + 7] = c * y2 - s * x2;
}

const matrix = /* @__PURE__ */ new Float64Array(9);

/** Rotates the frame by a quaternion of any length. */
function orient(data: Data, joint: number, q: Float64Array, at: number): void {
  const { rotation } = data;
  rotationRows(q, at, matrix);
  for (let row = 9 * joint; row < 9 * joint + 9; row += 3) {
    const a = rotation[row];
    const b = rotation[row + 1];
    const c = rotation[row + 2];
    rotation[row] = a * matrix[0] + b * matrix[3] + c * matrix[6];
    rotation[row + 1] = a * matrix[1] + b * matrix[4] + c * matrix[7];
    rotation[row + 2] = a * matrix[2] + b * matrix[5] + c * matrix[8];
  }
}

/** The motion subspace of a rotation about a column: angular a, linear p × a. */
function rotationAxis(data: Data, joint: number, column: number, dof: number): void {
  const { rotation, position, axes } = data;
  const r = 9 * joint + column;
  const k = 6 * dof;
  const x = rotation[r];
  const y = rotation[r + 3];
  const z = rotation[r + 6];
  const px = position[3 * joint];
  const py = position[3 * joint + 1];
  const pz = position[3 * joint + 2];
  axes[k] = py * z - pz * y;
  axes[k + 1] = pz * x - px * z;
  axes[k + 2] = px * y - py * x;
  axes[k + 3] = x;
  axes[k + 4] = y;
  axes[k + 5] = z;
}

/** The motion subspace of a translation along a column. */
function translationAxis(data: Data, joint: number, column: number, dof: number): void {
  const { rotation, axes } = data;
  const r = 9 * joint + column;
  const k = 6 * dof;
  axes[k] = rotation[r];
  axes[k + 1] = rotation[r + 3];
  axes[k + 2] = rotation[r + 6];
  axes[k + 3] = 0;
  axes[k + 4] = 0;
  axes[k + 5] = 0;
}

/**
 * Adds the translation of a helical joint to its frame and its motion subspace. It is along the axis, which the rotation does not
 * change.
 */
function screw(tree: Tree, data: Data, joint: number, dof: number): void {
  const { axes } = data;
  const pitch = tree.pitch[joint];
  coordinate[0] *= pitch;
  translate(tree, data, joint, 2, coordinate, 0);
  for (let k = 6 * dof; k < 6 * dof + 3; k++) axes[k] += pitch * axes[k + 3];
}
