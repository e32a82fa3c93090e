// Anderson acceleration of sweeps with a memory of one. A sweep maps λ to g(λ) = λ + f. If it converges slowly, f hardly changes
// between sweeps, and the secant through the last two extrapolates to its zero: λ ← g − γ Δg, with the γ that minimizes f − γ Δf.
// The norm is the energy ½ fᵀ diag(G) f, so that light and heavy bodies count equally.
import { ld, ldi, st, sti } from '../port/memory.ts';
import * as ContactWorkspace from './blocks/contact-workspace.ts';

/** The largest |γ|: beyond it, the changes of slow modes are below rounding. */
const FARTHEST: f64 = 100.0;
/** If the energy of f has grown by more than this factor, the extrapolation was wrong, and the secant is dropped. */
const GROWTH: f64 = 10.0;

/** Call it before the first sweep, with the blocks in place. */
export function beginAcceleration(r: i32, from: i32, to: i32): void {
  const delegates: i32 = ContactWorkspace.delegates(r);
  ContactWorkspace.setLastEnergy(r, 0.0);
  for (let place: i32 = from; place < to; place += 1) {
    const triple: i32 = ldi(ContactWorkspace.order(r) + place);
    for (let k: i32 = 3 * triple; k < 3 * triple + 3; k += 1)
      st(ContactWorkspace.begun(r) + k, ld(ContactWorkspace.lambda(r) + k));
    for (let block: i32 = 2 * triple; block < 2 * triple + 2; block += 1)
      if (ldi(ContactWorkspace.widths(r) + block) > 0) sti(delegates + ldi(ContactWorkspace.members(r) + block), block);
  }
}

/** Call it after a sweep: extrapolates λ and M⁻¹ Jᵀ λ along the secant. */
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
      const now: f64 = ld(lambda + k);
      st(changes + k, now - ld(begun + k));
      const next: f64 = share === 0.0 ? now : now - share * (now - ld(swept + k));
      st(swept + k, now);
      st(lambda + k, next);
      st(begun + k, next);
    }
    moveDelegates(r, triple, share);
  }
}

/** The velocities of the members represented by a triple's blocks. */
function moveDelegates(r: i32, triple: i32, share: f64): void {
  for (let block: i32 = 2 * triple; block < 2 * triple + 2; block += 1) {
    const width: i32 = ldi(ContactWorkspace.widths(r) + block);
    if (width <= 0) continue;
    if (ldi(ContactWorkspace.delegates(r) + ldi(ContactWorkspace.members(r) + block)) !== block) continue;
    const first: i32 = ldi(ContactWorkspace.firsts(r) + block);
    const velocity: i32 = ContactWorkspace.velocity(r) + first;
    const swept: i32 = ContactWorkspace.sweptVelocity(r) + first;
    for (let k: i32 = 0; k < width; k += 1) {
      const now: f64 = ld(velocity + k);
      if (share !== 0.0) st(velocity + k, now - share * (now - ld(swept + k)));
      st(swept + k, now);
    }
  }
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
