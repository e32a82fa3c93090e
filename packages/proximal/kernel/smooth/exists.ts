// Where the true derivatives exist. The distance's does if the nearest points are one pair and, in depth, no other way out is as
// short: d is the maximum over n of functions that are smooth in the pose. Normal and points have one if, beyond that, neither
// point is on the border of the edge or face that it may slide along.
import { FLOOR, GAP, HAS_POLYTOPE_INT, STATUS_INT, STATUS_UNKNOWN } from '../layout.ts';
import { supportVertex } from '../minkowski.ts';
import {
  FACE_DISTANCE,
  FACE_LIVES,
  FACE_STATE_INT,
  FACE_STRIDE,
  FACES,
  FACES_USED_INT,
} from '../penetration/layout.ts';
import { ld, ldi, sti } from '../port/memory.ts';
import {
  AXIS,
  DISTANCE_EXISTS_INT,
  NORMAL_EXISTS_INT,
  POINTS_EXIST_INT,
  SIDE_A,
  SIDE_B,
  SIDE_REGULAR_INT,
  TRIAL,
} from './layout.ts';
import { isDependent } from './solve.ts';
import { dotAt } from './tangent.ts';

/** Normals of two ways out with at most this cosine are different ones: 0.0014 rad, far beyond the faces that EPA puts on a curve. */
const SAME: f64 = 0.999999;

/** @param least the least curvature of the distance over the normal: see solve.ts */
export function tellExistence(w: i32, p: i32, g: i32, least: f64, hasPolytope: bool): void {
  const isKnown: bool = ldi(2 * w + STATUS_INT) !== STATUS_UNKNOWN;
  const isOne: bool = isKnown && !isDependent(g) && least > 4.0 * ld(w + FLOOR);
  const exists: bool = isOne && !(hasPolytope && hasEqualDepth(w, p, g));
  const isRegular: bool =
    ldi(2 * (g + SIDE_A) + SIDE_REGULAR_INT) === 1 && ldi(2 * (g + SIDE_B) + SIDE_REGULAR_INT) === 1;
  setExistence(g, exists ? 1 : 0, exists && isRegular ? 1 : 0);
}

export function setExistence(g: i32, ofDistance: i32, ofRest: i32): void {
  sti(2 * g + DISTANCE_EXISTS_INT, ofDistance);
  sti(2 * g + NORMAL_EXISTS_INT, ofRest);
  sti(2 * g + POINTS_EXIST_INT, ofRest);
}

/**
 * Whether another direction is as good a way out. EPA's polytope holds the ball of the depth, so that a plane of the difference at
 * that depth is the plane of one of its faces; whether such a face is final one support point tells.
 */
function hasEqualDepth(w: i32, p: i32, g: i32): bool {
  if (ldi(2 * w + HAS_POLYTOPE_INT) !== 1) return false;
  const n: i32 = g + AXIS;
  supportVertex(w, g + TRIAL, ld(n), ld(n + 1), ld(n + 2));
  const most: f64 = dotAt(n, g + TRIAL) + 2.0 * ld(w + GAP);
  const used: i32 = ldi(2 * p + FACES_USED_INT);
  for (let k: i32 = 0; k < used; k += 1) {
    const face: i32 = p + FACES + k * FACE_STRIDE;
    const isNear: bool = ldi(2 * face + FACE_STATE_INT) === FACE_LIVES && ld(face + FACE_DISTANCE) <= most;
    if (isNear && dotAt(face, n) < SAME) {
      supportVertex(w, g + TRIAL, ld(face), ld(face + 1), ld(face + 2));
      if (dotAt(face, g + TRIAL) <= most) return true;
    }
  }
  return false;
}
