// When do two shapes in straight motion first touch? Conservative advancement: a line that separates them now, and what of their
// motion goes across it, tell until when it must still separate them. Every time reached this way is proven to be free of contact,
// so the answer is never late.
import {
  STATUS_OVERLAPPING,
  STATUS_SEPARATED,
  STATUS_TOUCHING,
  STATUS_UNKNOWN,
  TERMINATION_CONVERGED,
  TERMINATION_LIMIT,
  TERMINATION_STALLED,
} from '../constants.ts';
import { ld, ldi, st, sti } from '../port/memory.ts';
import {
  GAP,
  GUESS,
  ITERATIONS_INT,
  LAST_TIME,
  LOCAL_NORMAL,
  LOWER,
  MAX_ITERATIONS_INT,
  MOTION_A,
  MOTION_B,
  NORMAL,
  POSE_A,
  POSE_B,
  STATUS_INT,
  SUPPORT_CALLS_INT,
  TERMINATION_INT,
  TIME,
  UP_TO,
  UPPER,
} from './layout.ts';
import { hasPoses } from './pose.ts';
import { signedDistance } from './signed.ts';

const INFINITE: f64 = 1.0e308 * 10.0;
const GO_ON: i32 = -1;

/**
 * Answers the cast in workspace `w`: TIME is the first time of contact, or the last time proven free of it, and the answer of
 * `signedDistance` at that time stands beside it. STATUS is separated for no contact, touching for one on the way, overlapping for
 * one at the start, and unknown if the cap came first. Returns 0 where a pose is none, else 1.
 */
export function cast(w: i32): i32 {
  if (!hasPoses(w)) return 0;
  const motionX: f64 = ld(w + MOTION_A) - ld(w + MOTION_B);
  const motionY: f64 = ld(w + MOTION_A + 1) - ld(w + MOTION_B + 1);
  const last: f64 = ld(w + LAST_TIME);
  const most: i32 = ldi(2 * w + MAX_ITERATIONS_INT);
  const startAx: f64 = ld(w + POSE_A);
  const startAy: f64 = ld(w + POSE_A + 1);
  const startBx: f64 = ld(w + POSE_B);
  const startBy: f64 = ld(w + POSE_B + 1);
  st(w + UP_TO, INFINITE);
  let time: f64 = 0.0;
  let nx: f64 = 0.0;
  let ny: f64 = 0.0;
  let calls: i32 = 0;
  let iterations: i32 = 0;
  let status: i32 = GO_ON;
  let termination: i32 = TERMINATION_CONVERGED;
  while (status === GO_ON) {
    iterations += 1;
    signedDistance(w);
    calls += ldi(2 * w + SUPPORT_CALLS_INT);
    const lower: f64 = ld(w + LOWER);
    const found: i32 = ldi(2 * w + STATUS_INT);
    const isContact: bool = found === STATUS_TOUCHING || found === STATUS_OVERLAPPING;
    // How fast A goes towards B along the normal.
    const approach: f64 = motionX * ld(w + NORMAL) + motionY * ld(w + NORMAL + 1);
    if (time > 0.0 && (isContact || ld(w + UPPER) <= 2.0 * ld(w + GAP))) {
      status = STATUS_TOUCHING;
    } else if (isContact) {
      status = found;
      // Touching at the start is a contact only if the motion leads into it.
      if (found === STATUS_TOUCHING && !(approach > 0.0)) status = STATUS_SEPARATED;
      if (status === STATUS_SEPARATED) time = last;
    } else if (!(lower > 0.0)) {
      status = STATUS_UNKNOWN;
      termination = TERMINATION_STALLED;
    } else if (!(approach > 0.0) || time + lower / approach > last) {
      // The line separates the shapes for good, or long enough.
      status = STATUS_SEPARATED;
      time = last;
    } else if (iterations >= most) {
      status = STATUS_UNKNOWN;
      termination = TERMINATION_LIMIT;
    } else {
      time += lower / approach;
      nx = ld(w + NORMAL);
      ny = ld(w + NORMAL + 1);
      st(w + GUESS, ld(w + LOCAL_NORMAL));
      st(w + GUESS + 1, ld(w + LOCAL_NORMAL + 1));
      st(w + POSE_A, startAx + time * ld(w + MOTION_A));
      st(w + POSE_A + 1, startAy + time * ld(w + MOTION_A + 1));
      st(w + POSE_B, startBx + time * ld(w + MOTION_B));
      st(w + POSE_B + 1, startBy + time * ld(w + MOTION_B + 1));
    }
  }
  // The line that was reached is the one of contact; the shapes at that time may overlap by rounding, in any direction.
  if (time > 0.0 && status === STATUS_TOUCHING) {
    st(w + NORMAL, nx);
    st(w + NORMAL + 1, ny);
  }
  st(w + TIME, time);
  sti(2 * w + STATUS_INT, status);
  sti(2 * w + TERMINATION_INT, termination);
  sti(2 * w + ITERATIONS_INT, iterations);
  sti(2 * w + SUPPORT_CALLS_INT, calls);
  return 1;
}
