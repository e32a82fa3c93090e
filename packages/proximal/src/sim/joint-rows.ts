// Joint limits and dry friction of joints as rows of `proximal/contact`, which has only contacts and bilateral rows.
//
// A limit is a contact without friction: its normal row is the joint's velocity away from the limit, and its tangents are virtual
// masses at rest. Dry friction with the torque limit f is a contact whose normal row is a virtual mass of 1 kg with the
// unconstrained velocity −f Δt, and whose first tangent row is the joint's velocity. So λ_N is always f Δt, and with µ = 1 the
// impulse on the joint is at most f Δt.

import type { BodyJoint } from './body-joint.ts';
import type { ContactTorque } from './contact-torques.ts';
import type { ImpulseMemory } from './impulse-memory.ts';
import type { Member } from './member.ts';
import type { SimulatorSettings } from './options.ts';
import { limitReference } from './reference-velocities.ts';
import type { Rows } from './rows.ts';

/** A limit, the dry friction or the motor of a joint, or a friction torque of a contact, as a triple of rows of the contact problem. */
export interface JointRow {
  /** The index of the first of its three rows. */
  readonly row: number;
  /** The index of the member; −1 for a joint between bodies and for a friction torque. */
  readonly member: number;
  /** The velocity coordinate of the member, or the coordinate of the joint between bodies; −1 for a friction torque. */
  readonly coordinate: number;
  /** The row's velocity is `sign` times the velocity of the coordinate: 1 for friction and a lower limit, −1 for an upper limit. */
  readonly sign: number;
  /** The joint between bodies whose coordinate it is; null for a robot's joint. */
  readonly bodyJoint: BodyJoint | null;
  /** Identifies the row in successive steps; empty for friction torques of contacts, whose impulses are not kept. */
  readonly key: string;
  /** µ: 0 for a limit, 1 for all others. */
  readonly friction: number;
  /** The unconstrained velocity −f Δt of the virtual mass in the normal row of dry friction or of a motor; 0 for others. */
  readonly virtualVelocity: number;
  /** c*_N of a limit, in m/s or rad/s; 0 for others. */
  readonly reference: number;
  /** For a limit: the distance to it, in meters or radians, negative beyond it; null for others. */
  readonly gap: number | null;
  /** Whether it is a velocity limit: the gap is then Δt times the limit, at any position. */
  readonly isVelocityLimit?: boolean;
  /** For a motor: the target velocity and the compliance of the first row; 0 for others. */
  readonly motorVelocity: number;
  readonly motorCompliance: number;
  /** For a motor with stiffness: the derivative of −`motorVelocity` with respect to the position, in 1/s; 0 for others. */
  readonly motorGain: number;
  /** The friction torque of a contact, if these are its rows; null for joints. */
  readonly torque: ContactTorque | null;
}

const ofRobot = { bodyJoint: null, motorVelocity: 0, motorCompliance: 0, motorGain: 0, torque: null };

/** Whether a member may have rows for limits or dry friction. */
export function hasJointRows({ free, model }: Member): boolean {
  return !free || model.friction.some((limit) => limit > 0);
}

/** Rows for every joint that is nearer to a limit than the margin plus its motion in the step. */
export function addLimits(rows: Rows, member: Member, settings: SimulatorSettings, out: JointRow[]): void {
  const { model, q, v } = member;
  const { lower, upper } = model.limits;
  for (const joint of model.joints) {
    // Only the limits of joints with one coordinate are enforced.
    if (joint.mimic !== null || joint.nq !== 1 || joint.nv !== 1) continue;
    for (const sign of [LOWER, UPPER]) {
      const limit = sign > 0 ? lower[joint.q] : upper[joint.q];
      const gap = sign * (q[joint.q] - limit);
      const maxGap = settings.margin + settings.timeStep * Math.abs(v[joint.v]);
      if (!(gap < maxGap)) continue;
      out.push(limitRow(rows, member, joint.v, sign, gap, settings, joint.name));
    }
  }
}

/** The signs of rows of limits. */
export const LOWER = 1;
export const UPPER = -1;

/** A new row that keeps a coordinate within a limit. */
export function limitRow(
  rows: Rows,
  member: Member,
  coordinate: number,
  sign: number,
  gap: number,
  settings: SimulatorSettings,
  name: string,
): JointRow {
  const triple = rows.add();
  const block = rows.blockOf(triple, member);
  rows.workspace.jacobian[block + 2 * member.model.nv + coordinate] = sign;
  rows.anchor(3 * triple);
  rows.anchor(3 * triple + 1);
  return {
    row: 3 * triple,
    member: member.index,
    coordinate,
    sign,
    key: limitKey(member, name, sign),
    friction: 0,
    virtualVelocity: 0,
    reference: limitReference(gap, settings),
    gap,
    ...ofRobot,
  };
}

