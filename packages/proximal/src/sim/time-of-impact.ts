// Whether and when two convex parts touch or overlap within a step, by conservative advancement: see scene/cast/advance.ts.

import type { SignedMeasure } from '../proximity/penetration.ts';
import { createResult } from '../proximity/result.ts';
import { writeDistance, writeSignedDistance } from '../proximity/reused-results.ts';
import type { PosedShape } from '../scene/patch/manifold.ts';
import { movedPose, vectorToWorld, velocityAt } from './body-motions.ts';

/** Parts touch if they are nearer than this fraction of the smaller bounding radius. */
const touchFraction = 1e-8;
/** The largest number of queries; parts that pass each other need fewer. Undecided pairs count as touching. */
const maxQueries = 60;
/** The largest number of queries on paths for which only an upper bound of the length is known. */
const maxPathQueries = 300;
/** A part that moves at less than this angle to a surface, in radians, slides along it. */
const grazingAngle = 1e-3;
/** Normals with at least this cosine count as parallel. */
const parallelCosine = 0.99;
/** Flat shapes are checked for sliding at this fraction of the time of their first touch. */
const beforeTouch = 0.99;
/** Times at which touching parts are checked again, as fractions of the remaining time. */
const laterFractions = [0.05, 0.3, 0.65];

const poseA = /* @__PURE__ */ new Float64Array(7);
const poseB = /* @__PURE__ */ new Float64Array(7);
const va = /* @__PURE__ */ new Float64Array(3);
const vb = /* @__PURE__ */ new Float64Array(3);
const center = /* @__PURE__ */ new Float64Array(3);

/** Results of queries, made once, because a step has hundreds of queries. Each is valid until the next query of its kind. */
const nearest = /* @__PURE__ */ createResult();
const measured: SignedMeasure = /* @__PURE__ */ createResult();

/**
 * Whether two parts touch within the step.
 * @param motionA how A moves: see `BodyMotions`
 * @param slack overlap that parts sliding along each other may have without counting as touching, in meters
 */
export function touchesWithin(
  a: PosedShape,
  motionA: Float64Array,
  b: PosedShape,
  motionB: Float64Array,
  timeStep: number,
  slack: number,
): boolean {
  // Usually the end of the step decides.
  const after = distanceAt(a, motionA, b, motionB, timeStep);
  if (after.distance < -slack || (after.distance <= 0 && !isGrazing(after, motionA, motionB, timeStep))) return true;
  const time = touchingTime(a, motionA, b, motionB, timeStep);
  if (time > timeStep) return false;
  if (slack === 0) return true;
  // Flat shapes have no depth when they overlap, so `slack` cannot decide: they touch unless they slide shortly before.
  if (a.shape.inradius === 0 && b.shape.inradius === 0) {
    const t = beforeTouch * time;
    return !isGrazing(distanceAt(a, motionA, b, motionB, t), motionA, motionB, t);
  }
  return !laterFractions.every((fraction) => {
    const t = time + fraction * (timeStep - time);
    const result = distanceAt(a, motionA, b, motionB, t);
    // `time` is a lower bound: parts that roll may still be apart here, and meet at a later fraction.
    return result.distance > 0 || (result.distance >= -slack && isGrazing(result, motionA, motionB, t));
  });
}

/** Whether the parts touch first at a face with this normal, and not at an edge or corner beside it. */
export function touchesFaceFirst(
  a: PosedShape,
  motionA: Float64Array,
  b: PosedShape,
  motionB: Float64Array,
  timeStep: number,
  normal: readonly number[],
): boolean {
  const time = touchingTime(a, motionA, b, motionB, timeStep);
  if (time > timeStep) return false;
  place(a, motionA, b, motionB, time);
  const { normal: nearestNormal } = writeDistance(a.shape, poseA, b.shape, poseB, nearest);
  return nearestNormal[0] * normal[0] + nearestNormal[1] * normal[1] + nearestNormal[2] * normal[2] > parallelCosine;
}

function distanceAt(
  a: PosedShape,
  motionA: Float64Array,
  b: PosedShape,
  motionB: Float64Array,
  t: number,
): SignedMeasure {
  place(a, motionA, b, motionB, t);
  return writeSignedDistance(a.shape, poseA, b.shape, poseB, measured);
}

