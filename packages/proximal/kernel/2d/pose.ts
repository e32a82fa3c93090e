// Rigid motions in 2D, and the sizes and tolerances of two posed shapes.

import * as ShapeBlock from '../blocks/shape-block.ts';
import { EPSILON } from '../constants.ts';
import { ld, st } from '../port/memory.ts';
import * as PlaneQuery from './blocks/plane-query.ts';
import * as PlaneShape from './blocks/plane-shape.ts';

/** The `extent` of a shape without a size: a point or an unbounded shape. */
const HUGE: f64 = 1.0e300;

/** If cos² + sin² differs from one by less than this, the pose is used unchanged. */
const UNIT: f64 = 4.0e-16;
/** Squared lengths between these two have lost no digits to under- or overflow. */
const SHORTEST: f64 = 1.0e-200;
const LONGEST: f64 = 1.0e200;

/** Normalizes the directions of both poses of the workspace. False if a pose is invalid. */
// @inline
export function normalizePoses(w: i32): bool {
  return (
    (isReady(w + PlaneQuery.POSE_A) && isReady(w + PlaneQuery.POSE_B)) ||
    (normalizePose(w + PlaneQuery.POSE_A) && normalizePose(w + PlaneQuery.POSE_B))
  );
}

/** Copies the poses at two addresses into the workspace. */
// @inline
export function copyPoses(w: i32, poseA: i32, poseB: i32): void {
  PlaneQuery.setPoseA(w, 0, ld(poseA));
  PlaneQuery.setPoseA(w, 1, ld(poseA + 1));
  PlaneQuery.setPoseA(w, 2, ld(poseA + 2));
  PlaneQuery.setPoseA(w, 3, ld(poseA + 3));
  PlaneQuery.setPoseB(w, 0, ld(poseB));
  PlaneQuery.setPoseB(w, 1, ld(poseB + 1));
  PlaneQuery.setPoseB(w, 2, ld(poseB + 2));
  PlaneQuery.setPoseB(w, 3, ld(poseB + 3));
}

/** Whether two poses are valid and normalized. */
// @inline
export function areReady(poseA: i32, poseB: i32): bool {
  return isReady(poseA) && isReady(poseB);
}

/** Whether a pose is valid and normalized. x − x is NaN for an infinity or NaN, so one comparison checks a position. */
// @inline
function isReady(pose: i32): bool {
  const x: f64 = ld(pose);
  const y: f64 = ld(pose + 1);
  const cosine: f64 = ld(pose + 2);
  const sine: f64 = ld(pose + 3);
  return Math.abs(cosine * cosine + sine * sine - 1.0) < UNIT && x - x + (y - y) === 0.0;
}

