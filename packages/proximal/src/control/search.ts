// The iterations of feasibility-driven differential dynamic programming, for `optimizeControls` and `PredictiveControl`.
import { BackwardPass } from './backward-pass.ts';
import type { CheckedProblem } from './problem.ts';
import { ControlTrajectory, Linearization, rotate } from './trajectory.ts';

const largestRegularization = 1e10;
const leastRegularization = 1e-9;
const leastStep = 1 / 1024;
/** After a shift, shorter steps are not tried: the plan is first simulated from the new state. */
const leastPredictedStep = 1 / 4;
/** The largest predicted change of the cost, relative to the cost, for which the prediction is used. */
const largestPrediction = 0.01;
/** The error of a prediction that is allowed for, relative to the predicted change. */
const predictionError = 0.1;

/** Durations of the parts of a search, in milliseconds. */
export interface SearchTimings {
  /** Derivatives of the dynamics along each new trajectory; those that a shift computes are not counted. */
  derivatives: number;
  /** The Riccati recursion. */
  backward: number;
  /** Steps of the dynamics in the line search and after a shift, and the cost with its derivatives. */
  rollouts: number;
}

/** The present trajectory with its derivatives, and the next one along the direction of the backward pass. */
export class TrajectorySearch {
  present: ControlTrajectory;
  readonly pass: BackwardPass;
  readonly timings: SearchTimings = { derivatives: 0, backward: 0, rollouts: 0 };
  regularization = 0;
  private next: ControlTrajectory;
  private readonly linearization: Linearization;
  /** Where the next trajectory begins, if this is not the first state of the present one, and the feedback from there. */
  private start: { readonly state: Float64Array; readonly feedback: readonly Float64Array[] } | null = null;
  /** The change from the first state of the present trajectory to the first state of the next one. */
  private readonly deviation: Float64Array;
  /** The predicted change of the cost for this deviation; 0 if the next trajectory begins at the first state of the present one. */
  private change = 0;
  private readonly noFeedforward: readonly Float64Array[];

  constructor(private readonly problem: CheckedProblem) {
    this.present = new ControlTrajectory(problem);
    this.next = new ControlTrajectory(problem);
    this.noFeedforward = this.present.controls.map(({ length }) => new Float64Array(length));
    this.linearization = new Linearization(problem);
    this.pass = new BackwardPass(problem);
    this.deviation = new Float64Array(problem.dynamics.tangentSize);
  }

  begin(): void {
    this.present.evaluate();
    this.linearize();
  }

  /** Computes the derivatives along the present trajectory. */
  linearize(): void {
    const start = performance.now();
    this.linearization.at(this.present);
    this.timings.derivatives += performance.now() - start;
  }

  clearTimings(): void {
    Object.assign(this.timings, { derivatives: 0, backward: 0, rollouts: 0 });
  }

  gradientNorm(): number {
    return this.linearization.gradientNorm(this.present);
  }

