// Rigid motions of the plane, and what two shapes at their poses measure together.
import { EPSILON, RECORD_RADIUS } from '../layout.ts';
import { ld, ldi, st } from '../port/memory.ts';
import {
  DOWN_TO,
  FLOOR,
  GAP,
  POSE_A,
  POSE_B,
  RADII,
  RECORD_A_INT,
  RECORD_B_INT,
  RECORD_REACH,
  RECORD_SIZE,
  RELATIVE_TOLERANCE,
  ROTATION,
  TOLERANCE,
  TRANSLATION,
} from './layout.ts';

/** Doubles above this stand for "unbounded". */
const HUGE: f64 = 1.0e300;

/**
 * B's pose in A's frame. The difference of the two positions is formed first, so that an answer does not depend on where in the
 * world the pair is.
 */
export function relativePose(w: i32): void {
  const cosA: f64 = ld(w + POSE_A + 2);
  const sinA: f64 = ld(w + POSE_A + 3);
  const cosB: f64 = ld(w + POSE_B + 2);
  const sinB: f64 = ld(w + POSE_B + 3);
  const x: f64 = ld(w + POSE_B) - ld(w + POSE_A);
  const y: f64 = ld(w + POSE_B + 1) - ld(w + POSE_A + 1);
  st(w + ROTATION, cosA * cosB + sinA * sinB);
  st(w + ROTATION + 1, cosA * sinB - sinA * cosB);
  st(w + TRANSLATION, cosA * x + sinA * y);
  st(w + TRANSLATION + 1, cosA * y - sinA * x);
}

/** Radii, sizes and tolerances of the two shapes at their relative pose. */
export function measurePair(w: i32): void {
  const a: i32 = ldi(2 * w + RECORD_A_INT);
  const b: i32 = ldi(2 * w + RECORD_B_INT);
  // The smaller body that has a size sets the scale of the relative tolerance: chosen without a branch, which nobody could guess.
  const smaller: i32 = a + (b - a) * (ld(b + RECORD_SIZE) < ld(a + RECORD_SIZE) ? 1 : 0);
  const size: f64 = ld(smaller + RECORD_SIZE) < HUGE ? ld(smaller + RECORD_SIZE) : 1.0;
  // The largest coordinate that enters a difference sets the rounding error of all of them.
  const shift: f64 = Math.abs(ld(w + TRANSLATION)) + Math.abs(ld(w + TRANSLATION + 1));
  const floor: f64 = 32.0 * EPSILON * (shift + ld(a + RECORD_REACH) + ld(b + RECORD_REACH));
  const relative: f64 = ld(w + RELATIVE_TOLERANCE) * size;
  const wanted: f64 = ld(w + TOLERANCE) > relative ? ld(w + TOLERANCE) : relative;
  const gap: f64 = wanted > floor ? wanted : floor;
  st(w + FLOOR, floor);
  st(w + GAP, gap);
  st(w + DOWN_TO, -gap);
  st(w + RADII, ld(a + RECORD_RADIUS) + ld(b + RECORD_RADIUS));
}
