// An open contact limits the approach of two parts along its normal to its gap. This is right for parts that will touch. But a part
// that would pass by the other part would be stopped in the air, at the contact's tangent plane. So before contacts are solved, the contacts of
// parts that will not meet within the step are set aside: they have rows, but no impulse. If the parts do meet under the new velocities, their
// contacts are restored, and their islands are solved again.

import type { Vec3 } from '../math/vec3.ts';
import { partOf } from '../scene/part-pairs.ts';
import { aheadId, type PosedShape } from '../scene/patch/manifold.ts';
import { inOnePlane, isSurfaceTo } from '../scene/surface-contact.ts';
import { Approach } from './approach.ts';
import { BodyMotions, velocityAt } from './body-motions.ts';
import { type ContactSet, isClosed } from './contact-set.ts';
import type { Member } from './member.ts';
import type { SimulatorSettings } from './options.ts';
import { allowedOverlap } from './overlap.ts';
import type { StateVectors } from './state-vectors.ts';
import { radiusAboutPivot, touchesFaceFirst, touchesWithin } from './time-of-impact.ts';

/** Normals with a larger cosine count as equal. */
const parallel = 1 - 1e-12;

export class SpeculativeFilter {
  /** The motions with the unconstrained or the new velocities. */
  private readonly ahead: BodyMotions;
  /** The motions with the velocities before the step. */
  private readonly before: BodyMotions;
  /** The motions that are tested: `ahead` or `before`. */
  private motions: BodyMotions;
  /**
   * 1 for each member with a closed contact or a loop closure: its velocity before the step predicts its motion better than the
   * unconstrained velocity.
   */
  private readonly isConstrained: Uint8Array;
  /** 1 for each member with a loop closure. */
  private readonly isClosedLoop: Uint8Array;
  private readonly va = new Float64Array(3);
  private readonly vb = new Float64Array(3);
  private readonly approach: Approach;

  constructor(
    members: readonly Member[],
    all: StateVectors['all'],
    private readonly settings: SimulatorSettings,
  ) {
    this.ahead = new BodyMotions(members, ({ next }) => next);
    this.before = new BodyMotions(members, ({ v }) => v);
    this.motions = this.ahead;
    this.isConstrained = new Uint8Array(members.length);
    this.approach = new Approach(members, all, settings.timeStep);
    this.isClosedLoop = Uint8Array.from(members, ({ model }) => (model.constraints.length > 0 ? 1 : 0));
  }

  /**
   * Sets aside the contacts of parts that would not meet under the unconstrained velocities, or for constrained pairs under the velocities
   * before the step.
   */
  setAside(contacts: ContactSet): void {
    const { ahead, before } = this;
    let isMarked = false;
    this.approach.measure();
    ahead.begin();
    before.begin();
    for (let from = 0, to = 0; from < contacts.count; from = to) {
      to = contacts.endOfManifold(from);
      if (!this.isDoubtful(contacts, from, to)) continue;
      // Marked on demand: resting bodies have no open contact that would act.
      if (!isMarked) this.markConstrained(contacts);
      isMarked = true;
      const isConstrained = this.isConstrainedPair(contacts, from);
      if (isConstrained) this.motions = before;
      // Contacts of a constrained pair that approaches by less than the gap are not set aside: they will have no impulse.
      if ((!isConstrained || this.isViolated(contacts, from, to)) && !this.meet(contacts, from, isConstrained))
        contacts.setAside(from, to);
      this.motions = ahead;
    }
  }

  /** Restores the contacts of parts that meet under the new velocities. @returns whether any were restored */
  restore(contacts: ContactSet): boolean {
    if (contacts.asideCount === 0) return false;
    const before = contacts.asideCount;
    this.ahead.begin();
    for (let from = 0, to = 0; from < contacts.count; from = to) {
      to = contacts.endOfManifold(from);
      if (contacts.isAside[from] === 1 && this.isViolated(contacts, from, to) && this.meet(contacts, from, true))
        contacts.restore(from, to);
    }
    return contacts.asideCount < before;
  }

  private markConstrained(contacts: ContactSet): void {
    const { isConstrained } = this;
    isConstrained.set(this.isClosedLoop);
    for (let k = 0; k < contacts.count; k++) {
      if (!isClosed(contacts, k)) continue;
      for (let side = 2 * k; side < 2 * k + 2; side++)
        if (contacts.pairs[side] >= 0) isConstrained[contacts.pairs[side]] = 1;
    }
  }

  private isConstrainedPair({ pairs }: ContactSet, k: number): boolean {
    const { isConstrained } = this;
    return (
      (pairs[2 * k] >= 0 && isConstrained[pairs[2 * k]] === 1) ||
      (pairs[2 * k + 1] >= 0 && isConstrained[pairs[2 * k + 1]] === 1)
    );
  }

