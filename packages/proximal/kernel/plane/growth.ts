// Growth distance in the plane, after Thirugnanam and Sreenath: by which factor α both shapes, scaled about their centres, just
// touch. With p from A's centre to B's, α A meets α B if and only if p/α lies in D̃ = (A − cA) − (B − cB), so that 1/α = β is
// where the ray along p leaves D̃. In the plane the inner approximation is a chord of D̃ across the ray: its ends are support
// points on either side. The support line parallel to the chord bounds β from above, and its point replaces one end.

import * as ShapeBlock from '../blocks/shape-block.ts';
import {
  STATUS_OVERLAPPING,
  STATUS_SEPARATED,
  STATUS_TOUCHING,
  STATUS_UNKNOWN,
  TERMINATION_CONVERGED,
  TERMINATION_LIMIT,
  TERMINATION_STALLED,
} from '../constants.ts';
import { hostTrace, ld, ldi, st, sti } from '../port/memory.ts';
import { supportDifference } from './expand.ts';
import {
  CENTER_A,
  CENTER_B,
  CONTACT,
  DISTANCE,
  FLOOR,
  GUESS,
  ITERATIONS_INT,
  LOCAL_A,
  LOCAL_B,
  LOCAL_NORMAL,
  LOWER,
  MAX_ITERATIONS_INT,
  PLACES_INT,
  POINT_A,
  POSE_A,
  PROOF_WEIGHTS,
  RADII,
  RECORD_A_INT,
  RECORD_B_INT,
  RELATIVE_TOLERANCE,
  ROTATION,
  STATUS_INT,
  SUPPORT_CALLS_INT,
  TERMINATION_INT,
  TRACE_PLACE_INT,
  TRACE_RAY,
  TRANSLATION,
  UPPER,
  VERTEX_COUNT_INT,
  VERTEX_DIRECTION,
  VERTEX_STRIDE,
  VERTICES,
  WANTED_TRACE_INT,
} from './layout.ts';
import { hasPoses, isInRange, measurePair, relativePose } from './pose.ts';
import { keepProof, writeWorld } from './witness.ts';

const INFINITE: f64 = 1.0e308 * 10.0;
const GO_ON: i32 = -1;

/** Answers the query in workspace `w`: DISTANCE, LOWER and UPPER hold the growth. 0 where a pose is none, else 1. */
export function growthDistance(w: i32): i32 {
  if (!hasPoses(w)) return 0;
  relativePose(w);
  sti(2 * w + SUPPORT_CALLS_INT, 0);
  sti(2 * w + ITERATIONS_INT, 0);
  const cosine: f64 = ld(w + ROTATION);
  const sine: f64 = ld(w + ROTATION + 1);
  const bx: f64 = ld(w + CENTER_B);
  const by: f64 = ld(w + CENTER_B + 1);
  const shiftX: f64 = ld(w + CENTER_A) - (cosine * bx - sine * by);
  const shiftY: f64 = ld(w + CENTER_A + 1) - (sine * bx + cosine * by);
  const px: f64 = ld(w + TRANSLATION) - shiftX;
  const py: f64 = ld(w + TRANSLATION + 1) - shiftY;
  measurePair(w);
  const isKnown: bool = isInRange(w);
  // With B's centre put on A's, the difference is D̃ itself, and its rounding knows nothing of how far apart the bodies are.
  st(w + TRANSLATION, shiftX);
  st(w + TRANSLATION + 1, shiftY);
  measurePair(w);
  const length: f64 = Math.sqrt(px * px + py * py);
  sti(2 * w + VERTEX_COUNT_INT, 0);
  st(w + LOCAL_NORMAL, 0.0);
  st(w + LOCAL_NORMAL + 1, 0.0);
  for (let k: i32 = 0; k < 3; k += 1) st(w + PROOF_WEIGHTS + k, 0.0);
  st(w + TRACE_RAY, px);
  st(w + TRACE_RAY + 1, py);
  if (!isKnown) {
    st(w + DISTANCE, INFINITE - INFINITE);
    st(w + LOWER, 0.0);
    st(w + UPPER, INFINITE);
    sti(2 * w + TERMINATION_INT, TERMINATION_STALLED);
  } else if (length > 0.0) sti(2 * w + TERMINATION_INT, cross(w, px / length, py / length, length));
  else {
    // Equal centres: no growth at all is needed.
    for (let k: i32 = 0; k < 3; k += 1) st(w + DISTANCE + k, 0.0);
    sti(2 * w + TERMINATION_INT, TERMINATION_CONVERGED);
  }
  writePoints(w, isKnown && length > 0.0);
  const lower: f64 = ld(w + LOWER);
  const upper: f64 = ld(w + UPPER);
  sti(
    2 * w + STATUS_INT,
    lower > 1.0
      ? STATUS_SEPARATED
      : upper < 1.0
        ? STATUS_OVERLAPPING
        : ldi(2 * w + TERMINATION_INT) === TERMINATION_CONVERGED
          ? STATUS_TOUCHING
          : STATUS_UNKNOWN,
  );
  return 1;
}

