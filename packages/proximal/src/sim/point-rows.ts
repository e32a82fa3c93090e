// Rows for the velocity of one body's point relative to another's.
import type { Owner } from './member.ts';
import type { Rows } from './rows.ts';

/**
 * Adds `sign` times the velocity of the owner's body point at `point` (world) along three directions, the rows of `frame`, to three
 * rows that begin at `row`. Columns of the chain from the body to the world: lin + ang × (point − origin of the tree).
 */
export function addPoint(
  rows: Rows,
  row: number,
  owner: Owner | undefined,
  point: ArrayLike<number>,
  frame: Float64Array,
  sign: number,
): void {
  if (!owner || owner.joint < 0) return;
  const { member, joint } = owner;
  const { tree } = member.model;
  const { axes, origin } = member.data;
  const from = 3 * tree.root[joint];
  const dx = point[0] - origin[from];
  const dy = point[1] - origin[from + 1];
  const dz = point[2] - origin[from + 2];
  const blocks = [0, 1, 2].map((k) => rows.blockOf(row + k, member));
  const { values } = rows;
  for (let dof = tree.firstDof[joint + 1] - 1; dof >= 0; dof = tree.dofParent[dof]) {
    const at = 6 * dof;
    const [wx, wy, wz] = [axes[at + 3], axes[at + 4], axes[at + 5]];
    const scale = sign * tree.dofRatio[dof];
    const x = scale * (axes[at] + wy * dz - wz * dy);
    const y = scale * (axes[at + 1] + wz * dx - wx * dz);
    const z = scale * (axes[at + 2] + wx * dy - wy * dx);
    const column = tree.coordinate[dof];
    for (let k = 0; k < 3; k++)
      values[blocks[k] + column] += frame[3 * k] * x + frame[3 * k + 1] * y + frame[3 * k + 2] * z;
  }
}

/** The same for the angular velocity of the owner's body. */
export function addTurn(rows: Rows, row: number, owner: Owner | undefined, frame: Float64Array, sign: number): void {
  if (!owner || owner.joint < 0) return;
  const { member, joint } = owner;
  const { tree } = member.model;
  const { axes } = member.data;
  const blocks = [0, 1, 2].map((k) => rows.blockOf(row + k, member));
  const { values } = rows;
  for (let dof = tree.firstDof[joint + 1] - 1; dof >= 0; dof = tree.dofParent[dof]) {
    const at = 6 * dof;
    const scale = sign * tree.dofRatio[dof];
    const column = tree.coordinate[dof];
    for (let k = 0; k < 3; k++) {
      const turn = frame[3 * k] * axes[at + 3] + frame[3 * k + 1] * axes[at + 4] + frame[3 * k + 2] * axes[at + 5];
      values[blocks[k] + column] += scale * turn;
    }
  }
}
