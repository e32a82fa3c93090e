// Torsional and rolling friction of contacts. Each is a triple of rows, as for dry friction (joint-rows.ts): one or two rows of the relative
// angular velocity, and a row of a virtual mass. The impulse of the virtual mass bounds the impulse of the torque. Here the bound is an arm, in
// meters, times the contact's normal impulse λ_N. The solvers support only constant bounds. So the problem is solved again with the
// bounds that follow from the last λ_N, until the bounds no longer change or after `maxRounds`. The first bounds follow from the initial λ_N of the
// solver. Torques hardly change λ_N: a body that rolls or rests needs one solve.
import type { ContactWorkspace } from '../contact/workspace.ts';
import { forEachEntry } from './body-joint-rows.ts';
import type { ContactSet } from './contact-set.ts';
import type { JointRow } from './joint-rows.ts';
import type { Owner } from './member.ts';
import type { Rows } from './rows.ts';

/** A friction torque of a contact. */
export interface ContactTorque {
  /** The index of the contact. */
  readonly contact: number;
  /** The largest torque divided by the normal force, in meters. */
  readonly arm: number;
  /** True for rolling friction, about both tangents; false for torsional friction, about the normal. */
  readonly isRolling: boolean;
}

/** The largest number of further solves of a step, after the first. */
export const maxRounds = 10;
/** The bounds have converged if none changes by more than this fraction of the largest bound. */
const relativeChange = 1e-8;

const direction = new Float64Array(3);
/** A frame argument whose value is not used: the angular velocity is the same at all points of a body. */
const anyFrame = new Float64Array(15);

/** Whether some contacts have torsional or rolling friction. */
export function hasTorques({ count, surface }: ContactSet): boolean {
  for (let k = 0; k < count; k++) {
    const contactSurface = surface[k];
    if (contactSurface && contactSurface.torsional + contactSurface.rolling > 0) return true;
  }
  return false;
}

/** Adds the rows of all contacts with torsional or rolling friction. */
export function addContactTorques(rows: Rows, contacts: ContactSet, out: JointRow[]): void {
  for (let contact = 0; contact < contacts.count; contact++) {
    const surface = contacts.surface[contact];
    if (!surface || (contacts.asideCount > 0 && contacts.isAside[contact] === 1)) continue;
    if (surface.torsional > 0) addTorque(rows, contacts, { contact, arm: surface.torsional, isRolling: false }, out);
    if (surface.rolling > 0) addTorque(rows, contacts, { contact, arm: surface.rolling, isRolling: true }, out);
  }
}

function addTorque(rows: Rows, contacts: ContactSet, torque: ContactTorque, out: JointRow[]): void {
  const triple = rows.add();
  const row = 3 * triple;
  const { contact, isRolling } = torque;
  // The contact's frame has the rows t1, t2, n.
  const first = isRolling ? 0 : 2;
  const count = isRolling ? 2 : 1;
  for (let k = 0; k < count; k++) {
    const at = 9 * contact + 3 * (first + k);
    for (let i = 0; i < 3; i++) direction[i] = contacts.frames[at + i];
    addSpin(rows, triple, k, contacts.bodies[contact].ownerA, -1);
    addSpin(rows, triple, k, contacts.bodies[contact].ownerB, 1);
  }
  for (let k = count; k < 3; k++) rows.anchor(row + k);
  const unused = {
    virtualVelocity: 0,
    reference: 0,
    motorVelocity: 0,
    motorCompliance: 0,
    motorGain: 0,
    gap: null,
    bodyJoint: null,
  };
  out.push({ row, member: -1, coordinate: -1, sign: 1, key: '', friction: 1, torque, ...unused });
}

/** Adds `sign` times the angular velocity of a body along `direction` to a row. */
function addSpin(rows: Rows, triple: number, k: number, owner: Owner | undefined, sign: number): void {
  if (!owner || owner.joint < 0) return;
  const { member, joint } = owner;
  const block = rows.blockOf(triple, member) + k * member.model.nv;
  const { jacobian } = rows.workspace;
  forEachEntry({ holder: owner, joint }, true, anyFrame, direction, (coordinate, value) => {
    jacobian[block + coordinate] += sign * value;
  });
}

/**
 * Sets each bound to the arm times the contact's normal impulse in the workspace.
 * @returns whether the bounds have not converged yet
 */
export function updateBounds(workspace: ContactWorkspace, joints: readonly JointRow[], bilateral: number): boolean {
  const { lambda, freeVelocity } = workspace;
  let largest = 0;
  let change = 0;
  for (const { row, torque } of joints) {
    if (!torque) continue;
    const bound = torque.arm * lambda[bilateral + 3 * torque.contact + 2];
    largest = Math.max(largest, bound);
    change = Math.max(change, Math.abs(bound + freeVelocity[row + 2]));
    // The virtual mass of 1 kg approaches with this speed, so that the impulse λ_N that stops it is the bound.
    freeVelocity[row + 2] = -bound;
  }
  return change > relativeChange * largest;
}
