// Projected Gauss-Seidel on the NCP (Alg. 5) on an island: what `proximal/contact` does with 'ncp-pgs', and when it may stop.
// Nothing here believes the sweeps: every check recomputes σ from λ.
import { hostTrace, ld, ldi, st, sti } from '../port/memory.ts';
import { accelerate, beginAcceleration } from './accelerate.ts';
import {
  APPROACH,
  COMPLEMENTARITY,
  COULOMB,
  DISSIPATION,
  DUAL,
  driveOf,
  evaluate,
  LAW_DUAL,
  LAW_WORK,
  measureLaw,
  NCP,
  PRIMAL,
  PULL,
  SIGNORINI,
  WORK,
} from './law.ts';
import {
  ROOM_ACCELERATED_INT,
  ROOM_BEST,
  ROOM_BILATERAL_INT,
  ROOM_BLOCKS_INT,
  ROOM_CHECKED_INT,
  ROOM_COMPLIANCE_INT,
  ROOM_DIAGONAL_INT,
  ROOM_DRIVE,
  ROOM_DRIVES_INT,
  ROOM_EXTRA_INT,
  ROOM_FREE_INT,
  ROOM_IDLE_INT,
  ROOM_IMPULSE,
  ROOM_LAMBDA_INT,
  ROOM_LAST_BEST,
  ROOM_LIMIT_INT,
  ROOM_ORDER_INT,
  ROOM_REFERENCE_INT,
  ROOM_RELATIVE,
  ROOM_RESIDUALS,
  ROOM_SCALED,
  ROOM_STEPS_INT,
  ROOM_SWEEPS_INT,
  ROOM_TOLERANCE,
  ROOM_WINDOW_INT,
  ROOM_YIELDS_INT,
  STATUS_CONVERGED,
  STATUS_LIMIT,
  STATUS_STALLED,
} from './layout.ts';
import { ownBlock } from './rows.ts';
import { sweepBilateral, sweepContacts } from './sweep.ts';

/**
 * Sweeps between two checks while they change much. The first come sooner for small islands, which often start near their answer; large ones
 * are solved less exactly, and where they end at the first moment that will do, the next step has more to do.
 */
const PAUSE: i32 = 10;
const FIRST_PAUSE: i32 = 2;
/** Idle: the least excess of so many sweeps is not this share below the least of as many before. */
const PATIENCE: i32 = 50;
const PROGRESS: f64 = 0.01;
/** Idle windows in a row after which sweeps have stalled, and before that those after which accelerated ones go on as plain ones. */
const MOST_IDLE: i32 = 2;
/** Islands of more triples are large, and take so long that somebody may want to stop them. */
const LARGE: i32 = 256;
/** A tolerance of nothing. */
const NOTHING: f64 = 1.0e-300;
const NONE_YET: f64 = 1.0e300;

/**
 * λ, σ and M⁻¹ Jᵀ λ of the island from one place of the order to another, from the λ that is there. Returns how it ended; the residuals
 * are the room's.
 */
export function solveIsland(r: i32, from: i32, to: i32): i32 {
  const order: i32 = ldi(2 * r + ROOM_ORDER_INT);
  const limit: i32 = ldi(2 * r + ROOM_LIMIT_INT);
  let contacts: i32 = from;
  while (contacts < to && ldi(order + contacts) < ldi(2 * r + ROOM_BILATERAL_INT)) contacts += 1;
  for (let place: i32 = from; place < to; place += 1) prepare(r, ldi(order + place));
  const drive: f64 = driveOf(r, from, contacts, to);
  const mayDiffer: f64 = Math.max(ld(r + ROOM_TOLERANCE), ld(r + ROOM_RELATIVE) * drive);
  st(r + ROOM_DRIVE, drive);
  // Where nothing approaches, no impulse is the answer.
  if (drive === 0.0) clearImpulses(r, from, to);
  st(r + ROOM_BEST, NONE_YET);
  st(r + ROOM_LAST_BEST, NONE_YET);
  sti(2 * r + ROOM_WINDOW_INT, 0);
  sti(2 * r + ROOM_IDLE_INT, 0);
  let sweep: i32 = 0;
  let status: i32 = check(r, from, contacts, to, 0);
  const isAccelerated: bool = ldi(2 * r + ROOM_ACCELERATED_INT) !== 0;
  if (isAccelerated && status === STATUS_LIMIT) beginAcceleration(r, from, to);
  while (status === STATUS_LIMIT && sweep < limit) {
    if (isAccelerated && sweep > 0 && ldi(2 * r + ROOM_IDLE_INT) < MOST_IDLE) accelerate(r, from, to);
    sweep += 1;
    const change: f64 = Math.max(sweepBilateral(r, from, contacts), sweepContacts(r, contacts, to));
    // While changes are large there is nothing to check, and a check costs as much as a sweep.
    const checked: i32 = ldi(2 * r + ROOM_CHECKED_INT);
    const isLate: bool = to - from > LARGE || checked + FIRST_PAUSE > PAUSE;
    const pause: i32 = isLate ? PAUSE : checked + FIRST_PAUSE;
    if (change > mayDiffer && sweep - checked < pause && sweep < limit) continue;
    status = check(r, from, contacts, to, sweep);
    if (to - from > LARGE) hostTrace(r);
  }
  sti(2 * r + ROOM_SWEEPS_INT, sweep);
  scaleResiduals(r);
  return status;
}

function clearImpulses(r: i32, from: i32, to: i32): void {
  for (let place: i32 = from; place < to; place += 1) {
    const at: i32 = ldi(2 * r + ROOM_LAMBDA_INT) + 3 * ldi(ldi(2 * r + ROOM_ORDER_INT) + place);
    for (let k: i32 = at; k < at + 3; k += 1) st(k, 0.0);
  }
}