  /**
   * Whether a manifold is open and would have impulses. False for half-spaces, which a body that approaches them cannot pass by, and if another part
   * of the same face has a closed contact.
   */
  private isDoubtful(contacts: ContactSet, from: number, to: number): boolean {
    for (let k = from; k < to; k++) if (isClosed(contacts, k)) return false;
    const excess = this.approach.excess(contacts, from, to);
    if (excess <= 0 || (Number.isNaN(excess) && !this.isViolated(contacts, from, to))) return false;
    const { a, b } = contacts.bodies[from];
    if (!a.volume.bounds.isBounded || !b.volume.bounds.isBounded) return false;
    return !isOnClosed(contacts, from);
  }

  /** Whether a point of a manifold approaches by more than its gap within the step. */
  private isViolated({ bodies, points, frames, gaps }: ContactSet, from: number, to: number): boolean {
    const { va, vb, motions } = this;
    const { timeStep } = this.settings;
    const motionA = motions.of(bodies[from].ownerA);
    const motionB = motions.of(bodies[from].ownerB);
    for (let k = from; k < to; k++) {
      velocityAt(motionA, points[3 * k], points[3 * k + 1], points[3 * k + 2], va);
      velocityAt(motionB, points[3 * k], points[3 * k + 1], points[3 * k + 2], vb);
      const at = 9 * k + 6;
      const speed = (va[0] - vb[0]) * frames[at] + (va[1] - vb[1]) * frames[at + 1] + (va[2] - vb[2]) * frames[at + 2];
      if (speed * timeStep > gaps[k]) return true;
    }
    return false;
  }

  /**
   * Whether the parts of the manifold at `k` meet, or other parts of the same face.
   * @param mayGraze whether parts that slide along each other may overlap as far as is allowed
   */
  private meet({ bodies, keys, frames }: ContactSet, k: number, mayGraze: boolean): boolean {
    const { a: hostA, b: hostB, ownerA, ownerB } = bodies[k];
    const [partA, partB] = [keys[5 * k + 2], keys[5 * k + 3]];
    const [p, q] = [partOf(hostA, partA), partOf(hostB, partB)];
    const slack = mayGraze ? allowedOverlap(hostA.volume, hostB.volume, this.settings) : 0;
    const motionA = this.motions.of(ownerA);
    const motionB = this.motions.of(ownerB);
    const { timeStep } = this.settings;
    const normal: Vec3 = [frames[9 * k + 6], frames[9 * k + 7], frames[9 * k + 8]];
    const isAhead = keys[5 * k + 4] === aheadId;
    const test = (one: PosedShape, other: PosedShape): boolean => {
      if (!touchesWithin(one, motionA, other, motionB, timeStep, slack)) return false;
      return !isAhead || touchesFaceFirst(one, motionA, other, motionB, timeStep, normal);
    };
    const maxDistance = timeStep * (fastest(motionA, p) + fastest(motionB, q));
    if (isSurfaceTo(hostA, q))
      return inOnePlane(hostA, partA, q, normal, maxDistance).some((part) => test(partOf(hostA, part), q));
    if (isSurfaceTo(hostB, p))
      return inOnePlane(hostB, partB, p, normal, maxDistance).some((part) => test(p, partOf(hostB, part)));
    return test(p, q);
  }
}

/** Whether other parts of the two bodies have a closed contact with the same normal: coplanar triangles are one face. */
function isOnClosed(contacts: ContactSet, from: number): boolean {
  const { count, bodies, frames } = contacts;
  const { a, b } = bodies[from];
  if (!a.volume.assembly && !b.volume.assembly) return false;
  const isSame = (k: number): boolean => bodies[k] === bodies[from];
  let first = from;
  while (first > 0 && isSame(first - 1)) first--;
  for (let k = first; k < count && isSame(k); k++) {
    if (!isClosed(contacts, k)) continue;
    let cosine = 0;
    for (let axis = 6; axis < 9; axis++) cosine += frames[9 * k + axis] * frames[9 * from + axis];
    if (cosine > parallel) return true;
  }
  return false;
}

/** An upper bound of the speed of a part's points, in m/s. */
function fastest(motion: Float64Array, part: PosedShape): number {
  const linear = Math.sqrt(motion[3] * motion[3] + motion[4] * motion[4] + motion[5] * motion[5]);
  const angular = Math.sqrt(motion[6] * motion[6] + motion[7] * motion[7] + motion[8] * motion[8]);
  return angular > 0 ? linear + angular * (radiusAboutPivot(part, motion) + part.shape.radius) : linear;
}
