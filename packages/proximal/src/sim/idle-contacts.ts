// An open contact that stays open during the step has no effect: it is idle. An idle contact belongs to no island, does not connect its bodies, and
// costs no sweeps. A contact counts as idle if it has a gap, had no impulse in the last step, and its gap stays open under the unconstrained
// velocities. Idle contacts are checked again with the new velocities. If an idle contact is violated, it is made active, and its island is solved
// again from the impulses just found; islands without such contacts keep their solution, unless there are friction torques of contacts. In a large
// island that moves, some idle contact would be violated in almost every step, and the island would be solved many times. So contacts of large
// islands that could close are active from the start, and after a violation all contacts of large islands are active.
import type { ContactWorkspace } from '../contact/workspace.ts';
import { type ContactSet, isClosed } from './contact-set.ts';
import type { Islands } from './islands.ts';
import { maxStagedRows } from './options.ts';

/** Values of `isIdle`. */
const idle = 1;
const aside = 2;

export class IdleContacts {
  /** For each triple 1 if it is idle, 2 if it is a contact that is set aside (speculative-filter.ts), otherwise 0. */
  isIdle = new Uint8Array(0);
  /** The number of idle triples. */
  count = 0;
  /** The triples that `wake`, `restore` and the calls of `wakeInLargeIslands` after them have activated. */
  readonly woken: number[] = [];
  /** Scratch for `wakeInLargeIslands`: idle triples. */
  private waiting = new Int32Array(0);
  /** Whether a contact was violated in this step. */
  private isViolated = false;

  /** Begins a step in which no contact is idle, but some may be set aside. @param bilateral number of leading bilateral triples */
  begin({ triples, lambda }: ContactWorkspace, bilateral: number, contacts: ContactSet): void {
    if (triples > this.isIdle.length) this.isIdle = new Uint8Array(2 * triples);
    this.isIdle.fill(0);
    this.count = 0;
    this.isViolated = false;
    if (contacts.asideCount === 0) return;
    for (let k = 0; k < contacts.count; k++) {
      if (contacts.isAside[k] === 0) continue;
      const triple = bilateral + k;
      this.isIdle[triple] = aside;
      lambda.fill(0, 3 * triple, 3 * triple + 3);
    }
  }

  /**
   * Finds the idle contacts of a new step, after `begin`. The workspace has g, c* and the λ of the last step. @param bilateral number of leading
   * bilateral triples
   */
  find({ lambda, freeVelocity, reference }: ContactWorkspace, bilateral: number, contacts: ContactSet): void {
    const { isIdle } = this;
    for (let k = 0; k < contacts.count; k++) {
      const row = 3 * (bilateral + k);
      if (lambda[row] !== 0 || lambda[row + 1] !== 0 || lambda[row + 2] !== 0) continue;
      if (!(freeVelocity[row + 2] > reference[row + 2]) || isClosed(contacts, k) || isIdle[bilateral + k] === aside)
        continue;
      isIdle[bilateral + k] = idle;
      this.count++;
    }
  }

  /** Activates the contacts that are no longer set aside. */
  restore(bilateral: number, contacts: ContactSet): void {
    for (let k = 0; k < contacts.count; k++) {
      if (this.isIdle[bilateral + k] !== aside || contacts.isAside[k] === 1) continue;
      this.isIdle[bilateral + k] = 0;
      this.woken.push(bilateral + k);
    }
  }

  /**
   * Writes σ of the triples in no island, and activates the violated triples. The workspace has M⁻¹ Jᵀ λ of all other triples.
   * @returns whether any contact was violated
   */
  wake(workspace: ContactWorkspace, islands: Islands): boolean {
    this.woken.length = 0;
    if (this.count === 0) return false;
    const { triples } = workspace;
    // Triples in no island come last in the order.
    const from = islands.begins[islands.count];
    workspace.kernel.idleVelocities(workspace.address, from, triples);
    const { sigma, order } = workspace;
    for (let at = from; at < triples; at++)
      if (sigma[3 * order[at] + 2] < 0 && this.isIdle[order[at]] === idle) this.activate(order[at]);
    this.isViolated = this.woken.length > 0;
    return this.isViolated;
  }

  /**
   * Activates idle contacts of members of large islands, and adds them to the islands: all of them after a violation, otherwise only contacts
   * that are nearly closed. Islands that grow may become large, so this is repeated until no more contacts are activated.
   */
  wakeInLargeIslands(workspace: ContactWorkspace, islands: Islands): void {
    if (this.count === 0 || !islands.hasLarger(maxStagedRows / 3)) return;
    const { widths, members } = workspace;
    let remaining = this.listClosing(workspace);
    const { waiting } = this;
    for (let previous = -1; previous !== remaining; ) {
      previous = remaining;
      // Successive triples of the same members, such as the contacts of a manifold, share `isInLarge` until islands change.
      let first = -1;
      let second = -1;
      let isInLarge = false;
      remaining = 0;
      for (let k = 0; k < previous; k++) {
        const t = waiting[k];
        const a = widths[2 * t] > 0 ? members[2 * t] : -1;
        const b = widths[2 * t + 1] > 0 ? members[2 * t + 1] : -1;
        if (a !== first || b !== second) {
          first = a;
          second = b;
          isInLarge = isInLargeIsland(islands, a) || isInLargeIsland(islands, b);
        }
        if (!isInLarge) {
          waiting[remaining++] = t;
          continue;
        }
        this.activate(t);
        islands.admit(workspace, t);
        first = -1;
        second = -1;
      }
    }
  }

  /**
   * Lists in `waiting`, in ascending order, the idle triples that `wakeInLargeIslands` activates if they are in large islands: all of them after a
   * violation, otherwise those that could close if the velocity of each member changed by its own magnitude. Returns their number.
   */
  private listClosing(workspace: ContactWorkspace): number {
    if (this.waiting.length < this.count) this.waiting = new Int32Array(2 * this.count);
    const { isIdle, waiting, isViolated } = this;
    const { triples, widths, members, freeVelocity, reference } = workspace;
    let count = 0;
    let first = -1;
    let second = -1;
    let speed = Infinity;
    for (let t = 0; t < triples; t++) {
      if (isIdle[t] !== idle) continue;
      if (!isViolated) {
        const a = widths[2 * t] > 0 ? members[2 * t] : -1;
        const b = widths[2 * t + 1] > 0 ? members[2 * t + 1] : -1;
        if (a !== first || b !== second) speed = speedOf(workspace, 2 * t) + speedOf(workspace, 2 * t + 1);
        first = a;
        second = b;
      }
      if (freeVelocity[3 * t + 2] - reference[3 * t + 2] < speed) waiting[count++] = t;
    }
    return count;
  }

  private activate(triple: number): void {
    this.isIdle[triple] = 0;
    this.count--;
    this.woken.push(triple);
  }
}

/** Whether a member is in a large island. @param member −1 for none */
function isInLargeIsland(islands: Islands, member: number): boolean {
  return member >= 0 && islands.isInLarger(member, maxStagedRows / 3);
}

/** The largest magnitude of a velocity coordinate of a block's member before the step. */
function speedOf({ widths, firsts, velocityBefore }: ContactWorkspace, block: number): number {
  let largest = 0;
  for (let k = firsts[block]; k < firsts[block] + widths[block]; k++)
    largest = Math.max(largest, Math.abs(velocityBefore[k]));
  return largest;
}
