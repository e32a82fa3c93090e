// Floating joints (free and planar) have velocities in axes that rotate with the body. When a correction rotates the body, its center of
// mass moves in a straight line, and its velocity keeps its direction, both in the frame of the parent, usually the world.
import { moveConfiguration } from '../dynamics/configuration.ts';
import { MOTION_FREE, MOTION_PLANE } from '../dynamics/joints/joint.ts';
import type { Model } from '../dynamics/model.ts';
import { cos, sin } from '../math/elementary.ts';
import { rotationRows } from '../math/linear/quaternion.ts';

/** A free or planar joint of a model. */
export interface FloatingJoint {
  /** The index of its first configuration coordinate. */
  readonly q: number;
  /** The index of its first velocity coordinate. */
  readonly v: number;
  /** Whether the joint is planar: x, y and an angle. */
  readonly isPlane: boolean;
  /** The center of mass of the joint's body, in the body's frame; zeros if the link's axes differ from the joint's. In a plane, z is 0. */
  readonly center: Readonly<Float64Array>;
  readonly joint: number;
}

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];

export function floatingJointsOf(model: Model): FloatingJoint[] {
  const { joints, tree } = model;
  const found: FloatingJoint[] = [];
  for (const [joint, { q, v, mimic }] of joints.entries()) {
    const motion = tree.motion[joint];
    if (mimic !== null || (motion !== MOTION_FREE && motion !== MOTION_PLANE)) continue;
    // If the link's axes differ from the joint's, the center of mass is ignored: the joint's origin moves in a straight line.
    const isAligned = identity.every((x, k) => tree.align[9 * joint + k] === x);
    const center = isAligned ? tree.inertia.slice(10 * joint + 1, 10 * joint + 4) : new Float64Array(3);
    if (motion === MOTION_PLANE) center[2] = 0;
    found.push({ q, v, joint, isPlane: motion === MOTION_PLANE, center });
  }
  return found;
}

/** The rotation of a floating joint, by rows. */
export function rotationOf({ q: at, isPlane }: FloatingJoint, q: Float64Array, out: Float64Array): void {
  if (isPlane) {
    const [c, s] = [cos(q[at + 2]), sin(q[at + 2])];
    out.fill(0);
    out[0] = c;
    out[1] = -s;
    out[3] = s;
    out[4] = c;
    out[8] = 1;
    return;
  }
  rotationRows(q, at + 3, out);
}

const linear = new Float64Array(3);
const angular = new Float64Array(3);

/** Writes the velocity of the center of mass, v + ω × c, to `linear`, and ω to `angular`. */
function readVelocity({ v: at, isPlane, center: c }: FloatingJoint, v: Float64Array): void {
  angular[0] = isPlane ? 0 : v[at + 3];
  angular[1] = isPlane ? 0 : v[at + 4];
  angular[2] = isPlane ? v[at + 2] : v[at + 5];
  linear[0] = v[at] + angular[1] * c[2] - angular[2] * c[1];
  linear[1] = v[at + 1] + angular[2] * c[0] - angular[0] * c[2];
  linear[2] = (isPlane ? 0 : v[at + 2]) + angular[0] * c[1] - angular[1] * c[0];
}

const before = new Float64Array(9);
const after = new Float64Array(9);
const world = new Float64Array(3);
const displacement = new Float64Array(3);

/** Writes `linear` in the axes of the parent. */
function toWorld(out: Float64Array): void {
  for (let k = 0; k < 3; k++)
    out[k] = before[3 * k] * linear[0] + before[3 * k + 1] * linear[1] + before[3 * k + 2] * linear[2];
}

/** Stores the data for `moveStraight` before the configuration changes. @param motion the joint's displacement */
function readStart(joint: FloatingJoint, q: Float64Array, v: Float64Array, motion: Float64Array): void {
  rotationOf(joint, q, before);
  readVelocity(joint, motion);
  toWorld(displacement);
  readVelocity(joint, v);
  toWorld(world);
}

/**
 * After `readStart` and the rotation from `from` to `q`: moves the center of mass in a straight line, and writes the velocity in
 * the new axes.
 */
function moveStraight(joint: FloatingJoint, from: Float64Array, q: Float64Array, v: Float64Array): void {
  const { q: atQ, v: at, isPlane, center: c } = joint;
  const dimension = isPlane ? 2 : 3;
  rotationOf(joint, q, after);
  for (let k = 0; k < dimension; k++) {
    const arm =
      (before[3 * k] - after[3 * k]) * c[0] +
      (before[3 * k + 1] - after[3 * k + 1]) * c[1] +
      (before[3 * k + 2] - after[3 * k + 2]) * c[2];
    q[atQ + k] = from[atQ + k] + arm + displacement[k];
  }
  const x = angular[1] * c[2] - angular[2] * c[1];
  const y = angular[2] * c[0] - angular[0] * c[2];
  const z = angular[0] * c[1] - angular[1] * c[0];
  v[at] = after[0] * world[0] + after[3] * world[1] + after[6] * world[2] - x;
  v[at + 1] = after[1] * world[0] + after[4] * world[1] + after[7] * world[2] - y;
  if (!isPlane) v[at + 2] = after[2] * world[0] + after[5] * world[1] + after[8] * world[2] - z;
}

/** Moves a configuration by a small motion, and transforms the velocity to its new axes. @param from scratch for a configuration */
export function shiftBy(
  model: Model,
  floatingJoints: readonly FloatingJoint[],
  motion: Float64Array,
  q: Float64Array,
  v: Float64Array,
  from: Float64Array,
): void {
  from.set(q);
  moveConfiguration(model, from, motion, q);
  for (const joint of floatingJoints) {
    readStart(joint, from, v, motion);
    moveStraight(joint, from, q, v);
  }
}
