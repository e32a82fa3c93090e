// Velocities of points on the bodies of a constraint: lever arms, and the degrees of freedom between a body and the world.
import type { Model } from '../../dynamics/model.ts';
import type { PlacedMember } from './placed-member.ts';

/** One of the two bodies of a constraint. */
export interface ConstraintSide {
  /** The member of the body at the start of the step. */
  readonly placed: PlacedMember;
  /** The joint that moves the body. */
  readonly joint: number;
  /** −1 for A, 1 for B, because rows are velocities of B relative to A. */
  readonly sign: number;
}

/**
 * Visits each degree of freedom on the path from a joint to the world.
 * @param visit receives the index of the degree of freedom, the index of its velocity coordinate, and its ratio. A mimic joint has the
 * coordinate of the joint that it follows and the mimic ratio; the ratio of other joints is 1
 */
export function forEachDof(
  model: Model,
  joint: number,
  visit: (dof: number, coordinate: number, ratio: number) => void,
): void {
  const { tree } = model;
  for (let dof = tree.firstDof[joint + 1] - 1; dof >= 0; dof = tree.dofParent[dof])
    visit(dof, tree.coordinate[dof], tree.dofRatio[dof]);
}

/** Writes the vector from the root joint of the body's tree, where spatial velocities are measured, to a point. */
export function leverArm({ placed, joint }: ConstraintSide, point: ArrayLike<number>, out: Float64Array): Float64Array {
  const { origin } = placed.data;
  const at = 3 * placed.member.model.tree.root[joint];
  for (let k = 0; k < 3; k++) out[k] = point[k] - origin[at + k];
  return out;
}

/** Writes the velocity v + ω × arm of a point, from the spatial velocity (v, ω) in `m[at …]` and the point's lever arm. */
export function velocityAt(m: Float64Array, at: number, arm: ArrayLike<number>, out: Float64Array, to: number): void {
  const wx = m[at + 3];
  const wy = m[at + 4];
  const wz = m[at + 5];
  out[to] = m[at] + wy * arm[2] - wz * arm[1];
  out[to + 1] = m[at + 1] + wz * arm[0] - wx * arm[2];
  out[to + 2] = m[at + 2] + wx * arm[1] - wy * arm[0];
}

/** Writes a × b of the three numbers from index i of a and from index j of b. */
export function crossTo(
  a: ArrayLike<number>,
  i: number,
  b: ArrayLike<number>,
  j: number,
  out: Float64Array,
  to: number,
): void {
  const x = a[i];
  const y = a[i + 1];
  const z = a[i + 2];
  const u = b[j];
  const v = b[j + 1];
  const w = b[j + 2];
  out[to] = y * w - z * v;
  out[to + 1] = z * u - x * w;
  out[to + 2] = x * v - y * u;
}
