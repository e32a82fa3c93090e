// The access of handles to a member of the simulation: its poses and velocities, and the forces on it. A robot and the handles of its links and
// joints share one `MemberAccess`; a dynamic or kinematic body has its own.
import { factorMass, solveMass } from '../../dynamics/articulated.ts';
import type { Data } from '../../dynamics/data.ts';
import { frameJacobian } from '../../dynamics/jacobian.ts';
import { forwardKinematics, framePose, frameVelocity, placeOnBody } from '../../dynamics/kinematics.ts';
import type { ModelJoint } from '../../dynamics/model.ts';
import { rotate } from '../../math/linear/quaternion.ts';
import type { Pose } from '../../math/pose.ts';
import { cross, subtract, type Vec3 } from '../../math/vec3.ts';
import type { Member } from '../member.ts';
import type { Drive } from '../servos.ts';

/** A velocity in world axes. */
export interface Velocity {
  /** The velocity of the frame's origin, in m/s. */
  readonly linear: Vec3;
  /** The angular velocity, in rad/s. */
  readonly angular: Vec3;
}

export class MemberAccess {
  /** Force and moment about the joint's origin on each joint's body in the next step, in the joint's axes, in N and N m. */
  readonly forces: Float64Array;
  /** Generalized forces on the velocity coordinates, in every step until they are changed, in N m or N. */
  readonly torques: Float64Array;
  /** Whether a force or moment was added for the next step. */
  isForced = false;
  /** The workspace of the poses, velocities and impulses; made when it is first needed. */
  private ownData: Data | null = null;
  private readonly center = new Float64Array(15);

  constructor(public member: Member) {
    const { given } = member;
    this.forces = new Float64Array(6 * given.joints.length);
    this.torques = new Float64Array(given.nv);
  }

  private get data(): Data {
    this.ownData ??= this.member.given.createData();
    return this.ownData;
  }

  get isTorqued(): boolean {
    for (let k = 0; k < this.torques.length; k++) if (this.torques[k] !== 0) return true;
    return false;
  }

  /** The drives of its joints to their targets, by velocity coordinate. */
  get drives(): Map<number, Drive> {
    return this.member.servos.drives;
  }

  /** The torques within the effort limits. */
  commanded(): Float64Array {
    const { effort } = this.member.model.limits;
    return this.torques.map((torque, k) => Math.min(effort[k], Math.max(-effort[k], torque)));
  }

  /** The member's index ranges in the simulation's vectors. */
  get range(): StateRange {
    const { firstQ, firstV, given } = this.member;
    return { firstQ, nq: given.nq, firstV, nv: given.nv };
  }

  pose(frame: string): Pose {
    const { given, q } = this.member;
    forwardKinematics(given, this.data, q);
    return framePose(given, this.data, frame);
  }

  velocity(frame: string): Velocity {
    const { given, q, v } = this.member;
    forwardKinematics(given, this.data, q, v);
    const [x, y, z, wx, wy, wz] = frameVelocity(given, this.data, frame, 'local-world-aligned');
    return { linear: [x, y, z], angular: [wx, wy, wz] };
  }

  /** The joints, with the pose of each one's frame and the center of mass of its body, in the world. */
  joints(): { readonly joint: ModelJoint; readonly pose: Pose; readonly center: Vec3 }[] {
    const { given, q } = this.member;
    forwardKinematics(given, this.data, q);
    return given.joints.map((joint, k) => {
      const pose = framePose(given, this.data, joint.link);
      return { joint, pose, center: this.centerOfMass(k) };
    });
  }

  /** Adds a force at a point, by default the center of mass of the joint's body, and a moment, in world axes. */
  addForce(joint: number, force: Vec3, point: Vec3 | undefined, moment: Vec3): void {
    this.wrenchOf(joint, force, point, moment).forEach((value, k) => {
      this.forces[6 * joint + k] += value;
    });
    this.isForced = true;
  }

  clearForces(): void {
    this.forces.fill(0);
    this.isForced = false;
  }

  /**
   * Changes the velocity by an impulse at a point and an angular impulse, in world axes: v ← v + M⁻¹ Jᵀ w, where J is the Jacobian
   * of the joint's body, and w the impulse and the angular impulse about its origin, both in its axes.
   */
  addImpulse(joint: number, impulse: Vec3, point: Vec3 | undefined, angular: Vec3): void {
    const { given, v } = this.member;
    const { nv } = given;
    const wrench = this.wrenchOf(joint, impulse, point, angular);
    const jacobian = frameJacobian(given, this.data, given.joints[joint].link, 'local');
    const generalized = new Float64Array(nv);
    for (let i = 0; i < 6; i++) for (let k = 0; k < nv; k++) generalized[k] += jacobian[nv * i + k] * wrench[i];
    factorMass(given, this.data);
    solveMass(given, this.data, generalized, 0, generalized, 0);
    for (let k = 0; k < nv; k++) v[k] += generalized[k];
  }

  /** Force and moment about the joint's origin, in the joint's axes. Updates `data` to the current configuration. */
  private wrenchOf(joint: number, force: Vec3, point: Vec3 | undefined, moment: Vec3): number[] {
    const [x, y, z, ...rotation] = this.pose(this.member.given.joints[joint].link);
    const about = cross(subtract(point ?? this.centerOfMass(joint), [x, y, z]), force);
    const total: Vec3 = [about[0] + moment[0], about[1] + moment[1], about[2] + moment[2]];
    const inverse = [-rotation[0], -rotation[1], -rotation[2], rotation[3]] as const;
    return [...rotated(inverse, force), ...rotated(inverse, total)];
  }

  /** The center of mass of a joint's body in the world, from the placements in `data`, which `pose` computes. */
  private centerOfMass(joint: number): Vec3 {
    const { given } = this.member;
    const { inertia } = given.tree;
    const [x, y, z] = inertia.subarray(10 * joint + 1, 10 * joint + 4);
    placeOnBody(given, this.data, joint, Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, z), this.center, 0);
    return [this.center[12], this.center[13], this.center[14]];
  }
}

/** The index ranges of a member in the vectors of `world.state`, of the torques and of the derivatives. */
export interface StateRange {
  /** The index of its first configuration coordinate. */
  readonly firstQ: number;
  /** The number of its configuration coordinates. */
  readonly nq: number;
  /** The index of its first velocity coordinate. */
  readonly firstV: number;
  /** The number of its velocity coordinates. */
  readonly nv: number;
}

const out = /* @__PURE__ */ new Float64Array(3);

/** A vector rotated by a quaternion. */
export function rotated(q: ArrayLike<number>, v: ArrayLike<number>): Vec3 {
  rotate(q[0], q[1], q[2], q[3], v[0], v[1], v[2], out, 0);
  return [out[0], out[1], out[2]];
}
