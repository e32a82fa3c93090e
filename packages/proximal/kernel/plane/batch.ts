// Many queries in one call: the settings of the workspace hold for all, shapes and poses are handed in row by row. The answers go
// out in columns, so that the layers above copy each in one go.
import { ld, ldi, st, sti } from '../port/memory.ts';
import { collide, distance } from './distance.ts';
import {
  BATCH_ROW,
  BATCH_ROWS,
  DISTANCE,
  ITERATIONS_INT,
  POINT_A,
  POSE_A,
  RECORD_A_INT,
  RECORD_B_INT,
  RESULT_NUMBERS,
} from './layout.ts';

/** A row of the input: the two records' addresses in one number, then the two poses. */
function takeRow(w: i32, row: i32): void {
  sti(2 * w + RECORD_A_INT, ldi(2 * row));
  sti(2 * w + RECORD_B_INT, ldi(2 * row + 1));
  for (let k: i32 = 0; k < 8; k += 1) st(w + POSE_A + k, ld(row + 1 + k));
}

export function distanceMany(w: i32, rows: i32, count: i32, out: i32): void {
  for (let n: i32 = 0; n < count; n += 1) {
    takeRow(w, rows + n * BATCH_ROW);
    distance(w);
    for (let k: i32 = 0; k < 3; k += 1) st(out + k * BATCH_ROWS + n, ld(w + DISTANCE + k));
    for (let k: i32 = 0; k < 10; k += 2) {
      const column: i32 = out + (3 + k) * BATCH_ROWS + 2 * n;
      st(column, ld(w + POINT_A + k));
      st(column + 1, ld(w + POINT_A + k + 1));
    }
    const integers: i32 = 2 * (out + RESULT_NUMBERS * BATCH_ROWS);
    for (let k: i32 = 0; k < 4; k += 1) sti(integers + k * BATCH_ROWS + n, ldi(2 * w + ITERATIONS_INT + k));
  }
}

/** One integer for each row: 1 or 0. */
export function collideMany(w: i32, rows: i32, count: i32, out: i32, margin: f64): void {
  for (let n: i32 = 0; n < count; n += 1) {
    takeRow(w, rows + n * BATCH_ROW);
    sti(2 * out + n, collide(w, margin));
  }
}
