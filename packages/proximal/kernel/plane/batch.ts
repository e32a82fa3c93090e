// Many queries in one call: the settings of the workspace hold for all, shapes and poses are handed in row by row.
import { ld, ldi, st, sti } from '../port/memory.ts';
import { collide, distance } from './distance.ts';
import {
  BATCH_ROW,
  DISTANCE,
  ITERATIONS_INT,
  POSE_A,
  RECORD_A_INT,
  RECORD_B_INT,
  RESULT_NUMBERS,
  RESULT_ROW,
} from './layout.ts';

/** A row of the input: the two records' addresses in one number, then the two poses. */
function takeRow(w: i32, row: i32): void {
  sti(2 * w + RECORD_A_INT, ldi(2 * row));
  sti(2 * w + RECORD_B_INT, ldi(2 * row + 1));
  for (let k: i32 = 0; k < 8; k += 1) st(w + POSE_A + k, ld(row + 1 + k));
}

/** A row of the output: the answer's numbers and integers as they stand in the workspace. */
export function distanceMany(w: i32, rows: i32, count: i32, out: i32): void {
  for (let n: i32 = 0; n < count; n += 1) {
    takeRow(w, rows + n * BATCH_ROW);
    distance(w);
    const to: i32 = out + n * RESULT_ROW;
    for (let k: i32 = 0; k < RESULT_NUMBERS; k += 1) st(to + k, ld(w + DISTANCE + k));
    for (let k: i32 = 0; k < 4; k += 1) sti(2 * (to + RESULT_NUMBERS) + k, ldi(2 * w + ITERATIONS_INT + k));
  }
}

/** One integer for each row: 1 or 0. */
export function collideMany(w: i32, rows: i32, count: i32, out: i32, margin: f64): void {
  for (let n: i32 = 0; n < count; n += 1) {
    takeRow(w, rows + n * BATCH_ROW);
    sti(2 * out + n, collide(w, margin));
  }
}
