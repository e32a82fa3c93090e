// Anderson acceleration of sweeps with a memory of one. A sweep takes λ to g(λ), by f = g(λ) − λ. Where it converges slowly f hardly changes
// from one to the next, and a secant through the last two tells where it would vanish: λ ← g − γ Δg, with the γ that makes f − γ Δf least.
// Norms are ½ fᵀ diag(G) f, energies, so that light and heavy bodies count alike.
import { ld, ldi, st, sti } from '../port/memory.ts';
import {
  ROOM_BEGUN_INT,
  ROOM_CHANGES_INT,
  ROOM_DELEGATES_INT,
  ROOM_DIAGONAL_INT,
  ROOM_FIRSTS_INT,
  ROOM_LAMBDA_INT,
  ROOM_LAST_ENERGY,
  ROOM_MEMBERS_INT,
  ROOM_ORDER_INT,
  ROOM_SWEPT_INT,
  ROOM_SWEPT_VELOCITY_INT,
  ROOM_VELOCITY_INT,
  ROOM_WIDTHS_INT,
} from './layout.ts';

/** |γ| at most: rounding leaves nothing of the change of a slower mode. */
const FARTHEST: f64 = 100.0;
/** Where f has grown by more than this, as an energy, λ was led astray, and the secant is forgotten. */
const GROWTH: f64 = 10.0;

/** To be called before the first sweep, with the blocks in place. */
export function beginAcceleration(r: i32, from: i32, to: i32): void {
  const delegates: i32 = ldi(2 * r + ROOM_DELEGATES_INT);
  st(r + ROOM_LAST_ENERGY, 0.0);
  for (let place: i32 = from; place < to; place += 1) {
    const triple: i32 = ldi(ldi(2 * r + ROOM_ORDER_INT) + place);
    for (let k: i32 = 3 * triple; k < 3 * triple + 3; k += 1)
      st(ldi(2 * r + ROOM_BEGUN_INT) + k, ld(ldi(2 * r + ROOM_LAMBDA_INT) + k));
    for (let block: i32 = 2 * triple; block < 2 * triple + 2; block += 1)
      if (ldi(ldi(2 * r + ROOM_WIDTHS_INT) + block) > 0)
        sti(delegates + ldi(ldi(2 * r + ROOM_MEMBERS_INT) + block), block);
  }
}

/** To be called after a sweep: moves λ and M⁻¹ Jᵀ λ on along the secant. */
export function accelerate(r: i32, from: i32, to: i32): void {
  const share: f64 = secantShare(r, from, to);
  const order: i32 = ldi(2 * r + ROOM_ORDER_INT);
  const lambda: i32 = ldi(2 * r + ROOM_LAMBDA_INT);
  const begun: i32 = ldi(2 * r + ROOM_BEGUN_INT);
  const changes: i32 = ldi(2 * r + ROOM_CHANGES_INT);
  const swept: i32 = ldi(2 * r + ROOM_SWEPT_INT);
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

/** The velocities of the members that a triple's blocks stand for. */
function moveDelegates(r: i32, triple: i32, share: f64): void {
  for (let block: i32 = 2 * triple; block < 2 * triple + 2; block += 1) {
    const width: i32 = ldi(ldi(2 * r + ROOM_WIDTHS_INT) + block);
    if (width === 0) continue;
    if (ldi(ldi(2 * r + ROOM_DELEGATES_INT) + ldi(ldi(2 * r + ROOM_MEMBERS_INT) + block)) !== block) continue;
    const first: i32 = ldi(ldi(2 * r + ROOM_FIRSTS_INT) + block);
    const velocity: i32 = ldi(2 * r + ROOM_VELOCITY_INT) + first;
    const swept: i32 = ldi(2 * r + ROOM_SWEPT_VELOCITY_INT) + first;
    for (let k: i32 = 0; k < width; k += 1) {
      const now: f64 = ld(velocity + k);
      if (share !== 0.0) st(velocity + k, now - share * (now - ld(swept + k)));
      st(swept + k, now);
    }
  }
}

/** γ; 0 where no secant leads on. */
function secantShare(r: i32, from: i32, to: i32): f64 {
  const order: i32 = ldi(2 * r + ROOM_ORDER_INT);
  const lambda: i32 = ldi(2 * r + ROOM_LAMBDA_INT);
  const begun: i32 = ldi(2 * r + ROOM_BEGUN_INT);
  const changes: i32 = ldi(2 * r + ROOM_CHANGES_INT);
  const diagonal: i32 = ldi(2 * r + ROOM_DIAGONAL_INT);
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
  const last: f64 = ld(r + ROOM_LAST_ENERGY);
  st(r + ROOM_LAST_ENERGY, energy);
  if (last === 0.0 || !(energy <= GROWTH * last) || !(square > 0.0)) return 0.0;
  return Math.max(-FARTHEST, Math.min(FARTHEST, along / square));
}
