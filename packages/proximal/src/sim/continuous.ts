// Continuous collision detection. Impulses act at one time of a step, and then all bodies move. A body that turns or bounces into another body
// within the step would pass through it. So a fast free body is moved along a path from its old to its new pose: its center of mass moves in a
// straight line, and the body rotates about it with constant angular velocity. A robot with fast links moves along the path of robot-path.ts. A fast
// body or robot that would overlap another body deeper than allowed stops at that point of its path for the rest of the step. Conservative
// advancement proves that the path up to this point is free. The work of gravity on the rest of the path is subtracted from the kinetic energy, and
// the next step resolves the contact.
import { rotationBetween } from '../math/rotation-vector.ts';
import { dot, length, type Vec3 } from '../math/vec3.ts';
import type { Body } from '../scene/body.ts';
import { NearParts, PosedPart } from '../scene/part-pairs.ts';
import type { Scene } from '../scene/scene.ts';
import { isSurfacePair } from '../scene/surface-pair.ts';
import { motionSize, movedPose, vectorToWorld } from './body-motions.ts';
import { FastBodies, fastFraction } from './fast-bodies.ts';
import type { Member, ShapeOwner } from './member.ts';
import type { SimulatorSettings } from './options.ts';
import { overlapLimit, smallestOverlap, thicknessOf } from './overlap.ts';
import { RobotStepPath } from './robot-path.ts';
import type { MemberVectors } from './state-vectors.ts';
import type { Surfaces } from './surfaces.ts';
import { pathFractionOfOverlap, timeOfOverlap, touchesWithin } from './time-of-impact.ts';
import { mayTouch } from './touch-filter.ts';
import { UnionFind } from './union-find.ts';

export class ContinuousCollision {
  /** The time that each member moved in the last motion, in seconds. */
  readonly times: Float64Array;
  private readonly motions = new Map<Body, Float64Array>();
  private readonly starts = new Map<Body, Float64Array>();
  private readonly parts = new NearParts();
  private readonly p = new PosedPart();
  private readonly q = new PosedPart();
  private readonly fast: FastBodies;
  /** The paths of robots, in the order of the members. */
  private readonly paths = new Map<Member, RobotStepPath>();
  /** For each body of a robot, the path of the robot and the index of the body's shape. */
  private readonly links = new Map<Body, { readonly path: RobotStepPath; readonly shape: number }>();
  /** Sensors, each with a fast free body that has met it on its path. */
  private crossings: (readonly [sensor: Body, other: Body])[] = [];
  /** The duration of the motion, in seconds. */
  private time = 0;
  constructor(
    private readonly members: readonly Member[],
    private readonly owners: ReadonlyMap<Body, ShapeOwner>,
    private readonly settings: SimulatorSettings,
    private readonly surfaces: Pick<Surfaces, 'sensorList'>,
    all: Pick<MemberVectors, 'v' | 'shift'>,
  ) {
    this.times = new Float64Array(members.length);
    const free = settings.continuous ? members.filter((member) => member.free && !member.isKinematic) : [];
    this.fast = new FastBodies(free, all, settings);
    if (!settings.continuous) return;
    for (const member of members) {
      const path = member.free ? null : new RobotStepPath(member);
      if (path) this.paths.set(member, path);
      for (const [shape, body] of member.bodies.entries()) {
        if (body.static) continue;
        if (path) this.links.set(body, { path, shape });
        else this.starts.set(body, member.start);
      }
    }
  }

  /**
   * Must be called before the members move. The path of a free body begins at `Member.start`. Paths include the corrections of positions.
   * @param time the duration of the motion, in seconds
   */
  begin(time: number): void {
    this.time = time;
    this.times.fill(time);
    for (const path of this.paths.values()) path.begin();
  }

  /** Whether a member may be fast: `limit` then needs the bounding boxes from before the motion. Valid after `begin`. */
  isNeeded(scene: Scene): boolean {
    return this.paths.size > 0 || this.fast.find(scene, this.time).length > 0;
  }

