// An open contact forbids to come nearer than its gap along its present normal. That is right for what will touch; what would pass by is
// stopped by a plane that is not there. So before contacts are solved, those of parts that will not meet within the step are set aside; and
// if the velocities that the others leave lead there after all, they are taken back.

import type { Body } from '../scene/body.ts';
import { partOf, posed } from '../scene/part-pairs.ts';
import { BodyMotions, velocityAt } from './body-motions.ts';
import type { ContactSet } from './contact-set.ts';
import { meets } from './meeting.ts';
import type { Member, Owner } from './member.ts';
import type { SimulatorSettings } from './options.ts';

/** Gaps that are less, as a share of the smaller body's radius, are closed. */
const closed = 1e-7;

export class PassingBy {
  /** How many pairs of parts were looked at, of the last step. */
  looks = 0;
  private readonly motions: BodyMotions;
  /** Whether a member is held by a closed contact: then it goes on as before rather than as it would fall. */
  private readonly isHeld: Uint8Array;
  private isAside = new Uint8Array(0);
  private readonly va = new Float64Array(3);
  private readonly vb = new Float64Array(3);

  constructor(
    owners: ReadonlyMap<Body, Owner>,
    private readonly members: readonly Member[],
    private readonly settings: SimulatorSettings,
  ) {
    this.motions = new BodyMotions(owners);
    this.isHeld = new Uint8Array(members.length);
  }

  /** Sets aside the contacts of parts that would not meet, by the velocities without contacts. */
  setAside(contacts: ContactSet): void {
    this.looks = 0;
    if (contacts.count > this.isAside.length) this.isAside = new Uint8Array(2 * contacts.count);
    this.markHeld(contacts);
    const { isAside, motions } = this;
    isAside.fill(0, 0, contacts.count);
    let any = false;
    motions.begin(({ next }) => next);
    for (let from = 0, to = 0; from < contacts.count; from = to) {
      to = contacts.endOfManifold(from);
      if (!this.isDoubtful(contacts, from, to)) continue;
      const isHeld = this.isHeldPair(contacts, from);
      if (isHeld) motions.begin(({ v }) => v);
      const comes = !isHeld || this.isViolated(contacts, from, to);
      if (!comes || !this.meet(contacts, from, isHeld)) {
        isAside.fill(1, from, to);
        any = true;
      }
      if (isHeld) motions.begin(({ next }) => next);
    }
    if (any) contacts.setAside(isAside);
  }

  /** Takes back the contacts of parts that meet by the velocities with contacts. @returns whether there are any */
  takeBack(contacts: ContactSet): boolean {
    const { isAside, motions } = this;
    const { count, aside } = contacts;
    if (aside === 0) return false;
    isAside.fill(0, 0, count);
    isAside.fill(1, count, count + aside);
    let any = false;
    motions.begin(({ next }) => next);
    for (let from = count, to = 0; from < count + aside; from = to) {
      to = contacts.endOfManifold(from);
      if (!this.isViolated(contacts, from, to) || !this.meet(contacts, from, true)) continue;
      isAside.fill(0, from, to);
      any = true;
    }
    if (any) contacts.setAside(isAside);
    return any;
  }

  private markHeld(contacts: ContactSet): void {
    const { isHeld, members } = this;
    for (const { index, model } of members) isHeld[index] = model.constraints.length > 0 ? 1 : 0;
    for (let k = 0; k < contacts.count; k++) {
      if (contacts.gaps[k] > closed * sizeOf(contacts, k)) continue;
      for (let side = 2 * k; side < 2 * k + 2; side++) if (contacts.pairs[side] >= 0) isHeld[contacts.pairs[side]] = 1;
    }
  }

  private isHeldPair({ pairs }: ContactSet, k: number): boolean {
    const { isHeld } = this;
    return (
      (pairs[2 * k] >= 0 && isHeld[pairs[2 * k]] === 1) || (pairs[2 * k + 1] >= 0 && isHeld[pairs[2 * k + 1]] === 1)
    );
  }

  /** Whether a manifold is open and would act. A plane is everywhere where its normal says. */
  private isDoubtful(contacts: ContactSet, from: number, to: number): boolean {
    const { gaps, a, b } = contacts;
    const least = closed * sizeOf(contacts, from);
    for (let k = from; k < to; k++) if (gaps[k] <= least) return false;
    if (!a[from].volume.bounds.isBounded || !b[from].volume.bounds.isBounded) return false;
    return this.isViolated(contacts, from, to);
  }

  /** Whether a point of a manifold comes nearer than its gap. */
  private isViolated(contacts: ContactSet, from: number, to: number): boolean {
    for (let k = from; k < to; k++) if (this.approach(contacts, k) > contacts.gaps[k]) return true;
    return false;
  }

  /** How much nearer the points of a contact come within the step, in metres. */
  private approach({ a, b, points, frames }: ContactSet, k: number): number {
    const { va, vb, motions } = this;
    velocityAt(motions.of(a[k]), points[3 * k], points[3 * k + 1], points[3 * k + 2], va);
    velocityAt(motions.of(b[k]), points[3 * k], points[3 * k + 1], points[3 * k + 2], vb);
    const at = 9 * k + 6;
    const speed = (va[0] - vb[0]) * frames[at] + (va[1] - vb[1]) * frames[at + 1] + (va[2] - vb[2]) * frames[at + 2];
    return speed * this.settings.timeStep;
  }

  private meet({ a, b, names }: ContactSet, k: number, mayGraze: boolean): boolean {
    const { motions, settings } = this;
    this.looks++;
    const [p, q] = [partOf(posed(a[k]), names[5 * k + 2]), partOf(posed(b[k]), names[5 * k + 3])];
    const slack = mayGraze ? settings.allowedPenetration : 0;
    return meets(p, motions.of(a[k]), q, motions.of(b[k]), settings.timeStep, slack);
  }
}

function sizeOf({ a, b }: ContactSet, k: number): number {
  return Math.min(a[k].volume.bounds.boundingRadius, b[k].volume.bounds.boundingRadius);
}
