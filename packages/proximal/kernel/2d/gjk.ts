// GJK in the plane after Zhang et al., "Barycode-based GJK Algorithm" (2020). The sub-distance algorithm finds the part of the
// simplex nearest to the origin by the signs of the barycentric coordinates, the barycode: S2D (Alg. 3) with the four cases that
// are left when the newest vertex is known, cone regions (Alg. 4) and S1D (Alg. 5).
//
// Instead of the nearest point v, the loop keeps the vector d from v to the origin, of any length, which is the next support
// direction, and h = −d·v. For a vertex d = −v; for an edge d is perpendicular to the edge. This needs neither square roots nor
// divisions, and d is exact to rounding even on slivers, where a point combined from weights is not. Unpredictable choices (which
// end of an edge to keep) are integer arithmetic on addresses, because a mispredicted branch costs as much as a whole support
// call.

import * as ShapeBlock from '../blocks/shape-block.ts';
import * as PlaneQuery from './blocks/plane-query.ts';
import { LAST_PLAIN_KIND } from './constants.ts';
import { iterate } from './gjk-loops.ts';
import {
  ANY,
  FOR_CLEARANCE,
  FOR_COLLISION,
  FOR_DISTANCE,
  FOR_SIGN,
  finishUnknown,
  isFull,
  PLAIN,
  SHORTEST,
  separatedBy,
} from './gjk-steps.ts';
import { floorOf, gapOf, isInRange, writeRelativePose } from './pose.ts';

/** Whether the corners of both shapes are found inline, and the query is not traced. */
// @inline
export function isPlain(w: i32): bool {
  const kindA: i32 = ShapeBlock.kind(PlaneQuery.recordA(w));
  const kindB: i32 = ShapeBlock.kind(PlaneQuery.recordB(w));
  return kindA <= LAST_PLAIN_KIND && kindB <= LAST_PLAIN_KIND && PlaneQuery.wantedTrace(w) === 0;
}

/**
 * Finds B's pose in A's frame and iterates from the workspace's guess. Writes the simplex, the direction d from its nearest point
 * v to the origin, −d·v and −d·w with the last support point w: |v| = −d·v/|d| bounds the cores' distance from above and −d·w/|d|
 * from below. Returns the termination.
 *
 * A Boolean query, FOR_COLLISION (Alg. 6), uses the margin as its bound, and returns 0 if the shapes are farther apart, otherwise 1. The first
 * support point may decide it before any nearest point is known.
 */
export function gjk(w: i32, purpose: i32, margin: f64): i32 {
  return search(w, w + PlaneQuery.POSE_A, w + PlaneQuery.POSE_B, purpose, margin, ANY);
}

// The search for shapes whose corners are found inline.

/**
 * The distance query at the normalized poses at two addresses, which are in the list of a batch or in the workspace. `clearancePlain` has
 * no such parameters and reads the workspace: with them it was 2 to 10 % slower.
 */
export function distancePlain(w: i32, poseA: i32, poseB: i32): i32 {
  return search(w, poseA, poseB, FOR_DISTANCE, 0.0, PLAIN);
}

export function collidePlain(w: i32, margin: f64): i32 {
  return search(w, w + PlaneQuery.POSE_A, w + PlaneQuery.POSE_B, FOR_COLLISION, margin, PLAIN);
}

/** The distance alone, from the bounds of the final state. */
export function clearancePlain(w: i32): f64 {
  search(w, w + PlaneQuery.POSE_A, w + PlaneQuery.POSE_B, FOR_CLEARANCE, 0.0, PLAIN);
  return PlaneQuery.distance(w);
}

/**
 * The search, compiled separately for each purpose, and for PLAIN and ANY shapes: constant conditions are eliminated. It computes the
 * relative pose, the bounds at which the iterations end, and the first direction, and then iterates.
 */
