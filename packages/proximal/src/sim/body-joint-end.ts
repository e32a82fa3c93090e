// An end of a joint between bodies: a frame that is fixed to a body or to the world.
import { freeState } from '../contact/workspace.ts';
import { placeOnBody } from '../dynamics/kinematics.ts';
import { rotationRows } from '../math/linear/quaternion.ts';
import type { Member } from './member.ts';

/** The body to which one of the two frames is fixed, and the frame. */
export interface BodyJointEnd {
  /** The member of the body; null for the world and for static bodies. */
  readonly holder: { readonly member: Member } | null;
  /** The joint that moves the body; −1 if it is fixed. */
  readonly joint: number;
  /** The pose of a static body; null for the world and for bodies of members. */
  readonly pose: (() => Float64Array) | null;
  /** The frame in the axes of the body's joint, or of a static body, or of the world: the rotation by rows and the position. */
  readonly rigid: Float64Array;
}

/** Whether the member of an end sleeps. */
export function isEndAsleep({ holder, joint }: BodyJointEnd): boolean {
  return holder !== null && joint >= 0 && holder.member.isAsleep;
}

/**
 * 1/m of an end's body, and 1/I for the mean I of its principal moments of inertia. Both are 0 if impulses do not move the body. For a massless link,
 * m is the mass of its robot.
 */
export function inverseInertia({ holder, joint }: BodyJointEnd): readonly [number, number] {
  if (!holder || joint < 0 || holder.member.isKinematic) return [0, 0];
  const { model } = holder.member;
  const { inertia } = model.tree;
  const at = 10 * joint;
  const mass = inertia[at] || model.mass;
  const moment = (inertia[at + 4] + inertia[at + 7] + inertia[at + 9]) / 3;
  return [mass > 0 ? 1 / mass : 0, moment > 0 ? 1 / moment : 0];
}

const rotation = new Float64Array(9);

/** Writes the frame of an end: see `placeOnBody`. */
export function placeEnd({ holder, joint, pose, rigid }: BodyJointEnd, out: Float64Array): void {
  if (holder && joint >= 0 && !holder.member.free) {
    const { model, data } = holder.member;
    placeOnBody(model, data, joint, rigid, out, 0);
    return;
  }
  if (holder && joint >= 0) {
    const { state } = holder.member;
    composeAt(state, freeState.rotation, state, 0, rigid, 0, out, 0);
  } else if (pose) {
    const current = pose();
    rotationRows(current, 3, rotation);
    composeInto(rotation, current, rigid, out);
  } else {
    out.set(rigid.subarray(0, 9));
    out.set(rigid.subarray(9), 12);
  }
}

/** Writes the frame `rigid` of a body with this rotation, by rows, and position. */
export function composeInto(r: Float64Array, position: Float64Array, rigid: Float64Array, out: Float64Array): void {
  composeAt(r, 0, position, 0, rigid, 0, out, 0);
}

/** Like `composeInto`, with the index of the first number in each array. */
export function composeAt(
  r: Float64Array,
  atR: number,
  position: Float64Array,
  atP: number,
  rigid: Float64Array,
  at: number,
  out: Float64Array,
  to: number,
): void {
  for (let row = 0; row < 3; row++) {
    const x = r[atR + 3 * row];
    const y = r[atR + 3 * row + 1];
    const z = r[atR + 3 * row + 2];
    for (let k = 0; k < 3; k++)
      out[to + 3 * row + k] = x * rigid[at + k] + y * rigid[at + 3 + k] + z * rigid[at + 6 + k];
    out[to + 12 + row] = position[atP + row] + x * rigid[at + 9] + y * rigid[at + 10] + z * rigid[at + 11];
  }
}
