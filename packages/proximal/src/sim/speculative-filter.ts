// An open contact limits the approach of two parts along its normal to its gap. This is right for parts that will touch. But a part
// that would pass by the other part would be stopped in the air, at the contact's tangent plane. So before contacts are solved, the contacts of
// parts that will not meet within the step are deactivated. If the parts do meet under the new velocities, their contacts are
// activated again, and the step is solved again.

import type { Vec3 } from '../math/vec3.ts';
import { partOf } from '../scene/part-pairs.ts';
import { aheadId, type PosedShape } from '../scene/patch/manifold.ts';
import { inOnePlane, isSurfaceTo } from '../scene/surface-contact.ts';
import { BodyMotions, velocityAt } from './body-motions.ts';
import { type ContactSet, isClosed } from './contact-set.ts';
import type { Member } from './member.ts';
import type { SimulatorSettings } from './options.ts';
import { allowedOverlap } from './overlap.ts';
import { radiusAboutPivot, touchesFaceFirst, touchesWithin } from './time-of-impact.ts';

/** Normals with a larger cosine count as equal. */
const parallel = 1 - 1e-12;
/** Covers the rounding errors of a bound. */
const slightlyMore = 1 + 1e-9;

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
  /** 1 for each contact to deactivate. */
  private isInactive = new Uint8Array(0);
  private readonly va = new Float64Array(3);
  private readonly vb = new Float64Array(3);
  /** For each member, after two zeros for static bodies: |v| of its origin and |ω|, unconstrained; infinite if it is not a free body. */
  private readonly speeds: Float64Array;

  constructor(
    private readonly members: readonly Member[],
    private readonly settings: SimulatorSettings,
  ) {
    this.ahead = new BodyMotions(members, ({ next }) => next);
    this.before = new BodyMotions(members, ({ v }) => v);
    this.motions = this.ahead;
    this.isConstrained = new Uint8Array(members.length);
    this.speeds = new Float64Array(2 * members.length + 2);
    this.isClosedLoop = Uint8Array.from(members, ({ model }) => (model.constraints.length > 0 ? 1 : 0));
  }

  /** Deactivates the contacts of parts that would not meet under the unconstrained velocities; for constrained pairs, those before the step. */
  deactivate(contacts: ContactSet): void {
    if (contacts.count === 0) return;
    if (contacts.count > this.isInactive.length) this.isInactive = new Uint8Array(2 * contacts.count);
    const { isInactive, ahead, before } = this;
    let [hasInactive, isMarked] = [false, false];
    this.measureSpeeds();
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
      // Contacts of a constrained pair that approaches by less than the gap stay active: they will have no impulse.
      if ((!isConstrained || this.isViolated(contacts, from, to)) && !this.meet(contacts, from, isConstrained)) {
        if (!hasInactive) isInactive.fill(0, 0, contacts.count);
        isInactive.fill(1, from, to);
        hasInactive = true;
      }
      this.motions = ahead;
    }
    if (hasInactive) contacts.deactivate(isInactive);
  }

  /** Restores the contacts of parts that meet under the new velocities. @returns whether any were restored */
  reactivate(contacts: ContactSet): boolean {
    const { isInactive, ahead } = this;
    const { count, inactiveCount } = contacts;
    if (inactiveCount === 0) return false;
    isInactive.fill(0, 0, count);
    isInactive.fill(1, count, count + inactiveCount);
    let hasRestored = false;
    ahead.begin();
    for (let from = count, to = 0; from < count + inactiveCount; from = to) {
      to = contacts.endOfManifold(from);
      if (!this.isViolated(contacts, from, to) || !this.meet(contacts, from, true)) continue;
      isInactive.fill(0, from, to);
      hasRestored = true;
    }
    if (hasRestored) contacts.deactivate(isInactive);
    return hasRestored;
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

  private measureSpeeds(): void {
    const { members, speeds } = this;
    for (let k = 0; k < members.length; k++) {
      const { free, next: v } = members[k];
      speeds[2 * k + 2] = free ? Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) : Infinity;
      speeds[2 * k + 3] = free ? Math.sqrt(v[3] * v[3] + v[4] * v[4] + v[5] * v[5]) : Infinity;
    }
  }

  /** Whether the unconstrained velocities are too small to close a manifold within the step: a bound that needs no motions. */
  private cannotMeet({ a, b, pairs, gaps }: ContactSet, from: number, to: number): boolean {
    const { speeds, settings } = this;
    const first = 2 * pairs[2 * from] + 2;
    const second = 2 * pairs[2 * from + 1] + 2;
    const angularSpeed = speeds[first + 1] + speeds[second + 1];
    // Reused points may lie beside the body, at a distance of up to `contactReuse` times its size.
    const armFactor = 1 + settings.contactReuse;
    const [radiusA, radiusB] = [a[from].volume.radiusAboutOrigin, b[from].volume.radiusAboutOrigin];
    const rotationSpeed = radiusA * speeds[first + 1] + radiusB * speeds[second + 1];
    const speed = speeds[first] + speeds[second] + armFactor * rotationSpeed;
    for (let k = from; k < to; k++)
      if (!(gaps[k] > slightlyMore * settings.timeStep * (speed + gaps[k] * angularSpeed))) return false;
    return true;
  }

  /**
   * Whether a manifold is open and would have impulses. False for half-spaces, which a body that approaches them cannot pass by, and if another part
   * of the same face has a closed contact.
   */
  private isDoubtful(contacts: ContactSet, from: number, to: number): boolean {
    const { a, b } = contacts;
    for (let k = from; k < to; k++) if (isClosed(contacts, k)) return false;
    if (this.cannotMeet(contacts, from, to)) return false;
    if (!a[from].volume.bounds.isBounded || !b[from].volume.bounds.isBounded) return false;
    return this.isViolated(contacts, from, to) && !isOnClosed(contacts, from);
  }

  /** Whether a point of a manifold approaches by more than its gap within the step. */
  private isViolated({ ownerA, ownerB, points, frames, gaps }: ContactSet, from: number, to: number): boolean {
    const { va, vb, motions } = this;
    const { timeStep } = this.settings;
    const motionA = motions.of(ownerA[from]);
    const motionB = motions.of(ownerB[from]);
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
  private meet({ a, b, ownerA, ownerB, keys, frames }: ContactSet, k: number, mayGraze: boolean): boolean {
    const [hostA, hostB] = [a[k], b[k]];
    const [partA, partB] = [keys[5 * k + 2], keys[5 * k + 3]];
    const [p, q] = [partOf(hostA, partA), partOf(hostB, partB)];
    const slack = mayGraze ? allowedOverlap(hostA.volume, hostB.volume, this.settings) : 0;
    const motionA = this.motions.of(ownerA[k]);
    const motionB = this.motions.of(ownerB[k]);
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
  const { count, a, b, frames } = contacts;
  if (!a[from].volume.assembly && !b[from].volume.assembly) return false;
  const isSame = (k: number): boolean => a[k] === a[from] && b[k] === b[from];
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
