// A trajectory of states and controls with its cost and its gaps, and derivatives of the dynamics along it.
import { transposedProduct } from '../math/linear/matrices.ts';
import { type CheckedProblem, type CostTerms, clearTerms, createTerms } from './problem.ts';

export class ControlTrajectory {
  readonly states: Float64Array[];
  readonly controls: Float64Array[];
  /** The change from state k + 1 to f(state k, control k): zero if state k + 1 follows from step k. */
  readonly gaps: Float64Array[];
  cost = Infinity;
  /** The cost of each step, with its derivatives. */
  readonly terms: CostTerms[];
  /** The cost of the last state, with its derivatives. */
  readonly final: CostTerms;
  private readonly reached: Float64Array;
  private readonly change: Float64Array;

  constructor(private readonly problem: CheckedProblem) {
    const { dynamics, steps } = problem;
    const list = (count: number, size: number): Float64Array[] =>
      Array.from({ length: count }, () => new Float64Array(size));
    this.states = list(steps + 1, dynamics.stateSize);
    this.controls = list(steps, dynamics.controlSize);
    this.gaps = list(steps, dynamics.tangentSize);
    this.reached = new Float64Array(dynamics.stateSize);
    this.change = new Float64Array(dynamics.tangentSize);
    this.terms = Array.from({ length: steps }, () => createTerms(dynamics));
    this.final = createTerms(dynamics);
  }

  /** The sum of the magnitudes of all gaps. */
  get gap(): number {
    let sum = 0;
    for (const gap of this.gaps) for (const value of gap) sum += Math.abs(value);
    return sum;
  }

  /** Computes cost and gaps of the present states and controls. */
  evaluate(): void {
    for (let k = 0; k < this.controls.length; k++) this.evaluateGap(k);
    this.evaluateCost();
  }

  evaluateGap(k: number): void {
    const { problem, states, controls, gaps, reached } = this;
    problem.dynamics.step(states[k], controls[k], k, reached);
    problem.difference(states[k + 1], reached, gaps[k]);
  }

  evaluateCost(): void {
    this.cost = 0;
    for (let k = 0; k < this.controls.length; k++) this.addRunning(k);
    this.addFinal();
  }

  private addRunning(k: number): void {
    const terms = this.terms[k];
    clearTerms(terms);
    this.problem.cost.running(this.states[k], this.controls[k], k, terms);
    this.cost += terms.value;
  }

  private addFinal(): void {
    const { final } = this;
    clearTerms(final);
    this.problem.cost.final(this.states[this.controls.length], final);
    this.cost += final.value;
  }

  /** Replaces the states after state `first` by the motion that follows from the controls, without gaps. */
  rollOut(first = 0): void {
    const { problem, states, controls, gaps } = this;
    for (let k = first; k < controls.length; k++) {
      problem.dynamics.step(states[k], controls[k], k, states[k + 1]);
      gaps[k].fill(0);
    }
  }

  /**
   * Drops the first `count` steps. New controls at the end are those of `repeat` steps before; states that follow from them are left to the caller.
   */
  shift(count: number, repeat: number): void {
    const { states, controls, gaps } = this;
    const steps = controls.length;
    for (const list of [states, controls, gaps]) rotate(list, count);
    for (let k = steps - count; k < steps; k++) controls[k].set(controls[(k + steps - repeat) % steps]);
  }

