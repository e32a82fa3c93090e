// Stability of joints between bodies under load. A force f on a body at the lever arm r has the torque r × f, which changes as the body rotates:
// under tension it acts as a spring with the stiffness k = |f| |r|. Steps integrate it explicitly, so the links of a chain oscillate with growing
// amplitude if Δt² k is too large for their inertia, and the joints come apart. So where k, from the joint forces of the last step, exceeds a bound,
// the body responds to impulses with a larger rotational inertia, as with the diagonal geometric stiffness of Andrews, Teichmann and Kry (2017). Its
// free motion keeps the true inertia.
import type { Coupling } from './coupling.ts';
import type { CouplingEnd } from './coupling-end.ts';
import { isAngular } from './coupling-geometry.ts';
import type { CouplingSet } from './coupling-set.ts';
import type { FreeMotion } from './free-motion.ts';
import type { Member } from './member.ts';

/** The largest Δt² k, as a fraction of the inertia I + m r² about the farthest joint. Chains of balls and rods come apart from about 1 on. */
const bound = 0.25;
/** A joint counts as open beyond this distance, in meters, and beyond this fraction of the longer of its two lever arms. */
const mostOpen = 1e-3;
const openFraction = 0.02;

/** Sets the rotational inertias with which the bodies of joints respond to impulses. */
export class JointStability {
  /** The load of the joints on each member: Σ |f| |r|, in N m, and the largest |r|, in meters. */
  private stiffness = new Float64Array(0);
  private reach = new Float64Array(0);
  /** The mass and the least moment of inertia of each member with joints; the mass is 0 for members that impulses do not move. */
  private inertias = new Float64Array(0);
  /** The joints whose bodies were read into `inertias`. */
  private measuredJoints: CouplingSet | null = null;
  /** Bodies with additional inertia. */
  private readonly loaded = new Set<Member>();

  /** Whether some body has additional inertia. */
  get isActive(): boolean {
    return this.loaded.size > 0;
  }

  /** @param joints the joints, with their frames placed */
  update(members: readonly Member[], joints: CouplingSet, timeStep: number): void {
    const { loaded } = this;
    const { awakeIndices, couplings, impulses } = joints;
    if (awakeIndices.length === 0 && loaded.size === 0) return;
    if (joints !== this.measuredJoints) this.read(members, joints);
    const { stiffness, reach, inertias } = this;
    stiffness.fill(0);
    reach.fill(0);
    for (let n = 0; n < awakeIndices.length; n++) {
      const k = awakeIndices[n];
      const impulse = norm(impulses[6 * k], impulses[6 * k + 1], impulses[6 * k + 2]);
      if (impulse === 0) continue;
      const force = impulse / couplings[k].timeStep;
      this.add(joints, 2 * k, force);
      this.add(joints, 2 * k + 1, force);
    }
    for (const member of loaded)
      if (members[member.index] !== member || !(stiffness[member.index] > 0)) this.set(member, 0);
    for (let k = 0; k < members.length; k++) {
      if (!(stiffness[k] > 0)) continue;
      const needed = (timeStep * timeStep * stiffness[k]) / bound;
      const added = Math.max(0, needed - inertias[2 * k + 1] - inertias[2 * k] * reach[k] * reach[k]);
      if (added > 0 || loaded.size > 0) this.set(members[k], added);
    }
  }

  private read(members: readonly Member[], joints: CouplingSet): void {
    this.measuredJoints = joints;
    this.stiffness = new Float64Array(members.length);
    this.reach = new Float64Array(members.length);
    this.inertias = new Float64Array(2 * members.length);
    for (const k of joints.owners) {
      if (k < 0 || members[k].isKinematic) continue;
      const { inertia } = members[k].model.tree;
      this.inertias[2 * k] = inertia[0];
      this.inertias[2 * k + 1] = Math.min(inertia[4], inertia[7], inertia[9]);
    }
  }

  private add(joints: CouplingSet, end: number, force: number): void {
    const owner = joints.owners[end];
    if (owner < 0 || this.inertias[2 * owner] === 0) return;
    const arm = joints.armOf(end);
    this.stiffness[owner] += force * arm;
    this.reach[owner] = Math.max(this.reach[owner], arm);
  }

  private set(member: Member, inertia: number): void {
    if (inertia > 0) this.loaded.add(member);
    else if (!this.loaded.delete(member)) return;
    member.free?.respondWith(inertia);
  }
}

/** Whether the bodies of a joint have come apart at the end of a step. */
export function areApart(joints: CouplingSet): boolean {
  if (joints.couplings.length === 0) return false;
  joints.place();
  return joints.couplings.some(isApart);
}

/** Whether the bodies of a joint that is placed have come apart. */
function isApart(coupling: Coupling): boolean {
  if (coupling.isSpring || coupling.triples.length === 0) return false;
  let square = 0;
  for (const row of coupling.triples[0]) if (row && !isAngular(row)) square += coupling.errorOf(row) ** 2;
  const opening = Math.sqrt(square);
  if (opening <= mostOpen) return false;
  const { a, b, endA, endB } = coupling;
  return opening > openFraction * Math.max(endArm(endA, a), endArm(endB, b));
}

/** The lever arm of an end's frame on a free body; 0 for other ends. */
function endArm({ holder }: CouplingEnd, frame: Float64Array): number {
  const free = holder?.member.free;
  return free ? armOf(free, frame) : 0;
}

const center = new Float64Array(3);

/** The distance of a frame from the center of mass. */
function armOf(free: FreeMotion, frame: Float64Array): number {
  free.worldCenter(center);
  return norm(frame[12] - center[0], frame[13] - center[1], frame[14] - center[2]);
}

function norm(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
