// Contacts that the joints of a robot can hardly open. If a normal is parallel to the axis of the only joint between two links, G_NN is zero up to
// rounding: no impulse moves the links along the normal. Then the normal impulse that stops a velocity of rounding size is arbitrarily large, and so
// is the friction. A small compliance bounds both. Contacts that a joint can open are not changed.
import type { ContactWorkspace } from '../contact/workspace.ts';
import type { ContactSet } from './contact-set.ts';
import { inverseMasses } from './correction.ts';
import { delassusDiagonal } from './rows.ts';

/** A contact is stuck if G_NN is below this fraction of the sum of the inverse masses of its two links. */
const stuckFraction = 1e-5;
/** R_N as a fraction of the same sum. */
const complianceFraction = 1e-6;

/** Raises R_N of stuck contacts. `workspace` has J and M⁻¹ Jᵀ of all rows. */
export function softenStuckContacts(workspace: ContactWorkspace, contacts: ContactSet, bilateral: number): void {
  const { bodies, count } = contacts;
  for (let k = 0; k < count; k++) {
    const { ownerA: a, ownerB: b } = bodies[k];
    if ((!a || a.member.free) && (!b || b.member.free)) continue;
    const row = bilateral + 3 * k + 2;
    const inverseMass = inverseMasses(a, b);
    if (delassusDiagonal(workspace, row) < stuckFraction * inverseMass)
      workspace.compliance[row] = Math.max(workspace.compliance[row], complianceFraction * inverseMass);
  }
}
