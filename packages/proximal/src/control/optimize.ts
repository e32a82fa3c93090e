import { checkInteger, checkNumber, checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import { BackwardPass } from './backward-pass.ts';
import { type CheckedProblem, type ControlProblem, checkNumbers, checkProblem } from './problem.ts';
import { Linearization, Trajectory } from './trajectory.ts';

/**
 * One iteration of `optimizeControls`.
 * @example
 * ```ts
 * optimizeControls(problem, { onProgress: ({ iteration, cost }: ControlProgress) => console.log(iteration, cost) });
 * ```
 */
export interface ControlProgress {
  readonly iteration: number;
  readonly cost: number;
  /** The largest component of the gradient of the cost by the controls, without components that lead beyond a bound. */
  readonly gradientNorm: number;
  /** The sum of the magnitudes of the gaps between the steps; zero for a motion of the system. */
  readonly gap: number;
  /** The length of the step that led here, from 0 to 1. */
  readonly stepLength: number;
  /** The regularization µ of that step. */
  readonly regularization: number;
}

/**
 * Options of `optimizeControls`.
 * @example
 * ```ts
 * const options: ControlOptions = { maxIterations: 200, tolerance: 1e-8 };
 * ```
 */
export interface ControlOptions {
  /** The largest component of the gradient, and the largest sum of gaps, of a solution. Default 1e-6. */
  readonly tolerance?: number;
  /** Default 500. */
  readonly maxIterations?: number;
  /** An `AbortSignal`: when it is aborted, its reason is thrown. It is read before every iteration. */
  readonly signal?: { throwIfAborted(): void };
  /** Called after every iteration. */
  readonly onProgress?: (progress: ControlProgress) => void;
}

/**
 * Where `optimizeControls` starts. With `states`, the steps need not fit together (multiple shooting): the gaps are closed during the search.
 * @example
 * ```ts
 * const warmStart: ControlWarmStart = { controls: solution.controls };
 * ```
 */
export interface ControlWarmStart {
  /** One for each step. Default: zeros, limited to the bounds. */
  readonly controls?: readonly Float64Array[] | undefined;
  /** One for each step, and the last one; the first is replaced by the initial state. Default: those that follow from the controls. */
  readonly states?: readonly Float64Array[] | undefined;
}

/**
 * A locally optimal trajectory. u = controls[k] + gains[k] · (x ⊖ states[k]) is a controller that follows it.
 * @example
 * ```ts
 * const { status, controls, cost }: ControlSolution = optimizeControls(problem);
 * ```
 */
export interface ControlSolution extends ControlWarmStart {
  /**
   * `'converged'`: gradient and gaps are within the tolerance. `'stalled'`: no step decreases the cost. `'limit'`: `maxIterations` was
   * reached.
   */
  readonly status: 'converged' | 'stalled' | 'limit';
  readonly states: readonly Float64Array[];
  readonly controls: readonly Float64Array[];
  /** controlSize × tangentSize numbers for each step, by rows. */
  readonly gains: readonly Float64Array[];
  readonly cost: number;
  /** Recomputed along the trajectory by the adjoint equation. */
  readonly gradientNorm: number;
  readonly gap: number;
  readonly iterations: number;
  /** The start and every iteration. */
  readonly history: readonly ControlProgress[];
}

const largestRegularization = 1e10;
const leastRegularization = 1e-9;
const leastStep = 1 / 1024;

/**
 * Finds controls that minimize the cost of a trajectory, by feasibility-driven differential dynamic programming (FDDP) with bounds on
 * the controls. It uses first derivatives of the dynamics, as iLQR. The minimum is local.
 * @example
 * ```ts
 * const { status, states } = optimizeControls({ dynamics, cost, steps: 50, initialState: Float64Array.of(0, 0) });
 * ```
 */
export function optimizeControls(
  problem: ControlProblem,
  options?: ControlOptions,
  warmStart?: ControlWarmStart,
): ControlSolution {
  const where = 'optimizeControls';
  const checked = checkProblem(where, problem);
  const { tolerance, maxIterations, signal, onProgress } = readOptions(where, options);
  const search = new Search(checked);
  start(where, checked, warmStart, search.present);
  search.begin();
  const history = [search.progress(0, 0)];
  let status: ControlSolution['status'] = 'limit';
  for (let iteration = 1; ; iteration++) {
    const { gradientNorm, gap } = history[history.length - 1];
    if (gradientNorm <= tolerance && gap <= tolerance) status = 'converged';
    signal?.throwIfAborted();
    if (status === 'converged' || iteration > maxIterations) break;
    const length = search.improve();
    if (length === 0) {
      status = 'stalled';
      break;
    }
    history.push(search.progress(iteration, length));
    onProgress?.(history[history.length - 1]);
  }
  const { cost, gradientNorm, gap } = history[history.length - 1];
  const { states, controls } = search.present;
  search.finish();
  const iterations = history.length - 1;
  return { status, states, controls, gains: search.pass.gains, cost, gradientNorm, gap, iterations, history };
}

/** The present trajectory, and the next one along the direction of the backward pass. */
class Search {
  present: Trajectory;
  readonly pass: BackwardPass;
  private next: Trajectory;
  private readonly lines: Linearization;
  private regularization = 0;

  constructor(problem: CheckedProblem) {
    this.present = new Trajectory(problem);
    this.next = new Trajectory(problem);
    this.lines = new Linearization(problem);
    this.pass = new BackwardPass(problem);
  }

  begin(): void {
    this.present.evaluate();
    this.lines.at(this.present);
  }

  progress(iteration: number, stepLength: number): ControlProgress {
    const { present, lines, regularization } = this;
    const { cost, gap } = present;
    return { iteration, cost, gradientNorm: lines.gradientNorm(present), gap, stepLength, regularization };
  }

  /** Makes one step. Returns its length, or 0 if there is none. */
  improve(): number {
    const { pass, lines } = this;
    for (;;) {
      if (pass.run(this.present, lines, this.regularization)) {
        const length = this.searchLine();
        if (length > 0) {
          if (length > 0.2) this.regularization *= 0.1;
          if (this.regularization < leastRegularization) this.regularization = 0;
          lines.at(this.present);
          return length;
        }
      }
      this.regularization = Math.max(10 * this.regularization, 1e-6);
      if (this.regularization > largestRegularization) return 0;
    }
  }

  /** The largest of 1, ½, ¼, … for which cost plus weighted gaps decreases enough. */
  private searchLine(): number {
    const { pass, present, next } = this;
    const weight = 2 * pass.steepness;
    const gap = present.gap;
    const before = present.cost + weight * gap;
    const slope = pass.slope - 0.5 * weight * gap;
    for (let length = 1; length >= leastStep; length *= 0.5) {
      next.follow(present, pass.feedforward, pass.gains, length);
      next.evaluate();
      const after = next.cost + weight * next.gap;
      if (!(after <= before + 1e-4 * length * slope)) continue;
      this.present = next;
      this.next = present;
      return length;
    }
    return 0;
  }

  /** The gains at the solution, without regularization if possible. */
  finish(): void {
    if (!this.pass.run(this.present, this.lines, 0)) this.pass.run(this.present, this.lines, this.regularization);
  }
}

function start(
  where: string,
  problem: CheckedProblem,
  warmStart: ControlWarmStart | undefined,
  trajectory: Trajectory,
): void {
  const { dynamics, initialState, lower, upper, steps } = problem;
  const read = (name: 'controls' | 'states', count: number, size: number): void => {
    const given = warmStart?.[name];
    if (given === undefined) return;
    if (!Array.isArray(given)) throw wrongType(where, `warmStart.${name}`, given, `give ${count} Float64Arrays`);
    if (given.length !== count) throw outOfRange(where, `warmStart.${name}.length`, given.length, `give ${count}`);
    for (const [k, values] of given.entries()) {
      checkNumbers(where, `warmStart.${name}[${k}]`, values, size);
      trajectory[name][k].set(values);
    }
  };
  read('controls', steps, dynamics.controlSize);
  read('states', steps + 1, dynamics.stateSize);
  for (const control of trajectory.controls)
    for (let i = 0; i < control.length; i++) control[i] = Math.min(Math.max(control[i], lower[i]), upper[i]);
  trajectory.states[0].set(initialState);
  if (warmStart?.states === undefined) trajectory.rollOut();
}

function readOptions(
  where: string,
  options: ControlOptions | undefined,
): Required<Pick<ControlOptions, 'tolerance' | 'maxIterations'>> & Pick<ControlOptions, 'signal' | 'onProgress'> {
  checkOptions(where, 'options', options, ['tolerance', 'maxIterations', 'signal', 'onProgress']);
  const { tolerance = 1e-6, maxIterations = 500, signal, onProgress } = options ?? {};
  checkNumber(where, 'options.tolerance', tolerance, 'give a finite number, 0 or more', 0);
  checkInteger(where, 'options.maxIterations', maxIterations, 1, 1_000_000);
  if (signal !== undefined && typeof signal?.throwIfAborted !== 'function')
    throw wrongType(where, 'options.signal', signal, 'give an AbortSignal');
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw wrongType(where, 'options.onProgress', onProgress, 'give a function, or leave it out');
  return { tolerance, maxIterations, ...(signal && { signal }), ...(onProgress && { onProgress }) };
}
