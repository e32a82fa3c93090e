// Polyak's and Nesterov's acceleration of the support direction (Montaut et al. 2024, Alg. 5 and 6). Where plain GJK asks for
// the support along −x, these ask along a moving average of the points so far, which oscillates less.
import {
  LAST_SUPPORT,
  MOMENTUM,
  MOMENTUM_INT,
  MOMENTUM_NESTEROV,
  NEAREST,
  NORMALIZE_INT,
  SCHEDULE_INT,
  SCHEDULE_PAPER,
} from '../layout.ts';
import { ld, ldi, st, toFloat } from '../port/memory.ts';

/** d₋₁ = s₋₁ = x₀, the point that the first direction was taken from. */
export function startMomentum(w: i32, x: f64, y: f64, z: f64): void {
  st(w + MOMENTUM, x);
  st(w + MOMENTUM + 1, y);
  st(w + MOMENTUM + 2, z);
}

/** The vector at `from` is s_k, the support point that the next direction starts from. */
export function rememberSupport(w: i32, from: i32): void {
  st(w + LAST_SUPPORT, ld(from));
  st(w + LAST_SUPPORT + 1, ld(from + 1));
  st(w + LAST_SUPPORT + 2, ld(from + 2));
}

/**
 * Writes d_k to MOMENTUM. With f = ½|x|² the gradient at y_k is y_k itself.
 * Normalised, neither the momentum nor the gradient can outweigh the other (33): for shapes with flat faces, where the
 * same support point for many directions would otherwise end the acceleration too early (Alg. 7).
 */
export function momentumDirection(w: i32, k: i32): void {
  const delta: f64 = momentumShare(w, toFloat(k));
  const rest: f64 = 1.0 - delta;
  let x: f64 = ld(w + NEAREST);
  let y: f64 = ld(w + NEAREST + 1);
  let z: f64 = ld(w + NEAREST + 2);
  if (ldi(2 * w + MOMENTUM_INT) === MOMENTUM_NESTEROV) {
    // (28a)
    x = delta * x + rest * ld(w + LAST_SUPPORT);
    y = delta * y + rest * ld(w + LAST_SUPPORT + 1);
    z = delta * z + rest * ld(w + LAST_SUPPORT + 2);
  }
  let old: f64 = delta;
  let fresh: f64 = rest;
  if (ldi(2 * w + NORMALIZE_INT) === 1) {
    old /= length(ld(w + MOMENTUM), ld(w + MOMENTUM + 1), ld(w + MOMENTUM + 2));
    fresh /= length(x, y, z);
  }
  // (28b)
  st(w + MOMENTUM, old * ld(w + MOMENTUM) + fresh * x);
  st(w + MOMENTUM + 1, old * ld(w + MOMENTUM + 1) + fresh * y);
  st(w + MOMENTUM + 2, old * ld(w + MOMENTUM + 2) + fresh * z);
}

/** δ_k = (k + 1) / (k + 3) of Alg. 5 and 6; or what the authors' published code has, which their figures come from. */
function momentumShare(w: i32, k: f64): f64 {
  if (ldi(2 * w + SCHEDULE_INT) === SCHEDULE_PAPER) return (k + 1.0) / (k + 3.0);
  if (ldi(2 * w + MOMENTUM_INT) !== MOMENTUM_NESTEROV) return 1.0 / (k + 1.0);
  return ldi(2 * w + NORMALIZE_INT) === 1 ? (k + 2.0) / (k + 3.0) : (k + 1.0) / (k + 3.0);
}

function length(x: f64, y: f64, z: f64): f64 {
  return Math.sqrt(x * x + y * y + z * z);
}
