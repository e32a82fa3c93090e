// Propagation of impacts through contacts. Newton's law gives an approaching contact the velocity −e c_N after the step. A contact behind it, such as
// the next one in Newton's cradle, does not approach before the step, so it would take up the impact without restitution. Within a step, impacts
// therefore follow each other: all contacts that approach bounce at once, then those that approach now, until none does. This is the law of
// generalized reflections (Smith et al., "Reflections on simultaneous impact", 2012). For e = 1 it conserves momentum and energy, and it treats
// symmetric impacts symmetrically. The velocities J u after the last impact are the reference velocities of the contacts that took part. Friction
// acts when the step is solved with them. Contacts of one pair of bodies are one impact: those that do not approach at first do not bounce later.
// Islands with joints between bodies or loop closures keep Newton's law, because an impact of theirs moves more than two bodies; so do compliant
// contacts, whose impacts last longer than a step.
import type { ContactWorkspace } from '../contact/workspace.ts';
import type { ContactSet } from './contact-set.ts';
import type { Islands } from './islands.ts';
import type { SimulatorSettings } from './options.ts';
import type { Restitution } from './restitution.ts';

/** The largest number of rounds of impacts. A contact that still approaches after them is stopped without restitution. */
const mostRounds = 100;
/** Simultaneous impacts are solved by sweeps, until none changes a velocity by more than this fraction of the largest rebound. */
const accuracy = 1e-13;
const mostSweeps = 200;

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
  /** Their normal velocities after the bounce, −e c_N. */
  private readonly targets: number[] = [];
  /** Their normal impulses, summed over the sweeps. */
  private readonly impulses: number[] = [];

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
      // Bilateral triples are the first of their island.
      if (isBouncing[island] === 0 || workspace.order[islands.begins[island]] < bilateral) continue;
      const own = this.contactsOf(workspace, islands, island, bilateral, contacts);
      let rounds = 0;
      while (rounds < mostRounds && this.collect(workspace, bilateral, contacts, own)) {
        this.reflect(workspace);
        rounds++;
      }
      if (rounds < 2) continue;
      this.hasPropagated = true;
      for (const k of own)
        if (this.state[k] === 1) this.setReference(workspace, bilateral + k, contacts.restitution[k], restitution);
    }
  }

  /** The rigid contacts of an island. */
  private contactsOf(
    { order }: ContactWorkspace,
    { begins }: Islands,
    island: number,
    bilateral: number,
    contacts: ContactSet,
  ): number[] {
    const own: number[] = [];
    for (let at = begins[island]; at < begins[island + 1]; at++) {
      const k = order[at] - bilateral;
      const stiffness = k < contacts.count ? (contacts.surface[k]?.stiffness ?? 0) : 1;
      if (stiffness === 0) own.push(k);
    }
    return own.sort((a, b) => a - b);
  }

  /** Finds the contacts that approach and close within the step. @returns whether there are any */
  private collect(
    workspace: ContactWorkspace,
    bilateral: number,
    contacts: ContactSet,
    own: readonly number[],
  ): boolean {
    const { simultaneous, targets, impulses, state } = this;
    const { restingSpeed, timeStep } = this.settings;
    simultaneous.length = 0;
    targets.length = 0;
    impulses.length = 0;
    for (const k of own) {
      const velocity = this.velocityOf(workspace, bilateral + k);
      if (state[k] === 2 || !(-velocity > restingSpeed && -velocity * timeStep >= contacts.gaps[k])) continue;
      simultaneous.push(bilateral + k);
      targets.push(-contacts.restitution[k] * velocity);
      impulses.push(0);
      state[k] = 1;
    }
    this.excludePairs(contacts, own);
    return simultaneous.length > 0;
  }

  /** Excludes the other contacts of pairs that have bounced. Contacts of a pair follow each other. */
  private excludePairs({ a, b }: ContactSet, own: readonly number[]): void {
    const { state } = this;
    for (let from = 0, to = 0; from < own.length; from = to) {
      let hasBounced = false;
      for (to = from; to < own.length && a[own[to]] === a[own[from]] && b[own[to]] === b[own[from]]; to++)
        if (state[own[to]] === 1) hasBounced = true;
      if (hasBounced) for (let k = from; k < to; k++) if (state[own[k]] === 0) state[own[k]] = 2;
    }
  }

  /** Changes the velocities so that the collected contacts rebound: 0 ≤ λ ⊥ J u − t ≥ 0, by projected Gauss–Seidel. */
  private reflect(workspace: ContactWorkspace): void {
    const { simultaneous, targets, impulses } = this;
    const allowed = accuracy * Math.max(...targets, this.settings.restingSpeed);
    for (let sweep = 0; sweep < mostSweeps; sweep++) {
      let most = 0;
      for (const [k, triple] of simultaneous.entries()) {
        const mobility = mobilityOf(workspace, triple);
        if (!(mobility > 0)) continue;
        const unprojected = impulses[k] + (targets[k] - this.velocityOf(workspace, triple)) / mobility;
        const change = Math.max(0, unprojected) - impulses[k];
        if (change === 0) continue;
        impulses[k] += change;
        this.applyImpulse(workspace, triple, change);
        most = Math.max(most, Math.abs(change) * mobility);
      }
      if (most <= allowed) return;
    }
  }

  /** Sets c*_N of a contact that took part to its velocity after the impacts, but at least to its value without restitution. */
  private setReference(workspace: ContactWorkspace, triple: number, e: number, restitution: Restitution): void {
    if (e === 0) return;
    const row = 3 * triple + 2;
    const base = restitution.baseOf(row) ?? workspace.reference[row];
    const velocity = this.velocityOf(workspace, triple);
    workspace.reference[row] = Math.max(base, velocity);
    if (velocity > base) restitution.registerBounce(row, base);
  }

  /** The normal velocity of a contact. */
  private velocityOf(
    { rowVelocityBefore, jacobian, starts, firsts, widths }: ContactWorkspace,
    triple: number,
  ): number {
    const { change } = this;
    let sum = rowVelocityBefore[3 * triple + 2];
    for (let block = 2 * triple; block < 2 * triple + 2; block++) {
      const [width, first] = [widths[block], firsts[block]];
      const at = starts[block] + 2 * width;
      for (let j = 0; j < width; j++) sum += jacobian[at + j] * change[first + j];
    }
    return sum;
  }

  /** Applies a normal impulse to a contact. */
  private applyImpulse({ response, starts, firsts, widths }: ContactWorkspace, triple: number, impulse: number): void {
    const { change } = this;
    for (let block = 2 * triple; block < 2 * triple + 2; block++) {
      const [width, first] = [widths[block], firsts[block]];
      const at = starts[block] + 2 * width;
      for (let j = 0; j < width; j++) change[first + j] += response[at + j] * impulse;
    }
  }
}

/** G_NN of a contact. */
function mobilityOf({ jacobian, response, starts, widths }: ContactWorkspace, triple: number): number {
  let sum = 0;
  for (let block = 2 * triple; block < 2 * triple + 2; block++) {
    const at = starts[block] + 2 * widths[block];
    for (let j = 0; j < widths[block]; j++) sum += jacobian[at + j] * response[at + j];
  }
  return sum;
}
