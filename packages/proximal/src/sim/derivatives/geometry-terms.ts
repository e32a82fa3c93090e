// How a contact's rows change with the configuration: of J v with v fixed, and of Jᵀ λ with λ fixed.
//
// With the columns S of the motion subspaces in world axes at the tree's origin, a displacement of the degree of freedom j moves all
// that is beyond its joint by Sⱼ: ∂Sᵢ/∂qⱼ = Sⱼ × Sᵢ for every i beyond j or of the same joint, whatever the kind of joint. So the
// velocity of a body changes by Sⱼ × (V − V of the body before j's joint). The contact's frame turns with its normal by φ = n × δn,
// the smallest rotation; about the normal itself the law of contact does not care.
import type { Vec3 } from '../../math/vec3.ts';
import type { Owner } from '../member.ts';
import { type ContactMotion, MOTION_COLUMNS } from './contact-motion.ts';

/** The two bodies of a contact: `sign` −1 for A, 1 for B. */
export interface Side {
  readonly owner: Owner;
  readonly sign: number;
  /** Where its columns of the contact's motion begin. */
  readonly column: number;
}

export function sidesOf(ownerA: Owner | undefined, ownerB: Owner | undefined): Side[] {
  const sides: Side[] = [];
  if (ownerA && ownerA.joint >= 0) sides.push({ owner: ownerA, sign: -1, column: 0 });
  if (ownerB && ownerB.joint >= 0) sides.push({ owner: ownerB, sign: 1, column: 6 });
  return sides;
}

/** Calls `visit` with each degree of freedom from the body to the world. */
export function forEachDof(
  { member, joint }: Owner,
  visit: (dof: number, coordinate: number, ratio: number) => void,
): void {
  const { tree } = member.model;
  for (let dof = tree.firstDof[joint + 1] - 1; dof >= 0; dof = tree.dofParent[dof])
    visit(dof, tree.coordinate[dof], tree.dofRatio[dof]);
}

/** The arm from the tree's origin to a point. */
export function armOf({ member, joint }: Owner, point: ArrayLike<number>): Vec3 {
  const { origin } = member.data;
  const at = 3 * member.model.tree.root[joint];
  return [point[0] - origin[at], point[1] - origin[at + 1], point[2] - origin[at + 2]];
}

/** A motion at the tree's origin, six numbers at `at`, as the velocity of the point at `arm`. */
export function velocityAt(m: ArrayLike<number>, at: number, arm: Vec3): Vec3 {
  const [wx, wy, wz] = [m[at + 3], m[at + 4], m[at + 5]];
  return [
    m[at] + wy * arm[2] - wz * arm[1],
    m[at + 1] + wz * arm[0] - wx * arm[2],
    m[at + 2] + wx * arm[1] - wy * arm[0],
  ];
}

/**
 * How the contact's point, normal and gap change with one coordinate of the member: the body's displacement at the point and its
 * rotation, through the contact's motion.
 */
export function changeOf(
  { point, normal, gap }: ContactMotion,
  { column }: Side,
  shift: Vec3,
  turn: ArrayLike<number>,
): { point: Vec3; normal: Vec3; gap: number } {
  const apply = (row: Float64Array, from: number): number => {
    let sum = 0;
    for (let k = 0; k < 3; k++) sum += row[from + column + k] * shift[k] + row[from + column + 3 + k] * turn[k];
    return sum;
  };
  const vector = (rows: Float64Array): Vec3 => [
    apply(rows, 0),
    apply(rows, MOTION_COLUMNS),
    apply(rows, 2 * MOTION_COLUMNS),
  ];
  return { point: vector(point), normal: vector(normal), gap: apply(gap, 0) };
}

/** Sᵢ × Sⱼ and its kin: (ω × w, ω × l + v × w) for motions linear first. */
export function crossInto(a: ArrayLike<number>, i: number, b: ArrayLike<number>, j: number, out: Float64Array): void {
  const [vx, vy, vz, wx, wy, wz] = [a[i], a[i + 1], a[i + 2], a[i + 3], a[i + 4], a[i + 5]];
  const [lx, ly, lz, ux, uy, uz] = [b[j], b[j + 1], b[j + 2], b[j + 3], b[j + 4], b[j + 5]];
  out[0] = wy * lz - wz * ly + vy * uz - vz * uy;
  out[1] = wz * lx - wx * lz + vz * ux - vx * uz;
  out[2] = wx * ly - wy * lx + vx * uy - vy * ux;
  out[3] = wy * uz - wz * uy;
  out[4] = wz * ux - wx * uz;
  out[5] = wx * uy - wy * ux;
}