/** A lower bound of the time at which the parts first touch; infinite if they do not within the step. */
function touchingTime(
  a: PosedShape,
  motionA: Float64Array,
  b: PosedShape,
  motionB: Float64Array,
  timeStep: number,
): number {
  const tolerance = touchFraction * Math.min(a.shape.boundingRadius, b.shape.boundingRadius);
  const acceleration = centripetalOf(a, motionA) + centripetalOf(b, motionB);
  let t = 0;
  for (let k = 0; k < maxQueries; k++) {
    place(a, motionA, b, motionB, t);
    const { status, distance: gap, lower, normal } = writeDistance(a.shape, poseA, b.shape, poseB, nearest);
    if (status === 'overlapping' || status === 'unknown' || !(gap > tolerance)) return t;
    t += timeToClose(a, motionA, b, motionB, t, normal, acceleration, Math.max(lower, tolerance / 2));
    if (!(t <= timeStep)) return Infinity;
  }
  return t;
}

/**
 * A lower bound of the time at which the parts first overlap by `depth`; infinite if they do not within the step. The overlap at the start plus
 * depth/32 replaces `depth` if it is larger. The signed distance is the largest separation along any direction,
 * so the separation along the present normal bounds the signed distances of later times from below.
 * @param mayDeepen whether parts that overlap by more than `depth` at the start may overlap by any depth
 */
export function timeOfOverlap(
  a: PosedShape,
  motionA: Float64Array,
  b: PosedShape,
  motionB: Float64Array,
  timeStep: number,
  depth: number,
  mayDeepen = false,
): number {
  const acceleration = centripetalOf(a, motionA) + centripetalOf(b, motionB);
  let allowed = depth;
  let t = 0;
  for (let k = 0; k < maxQueries; k++) {
    const { status, lower, normal } = distanceAt(a, motionA, b, motionB, t);
    if (status === 'unknown') return t;
    if (k === 0 && mayDeepen && -lower > depth) return Infinity;
    if (k === 0) allowed = Math.max(depth, depth / 32 - lower);
    const remaining = lower + allowed;
    if (!(remaining > depth / 64)) return t;
    t += timeToClose(a, motionA, b, motionB, t, normal, acceleration, remaining);
    if (!(t <= timeStep)) return Infinity;
  }
  return t;
}

/**
 * Like `timeOfOverlap` for parts on any paths: the fraction of their paths, from 0 to 1, at which they first overlap by `depth`;
 * infinite if they do not.
 * @param place places both parts at a fraction of their paths
 * @param length bounds the sum of both parts' path lengths, in meters
 * @param mayDeepen whether parts that overlap by more than `depth` at the start may overlap by any depth
 */
export function pathFractionOfOverlap(
  a: PosedShape,
  b: PosedShape,
  place: (fraction: number) => void,
  length: number,
  depth: number,
  mayDeepen: boolean,
): number {
  let allowed = depth;
  let fraction = 0;
  for (let k = 0; k < maxPathQueries; k++) {
    place(fraction);
    const { status, lower } = writeSignedDistance(a.shape, a.pose, b.shape, b.pose, measured);
    if (status === 'unknown') return fraction;
    if (k === 0 && mayDeepen && -lower > depth) return Infinity;
    if (k === 0) allowed = Math.max(depth, depth / 32 - lower);
    const remaining = lower + allowed;
    if (!(remaining > depth / 64)) return fraction;
    fraction += remaining / length;
    if (!(fraction <= 1)) return Infinity;
  }
  return fraction;
}

/**
 * A lower bound of the time, from t on, in which the parts approach each other by a distance along a normal n. A core's center approaches with its
 * velocity along n, which changes at most at the rate of its centripetal acceleration. The rest of the core rotates about the center, which adds a
 * speed along n of at most |n × ω| times the core's radius.
 */
