// The Riccati recursion of differential dynamic programming, from the last step to the first, with bounds on the controls.
import { solveFactorized } from '../math/linear/cholesky.ts';
import { product, symmetricProduct, transposedProduct } from '../math/linear/matrices.ts';
import { BoxMinimizer } from './box-qp.ts';
import type { CheckedProblem, CostTerms } from './problem.ts';
import type { ControlTrajectory, Linearization } from './trajectory.ts';

export class BackwardPass {
  /** k of δu = k + K δx, for each step. */
  readonly feedforward: Float64Array[];
  /** K, controlSize × tangentSize. */
  readonly gains: Float64Array[];
  /** Σ Q_uᵀ k: the derivative of the cost along the direction if there are no gaps. Negative unless the direction is zero. */
  slope = 0;
  /**
   * The largest |component| of V_x, the derivative of the cost-to-go, at the states after the first. The line search derives the weight of
   * gaps from it.
   */
  steepness = 0;
  private readonly box: BoxMinimizer;
  private readonly work: Workspace;

  constructor(private readonly problem: CheckedProblem) {
    const { tangentSize: n, controlSize: m } = problem.dynamics;
    this.feedforward = Array.from({ length: problem.steps }, () => new Float64Array(m));
    this.gains = Array.from({ length: problem.steps }, () => new Float64Array(m * n));
    this.box = new BoxMinimizer(m);
    this.work = createWorkspace(n, m);
  }

  /** Returns false if Q_uu + µ I of the free controls is not positive definite at some step, or the slope is not finite. */
  run(trajectory: ControlTrajectory, linearization: Linearization, mu: number): boolean {
    const { vx, vxx } = this.work;
    vx.set(trajectory.final.byState);
    vxx.set(trajectory.final.byStateTwice);
    this.slope = 0;
    this.steepness = 0;
    for (let k = this.problem.steps - 1; k >= 0; k--) {
      this.addGap(trajectory.gaps[k]);
      this.expand(linearization, k, trajectory.terms[k]);
      if (!this.improve(k, trajectory.controls[k], mu)) return false;
      this.updateValue(k, trajectory.terms[k].byStateTwice);
    }
    return Number.isFinite(this.slope);
  }

  /** The change of the value at step 0, V_xᵀ δx + ½ δxᵀ V_xx δx. */
  changeOfValue(deviation: Float64Array): number {
    const n = deviation.length;
    const { vx, vxx } = this.work;
    let sum = 0;
    for (let i = 0; i < n; i++) {
      let slope = vx[i];
      for (let j = 0; j < n; j++) slope += 0.5 * vxx[i * n + j] * deviation[j];
      sum += slope * deviation[i];
    }
    return sum;
  }

