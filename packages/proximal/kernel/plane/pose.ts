// Rigid motions of the plane, and what two shapes at their poses measure together.

import * as ShapeBlock from '../blocks/shape-block.ts';
import { EPSILON } from '../constants.ts';
import { ld, ldi, st } from '../port/memory.ts';
import {
  FLOOR,
  GAP,
  POSE_A,
  POSE_B,
  RADII,
  RECORD_A_INT,
  RECORD_B_INT,
  RECORD_REACH,
  RECORD_SIZE,
  RELATIVE_TOLERANCE,
  ROTATION,
  TOLERANCE,
  TRANSLATION,
} from './layout.ts';

/** Doubles above this stand for "unbounded". */
const HUGE: f64 = 1.0e300;

/** Cosines and sines whose squares add up to one but for this are taken as they are, so that poses pass through unchanged. */
const UNIT: f64 = 4.0e-16;
/** Squared lengths in between have lost no digits to under- or overflow. */
const SHORTEST: f64 = 1.0e-200;
const LONGEST: f64 = 1.0e200;

/** Whether both poses of the workspace are poses; the directions of those that are get unit length. */
// @inline
export function hasPoses(w: i32): bool {
  return (isReady(w + POSE_A) && isReady(w + POSE_B)) || (mendPose(w + POSE_A) && mendPose(w + POSE_B));
}

/** Whether a pose needs no work. A difference of two infinities or NaN is NaN, so that one comparison checks a position. */
// @inline
function isReady(pose: i32): bool {
  const x: f64 = ld(pose);
  const y: f64 = ld(pose + 1);
  const cosine: f64 = ld(pose + 2);
  const sine: f64 = ld(pose + 3);
  return Math.abs(cosine * cosine + sine * sine - 1.0) < UNIT && x - x + (y - y) === 0.0;
}

/** Scales a pose's direction to unit length. False if the pose is none. */
function mendPose(pose: i32): bool {
  const x: f64 = ld(pose);
  const y: f64 = ld(pose + 1);
  const cosine: f64 = ld(pose + 2);
  const sine: f64 = ld(pose + 3);
  const squared: f64 = cosine * cosine + sine * sine;
  if (!(x - x + (y - y) === 0.0 && squared > SHORTEST && squared < LONGEST)) return false;
  const factor: f64 = Math.abs(squared - 1.0) < UNIT ? 1.0 : 1.0 / Math.sqrt(squared);
  st(pose + 2, cosine * factor);
  st(pose + 3, sine * factor);
  return true;
}

// The queries keep these numbers in variables and in memory, so each has a function of its own that is pasted into both.

/** Cosine of the angle from A to B. */
// @inline
export function relativeCosine(w: i32): f64 {
  return ld(w + POSE_A + 2) * ld(w + POSE_B + 2) + ld(w + POSE_A + 3) * ld(w + POSE_B + 3);
}

// @inline
export function relativeSine(w: i32): f64 {
  return ld(w + POSE_A + 2) * ld(w + POSE_B + 3) - ld(w + POSE_A + 3) * ld(w + POSE_B + 2);
}

/**
 * B's origin in A's frame. The difference of the two positions is formed first, so that an answer does not depend on where in the
 * world the pair is.
 */
// @inline
export function relativeX(w: i32): f64 {
  const x: f64 = ld(w + POSE_B) - ld(w + POSE_A);
  const y: f64 = ld(w + POSE_B + 1) - ld(w + POSE_A + 1);
  return ld(w + POSE_A + 2) * x + ld(w + POSE_A + 3) * y;
}

// @inline
export function relativeY(w: i32): f64 {
  const x: f64 = ld(w + POSE_B) - ld(w + POSE_A);
  const y: f64 = ld(w + POSE_B + 1) - ld(w + POSE_A + 1);
  return ld(w + POSE_A + 2) * y - ld(w + POSE_A + 3) * x;
}

/** The rounding error of a coordinate in A's frame: of the largest one that enters a difference. */
// @inline
export function floorOf(a: i32, b: i32, x: f64, y: f64): f64 {
  return 32.0 * EPSILON * (Math.abs(x) + Math.abs(y) + ld(a + RECORD_REACH) + ld(b + RECORD_REACH));
}

/** Outside this range of lengths products of eight of them leave that of doubles, and nothing could be proven: its floors. */
const LOWEST_FLOOR: f64 = 1.0e-25 * (32.0 * EPSILON);
const HIGHEST_FLOOR: f64 = 1.0e30 * (32.0 * EPSILON);

/** Whether lengths of this floor are ones to go on with. Points in one place have none, and are. */
// @inline
export function isFloorInRange(floor: f64, a: i32, b: i32, x: f64, y: f64): bool {
  if (floor >= LOWEST_FLOOR && floor < HIGHEST_FLOOR) return true;
  return Math.abs(x) + Math.abs(y) + ld(a + RECORD_REACH) + ld(b + RECORD_REACH) === 0.0;
}

/** The same for the pair as `measurePair` left it. */
export function isInRange(w: i32): bool {
  const a: i32 = ldi(2 * w + RECORD_A_INT);
  const b: i32 = ldi(2 * w + RECORD_B_INT);
  return isFloorInRange(ld(w + FLOOR), a, b, ld(w + TRANSLATION), ld(w + TRANSLATION + 1));
}

/** The gap between the bounds at which a query has converged. */
// @inline
export function gapOf(w: i32, a: i32, b: i32, floor: f64): f64 {
  // The smaller body that has a size sets the scale of the relative tolerance: chosen without a branch, which nobody could guess.
  const smaller: i32 = a + (b - a) * (ld(b + RECORD_SIZE) < ld(a + RECORD_SIZE) ? 1 : 0);
  const size: f64 = ld(smaller + RECORD_SIZE) < HUGE ? ld(smaller + RECORD_SIZE) : 1.0;
  const relative: f64 = ld(w + RELATIVE_TOLERANCE) * size;
  const wanted: f64 = ld(w + TOLERANCE) > relative ? ld(w + TOLERANCE) : relative;
  return wanted > floor ? wanted : floor;
}

/** B's pose in A's frame. */
export function relativePose(w: i32): void {
  st(w + ROTATION, relativeCosine(w));
  st(w + ROTATION + 1, relativeSine(w));
  st(w + TRANSLATION, relativeX(w));
  st(w + TRANSLATION + 1, relativeY(w));
}

/** Radii and tolerances of the two shapes at their relative pose. */
export function measurePair(w: i32): void {
  const a: i32 = ldi(2 * w + RECORD_A_INT);
  const b: i32 = ldi(2 * w + RECORD_B_INT);
  const floor: f64 = floorOf(a, b, ld(w + TRANSLATION), ld(w + TRANSLATION + 1));
  st(w + FLOOR, floor);
  st(w + GAP, gapOf(w, a, b, floor));
  st(w + RADII, ShapeBlock.radius(a) + ShapeBlock.radius(b));
}