/** Finds where the ray along the unit vector u leaves D̃: at a distance between those that the chord and the line give. */
function cross(w: i32, ux: f64, uy: f64, length: f64): i32 {
  const radii: f64 = ld(w + RADII);
  const most: i32 = ldi(2 * w + MAX_ITERATIONS_INT);
  const places: i32 = 3 * (w + VERTICES + VERTEX_STRIDE);
  let left: i32 = w + VERTICES;
  let right: i32 = left + VERTEX_STRIDE;
  // The first point is along the guess, if that has anything of the ray's direction; it tells which side the other one is for.
  const guessX: f64 = ld(w + GUESS);
  const guessY: f64 = ld(w + GUESS + 1);
  const isGuess: bool = guessX * ux + guessY * uy > 0.0;
  const scale: f64 = isGuess ? 1.0 / Math.sqrt(guessX * guessX + guessY * guessY) : 1.0;
  supportDifference(w, left, isGuess ? scale * guessX : ux, isGuess ? scale * guessY : uy);
  const offset: f64 = sideOf(left, radii, ux, uy);
  if (offset < 0.0) {
    left = right;
    right = w + VERTICES;
    supportDifference(w, left, -uy, ux);
  } else supportDifference(w, right, uy, -ux);
  let inner: f64 = -INFINITE;
  let outer: f64 = INFINITE;
  let iterations: i32 = 0;
  let termination: i32 = GO_ON;
  while (termination === GO_ON) {
    iterations += 1;
    const lx: f64 = ld(left) + radii * ld(left + VERTEX_DIRECTION);
    const ly: f64 = ld(left + 1) + radii * ld(left + VERTEX_DIRECTION + 1);
    const ex: f64 = lx - (ld(right) + radii * ld(right + VERTEX_DIRECTION));
    const ey: f64 = ly - (ld(right + 1) + radii * ld(right + VERTEX_DIRECTION + 1));
    const size: f64 = Math.sqrt(ex * ex + ey * ey);
    const nx: f64 = ey / size;
    const ny: f64 = -ex / size;
    const ahead: f64 = nx * ux + ny * uy;
    if (!(size > 0.0 && ahead > 0.0)) {
      termination = TERMINATION_STALLED;
      break;
    }
    const place: i32 = places - left - right;
    supportDifference(w, place, nx, ny);
    const height: f64 = nx * lx + ny * ly;
    const reach: f64 = nx * ld(place) + ny * ld(place + 1) + radii;
    // The chord's point may be behind one that an earlier chord has found, by rounding only.
    inner = Math.max(inner, height / ahead);
    const line: f64 = reach / ahead;
    if (line < outer) {
      outer = line;
      st(w + LOCAL_NORMAL, nx);
      st(w + LOCAL_NORMAL + 1, ny);
    }
    keepChord(w, left, right, radii, ux, uy);
    if (ldi(2 * w + WANTED_TRACE_INT) === 1) {
      sti(2 * w + TRACE_PLACE_INT, place);
      writeBounds(w, length, inner, outer);
      hostTrace(w);
    }
    const gap: f64 = outer - inner;
    if (!(gap === gap)) termination = TERMINATION_STALLED;
    else if (gap <= ld(w + RELATIVE_TOLERANCE) * outer || reach - height <= ld(w + FLOOR))
      termination = TERMINATION_CONVERGED;
    else if (iterations >= most) termination = TERMINATION_LIMIT;
    else if (sideOf(place, radii, ux, uy) > 0.0) left = place;
    else right = place;
  }
  writeBounds(w, length, inner, outer);
  st(w + DISTANCE, ld(w + UPPER));
  sti(2 * w + ITERATIONS_INT, iterations);
  return termination;
}