  /** Moves fast members that overlap another body back along their paths to the first overlap. Must be called after all members have moved. */
  limit(scene: Scene): void {
    this.motions.clear();
    const robots = this.fastRobots();
    const free = this.fast.find(scene, this.time);
    if (free.length + robots.length === 0) return;
    const moved = [...free, ...robots];
    const fastMembers = new Set(moved);
    const groups = new UnionFind(this.members.length);
    const { times, time } = this;
    for (const { index, bodies, free } of moved)
      for (const body of bodies)
        if (free || this.isFastLink(body))
          scene.visitAround(body, this.travelOf(body) * 2 + this.settings.margin, ({ a, b }) => {
            const other = this.owners.get(a === body ? b : a);
            if (!mayTouch(this.owners.get(a), this.owners.get(b))) return;
            times[index] = Math.min(times[index], this.timeUntil(a, b));
            // A slow body is not stopped: it is too slow to pass through a body that stops.
            if (other && fastMembers.has(other.member)) groups.join(index, other.member.index);
          });
    // Fast bodies that may meet each other stop together.
    for (const { index } of moved) {
      const root = groups.rootOf(index);
      times[root] = Math.min(times[root], times[index]);
    }
    for (const member of moved) {
      times[member.index] = times[groups.rootOf(member.index)];
      if (times[member.index] >= time) continue;
      const path = this.paths.get(member);
      if (path) {
        path.stopAt(times[member.index] / time);
        continue;
      }
      const [body] = member.bodies;
      movedPose(this.motionOf(body), this.startOf(body), times[member.index], stopped);
      member.stopAt(stopped);
    }
    this.recordCrossings(scene, moved);
  }

  /** The crossings since the last call. */
  takeCrossings(): readonly (readonly [sensor: Body, other: Body])[] {
    const { crossings } = this;
    if (crossings.length > 0) this.crossings = [];
    return crossings;
  }

  /** Records the sensors on the paths of fast free bodies; a path ends where its body was stopped. */
  private recordCrossings({ bodyIndex }: Scene, moved: readonly Member[]): void {
    const { sensorList } = this.surfaces;
    if (sensorList.size === 0) return;
    this.motions.clear();
    for (const { bodies, free } of moved)
      for (const body of bodies)
        for (const sensor of sensorList)
          if (free && !sensorList.has(body) && bodyIndex.doMasksAllow(sensor, body) && this.doMeet(sensor, body))
            this.crossings.push([sensor, body]);
  }

  /** Whether two bodies meet on their paths. */
  private doMeet(a: Body, b: Body): boolean {
    const { p, q } = this;
    const atA = { volume: a.volume, current: this.startOf(a) };
    const atB = { volume: b.volume, current: this.startOf(b) };
    let isMeeting = false;
    this.parts.forEachPair(atA, atB, this.travelOf(a) + this.travelOf(b), (partA, partB) => {
      p.set(atA, partA);
      q.set(atB, partB);
      isMeeting ||= touchesWithin(p, this.motionOf(a), q, this.motionOf(b), this.time, 0);
    });
    return isMeeting;
  }

  /** Measures the paths of all robots, and returns the robots with a fast link. */
  private fastRobots(): Member[] {
    const fast: Member[] = [];
    for (const [member, path] of this.paths) {
      if (member.isAsleep) continue;
      path.end();
      if (member.bodies.some((body) => this.isFastLink(body))) fast.push(member);
    }
    return fast;
  }

  private isFastLink(body: Body): boolean {
    const link = this.links.get(body);
    if (!link) return false;
    const limit = fastFraction * thicknessOf(body.volume, this.settings.margin);
    return link.path.longest > limit && this.travelOf(body) > limit;
  }

  /** An upper bound of the path lengths of a body's points, in meters. */
  private travelOf(body: Body): number {
    const link = this.links.get(body);
    if (link) return this.owners.get(body)?.member.isAsleep ? 0 : link.path.lengthOf(link.shape);
    const motion = this.motionOf(body);
    const start = this.startOf(body);
    const [linear, angular] = [norm(motion, 3), norm(motion, 6)];
    if (angular === 0) return this.time * linear;
    // The body rotates about its center of mass, which may lie outside it.
    const arm = length([motion[0] - start[0], motion[1] - start[1], motion[2] - start[2]]);
    return this.time * (linear + angular * (arm + body.volume.radiusAboutOrigin));
  }

  /** The time at which two bodies begin to overlap deeper than allowed, in seconds; infinite if they do not. */
  private timeUntil(a: Body, b: Body): number {
    if (this.links.has(a) || this.links.has(b)) return this.timeOnPaths(a, b);
    const { p, q, settings } = this;
    const [motionA, motionB] = [this.motionOf(a), this.motionOf(b)];
    const [startA, startB] = [this.startOf(a), this.startOf(b)];
    const [atA, atB] = [
      { volume: a.volume, current: startA },
      { volume: b.volume, current: startB },
    ];
    const travel = this.travelOf(a) + this.travelOf(b);
    const minDepth = smallestOverlap(a.volume, b.volume, settings);
    // Two crossing triangles may overlap by more than their solids, which contacts separate. They must not stop a body: the other one would move on
    // into it.
    const areSurfaces = isSurfacePair(a, b);
    let firstTime = Infinity;
    this.parts.forEachPair(atA, atB, travel, (partA, partB) => {
      p.set(atA, partA);
      q.set(atB, partB);
      const depth = Math.max(minDepth, overlapLimit(p.shape, q.shape, settings));
      // A sheet cannot pass through a half-space.
      if (depth === Infinity) return;
      firstTime = Math.min(firstTime, timeOfOverlap(p, motionA, q, motionB, this.time, depth, areSurfaces));
    });
    return firstTime;
  }