// @inline
function search(w: i32, poseA: i32, poseB: i32, purpose: i32, margin: f64, shapes: i32): i32 {
  const recordA: i32 = PlaneQuery.recordA(w);
  const recordB: i32 = PlaneQuery.recordB(w);
  writeRelativePose(w, poseA, poseB);
  writeLimits(w, purpose, margin);
  const isRangeValid: bool = isInRange(w);
  let dx: f64 = PlaneQuery.guess(w, 0);
  let dy: f64 = PlaneQuery.guess(w, 1);
  if (!(dx * dx + dy * dy > SHORTEST)) {
    const bx: f64 = ShapeBlock.center(recordB, 0);
    const by: f64 = ShapeBlock.center(recordB, 1);
    const cosine: f64 = PlaneQuery.rotation(w, 0);
    const sine: f64 = PlaneQuery.rotation(w, 1);
    dx = cosine * bx - sine * by + (PlaneQuery.translation(w, 0) - ShapeBlock.center(recordA, 0));
    dy = sine * bx + cosine * by + (PlaneQuery.translation(w, 1) - ShapeBlock.center(recordA, 1));
    const squared: f64 = dx * dx + dy * dy;
    // Inscribed and bounding circles decide many queries that need no proof, unless an option excludes them. Circles are compared for PLAIN
    // shapes only: the circles of custom shapes are not verified.
    const hasCircles: bool = shapes === PLAIN && (purpose === FOR_COLLISION || purpose === FOR_CLEARANCE);
    if (hasCircles && isRangeValid && PlaneQuery.wantedCircles(w) === 1) {
      const floor: f64 = PlaneQuery.floor(w);
      if (doInscribedOverlap(recordA, recordB, squared, floor)) {
        if (purpose === FOR_CLEARANCE) PlaneQuery.setDistance(w, 0.0);
        return 1;
      }
      if (purpose === FOR_COLLISION && areBoundsApart(recordA, recordB, squared, margin, floor))
        return separatedBy(w, dx, dy);
    }
    if (!(squared > SHORTEST)) {
      dx = -1.0;
      dy = 0.0;
    }
  }
  return isRangeValid ? iterate(w, purpose, shapes, dx, dy) : finishUnknown(w, purpose, dx, dy, 0.0);
}

/** Writes the lengths with which the iterations compare |v| and the bounds. They compare squares: |v| ≤ r is h² ≤ r²|d|², because h = |d||v|. */
// @inline
function writeLimits(w: i32, purpose: i32, margin: f64): void {
  const recordA: i32 = PlaneQuery.recordA(w);
  const recordB: i32 = PlaneQuery.recordB(w);
  const radii: f64 = ShapeBlock.radius(recordA) + ShapeBlock.radius(recordB);
  const floor: f64 = floorOf(recordA, recordB, PlaneQuery.translation(w, 0), PlaneQuery.translation(w, 1));
  let gap: f64 = floor;
  let contact: f64 = radii + margin;
  let far: f64 = contact + floor;
  if (purpose !== FOR_COLLISION) {
    gap = gapOf(w, recordA, recordB, floor);
    // Below this the swept discs overlap, and the distance of the cores does not matter.
    contact = purpose === FOR_SIGN ? 0.0 : radii - gap;
    far = radii + PlaneQuery.upTo(w);
  }
  PlaneQuery.setRadii(w, radii);
  PlaneQuery.setFloor(w, floor);
  PlaneQuery.setGap(w, gap);
  PlaneQuery.setContactSquared(w, contact < floor ? floor * floor : contact * contact);
  PlaneQuery.setFarSquared(w, far * far);
  // Touching cores are tested for a depth only if the swept discs do not overlap already.
  if (isFull(purpose)) PlaneQuery.setMayRetestContact(w, contact > floor ? 0 : 1);
}

/** Whether the inscribed circles overlap, from the squared distance of the centers. */
// @inline
function doInscribedOverlap(recordA: i32, recordB: i32, squared: f64, floor: f64): bool {
  const inner: f64 = ShapeBlock.inradius(recordA) + ShapeBlock.inradius(recordB) - floor;
  return inner > 0.0 && squared < inner * inner;
}

/** Whether the bounding circles are farther apart than `margin`. */
// @inline
function areBoundsApart(recordA: i32, recordB: i32, squared: f64, margin: f64, floor: f64): bool {
  const outer: f64 = ShapeBlock.bound(recordA) + ShapeBlock.bound(recordB) + margin + floor;
  return squared > outer * outer;
}
