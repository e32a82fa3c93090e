// min ½ xᵀ H x + gᵀ x in a box, with a positive definite H, by projected Newton steps (Bertsekas 1982), as in Tassa et al.,
// "Control-limited differential dynamic programming".
import { factorize, solveFactorized } from '../math/linear/cholesky.ts';

const maxSteps = 100;

export interface BoxMinimum {
  readonly x: Float64Array;
  /** The variables that are not at a bound. */
  readonly free: readonly number[];
  /** The Cholesky factor of H for the free variables. */
  readonly factor: Float64Array;
}

/** The part of H at the free variables, as its Cholesky factor; null if it is not positive definite. */
function factorOf(h: Float64Array, size: number, free: readonly number[]): Float64Array | null {
  const factor = new Float64Array(free.length * free.length);
  for (const [a, i] of free.entries())
    for (const [b, j] of free.entries()) factor[a * free.length + b] = h[i * size + j];
  return factorize(factor, free.length) < 0 ? factor : null;
}

function gradientAt(h: Float64Array, g: Float64Array, x: Float64Array): Float64Array {
  return g.map((value, i) => {
    let sum = value;
    for (let j = 0; j < x.length; j++) sum += h[i * x.length + j] * x[j];
    return sum;
  });
}

/** Returns null if H is not positive definite. The box must contain 0. */
export function minimizeInBox(
  h: Float64Array,
  g: Float64Array,
  lower: Float64Array,
  upper: Float64Array,
): BoxMinimum | null {
  const size = g.length;
  const x = new Float64Array(size);
  const clamp = (value: number, i: number): number => Math.min(Math.max(value, lower[i]), upper[i]);
  const valueAt = (point: Float64Array): number => {
    const gradient = gradientAt(h, g, point);
    return point.reduce((sum, value, i) => sum + 0.5 * value * (gradient[i] + g[i]), 0);
  };
  for (let step = 0; ; step++) {
    const gradient = gradientAt(h, g, x);
    const free = Array.from(x.keys()).filter(
      (i) => !((x[i] <= lower[i] && gradient[i] > 0) || (x[i] >= upper[i] && gradient[i] < 0)),
    );
    const factor = factorOf(h, size, free);
    if (!factor) return null;
    const newton = Float64Array.from(free, (i) => -gradient[i]);
    solveFactorized(factor, free.length, newton);
    const scale = free.reduce((most, i) => Math.max(most, Math.abs(x[i]), Math.abs(g[i])), 0);
    const isDone = newton.every((value) => Math.abs(value) <= 1e-14 * scale);
    if (isDone || step === maxSteps) return { x, free, factor };
    // The largest of the steps 1, ½, … that decreases the objective enough.
    const slope = free.reduce((sum, i, a) => sum + gradient[i] * newton[a], 0);
    const before = valueAt(x);
    let accepted = false;
    for (let t = 1; t > 1e-10 && !accepted; t *= 0.5) {
      const next = x.slice();
      for (const [a, i] of free.entries()) next[i] = clamp(x[i] + t * newton[a], i);
      accepted = valueAt(next) <= before + 1e-4 * t * slope;
      if (accepted) x.set(next);
    }
    if (!accepted) return { x, free, factor };
  }
}
