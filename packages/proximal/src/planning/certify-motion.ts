// Recomputes the proofs of motions from public kinematics and support functions, independently of the code that found them. sweep.ts derives the
// bounds.
import { wrongType } from '../check/argument.ts';
import { difference, integrate } from '../dynamics/configuration.ts';
import type { Data } from '../dynamics/data.ts';
import { forwardKinematics, framePose, frameVelocity } from '../dynamics/kinematics.ts';
import { compose, inverse, type Pose, transformPoint } from '../math/pose.ts';
import { add, cross, dot, length, scale, subtract, type Vec3 } from '../math/vec3.ts';
import type { Shape } from '../shapes/shape.ts';
import { RobotCell } from './cell.ts';
import { curveOf } from './curve.ts';
import type { MotionProof } from './motion.ts';
import { entrySize, otherParts, roundingOf } from './motion-search.ts';
import type { SolidPair } from './pairs.ts';
import type { Plan } from './plan-options.ts';
import type { Solid } from './solid.ts';

/**
 * The outcome of `certifyMotion`.
 * @example
 * ```ts
 * const { valid, reason }: MotionCertificate = certifyMotion(cell, motion.proof);
 * ```
 */
export interface MotionCertificate {
  /** Whether every pair is proven apart at every time. */
  readonly valid: boolean;
  /** The least distance that was proven for any pair, in meters. */
  readonly bound: number;
  /** Why the proof is not valid; empty if it is. */
  readonly reason: string;
}

/**
 * Recomputes the proof of a motion, or of several motions that follow each other, from kinematics and support functions alone.
 * @param proof of `cell.motion`, a list of proofs, or a plan
 * @example
 * ```ts
 * const { proof } = cell.motion(qa, qb);
 * if (proof) certifyMotion(cell, proof).valid; // true
 * ```
 */
export function certifyMotion(cell: RobotCell, proof: MotionProof | readonly MotionProof[] | Plan): MotionCertificate {
  const where = 'certifyMotion';
  if (!(cell instanceof RobotCell)) throw wrongType(where, 'cell', cell, 'give a RobotCell');
  const isPlan = typeof proof === 'object' && proof !== null && 'path' in proof;
  if (isPlan && !isProofOf(proof.path, proof.proof))
    return { valid: false, bound: -Infinity, reason: 'the proofs do not belong to the path' };
  const given = isPlan ? proof.proof : proof;
  const proofs: readonly MotionProof[] = Array.isArray(given) ? given : [given];
  if (proofs.length === 0) return { valid: false, bound: -Infinity, reason: 'there is no motion' };
  let bound = Infinity;
  for (const [k, each] of proofs.entries()) {
    if (!(each?.entries instanceof Float64Array))
      throw wrongType(where, 'proof', each, 'give the proof of a free motion, a list of proofs, or a plan');
    const isJoined = k === 0 || each.from.every((x, i) => x === proofs[k - 1].to[i]);
    if (!isJoined)
      return { valid: false, bound: -Infinity, reason: `motion ${k} does not start where the previous motion ends` };
    const outcome = new ProofCheck(cell, each).run();
    bound = Math.min(bound, outcome.bound);
    if (!outcome.valid)
      return { ...outcome, reason: proofs.length > 1 ? `motion ${k}: ${outcome.reason}` : outcome.reason };
  }
  return { valid: true, bound, reason: '' };
}

/** Whether there is a proof for each motion of a path, and at least one motion. */
function isProofOf(path: readonly Float64Array[], proofs: readonly MotionProof[]): boolean {
  const isSame = (p: Float64Array, q: Float64Array): boolean => p.length === q.length && p.every((x, k) => x === q[k]);
  return (
    proofs.length > 0 &&
    proofs.length === path.length - 1 &&
    proofs.every(({ from, to }, k) => isSame(path[k], from) && isSame(path[k + 1], to))
  );
}

interface Entry {
  readonly from: number;
  readonly to: number;
  readonly part: number;
  readonly normal: Vec3;
}

/** A rigid motion: linear velocity at `point`, and angular velocity, in world axes. */
interface Twist {
  readonly point: Vec3;
  readonly linear: Vec3;
  readonly angular: Vec3;
}

const noMotion: Twist = { point: [0, 0, 0], linear: [0, 0, 0], angular: [0, 0, 0] };

/** The velocity of a body's point. */
function velocityAt({ point, linear, angular }: Twist, at: Vec3): Vec3 {
  return add(linear, cross(angular, subtract(at, point)));
}

