// Many queries in one call, with the settings of the workspace. Bodies are given by two lists, the addresses of
// their records and their poses; a pair is two indices in these lists. Distance results are written in columns, so that each column is copied
// out at once.

import * as Query from './blocks/query.ts';
import { allowsClosedForms } from './closed/allow.ts';
import { UNDECIDED } from './closed/answer.ts';
import { distanceClosed, NO_FORM } from './closed/distance.ts';
import { meetClosed } from './closed/meet.ts';
import { searchContact } from './collide.ts';
import { RESULT_NUMBERS, STATUS_INVALID, TERMINATION_CONVERGED, TERMINATION_STALLED } from './constants.ts';
import { searchDistance } from './distance.ts';
import { ld, ldi, st, sti } from './port/memory.ts';
import { meetSideBySide } from './port/side-by-side.ts';

/** Writes two bodies into the workspace: their records and their poses. */
export function writeBodies(w: i32, recordA: i32, poseA: i32, recordB: i32, poseB: i32): void {
  Query.setRecordA(w, recordA);
  Query.setRecordB(w, recordB);
  copyPose(poseA, w + Query.POSE_A);
  copyPose(poseB, w + Query.POSE_B);
}

/** Unrolled, because a loop is several times slower. */
function copyPose(from: i32, to: i32): void {
  st(to, ld(from));
  st(to + 1, ld(from + 1));
  st(to + 2, ld(from + 2));
  st(to + 3, ld(from + 3));
  st(to + 4, ld(from + 4));
  st(to + 5, ld(from + 5));
  st(to + 6, ld(from + 6));
}

/**
 * The results of `count` pairs. Each field of the result, `distance` … `localB` with one or three numbers each, is a column of
 * `capacity` rows; the four integers follow in the same way. A row with invalid poses is NaN and STATUS_INVALID.
 */
export function distanceMany(w: i32, records: i32, poses: i32, pairs: i32, count: i32, out: i32, capacity: i32): void {
  const integers: i32 = 2 * (out + RESULT_NUMBERS * capacity);
  const isClosed: bool = allowsClosedForms(w);
  for (let n: i32 = 0; n < count; n += 1) {
    const a: i32 = ldi(2 * pairs + 2 * n);
    const b: i32 = ldi(2 * pairs + 2 * n + 1);
    const recordA: i32 = ldi(2 * records + a);
    const recordB: i32 = ldi(2 * records + b);
    let status: i32 = NO_FORM;
    if (isClosed) status = distanceClosed(w, recordA, poses + 7 * a, recordB, poses + 7 * b, out, capacity, n);
    if (status === NO_FORM) {
      writeBodies(w, recordA, poses + 7 * a, recordB, poses + 7 * b);
      if (searchDistance(w) === 0) markInvalid(w);
      copyRow(w, out, capacity, n);
      writeIntegers(
        integers + n,
        capacity,
        Query.iterations(w),
        Query.supportCalls(w),
        Query.status(w),
        Query.termination(w),
      );
    } else {
      writeIntegers(integers + n, capacity, 0, 0, status, TERMINATION_CONVERGED);
    }
  }
}

function copyRow(w: i32, out: i32, capacity: i32, n: i32): void {
  for (let k: i32 = 0; k < 3; k += 1) st(out + k * capacity + n, ld(w + Query.DISTANCE + k));
  for (let k: i32 = 3; k < RESULT_NUMBERS; k += 3) {
    const to: i32 = out + k * capacity + 3 * n;
    st(to, ld(w + Query.DISTANCE + k));
    st(to + 1, ld(w + Query.DISTANCE + k + 1));
    st(to + 2, ld(w + Query.DISTANCE + k + 2));
  }
}

// @inline
function writeIntegers(
  at: i32,
  capacity: i32,
  iterations: i32,
  supportCalls: i32,
  status: i32,
  termination: i32,
): void {
  sti(at, iterations);
  sti(at + capacity, supportCalls);
  sti(at + 2 * capacity, status);
  sti(at + 3 * capacity, termination);
}

function markInvalid(w: i32): void {
  const nan: f64 = 0.0 / 0.0;
  for (let k: i32 = 0; k < RESULT_NUMBERS; k += 1) st(w + Query.DISTANCE + k, nan);
  Query.setIterations(w, 0);
  Query.setSupportCalls(w, 0);
  Query.setStatus(w, STATUS_INVALID);
  Query.setTermination(w, TERMINATION_STALLED);
}

/** `collide` of each pair, as one integer: 1 or 0, or −1 for an invalid pose. `out` has space for an even number: see side-by-side.ts. */
export function collideMany(w: i32, records: i32, poses: i32, pairs: i32, count: i32, out: i32, margin: f64): void {
  const isClosed: bool = allowsClosedForms(w);
  if (isClosed) meetSideBySide(records, poses, pairs, count, out, margin);
  for (let n: i32 = 0; n < count; n += 1) {
    if (isClosed && ldi(2 * out + n) !== UNDECIDED) continue;
    const a: i32 = ldi(2 * pairs + 2 * n);
    const b: i32 = ldi(2 * pairs + 2 * n + 1);
    const recordA: i32 = ldi(2 * records + a);
    const recordB: i32 = ldi(2 * records + b);
    let answer: i32 = UNDECIDED;
    if (isClosed) answer = meetClosed(w, recordA, poses + 7 * a, recordB, poses + 7 * b, margin);
    if (answer === UNDECIDED) {
      writeBodies(w, recordA, poses + 7 * a, recordB, poses + 7 * b);
      answer = searchContact(w, margin);
    }
    sti(2 * out + n, answer);
  }
}
