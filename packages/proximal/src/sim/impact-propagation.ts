// Propagation of impacts through contacts. Newton's law gives a contact that approaches with the velocity c_N the velocity −e c_N after the step. A
// contact behind it, such as the next contact in Newton's cradle, does not approach before the step, so it would take up the impact without
// restitution. Therefore impacts follow each other within a step: all contacts that approach bounce at once, then all contacts that approach now,
// until none does. This is the law of generalized reflections (Smith et al., "Reflections on simultaneous impact", 2012). For e = 1 it conserves
// momentum and energy, and it treats symmetric impacts symmetrically. The velocities J u after the last impact are the reference velocities of the
// contacts that took part. Friction acts when the step is solved with them. All contacts of a pair of bodies belong to one impact: after one of
// them has bounced, the contacts of the pair that did not approach then do not bounce in later rounds.
// Joints between bodies and loop closures take part in every impact: their rows b keep their velocities, J_b Δu + R_b λ_b = 0. Islands with joints
// keep Newton's law if the sweeps do not converge, or if the island has more than 200 triples. Contacts with a stiffness take no part, and with
// `compliance` no impact propagates, because compliant impacts last longer than a step.
import type { ContactWorkspace } from '../contact/workspace.ts';
import type { ContactSet } from './contact-set.ts';
import type { Islands } from './islands.ts';
import type { SimulatorSettings } from './options.ts';
import type { Restitution } from './restitution.ts';
import { delassusDiagonal } from './rows.ts';

/** The largest number of rounds of impacts. A contact that still approaches after them is stopped without restitution. */
const maxRounds = 100;
/**
 * Simultaneous impacts are solved by sweeps, until none changes a velocity by more than this fraction of the largest rebound, or of `restingSpeed` if
 * that is larger.
 */
const accuracy = 1e-13;
/** Replaces `accuracy` in islands with joints, whose rows have a relative compliance of 1e-6. */
const accuracyWithJoints = 1e-10;
const maxSweeps = 200;
/** The largest number of triples of an island with joints in which impacts propagate: it bounds the cost of sweeps that do not converge. */
const maxTriplesWithJoints = 200;

/** Finds the reference velocities of contacts in islands in which impacts propagate. */
export class ImpactPropagation {
  /** Whether an impact of the last step propagated to another contact. */
  hasPropagated = false;
  /** The change of the velocities since the start of the step, by coordinates. */
  private change = new Float64Array(0);
  /** For each contact of the step: 1 if it has bounced, 2 if another contact of its pair did so before it. */
  private state = new Uint8Array(0);
  /** The triples of the contacts that bounce in the current round. */
  private readonly simultaneous: number[] = [];
  /** The normal velocities of these contacts after the bounce, −e c_N. */
  private readonly targets: number[] = [];
  /** The normal impulses of these contacts, summed over the sweeps. */
  private readonly impulses: number[] = [];
  /** The rows of joints and closures of the current island that move a body, and their impulses, summed over all rounds. */
  private readonly jointRows: number[] = [];
  private readonly jointImpulses: number[] = [];

  constructor(private readonly settings: SimulatorSettings) {}

  /** Starts a step without impacts. */
  clear(): void {
    this.hasPropagated = false;
  }