/** Scales the direction (cos, sin) of a pose to unit length. False if the pose is invalid. */
function normalizePose(pose: i32): bool {
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

// Queries need these numbers in local variables and in memory, so each has an inlined function.

/** Cosine of the angle from A to B. A pose is x y cos sin at its address. */
// @inline
export function relativeCosine(poseA: i32, poseB: i32): f64 {
  return ld(poseA + 2) * ld(poseB + 2) + ld(poseA + 3) * ld(poseB + 3);
}

// @inline
export function relativeSine(poseA: i32, poseB: i32): f64 {
  return ld(poseA + 2) * ld(poseB + 3) - ld(poseA + 3) * ld(poseB + 2);
}

/**
 * The x of B's origin in A's frame. The difference of the two positions is formed first, so that a result does not depend on the pair's
 * position in the world.
 */
// @inline
export function relativeX(poseA: i32, poseB: i32): f64 {
  const x: f64 = ld(poseB) - ld(poseA);
  const y: f64 = ld(poseB + 1) - ld(poseA + 1);
  return ld(poseA + 2) * x + ld(poseA + 3) * y;
}

// @inline
export function relativeY(poseA: i32, poseB: i32): f64 {
  const x: f64 = ld(poseB) - ld(poseA);
  const y: f64 = ld(poseB + 1) - ld(poseA + 1);
  return ld(poseA + 2) * y - ld(poseA + 3) * x;
}

/** A bound on the rounding error of coordinates in A's frame: 32 ε times a bound on all coordinates that enter a difference. */
// @inline
export function floorOf(a: i32, b: i32, x: f64, y: f64): f64 {
  return (
    32.0 * EPSILON * (Math.abs(x) + Math.abs(y) + PlaneShape.radiusAboutOrigin(a) + PlaneShape.radiusAboutOrigin(b))
  );
}

/**
 * The floors of lengths of 1e-25 m and 1e30 m: in between, products of eight lengths neither over- nor underflow; outside nothing
 * can be proven.
 */
const LOWEST_FLOOR: f64 = 1.0e-25 * (32.0 * EPSILON);
const HIGHEST_FLOOR: f64 = 1.0e30 * (32.0 * EPSILON);

/** Whether lengths of this floor are in range. Points that coincide at both bodies' origins, with a floor of zero, are in range. */
// @inline
export function isFloorInRange(floor: f64, a: i32, b: i32, x: f64, y: f64): bool {
  if (floor >= LOWEST_FLOOR && floor < HIGHEST_FLOOR) return true;
  return Math.abs(x) + Math.abs(y) + PlaneShape.radiusAboutOrigin(a) + PlaneShape.radiusAboutOrigin(b) === 0.0;
}

/** Like `isFloorInRange`, for the pose and the floor in the workspace. */
// @inline
export function isInRange(w: i32): bool {
  const a: i32 = PlaneQuery.recordA(w);
  const b: i32 = PlaneQuery.recordB(w);
  return isFloorInRange(PlaneQuery.floor(w), a, b, PlaneQuery.translation(w, 0), PlaneQuery.translation(w, 1));
}

/** The gap between the bounds at which a query has converged: the larger tolerance, but at least the floor. */
// @inline
export function gapOf(w: i32, a: i32, b: i32, floor: f64): f64 {
  // The smaller body that has a size sets the scale of the relative tolerance: chosen without a branch, which would be unpredictable.
  const smaller: i32 = a + (b - a) * (PlaneShape.extent(b) < PlaneShape.extent(a) ? 1 : 0);
  const size: f64 = PlaneShape.extent(smaller) < HUGE ? PlaneShape.extent(smaller) : 1.0;
  const relative: f64 = PlaneQuery.relativeTolerance(w) * size;
  const requested: f64 = PlaneQuery.tolerance(w) > relative ? PlaneQuery.tolerance(w) : relative;
  return requested > floor ? requested : floor;
}

/** B's pose in A's frame. */
export function relativePose(w: i32): void {
  writeRelativePose(w, w + PlaneQuery.POSE_A, w + PlaneQuery.POSE_B);
}

/** Writes the pose of B, whose pose in the world is at `poseB`, in the frame of A. */
// @inline
export function writeRelativePose(w: i32, poseA: i32, poseB: i32): void {
  PlaneQuery.setRotation(w, 0, relativeCosine(poseA, poseB));
  PlaneQuery.setRotation(w, 1, relativeSine(poseA, poseB));
  PlaneQuery.setTranslation(w, 0, relativeX(poseA, poseB));
  PlaneQuery.setTranslation(w, 1, relativeY(poseA, poseB));
}

/** Writes the sum of the radii, the floor and the gap of the two shapes at their relative pose. */
export function measurePair(w: i32): void {
  const a: i32 = PlaneQuery.recordA(w);
  const b: i32 = PlaneQuery.recordB(w);
  const floor: f64 = floorOf(a, b, PlaneQuery.translation(w, 0), PlaneQuery.translation(w, 1));
  PlaneQuery.setFloor(w, floor);
  PlaneQuery.setGap(w, gapOf(w, a, b, floor));
  PlaneQuery.setRadii(w, ShapeBlock.radius(a) + ShapeBlock.radius(b));
}
