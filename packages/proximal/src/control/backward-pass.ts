// The Riccati recursion of differential dynamic programming, from the last step to the first, with bounds on the controls.
import { solveFactorized } from '../math/linear/cholesky.ts';
import { product, symmetrize, transposedProduct } from '../math/linear/matrices.ts';
import { minimizeInBox } from './box-qp.ts';
import type { CheckedProblem } from './problem.ts';
import type { Linearization, Trajectory } from './trajectory.ts';

export class BackwardPass {
  /** k of u = k + K δx, for each step. */
  readonly feedforward: Float64Array[];
  /** K, controlSize × tangentSize. */
  readonly gains: Float64Array[];
  /** Σ Q_uᵀ k: the derivative of the cost along the direction, without gaps. Negative unless the direction is zero. */
  slope = 0;
  /** The largest derivative of the remaining cost by a state: the weight that makes closing a gap worthwhile. */
  steepness = 0;

  constructor(private readonly problem: CheckedProblem) {
    const { tangentSize: n, controlSize: m } = problem.dynamics;
    this.feedforward = Array.from({ length: problem.steps }, () => new Float64Array(m));
    this.gains = Array.from({ length: problem.steps }, () => new Float64Array(m * n));
  }

  /** Returns false if Q_uu + µ is not positive definite at some step. */
  run(trajectory: Trajectory, lines: Linearization, mu: number): boolean {
    const { tangentSize: n, controlSize: m } = this.problem.dynamics;
    let vx: Float64Array = lines.final.byState.slice();
    let vxx: Float64Array = lines.final.byStateTwice.slice();
    this.slope = 0;
    this.steepness = 0;
    for (let k = this.problem.steps - 1; k >= 0; k--) {
      const [fx, fu, terms] = [lines.byState[k], lines.byControl[k], lines.terms[k]];
      // The value at the state that the step reaches, which differs from the next state by the gap.
      const beyond = product(vxx, trajectory.gaps[k], n, n, 1);
      for (let j = 0; j < n; j++) {
        vx[j] += beyond[j];
        this.steepness = Math.max(this.steepness, Math.abs(vx[j]));
      }
      const vfx = product(vxx, fx, n, n, n);
      const qx = add(transposedProduct(fx, vx, n, n, 1), terms.byState);
      const qu = add(transposedProduct(fu, vx, m, n, 1), terms.byControl);
      const qxx = add(transposedProduct(fx, vfx, n, n, n), terms.byStateTwice);
      const qux = add(transposedProduct(fu, vfx, m, n, n), terms.byControlAndState);
      const quu = add(transposedProduct(fu, product(vxx, fu, n, n, m), m, n, m), terms.byControlTwice);
      if (!this.improve(k, trajectory.controls[k], qu, quu, qux, mu)) return false;
      const [step, gain] = [this.feedforward[k], this.gains[k]];
      for (let i = 0; i < m; i++) this.slope += qu[i] * step[i];
      // V_x = Q_x + Kᵀ (Q_uu k + Q_u) + Q_uxᵀ k and V_xx = Q_xx + Kᵀ Q_uu K + Kᵀ Q_ux + Q_uxᵀ K.
      const pushed = add(product(quu, step, m, m, 1), qu);
      vx = add(add(qx, transposedProduct(gain, pushed, n, m, 1)), transposedProduct(qux, step, n, m, 1));
      const crossed = transposedProduct(gain, qux, n, m, n);
      vxx = add(qxx, transposedProduct(gain, product(quu, gain, m, m, n), n, m, n));
      for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) vxx[i * n + j] += crossed[i * n + j] + crossed[j * n + i];
      symmetrize(vxx, n);
    }
    return Number.isFinite(this.slope);
  }

  /** k minimizes ½ kᵀ (Q_uu + µ) k + Q_uᵀ k within the bounds; K is zero for controls at a bound. */
  private improve(
    index: number,
    control: Float64Array,
    qu: Float64Array,
    quu: Float64Array,
    qux: Float64Array,
    mu: number,
  ): boolean {
    const { lower, upper, dynamics } = this.problem;
    const { tangentSize: n, controlSize: m } = dynamics;
    const regular = quu.slice();
    for (let i = 0; i < m; i++) regular[i * m + i] += mu;
    const found = minimizeInBox(
      regular,
      qu,
      lower.map((bound, i) => bound - control[i]),
      upper.map((bound, i) => bound - control[i]),
    );
    if (!found) return false;
    const { x, free, factor } = found;
    const [feedforward, gains] = [this.feedforward[index], this.gains[index]];
    feedforward.set(x);
    gains.fill(0);
    const column = new Float64Array(free.length);
    for (let j = 0; j < n; j++) {
      for (const [a, i] of free.entries()) column[a] = -qux[i * n + j];
      solveFactorized(factor, free.length, column);
      for (const [a, i] of free.entries()) gains[i * n + j] = column[a];
    }
    return true;
  }
}

function add(a: Float64Array, b: Float64Array): Float64Array {
  for (let k = 0; k < a.length; k++) a[k] += b[k];
  return a;
}
