// Many queries in one call, with the settings of the workspace. Bodies are given by two lists, the addresses of their records
// and their poses; a pair is two indices in these lists. Results are written in columns, so that each column is copied out at once.
import * as ShapeBlock from '../blocks/shape-block.ts';
import { STATUS_INVALID, TERMINATION_STALLED } from '../constants.ts';
import { ld, ldi, st, sti } from '../port/memory.ts';
import * as PlaneQuery from './blocks/plane-query.ts';
import { BATCH_ROWS, GROWTH_NUMBERS, RESULT_NUMBERS } from './constants.ts';
import { clearance, collide, distanceRow } from './distance.ts';
import { growthDistance } from './growth.ts';
import { penetration } from './penetration.ts';
import { copyPoses } from './pose.ts';
import { signedDistance } from './signed.ts';

/** Writes the records of a pair into the workspace. */
// @inline
function writeRecords(w: i32, records: i32, pair: i32): void {
  PlaneQuery.setRecordA(w, ldi(2 * records + ldi(pair)));
  PlaneQuery.setRecordB(w, ldi(2 * records + ldi(pair + 1)));
}

/** Writes the two bodies of a pair into the workspace. */
// @inline
function writePair(w: i32, records: i32, poses: i32, pair: i32): void {
  writeRecords(w, records, pair);
  copyPoses(w, poses + 4 * ldi(pair), poses + 4 * ldi(pair + 1));
}

/**
 * The full results of `count` pairs. Each field of the result, `distance` … `localB` with one or two numbers each, is a
 * column of BATCH_ROWS rows; the four integers follow in the same way. A row with an invalid pose is NaN and STATUS_INVALID.
 */
export function distanceMany(w: i32, records: i32, poses: i32, pairs: i32, count: i32, out: i32): void {
  const integers: i32 = 2 * (out + RESULT_NUMBERS * BATCH_ROWS);
  for (let n: i32 = 0; n < count; n += 1) {
    const pair: i32 = 2 * (pairs + n);
    const poseA: i32 = poses + 4 * ldi(pair);
    const poseB: i32 = poses + 4 * ldi(pair + 1);
    const points: i32 = out + 3 * BATCH_ROWS + 2 * n;
    writeRecords(w, records, pair);
    if (distanceRow(w, poseA, poseB, out + n, points) === 0) markInvalid(w, out + n, points, 5);
    writeIntegers(w, integers + n);
  }
}

/**
 * The growth distances of `count` pairs about the centers in the records, in columns like those of `distanceMany`: growth, lower, upper,
 * pointA, pointB, normal and contact, then the four integers.
 */
export function growthMany(w: i32, records: i32, poses: i32, pairs: i32, count: i32, out: i32): void {
  const integers: i32 = 2 * (out + GROWTH_NUMBERS * BATCH_ROWS);
  for (let n: i32 = 0; n < count; n += 1) {
    const points: i32 = out + 3 * BATCH_ROWS + 2 * n;
    writePair(w, records, poses, 2 * (pairs + n));
    for (let k: i32 = 0; k < 2; k += 1) {
      PlaneQuery.setCenterA(w, k, ShapeBlock.center(PlaneQuery.recordA(w), k));
      PlaneQuery.setCenterB(w, k, ShapeBlock.center(PlaneQuery.recordB(w), k));
    }
    if (growthDistance(w) === 0) markInvalid(w, out + n, points, 4);
    else {
      st(out + n, PlaneQuery.distance(w));
      st(out + BATCH_ROWS + n, PlaneQuery.lower(w));
      st(out + 2 * BATCH_ROWS + n, PlaneQuery.upper(w));
      for (let k: i32 = 0; k < 6; k += 2) {
        st(points + k * BATCH_ROWS, PlaneQuery.pointA(w, k));
        st(points + k * BATCH_ROWS + 1, PlaneQuery.pointA(w, k + 1));
      }
      st(points + 6 * BATCH_ROWS, PlaneQuery.contact(w, 0));
      st(points + 6 * BATCH_ROWS + 1, PlaneQuery.contact(w, 1));
    }
    writeIntegers(w, integers + n);
  }
}

// @inline
function writeIntegers(w: i32, at: i32): void {
  sti(at, PlaneQuery.iterations(w));
  sti(at + BATCH_ROWS, PlaneQuery.supportCalls(w));
  sti(at + 2 * BATCH_ROWS, PlaneQuery.status(w));
  sti(at + 3 * BATCH_ROWS, PlaneQuery.termination(w));
}

/** A row with an invalid pose: three numbers and `pointCount` points are NaN. */
function markInvalid(w: i32, numbers: i32, points: i32, pointCount: i32): void {
  const nan: f64 = 0.0 / 0.0;
  for (let k: i32 = 0; k < 3; k += 1) st(numbers + k * BATCH_ROWS, nan);
  for (let k: i32 = 0; k < 2 * pointCount; k += 2) {
    st(points + k * BATCH_ROWS, nan);
    st(points + k * BATCH_ROWS + 1, nan);
  }
  PlaneQuery.setIterations(w, 0);
  PlaneQuery.setSupportCalls(w, 0);
  PlaneQuery.setStatus(w, STATUS_INVALID);
  PlaneQuery.setTermination(w, TERMINATION_STALLED);
}

/** The signed distances of `count` pairs, in the columns of `distanceMany`. */
export function signedMany(w: i32, records: i32, poses: i32, pairs: i32, count: i32, out: i32): void {
  const integers: i32 = 2 * (out + RESULT_NUMBERS * BATCH_ROWS);
  for (let n: i32 = 0; n < count; n += 1) {
    writePair(w, records, poses, 2 * (pairs + n));
    copyRow(w, signedDistance(w) === 1, out, n);
    writeIntegers(w, integers + n);
  }
}

/**
 * The penetration depths of `count` pairs, in the columns of `distanceMany`: depth, lower, upper and the points; the integers have a fifth column,
 * `local`.
 */
export function penetrationMany(w: i32, records: i32, poses: i32, pairs: i32, count: i32, out: i32): void {
  const integers: i32 = 2 * (out + RESULT_NUMBERS * BATCH_ROWS);
  for (let n: i32 = 0; n < count; n += 1) {
    writePair(w, records, poses, 2 * (pairs + n));
    const isValid: bool = penetration(w) === 1;
    copyRow(w, isValid, out, n);
    if (isValid) {
      st(out + n, Math.max(0.0, -PlaneQuery.distance(w)));
      st(out + BATCH_ROWS + n, Math.max(0.0, -PlaneQuery.upper(w)));
      st(out + 2 * BATCH_ROWS + n, Math.max(0.0, -PlaneQuery.lower(w)));
    }
    writeIntegers(w, integers + n);
    sti(integers + 4 * BATCH_ROWS + n, isValid ? PlaneQuery.local(w) : 0);
  }
}

/** Copies a result in the workspace to row `n` of its columns, or marks the row as invalid. */
function copyRow(w: i32, isValid: bool, out: i32, n: i32): void {
  const points: i32 = out + 3 * BATCH_ROWS + 2 * n;
  if (!isValid) {
    markInvalid(w, out + n, points, 5);
    return;
  }
  for (let k: i32 = 0; k < 3; k += 1) st(out + k * BATCH_ROWS + n, ld(w + PlaneQuery.DISTANCE + k));
  for (let k: i32 = 0; k < 10; k += 2) {
    st(points + k * BATCH_ROWS, ld(w + PlaneQuery.POINT_A + k));
    st(points + k * BATCH_ROWS + 1, ld(w + PlaneQuery.POINT_A + k + 1));
  }
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
