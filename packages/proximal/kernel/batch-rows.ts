// The rows of a batch: the two bodies of a pair, and the result of the pair in the columns of all results.
import * as Query from './blocks/query.ts';
import { RESULT_NUMBERS, STATUS_INVALID, TERMINATION_STALLED } from './constants.ts';
import { ld, st, sti } from './port/memory.ts';

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

/** Copies the first `numbers` numbers of the workspace's result to row `n` of their columns: three columns of one number, then points. */
export function copyRow(w: i32, out: i32, capacity: i32, n: i32, numbers: i32): void {
  for (let k: i32 = 0; k < 3; k += 1) st(out + k * capacity + n, ld(w + Query.DISTANCE + k));
  for (let k: i32 = 3; k < numbers; k += 3) {
    const to: i32 = out + k * capacity + 3 * n;
    st(to, ld(w + Query.DISTANCE + k));
    st(to + 1, ld(w + Query.DISTANCE + k + 1));
    st(to + 2, ld(w + Query.DISTANCE + k + 2));
  }
}

/** Copies the four integers of the workspace's result to a row of their columns. */
export function writeOutcome(w: i32, at: i32, capacity: i32): void {
  writeIntegers(at, capacity, Query.iterations(w), Query.supportCalls(w), Query.status(w), Query.termination(w));
}

// @inline
export function writeIntegers(
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

/** The result of a pair with an invalid pose: NaN and STATUS_INVALID. */
export function markInvalid(w: i32): void {
  const nan: f64 = 0.0 / 0.0;
  for (let k: i32 = 0; k < RESULT_NUMBERS; k += 1) st(w + Query.DISTANCE + k, nan);
  Query.setIterations(w, 0);
  Query.setSupportCalls(w, 0);
  Query.setStatus(w, STATUS_INVALID);
  Query.setTermination(w, TERMINATION_STALLED);
  Query.setLocal(w, 0);
}