/** The twist of one body relative to another, at the point of the first. */
function relativeTo(motion: Twist, base: Twist): Twist {
  const { point } = motion;
  return {
    point,
    linear: subtract(motion.linear, velocityAt(base, point)),
    angular: subtract(motion.angular, base.angular),
  };
}

class ProofCheck {
  private readonly data: Data;
  /** The velocity at the start; the motion takes a unit of time. */
  private readonly velocity: Float64Array;
  /** The acceleration of a curve; null for a straight motion. */
  private readonly acceleration: Float64Array | null = null;
  /** Why the robot cannot make this motion; empty if it can. */
  private readonly problem: string = '';
  /** The robot with the largest velocities during the interval. */
  private readonly fastest: Data;
  private readonly fastestVelocity: Float64Array;
  /**
   * A gap must exceed this length, in meters. For rounding, the search adds `roundingOf` to the padding, and the check adds only half of
   * it, so that rounding errors of the check reject no proof.
   */
  private readonly requiredGap: number;
  private delta = 0;
  private time = Number.NaN;
  /** Poses and motions of bodies, by joint, and poses of solids, at the present time. */
  private readonly poses = new Map<number | Solid, Pose>();
  private readonly twists = new Map<number, Twist>();
  private readonly fastestTwists = new Map<number, Twist>();

  constructor(
    private readonly cell: RobotCell,
    private readonly proof: MotionProof,
  ) {
    this.data = cell.model.createData();
    const { model } = cell;
    const { from, via, to } = proof;
    this.velocity = difference(model, from, to);
    if (via) {
      this.acceleration = model.zeroVelocity();
      const moving = curveOf(model, from, via, to, this.velocity, this.acceleration);
      if (moving) this.problem = `${moving} has several coordinates and moves on a curve`;
      if (via.length !== model.nq || !via.every(Number.isFinite))
        this.problem = 'the control point is not a configuration';
    }
    this.fastest = via ? model.createData() : this.data;
    this.fastestVelocity = this.velocity.slice();
    this.requiredGap = cell.padding + roundingOf(model, cell.checker.size, from, this.velocity, this.acceleration) / 2;
  }

  run(): MotionCertificate {
    const { pairs } = this.cell.checker;
    let bound = Infinity;
    const fail = (reason: string): MotionCertificate => ({ valid: false, bound, reason });
    if (this.problem) return fail(this.problem);
    const byPair = this.entriesByPair(pairs.length);
    if (!byPair) return fail('an entry is not a valid interval of a pair of this cell');
    for (const [k, pair] of pairs.entries()) {
      const names = `${pair.a.name} and ${pair.b.name}`;
      let covered = 0;
      for (const interval of intervalsOf(byPair[k])) {
        const [{ from, to }] = interval;
        if (from !== covered) return fail(`${names} have no proof from time ${covered} on`);
        this.placeAt((from + to) / 2, (to - from) / 2);
        const gap = this.provenGap(pair, interval);
        bound = Math.min(bound, gap);
        if (!(gap > this.requiredGap)) return fail(`${names} are not proven apart from time ${from} to ${to}`);
        covered = to;
      }
      if (covered !== 1) return fail(`${names} have no proof from time ${covered} on`);
    }
    return { valid: true, bound, reason: '' };
  }

  private entriesByPair(count: number): Entry[][] | null {
    const { entries } = this.proof;
    const lists: Entry[][] = Array.from({ length: count }, () => []);
    for (let at = 0; at + entrySize <= entries.length; at += entrySize) {
      const [from, to, pair, part, x, y, z] = entries.subarray(at, at + entrySize);
      if (!(from >= 0 && from < to && to <= 1) || lists[pair] === undefined) return null;
      lists[pair].push({ from, to, part, normal: [x, y, z] });
    }
    return lists;
  }

  private placeAt(time: number, delta: number): void {
    if (time === this.time && delta === this.delta) return;
    this.delta = delta;
    this.time = time;
    this.poses.clear();
    this.twists.clear();
    this.fastestTwists.clear();
    const { model } = this.cell;
    const { velocity, acceleration, fastestVelocity } = this;
    const accelerationOf = (k: number): number => (acceleration ? acceleration[k] : 0);
    const q = integrate(
      model,
      this.proof.from,
      velocity.map((x, k) => time * (x + (time * accelerationOf(k)) / 2)),
    );
    const currentVelocity = velocity.map((x, k) => x + time * accelerationOf(k));
    forwardKinematics(model, this.data, q, currentVelocity);
    if (!acceleration) return;
    for (const [k, x] of currentVelocity.entries())
      fastestVelocity[k] = Math.abs(x) + Math.abs(acceleration[k]) * delta;
    forwardKinematics(model, this.fastest, q, fastestVelocity);
  }