/** Rows for every coordinate with dry friction. */
export function addJointFriction(rows: Rows, member: Member, timeStep: number, out: JointRow[]): void {
  const { model } = member;
  for (let k = 0; k < model.nv; k++) {
    const maxImpulse = model.friction[k] * timeStep;
    if (!(maxImpulse > 0)) continue;
    const triple = rows.add();
    const block = rows.blockOf(triple, member);
    rows.workspace.jacobian[block + k] = 1;
    rows.anchor(3 * triple + 1);
    rows.anchor(3 * triple + 2);
    const key = frictionKey(member, k);
    out.push({
      row: 3 * triple,
      member: member.index,
      coordinate: k,
      sign: 1,
      key,
      friction: 1,
      virtualVelocity: -maxImpulse,
      reference: 0,
      gap: null,
      ...ofRobot,
    });
  }
}

function limitKey({ index }: Member, joint: string, sign: number): string {
  return `${index} ${joint} ${sign}`;
}

function frictionKey({ index }: Member, coordinate: number): string {
  return `${index} friction ${coordinate}`;
}

/** Friction below this fraction of its limit sticks. */
const sticking = 1 - 1e-6;

/** Marks of a coordinate in `LockedCoordinates`. */
export const UNLOCKED = 0;
/** Friction does not slip, or a limit pushes: the velocity is constant in the free motion. */
export const LOCKED = 1;
export const NEAR_LOWER_LIMIT = 2;
export const NEAR_UPPER_LIMIT = 3;

/** The velocity coordinates of a member that friction or limits lock during a free motion, before or after the contact solve. */
export class LockedCoordinates {
  /** `UNLOCKED`, `LOCKED`, `NEAR_LOWER_LIMIT` or `NEAR_UPPER_LIMIT` for each velocity coordinate. */
  readonly marks: Uint8Array;
  /** For coordinates near a limit: their distance from it after the step without Coriolis forces, Δt σ_N, in radians or meters. */
  readonly distances: Float64Array;
  /** Whether all coordinates are unlocked and away from limits. */
  isEmpty = true;

  constructor(nv: number) {
    this.marks = new Uint8Array(nv);
    this.distances = new Float64Array(nv);
  }

  /** Sets the marks from the joint rows of a member, the solved impulses and the velocities σ. */
  setFromRows(
    joints: readonly JointRow[],
    impulses: Float64Array,
    sigma: Float64Array,
    member: number,
    timeStep: number,
  ): void {
    const { marks, distances } = this;
    marks.fill(0);
    this.isEmpty = true;
    for (let k = 0; k < joints.length; k++) {
      const { row, member: owner, coordinate, sign, friction, virtualVelocity, isVelocityLimit } = joints[k];
      if (owner !== member || isVelocityLimit || marks[coordinate] === LOCKED) continue;
      const isLocked = friction > 0 ? Math.abs(impulses[row]) < -sticking * virtualVelocity : impulses[row + 2] > 0;
      if (!isLocked && friction > 0) continue;
      marks[coordinate] = isLocked ? LOCKED : sign > 0 ? NEAR_LOWER_LIMIT : NEAR_UPPER_LIMIT;
      distances[coordinate] = timeStep * sigma[row + 2];
      this.isEmpty = false;
    }
  }

  /** Locks the coordinates that friction or a limit locked at the end of the last step, according to its stored impulses. */
  recall(memory: ImpulseMemory, member: Member, timeStep: number): void {
    const { marks } = this;
    const { friction, joints } = member.model;
    marks.fill(UNLOCKED);
    this.isEmpty = true;
    if (!memory.hasJoints) return;
    for (let k = 0; k < marks.length; k++) {
      const impulse = friction[k] > 0 ? memory.ofJoint(frictionKey(member, k)) : undefined;
      if (impulse && Math.abs(impulse[0]) < sticking * friction[k] * timeStep) marks[k] = LOCKED;
    }
    for (const { name, nv, v } of joints)
      for (const sign of nv === 1 ? [1, -1] : [])
        if ((memory.ofJoint(limitKey(member, name, sign))?.[2] ?? 0) > 0) marks[v] = LOCKED;
    this.isEmpty = marks.every((mark) => mark === UNLOCKED);
  }

  /** Sets the marks to a saved copy of `marks`. */
  restore(marks: Uint8Array): void {
    this.marks.set(marks);
    this.isEmpty = marks.every((mark) => mark === UNLOCKED);
  }
}