  /** Like `timeUntil`, if one of the bodies belongs to a robot. */
  private timeOnPaths(a: Body, b: Body): number {
    const { p, q, settings } = this;
    const atA = { volume: a.volume, current: new Float64Array(7) };
    const atB = { volume: b.volume, current: new Float64Array(7) };
    const moveTo = (fraction: number): void => {
      this.placeOnPath(a, fraction, atA.current);
      this.placeOnPath(b, fraction, atB.current);
    };
    const length = this.travelOf(a) + this.travelOf(b);
    const minDepth = smallestOverlap(a.volume, b.volume, settings);
    // Links of one robot may overlap deeply, for example after a configuration was set, and contacts then separate them. Such links must not stop the
    // robot: it would hang in the air.
    const isSameRobot = this.owners.get(a)?.member === this.owners.get(b)?.member;
    let firstFraction = Infinity;
    moveTo(0);
    this.parts.forEachPair(atA, atB, length, (partA, partB) => {
      const placeParts = (fraction: number): void => {
        moveTo(fraction);
        p.set(atA, partA);
        q.set(atB, partB);
      };
      placeParts(0);
      const depth = Math.max(minDepth, overlapLimit(p.shape, q.shape, settings));
      if (depth === Infinity) return;
      firstFraction = Math.min(firstFraction, pathFractionOfOverlap(p, q, placeParts, length, depth, isSameRobot));
    });
    return firstFraction * this.time;
  }

  private placeOnPath(body: Body, fraction: number, out: Float64Array): void {
    const link = this.links.get(body);
    if (!link || this.owners.get(body)?.member.isAsleep)
      movedPose(this.motionOf(body), this.startOf(body), fraction * this.time, out);
    else out.set(link.path.placeAt(fraction).subarray(7 * link.shape, 7 * link.shape + 7));
  }

  /** The pose from which a body moved; its present pose if it is static, asleep or a robot's link. */
  private startOf(body: Body): Float64Array {
    const start = this.starts.get(body);
    return start && !this.owners.get(body)?.member.isAsleep ? start : body.current;
  }

  /** The motion with constant velocities from a body's old pose to its new one. */
  private motionOf(body: Body): Float64Array {
    let motion = this.motions.get(body);
    if (motion) return motion;
    motion = new Float64Array(motionSize);
    this.motions.set(body, motion);
    const start = this.startOf(body);
    if (start === body.current) return motion;
    const owner = this.owners.get(body);
    const center = owner?.member.free?.center ?? body.volume.bounds.center;
    const { current } = body;
    const { time } = this;
    const rotation = this.rotationVectorOf(owner, start, current);
    vectorToWorld(start, center[0], center[1], center[2], before, 0);
    vectorToWorld(current, center[0], center[1], center[2], after, 0);
    for (let k = 0; k < 3; k++) {
      motion[k] = start[k] + before[k];
      motion[3 + k] = (current[k] + after[k] - motion[k]) / time;
      motion[6 + k] = rotation[k] / time;
    }
    return motion;
  }

  /** The rotation vector between two poses, with the whole turns of a body that spins fast. */
  private rotationVectorOf(owner: ShapeOwner | undefined, start: Float64Array, end: Float64Array): Vec3 {
    const rotation = rotationBetween(start.subarray(3), end.subarray(3));
    if (!owner?.member.free) return rotation;
    const { v } = owner.member;
    vectorToWorld(end, v[3], v[4], v[5], before, 0);
    const { time } = this;
    const spin: Vec3 = [before[0] * time, before[1] * time, before[2] * time];
    const spinAngle = length(spin);
    if (spinAngle < Math.PI / 2) return rotation;
    const angle = length(rotation);
    const axis: Vec3 =
      angle > 1e-6
        ? [rotation[0] / angle, rotation[1] / angle, rotation[2] / angle]
        : [spin[0] / spinAngle, spin[1] / spinAngle, spin[2] / spinAngle];
    const wholeTurns = 2 * Math.PI * Math.round((dot(spin, axis) - angle) / (2 * Math.PI));
    return [axis[0] * (angle + wholeTurns), axis[1] * (angle + wholeTurns), axis[2] * (angle + wholeTurns)];
  }
}

function norm(v: Float64Array, at: number): number {
  return Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]);
}

const before = /* @__PURE__ */ new Float64Array(3);
const after = /* @__PURE__ */ new Float64Array(3);
const stopped = /* @__PURE__ */ new Float64Array(7);
