// Conservative advancement: the time of impact of two moving convex shapes, from distance queries (Mirtich 1996).
//
// At a time t the query proves that a slab of width `lower`, perpendicular to the normal n, separates the shapes. A point x of a body, relative to
// the body's origin, moves along n at n·v + n·(ω × x) ≤ n·v + |n × ω| r, where r is the largest |x|. A rounded shape is a core with
// a ball swept over it. Rotation does not change the ball, so r refers to the core. So the gap along n closes at most at the speed
// c = n·(vA − vB) + |n × ωA| rA + |n × ωB| rB, and the shapes do not come within `margin` before t + (lower − margin) / c.
// Without rotation c is the exact speed. If c ≤ 0, the slab separates the shapes until the end. Each step is proven, so the time is never too late.
//
// Shapes that touch at the start are a hit only if they approach. Until their distance has exceeded the margin by more than the tolerance
// once, a step is so short that it cannot close more than the tolerance, and the first step that finds them approaching reports a hit at time 0.

import { compose, inverse } from '../../math/pose.ts';
import { cross, dot, length, subtract, type Vec3 } from '../../math/vec3.ts';
import { Pair } from '../../proximity/pair.ts';
import type { Status, Termination } from '../../proximity/result.ts';
import { type Impact, impactOf } from '../../query/impact.ts';
import type { Shape } from '../../shapes/shape.ts';
import { type Mover, poseAt } from './motion.ts';

/** A convex part of a moving body. */
export interface MovingPart {
  readonly shape: Shape;
  readonly mover: Mover;
  /** The part's pose in its body's frame; null for the identity. */
  readonly partPose: Float64Array | null;
  /** A bound on the distances of the core's points from the body's origin, in meters. */
  readonly radius: number;
}

export interface AdvanceSettings {
  /** Shapes are in contact if their distance is at most this, in meters. */
  readonly margin: number;
  /**
   * Shapes also count as touching if their distance exceeds the margin by at most this, in meters. Undefined: 1e-8 of the smaller
   * bounding radius that is above 0 and finite, or 1e-8 m if there is none.
   */
  readonly tolerance: number | undefined;
  readonly maxIterations: number;
  /** The end of the time interval that is searched; also the `upper` of separated shapes. */
  readonly end: number;
  /** The end of the motion, which is `upper` if the shapes may touch but no time of proven contact is known. */
  readonly upTo: number;
}

export type Advance = Impact<Vec3>;

const poseA = /* @__PURE__ */ new Float64Array(7);
const poseB = /* @__PURE__ */ new Float64Array(7);

export function movingPart(mover: Mover, shape: Shape, partPose: Float64Array | null): MovingPart {
  const { center } = shape;
  const offset = partPose ? length([partPose[0], partPose[1], partPose[2]]) : 0;
  return { shape, mover, partPose, radius: offset + length(center) + Math.max(0, shape.boundingRadius - shape.radius) };
}

