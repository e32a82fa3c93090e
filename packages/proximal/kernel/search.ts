// Which algorithm answers a query, and from where it starts.
import { frankWolfe } from './gjk/frank-wolfe.ts';
import { forgetAnswer, gjk } from './gjk/gjk.ts';
import { hasHalfspace, heightOverPlane } from './halfspace.ts';
import {
  ACTIVE_SET_INT,
  ACTIVE_SET_POINT,
  BOOLEAN_INT,
  CRITERION_BOUNDS,
  CRITERION_INT,
  GUESS,
  GUESS_INT,
  GUESS_WITNESSES,
  ITERATIONS_INT,
  KIND_CONVEX,
  KIND_CUSTOM,
  LIMIT_INT,
  MAX_ITERATIONS_INT,
  MOMENTUM_AUTO,
  MOMENTUM_INT,
  MOMENTUM_NESTEROV,
  MOMENTUM_NONE,
  MOMENTUM_POLYAK,
  NORMALIZE_AUTO,
  NORMALIZE_INT,
  RECORD_A_INT,
  RECORD_B_INT,
  RECORD_CENTER,
  RECORD_KIND_INT,
  RECORD_STRICT_INT,
  ROTATION,
  SCHEDULE_CODE,
  SCHEDULE_INT,
  START,
  SUPPORT_CALLS_INT,
  TERMINATION_STALLED,
  TRACE_INT,
  TRANSLATION,
  WANTED_ACTIVE_SET_INT,
  WANTED_CRITERION_INT,
  WANTED_MOMENTUM_INT,
  WANTED_NORMALIZE_INT,
  WANTED_SCHEDULE_INT,
  WANTED_TRACE_INT,
} from './layout.ts';
import { isInRange } from './minkowski.ts';
import { ld, ldi, st, sti } from './port/memory.ts';

const LONGEST: f64 = 1.0e300;

/** Answers what was asked for, as `gjk` leaves it. The pair has been measured, and ABOVE and BELOW say what is enough. */
export function search(w: i32): i32 {
  sti(2 * w + SUPPORT_CALLS_INT, 0);
  sti(2 * w + ITERATIONS_INT, 0);
  if (!isInRange(w)) {
    forgetAnswer(w);
    return TERMINATION_STALLED;
  }
  if (hasHalfspace(w)) return heightOverPlane(w, true);
  adoptSettings(w);
  chooseStart(w);
  const x: f64 = ld(w + START);
  const y: f64 = ld(w + START + 1);
  const z: f64 = ld(w + START + 2);
  const isAccelerated: bool = ldi(2 * w + MOMENTUM_INT) !== MOMENTUM_NONE;
  if (ldi(2 * w + ACTIVE_SET_INT) === ACTIVE_SET_POINT) return frankWolfe(w, x, y, z);
  const termination: i32 = gjk(w, x, y, z);
  const iterations: i32 = ldi(2 * w + ITERATIONS_INT);
  const rest: i32 = ldi(2 * w + LIMIT_INT) - iterations;
  if (termination !== TERMINATION_STALLED || !isAccelerated || rest <= 0 || hasCustom(w)) return termination;
  // Momentum may have led into a corner where rounding leaves no way on: plain GJK starts over.
  sti(2 * w + MOMENTUM_INT, MOMENTUM_NONE);
  sti(2 * w + LIMIT_INT, rest);
  const again: i32 = gjk(w, x, y, z);
  sti(2 * w + ITERATIONS_INT, iterations + ldi(2 * w + ITERATIONS_INT));
  return again;
}

/** The guess, or from centre to centre where that says nothing. */
function chooseStart(w: i32): void {
  if (ldi(2 * w + GUESS_INT) === GUESS_WITNESSES) startBetween(w, w + GUESS, w + GUESS + 3);
  else setStart(w, ld(w + GUESS), ld(w + GUESS + 1), ld(w + GUESS + 2));
  const x: f64 = ld(w + START);
  const y: f64 = ld(w + START + 1);
  const z: f64 = ld(w + START + 2);
  const squared: f64 = x * x + y * y + z * z;
  if (!(squared > 0.0 && squared < LONGEST)) {
    startBetween(w, ldi(2 * w + RECORD_A_INT) + RECORD_CENTER, ldi(2 * w + RECORD_B_INT) + RECORD_CENTER);
  }
}

