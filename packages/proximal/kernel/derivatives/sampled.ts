// Jacobians from queries at other poses: finite differences, and randomized smoothing of the query itself, (6) of Montaut et al.
// 2023.

import * as Query from '../blocks/query.ts';
import { GUESS_DIRECTION } from '../constants.ts';
import { cos, sin } from '../elementary.ts';
import { smallerSize } from '../minkowski.ts';
import { penetration } from '../penetration/penetration.ts';
import { ld, st, toFloat } from '../port/memory.ts';
import { rotate } from '../rotation.ts';
import * as Derivative from './blocks/derivative.ts';
import * as SampleAnswer from './blocks/sample-answer.ts';
import { JACOBIAN_ROWS, SEPARATION_ROW } from './constants.ts';
import { isCurved, polish } from './polish.ts';
import { drawNormals, seedRandom } from './random.ts';
import { readResult } from './state.ts';

/**
 * Central differences: twelve queries. The step is the noise in radians for rotations, and the noise times the smaller body's
 * bounding radius in meters for translations.
 */
export function differences(w: i32, p: i32, g: i32): void {
  saveWorkspace(w, g);
  const noise: f64 = Derivative.noise(g);
  const size: f64 = smallerSize(Query.recordA(w), Query.recordB(w));
  for (let j: i32 = 0; j < 6; j += 1) {
    const step: f64 = j < 3 ? noise * size : noise;
    for (let k: i32 = 0; k < 6; k += 1) Derivative.setMotion(g, k, k === j ? step : 0.0);
    queryMoved(w, p, g, 1.0, Derivative.answer(g, 0));
    queryMoved(w, p, g, -1.0, Derivative.answer(g, 1));
    for (let row: i32 = 0; row < SampleAnswer.SIZE; row += 1) {
      const rise: f64 = ld(Derivative.answer(g, 0) + row) - ld(Derivative.answer(g, 1) + row);
      Derivative.setRelative(g, 6 * rowOf(row) + j, rise / (2.0 * step));
    }
  }
  writeSeparation(g);
  Derivative.setSamples(g, 12);
  restoreWorkspace(w, g);
}

/**
 * The mean of f(q ⊕ ε z) zᵀ / ε over normally distributed motions z of B, which is the derivative of f smoothed by them: unbiased
 * for every f. By default a sample comes with its mirror image, (f(q ⊕ ε z) − f(q ⊖ ε z)) zᵀ / 2ε. This is unbiased too, because z
 * and −z are equally likely, and lacks the variance of f(q) zᵀ / ε, by far the largest part.
 */
export function zerothOrder(w: i32, p: i32, g: i32): void {
  saveWorkspace(w, g);
  seedRandom(g, Derivative.seed(g));
  const noise: f64 = Derivative.noise(g);
  const size: f64 = smallerSize(Query.recordA(w), Query.recordB(w));
  const isAntithetic: bool = Derivative.antithetic(g) === 1;
  const requested: i32 = Derivative.wantedSamples(g);
  for (let k: i32 = 0; k < 6 * JACOBIAN_ROWS; k += 1) Derivative.setRelative(g, k, 0.0);
  let used: i32 = 0;
  let terms: i32 = 0;
  while (used < requested) {
    for (let j: i32 = 0; j < 6; j += 2) {
      drawNormals(g);
      Derivative.setMotion(g, j, noise * (j < 3 ? size : 1.0) * Derivative.drawn(g, 0));
      Derivative.setMotion(g, j + 1, noise * (j + 1 < 3 ? size : 1.0) * Derivative.drawn(g, 1));
    }
    queryMoved(w, p, g, 1.0, Derivative.answer(g, 0));
    if (isAntithetic) queryMoved(w, p, g, -1.0, Derivative.answer(g, 1));
    addTerm(g, isAntithetic, noise * size, noise);
    used += isAntithetic ? 2 : 1;
    terms += 1;
  }
  for (let k: i32 = 0; k < 6 * JACOBIAN_ROWS; k += 1)
    Derivative.setRelative(g, k, Derivative.relative(g, k) / toFloat(terms));
  writeSeparation(g);
  Derivative.setSamples(g, used);
  restoreWorkspace(w, g);
}

/** Adds f zᵀ / ε. `motion` is ε z, in meters and radians. */
function addTerm(g: i32, isAntithetic: bool, meters: f64, radians: f64): void {
  for (let row: i32 = 0; row < SampleAnswer.SIZE; row += 1) {
    const plus: f64 = ld(Derivative.answer(g, 0) + row);
    const value: f64 = isAntithetic ? 0.5 * (plus - ld(Derivative.answer(g, 1) + row)) : plus;
    const out: i32 = g + Derivative.RELATIVE + 6 * rowOf(row);
    for (let j: i32 = 0; j < 6; j += 1) {
      const scale: f64 = j < 3 ? meters : radians;
      st(out + j, ld(out + j) + (value * Derivative.motion(g, j)) / (scale * scale));
    }
  }
}

