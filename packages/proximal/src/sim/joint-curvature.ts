// Joints between free bodies are of second order. Impulses act at one time of a step, and then the bodies move freely for a time τ. With J v⁺ = 0
// they would leave the joint along its tangent, and the next step would remove the velocity across it: a fraction (ω Δt)² of the energy. So the
// velocity that is solved for closes the joint at the end of the motion. With the error e of a row, the free motion F_τ and
// κ = e(F_τ(q, v)) − e − τ J v, it satisfies
//   J v⁺ = −κ/τ,
// which is SHAKE with κ from the velocity before the step. Before the step, J v = κ/τ. So the velocity across the joint changes its sign, and the
// energy does not change. With the midpoint integrator, the bodies have also moved freely for τ before, which has opened the joint by κ:
// J v⁺ = −2κ/τ.
//
// A mechanism is a set of joints with common bodies. It is of first order if a body rotates too fast for κ, responds with additional inertia
// (joint-stability.ts) or is a robot's link, or if J v is not near κ/τ (2κ/τ with the midpoint integrator), as after an impulse on a body. Springs
// and gears are always of first order. Joints of first order lose energy, and a mechanism with joints of both orders could gain it.
import type { BodyJoint } from './body-joint.ts';
import { type BodyJointEnd, composeAt } from './body-joint-end.ts';
import { measure, type RowGeometry } from './body-joint-geometry.ts';
import type { SoftRow } from './body-joint-rows.ts';
import type { BodyJointSet } from './body-joint-set.ts';
import type { Member } from './member.ts';
import type { SimulatorSettings } from './options.ts';
import { UnionFind } from './union-find.ts';

/** The largest rotation angle of a body in a step, in radians. */
const maxAngle = 0.5;

/**
 * The largest difference of J v and factor · κ/τ, as a fraction of factor · κ/τ. The difference is 1 for a joint that was of first order before, and
 * for a joint whose bodies were given a velocity along it.
 */
const maxDeviation = 1.5;

/** The free motion after impulses act: its time τ, in seconds, and the factor in J v⁺ = −factor κ/τ. */
export function freeMotionOf({ timeStep, integrator }: Pick<SimulatorSettings, 'timeStep' | 'integrator'>): {
  readonly time: number;
  readonly factor: number;
} {
  return integrator === 'midpoint' ? { time: timeStep / 2, factor: 2 } : { time: timeStep, factor: 1 };
}

export class JointCurvature {
  /** κ of each bilateral row, in meters or radians; 0 for rows of first order. */
  values = new Float64Array(0);
  /** The time during which the velocity of each bilateral row changes its error, in seconds. */
  spans = new Float64Array(0);
  private readonly time: number;
  private readonly factor: number;
  /** The index of each joint's mechanism. */
  private readonly mechanisms: Int32Array;
  /** 1 for each joint that is always of first order: a spring or a gear. */
  private readonly isAlwaysFirst: Uint8Array;
  /** 1 for each joint of second order in this step. */
  private readonly isCurved: Uint8Array;
  /** 1 for each mechanism that is of first order because of its bodies. */
  private readonly isFirstOrder: Uint8Array;
  /** For each mechanism, the sums over its rows of (factor · κ/τ)²/R and of (J v − factor · κ/τ)²/R, with the compliance R of the row. */
  private readonly squares: Float64Array;
  /** The free members with joints. */
  private readonly movers: readonly Member[];
  /** 1 for each member that rotates too fast, or responds with additional inertia. */
  private readonly isUnsteady: Uint8Array;
  /** The poses of members after the free motion, twelve numbers each, and the round in which they were predicted. */
  private readonly poses: Float64Array;
  private readonly poseOf: readonly Float64Array[];
  private readonly rounds: Int32Array;
  private round = 0;
  private readonly aheadA = new Float64Array(15);
  private readonly aheadB = new Float64Array(15);

  constructor(
    private readonly joints: BodyJointSet,
    private readonly members: readonly Member[],
    private readonly timeStep: number,
    { time, factor }: ReturnType<typeof freeMotionOf>,
  ) {
    const { bodyJoints, owners } = joints;
    [this.time, this.factor] = [time, factor];
    this.mechanisms = mechanismsOf(bodyJoints);
    this.isAlwaysFirst = Uint8Array.from(bodyJoints, ({ isSpring, kind }) => (isSpring || kind === 'gear' ? 1 : 0));
    this.isCurved = new Uint8Array(bodyJoints.length);
    this.isFirstOrder = new Uint8Array(bodyJoints.length);
    this.squares = new Float64Array(2 * bodyJoints.length);
    const moved = new Set(owners);
    this.movers = members.filter(({ index }) => moved.has(index));
    this.isUnsteady = new Uint8Array(members.length);
    const poses = new Float64Array(bodyJoints.length > 0 ? 12 * members.length : 0);
    this.poses = poses;
    this.poseOf = bodyJoints.length > 0 ? members.map((_, k) => poses.subarray(12 * k, 12 * k + 12)) : [];
    this.rounds = new Int32Array(members.length);
  }

  /** The joints of second order in this step. */
  get curved(): ReadonlySet<BodyJoint> {
    return new Set(this.joints.bodyJoints.filter((_, k) => this.isCurved[k] === 1));
  }

