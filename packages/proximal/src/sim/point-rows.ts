// Rows for the velocity of one body's point relative to another's.
import type { Owner } from './member.ts';
import type { Rows } from './rows.ts';

/**
 * Entries below this fraction of the terms in their sum are rounding errors and set to zero. In a row whose exact entries are all zero, they would
 * give the row an effective mass of 10³⁰ kg: a ball that can only rotate about its center could not be pushed away.
 */
const rounding = 1e-13;

/**
 * Adds `sign` times the velocity of a point of the owner's body to a triple of rows. The point is at index `pointIndex` of `points`, in world
 * coordinates; the three directions are the rows of the frame at index `at` of `frames`. Each joint between the body and the world contributes lin +
 * ang × (point − origin of the tree).
 */
export function addPoint(
  rows: Rows,
  triple: number,
  owner: Owner | undefined,
  points: ArrayLike<number>,
  pointIndex: number,
  frames: Float64Array,
  at: number,
  sign: number,
): void {
  if (!owner || owner.joint < 0) return;
  const { member, joint } = owner;
  const block = rows.blockOf(triple, member);
  const { tree, nv } = member.model;
  const { axes, origin } = member.data;
  const from = 3 * tree.root[joint];
  const dx = points[pointIndex] - origin[from];
  const dy = points[pointIndex + 1] - origin[from + 1];
  const dz = points[pointIndex + 2] - origin[from + 2];
  const arm = Math.abs(dx) + Math.abs(dy) + Math.abs(dz);
  const { jacobian } = rows.workspace;
  for (let dof = tree.firstDof[joint + 1] - 1; dof >= 0; dof = tree.dofParent[dof]) {
    const axis = 6 * dof;
    const wx = axes[axis + 3];
    const wy = axes[axis + 4];
    const wz = axes[axis + 5];
    const scale = sign * tree.dofRatio[dof];
    const x = scale * (axes[axis] + wy * dz - wz * dy);
    const y = scale * (axes[axis + 1] + wz * dx - wx * dz);
    const z = scale * (axes[axis + 2] + wx * dy - wy * dx);
    const size = Math.abs(x) + Math.abs(y) + Math.abs(z);
    const linear = Math.abs(axes[axis]) + Math.abs(axes[axis + 1]) + Math.abs(axes[axis + 2]);
    const angular = (Math.abs(wx) + Math.abs(wy) + Math.abs(wz)) * arm;
    if (size <= rounding * Math.abs(scale) * (linear + angular)) continue;
    const to = block + tree.coordinate[dof];
    for (let k = 0; k < 3; k++) {
      const row = at + 3 * k;
      const along = frames[row] * x + frames[row + 1] * y + frames[row + 2] * z;
      if (Math.abs(along) > rounding * size) jacobian[to + k * nv] += along;
    }
  }
}

/** Adds `sign` times the angular velocity of the owner's body, in world axes, to a triple of rows. */
export function addAngularVelocity(rows: Rows, triple: number, owner: Owner, sign: number): void {
  const { member, joint } = owner;
  if (joint < 0) return;
  const { tree, nv } = member.model;
  const { axes } = member.data;
  const block = rows.blockOf(triple, member);
  const { jacobian } = rows.workspace;
  for (let dof = tree.firstDof[joint + 1] - 1; dof >= 0; dof = tree.dofParent[dof]) {
    const scale = sign * tree.dofRatio[dof];
    const to = block + tree.coordinate[dof];
    for (let k = 0; k < 3; k++) jacobian[to + nv * k] += scale * axes[6 * dof + 3 + k];
  }
}