/** The row of the Jacobians for a number of a result; the rows of the separation are the difference of the points' rows. */
function rowOf(number: i32): i32 {
  return number < SEPARATION_ROW ? number : number + 3;
}

function writeSeparation(g: i32): void {
  for (let k: i32 = 0; k < 18; k += 1) {
    Derivative.setRelative(g, 6 * SEPARATION_ROW + k, Derivative.relative(g, 18 + k) - Derivative.relative(g, k));
  }
}

/** Saves the query's result, and makes the workspace ready for queries in A's frame that start from its normal. */
function saveWorkspace(w: i32, g: i32): void {
  for (let k: i32 = 0; k < Query.SIZE; k += 1) st(Derivative.saved(g) + k, ld(w + k));
  Derivative.setSupportCalls(g, 0);
  const a: i32 = w + Query.POSE_A + 3;
  const b: i32 = w + Query.POSE_B + 3;
  for (let k: i32 = 0; k < 3; k += 1) Derivative.setBasePose(g, k, Query.translation(w, k));
  multiplyQuaternions(
    -ld(a),
    -ld(a + 1),
    -ld(a + 2),
    ld(a + 3),
    ld(b),
    ld(b + 1),
    ld(b + 2),
    ld(b + 3),
    g + Derivative.BASE_POSE + 3,
  );
  for (let k: i32 = 0; k < 7; k += 1) Query.setPoseA(w, k, k === 6 ? 1.0 : 0.0);
  Query.setGuessKind(w, GUESS_DIRECTION);
  // Samples need only the depth, so closed forms, which have no polytope, are allowed.
  Query.setWantedPolytope(w, 0);
  for (let k: i32 = 0; k < 3; k += 1) Query.setGuess(w, k, Query.localNormal(w, k));
}

function restoreWorkspace(w: i32, g: i32): void {
  for (let k: i32 = 0; k < Query.SIZE; k += 1) st(w + k, ld(Derivative.saved(g) + k));
  readResult(w, g);
}

/** Both points in A's frame, the normal and the distance, with B moved by `sign` times the motion. */
function queryMoved(w: i32, p: i32, g: i32, sign: f64, out: i32): void {
  const base: i32 = g + Derivative.BASE_POSE;
  const m: i32 = g + Derivative.MOTION;
  // R v from the rotation of the unmoved pose, which is kept.
  rotate(Derivative.saved(g) + Query.ROTATION, sign * ld(m), sign * ld(m + 1), sign * ld(m + 2), Derivative.trial(g));
  for (let k: i32 = 0; k < 3; k += 1) Query.setPoseB(w, k, ld(base + k) + ld(Derivative.trial(g) + k));
  const x: f64 = sign * ld(m + 3);
  const y: f64 = sign * ld(m + 4);
  const z: f64 = sign * ld(m + 5);
  const angle: f64 = Math.sqrt(x * x + y * y + z * z);
  const factor: f64 = angle > 0.0 ? sin(0.5 * angle) / angle : 0.5;
  multiplyQuaternions(
    ld(base + 3),
    ld(base + 4),
    ld(base + 5),
    ld(base + 6),
    factor * x,
    factor * y,
    factor * z,
    cos(0.5 * angle),
    w + Query.POSE_B + 3,
  );
  penetration(w, p, 0);
  Derivative.setSupportCalls(g, Derivative.supportCalls(g) + Query.supportCalls(w));
  const isKnown: bool = readResult(w, g);
  if (isKnown && isCurved(w)) polish(w, g, Query.floor(w));
  // If a query has no result, the derivative is NaN.
  const nan: f64 = 0.0 / 0.0;
  for (let k: i32 = 0; k < 3; k += 1) {
    st(out + k, isKnown ? Derivative.pointA(g, k) : nan);
    st(out + 3 + k, isKnown ? Derivative.pointB(g, k) : nan);
    st(out + 6 + k, isKnown ? Derivative.normal(g, k) : nan);
  }
  st(out + 9, isKnown ? Derivative.signedDistance(g) : nan);
}

/** Quaternions as x y z w. */
function multiplyQuaternions(ax: f64, ay: f64, az: f64, aw: f64, bx: f64, by: f64, bz: f64, bw: f64, out: i32): void {
  st(out, aw * bx + bw * ax + (ay * bz - az * by));
  st(out + 1, aw * by + bw * ay + (az * bx - ax * bz));
  st(out + 2, aw * bz + bw * az + (ax * by - ay * bx));
  st(out + 3, aw * bw - (ax * bx + ay * by + az * bz));
}
