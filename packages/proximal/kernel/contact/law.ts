// The NCP (14) measured on an island: σ from λ anew, and how far both are from the law of contact.
import { ld, ldi, st } from '../port/memory.ts';
import {
  ROOM_DRIVES_INT,
  ROOM_FIRSTS_INT,
  ROOM_FRICTION_INT,
  ROOM_IMPULSE,
  ROOM_LAMBDA_INT,
  ROOM_ORDER_INT,
  ROOM_RESIDUALS,
  ROOM_SIGMA_INT,
  ROOM_VELOCITY_INT,
  ROOM_WIDTHS_INT,
} from './layout.ts';
import { push, velocityOf } from './sweep.ts';

/** The order of the residuals, as `ResidualNumbers` has them. */
export const PRIMAL: i32 = 0;
export const DUAL: i32 = 1;
export const COMPLEMENTARITY: i32 = 2;
export const NCP: i32 = 3;
export const SIGNORINI: i32 = 4;
export const COULOMB: i32 = 5;
export const DISSIPATION: i32 = 6;
/** Behind them: −λ_N, −σ_N and |λ_N σ_N|, of which the residual of Signorini's condition is the largest. */
export const PULL: i32 = 7;
export const APPROACH: i32 = 8;
export const WORK: i32 = 9;
/** What sweeps are judged by: −σ_N and |σ| of bilateral rows, and |⟨λ, σ⟩ + µ λ_N ‖σ_T‖| with what friction could be at all. */
export const LAW_DUAL: i32 = 10;
export const LAW_WORK: i32 = 11;

/** M⁻¹ Jᵀ λ and σ of the triples from one place of the order to another. */
export function evaluate(r: i32, from: i32, to: i32): void {
  const order: i32 = ldi(2 * r + ROOM_ORDER_INT);
  const lambda: i32 = ldi(2 * r + ROOM_LAMBDA_INT);
  for (let place: i32 = from; place < to; place += 1) rest(r, ldi(order + place));
  for (let place: i32 = from; place < to; place += 1) {
    const triple: i32 = ldi(order + place);
    const at: i32 = lambda + 3 * triple;
    push(r, triple, ld(at), ld(at + 1), ld(at + 2));
  }
  for (let place: i32 = from; place < to; place += 1) velocityOf(r, ldi(order + place));
}

/** No velocity of a triple's members. */
function rest(r: i32, triple: i32): void {
  for (let block: i32 = 2 * triple; block < 2 * triple + 2; block += 1) {
    const width: i32 = ldi(ldi(2 * r + ROOM_WIDTHS_INT) + block);
    const vector: i32 = ldi(2 * r + ROOM_VELOCITY_INT) + ldi(ldi(2 * r + ROOM_FIRSTS_INT) + block);
    for (let k: i32 = 0; k < width; k += 1) st(vector + k, 0.0);
  }
}

/** The residuals of the island's λ and σ, and the largest |λ|; the triples from `from` to `contacts` are bilateral. */
export function measureLaw(r: i32, from: i32, contacts: i32, to: i32): void {
  st(r + ROOM_IMPULSE, largestImpulse(r, from, to));
  measureBilateral(r, from, contacts);
  measureContacts(r, contacts, to);
  const out: i32 = r + ROOM_RESIDUALS;
  st(out + NCP, Math.max(Math.max(ld(out + PRIMAL), ld(out + DUAL)), ld(out + COMPLEMENTARITY)));
  st(out + SIGNORINI, Math.max(Math.max(ld(out + PULL), ld(out + APPROACH)), ld(out + WORK)));
}

function largestImpulse(r: i32, from: i32, to: i32): f64 {
  let most: f64 = 0.0;
  for (let place: i32 = from; place < to; place += 1) {
    const at: i32 = ldi(2 * r + ROOM_LAMBDA_INT) + 3 * ldi(ldi(2 * r + ROOM_ORDER_INT) + place);
    for (let k: i32 = at; k < at + 3; k += 1) most = Math.max(most, Math.abs(ld(k)));
  }
  return most;
}

/** Bilateral rows are free in λ, so that σ is zero. */
function measureBilateral(r: i32, from: i32, to: i32): void {
  let dual: f64 = 0.0;
  let complementarity: f64 = 0.0;
  for (let place: i32 = from; place < to; place += 1) {
    const row: i32 = 3 * ldi(ldi(2 * r + ROOM_ORDER_INT) + place);
    for (let k: i32 = row; k < row + 3; k += 1) {
      const lambda: f64 = ld(ldi(2 * r + ROOM_LAMBDA_INT) + k);
      const sigma: f64 = ld(ldi(2 * r + ROOM_SIGMA_INT) + k);
      dual = Math.max(dual, Math.abs(sigma));
      complementarity = Math.max(complementarity, Math.abs(lambda * sigma));
    }
  }
  st(r + ROOM_RESIDUALS + DUAL, dual);
  st(r + ROOM_RESIDUALS + COMPLEMENTARITY, complementarity);
}