  /**
   * Starts a problem, before the rows of its joints are made.
   * @param isAgain whether the state is the same as in the last problem
   */
  begin(isAgain: boolean): void {
    const { isFirstOrder, isCurved, isAlwaysFirst, mechanisms, joints } = this;
    const { awakeIndices } = joints;
    isCurved.fill(0);
    if (awakeIndices.length === 0) return;
    if (!isAgain) this.round++;
    this.findUnsteady();
    isFirstOrder.fill(0);
    for (const k of awakeIndices) if (!this.isPredictable(k)) isFirstOrder[mechanisms[k]] = 1;
    for (const k of awakeIndices) if (isAlwaysFirst[k] === 0 && isFirstOrder[mechanisms[k]] === 0) isCurved[k] = 1;
  }

  /** Places the frames of joint `k` after the free motion with the velocity before the step. @returns false for first order */
  lookAhead(k: number): boolean {
    if (this.isCurved[k] === 0) return false;
    const { a, b } = this.joints.bodyJoints[k];
    this.placeAhead(2 * k, a, this.aheadA);
    this.placeAhead(2 * k + 1, b, this.aheadB);
    return true;
  }

  /** The change of the error of a row in the free motion, after `lookAhead` of its joint. */
  changeOf(row: RowGeometry, { a, b }: BodyJoint): number {
    return measure(row, this.aheadA, this.aheadB) - measure(row, a, b);
  }

  /** Finds κ of all bilateral rows, and adds −factor κ/τ to their reference velocities. @param before J v of all rows */
  addTo(reference: Float64Array, soft: readonly SoftRow[], bilateral: number, before: Float64Array): void {
    const { time, factor } = this;
    if (this.values.length !== bilateral) {
      this.values = new Float64Array(bilateral);
      this.spans = new Float64Array(bilateral);
    }
    this.values.fill(0);
    this.spans.fill(this.timeStep);
    for (const { row, change } of soft) if (change !== null) this.values[row] = change - time * before[row];
    this.compare(soft, before);
    for (const { row, change, bodyJointIndex } of soft) {
      if (change === null) continue;
      if (this.isCurved[bodyJointIndex] === 1) {
        this.spans[row] = time;
        reference[row] -= (factor / time) * this.values[row];
      } else this.values[row] = 0;
    }
  }

  /** Switches mechanisms to first order if their J v is not near factor · κ/τ. */
  private compare(soft: readonly SoftRow[], before: Float64Array): void {
    const { squares, mechanisms, isCurved, factor, time } = this;
    squares.fill(0);
    for (const { row, change, compliance, bodyJointIndex } of soft) {
      if (change === null) continue;
      const at = 2 * mechanisms[bodyJointIndex];
      const closing = (factor / time) * this.values[row];
      squares[at] += (closing * closing) / compliance;
      squares[at + 1] += (before[row] - closing) ** 2 / compliance;
    }
    for (let k = 0; k < isCurved.length; k++) {
      const at = 2 * mechanisms[k];
      if (!(squares[at + 1] <= maxDeviation * maxDeviation * squares[at])) isCurved[k] = 0;
    }
  }

  private findUnsteady(): void {
    const { movers, isUnsteady, timeStep } = this;
    for (const { free, v, index } of movers) {
      const isSteady = (v[3] * v[3] + v[4] * v[4] + v[5] * v[5]) * timeStep * timeStep < maxAngle * maxAngle;
      isUnsteady[index] = free?.isLoaded || !isSteady ? 1 : 0;
    }
  }

  /** Whether κ of a joint may be used: its bodies are fixed, or free without additional inertia and with slow rotation. */
  private isPredictable(k: number): boolean {
    const { joints, isUnsteady } = this;
    for (let end = 2 * k; end < 2 * k + 2; end++) {
      const owner = joints.owners[end];
      if (owner >= 0 ? isUnsteady[owner] === 1 : !joints.isFixed(end)) return false;
    }
    return true;
  }

  private placeAhead(end: number, present: Float64Array, out: Float64Array): void {
    const { joints, members, rounds, round, poseOf } = this;
    const owner = joints.owners[end];
    if (owner < 0) {
      out.set(present);
      return;
    }
    if (rounds[owner] !== round) {
      const { free, q, v } = members[owner];
      free?.predict(q, v, this.time, poseOf[owner]);
      rounds[owner] = round;
    }
    joints.placeAt(end, this.poses, 12 * owner, out);
  }
}

/** Writes the frame of an end after the free motion. The frame of a fixed end does not change. */
export function placeAhead(
  { holder, joint, rigid }: BodyJointEnd,
  present: Float64Array,
  poseOf: (member: Member) => Float64Array,
  out: Float64Array,
): void {
  if (!holder || joint < 0) {
    out.set(present);
    return;
  }
  const pose = poseOf(holder.member);
  composeAt(pose, 0, pose, 9, rigid, 0, out, 0);
}

/** An index for each joint: the same for joints with a common body that is not kinematic. */
function mechanismsOf(bodyJoints: readonly BodyJoint[]): Int32Array {
  const joined = new UnionFind(bodyJoints.length);
  const first = new Map<Member, number>();
  for (const [k, { members }] of bodyJoints.entries())
    for (const member of members) {
      if (member.isKinematic) continue;
      const other = first.get(member);
      if (other === undefined) first.set(member, k);
      else joined.join(other, k);
    }
  return Int32Array.from(bodyJoints, (_, k) => joined.rootOf(k));
}
