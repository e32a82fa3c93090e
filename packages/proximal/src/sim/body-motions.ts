// How bodies move within a step: one point moves uniformly in a straight line, and the body rotates about it. This point is the center of mass
// of a floating body, and the origin of the joint of a link. So a pendulum moves on a circle, as in the step. In a chain, the preceding joints curve
// the path of this point. The deviation from a straight line, ½ (ω Δt)² times the distance of these joints, is neglected.
import { computeVelocities } from '../dynamics/bodies.ts';
import { MOTION_FREE, MOTION_PLANE } from '../dynamics/joints/joint.ts';
import { cos, sin } from '../math/elementary.ts';
import { rotate } from '../math/linear/quaternion.ts';
import type { Body } from '../scene/body.ts';
import type { Member, ShapeOwner } from './member.ts';

/** Numbers of a motion: the point, its velocity and the angular velocity, in world coordinates. */
export const motionSize = 9;

/** The motions of all bodies that can move. Each motion is computed when it is first needed in a round. */
export class BodyMotions {
  /** The motion of each body, allocated when first needed: `motionSize` numbers. The bodies of a member follow each other. */
  private readonly motions: (Float64Array | undefined)[];
  /** The index of each member's first body. */
  private readonly firsts: readonly number[];
  /** The round in which each motion was computed; `round` is the current round. */
  private readonly rounds: Int32Array;
  private round = 0;
  /** Spatial velocities of the bodies of articulated members, and the round in which they were computed. */
  private readonly spatial = new Map<Member, { readonly velocity: Float64Array; round: number }>();
  private readonly zeroMotion = new Float64Array(motionSize);

  /** @param velocityOf the velocities of the members from which the motions are computed */
  constructor(
    members: readonly Member[],
    private readonly velocityOf: (member: Member) => Float64Array,
  ) {
    let count = 0;
    this.firsts = members.map(({ bodies }) => {
      count += bodies.length;
      return count - bodies.length;
    });
    this.motions = new Array(count).fill(undefined);
    this.rounds = new Int32Array(count);
  }

  /** Starts a round, after poses or velocities have changed. Must be called before the first call of `of`. */
  begin(): void {
    this.round++;
  }

  /** The motion of an owner's body; zero for static bodies. */
  of(owner: ShapeOwner | undefined): Float64Array {
    if (owner === undefined || owner.joint < 0) return this.zeroMotion;
    const { member, joint, geometry } = owner;
    const index = this.firsts[member.index] + geometry;
    let motion = this.motions[index];
    if (motion !== undefined && this.rounds[index] === this.round) return motion;
    motion ??= new Float64Array(motionSize);
    this.motions[index] = motion;
    this.rounds[index] = this.round;
    if (member.free) freeMotion(member.bodies[geometry], member, this.velocityOf(member), motion);
    else this.jointMotion(member, joint, motion);
    return motion;
  }

  private jointMotion(member: Member, joint: number, out: Float64Array): void {
    const velocity = this.spatialOf(member);
    const { origin, position, inertia } = member.data;
    const { root, motion } = member.model.tree;
    for (let k = 0; k < 3; k++) {
      out[k] = origin[3 * root[joint] + k];
      out[3 + k] = velocity[6 * joint + k];
      out[6 + k] = velocity[6 * joint + 3 + k];
    }
    // Express the same motion at the center of mass or the joint's origin.
    const mass = inertia[10 * joint];
    const isFloating = (motion[joint] === MOTION_FREE || motion[joint] === MOTION_PLANE) && mass > 0;
    for (let k = 0; k < 3; k++)
      pivot[k] = out[k] + (isFloating ? inertia[10 * joint + 1 + k] / mass : position[3 * joint + k]);
    velocityAt(out, pivot[0], pivot[1], pivot[2], pivotVelocity);
    for (let k = 0; k < 3; k++) {
      out[k] = pivot[k];
      out[3 + k] = pivotVelocity[k];
    }
  }

  private spatialOf(member: Member): Float64Array {
    let cached = this.spatial.get(member);
    if (!cached) {
      cached = { velocity: new Float64Array(6 * member.model.joints.length), round: 0 };
      this.spatial.set(member, cached);
    }
    if (cached.round === this.round) return cached.velocity;
    cached.round = this.round;
    const { model, data } = member;
    computeVelocities(model, data, this.velocityOf(member));
    cached.velocity.set(data.velocity);
    // Restore the zero velocities that `Member.place` leaves.
    computeVelocities(model, data, data.zero);
    return cached.velocity;
  }
}

const pivotVelocity = /* @__PURE__ */ new Float64Array(3);
const pivot = /* @__PURE__ */ new Float64Array(3);

/** A free body rotates about its center of mass. Its velocity `v` is in its own axes, at its origin. */
function freeMotion({ current }: Body, member: Member, v: Float64Array, out: Float64Array): void {
  const { inertia: m } = member.model.tree;
  vectorToWorld(current, m[1], m[2], m[3], out, 0);
  for (let k = 0; k < 3; k++) out[k] += current[k];
  vectorToWorld(
    current,
    v[0] + v[4] * m[3] - v[5] * m[2],
    v[1] + v[5] * m[1] - v[3] * m[3],
    v[2] + v[3] * m[2] - v[4] * m[1],
    out,
    3,
  );
  vectorToWorld(current, v[3], v[4], v[5], out, 6);
}

/** Writes a vector of a body in the world's axes. */
export function vectorToWorld(
  pose: Float64Array,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
  to: number,
): void {
  rotate(pose[3], pose[4], pose[5], pose[6], x, y, z, out, to);
}

/** The velocity of the body's material point at (x, y, z), in world coordinates. */
export function velocityAt(motion: Float64Array, x: number, y: number, z: number, out: Float64Array): void {
  const dx = x - motion[0];
  const dy = y - motion[1];
  const dz = z - motion[2];
  out[0] = motion[3] + motion[7] * dz - motion[8] * dy;
  out[1] = motion[4] + motion[8] * dx - motion[6] * dz;
  out[2] = motion[5] + motion[6] * dy - motion[7] * dx;
}

/** The pose after moving for `time` seconds with this motion. */
export function movedPose(motion: Float64Array, pose: Float64Array, time: number, out: Float64Array): void {
  const speed = Math.sqrt(motion[6] * motion[6] + motion[7] * motion[7] + motion[8] * motion[8]);
  const half = (speed * time) / 2;
  const scale = speed > 0 ? sin(half) / speed : 0;
  const x = scale * motion[6];
  const y = scale * motion[7];
  const z = scale * motion[8];
  const w = cos(half);
  rotate(x, y, z, w, pose[0] - motion[0], pose[1] - motion[1], pose[2] - motion[2], out, 0);
  for (let k = 0; k < 3; k++) out[k] += motion[k] + time * motion[3 + k];
  const px = pose[3];
  const py = pose[4];
  const pz = pose[5];
  const pw = pose[6];
  out[3] = w * px + x * pw + y * pz - z * py;
  out[4] = w * py - x * pz + y * pw + z * px;
  out[5] = w * pz + x * py - y * px + z * pw;
  out[6] = w * pw - x * px - y * py - z * pz;
}
