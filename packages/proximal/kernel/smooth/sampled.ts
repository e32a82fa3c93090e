// Jacobians from queries at other poses: finite differences, and randomised smoothing of the query itself (6).

import { cos, sin } from '../elementary.ts';
import {
  DISTANCE,
  FLOOR,
  GUESS,
  GUESS_DIRECTION,
  GUESS_INT,
  LOCAL_NORMAL,
  POSE_A,
  POSE_B,
  RECORD_A_INT,
  RECORD_B_INT,
  ROTATION,
  SUPPORT_CALLS_INT,
  TRANSLATION,
  WANTED_POLYTOPE_INT,
  WORKSPACE_SIZE,
} from '../layout.ts';
import { smallerSize } from '../minkowski.ts';
import { penetration } from '../penetration/penetration.ts';
import { ld, ldi, st, sti, toFloat } from '../port/memory.ts';
import { rotate } from '../rotation.ts';
import {
  ANSWER,
  ANSWER_SIZE,
  ANTITHETIC_INT,
  AT_A,
  AT_B,
  AXIS,
  BASE_POSE,
  CALLS_INT,
  DRAWN,
  HEIGHT,
  JACOBIAN_ROWS,
  KEPT,
  MOTION,
  NOISE,
  RELATIVE,
  SAMPLES_INT,
  SEED_INT,
  SEPARATION_ROW,
  TRIAL,
  WANTED_SAMPLES_INT,
} from './layout.ts';
import { takeAnswer } from './place.ts';
import { isCurved, polish } from './polish.ts';
import { drawNormals, seedRandom } from './random.ts';

/** Central differences: twelve queries. The step is the noise, in radians, and relative to the smaller body in metres. */
export function differences(w: i32, p: i32, g: i32): void {
  keepWorkspace(w, g);
  const noise: f64 = ld(g + NOISE);
  const size: f64 = smallerSize(ldi(2 * w + RECORD_A_INT), ldi(2 * w + RECORD_B_INT));
  for (let j: i32 = 0; j < 6; j += 1) {
    const step: f64 = j < 3 ? noise * size : noise;
    for (let k: i32 = 0; k < 6; k += 1) st(g + MOTION + k, k === j ? step : 0.0);
    ask(w, p, g, 1.0, g + ANSWER);
    ask(w, p, g, -1.0, g + ANSWER + ANSWER_SIZE);
    for (let row: i32 = 0; row < ANSWER_SIZE; row += 1) {
      const rise: f64 = ld(g + ANSWER + row) - ld(g + ANSWER + ANSWER_SIZE + row);
      st(g + RELATIVE + 6 * rowOf(row) + j, rise / (2.0 * step));
    }
  }
  writeSeparation(g);
  sti(2 * g + SAMPLES_INT, 12);
  restoreWorkspace(w, g);
}

/**
 * The mean of f(q ⊕ ε z) zᵀ / ε over normally distributed motions z of B, which is the derivative of f smoothed by them: unbiased,
 * whatever f. By default a sample comes with its mirror image, (f(q ⊕ ε z) − f(q ⊖ ε z)) zᵀ / 2ε: as unbiased, since z and −z are
 * equally likely, and without the variance of f(q) zᵀ / ε, by far the largest part.
 */
export function zerothOrder(w: i32, p: i32, g: i32): void {
  keepWorkspace(w, g);
  seedRandom(g, ldi(2 * g + SEED_INT));
  const noise: f64 = ld(g + NOISE);
  const size: f64 = smallerSize(ldi(2 * w + RECORD_A_INT), ldi(2 * w + RECORD_B_INT));
  const isAntithetic: bool = ldi(2 * g + ANTITHETIC_INT) === 1;
  const wanted: i32 = ldi(2 * g + WANTED_SAMPLES_INT);
  for (let k: i32 = 0; k < 6 * JACOBIAN_ROWS; k += 1) st(g + RELATIVE + k, 0.0);
  let used: i32 = 0;
  let terms: i32 = 0;
  while (used < wanted) {
    for (let j: i32 = 0; j < 6; j += 2) {
      drawNormals(g);
      st(g + MOTION + j, noise * (j < 3 ? size : 1.0) * ld(g + DRAWN));
      st(g + MOTION + j + 1, noise * (j + 1 < 3 ? size : 1.0) * ld(g + DRAWN + 1));
    }
    ask(w, p, g, 1.0, g + ANSWER);
    if (isAntithetic) ask(w, p, g, -1.0, g + ANSWER + ANSWER_SIZE);
    addTerm(g, isAntithetic, noise * size, noise);
    used += isAntithetic ? 2 : 1;
    terms += 1;
  }
  for (let k: i32 = 0; k < 6 * JACOBIAN_ROWS; k += 1) st(g + RELATIVE + k, ld(g + RELATIVE + k) / toFloat(terms));
  writeSeparation(g);
  sti(2 * g + SAMPLES_INT, used);
  restoreWorkspace(w, g);
}

