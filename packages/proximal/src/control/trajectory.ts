// A trajectory of states and controls, with its cost, its gaps, and derivatives along it.
import { transposedProduct } from '../math/linear/matrices.ts';
import { type CheckedProblem, type CostTerms, clearTerms, createTerms } from './problem.ts';

export class Trajectory {
  readonly states: Float64Array[];
  readonly controls: Float64Array[];
  /** The change from state k + 1 to f(state k, control k): zero for a motion of the system. */
  readonly gaps: Float64Array[];
  cost = Infinity;
  private readonly reached: Float64Array;
  private readonly terms: CostTerms;

  constructor(private readonly problem: CheckedProblem) {
    const { dynamics, steps } = problem;
    const list = (count: number, size: number): Float64Array[] =>
      Array.from({ length: count }, () => new Float64Array(size));
    this.states = list(steps + 1, dynamics.stateSize);
    this.controls = list(steps, dynamics.controlSize);
    this.gaps = list(steps, dynamics.tangentSize);
    this.reached = new Float64Array(dynamics.stateSize);
    this.terms = createTerms(dynamics);
  }

  /** The sum of the magnitudes of all gaps. */
  get gap(): number {
    let sum = 0;
    for (const gap of this.gaps) for (const value of gap) sum += Math.abs(value);
    return sum;
  }

  /** Computes cost and gaps of the present states and controls. */
  evaluate(): void {
    const { problem, states, controls, gaps, terms, reached } = this;
    this.cost = 0;
    for (let k = 0; k < controls.length; k++) {
      clearTerms(terms);
      problem.cost.running(states[k], controls[k], k, terms);
      this.cost += terms.value;
      problem.dynamics.step(states[k], controls[k], k, reached);
      problem.difference(states[k + 1], reached, gaps[k]);
    }
    clearTerms(terms);
    problem.cost.final(states[controls.length], terms);
    this.cost += terms.value;
  }

  /** Replaces the states by the motion that follows from the controls. */
  rollOut(): void {
    const { problem, states, controls } = this;
    for (let k = 0; k < controls.length; k++) problem.dynamics.step(states[k], controls[k], k, states[k + 1]);
  }

  /**
   * The step α along a direction: û = u + α k + K (x̂ ⊖ x), limited to the bounds, and x̂⁺ = f(x̂, û) with gaps that shrink by 1 − α
   * (Mastalli et al. 2020, "Crocoddyl").
   */
  follow(from: Trajectory, feedforward: readonly Float64Array[], gains: readonly Float64Array[], alpha: number): void {
    const { problem, states, controls, reached } = this;
    const { tangentSize: n, controlSize: m } = problem.dynamics;
    const change = new Float64Array(n);
    states[0].set(from.states[0]);
    for (let k = 0; k < controls.length; k++) {
      problem.difference(from.states[k], states[k], change);
      for (let i = 0; i < m; i++) {
        let u = from.controls[k][i] + alpha * feedforward[k][i];
        for (let j = 0; j < n; j++) u += gains[k][i * n + j] * change[j];
        controls[k][i] = Math.min(Math.max(u, problem.lower[i]), problem.upper[i]);
      }
      problem.dynamics.step(states[k], controls[k], k, reached);
      for (let j = 0; j < n; j++) change[j] = (alpha - 1) * from.gaps[k][j];
      problem.integrate(reached, change, states[k + 1]);
    }
  }
}

/** Derivatives of dynamics and cost along a trajectory. */
export class Linearization {
  readonly byState: Float64Array[];
  readonly byControl: Float64Array[];
  readonly terms: CostTerms[];
  readonly final: CostTerms;

  constructor(private readonly problem: CheckedProblem) {
    const { dynamics, steps } = problem;
    const { tangentSize: n, controlSize: m } = dynamics;
    this.byState = Array.from({ length: steps }, () => new Float64Array(n * n));
    this.byControl = Array.from({ length: steps }, () => new Float64Array(n * m));
    this.terms = Array.from({ length: steps }, () => createTerms(dynamics));
    this.final = createTerms(dynamics);
  }

  at({ states, controls }: Trajectory): void {
    const { dynamics, cost } = this.problem;
    for (let k = 0; k < controls.length; k++) {
      dynamics.differentiate(states[k], controls[k], k, this.byState[k], this.byControl[k]);
      clearTerms(this.terms[k]);
      cost.running(states[k], controls[k], k, this.terms[k]);
    }
    clearTerms(this.final);
    cost.final(states[controls.length], this.final);
  }

  /**
   * The largest component of the gradient of the cost by the controls, without components that lead beyond a bound. It follows from
   * the adjoint λ_k = l_x + f_xᵀ λ_{k+1}, independently of the search.
   */
  gradientNorm({ controls }: Trajectory): number {
    const { dynamics, lower, upper } = this.problem;
    const { tangentSize: n, controlSize: m } = dynamics;
    let adjoint: Float64Array = this.final.byState.slice();
    let most = 0;
    for (let k = controls.length - 1; k >= 0; k--) {
      const gradient = transposedProduct(this.byControl[k], adjoint, m, n, 1);
      for (let i = 0; i < m; i++) {
        const component = gradient[i] + this.terms[k].byControl[i];
        const u = controls[k][i];
        if ((u <= lower[i] && component > 0) || (u >= upper[i] && component < 0)) continue;
        if (!(Math.abs(component) <= most)) most = Math.abs(component);
      }
      adjoint = transposedProduct(this.byState[k], adjoint, n, n, 1);
      for (let j = 0; j < n; j++) adjoint[j] += this.terms[k].byState[j];
    }
    return most;
  }
}