  /** The distance of a pair that the entries of an interval prove. */
  private provenGap(pair: SolidPair, entries: readonly Entry[]): number {
    if (!pair.hasParts)
      return Math.max(...entries.map(({ normal }) => this.gap(pair, pair.b.shape, pair.b.placement, normal)));
    const ofOthers = entries.find(({ part }) => part === otherParts);
    if (!ofOthers) return -Infinity;
    if (length(ofOthers.normal) > 0) return this.gap(pair, pair.b.shape, pair.b.placement, ofOthers.normal);
    const listed = entries.filter(({ part }) => part !== otherParts);
    const count = pair.b.assembly?.partCount ?? 0;
    if (listed.some(({ part }) => !Number.isInteger(part) || part < 0 || part >= count)) return -Infinity;
    const gaps = listed.map(({ part, normal }) => {
      const { shape, placement } = pair.partPair(part).b;
      return this.gap(pair, shape, placement, normal);
    });
    return Math.min(this.gapOfOthers(pair, new Set(listed.map(({ part }) => part))), ...gaps);
  }

  /**
   * The least gap between the box that `a` can reach and the boxes of all parts that are not listed, along the axes of the assembly; not positive if
   * some overlap.
   */
  private gapOfOthers({ a, b, levelA }: SolidPair, listed: ReadonlySet<number>): number {
    const assembly = b.assembly as NonNullable<Solid['assembly']>;
    const pose = compose(inverse(b.worldPose), this.poseOf(a));
    const displacement = this.delta * this.motionBounds(a, levelA).speed;
    const axes: Vec3[] = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const low = axes.map((axis) => -extentOf(a.shape, pose, scale(axis, -1)) - displacement);
    const high = axes.map((axis) => extentOf(a.shape, pose, axis) + displacement);
    const box = new Float64Array(6);
    let least = Infinity;
    for (let part = 0; part < assembly.partCount; part++) {
      if (listed.has(part)) continue;
      assembly.boxOf(part, box);
      let gap = -Infinity;
      for (let k = 0; k < 3; k++) gap = Math.max(gap, box[k] - high[k], low[k] - box[3 + k]);
      least = Math.min(least, gap);
    }
    return least;
  }

  /** The larger of the bounds g₁ and g₂ of sweep.ts, for a plane with this normal in the frame of the base. */
  private gap({ a, b, base, levelA, levelB }: SolidPair, shape: Shape, placement: Pose, local: Vec3): number {
    const size = length(local);
    if (!(Math.abs(size - 1) < 1e-9)) return -Infinity;
    const inWorld = base < 0 ? local : this.fromJointFrame(base, local);
    const n = scale(inWorld, 1 / length(inWorld));
    const { delta } = this;
    const [ofA, ofB] = [this.motionBounds(a, levelA), this.motionBounds(b, levelB)];
    const poseB = b.joint < 0 ? placement : compose(this.bodyPose(b.joint), placement);
    const at = (tau: number): number =>
      -this.moved(a, a.shape, this.poseOf(a), base, n, tau) - this.moved(b, shape, poseB, base, scale(n, -1), tau);
    const first = at(0) - (ofA.speed + ofB.speed) * delta;
    const second = Math.min(at(delta), at(-delta)) - ((ofA.curvature + ofB.curvature) * delta * delta) / 2;
    return Math.max(first, second);
  }

  /** The largest ⟨n, x + τ ẋ⟩ of a solid's points, relative to the base. */
  private moved({ joint }: Solid, shape: Shape, pose: Pose, base: number, n: Vec3, tau: number): number {
    const twist = relativeTo(this.twistOf(joint), this.twistOf(base));
    const direction = add(n, scale(cross(n, twist.angular), tau));
    // ⟨n, x + τ (v + ω × (x − o))⟩ = ⟨n + τ n × ω, x⟩ + τ ⟨n, v⟩ − τ ⟨n × ω, o⟩.
    const constant = tau * (dot(n, twist.linear) - dot(cross(n, twist.angular), twist.point));
    return extentOf(shape, pose, direction) + constant;
  }

  private bodyPose(joint: number): Pose {
    const { model } = this.cell;
    return remembered(this.poses, joint, () => framePose(model, this.data, model.joints[joint].link));
  }