/** f zᵀ / ε; the motion holds ε z, in metres and radians. */
function addTerm(g: i32, isAntithetic: bool, metres: f64, radians: f64): void {
  for (let row: i32 = 0; row < ANSWER_SIZE; row += 1) {
    const plus: f64 = ld(g + ANSWER + row);
    const value: f64 = isAntithetic ? 0.5 * (plus - ld(g + ANSWER + ANSWER_SIZE + row)) : plus;
    const out: i32 = g + RELATIVE + 6 * rowOf(row);
    for (let j: i32 = 0; j < 6; j += 1) {
      const scale: f64 = j < 3 ? metres : radians;
      st(out + j, ld(out + j) + (value * ld(g + MOTION + j)) / (scale * scale));
    }
  }
}

/** Which row of the Jacobians a number of an answer belongs to: those of the separation are the points' difference. */
function rowOf(number: i32): i32 {
  return number < SEPARATION_ROW ? number : number + 3;
}

function writeSeparation(g: i32): void {
  for (let k: i32 = 0; k < 18; k += 1) {
    st(g + RELATIVE + 6 * SEPARATION_ROW + k, ld(g + RELATIVE + 18 + k) - ld(g + RELATIVE + k));
  }
}

/** Saves the query's answer, and makes the workspace ready for queries in A's frame that start from its normal. */
function keepWorkspace(w: i32, g: i32): void {
  for (let k: i32 = 0; k < WORKSPACE_SIZE; k += 1) st(g + KEPT + k, ld(w + k));
  sti(2 * g + CALLS_INT, 0);
  const a: i32 = w + POSE_A + 3;
  const b: i32 = w + POSE_B + 3;
  for (let k: i32 = 0; k < 3; k += 1) st(g + BASE_POSE + k, ld(w + TRANSLATION + k));
  multiplyQuaternions(
    -ld(a),
    -ld(a + 1),
    -ld(a + 2),
    ld(a + 3),
    ld(b),
    ld(b + 1),
    ld(b + 2),
    ld(b + 3),
    g + BASE_POSE + 3,
  );
  for (let k: i32 = 0; k < 7; k += 1) st(w + POSE_A + k, k === 6 ? 1.0 : 0.0);
  sti(2 * w + GUESS_INT, GUESS_DIRECTION);
  // No depth but the least counts here, and closed forms have no polytope.
  sti(2 * w + WANTED_POLYTOPE_INT, 0);
  for (let k: i32 = 0; k < 3; k += 1) st(w + GUESS + k, ld(w + LOCAL_NORMAL + k));
}

function restoreWorkspace(w: i32, g: i32): void {
  for (let k: i32 = 0; k < WORKSPACE_SIZE; k += 1) st(w + k, ld(g + KEPT + k));
  takeAnswer(w, g);
}

/** Both points in A's frame, the normal and the distance, with B moved by `sign` times the motion. */
function ask(w: i32, p: i32, g: i32, sign: f64, out: i32): void {
  const base: i32 = g + BASE_POSE;
  const m: i32 = g + MOTION;
  // R v from the rotation of the unmoved pose, which is kept.
  rotate(g + KEPT + ROTATION, sign * ld(m), sign * ld(m + 1), sign * ld(m + 2), g + TRIAL);
  for (let k: i32 = 0; k < 3; k += 1) st(w + POSE_B + k, ld(base + k) + ld(g + TRIAL + k));
  const x: f64 = sign * ld(m + 3);
  const y: f64 = sign * ld(m + 4);
  const z: f64 = sign * ld(m + 5);
  const angle: f64 = Math.sqrt(x * x + y * y + z * z);
  const share: f64 = angle > 0.0 ? sin(0.5 * angle) / angle : 0.5;
  multiplyQuaternions(
    ld(base + 3),
    ld(base + 4),
    ld(base + 5),
    ld(base + 6),
    share * x,
    share * y,
    share * z,
    cos(0.5 * angle),
    w + POSE_B + 3,
  );
  penetration(w, p, 0);
  sti(2 * g + CALLS_INT, ldi(2 * g + CALLS_INT) + ldi(2 * w + SUPPORT_CALLS_INT));
  const isKnown: bool = takeAnswer(w, g);
  if (isKnown && isCurved(w)) polish(w, g, ld(w + FLOOR));
  // An answer that is none makes the derivative none.
  const unknown: f64 = ld(w + DISTANCE) - ld(w + DISTANCE);
  for (let k: i32 = 0; k < 3; k += 1) {
    st(out + k, ld(g + AT_A + k));
    st(out + 3 + k, ld(g + AT_B + k));
    st(out + 6 + k, ld(g + AXIS + k));
  }
  st(out + 9, ld(g + HEIGHT) + unknown);
}

/** Quaternions as x y z w. */
function multiplyQuaternions(ax: f64, ay: f64, az: f64, aw: f64, bx: f64, by: f64, bz: f64, bw: f64, out: i32): void {
  st(out, aw * bx + bw * ax + (ay * bz - az * by));
  st(out + 1, aw * by + bw * ay + (az * bx - ax * bz));
  st(out + 2, aw * bz + bw * az + (ax * by - ay * bx));
  st(out + 3, aw * bw - (ax * bx + ay * by + az * bz));
}
