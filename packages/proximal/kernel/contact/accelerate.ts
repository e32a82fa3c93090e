// Anderson acceleration of sweeps with a memory of one. A sweep maps λ to g(λ) = λ + f. If it converges slowly, f hardly changes
// between sweeps, and the secant through the last two sweeps extrapolates to the zero of f: λ ← g − γ Δg, with the γ that
// minimizes |f − γ Δf|. The squared norm is the energy fᵀ diag(G + R) f, so that light and heavy bodies count equally. Each sweep adds up
// the products that γ needs, and the next sweep extrapolates the λ of each triple that it visits. So acceleration needs no separate pass
// over the rows.
import { ld, ldi, st, sti } from '../port/memory.ts';
import * as BodyState from './blocks/body-state.ts';
import * as ContactWorkspace from './blocks/contact-workspace.ts';
import { TABLE_SIZE } from './constants.ts';

/** The largest |γ|: limits the extrapolation if Δf is nearly zero. */
const LARGEST_GAMMA: f64 = 100.0;
/** If the energy of f has grown by more than this factor, the extrapolation was wrong, and the secant is dropped. */
const LARGEST_GROWTH: f64 = 10.0;

/**
 * The rows of islands with more triples do not fit into a core's cache. If M⁻¹ of all their members is diagonal, sweeps compute M⁻¹ Jᵀ from
 * J, with the same bits, instead of reading it: a sweep of 3,500 contacts takes 8 % less time. A sweep of 720 contacts would take 3 % more.
 */
const CACHED: i32 = 1024;

/** Lists a block of each member of an island in `movers`. With more than CACHED triples, copies the diagonals of M⁻¹ if M⁻¹ is diagonal. */
export function listMovers(r: i32, from: i32, to: i32): void {
  const members: i32 = ContactWorkspace.members(r);
  const movers: i32 = ContactWorkspace.movers(r);
  const widths: i32 = ContactWorkspace.widths(r);
  const moverIndices: i32 = ContactWorkspace.moverIndices(r);
  const order: i32 = ContactWorkspace.order(r);
  let count: i32 = 0;
  let areDiagonal: bool = to - from > CACHED;
  for (let at: i32 = from; at < to; at += 1) {
    const triple: i32 = ldi(order + at);
    for (let block: i32 = 2 * triple; block < 2 * triple + 2; block += 1) {
      if (ldi(widths + block) <= 0) continue;
      const member: i32 = ldi(members + block);
      const index: i32 = ldi(moverIndices + member);
      // `moverIndices` is not cleared between calls: the index of a member that is not listed yet is arbitrary.
      if (index >= 0 && index < count && ldi(members + ldi(movers + index)) === member) continue;
      sti(moverIndices + member, count);
      sti(movers + count, block);
      count += 1;
      areDiagonal = areDiagonal && copyDiagonal(r, block);
    }
  }
  ContactWorkspace.setMoverCount(r, count);
  ContactWorkspace.setAreDiagonal(r, areDiagonal ? 1 : 0);
}

/** Copies the diagonal of M⁻¹ of a block's member. Returns false if the member is not a free body or M⁻¹ is not diagonal. */
function copyDiagonal(r: i32, block: i32): bool {
  const member: i32 = ldi(ContactWorkspace.members(r) + block);
  const state: i32 = ContactWorkspace.states(r) + BodyState.SIZE * member;
  // Problems without bodies have no table and no states; their blocks are three numbers wide.
  if (ldi(ContactWorkspace.widths(r) + block) !== 6) return false;
  if (ldi(ContactWorkspace.table(r) + TABLE_SIZE * member + 2) !== 1 || BodyState.isDiagonal(state) !== 1.0)
    return false;
  const diagonal: i32 = ContactWorkspace.inverseDiagonals(r) + ldi(ContactWorkspace.firsts(r) + block);
  for (let k: i32 = 0; k < 6; k += 1) st(diagonal + k, ld(state + BodyState.INVERSE + 7 * k));
  return true;
}

/** Prepares the acceleration: called before the first sweep. */
export function beginAcceleration(r: i32): void {
  ContactWorkspace.setLastEnergy(r, 0.0);
  ContactWorkspace.setGamma(r, 0.0);
  clearSums(r);
}

function clearSums(r: i32): void {
  ContactWorkspace.setEnergy(r, 0.0);
  ContactWorkspace.setDifferenceProduct(r, 0.0);
  ContactWorkspace.setDifferenceEnergy(r, 0.0);
}

/** Extrapolates M⁻¹ Jᵀ λ along the secant, and stores γ for the next sweep, which extrapolates λ. Called between two sweeps. */
export function accelerate(r: i32): void {
  const gamma: f64 = secantGamma(r);
  const velocity: i32 = ContactWorkspace.velocity(r);
  const swept: i32 = ContactWorkspace.sweptVelocity(r);
  ContactWorkspace.setGamma(r, gamma);
  clearSums(r);
  for (let k: i32 = 0; k < ContactWorkspace.moverCount(r); k += 1) {
    const block: i32 = ldi(ContactWorkspace.movers(r) + k);
    const first: i32 = ldi(ContactWorkspace.firsts(r) + block);
    const last: i32 = first + ldi(ContactWorkspace.widths(r) + block);
    for (let at: i32 = first; at < last; at += 1) st(velocity + at, extrapolated(ld(velocity + at), swept + at, gamma));
  }
}

/** Returns `now` − γ (`now` − previous value), where the previous value is in memory at `last`, and stores `now` there. */
// @inline
export function extrapolated(now: f64, last: i32, gamma: f64): f64 {
  const value: f64 = gamma !== 0.0 ? now - gamma * (now - ld(last)) : now;
  st(last, now);
  return value;
}

/**
 * γ = fᵀ D Δf / Δfᵀ D Δf with D = diag(G + R), limited to ±LARGEST_GAMMA; 0 if there is no previous sweep, the energy grew too much, or
 * Δf = 0.
 */
function secantGamma(r: i32): f64 {
  const energy: f64 = ContactWorkspace.energy(r);
  const differenceEnergy: f64 = ContactWorkspace.differenceEnergy(r);
  const last: f64 = ContactWorkspace.lastEnergy(r);
  ContactWorkspace.setLastEnergy(r, energy);
  if (last === 0.0 || !(energy <= LARGEST_GROWTH * last) || !(differenceEnergy > 0.0)) return 0.0;
  return Math.max(-LARGEST_GAMMA, Math.min(LARGEST_GAMMA, ContactWorkspace.differenceProduct(r) / differenceEnergy));
}