/** Goes on from what bilateral rows have left. */
function measureContacts(r: i32, from: i32, to: i32): void {
  const order: i32 = ldi(2 * r + ROOM_ORDER_INT);
  const lambdas: i32 = ldi(2 * r + ROOM_LAMBDA_INT);
  const sigmas: i32 = ldi(2 * r + ROOM_SIGMA_INT);
  const frictions: i32 = ldi(2 * r + ROOM_FRICTION_INT);
  const out: i32 = r + ROOM_RESIDUALS;
  const impulse: f64 = ld(r + ROOM_IMPULSE);
  let primal: f64 = 0.0;
  let dual: f64 = ld(out + DUAL);
  let complementarity: f64 = ld(out + COMPLEMENTARITY);
  let coulomb: f64 = 0.0;
  let dissipation: f64 = 0.0;
  let pull: f64 = 0.0;
  let approach: f64 = 0.0;
  let work: f64 = 0.0;
  let lawWork: f64 = 0.0;
  for (let place: i32 = from; place < to; place += 1) {
    const triple: i32 = ldi(order + place);
    const lx: f64 = ld(lambdas + 3 * triple);
    const ly: f64 = ld(lambdas + 3 * triple + 1);
    const normal: f64 = ld(lambdas + 3 * triple + 2);
    const sx: f64 = ld(sigmas + 3 * triple);
    const sy: f64 = ld(sigmas + 3 * triple + 1);
    const separation: f64 = ld(sigmas + 3 * triple + 2);
    const mu: f64 = ld(frictions + triple);
    const force: f64 = Math.sqrt(lx * lx + ly * ly);
    const slip: f64 = Math.sqrt(sx * sx + sy * sy);
    const rubbing: f64 = lx * sx + ly * sy;
    primal = Math.max(primal, coneDistance(force, normal, mu));
    dual = Math.max(dual, correctedDistance(slip, separation, mu));
    complementarity = Math.max(complementarity, Math.abs(rubbing + normal * (separation + mu * slip)));
    coulomb = Math.max(coulomb, force - mu * normal);
    dissipation = Math.max(dissipation, Math.abs(mu * normal * slip + rubbing));
    // No more than the largest impulse beyond the friction that there is: a contact so far inside of its cone sticks.
    const possible: f64 = Math.min(mu * normal, force + impulse) * slip;
    lawWork = Math.max(lawWork, Math.abs(rubbing + normal * separation + possible));
    pull = Math.max(pull, -normal);
    approach = Math.max(approach, -separation);
    work = Math.max(work, Math.abs(normal * separation));
  }
  st(out + LAW_DUAL, Math.max(ld(out + DUAL), approach));
  st(out + LAW_WORK, Math.max(ld(out + COMPLEMENTARITY), lawWork));
  st(out + PRIMAL, primal);
  st(out + DUAL, dual);
  st(out + COMPLEMENTARITY, complementarity);
  st(out + COULOMB, coulomb);
  st(out + DISSIPATION, dissipation);
  st(out + PULL, pull);
  st(out + APPROACH, approach);
  st(out + WORK, work);
}

/** How far a vector with these lengths along tangent and normal is from K_µ; without friction µ λ_N says nothing of the sign of λ_N. */
function coneDistance(tangent: f64, normal: f64, mu: f64): f64 {
  if (normal >= 0.0 && tangent <= mu * normal) return 0.0;
  if (mu * tangent <= -normal) return Math.sqrt(tangent * tangent + normal * normal);
  const cosine: f64 = cosineOf(mu);
  return cosine * tangent - mu * cosine * normal;
}

/** How far σ + Γ(σ) is from K*_µ, with de Saxcé's Γ(σ) = (0, 0, µ ‖σ_T‖) (13). The sum is not taken, as µ ‖σ_T‖ may leave no bit of σ_N. */
function correctedDistance(slip: f64, separation: f64, mu: f64): f64 {
  if (separation >= 0.0) return 0.0;
  const corrected: f64 = separation + mu * slip;
  if (slip <= -mu * corrected) return Math.sqrt(slip * slip + corrected * corrected);
  return -separation * cosineOf(mu);
}

/** 1/√(1 + µ²) for every µ. */
function cosineOf(mu: f64): f64 {
  return mu > 1.0 ? 1.0 / mu / Math.sqrt(1.0 + 1.0 / (mu * mu)) : 1.0 / Math.sqrt(1.0 + mu * mu);
}

/**
 * The largest |g − c*| of bilateral triples and of contacts that approach without impulses: what there is to resist. An open contact has
 * nothing to resist, however wide its gap (c*_N = −Φ/Δt) and however fast it slides.
 */
export function driveOf(r: i32, from: i32, contacts: i32, to: i32): f64 {
  let most: f64 = 0.0;
  for (let place: i32 = from; place < to; place += 1) {
    const at: i32 = ldi(2 * r + ROOM_DRIVES_INT) + 3 * ldi(ldi(2 * r + ROOM_ORDER_INT) + place);
    if (place >= contacts && ld(at + 2) >= 0.0) continue;
    for (let k: i32 = 0; k < 3; k += 1) most = Math.max(most, Math.abs(ld(at + k)));
  }
  return most;
}
