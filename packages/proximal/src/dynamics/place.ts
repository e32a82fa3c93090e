// From coordinates to placements: the only algorithm that knows the kinds of joints.
import { cos, sin } from '../math/elementary.ts';
import type { Data } from './data.ts';
import { MOTION_BALL, MOTION_FREE, MOTION_PLANE, MOTION_SCREW, MOTION_SLIDE } from './joints/joint.ts';
import type { Model, Tree } from './model.ts';

/** Numbers in `Tree.screw` for each joint. */
export const SCREW = 24;

/**
 * Places every body, and the motion subspaces with them, in world axes from the origin of its tree.
 *
 * A joint's local rotation is P exp(θ [a]) = P + sin θ P[a] + (1 − cos θ) P[a]², P being the rotation of its placement.
 * The two products are constants of the joint (`screw`, 0 to 17), so a turn about any axis costs eighteen products. The
 * columns of P along which a coordinate shifts the joint follow (18 to 23).
 */
export function place(model: Model, data: Data, q: Float64Array): void {
  const { tree } = model;
  const count = tree.parent.length;
  for (let joint = 0; joint < count; joint++) {
    placeLocally(tree, data, joint, q);
    placeInTree(tree, data, joint);
    placeAxes(tree, data, joint);
  }
  data.known = 1;
}

/** data.local: the joint's frame in its parent's. */
function placeLocally(tree: Tree, data: Data, joint: number, q: Float64Array): void {
  const at = tree.q[joint];
  switch (tree.motion[joint]) {
    case MOTION_SCREW: {
      const angle = tree.ratio[joint] * q[at] + tree.offset[joint];
      turn(tree, data, joint, angle);
      shift(tree, data, joint, 18, angle);
      return;
    }
    case MOTION_SLIDE:
      keepPlacement(tree, data, joint);
      shift(tree, data, joint, 18, tree.ratio[joint] * q[at] + tree.offset[joint]);
      return;
    case MOTION_PLANE:
      turn(tree, data, joint, q[at + 2]);
      shift(tree, data, joint, 18, q[at]);
      shift(tree, data, joint, 21, q[at + 1]);
      return;
    case MOTION_BALL:
      orient(tree, data, joint, q, at);
      return;
    case MOTION_FREE:
      orient(tree, data, joint, q, at + 3);
      moveFreely(tree, data, joint, q, at);
      return;
  }
}

function keepPlacement(tree: Tree, data: Data, joint: number): void {
  const { placement } = tree;
  const { local } = data;
  for (let k = 12 * joint; k < 12 * joint + 12; k++) local[k] = placement[k];
}

function turn(tree: Tree, data: Data, joint: number, angle: number): void {
  const { placement, screw } = tree;
  const { local } = data;
  const sine = sin(angle);
  const rest = 1 - cos(angle);
  const at = 12 * joint;
  const from = SCREW * joint;
  for (let k = 0; k < 9; k++) {
    local[at + k] = placement[at + k] + sine * screw[from + k] + rest * screw[from + 9 + k];
  }
  local[at + 9] = placement[at + 9];
  local[at + 10] = placement[at + 10];
  local[at + 11] = placement[at + 11];
}

function shift(tree: Tree, data: Data, joint: number, direction: number, way: number): void {
  const { screw } = tree;
  const { local } = data;
  const at = 12 * joint + 9;
  const from = SCREW * joint + direction;
  local[at] += way * screw[from];
  local[at + 1] += way * screw[from + 1];
  local[at + 2] += way * screw[from + 2];
}