  /**
   * The step α along a direction: û = u + α k + K (x̂ ⊖ x), limited to the bounds, and x̂⁺ = f(x̂, û) with gaps of 1 − α times the old ones
   * (Mastalli et al. 2020, "Crocoddyl"). Cost and gaps need no further evaluation of the dynamics. Ends early, with an infinite cost, if the cost or
   * a state is not finite.
   * @param start the first state x̂
   */
  follow(
    from: ControlTrajectory,
    feedforward: readonly Float64Array[],
    gains: readonly Float64Array[],
    alpha: number,
    start = from.states[0],
  ): void {
    const { problem, states, controls, gaps, reached, change } = this;
    states[0].set(start);
    this.cost = 0;
    for (let k = 0; k < controls.length; k++) {
      problem.difference(from.states[k], states[k], change);
      correct(problem, from.controls[k], feedforward[k], alpha, gains[k], change, controls[k]);
      this.addRunning(k);
      problem.dynamics.step(states[k], controls[k], k, reached);
      if (!(this.cost < Infinity && reached.every(Number.isFinite))) {
        this.cost = Infinity;
        return;
      }
      if (alpha === 1 || isZero(from.gaps[k])) {
        states[k + 1].set(reached);
        gaps[k].fill(0);
        continue;
      }
      for (let j = 0; j < change.length; j++) change[j] = (alpha - 1) * from.gaps[k][j];
      problem.integrate(reached, change, states[k + 1]);
      problem.difference(states[k + 1], reached, gaps[k]);
    }
    this.addFinal();
  }
}

function isZero(values: Float64Array): boolean {
  for (let k = 0; k < values.length; k++) if (values[k] !== 0) return false;
  return true;
}

/** Moves the first `count` entries to the end. */
export function rotate<T>(list: T[], count: number): void {
  list.push(...list.splice(0, count));
}

/** Writes u + α k + K δx, limited to the bounds. */
export function correct(
  { lower, upper }: CheckedProblem,
  control: Float64Array,
  feedforward: Float64Array,
  alpha: number,
  gain: Float64Array,
  change: Float64Array,
  out: Float64Array,
): void {
  const n = change.length;
  for (let i = 0; i < out.length; i++) {
    let u = control[i] + alpha * feedforward[i];
    for (let j = 0; j < n; j++) u += gain[i * n + j] * change[j];
    out[i] = Math.min(Math.max(u, lower[i]), upper[i]);
  }
}

/** Derivatives of the dynamics along a trajectory. */
export class Linearization {
  readonly byState: Float64Array[];
  readonly byControl: Float64Array[];

  constructor(private readonly problem: CheckedProblem) {
    const { dynamics, steps } = problem;
    const { tangentSize: n, controlSize: m } = dynamics;
    this.byState = Array.from({ length: steps }, () => new Float64Array(n * n));
    this.byControl = Array.from({ length: steps }, () => new Float64Array(n * m));
  }

  at(trajectory: ControlTrajectory): void {
    for (let k = 0; k < trajectory.controls.length; k++) this.differentiate(trajectory, k);
  }

  /** The derivatives of step k of the dynamics. */
  differentiate({ states, controls }: ControlTrajectory, k: number): void {
    this.problem.dynamics.differentiate(states[k], controls[k], k, this.byState[k], this.byControl[k]);
  }

  /**
   * The largest |component| of the gradient of the cost with respect to the controls, without components whose descent leads beyond a bound. It follows from
   * the adjoint λ_k = l_x + f_xᵀ λ_{k+1}, independently of the backward pass.
   */
  gradientNorm({ controls, terms, final }: ControlTrajectory): number {
    const { dynamics, lower, upper } = this.problem;
    const { tangentSize: n, controlSize: m } = dynamics;
    let adjoint: Float64Array = final.byState.slice();
    let largestComponent = 0;
    for (let k = controls.length - 1; k >= 0; k--) {
      const gradient = transposedProduct(this.byControl[k], adjoint, m, n, 1);
      for (let i = 0; i < m; i++) {
        const component = gradient[i] + terms[k].byControl[i];
        const u = controls[k][i];
        if ((u <= lower[i] && component > 0) || (u >= upper[i] && component < 0)) continue;
        if (!(Math.abs(component) <= largestComponent)) largestComponent = Math.abs(component);
      }
      adjoint = transposedProduct(this.byState[k], adjoint, n, n, 1);
      for (let j = 0; j < n; j++) adjoint[j] += terms[k].byState[j];
    }
    return largestComponent;
  }
}