  /** Moves the value to the state that the step reaches, which differs from the next state by the gap. */
  private addGap(gap: Float64Array): void {
    const { tangentSize: n } = this.problem.dynamics;
    const { vx, vxx } = this.work;
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let j = 0; j < n; j++) sum += vxx[i * n + j] * gap[j];
      vx[i] += sum;
      this.steepness = Math.max(this.steepness, Math.abs(vx[i]));
    }
  }

  /**
   * Computes the quadratic model of the cost from step k on. `qxx` receives only its lower triangle, without the second derivative of the
   * step's own cost.
   */
  private expand(linearization: Linearization, k: number, terms: CostTerms): void {
    const { tangentSize: n, controlSize: m } = this.problem.dynamics;
    const { vx, vxx, vfx, vfu, qx, qu, qxx, qux, quu } = this.work;
    const [fx, fu] = [linearization.byState[k], linearization.byControl[k]];
    product(vxx, fx, n, n, n, vfx);
    product(vxx, fu, n, n, m, vfu);
    add(transposedProduct(fx, vx, n, n, 1, qx), terms.byState);
    add(transposedProduct(fu, vx, m, n, 1, qu), terms.byControl);
    symmetricProduct(fx, vfx, n, n, qxx);
    add(transposedProduct(fu, vfx, m, n, n, qux), terms.byControlAndState);
    add(transposedProduct(fu, vfu, m, n, m, quu), terms.byControlTwice);
  }

  /** Computes k, which minimizes ½ kᵀ (Q_uu + µ I) k + Q_uᵀ k within the bounds, and K, which is zero for controls held at a bound. */
  private improve(index: number, control: Float64Array, mu: number): boolean {
    const { lower, upper, dynamics } = this.problem;
    const { tangentSize: n, controlSize: m } = dynamics;
    const { qu, quu, qux, regular, below, above, column } = this.work;
    const { box } = this;
    regular.set(quu);
    for (let i = 0; i < m; i++) {
      regular[i * m + i] += mu;
      below[i] = lower[i] - control[i];
      above[i] = upper[i] - control[i];
    }
    if (!box.minimize(regular, qu, below, above)) return false;
    const { free, freeCount, factor } = box;
    const [feedforward, gains] = [this.feedforward[index], this.gains[index]];
    feedforward.set(box.x);
    gains.fill(0);
    for (let j = 0; j < n; j++) {
      for (let a = 0; a < freeCount; a++) column[a] = -qux[free[a] * n + j];
      solveFactorized(factor, freeCount, column);
      for (let a = 0; a < freeCount; a++) gains[free[a] * n + j] = column[a];
    }
    for (let i = 0; i < m; i++) this.slope += qu[i] * feedforward[i];
    return true;
  }

  /**
   * V_x = Q_x + Kᵀ (Q_uu k + Q_u) + Q_uxᵀ k and V_xx = Q_xx + Kᵀ Q_uu K + Kᵀ Q_ux + Q_uxᵀ K.
   * @param byStateTwice the second derivative of the step's cost, which `qxx` does not have yet
   */
  private updateValue(index: number, byStateTwice: Float64Array): void {
    const { tangentSize: n, controlSize: m } = this.problem.dynamics;
    const { vx, vxx, qx, qu, qxx, qux, quu, controlSlope, halfSum, crossTerm } = this.work;
    const [step, gain] = [this.feedforward[index], this.gains[index]];
    add(product(quu, step, m, m, 1, controlSlope), qu);
    for (let j = 0; j < n; j++) {
      let sum = qx[j];
      for (let i = 0; i < m; i++) sum += gain[i * n + j] * controlSlope[i] + qux[i * n + j] * step[i];
      vx[j] = sum;
    }
    // V_xx = Q_xx + S + Sᵀ with S = Kᵀ (½ Q_uu K + Q_ux), the cross term, made symmetric against rounding.
    product(quu, gain, m, m, n, halfSum);
    for (let k = 0; k < halfSum.length; k++) halfSum[k] = 0.5 * halfSum[k] + qux[k];
    transposedProduct(gain, halfSum, n, m, n, crossTerm);
    for (let i = 0; i < n; i++)
      for (let j = 0; j <= i; j++) {
        const a = i * n + j;
        const b = j * n + i;
        const value = qxx[a] + 0.5 * (byStateTwice[a] + byStateTwice[b]) + crossTerm[a] + crossTerm[b];
        vxx[a] = value;
        vxx[b] = value;
      }
  }
}

type Workspace = Readonly<Record<keyof ReturnType<typeof sizesOf>, Float64Array>>;

/** The numbers of each matrix and vector of a step. */
function sizesOf(n: number, m: number) {
  return {
    ...{ vx: n, vxx: n * n, vfx: n * n, vfu: n * m },
    ...{ qx: n, qu: m, qxx: n * n, qux: m * n, quu: m * m },
    ...{ regular: m * m, below: m, above: m, column: m, controlSlope: m, halfSum: m * n, crossTerm: n * n },
  };
}

function createWorkspace(n: number, m: number): Workspace {
  return Object.fromEntries(
    Object.entries(sizesOf(n, m)).map(([name, size]) => [name, new Float64Array(size)]),
  ) as unknown as Workspace;
}

function add(a: Float64Array, b: Float64Array): void {
  for (let k = 0; k < a.length; k++) a[k] += b[k];
}