/** The placement's rotation times that of a quaternion, of any length: R = 1 + 2 (w [u] + [u]²)/|q|². */
function orient(tree: Tree, data: Data, joint: number, q: Float64Array, at: number): void {
  const { placement } = tree;
  const { local } = data;
  const x = q[at];
  const y = q[at + 1];
  const z = q[at + 2];
  const w = q[at + 3];
  const scale = 2 / (x * x + y * y + z * z + w * w);
  const xx = 1 - scale * (y * y + z * z);
  const xy = scale * (x * y - w * z);
  const xz = scale * (x * z + w * y);
  const yx = scale * (x * y + w * z);
  const yy = 1 - scale * (x * x + z * z);
  const yz = scale * (y * z - w * x);
  const zx = scale * (x * z - w * y);
  const zy = scale * (y * z + w * x);
  const zz = 1 - scale * (x * x + y * y);
  const to = 12 * joint;
  for (let row = to; row < to + 9; row += 3) {
    const a = placement[row];
    const b = placement[row + 1];
    const c = placement[row + 2];
    local[row] = a * xx + b * yx + c * zx;
    local[row + 1] = a * xy + b * yy + c * zy;
    local[row + 2] = a * xz + b * yz + c * zz;
  }
  local[to + 9] = placement[to + 9];
  local[to + 10] = placement[to + 10];
  local[to + 11] = placement[to + 11];
}

function moveFreely(tree: Tree, data: Data, joint: number, q: Float64Array, at: number): void {
  const { placement } = tree;
  const { local } = data;
  const from = 12 * joint;
  for (let row = 0; row < 3; row++) {
    const k = from + 3 * row;
    local[from + 9 + row] += placement[k] * q[at] + placement[k + 1] * q[at + 1] + placement[k + 2] * q[at + 2];
  }
}

/** A root is where its tree's origin is; any other joint follows from its parent. */
function placeInTree(tree: Tree, data: Data, joint: number): void {
  const { local, rotation, position, origin } = data;
  const parent = tree.parent[joint];
  const from = 12 * joint;
  const to = 9 * joint;
  if (parent < 0) {
    for (let k = 0; k < 9; k++) rotation[to + k] = local[from + k];
    for (let k = 0; k < 3; k++) {
      position[3 * joint + k] = 0;
      origin[3 * joint + k] = local[from + 9 + k];
    }
    return;
  }
  for (let row = 0; row < 3; row++) {
    const up = 9 * parent + 3 * row;
    const a = rotation[up];
    const b = rotation[up + 1];
    const c = rotation[up + 2];
    const k = to + 3 * row;
    rotation[k] = a * local[from] + b * local[from + 3] + c * local[from + 6];
    rotation[k + 1] = a * local[from + 1] + b * local[from + 4] + c * local[from + 7];
    rotation[k + 2] = a * local[from + 2] + b * local[from + 5] + c * local[from + 8];
    position[3 * joint + row] =
      position[3 * parent + row] + a * local[from + 9] + b * local[from + 10] + c * local[from + 11];
  }
}

/** The columns S = (l, a) of the joint's subspace: angular R a, linear R l + p × R a. */
function placeAxes(tree: Tree, data: Data, joint: number): void {
  const { firstDof, subspace } = tree;
  const { rotation, position, axes } = data;
  const r = 9 * joint;
  const px = position[3 * joint];
  const py = position[3 * joint + 1];
  const pz = position[3 * joint + 2];
  for (let dof = firstDof[joint]; dof < firstDof[joint + 1]; dof++) {
    const k = 6 * dof;
    const lx = subspace[k];
    const ly = subspace[k + 1];
    const lz = subspace[k + 2];
    const ax = subspace[k + 3];
    const ay = subspace[k + 4];
    const az = subspace[k + 5];
    const x = rotation[r] * ax + rotation[r + 1] * ay + rotation[r + 2] * az;
    const y = rotation[r + 3] * ax + rotation[r + 4] * ay + rotation[r + 5] * az;
    const z = rotation[r + 6] * ax + rotation[r + 7] * ay + rotation[r + 8] * az;
    axes[k] = rotation[r] * lx + rotation[r + 1] * ly + rotation[r + 2] * lz + py * z - pz * y;
    axes[k + 1] = rotation[r + 3] * lx + rotation[r + 4] * ly + rotation[r + 5] * lz + pz * x - px * z;
    axes[k + 2] = rotation[r + 6] * lx + rotation[r + 7] * ly + rotation[r + 8] * lz + px * y - py * x;
    axes[k + 3] = x;
    axes[k + 4] = y;
    axes[k + 5] = z;
  }
}