  /**
   * Replaces the reference velocities of contacts in islands in which impacts propagate. The workspace has J, M⁻¹ Jᵀ, the
   * velocities before the step, and reference velocities by Newton's law.
   * @param bilateral number of leading bilateral triples
   */
  find(
    workspace: ContactWorkspace,
    islands: Islands,
    bilateral: number,
    contacts: ContactSet,
    restitution: Restitution,
  ): void {
    if (!restitution.hasBounces || this.settings.compliance > 0) return;
    const coordinates = workspace.velocity.length;
    if (this.change.length < coordinates) this.change = new Float64Array(coordinates);
    if (this.state.length < contacts.count) this.state = new Uint8Array(2 * contacts.count);
    this.change.fill(0);
    this.state.fill(0);
    const isBouncing = new Uint8Array(islands.count);
    for (const row of restitution.rows()) isBouncing[islands.of((row - 2) / 3)] = 1;
    for (let island = 0; island < islands.count; island++) {
      if (isBouncing[island] === 0 || !this.collectJoints(workspace, islands, island, bilateral)) continue;
      const islandContacts = this.contactsOf(workspace, islands, island, bilateral, contacts);
      let rounds = 0;
      let isSolved = true;
      while (isSolved && rounds < maxRounds && this.collect(workspace, bilateral, contacts, islandContacts)) {
        isSolved = this.reflect(workspace) || this.jointRows.length === 0;
        rounds++;
      }
      if (rounds < 2 || !isSolved) continue;
      this.hasPropagated = true;
      for (const k of islandContacts)
        if (this.state[k] === 1) this.setReference(workspace, bilateral + k, contacts.restitution[k], restitution);
    }
  }

  /** Finds the rows of the joints and closures of an island. @returns whether impacts may propagate in the island */
  private collectJoints(workspace: ContactWorkspace, { begins }: Islands, island: number, bilateral: number): boolean {
    const { jointRows, jointImpulses } = this;
    jointRows.length = 0;
    jointImpulses.length = 0;
    // Bilateral triples are the first of their island.
    for (let at = begins[island]; at < begins[island + 1] && workspace.order[at] < bilateral; at++)
      for (let row = 3 * workspace.order[at]; row < 3 * workspace.order[at] + 3; row++) {
        if (!(delassusDiagonal(workspace, row) > 0)) continue;
        jointRows.push(row);
        jointImpulses.push(0);
      }
    return jointRows.length === 0 || begins[island + 1] - begins[island] <= maxTriplesWithJoints;
  }

  /** The rigid contacts of an island. */
  private contactsOf(
    { order }: ContactWorkspace,
    { begins }: Islands,
    island: number,
    bilateral: number,
    contacts: ContactSet,
  ): number[] {
    const found: number[] = [];
    for (let at = begins[island]; at < begins[island + 1]; at++) {
      const k = order[at] - bilateral;
      if (k < 0) continue;
      const stiffness = k < contacts.count ? (contacts.surface[k]?.stiffness ?? 0) : 1;
      if (stiffness === 0) found.push(k);
    }
    return found.sort((a, b) => a - b);
  }

  /** Finds the contacts that approach faster than `restingSpeed` and close within the step. @returns whether there are any */
  private collect(
    workspace: ContactWorkspace,
    bilateral: number,
    contacts: ContactSet,
    islandContacts: readonly number[],
  ): boolean {
    const { simultaneous, targets, impulses, state } = this;
    const { restingSpeed, timeStep } = this.settings;
    simultaneous.length = 0;
    targets.length = 0;
    impulses.length = 0;
    for (const k of islandContacts) {
      const velocity = this.velocityOf(workspace, normalRow(bilateral + k));
      if (state[k] === 2 || !(-velocity > restingSpeed && -velocity * timeStep >= contacts.gaps[k])) continue;
      simultaneous.push(bilateral + k);
      targets.push(-contacts.restitution[k] * velocity);
      impulses.push(0);
      state[k] = 1;
    }
    this.excludePairs(contacts, islandContacts);
    return simultaneous.length > 0;
  }

  /** Excludes the other contacts of pairs that have bounced. The contacts of a pair are consecutive. */
  private excludePairs({ bodies }: ContactSet, islandContacts: readonly number[]): void {
    const { state } = this;
    for (let from = 0, to = 0; from < islandContacts.length; from = to) {
      let hasBounced = false;
      for (to = from; to < islandContacts.length && bodies[islandContacts[to]] === bodies[islandContacts[from]]; to++)
        if (state[islandContacts[to]] === 1) hasBounced = true;
      if (hasBounced) for (let k = from; k < to; k++) if (state[islandContacts[k]] === 0) state[islandContacts[k]] = 2;
    }
  }