export function advance(a: MovingPart, b: MovingPart, settings: AdvanceSettings): Advance {
  const { margin, maxIterations, end, upTo } = settings;
  const size = Math.min(
    ...[a, b].map(({ shape }) => shape.boundingRadius).filter((each) => each > 0 && each < Infinity),
  );
  const tolerance = settings.tolerance ?? 1e-8 * (Number.isFinite(size) ? size : 1);
  const pair = new Pair(a.shape, b.shape, { tolerance: tolerance / 8, relativeTolerance: 0 });
  // Smaller closing speeds are rounding errors, for example of shapes that slide along each other.
  const negligible = 1e-12 * (speedScale(a) + speedScale(b));
  let t = 0;
  let hasSeparated = false;
  for (let k = 1; ; k++) {
    writePoses(a, b, t);
    const found = pair.distance(poseA, poseB);
    const { status, distance, lower, normal, pointA, pointB } = found;
    const resultOf = (hit: boolean, time: number, upper: number, result: Status, termination: Termination): Advance =>
      impactOf(found, hit, time, upper, result, termination, k);
    const hitTime = hasSeparated ? t : 0;
    // Overlap is possible at the start; later, the bounds exclude it up to the tolerance.
    if (status === 'overlapping') return resultOf(true, hitTime, t, t === 0 ? 'overlapping' : 'touching', 'converged');
    if (status === 'unknown' || !(distance >= 0)) return resultOf(false, t, upTo, 'unknown', 'stalled');
    const closingBound = closingSpeedBound(a, b, normal);
    const isClose = distance - margin <= tolerance;
    const approach = Math.min(closingBound, speedAt(a, b, normal, pointA, pointB));
    if (isClose && (hasSeparated || approach > negligible)) {
      const speed = Math.max(approach, closingBound * 1e-6);
      const contact = resultOf(true, hitTime, upTo, 'touching', 'converged');
      return { ...contact, upper: provenContactTime(a, b, pair, t + (4 * tolerance) / speed, settings) };
    }
    if (!isClose) hasSeparated = true;
    if (!(closingBound > (isClose ? negligible : 0))) return resultOf(false, end, end, 'separated', 'converged');
    const next = t + Math.max(lower - margin, isClose ? tolerance : 0) / closingBound;
    if (next >= end) return resultOf(false, end, end, 'separated', 'converged');
    if (!(next > t)) return resultOf(false, t, upTo, 'unknown', 'stalled');
    if (k >= maxIterations) return resultOf(false, next, upTo, 'unknown', 'limit');
    t = next;
  }
}

function writePoses(a: MovingPart, b: MovingPart, t: number): void {
  writePose(a, t, poseA);
  writePose(b, t, poseB);
}

function writePose({ mover, partPose }: MovingPart, t: number, out: Float64Array): void {
  poseAt(mover, t, out);
  if (partPose) out.set(compose(out, partPose));
}

/** An upper bound on the closing speed of the gap along `normal`. */
function closingSpeedBound(a: MovingPart, b: MovingPart, normal: Vec3): number {
  return dot(subtract(a.mover.linear, b.mover.linear), normal) + rotationSpeed(a, normal) + rotationSpeed(b, normal);
}

function rotationSpeed({ mover: { angular }, radius }: MovingPart, normal: Vec3): number {
  const speed = length(cross(normal, angular));
  // The radius of a half-space is infinite, but adds nothing without rotation.
  return speed === 0 ? 0 : speed * radius;
}

/** The order of magnitude of a part's speed. */
function speedScale({ mover: { linear, angular }, radius }: MovingPart): number {
  const speed = length(angular);
  return length(linear) + (speed === 0 ? 0 : speed * radius);
}

/** The closing speed of the gap between the nearest points. */
function speedAt(a: MovingPart, b: MovingPart, normal: Vec3, pointA: Vec3, pointB: Vec3): number {
  return dot(subtract(velocity(a, poseA, pointA), velocity(b, poseB, pointB)), normal);
}

function velocity({ mover: { linear, angular }, partPose }: MovingPart, pose: Float64Array, point: Vec3): Vec3 {
  // The velocity of a point of the body: v + ω × (point − the body's origin).
  const origin: Vec3 = partPose ? originOf(pose, partPose) : [pose[0], pose[1], pose[2]];
  const byRotation = cross(angular, subtract(point, origin));
  return [linear[0] + byRotation[0], linear[1] + byRotation[1], linear[2] + byRotation[2]];
}

/** The body's origin, from the part's pose in the world and in the body's frame. */
function originOf(pose: Float64Array, partPose: Float64Array): Vec3 {
  const bodyPose = compose(pose, inverse(partPose));
  return [bodyPose[0], bodyPose[1], bodyPose[2]];
}

/** `guess` if the shapes are proven to be in contact at this time; otherwise `upTo`. */
function provenContactTime(
  a: MovingPart,
  b: MovingPart,
  pair: Pair,
  guess: number,
  { margin, upTo }: AdvanceSettings,
): number {
  if (!(guess < upTo)) return upTo;
  writePoses(a, b, guess);
  const { status, upper } = pair.distance(poseA, poseB);
  return status === 'overlapping' || upper <= margin ? guess : upTo;
}