/** The triple's part of G, step lengths, and what is constant in its velocities. */
function prepare(r: i32, triple: i32): void {
  const blocks: i32 = ldi(2 * r + ROOM_BLOCKS_INT) + 9 * triple;
  const diagonal: i32 = ldi(2 * r + ROOM_DIAGONAL_INT) + 3 * triple;
  const steps: i32 = ldi(2 * r + ROOM_STEPS_INT) + 3 * triple;
  ownBlock(r, triple, blocks);
  for (let k: i32 = 0; k < 3; k += 1) {
    const row: i32 = 3 * triple + k;
    const own: f64 = ld(ldi(2 * r + ROOM_EXTRA_INT) + row) + ld(ldi(2 * r + ROOM_COMPLIANCE_INT) + row);
    const drive: f64 = ld(ldi(2 * r + ROOM_FREE_INT) + row) - ld(ldi(2 * r + ROOM_REFERENCE_INT) + row);
    st(ldi(2 * r + ROOM_YIELDS_INT) + row, own);
    st(ldi(2 * r + ROOM_DRIVES_INT) + row, drive);
    st(diagonal + k, ld(blocks + 4 * k) + own);
  }
  // The larger eigenvalue of the tangential block; with the smaller diagonal entry, as in Alg. 1, the step can diverge.
  const half: f64 = (ld(diagonal) - ld(diagonal + 1)) / 2.0;
  const off: f64 = ld(blocks + 1);
  const stiffness: f64 = (ld(diagonal) + ld(diagonal + 1)) / 2.0 + Math.sqrt(half * half + off * off);
  st(steps, inverseOf(stiffness));
  st(steps + 1, inverseOf(stiffness));
  st(steps + 2, inverseOf(ld(diagonal + 2)));
}

/** 1/x, or 0 for a row that no impulse can move. */
function inverseOf(x: f64): f64 {
  return x > 0.0 ? 1.0 / x : 0.0;
}

/** Measures the law; `STATUS_LIMIT` if it is worth going on. */
function check(r: i32, from: i32, contacts: i32, to: i32, sweep: i32): i32 {
  sti(2 * r + ROOM_CHECKED_INT, sweep);
  evaluate(r, from, to);
  measureLaw(r, from, contacts, to);
  const least: f64 = Math.max(ld(r + ROOM_TOLERANCE), NOTHING);
  const relative: f64 = ld(r + ROOM_RELATIVE);
  const impulse: f64 = ld(r + ROOM_IMPULSE);
  const drive: f64 = ld(r + ROOM_DRIVE);
  const out: i32 = r + ROOM_RESIDUALS;
  const primal: f64 = ld(out + PRIMAL) / Math.max(least, relative * impulse);
  const dual: f64 = ld(out + LAW_DUAL) / Math.max(least, relative * drive);
  const work: f64 = ld(out + LAW_WORK) / Math.max(least, relative * impulse * drive);
  const excess: f64 = Math.max(Math.max(primal, dual), work);
  if (excess <= 1.0) return STATUS_CONVERGED;
  return isStalled(r, sweep, excess) ? STATUS_STALLED : STATUS_LIMIT;
}

/** Windows, not the best of all: a slow mode may show itself only after the fast ones are gone, above an early minimum. */
function isStalled(r: i32, sweep: i32, excess: f64): bool {
  if (!(excess > 0.0)) return true;
  st(r + ROOM_BEST, Math.min(ld(r + ROOM_BEST), excess));
  if (sweep - ldi(2 * r + ROOM_WINDOW_INT) < PATIENCE) return false;
  const isIdle: bool = ld(r + ROOM_BEST) > (1.0 - PROGRESS) * ld(r + ROOM_LAST_BEST);
  sti(2 * r + ROOM_IDLE_INT, isIdle ? ldi(2 * r + ROOM_IDLE_INT) + 1 : 0);
  st(r + ROOM_LAST_BEST, ld(r + ROOM_BEST));
  st(r + ROOM_BEST, NONE_YET);
  sti(2 * r + ROOM_WINDOW_INT, sweep);
  const most: i32 = ldi(2 * r + ROOM_ACCELERATED_INT) !== 0 ? 2 * MOST_IDLE : MOST_IDLE;
  return ldi(2 * r + ROOM_IDLE_INT) >= most;
}

/** Impulses by the largest |λ|, velocities by the largest |g − c*|, work by both. */
function scaleResiduals(r: i32): void {
  const out: i32 = r + ROOM_RESIDUALS;
  const scaled: i32 = r + ROOM_SCALED;
  const impulse: f64 = ld(r + ROOM_IMPULSE);
  const drive: f64 = ld(r + ROOM_DRIVE);
  const primal: f64 = over(ld(out + PRIMAL), impulse);
  const dual: f64 = over(ld(out + DUAL), drive);
  const complementarity: f64 = over(ld(out + COMPLEMENTARITY), impulse * drive);
  const work: f64 = over(ld(out + WORK), impulse * drive);
  st(scaled + PRIMAL, primal);
  st(scaled + DUAL, dual);
  st(scaled + COMPLEMENTARITY, complementarity);
  st(scaled + NCP, Math.max(Math.max(primal, dual), complementarity));
  st(scaled + SIGNORINI, Math.max(Math.max(over(ld(out + PULL), impulse), over(ld(out + APPROACH), drive)), work));
  st(scaled + COULOMB, over(ld(out + COULOMB), impulse));
  st(scaled + DISSIPATION, over(ld(out + DISSIPATION), impulse * drive));
}

/** Nothing is no part of anything; something of nothing is infinitely much. */
function over(value: f64, scale: f64): f64 {
  return value === 0.0 ? 0.0 : value / scale;
}
