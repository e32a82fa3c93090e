// The first contact of two shapes in straight motion, by conservative advancement: a line that separates them at the present
// time, together with the component of their relative motion along its normal, bounds the time up to which it still separates them. Every
// time reached is proven to be free of contact, so the result is never too late.
import {
  STATUS_OVERLAPPING,
  STATUS_SEPARATED,
  STATUS_TOUCHING,
  STATUS_UNKNOWN,
  TERMINATION_CONVERGED,
  TERMINATION_LIMIT,
  TERMINATION_STALLED,
} from '../constants.ts';
import * as PlaneQuery from './blocks/plane-query.ts';
import { normalizePoses } from './pose.ts';
import { signedDistance } from './signed.ts';

const INFINITE: f64 = 1.0e308 * 10.0;
const CONTINUE: i32 = -1;

/**
 * Computes the cast in workspace `w`: `time` is the first time of contact, or the last time proven free of it. The points are
 * of the last result of `signedDistance`, which for separated shapes is of an earlier time. `status` is separated for no contact,
 * touching for a contact during the motion and for shapes that touch and approach at the start, overlapping for an overlap at the start,
 * and unknown if the iteration limit was reached or no positive lower bound of the distance was found.
 * Returns 0 for an invalid pose, otherwise 1.
 */
export function cast(w: i32): i32 {
  if (!normalizePoses(w)) return 0;
  const motionX: f64 = PlaneQuery.motionA(w, 0) - PlaneQuery.motionB(w, 0);
  const motionY: f64 = PlaneQuery.motionA(w, 1) - PlaneQuery.motionB(w, 1);
  const last: f64 = PlaneQuery.lastTime(w);
  const mostIterations: i32 = PlaneQuery.maxIterations(w);
  const startAx: f64 = PlaneQuery.poseA(w, 0);
  const startAy: f64 = PlaneQuery.poseA(w, 1);
  const startBx: f64 = PlaneQuery.poseB(w, 0);
  const startBy: f64 = PlaneQuery.poseB(w, 1);
  PlaneQuery.setUpTo(w, INFINITE);
  let time: f64 = 0.0;
  let nx: f64 = 0.0;
  let ny: f64 = 0.0;
  let calls: i32 = 0;
  let iterations: i32 = 0;
  let status: i32 = CONTINUE;
  let termination: i32 = TERMINATION_CONVERGED;
  while (status === CONTINUE) {
    iterations += 1;
    signedDistance(w);
    calls += PlaneQuery.supportCalls(w);
    const lower: f64 = PlaneQuery.lower(w);
    const found: i32 = PlaneQuery.status(w);
    const isContact: bool = found === STATUS_TOUCHING || found === STATUS_OVERLAPPING;
    // The speed of A toward B along the normal.
    const approach: f64 = motionX * PlaneQuery.normal(w, 0) + motionY * PlaneQuery.normal(w, 1);
    if (time > 0.0 && (isContact || PlaneQuery.upper(w) <= 2.0 * PlaneQuery.gap(w))) {
      status = STATUS_TOUCHING;
    } else if (isContact) {
      status = found;
      // Touching at the start is a contact only if the shapes approach.
      if (found === STATUS_TOUCHING && !(approach > 0.0)) status = STATUS_SEPARATED;
      if (status === STATUS_SEPARATED) time = last;
    } else if (!(lower > 0.0)) {
      status = STATUS_UNKNOWN;
      termination = TERMINATION_STALLED;
    } else if (!(approach > 0.0) || time + lower / approach > last) {
      // The line separates the shapes until the end.
      status = STATUS_SEPARATED;
      time = last;
    } else if (iterations >= mostIterations) {
      status = STATUS_UNKNOWN;
      termination = TERMINATION_LIMIT;
    } else {
      time += lower / approach;
      nx = PlaneQuery.normal(w, 0);
      ny = PlaneQuery.normal(w, 1);
      PlaneQuery.setGuess(w, 0, PlaneQuery.localNormal(w, 0));
      PlaneQuery.setGuess(w, 1, PlaneQuery.localNormal(w, 1));
      PlaneQuery.setPoseA(w, 0, startAx + time * PlaneQuery.motionA(w, 0));
      PlaneQuery.setPoseA(w, 1, startAy + time * PlaneQuery.motionA(w, 1));
      PlaneQuery.setPoseB(w, 0, startBx + time * PlaneQuery.motionB(w, 0));
      PlaneQuery.setPoseB(w, 1, startBy + time * PlaneQuery.motionB(w, 1));
    }
  }
  // The normal of the last separating line is the contact normal: at `time` the shapes may overlap by rounding, with any normal.
  if (time > 0.0 && status === STATUS_TOUCHING) {
    PlaneQuery.setNormal(w, 0, nx);
    PlaneQuery.setNormal(w, 1, ny);
  }
  PlaneQuery.setTime(w, time);
  PlaneQuery.setStatus(w, status);
  PlaneQuery.setTermination(w, termination);
  PlaneQuery.setIterations(w, iterations);
  PlaneQuery.setSupportCalls(w, calls);
  return 1;
}
