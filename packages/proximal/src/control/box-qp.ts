// min ½ xᵀ H x + gᵀ x in a box, with a positive definite H, by projected Newton steps (Bertsekas 1982), as in Tassa et al.,
// "Control-limited differential dynamic programming".
import { factorize, solveFactorized } from '../math/linear/cholesky.ts';

const maxSteps = 100;

/** The workspace of problems with `size` variables. The answer of `minimize` is valid until the next call. */
export class BoxMinimizer {
  readonly x: Float64Array;
  /** The first `freeCount` entries are the variables that are not held at a bound, in ascending order. */
  readonly free: Int32Array;
  freeCount = 0;
  /** The Cholesky factor of H for the free variables, freeCount × freeCount. */
  readonly factor: Float64Array;
  private readonly gradient: Float64Array;
  private readonly newton: Float64Array;
  private readonly next: Float64Array;

  constructor(private readonly size: number) {
    const vector = (): Float64Array => new Float64Array(size);
    [this.x, this.gradient, this.newton, this.next] = [vector(), vector(), vector(), vector()];
    this.free = new Int32Array(size);
    this.factor = new Float64Array(size * size);
  }

  /** Returns false if the block of H for the free variables is not positive definite. The box must contain 0. */
  minimize(h: Float64Array, g: Float64Array, lower: Float64Array, upper: Float64Array): boolean {
    const { size, x, free, factor, gradient, newton, next } = this;
    x.fill(0);
    for (let step = 0; ; step++) {
      this.writeGradient(h, g, x);
      this.freeCount = 0;
      for (let i = 0; i < size; i++)
        if (!((x[i] <= lower[i] && gradient[i] > 0) || (x[i] >= upper[i] && gradient[i] < 0)))
          free[this.freeCount++] = i;
      const count = this.freeCount;
      for (let a = 0; a < count; a++)
        for (let b = 0; b < count; b++) factor[a * count + b] = h[free[a] * size + free[b]];
      if (factorize(factor, count) >= 0) return false;
      let [scale, slope, largestStep] = [0, 0, 0];
      for (let a = 0; a < count; a++) newton[a] = -gradient[free[a]];
      solveFactorized(factor, count, newton);
      for (let a = 0; a < count; a++) {
        const i = free[a];
        scale = Math.max(scale, Math.abs(x[i]), Math.abs(g[i]));
        largestStep = Math.max(largestStep, Math.abs(newton[a]));
        slope += gradient[i] * newton[a];
      }
      if (largestStep <= 1e-14 * scale || step === maxSteps) return true;
      // Backtracking: the largest of the steps 1, ½, … that satisfies the Armijo condition.
      const before = this.valueAt(h, g, x);
      let isAccepted = false;
      for (let t = 1; t > 1e-10 && !isAccepted; t *= 0.5) {
        next.set(x);
        for (let a = 0; a < count; a++) {
          const i = free[a];
          next[i] = Math.min(Math.max(x[i] + t * newton[a], lower[i]), upper[i]);
        }
        isAccepted = this.valueAt(h, g, next) <= before + 1e-4 * t * slope;
      }
      if (!isAccepted) return true;
      // A full Newton step leads to the minimum if all variables are free and stay within the bounds.
      const isFull = count === size && next.every((value, i) => value === x[i] + newton[i]);
      x.set(next);
      if (isFull) return true;
    }
  }

  private writeGradient(h: Float64Array, g: Float64Array, x: Float64Array): void {
    const { size, gradient } = this;
    for (let i = 0; i < size; i++) {
      let sum = g[i];
      for (let j = 0; j < size; j++) sum += h[i * size + j] * x[j];
      gradient[i] = sum;
    }
  }

  private valueAt(h: Float64Array, g: Float64Array, x: Float64Array): number {
    const { size } = this;
    let value = 0;
    for (let i = 0; i < size; i++) {
      let sum = 2 * g[i];
      for (let j = 0; j < size; j++) sum += h[i * size + j] * x[j];
      value += 0.5 * x[i] * sum;
    }
    return value;
  }
}
