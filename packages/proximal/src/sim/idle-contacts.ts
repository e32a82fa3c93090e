// An open contact that stays open changes nothing: it is left out of the islands, does not join two bodies to one, and costs no sweep.
// Idle are contacts with a gap and without an impulse in the last step, whose points do not come too near by the velocities without
// impulses. With the new velocities they are looked at again; if one is violated then, it is awake, and the step is solved again from where
// it began, so that islands without it come out as they did.
import type { ContactWorkspace } from '../contact/workspace.ts';
import { type ContactSet, isClosed } from './contact-set.ts';

export class IdleContacts {
  /** 1 for each triple that is. */
  isIdle = new Uint8Array(0);
  count = 0;

  /** Finds those of a new step. The workspace has g, c* and the λ of the last step. @param bilateral leading triples that are */
  find({ triples, lambda, freeVelocity, reference }: ContactWorkspace, bilateral: number, contacts: ContactSet): void {
    if (triples > this.isIdle.length) this.isIdle = new Uint8Array(2 * triples);
    const { isIdle } = this;
    this.clear();
    for (let k = 0; k < contacts.count; k++) {
      const row = 3 * (bilateral + k);
      if (lambda[row] !== 0 || lambda[row + 1] !== 0 || lambda[row + 2] !== 0) continue;
      if (!(freeVelocity[row + 2] > reference[row + 2]) || isClosed(contacts, k)) continue;
      isIdle[bilateral + k] = 1;
      this.count++;
    }
  }

  /** Nothing is idle. */
  clear(): void {
    this.isIdle.fill(0);
    this.count = 0;
  }

  /**
   * Writes σ of the idle triples, and wakes those whose points come too near.
   * @param next all velocities with impulses; the workspace has those without
   * @returns whether there are any
   */
  wake(workspace: ContactWorkspace, next: Float64Array): boolean {
    if (this.count === 0) return false;
    const { isIdle } = this;
    const before = this.count;
    for (let t = 0; t < workspace.triples; t++) {
      if (isIdle[t] === 0) continue;
      writeVelocity(workspace, t, next);
      if (workspace.sigma[3 * t + 2] >= 0) continue;
      isIdle[t] = 0;
      this.count--;
    }
    return this.count < before;
  }
}

/** σ of a triple without an impulse: g − c* + J (v⁺ − v without impulses). */
function writeVelocity(workspace: ContactWorkspace, triple: number, velocities: Float64Array): void {
  const { sigma, freeVelocity, reference, jacobian, starts, firsts, widths, next } = workspace;
  for (let k = 0; k < 3; k++) {
    const row = 3 * triple + k;
    let sum = freeVelocity[row] - reference[row];
    for (let block = 2 * triple; block < 2 * triple + 2; block++) {
      const width = widths[block];
      const at = starts[block] + k * width;
      const first = firsts[block];
      for (let j = 0; j < width; j++) sum += jacobian[at + j] * (velocities[first + j] - next[first + j]);
    }
    sigma[row] = sum;
  }
}