  /**
   * Changes the velocities so that the collected contacts rebound: 0 ≤ λ ⊥ J u − t ≥ 0, by projected Gauss–Seidel.
   * @returns whether the sweeps converged
   */
  private reflect(workspace: ContactWorkspace): boolean {
    const { simultaneous, targets, impulses, jointRows } = this;
    const relative = jointRows.length > 0 ? accuracyWithJoints : accuracy;
    const tolerance = relative * Math.max(...targets, this.settings.restingSpeed);
    for (let sweep = 0; sweep < maxSweeps; sweep++) {
      let largestChange = 0;
      for (const [k, triple] of simultaneous.entries()) {
        const row = normalRow(triple);
        const mobility = delassusDiagonal(workspace, row);
        if (!(mobility > 0)) continue;
        const unprojected = impulses[k] + (targets[k] - this.velocityOf(workspace, row)) / mobility;
        const change = Math.max(0, unprojected) - impulses[k];
        if (change === 0) continue;
        impulses[k] += change;
        this.applyImpulse(workspace, row, change);
        largestChange = Math.max(largestChange, Math.abs(change) * mobility);
      }
      largestChange = Math.max(largestChange, this.sweepJoints(workspace));
      if (largestChange <= tolerance) return true;
    }
    return false;
  }

  /**
   * Applies impulses of joints so that the velocities of their rows do not change: Δλ = −(J Δu + R λ)/(G + R).
   * @returns the largest change of a velocity
   */
  private sweepJoints(workspace: ContactWorkspace): number {
    const { jointRows, jointImpulses } = this;
    let largestChange = 0;
    for (const [k, row] of jointRows.entries()) {
      const mobility = delassusDiagonal(workspace, row);
      const compliance = workspace.compliance[row];
      const error = this.addChange(workspace, row, 0) + compliance * jointImpulses[k];
      const change = -error / (mobility + compliance);
      jointImpulses[k] += change;
      this.applyImpulse(workspace, row, change);
      largestChange = Math.max(largestChange, Math.abs(change) * mobility);
    }
    return largestChange;
  }

  /** Sets c*_N of a contact that took part to its velocity after the impacts, but at least to its value without restitution. */
  private setReference(workspace: ContactWorkspace, triple: number, e: number, restitution: Restitution): void {
    if (e === 0) return;
    const row = 3 * triple + 2;
    const base = restitution.baseOf(row) ?? workspace.reference[row];
    const velocity = this.velocityOf(workspace, row);
    workspace.reference[row] = Math.max(base, velocity);
    if (velocity > base) restitution.registerBounce(row, base);
  }

  /** The velocity of a row. */
  private velocityOf(workspace: ContactWorkspace, row: number): number {
    return this.addChange(workspace, row, workspace.rowVelocityBefore[row]);
  }

  /** Adds the change of a row's velocity since the start of the step to `sum`. */
  private addChange({ jacobian, starts, firsts, widths }: ContactWorkspace, row: number, sum: number): number {
    const { change } = this;
    const triple = Math.floor(row / 3);
    for (let block = 2 * triple; block < 2 * triple + 2; block++) {
      const [width, first] = [widths[block], firsts[block]];
      const at = starts[block] + (row - 3 * triple) * width;
      for (let j = 0; j < width; j++) sum += jacobian[at + j] * change[first + j];
    }
    return sum;
  }

  /** Applies an impulse to a row. */
  private applyImpulse({ response, starts, firsts, widths }: ContactWorkspace, row: number, impulse: number): void {
    const { change } = this;
    const triple = Math.floor(row / 3);
    for (let block = 2 * triple; block < 2 * triple + 2; block++) {
      const [width, first] = [widths[block], firsts[block]];
      const at = starts[block] + (row - 3 * triple) * width;
      for (let j = 0; j < width; j++) change[first + j] += response[at + j] * impulse;
    }
  }
}

/** The row of a triple along the contact normal. */
const normalRow = (triple: number): number => 3 * triple + 2;