function timeToClose(
  a: PosedShape,
  motionA: Float64Array,
  b: PosedShape,
  motionB: Float64Array,
  t: number,
  normal: readonly number[],
  acceleration: number,
  gap: number,
): number {
  velocityLater(motionA, centerOf(a, poseA), t, va);
  velocityLater(motionB, centerOf(b, poseB), t, vb);
  const closing =
    (va[0] - vb[0]) * normal[0] +
    (va[1] - vb[1]) * normal[1] +
    (va[2] - vb[2]) * normal[2] +
    rotationSpeed(motionA, normal, a.shape.boundingRadius - a.shape.radius) +
    rotationSpeed(motionB, normal, b.shape.boundingRadius - b.shape.radius);
  if (!(closing > 0 || acceleration > 0)) return Infinity;
  // closing s + acceleration s²/2 = gap.
  return (2 * gap) / (closing + Math.sqrt(closing * closing + 2 * acceleration * gap));
}

/** The center of a part's core at a pose. Valid until the next call. */
function centerOf({ shape }: PosedShape, pose: Float64Array): Float64Array {
  const { center: c } = shape;
  vectorToWorld(pose, c[0], c[1], c[2], center, 0);
  for (let k = 0; k < 3; k++) center[k] += pose[k];
  return center;
}

/** The centripetal acceleration of a core's center: |ω|² times its distance from the center of rotation. */
function centripetalOf(part: PosedShape, motion: Float64Array): number {
  const square = motion[6] * motion[6] + motion[7] * motion[7] + motion[8] * motion[8];
  if (square === 0) return 0;
  centerOf(part, part.pose);
  let distance = 0;
  for (let k = 0; k < 3; k++) distance += (center[k] - motion[k]) ** 2;
  return square * Math.sqrt(distance);
}

function place(a: PosedShape, motionA: Float64Array, b: PosedShape, motionB: Float64Array, t: number): void {
  movedPose(motionA, a.pose, t, poseA);
  movedPose(motionB, b.pose, t, poseB);
}

/** A bound on the distances of a core's points from the center of rotation. */
export function radiusAboutPivot({ shape, pose }: PosedShape, motion: Float64Array): number {
  const x = shape.center[0];
  const y = shape.center[1];
  const z = shape.center[2];
  // The triangle inequality: the distance from the center of rotation to the body's origin, plus the distance from the origin to the farthest
  // point of the core.
  const dx = pose[0] - motion[0];
  const dy = pose[1] - motion[1];
  const dz = pose[2] - motion[2];
  return (
    Math.sqrt(x * x + y * y + z * z) + Math.sqrt(dx * dx + dy * dy + dz * dz) + shape.boundingRadius - shape.radius
  );
}

/** The largest speed along a unit vector n, due to rotation, of a point at most `radius` from the center of rotation: |n × ω| times `radius`. */
function rotationSpeed(motion: Float64Array, normal: readonly number[], radius: number): number {
  const x = normal[1] * motion[8] - normal[2] * motion[7];
  const y = normal[2] * motion[6] - normal[0] * motion[8];
  const z = normal[0] * motion[7] - normal[1] * motion[6];
  const rate = Math.sqrt(x * x + y * y + z * z);
  // 0 times the infinite radius of a half-space would be NaN.
  return rate > 0 ? rate * radius : 0;
}

/**
 * Whether the parts slide or separate at their nearest or deepest points. A rolling part has no velocity there, so the closing
 * velocity is also compared with the velocity of the centers of rotation.
 */
function isGrazing(
  { normal, pointA, pointB }: SignedMeasure,
  motionA: Float64Array,
  motionB: Float64Array,
  t: number,
): boolean {
  velocityLater(motionA, pointA, t, va);
  velocityLater(motionB, pointB, t, vb);
  let closing = 0;
  let speedSquared = 0;
  let centerSpeedSquared = 0;
  for (let k = 0; k < 3; k++) {
    const speed = va[k] - vb[k];
    closing += speed * normal[k];
    speedSquared += speed * speed;
    centerSpeedSquared += (motionA[3 + k] - motionB[3 + k]) ** 2;
  }
  return closing <= grazingAngle * Math.sqrt(Math.max(speedSquared, centerSpeedSquared));
}

/** The velocity of the body's point that is at a position at time t, when the center of rotation has moved by t times its velocity. */
function velocityLater(motion: Float64Array, position: ArrayLike<number>, t: number, out: Float64Array): void {
  velocityAt(motion, position[0] - t * motion[3], position[1] - t * motion[4], position[2] - t * motion[5], out);
}
