import { checkInteger, checkNumber, checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import { type CheckedProblem, type ControlProblem, checkNumbers, checkProblem } from './problem.ts';
import { TrajectorySearch } from './search.ts';
import type { ControlTrajectory } from './trajectory.ts';

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
  /** The largest component of the gradient of the cost with respect to the controls, without components that lead beyond a bound. */
  readonly gradientNorm: number;
  /** The sum of the magnitudes of the gaps between the steps; zero if the states follow from the controls. */
  readonly gap: number;
  /** The length of the step that led to this iterate, from 0 to 1. */
  readonly stepLength: number;
  /** The regularization µ after that step, with which the next step begins. */
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
  /** Called after every iteration that made a step. */
  readonly onProgress?: (progress: ControlProgress) => void;
}

/**
 * Where `optimizeControls` starts. With `states`, a step may lead to another state than the next given state (multiple shooting): the search closes
 * these gaps.
 * @example
 * ```ts
 * const warmStart: ControlWarmStart = { controls: solution.controls };
 * ```
 */
export interface ControlWarmStart {
  /** A control for each step, which is limited to the bounds. Default: zeros. */
  readonly controls?: readonly Float64Array[] | undefined;
  /** A state for each step, and the last state. The first is replaced by the initial state. Default: the states that follow from the controls. */
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
   * `'converged'`: gradient and gaps are within the tolerance. `'stalled'`: no step decreases the cost plus weighted gaps. `'limit'`:
   * `maxIterations` was reached.
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

/**
 * Finds controls that minimize the cost of a trajectory, by feasibility-driven differential dynamic programming (FDDP) with bounds on
 * the controls. Like iLQR, it uses only first derivatives of the dynamics. The minimum is local.
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
  const search = new TrajectorySearch(checked);
  placeStart(where, checked, warmStart, search.present);
  if (warmStart?.states === undefined) search.present.rollOut();
  search.begin();
  const history = [progressOf(search, 0, 0)];
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
    search.linearize();
    history.push(progressOf(search, iteration, length));
    onProgress?.(history[history.length - 1]);
  }
  const { cost, gradientNorm, gap } = history[history.length - 1];
  const { states, controls } = search.present;
  search.finish();
  const iterations = history.length - 1;
  return { status, states, controls, gains: search.pass.gains, cost, gradientNorm, gap, iterations, history };
}

function progressOf(search: TrajectorySearch, iteration: number, stepLength: number): ControlProgress {
  const { present, regularization } = search;
  const { cost, gap } = present;
  return { iteration, cost, gradientNorm: search.gradientNorm(), gap, stepLength, regularization };
}

/** Writes the warm start and the initial state to a trajectory of zeros. */
export function placeStart(
  where: string,
  problem: CheckedProblem,
  warmStart: ControlWarmStart | undefined,
  trajectory: ControlTrajectory,
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
