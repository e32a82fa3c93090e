// Many queries in one call: the settings of the workspace hold for all. Bodies stand in a table, pairs name two of them each,
// and answers leave field by field, so that each field of a whole chunk is copied out in one piece.
import { collide } from './collide.ts';
import { distance } from './distance.ts';
import {
  BODY_POSE,
  BODY_SIZE,
  DISTANCE,
  ITERATIONS_INT,
  POSE_A,
  POSE_B,
  RECORD_A_INT,
  RECORD_B_INT,
  RESULT_NUMBERS,
  STATUS_INT,
  STATUS_INVALID,
  SUPPORT_CALLS_INT,
  TERMINATION_INT,
  TERMINATION_STALLED,
} from './layout.ts';
import { ld, ldi, st, sti } from './port/memory.ts';

/** Takes pair `n` of the list into the workspace. */
function takeListed(w: i32, bodies: i32, pairs: i32, n: i32): void {
  takePair(w, bodies + BODY_SIZE * ldi(2 * pairs + 2 * n), bodies + BODY_SIZE * ldi(2 * pairs + 2 * n + 1));
}

/** Takes two bodies into the workspace: a body is its record's address and its pose. */
export function takePair(w: i32, a: i32, b: i32): void {
  sti(2 * w + RECORD_A_INT, ldi(2 * a));
  sti(2 * w + RECORD_B_INT, ldi(2 * b));
  for (let k: i32 = 0; k < 7; k += 1) {
    st(w + POSE_A + k, ld(a + BODY_POSE + k));
    st(w + POSE_B + k, ld(b + BODY_POSE + k));
  }
}

/**
 * Answers `count` pairs. Field f of the answer, DISTANCE … LOCAL_B with one or three numbers each, has its `room` rows one after
 * the other; the four integers follow in the same way. A row whose poses are none is NaN and STATUS_INVALID.
 */
export function distanceMany(w: i32, bodies: i32, pairs: i32, count: i32, out: i32, room: i32): void {
  const integers: i32 = 2 * (out + RESULT_NUMBERS * room);
  for (let n: i32 = 0; n < count; n += 1) {
    takeListed(w, bodies, pairs, n);
    if (distance(w) === 0) forget(w);
    for (let k: i32 = 0; k < 3; k += 1) st(out + k * room + n, ld(w + DISTANCE + k));
    for (let k: i32 = 3; k < RESULT_NUMBERS; k += 3) {
      const to: i32 = out + k * room + 3 * n;
      st(to, ld(w + DISTANCE + k));
      st(to + 1, ld(w + DISTANCE + k + 1));
      st(to + 2, ld(w + DISTANCE + k + 2));
    }
    sti(integers + n, ldi(2 * w + ITERATIONS_INT));
    sti(integers + room + n, ldi(2 * w + SUPPORT_CALLS_INT));
    sti(integers + 2 * room + n, ldi(2 * w + STATUS_INT));
    sti(integers + 3 * room + n, ldi(2 * w + TERMINATION_INT));
  }
}

function forget(w: i32): void {
  const nothing: f64 = 0.0 / 0.0;
  for (let k: i32 = 0; k < RESULT_NUMBERS; k += 1) st(w + DISTANCE + k, nothing);
  sti(2 * w + ITERATIONS_INT, 0);
  sti(2 * w + SUPPORT_CALLS_INT, 0);
  sti(2 * w + STATUS_INT, STATUS_INVALID);
  sti(2 * w + TERMINATION_INT, TERMINATION_STALLED);
}

/** One integer for each pair: 1 or 0, or −1 where a pose is none. */
export function collideMany(w: i32, bodies: i32, pairs: i32, count: i32, out: i32, margin: f64): void {
  for (let n: i32 = 0; n < count; n += 1) {
    takeListed(w, bodies, pairs, n);
    sti(2 * out + n, collide(w, margin));
  }
}
