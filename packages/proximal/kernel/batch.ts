// Many queries in one call, with the settings of the workspace. Bodies are given by two lists, the addresses of
// their records and their poses; a pair is two indices in these lists. Distance results are written in columns, so that each column is copied
// out at once.

import { copyRow, markInvalid, writeBodies, writeIntegers, writeOutcome } from './batch-rows.ts';
import { allowsClosedForms } from './closed/allow.ts';
import { UNDECIDED } from './closed/answer.ts';
import { distanceClosed, NO_FORM } from './closed/distance.ts';
import { meetClosed } from './closed/meet.ts';
import { searchContact } from './collide.ts';
import { RESULT_NUMBERS, TERMINATION_CONVERGED } from './constants.ts';
import { searchDistance } from './distance.ts';
import { ldi, sti } from './port/memory.ts';
import { meetSideBySide } from './port/side-by-side.ts';

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
      copyRow(w, out, capacity, n, RESULT_NUMBERS);
      writeOutcome(w, integers + n, capacity);
    } else {
      writeIntegers(integers + n, capacity, 0, 0, status, TERMINATION_CONVERGED);
    }
  }
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
