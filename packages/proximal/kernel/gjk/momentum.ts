// Polyak's and Nesterov's acceleration of the support direction (Montaut et al. 2024, Alg. 5 and 6). Where plain GJK computes
// the support along −x, these compute it along −d, where d is a moving average of the points so far and oscillates less.

import * as Query from '../blocks/query.ts';
import { MOMENTUM_NESTEROV, SCHEDULE_PAPER } from '../constants.ts';
import { ld, toFloat } from '../port/memory.ts';

/** Sets d₀ = x₀, the opposite of the guess: the first step of Alg. 5 and 6, from d₋₁ = s₋₁ = x₀. */
export function startMomentum(w: i32, x: f64, y: f64, z: f64): void {
  Query.setMomentum(w, 0, x);
  Query.setMomentum(w, 1, y);
  Query.setMomentum(w, 2, z);
}

/** Stores the vector at `from` as s_k, the support point that the next y, (28a), includes. */
export function rememberSupport(w: i32, from: i32): void {
  Query.setLastSupport(w, 0, ld(from));
  Query.setLastSupport(w, 1, ld(from + 1));
  Query.setLastSupport(w, 2, ld(from + 2));
}

/**
 * Writes d_k to `momentum`. With f = ½|x|² the gradient at y_k (for Polyak, at x_k) is the point itself. With normalization (33), neither the
 * momentum nor the gradient can outweigh the other. Normalization is for shapes with flat faces, where many directions have the same support
 * point, which would otherwise end the acceleration too early (Alg. 7).
 */
export function momentumDirection(w: i32, k: i32): void {
  const delta: f64 = momentumWeight(w, toFloat(k));
  const gradientWeight: f64 = 1.0 - delta;
  let x: f64 = Query.nearest(w, 0);
  let y: f64 = Query.nearest(w, 1);
  let z: f64 = Query.nearest(w, 2);
  if (Query.momentumKind(w) === MOMENTUM_NESTEROV) {
    // (28a)
    x = delta * x + gradientWeight * Query.lastSupport(w, 0);
    y = delta * y + gradientWeight * Query.lastSupport(w, 1);
    z = delta * z + gradientWeight * Query.lastSupport(w, 2);
  }
  let oldScale: f64 = delta;
  let newScale: f64 = gradientWeight;
  if (Query.normalize(w) === 1) {
    oldScale /= length(Query.momentum(w, 0), Query.momentum(w, 1), Query.momentum(w, 2));
    newScale /= length(x, y, z);
  }
  // (28b)
  Query.setMomentum(w, 0, oldScale * Query.momentum(w, 0) + newScale * x);
  Query.setMomentum(w, 1, oldScale * Query.momentum(w, 1) + newScale * y);
  Query.setMomentum(w, 2, oldScale * Query.momentum(w, 2) + newScale * z);
}

/** δ_k = (k + 1) / (k + 3) of Alg. 5 and 6, or the weight of the authors' published code, with which their figures were made. */
function momentumWeight(w: i32, k: f64): f64 {
  if (Query.schedule(w) === SCHEDULE_PAPER) return (k + 1.0) / (k + 3.0);
  if (Query.momentumKind(w) !== MOMENTUM_NESTEROV) return 1.0 / (k + 1.0);
  return Query.normalize(w) === 1 ? (k + 2.0) / (k + 3.0) : (k + 1.0) / (k + 3.0);
}

function length(x: f64, y: f64, z: f64): f64 {
  return Math.sqrt(x * x + y * y + z * z);
}
