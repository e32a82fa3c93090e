// Many queries in one call, with the settings of the workspace. Bodies are given by two lists, the addresses of their records
// and their poses; a pair is two indices in these lists. Results are written in columns, so that each column is copied out at once.
import { STATUS_INVALID, TERMINATION_STALLED } from '../constants.ts';
import { ld, ldi, st, sti } from '../port/memory.ts';
import * as PlaneQuery from './blocks/plane-query.ts';
import { RESULT_NUMBERS } from './constants.ts';
import { clearance, collide, distance } from './distance.ts';

/** Writes the two bodies of a pair into the workspace. */
// @inline
function writePair(w: i32, records: i32, poses: i32, pair: i32): void {
  const a: i32 = ldi(pair);
  const b: i32 = ldi(pair + 1);
  PlaneQuery.setRecordA(w, ldi(2 * records + a));
  PlaneQuery.setRecordB(w, ldi(2 * records + b));
  const poseA: i32 = poses + 4 * a;
  const poseB: i32 = poses + 4 * b;
  PlaneQuery.setPoseA(w, 0, ld(poseA));
  PlaneQuery.setPoseA(w, 1, ld(poseA + 1));
  PlaneQuery.setPoseA(w, 2, ld(poseA + 2));
  PlaneQuery.setPoseA(w, 3, ld(poseA + 3));
  PlaneQuery.setPoseB(w, 0, ld(poseB));
  PlaneQuery.setPoseB(w, 1, ld(poseB + 1));
  PlaneQuery.setPoseB(w, 2, ld(poseB + 2));
  PlaneQuery.setPoseB(w, 3, ld(poseB + 3));
}

/**
 * The full results of `count` pairs. Each field of the result, `distance` … `localB` with one or two numbers each, is a
 * column of `capacity` rows; the four integers follow in the same way. A row with invalid poses is NaN and STATUS_INVALID.
 */
export function distanceMany(w: i32, records: i32, poses: i32, pairs: i32, count: i32, out: i32, capacity: i32): void {
  const integers: i32 = 2 * (out + RESULT_NUMBERS * capacity);
  for (let n: i32 = 0; n < count; n += 1) {
    writePair(w, records, poses, 2 * (pairs + n));
    if (distance(w) === 0) markInvalid(w);
    st(out + n, PlaneQuery.distance(w));
    st(out + capacity + n, ld(w + PlaneQuery.DISTANCE + 1));
    st(out + 2 * capacity + n, ld(w + PlaneQuery.DISTANCE + 2));
    const points: i32 = out + 3 * capacity + 2 * n;
    for (let k: i32 = 0; k < 10; k += 2) {
      st(points + k * capacity, PlaneQuery.pointA(w, k));
      st(points + k * capacity + 1, PlaneQuery.pointA(w, k + 1));
    }
    sti(integers + n, PlaneQuery.iterations(w));
    sti(integers + capacity + n, PlaneQuery.supportCalls(w));
    sti(integers + 2 * capacity + n, PlaneQuery.status(w));
    sti(integers + 3 * capacity + n, PlaneQuery.termination(w));
  }
}

function markInvalid(w: i32): void {
  const nan: f64 = 0.0 / 0.0;
  for (let k: i32 = 0; k < RESULT_NUMBERS; k += 1) st(w + PlaneQuery.DISTANCE + k, nan);
  PlaneQuery.setIterations(w, 0);
  PlaneQuery.setSupportCalls(w, 0);
  PlaneQuery.setStatus(w, STATUS_INVALID);
  PlaneQuery.setTermination(w, TERMINATION_STALLED);
}

/** Only the distances; NaN for an invalid pose. */
export function clearanceMany(w: i32, records: i32, poses: i32, pairs: i32, count: i32, out: i32): void {
  for (let n: i32 = 0; n < count; n += 1) {
    writePair(w, records, poses, 2 * (pairs + n));
    st(out + n, clearance(w));
  }
}

/** Boolean queries: one integer for each pair, 1 or 0, or −1 for an invalid pose. */
export function collideMany(w: i32, records: i32, poses: i32, pairs: i32, count: i32, out: i32, margin: f64): void {
  for (let n: i32 = 0; n < count; n += 1) {
    writePair(w, records, poses, 2 * (pairs + n));
    sti(2 * out + n, collide(w, margin));
  }
}
