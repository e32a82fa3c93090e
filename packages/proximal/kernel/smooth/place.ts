// The pair at its pose: normal and points from the query's answer, and both sides seen along the normal.
import {
  DISTANCE,
  FLOOR,
  LOCAL_A,
  LOCAL_B,
  LOCAL_NORMAL,
  LOWER,
  RADII,
  RECORD_A_INT,
  RECORD_B_INT,
  RECORD_RADIUS,
  ROTATION,
  TRANSLATION,
  UPPER,
} from '../layout.ts';
import { smallerSize } from '../minkowski.ts';
import { ld, ldi, st } from '../port/memory.ts';
import { rotate, rotateBack } from '../rotation.ts';
import { shapeSide } from './feature.ts';
import {
  ACROSS,
  AT_A,
  AT_B,
  AXIS,
  HEIGHT,
  KEPT,
  OWN_AXIS,
  OWN_B,
  PLACE_SIZE,
  SIDE_A,
  SIDE_B,
  SIDE_DIRECTION,
  SIDE_FIRST,
  SIDE_LOOSE,
  SIDE_POINT,
  SIDE_SECOND,
  SIDE_TIGHT,
} from './layout.ts';
import { writeAcross } from './tangent.ts';

/** Angles in radians. A face that is perpendicular beyond doubt … */
const TIGHT: f64 = 1.0e-8;
/** … one that its point lies inside, for the normal of a curved body is found less exactly than a flat one's … */
const LOOSE: f64 = 1.0e-6;
/** … and the most that either may become where the query leaves the normal in doubt. */
const MOST_TIGHT: f64 = 1.0e-4;
const MOST_LOOSE: f64 = 1.0e-3;

/** Takes normal, signed distance and points from the answer in workspace `w`. False if it has none. */
export function takeAnswer(w: i32, g: i32): bool {
  const x: f64 = ld(w + LOCAL_NORMAL);
  const y: f64 = ld(w + LOCAL_NORMAL + 1);
  const z: f64 = ld(w + LOCAL_NORMAL + 2);
  const length: f64 = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0.5)) return false;
  setAxis(w, g, x / length, y / length, z / length);
  st(g + HEIGHT, ld(w + DISTANCE));
  for (let k: i32 = 0; k < 3; k += 1) st(g + AT_A + k, ld(w + LOCAL_A + k));
  rotate(w + ROTATION, ld(w + LOCAL_B), ld(w + LOCAL_B + 1), ld(w + LOCAL_B + 2), g + AT_B);
  for (let k: i32 = 0; k < 3; k += 1) {
    st(g + OWN_B + k, ld(w + LOCAL_B + k));
    st(g + AT_B + k, ld(g + AT_B + k) + ld(w + TRANSLATION + k));
  }
  return ld(g + HEIGHT) - ld(g + HEIGHT) === 0.0;
}

export function setAxis(w: i32, g: i32, x: f64, y: f64, z: f64): void {
  st(g + AXIS, x);
  st(g + AXIS + 1, y);
  st(g + AXIS + 2, z);
  writeAcross(g + AXIS, g + ACROSS);
  rotateBack(w + ROTATION, x, y, z, g + OWN_AXIS);
}

/** The same along a vector of any length. */
export function setUnitAxis(w: i32, g: i32, x: f64, y: f64, z: f64): void {
  const length: f64 = Math.sqrt(x * x + y * y + z * z);
  setAxis(w, g, x / length, y / length, z / length);
}

/** Saves normal, vectors across it, distance and points. */
export function keepPlace(g: i32): void {
  for (let k: i32 = 0; k < PLACE_SIZE; k += 1) st(g + KEPT + k, ld(g + AXIS + k));
}

export function restorePlace(g: i32): void {
  for (let k: i32 = 0; k < PLACE_SIZE; k += 1) st(g + AXIS + k, ld(g + KEPT + k));
}

/** Fills both sides with what is exact. */
export function seeSides(w: i32, g: i32): void {
  aimSides(w, g);
  const cores: f64 = ld(g + HEIGHT) + ld(w + RADII);
  // The normal of cores that are hardly apart is a quotient of rounding errors.
  const rounding: f64 = cores > 0.0 ? (16.0 * ld(w + FLOOR)) / cores : 0.0;
  const tight: f64 = Math.max(TIGHT, Math.min(MOST_TIGHT, rounding));
  // A direction that is off by an angle costs about its square of the distance.
  const doubt: f64 =
    2.0 *
    Math.sqrt(
      Math.max(0.0, ld(w + UPPER) - ld(w + LOWER)) / smallerSize(ldi(2 * w + RECORD_A_INT), ldi(2 * w + RECORD_B_INT)),
    );
  const loose: f64 = Math.max(Math.max(LOOSE, tight), Math.min(MOST_LOOSE, doubt));
  setAngles(g + SIDE_A, tight, loose);
  setAngles(g + SIDE_B, tight, loose);
  shapeSide(ldi(2 * w + RECORD_A_INT), g + SIDE_A);
  shapeSide(ldi(2 * w + RECORD_B_INT), g + SIDE_B);
}

export function setAngles(side: i32, tight: f64, loose: f64): void {
  st(side + SIDE_TIGHT, tight);
  st(side + SIDE_LOOSE, loose);
}

/** Both see along the normal, B against it and in its own frame; across it they measure along the same two vectors. */
function aimSides(w: i32, g: i32): void {
  const a: i32 = g + SIDE_A;
  const b: i32 = g + SIDE_B;
  const radiusA: f64 = ld(ldi(2 * w + RECORD_A_INT) + RECORD_RADIUS);
  const radiusB: f64 = ld(ldi(2 * w + RECORD_B_INT) + RECORD_RADIUS);
  const e: i32 = g + ACROSS;
  for (let k: i32 = 0; k < 3; k += 1) {
    st(a + SIDE_DIRECTION + k, ld(g + AXIS + k));
    st(a + SIDE_FIRST + k, ld(e + k));
    st(a + SIDE_SECOND + k, ld(e + 3 + k));
    st(a + SIDE_POINT + k, ld(g + AT_A + k) - radiusA * ld(g + AXIS + k));
    st(b + SIDE_DIRECTION + k, -ld(g + OWN_AXIS + k));
    st(b + SIDE_POINT + k, ld(g + OWN_B + k) + radiusB * ld(g + OWN_AXIS + k));
  }
  rotateBack(w + ROTATION, ld(e), ld(e + 1), ld(e + 2), b + SIDE_FIRST);
  rotateBack(w + ROTATION, ld(e + 3), ld(e + 4), ld(e + 5), b + SIDE_SECOND);
}
