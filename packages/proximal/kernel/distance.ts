// The distance query: poses in, a search on the Minkowski difference, then the answer with its bounds, witness points,
// status and proof.
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
  LOCAL_A,
  LOCAL_B,
  LOCAL_NORMAL,
  LOWER,
  NORMAL,
  POINT_A,
  POINT_B,
  POSE_A,
  POSE_B,
  PROOF_DIRECTIONS,
  PROOF_WEIGHTS,
  RADII,
  ROTATION_A,
  ROTATION_B,
  SIMPLEX,
  STATUS_INT,
  STATUS_OVERLAPPING,
  STATUS_SEPARATED,
  TERMINATION_INT,
  UP_TO,
  UPPER,
  VERTEX_COUNT_INT,
  VERTEX_DIRECTION,
  VERTEX_STRIDE,
  WEIGHTS,
} from './layout.ts';
import { measurePair } from './minkowski.ts';
import { ld, ldi, st, sti } from './port/memory.ts';
import { relativePose, rotate } from './rotation.ts';
import { search } from './search.ts';
import { setNormal, writeWitnesses } from './witness.ts';

/** Answers the query in workspace `w`. 0, and no answer, if a pose is none. */
export function distance(w: i32): i32 {
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

/** The weights and directions that anyone can check, saved from the simplex; those of unused vertices are zero. */
function keepProof(w: i32): void {
  const count: i32 = ldi(2 * w + VERTEX_COUNT_INT);
  for (let k: i32 = 0; k < 4; k += 1) {
    const direction: i32 = w + SIMPLEX + k * VERTEX_STRIDE + VERTEX_DIRECTION;
    const to: i32 = w + PROOF_DIRECTIONS + 3 * k;
    if (k < count) {
      st(w + PROOF_WEIGHTS + k, ld(w + WEIGHTS + k));
      st(to, ld(direction));
      st(to + 1, ld(direction + 1));
      st(to + 2, ld(direction + 2));
    } else {
      st(w + PROOF_WEIGHTS + k, 0.0);
      st(to, 0.0);
      st(to + 1, 0.0);
      st(to + 2, 0.0);
    }
  }
}

function writeWorld(w: i32): void {
  toWorld(w + LOCAL_A, w + ROTATION_A, w + POSE_A, w + POINT_A);
  toWorld(w + LOCAL_B, w + ROTATION_B, w + POSE_B, w + POINT_B);
  rotate(w + ROTATION_A, ld(w + LOCAL_NORMAL), ld(w + LOCAL_NORMAL + 1), ld(w + LOCAL_NORMAL + 2), w + NORMAL);
}

function toWorld(local: i32, rotation: i32, pose: i32, out: i32): void {
  rotate(rotation, ld(local), ld(local + 1), ld(local + 2), out);
  st(out, ld(out) + ld(pose));
  st(out + 1, ld(out + 1) + ld(pose + 1));
  st(out + 2, ld(out + 2) + ld(pose + 2));
}
