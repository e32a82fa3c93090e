// An open contact that stays open has no effect. Such an idle contact belongs to no island, does not connect its bodies, and
// costs no sweeps. A contact is idle if it has a gap, had no impulse in the last step, and its gap stays open under the
// unconstrained velocities. Idle contacts are checked again with the new velocities. If one is violated, it is made active, and
// its island is solved again from the start of the step; islands without such contacts keep their solution. In a large island all idle
// contacts are then made active, because it would be solved many times.
import type { ContactWorkspace } from '../contact/workspace.ts';
import { type ContactSet, isClosed } from './contact-set.ts';
import type { Islands } from './islands.ts';
import { mostStagedRows } from './options.ts';

export class IdleContacts {
  /** 1 for each idle triple. */
  isIdle = new Uint8Array(0);
  count = 0;
  /** The triples that the last `wake` has activated. */
  readonly woken: number[] = [];
  /** Large islands with a violated contact. */
  private readonly crowded = new Set<number>();

  /**
   * Finds the idle contacts of a new step. The workspace has g, c* and the λ of the last step. @param bilateral number of leading
   * bilateral triples
   */
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

  /** Makes no contact idle. */
  clear(): void {
    this.isIdle.fill(0);
    this.count = 0;
  }

  /**
   * Writes σ of the idle triples, and activates those that are violated.
   * @param next all velocities after the impulses; the workspace has the unconstrained velocities
   * @param islands those that were solved
   * @returns whether any contact was violated
   */
  wake(workspace: ContactWorkspace, next: Float64Array, islands: Islands): boolean {
    if (this.count === 0) return false;
    const { isIdle, crowded } = this;
    const before = this.count;
    crowded.clear();
    this.woken.length = 0;
    for (let t = 0; t < workspace.triples; t++) {
      if (isIdle[t] === 0) continue;
      writeVelocity(workspace, t, next);
      if (workspace.sigma[3 * t + 2] >= 0) continue;
      this.activate(t);
      for (let block = 2 * t; block < 2 * t + 2; block++) {
        const island = islandAt(workspace, islands, block);
        if (island >= 0 && islands.sizeOf(island) > mostStagedRows / 3) crowded.add(island);
      }
    }
    if (crowded.size > 0) this.wakeCrowded(workspace, islands);
    return this.count < before;
  }

  /** Activates all idle contacts at members of `crowded` islands. */
  private wakeCrowded(workspace: ContactWorkspace, islands: Islands): void {
    const { isIdle, crowded } = this;
    for (let t = 0; t < workspace.triples; t++) {
      if (isIdle[t] === 0) continue;
      const [first, second] = [islandAt(workspace, islands, 2 * t), islandAt(workspace, islands, 2 * t + 1)];
      if (crowded.has(first) || crowded.has(second)) this.activate(t);
    }
  }

  private activate(triple: number): void {
    this.isIdle[triple] = 0;
    this.count--;
    this.woken.push(triple);
  }
}

/** The island of a block's member; −1 if there is none. */
function islandAt({ widths, members }: ContactWorkspace, islands: Islands, block: number): number {
  return widths[block] > 0 ? islands.ofMember(members[block]) : -1;
}

/** σ of a triple without an impulse: g − c* + J (v⁺ − v), v being the unconstrained velocity. */
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