/** α = |p| / |β p|. Where the bounds meet, rounding may have put them in the wrong order. */
function writeBounds(w: i32, length: f64, inner: f64, outer: f64): void {
  st(w + LOWER, length / Math.max(outer, inner));
  st(w + UPPER, inner > 0.0 ? length / inner : INFINITE);
}

/** How far to the left of the ray a support point with its radius is. */
function sideOf(place: i32, radii: f64, ux: f64, uy: f64): f64 {
  const x: f64 = ld(place) + radii * ld(place + VERTEX_DIRECTION);
  const y: f64 = ld(place + 1) + radii * ld(place + VERTEX_DIRECTION + 1);
  return ux * y - uy * x;
}

/** The chord becomes the simplex, with the weights of its point on the ray. */
function keepChord(w: i32, left: i32, right: i32, radii: f64, ux: f64, uy: f64): void {
  const sideLeft: f64 = sideOf(left, radii, ux, uy);
  const sideRight: f64 = sideOf(right, radii, ux, uy);
  const weight: f64 = Math.max(0.0, Math.min(1.0, -sideRight / (sideLeft - sideRight)));
  sti(2 * w + PLACES_INT, left);
  sti(2 * w + PLACES_INT + 1, right);
  sti(2 * w + VERTEX_COUNT_INT, 2);
  st(w + PROOF_WEIGHTS, weight);
  st(w + PROOF_WEIGHTS + 1, 1.0 - weight);
}

/** The points z on the unscaled shapes and their common image; where there is no growth, the centres. */
function writePoints(w: i32, hasRay: bool): void {
  keepProof(w);
  if (hasRay) addRadii(w);
  else {
    for (let k: i32 = 0; k < 2; k += 1) {
      st(w + LOCAL_A + k, ld(w + CENTER_A + k));
      st(w + LOCAL_B + k, ld(w + CENTER_B + k));
    }
  }
  writeWorld(w);
  const growth: f64 = ld(w + DISTANCE);
  const cosine: f64 = ld(w + POSE_A + 2);
  const sine: f64 = ld(w + POSE_A + 3);
  const x: f64 = growth > 0.0 ? (growth - 1.0) * (ld(w + LOCAL_A) - ld(w + CENTER_A)) : 0.0;
  const y: f64 = growth > 0.0 ? (growth - 1.0) * (ld(w + LOCAL_A + 1) - ld(w + CENTER_A + 1)) : 0.0;
  st(w + CONTACT, ld(w + POINT_A) + cosine * x - sine * y);
  st(w + CONTACT + 1, ld(w + POINT_A + 1) + sine * x + cosine * y);
}

/** The directions are of unit length: the discs' points are radius times these, with the weights. */
function addRadii(w: i32): void {
  const radiusA: f64 = ShapeBlock.radius(ldi(2 * w + RECORD_A_INT));
  const radiusB: f64 = ShapeBlock.radius(ldi(2 * w + RECORD_B_INT));
  let x: f64 = 0.0;
  let y: f64 = 0.0;
  for (let k: i32 = 0; k < 2; k += 1) {
    const direction: i32 = ldi(2 * w + PLACES_INT + k) + VERTEX_DIRECTION;
    x += ld(w + PROOF_WEIGHTS + k) * ld(direction);
    y += ld(w + PROOF_WEIGHTS + k) * ld(direction + 1);
  }
  const cosine: f64 = ld(w + ROTATION);
  const sine: f64 = ld(w + ROTATION + 1);
  st(w + LOCAL_A, ld(w + LOCAL_A) + radiusA * x);
  st(w + LOCAL_A + 1, ld(w + LOCAL_A + 1) + radiusA * y);
  st(w + LOCAL_B, ld(w + LOCAL_B) - radiusB * (cosine * x + sine * y));
  st(w + LOCAL_B + 1, ld(w + LOCAL_B + 1) - radiusB * (cosine * y - sine * x));
}
