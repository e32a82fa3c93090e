// Contacts that the joints of a robot can hardly open. If a normal is parallel to the axis of the only joint between two links, G_NN is zero up to rounding:
// no impulse moves the links along the normal, so the normal impulse that would stop a velocity of rounding size is arbitrarily large, and with it the
// friction. A small compliance bounds it. Contacts that a joint can open are not changed.
import type { ContactWorkspace } from '../contact/workspace.ts';
import type { ContactSet } from './contact-set.ts';
import { inverseMasses } from './correction.ts';

/** A contact is stuck if G_NN is below this share of the sum of the inverse masses of its two links. */
const stuckShare = 1e-5;
/** R_N as a share of the same sum. */
const softShare = 1e-6;

/** Writes R_N of stuck contacts. `workspace` has J and M⁻¹ Jᵀ of all rows. */
export function softenStuckContacts(workspace: ContactWorkspace, contacts: ContactSet, bilateral: number): void {
  const { ownerA, ownerB, count } = contacts;
  for (let k = 0; k < count; k++) {
    const [a, b] = [ownerA[k], ownerB[k]];
    if ((!a || a.member.free) && (!b || b.member.free)) continue;
    const row = bilateral + 3 * k + 2;
    const most = inverseMasses(a, b);
    if (diagonalAt(workspace, row) < stuckShare * most)
      workspace.compliance[row] = Math.max(workspace.compliance[row], softShare * most);
  }
}

/** G of a row with itself. */
function diagonalAt({ jacobian, response, starts, widths }: ContactWorkspace, row: number): number {
  const triple = Math.floor(row / 3);
  let sum = 0;
  for (let block = 2 * triple; block < 2 * triple + 2; block++) {
    const at = starts[block] + (row - 3 * triple) * widths[block];
    for (let j = 0; j < widths[block]; j++) sum += jacobian[at + j] * response[at + j];
  }
  return sum;
}
