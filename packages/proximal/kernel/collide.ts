// The Boolean query (Montaut et al. 2024, Alg. 2): the same search, which ends as soon as either answer is certain,
// unless a closed form knows it at once.
import { UNDECIDED } from './closed/answer.ts';
import { takesClosedForms } from './closed/may.ts';
import { meetClosed } from './closed/meet.ts';
import { forgetAnswer } from './gjk/gjk.ts';
import { hasHalfspace } from './halfspace.ts';
import {
  ABOVE,
  BELOW,
  BOOLEAN_INT,
  CORE_LOWER,
  FLOOR,
  GAP,
  ITERATIONS_INT,
  MOMENTUM_PORTALS,
  POSE_A,
  POSE_B,
  RADII,
  RECORD_A_INT,
  RECORD_B_INT,
  SUPPORT_CALLS_INT,
  VERTEX_COUNT_INT,
  WANTED_MOMENTUM_INT,
  WANTED_WITNESSES_INT,
} from './layout.ts';
import { isInRange, measurePair } from './minkowski.ts';
import { portalsMeet } from './penetration/meet.ts';
import { ld, ldi, st, sti } from './port/memory.ts';
import { relativePose } from './rotation.ts';
import { search } from './search.ts';
import { writeWitnesses } from './witness.ts';

/**
 * Whether the shapes come within `margin` of each other: 1, or 0 with a separating direction whose gap exceeds it by more
 * than rounding. Where neither can be proven, as with a broken custom shape, the answer is the cautious one. −1 if a pose is
 * none.
 */
export function collide(w: i32, margin: f64): i32 {
  if (takesClosedForms(w)) {
    const a: i32 = ldi(2 * w + RECORD_A_INT);
    const b: i32 = ldi(2 * w + RECORD_B_INT);
    const known: i32 = meetClosed(w, a, w + POSE_A, b, w + POSE_B, margin);
    if (known !== UNDECIDED) {
      forgetAnswer(w);
      return known;
    }
  }
  return searchContact(w, margin);
}

/** The same where no formula tells. */
export function searchContact(w: i32, margin: f64): i32 {
  if (relativePose(w) === 0) return -1;
  measurePair(w);
  if (ldi(2 * w + WANTED_MOMENTUM_INT) === MOMENTUM_PORTALS && !hasHalfspace(w)) {
    sti(2 * w + SUPPORT_CALLS_INT, 0);
    sti(2 * w + ITERATIONS_INT, 0);
    forgetAnswer(w);
    const answer: i32 = isInRange(w) ? portalsMeet(w, margin) : 1;
    // A portal's corners are no nearest points.
    sti(2 * w + VERTEX_COUNT_INT, 0);
    return answer;
  }
  const allowed: f64 = margin + ld(w + FLOOR);
  sti(2 * w + BOOLEAN_INT, 1);
  st(w + GAP, ld(w + FLOOR));
  st(w + BELOW, margin);
  st(w + ABOVE, allowed);
  search(w);
  if (!(ld(w + CORE_LOWER) - ld(w + RADII) > allowed)) return 1;
  if (ldi(2 * w + WANTED_WITNESSES_INT) === 1 && ldi(2 * w + VERTEX_COUNT_INT) > 0) writeWitnesses(w, true);
  return 0;
}