  /**
   * Makes one step, with at most `attempts` backward passes. If a pass or its line search fails, the regularization increases; at the first
   * failure after a `shift`, the plan is replaced by its motion from the new state instead. Returns the length of the step, or 0 if none was
   * found. After a step, `linearize` must follow.
   */
  improve(attempts = Infinity): number {
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (this.recur(this.regularization) && this.predict()) {
        const start = performance.now();
        const length = this.searchLine();
        this.timings.rollouts += performance.now() - start;
        if (length > 0) {
          if (length > 0.2) this.relax();
          return length;
        }
      }
      if (this.start) {
        this.beginAtStart();
        continue;
      }
      this.regularization = Math.max(10 * this.regularization, 1e-6);
      if (this.regularization > largestRegularization) return 0;
    }
    return 0;
  }

  private relax(): void {
    this.regularization *= 0.1;
    if (this.regularization < leastRegularization) this.regularization = 0;
  }

  /**
   * Moves to the next trajectory with the largest step length of 1, ½, ¼, … for which the cost plus weighted gaps decreases enough. Returns
   * this length, or 0 if there is none above the least length. After a shift, the decrease is relative to the predicted cost plus its error.
   */
  private searchLine(): number {
    const { pass, present, next, start, change } = this;
    const weight = 2 * pass.steepness;
    const gap = present.gap;
    const before = present.cost + change + predictionError * Math.abs(change) + weight * gap;
    const slope = pass.slope - 0.5 * weight * gap;
    for (let length = 1; length >= (start ? leastPredictedStep : leastStep); length *= 0.5) {
      next.follow(present, pass.feedforward, pass.gains, length, start?.state);
      const after = next.cost + weight * next.gap;
      if (!(after <= before + 1e-4 * length * slope)) continue;
      this.swap();
      return length;
    }
    return 0;
  }

  /**
   * Predicts how the cost changes if the present controls, with the feedback of the backward pass, begin at `start`: by V_xᵀ δx + ½ δxᵀ V_xx δx, with
   * the deviation δx of the first state and the value V. So the line search can compare costs without a simulation of the present controls
   * from `start`. Returns false if the present trajectory has gaps, or the change is too large for a prediction.
   */
  private predict(): boolean {
    const { start, problem, pass, present, deviation } = this;
    this.change = 0;
    if (!start) return true;
    problem.difference(present.states[0], start.state, deviation);
    this.change = pass.changeOfValue(deviation);
    return present.gap === 0 && Math.abs(this.change) <= largestPrediction * Math.abs(present.cost);
  }

  /** The backward pass; false if it fails. */
  private recur(regularization: number): boolean {
    const start = performance.now();
    const isDone = this.pass.run(this.present, this.linearization, regularization);
    this.timings.backward += performance.now() - start;
    return isDone;
  }

  /** The gains at the solution, without regularization if possible. */
  finish(): void {
    if (!this.recur(0)) this.recur(this.regularization);
  }

  private swap(): void {
    [this.present, this.next] = [this.next, this.present];
    this.start = null;
  }

  /**
   * Replaces the plan by the motion that begins at `start`, with the plan's controls and the feedback that `start` contains, or without
   * this feedback if the cost would not be finite. This motion has no gaps: with a gap from the predicted to the measured state, the line
   * search would accept a motion of any cost that closes the gap.
   */
  private beginAtStart(): void {
    const { present, next, start } = this;
    if (!start) return;
    const startTime = performance.now();
    next.follow(present, this.noFeedforward, start.feedback, 1, start.state);
    if (next.cost < Infinity) this.swap();
    else this.restart(start.state);
    this.timings.rollouts += performance.now() - startTime;
    this.linearization.differentiate(this.present, 0);
  }

  /** Replaces the plan by the motion from another state with the plan's controls, without feedback. */
  private restart(state: Float64Array): void {
    const { present } = this;
    present.states[0].set(state);
    present.rollOut();
    present.evaluateCost();
    this.start = null;
  }

  /**
   * Lets the horizon begin `count` steps later, at a given state, from which the next step of the search starts. New controls at the end
   * are those of `repeat` steps before. Derivatives of the dynamics of the steps that remain are kept. The cost and its derivatives, which
   * may depend on time, are computed again. If no step remains, the plan is the motion from the state with the repeated controls.
   * @param feedback gains of the steps after the shift
   */
  shift(count: number, state: Float64Array, feedback: readonly Float64Array[], repeat: number): void {
    const { present, linearization } = this;
    const { steps } = this.problem;
    const moved = Math.min(count, steps);
    present.shift(moved, repeat);
    for (const list of [linearization.byState, linearization.byControl]) rotate(list, moved);
    const startTime = performance.now();
    if (moved === steps) this.restart(state);
    else {
      present.rollOut(steps - moved);
      present.evaluateCost();
      this.start = { state: state.slice(), feedback };
    }
    this.timings.rollouts += performance.now() - startTime;
    for (let k = steps - moved; k < steps; k++) linearization.differentiate(present, k);
  }
}