function setStart(w: i32, x: f64, y: f64, z: f64): void {
  st(w + START, x);
  st(w + START + 1, y);
  st(w + START + 2, z);
}

/** From the point of A to that of B, each in its own frame. */
function startBetween(w: i32, a: i32, b: i32): void {
  const r: i32 = w + ROTATION;
  const t: i32 = w + TRANSLATION;
  const x: f64 = ld(b);
  const y: f64 = ld(b + 1);
  const z: f64 = ld(b + 2);
  setStart(
    w,
    ld(r) * x + ld(r + 1) * y + ld(r + 2) * z + ld(t) - ld(a),
    ld(r + 3) * x + ld(r + 4) * y + ld(r + 5) * z + ld(t + 1) - ld(a + 1),
    ld(r + 6) * x + ld(r + 7) * y + ld(r + 8) * z + ld(t + 2) - ld(a + 2),
  );
}

/** A custom shape that answered with NaN would do so again, and what is known would be lost. */
function hasCustom(w: i32): bool {
  const a: i32 = 2 * ldi(2 * w + RECORD_A_INT);
  const b: i32 = 2 * ldi(2 * w + RECORD_B_INT);
  return ldi(a + RECORD_KIND_INT) === KIND_CUSTOM || ldi(b + RECORD_KIND_INT) === KIND_CUSTOM;
}

/** Turns what was asked for into what this pair needs. */
function adoptSettings(w: i32): void {
  const a: i32 = 2 * ldi(2 * w + RECORD_A_INT);
  const b: i32 = 2 * ldi(2 * w + RECORD_B_INT);
  const isStrict: bool = ldi(a + RECORD_STRICT_INT) === 1 && ldi(b + RECORD_STRICT_INT) === 1;
  let momentum: i32 = ldi(2 * w + WANTED_MOMENTUM_INT);
  let schedule: i32 = ldi(2 * w + WANTED_SCHEDULE_INT);
  if (momentum >= MOMENTUM_AUTO) {
    // As measured by `npm run bench -- auto`: see docs/internals/gjk.md.
    const areHulls: bool = ldi(a + RECORD_KIND_INT) === KIND_CONVEX && ldi(b + RECORD_KIND_INT) === KIND_CONVEX;
    momentum = isStrict || areHulls ? MOMENTUM_POLYAK : MOMENTUM_NONE;
    if (isStrict && ldi(2 * w + BOOLEAN_INT) === 0) momentum = MOMENTUM_NESTEROV;
    schedule = SCHEDULE_CODE;
  }
  const normalize: i32 = ldi(2 * w + WANTED_NORMALIZE_INT);
  sti(2 * w + MOMENTUM_INT, momentum);
  sti(2 * w + SCHEDULE_INT, schedule);
  sti(2 * w + LIMIT_INT, ldi(2 * w + MAX_ITERATIONS_INT));
  if (normalize === NORMALIZE_AUTO) sti(2 * w + NORMALIZE_INT, momentum === MOMENTUM_NESTEROV && !isStrict ? 1 : 0);
  else sti(2 * w + NORMALIZE_INT, normalize);
  sti(2 * w + ACTIVE_SET_INT, ldi(2 * w + WANTED_ACTIVE_SET_INT));
  // A Boolean query has its own end; the duality gap would call small gaps contact.
  if (ldi(2 * w + BOOLEAN_INT) === 1) sti(2 * w + CRITERION_INT, CRITERION_BOUNDS);
  else sti(2 * w + CRITERION_INT, ldi(2 * w + WANTED_CRITERION_INT));
  sti(2 * w + TRACE_INT, ldi(2 * w + WANTED_TRACE_INT));
}