  private poseOf(solid: Solid): Pose {
    const { joint, placement } = solid;
    return joint < 0 ? placement : remembered(this.poses, solid, () => compose(this.bodyPose(joint), placement));
  }

  /** Rotates a vector from the frame that the model uses internally for a joint to world axes. */
  private fromJointFrame(joint: number, [x, y, z]: Vec3): Vec3 {
    const r = this.data.rotation.subarray(9 * joint, 9 * joint + 9);
    return [0, 3, 6].map((row) => r[row] * x + r[row + 1] * y + r[row + 2] * z) as Vec3;
  }

  /** The motion of a body in the middle of the interval, or, with the data `fastest`, at the largest velocities. */
  private twistOf(joint: number, data = this.data): Twist {
    if (joint < 0) return noMotion;
    return remembered(data === this.data ? this.twists : this.fastestTwists, joint, () => {
      const { model } = this.cell;
      const [x, y, z] = this.bodyPose(joint);
      const v = frameVelocity(model, data, model.joints[joint].link, 'local-world-aligned');
      return { point: [x, y, z], linear: [v[0], v[1], v[2]], angular: [v[3], v[4], v[5]] };
    });
  }

  /** |a_j| divided by the largest velocity of joint j, which has one coordinate; zero if it does not accelerate. */
  private accelerationRatio(joint: number): number {
    const { joints } = this.cell.model;
    const at = joints[joint].v;
    const acceleration = this.acceleration ? Math.abs(this.acceleration[at]) : 0;
    return acceleration > 0 ? acceleration / this.fastestVelocity[at] : 0;
  }

  /** The bounds S on the speed and K on the acceleration of a solid's points (sweep.ts), for its nearest `level` joints. */
  private motionBounds(solid: Solid, level: number): { speed: number; curvature: number } {
    const { joints } = this.cell.model;
    const { center, radius } = ballOf(solid.shape);
    const middle = transformPoint(this.poseOf(solid), center);
    let [speed, curvature, joint] = [0, 0, solid.joint];
    for (let k = 0; k < level; k++) {
      const { parent } = joints[joint];
      const { fastest } = this;
      const { point, linear, angular } = relativeTo(this.twistOf(joint, fastest), this.twistOf(parent, fastest));
      const rate = length(angular);
      const jointSpeed =
        length(linear) + length(cross(angular, subtract(middle, point))) + rate * (radius + this.delta * speed);
      curvature += rate * (jointSpeed + 2 * speed) + this.accelerationRatio(joint) * jointSpeed;
      speed += jointSpeed;
      joint = parent;
    }
    return { speed, curvature };
  }
}

/** The largest ⟨d, x⟩ of a shape at a pose; infinite for a half-space, except along its normal. */
function extentOf(shape: Shape, pose: Pose, d: Vec3): number {
  const [x, y, z, w] = pose.subarray(3);
  const rotation = { rotation: [x, y, z, w] };
  const local = transformPoint(inverse(rotation), d);
  if (shape.isBounded) return dot(d, transformPoint(pose, shape.support(local)));
  const isNormal = local[2] > 0 && Math.abs(local[0]) + Math.abs(local[1]) < 1e-12 * local[2];
  return isNormal ? dot(d, [pose[0], pose[1], pose[2]]) + shape.radius * length(d) : Infinity;
}

/** The entries of each interval, in the order of time. */
function intervalsOf(entries: readonly Entry[]): Entry[][] {
  const intervals: Entry[][] = [];
  for (const entry of [...entries].sort((p, q) => p.from - q.from)) {
    const last = intervals.at(-1);
    if (last && last[0].from === entry.from && last[0].to === entry.to) last.push(entry);
    else intervals.push([entry]);
  }
  return intervals;
}

const balls = /* @__PURE__ */ new WeakMap<Shape, { readonly center: Readonly<Vec3>; readonly radius: number }>();

/** The ball around a shape. The ball of a half-space is not used, because a half-space never moves. */
function ballOf(shape: Shape): { readonly center: Readonly<Vec3>; readonly radius: number } {
  return remembered(balls, shape, () => (shape.isBounded ? shape.boundingSphere() : { center: [0, 0, 0], radius: 0 }));
}

/** The methods of `Map` and `WeakMap` that `remembered` uses. */
interface Memory<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** The value of a key, computed once. */
function remembered<Key, Value>(memory: Memory<Key, Value>, key: Key, compute: () => Value): Value {
  let value = memory.get(key);
  if (value === undefined) {
    value = compute();
    memory.set(key, value);
  }
  return value;
}
