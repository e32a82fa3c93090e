// Many queries in one call: the settings of the workspace hold for all. Bodies stand in two lists, the addresses of their records
// and their poses; pairs name two of them each. The answers go out in columns, so that the layers above copy each in one go.
import { STATUS_INVALID, TERMINATION_STALLED } from '../constants.ts';
import { ld, ldi, st, sti } from '../port/memory.ts';
import { clearance, collide, distance } from './distance.ts';
import {
  DISTANCE,
  ITERATIONS_INT,
  POINT_A,
  POSE_A,
  POSE_B,
  RECORD_A_INT,
  RECORD_B_INT,
  RESULT_NUMBERS,
  STATUS_INT,
  SUPPORT_CALLS_INT,
  TERMINATION_INT,
} from './layout.ts';

/** Takes the two bodies of a pair into the workspace. */
// @inline
function takePair(w: i32, records: i32, poses: i32, pair: i32): void {
  const a: i32 = ldi(pair);
  const b: i32 = ldi(pair + 1);
  sti(2 * w + RECORD_A_INT, ldi(2 * records + a));
  sti(2 * w + RECORD_B_INT, ldi(2 * records + b));
  const poseA: i32 = poses + 4 * a;
  const poseB: i32 = poses + 4 * b;
  st(w + POSE_A, ld(poseA));
  st(w + POSE_A + 1, ld(poseA + 1));
  st(w + POSE_A + 2, ld(poseA + 2));
  st(w + POSE_A + 3, ld(poseA + 3));
  st(w + POSE_B, ld(poseB));
  st(w + POSE_B + 1, ld(poseB + 1));
  st(w + POSE_B + 2, ld(poseB + 2));
  st(w + POSE_B + 3, ld(poseB + 3));
}

/**
 * Level 3: everything about `count` pairs. Field f of the answer, DISTANCE … LOCAL_B with one or two numbers each, has its `room` rows
 * one after the other; the four integers follow in the same way. A row whose poses are none is NaN and STATUS_INVALID.
 */
export function distanceMany(w: i32, records: i32, poses: i32, pairs: i32, count: i32, out: i32, room: i32): void {
  const integers: i32 = 2 * (out + RESULT_NUMBERS * room);
  for (let n: i32 = 0; n < count; n += 1) {
    takePair(w, records, poses, 2 * (pairs + n));
    if (distance(w) === 0) forget(w);
    st(out + n, ld(w + DISTANCE));
    st(out + room + n, ld(w + DISTANCE + 1));
    st(out + 2 * room + n, ld(w + DISTANCE + 2));
    const points: i32 = out + 3 * room + 2 * n;
    for (let k: i32 = 0; k < 10; k += 2) {
      st(points + k * room, ld(w + POINT_A + k));
      st(points + k * room + 1, ld(w + POINT_A + k + 1));
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

/** Level 2: the distances alone; NaN where a pose is none. */
export function clearanceMany(w: i32, records: i32, poses: i32, pairs: i32, count: i32, out: i32): void {
  for (let n: i32 = 0; n < count; n += 1) {
    takePair(w, records, poses, 2 * (pairs + n));
    st(out + n, clearance(w));
  }
}

/** Level 1: one integer for each pair, 1 or 0, or −1 where a pose is none. */
export function collideMany(w: i32, records: i32, poses: i32, pairs: i32, count: i32, out: i32, margin: f64): void {
  for (let n: i32 = 0; n < count; n += 1) {
    takePair(w, records, poses, 2 * (pairs + n));
    sti(2 * out + n, collide(w, margin));
  }
}
