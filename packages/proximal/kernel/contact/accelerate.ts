// Anderson acceleration of sweeps with a memory of one. A sweep maps λ to g(λ) = λ + f. If it converges slowly, f hardly changes
// between sweeps, and the secant through the last two sweeps extrapolates to the zero of f: λ ← g − γ Δg, with the γ that
// minimizes |f − γ Δf|. The squared norm is the energy fᵀ diag(G + R) f, so that light and heavy bodies count equally.
import { ld, ldi, st, sti } from '../port/memory.ts';
import * as ContactWorkspace from './blocks/contact-workspace.ts';

/** The largest |γ|: beyond it, the changes of slow modes are below rounding. */
const FARTHEST: f64 = 100.0;
/** If the energy of f has grown by more than this factor, the extrapolation was wrong, and the secant is dropped. */
const GROWTH: f64 = 10.0;

/** Prepares the acceleration: called before the first sweep, when the blocks are written. */
export function beginAcceleration(r: i32, from: i32, to: i32): void {
  const members: i32 = ContactWorkspace.members(r);
  const movers: i32 = ContactWorkspace.movers(r);
  let count: i32 = 0;
  for (let at: i32 = from; at < to; at += 1) {
    const triple: i32 = ldi(ContactWorkspace.order(r) + at);
    for (let k: i32 = 3 * triple; k < 3 * triple + 3; k += 1)
      st(ContactWorkspace.begun(r) + k, ld(ContactWorkspace.lambda(r) + k));
    for (let block: i32 = 2 * triple; block < 2 * triple + 2; block += 1) {
      if (ldi(ContactWorkspace.widths(r) + block) <= 0) continue;
      const member: i32 = ldi(members + block);
      const places: i32 = ContactWorkspace.places(r) + member;
      const place: i32 = ldi(places);
      // A member that is not listed yet may have any place.
      if (place >= 0 && place < count && ldi(members + ldi(movers + place)) === member) continue;
      sti(places, count);
      sti(movers + count, block);
      count += 1;
    }
  }
  ContactWorkspace.setMoverCount(r, count);
  ContactWorkspace.setLastEnergy(r, 0.0);
}

/** Extrapolates λ and M⁻¹ Jᵀ λ along the secant: called after a sweep. */
export function accelerate(r: i32, from: i32, to: i32): void {
  const share: f64 = secantShare(r, from, to);
  const order: i32 = ContactWorkspace.order(r);
  const lambda: i32 = ContactWorkspace.lambda(r);
  const begun: i32 = ContactWorkspace.begun(r);
  const changes: i32 = ContactWorkspace.changes(r);
  const swept: i32 = ContactWorkspace.swept(r);
  for (let place: i32 = from; place < to; place += 1) {
    const triple: i32 = ldi(order + place);
    for (let k: i32 = 3 * triple; k < 3 * triple + 3; k += 1) {
      st(changes + k, ld(lambda + k) - ld(begun + k));
      extrapolate(lambda + k, swept + k, share);
      st(begun + k, ld(lambda + k));
    }
  }
  for (let k: i32 = 0; k < ContactWorkspace.moverCount(r); k += 1) {
    const block: i32 = ldi(ContactWorkspace.movers(r) + k);
    const first: i32 = ldi(ContactWorkspace.firsts(r) + block);
    const last: i32 = first + ldi(ContactWorkspace.widths(r) + block);
    for (let at: i32 = first; at < last; at += 1)
      extrapolate(ContactWorkspace.velocity(r) + at, ContactWorkspace.sweptVelocity(r) + at, share);
  }
}

/** Extrapolates a number along the secant through its last value, which it replaces. */
function extrapolate(at: i32, last: i32, share: f64): void {
  const now: f64 = ld(at);
  if (share !== 0.0) st(at, now - share * (now - ld(last)));
  st(last, now);
}

/** γ; 0 without a usable secant. */
function secantShare(r: i32, from: i32, to: i32): f64 {
  const order: i32 = ContactWorkspace.order(r);
  const lambda: i32 = ContactWorkspace.lambda(r);
  const begun: i32 = ContactWorkspace.begun(r);
  const changes: i32 = ContactWorkspace.changes(r);
  const diagonal: i32 = ContactWorkspace.diagonal(r);
  let energy: f64 = 0.0;
  let along: f64 = 0.0;
  let square: f64 = 0.0;
  for (let place: i32 = from; place < to; place += 1) {
    const triple: i32 = ldi(order + place);
    for (let k: i32 = 3 * triple; k < 3 * triple + 3; k += 1) {
      const f: f64 = ld(lambda + k) - ld(begun + k);
      const change: f64 = f - ld(changes + k);
      const weighed: f64 = ld(diagonal + k) * f;
      energy += weighed * f;
      along += weighed * change;
      square += ld(diagonal + k) * change * change;
    }
  }
  const last: f64 = ContactWorkspace.lastEnergy(r);
  ContactWorkspace.setLastEnergy(r, energy);
  if (last === 0.0 || !(energy <= GROWTH * last) || !(square > 0.0)) return 0.0;
  return Math.max(-FARTHEST, Math.min(FARTHEST, along / square));
}
