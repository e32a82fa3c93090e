// Which algorithm answers a query, and from where it starts.
import { frankWolfe } from './gjk/frank-wolfe.ts';
import { forgetAnswer, gjk } from './gjk/gjk.ts';
import { hasHalfspace, heightOverPlane } from './halfspace.ts';
import {
  ACTIVE_SET_INT,
  ACTIVE_SET_POINT,
  CRITERION_INT,
  EPSILON,
  FLOOR,
  GUESS,
  ITERATIONS_INT,
  MOMENTUM_AUTO,
  MOMENTUM_INT,
  MOMENTUM_NESTEROV,
  MOMENTUM_NONE,
  NORMALIZE_AUTO,
  NORMALIZE_INT,
  RECORD_A_INT,
  RECORD_B_INT,
  RECORD_CENTER,
  RECORD_STRICT_INT,
  ROTATION,
  SUPPORT_CALLS_INT,
  TERMINATION_STALLED,
  TRACE_INT,
  TRANSLATION,
  WANTED_ACTIVE_SET_INT,
  WANTED_CRITERION_INT,
  WANTED_MOMENTUM_INT,
  WANTED_NORMALIZE_INT,
  WANTED_TRACE_INT,
} from './layout.ts';
import { ld, ldi, sti } from './port/memory.ts';

/**
 * Outside this range of lengths products of four of them leave that of doubles, and nothing could be proven. The layers above
 * promise micrometres to thousands of kilometres; this only keeps a wrong answer from being given beyond.
 */
const SMALLEST: f64 = 1.0e-70;
const LARGEST: f64 = 1.0e70;

/** Answers what was asked for, as `iterate` leaves it. The pair has been measured, and ABOVE and BELOW say what is enough. */
export function search(w: i32): i32 {
  sti(2 * w + SUPPORT_CALLS_INT, 0);
  sti(2 * w + ITERATIONS_INT, 0);
  if (hasHalfspace(w)) return heightOverPlane(w);
  if (!isInRange(w)) {
    forgetAnswer(w);
    return TERMINATION_STALLED;
  }
  adoptSettings(w);
  let x: f64 = ld(w + GUESS);
  let y: f64 = ld(w + GUESS + 1);
  let z: f64 = ld(w + GUESS + 2);
  if (x === 0.0 && y === 0.0 && z === 0.0) {
    // From centre to centre.
    const a: i32 = ldi(2 * w + RECORD_A_INT) + RECORD_CENTER;
    const b: i32 = ldi(2 * w + RECORD_B_INT) + RECORD_CENTER;
    const r: i32 = w + ROTATION;
    const t: i32 = w + TRANSLATION;
    x = ld(r) * ld(b) + ld(r + 1) * ld(b + 1) + ld(r + 2) * ld(b + 2) + ld(t) - ld(a);
    y = ld(r + 3) * ld(b) + ld(r + 4) * ld(b + 1) + ld(r + 5) * ld(b + 2) + ld(t + 1) - ld(a + 1);
    z = ld(r + 6) * ld(b) + ld(r + 7) * ld(b + 1) + ld(r + 8) * ld(b + 2) + ld(t + 2) - ld(a + 2);
  }
  return ldi(2 * w + ACTIVE_SET_INT) === ACTIVE_SET_POINT ? frankWolfe(w, x, y, z) : gjk(w, x, y, z);
}

function isInRange(w: i32): bool {
  const largest: f64 = ld(w + FLOOR) / (32.0 * EPSILON);
  return largest === 0.0 || (largest > SMALLEST && largest < LARGEST);
}

/** Turns what was asked for into what this pair needs. */
function adoptSettings(w: i32): void {
  const isStrict: bool =
    ldi(2 * ldi(2 * w + RECORD_A_INT) + RECORD_STRICT_INT) === 1 &&
    ldi(2 * ldi(2 * w + RECORD_B_INT) + RECORD_STRICT_INT) === 1;
  const wanted: i32 = ldi(2 * w + WANTED_MOMENTUM_INT);
  let momentum: i32 = wanted;
  if (wanted === MOMENTUM_AUTO) momentum = isStrict ? MOMENTUM_NESTEROV : MOMENTUM_NONE;
  const normalize: i32 = ldi(2 * w + WANTED_NORMALIZE_INT);
  sti(2 * w + MOMENTUM_INT, momentum);
  if (normalize === NORMALIZE_AUTO) sti(2 * w + NORMALIZE_INT, momentum === MOMENTUM_NESTEROV && !isStrict ? 1 : 0);
  else sti(2 * w + NORMALIZE_INT, normalize);
  sti(2 * w + ACTIVE_SET_INT, ldi(2 * w + WANTED_ACTIVE_SET_INT));
  sti(2 * w + CRITERION_INT, ldi(2 * w + WANTED_CRITERION_INT));
  sti(2 * w + TRACE_INT, ldi(2 * w + WANTED_TRACE_INT));
}
