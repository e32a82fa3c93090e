// The distance query: poses in, a search on the Minkowski difference unless a closed form knows the answer, then that with its bounds,
// witness points, status and proof.
import { distanceClosed, NO_FORM } from './closed/distance.ts';
import { takesClosedForms } from './closed/may.ts';
import { proveClosed } from './closed/proof.ts';
import { contactStatus } from './contact-status.ts';
import {
  ABOVE,
  BELOW,
  BOOLEAN_INT,
  CORE_LOWER,
  CORE_UPPER,
  DISTANCE,
  FLOOR,
  GAP,
  ITERATIONS_INT,
  LOWER,
  POSE_A,
  POSE_B,
  RADII,
  RECORD_A_INT,
  RECORD_B_INT,
  STATUS_INT,
  STATUS_OVERLAPPING,
  STATUS_SEPARATED,
  SUPPORT_CALLS_INT,
  TERMINATION_CONVERGED,
  TERMINATION_INT,
  UP_TO,
  UPPER,
  VERTEX_COUNT_INT,
} from './layout.ts';
import { measurePair } from './minkowski.ts';
import { ld, ldi, st, sti } from './port/memory.ts';
import { relativePose } from './rotation.ts';
import { search } from './search.ts';
import { keepProof, setNormal, writeWitnesses, writeWorld } from './witness.ts';

/** Answers the query in workspace `w`. 0, and no answer, if a pose is none. */
export function distance(w: i32): i32 {
  if (takesClosedForms(w)) {
    const a: i32 = ldi(2 * w + RECORD_A_INT);
    const b: i32 = ldi(2 * w + RECORD_B_INT);
    const status: i32 = distanceClosed(w, a, w + POSE_A, b, w + POSE_B, w + DISTANCE, 1, 0);
    if (status !== NO_FORM) {
      proveClosed(w, status);
      sti(2 * w + STATUS_INT, status);
      sti(2 * w + TERMINATION_INT, TERMINATION_CONVERGED);
      sti(2 * w + ITERATIONS_INT, 0);
      sti(2 * w + SUPPORT_CALLS_INT, 0);
      sti(2 * w + VERTEX_COUNT_INT, 0);
      return 1;
    }
  }
  return searchDistance(w);
}

/** The same where no formula tells. */
export function searchDistance(w: i32): i32 {
  if (relativePose(w) === 0) return 0;
  measurePair(w);
  sti(2 * w + BOOLEAN_INT, 0);
  // What is within rounding of contact is no answer, whatever was asked for.
  st(w + ABOVE, Math.max(ld(w + UP_TO), ld(w + FLOOR)));
  // Below this the pair overlaps, whatever the distance of the cores.
  st(w + BELOW, -ld(w + GAP));
  setNormal(w, 0.0, 0.0, 0.0);
  sti(2 * w + TERMINATION_INT, search(w));
  const iterations: i32 = ldi(2 * w + ITERATIONS_INT);
  const lower: f64 = ld(w + CORE_LOWER) - ld(w + RADII);
  const upper: f64 = ld(w + CORE_UPPER) - ld(w + RADII);
  // Where the bounds meet, rounding may have put them in the wrong order.
  st(w + LOWER, Math.max(0.0, Math.min(lower, upper)));
  st(w + UPPER, Math.max(0.0, upper));
  // Without a single vertex nothing is known: not a number, rather than a number that someone may act on.
  st(w + DISTANCE, ldi(2 * w + VERTEX_COUNT_INT) > 0 ? Math.max(0.0, upper) : upper - upper);
  keepProof(w);
  writeWitnesses(w, upper > 0.0);
  // The status comes last: settling a doubtful one uses the simplex again.
  if (lower > ld(w + FLOOR)) sti(2 * w + STATUS_INT, STATUS_SEPARATED);
  else sti(2 * w + STATUS_INT, contactStatus(w));
  if (ldi(2 * w + STATUS_INT) === STATUS_OVERLAPPING) {
    setNormal(w, 0.0, 0.0, 0.0);
    st(w + DISTANCE, 0.0);
  }
  writeWorld(w);
  sti(2 * w + ITERATIONS_INT, iterations);
  return 1;
}
