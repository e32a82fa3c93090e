// Stability of joints between bodies under load. A force f on a body at the lever arm r has the torque r × f, which changes as the body rotates:
// under tension it acts as a spring with the stiffness k = |f| |r|. Steps integrate it explicitly, so the links of a chain oscillate with growing
// amplitude if Δt² k is too large for their inertia, and the joints come apart. So where k, from the joint forces of the last step, exceeds a bound,
// the body responds to impulses with a larger rotational inertia, as with the diagonal geometric stiffness of Andrews, Teichmann and Kry (2017). Its
// free motion keeps the true inertia.
import { norm } from '../math/vec3.ts';
import type { BodyJoint } from './body-joint.ts';
import type { BodyJointEnd } from './body-joint-end.ts';
import { isAngular } from './body-joint-geometry.ts';
import type { BodyJointSet } from './body-joint-set.ts';
import type { FreeMotion } from './free-motion.ts';
import type { Member } from './member.ts';

/** The largest Δt² k, as a fraction of the inertia I + m r² about the farthest joint. Chains of balls and rods come apart from about 1 on. */
const bound = 0.25;
/** A joint counts as open beyond this distance, in meters, and beyond this fraction of the longer of its two lever arms. */
const maxOpen = 1e-3;
const openFraction = 0.02;

/** Sets the rotational inertias with which the bodies of joints respond to impulses. */
export class JointStability {
  /** The load of the joints on each member: Σ |f| |r|, in N m. */
  private stiffness = new Float64Array(0);
  /** The largest lever arm |r| of a joint on each member, in meters. */
  private maxArm = new Float64Array(0);
  /** The mass and the least moment of inertia of each member with joints; the mass is 0 for members that impulses do not move. */
  private inertias = new Float64Array(0);
  /** The joints whose bodies were read into `inertias`. */
  private measuredJoints: BodyJointSet | null = null;
  /** Bodies with additional inertia. */
  private readonly loaded = new Set<Member>();

  /** Whether some body has additional inertia. */
  get isActive(): boolean {
    return this.loaded.size > 0;
  }

  /** @param joints the joints, with their frames placed */
  update(members: readonly Member[], joints: BodyJointSet, timeStep: number): void {
    const { loaded } = this;
    const { awakeIndices, bodyJoints, impulses } = joints;
    if (awakeIndices.length === 0 && loaded.size === 0) return;
    if (joints !== this.measuredJoints) this.read(members, joints);
    const { stiffness, maxArm, inertias } = this;
    stiffness.fill(0);
    maxArm.fill(0);
    for (let n = 0; n < awakeIndices.length; n++) {
      const k = awakeIndices[n];
      const impulse = norm(impulses[6 * k], impulses[6 * k + 1], impulses[6 * k + 2]);
      if (impulse === 0) continue;
      const force = impulse / bodyJoints[k].timeStep;
      this.add(joints, 2 * k, force);
      this.add(joints, 2 * k + 1, force);
    }
    for (const member of loaded)
      if (members[member.index] !== member || !(stiffness[member.index] > 0)) this.set(member, 0);
    for (let k = 0; k < members.length; k++) {
      if (!(stiffness[k] > 0)) continue;
      const needed = (timeStep * timeStep * stiffness[k]) / bound;
      const added = Math.max(0, needed - inertias[2 * k + 1] - inertias[2 * k] * maxArm[k] * maxArm[k]);
      if (added > 0 || loaded.size > 0) this.set(members[k], added);
    }
  }

  private read(members: readonly Member[], joints: BodyJointSet): void {
    this.measuredJoints = joints;
    this.stiffness = new Float64Array(members.length);
    this.maxArm = new Float64Array(members.length);
    this.inertias = new Float64Array(2 * members.length);
    for (const k of joints.owners) {
      if (k < 0 || members[k].isKinematic) continue;
      const { inertia } = members[k].model.tree;
      this.inertias[2 * k] = inertia[0];
      this.inertias[2 * k + 1] = Math.min(inertia[4], inertia[7], inertia[9]);
    }
  }

  private add(joints: BodyJointSet, end: number, force: number): void {
    const owner = joints.owners[end];
    if (owner < 0 || this.inertias[2 * owner] === 0) return;
    const arm = joints.armOf(end);
    this.stiffness[owner] += force * arm;
    this.maxArm[owner] = Math.max(this.maxArm[owner], arm);
  }

  private set(member: Member, inertia: number): void {
    if (inertia > 0) this.loaded.add(member);
    else if (!this.loaded.delete(member)) return;
    member.free?.respondWith(inertia);
  }
}

/** Whether the bodies of any joint have come apart at the end of a step. Places the frames of the joints. */
export function areApart(joints: BodyJointSet): boolean {
  if (joints.bodyJoints.length === 0) return false;
  joints.place();
  return joints.bodyJoints.some(isApart);
}

/** Whether the bodies of a joint that is placed have come apart. */
function isApart(bodyJoint: BodyJoint): boolean {
  if (bodyJoint.isSpring || bodyJoint.triples.length === 0) return false;
  let square = 0;
  for (const row of bodyJoint.triples[0]) if (row && !isAngular(row)) square += bodyJoint.errorOf(row) ** 2;
  const opening = Math.sqrt(square);
  if (opening <= maxOpen) return false;
  const { a, b, endA, endB } = bodyJoint;
  return opening > openFraction * Math.max(endArm(endA, a), endArm(endB, b));
}

/** The lever arm of an end's frame on a free body; 0 for other ends. */
function endArm({ holder }: BodyJointEnd, frame: Float64Array): number {
  const free = holder?.member.free;
  return free ? armOf(free, frame) : 0;
}

const center = new Float64Array(3);

/** The distance of a frame from the center of mass. */
function armOf(free: FreeMotion, frame: Float64Array): number {
  free.worldCenter(center);
  return norm(frame[12] - center[0], frame[13] - center[1], frame[14] - center[2]);
}
