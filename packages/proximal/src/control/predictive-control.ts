// Model predictive control: optimal control over a horizon that moves forward with time.
import { checkInteger, checkNumber, checkOptions, wrongType } from '../check/argument.ts';
import { type ControlWarmStart, placeStart } from './optimize.ts';
import {
  type CheckedProblem,
  type ControlCost,
  type ControlledDynamics,
  checkNumbers,
  checkProblem,
} from './problem.ts';
import { type SearchTimings, TrajectorySearch } from './search.ts';
import { correct, rotate } from './trajectory.ts';

/**
 * What `PredictiveControl` minimizes at every update.
 * @example
 * ```ts
 * const task: PredictiveTask = { dynamics: modelDynamics(model, 0.02), cost, steps: 40, timeStep: 0.02, upper: Float64Array.of(2) };
 * ```
 */
export interface PredictiveTask {
  /** A model of the system, with the time step `timeStep`. */
  readonly dynamics: ControlledDynamics;
  /** The cost of the horizon, or a function that returns it for the time at which the horizon begins, in seconds. The constructor calls it with 0. */
  readonly cost: ControlCost | ((time: number) => ControlCost);
  /** The number of steps of the horizon. */
  readonly steps: number;
  /** The duration of a step of `dynamics`, in seconds. */
  readonly timeStep: number;
  /** The smallest controls. Default −∞. */
  readonly lower?: Float64Array | undefined;
  /** The largest controls. Default ∞. */
  readonly upper?: Float64Array | undefined;
}

/**
 * Options of `PredictiveControl`.
 * @example
 * ```ts
 * const options: PredictiveOptions = { iterations: 2, initialIterations: 100 };
 * ```
 */
export interface PredictiveOptions {
  /** Iterations at each update. Default 1. */
  readonly iterations?: number;
  /** Iterations at the first update, at most; it ends earlier at the `tolerance` 1e-6 of `optimizeControls`. Default 50. */
  readonly initialIterations?: number;
  /** The time between updates, in seconds. Default: `timeStep`. */
  readonly period?: number;
  /**
   * The horizon moves forward with time, and each new step at its end gets the control of the step that is this number of steps before it.
   * The default, 1, repeats the last control. For periodic motions, give the period in steps.
   */
  readonly repeat?: number;
  /** Where the first update starts, as in `optimizeControls`. Default: zeros, limited to the bounds. */
  readonly warmStart?: ControlWarmStart;
}

/**
 * The outcome of the last update.
 * @example
 * ```ts
 * const { cost, gradientNorm, milliseconds }: PredictiveReport = controller.report;
 * ```
 */
export interface PredictiveReport {
  /** The time at which the horizon begins, in seconds. */
  readonly time: number;
  /** The cost of the horizon. */
  readonly cost: number;
  /** The largest component of the gradient of the cost with respect to the controls, without components that lead beyond a bound. */
  readonly gradientNorm: number;
  /** The sum of the magnitudes of the gaps between the steps; zero for a motion of the model. */
  readonly gap: number;
  /** The length of the last step of the search, from 0 to 1; 0 if no step decreased the cost, and the controls of the last update remain. */
  readonly stepLength: number;
  /** Iterations of this update. */
  readonly iterations: number;
  /** The duration of this update. */
  readonly milliseconds: number;
  /** The parts of this duration. */
  readonly timings: Readonly<SearchTimings>;
}

/**
 * A controller that optimizes its controls over a receding horizon. An update shifts the controls, gains and derivatives of the last update to
 * the present time, and makes at most `iterations` iterations of `optimizeControls` from the measured state. Between
 * updates, the gains of the search act on deviations from the predicted states.
 * @example
 * ```ts
 * const controller = new PredictiveControl({ dynamics, cost, steps: 35, timeStep: 0.01 });
 * for (let k = 0; k < 1000; k++) {
 *   const { q, v } = sim.state;
 *   sim.step(controller.control(Float64Array.of(...q, ...v), 0.001 * k));
 * }
 * ```
 */
export class PredictiveControl {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'PredictiveControl';

  private readonly problem: CheckedProblem;
  private readonly search: TrajectorySearch;
  private readonly settings: Required<PredictiveOptions>;
  private readonly costAt: (time: number) => ControlCost;
  private readonly timeStep: number;
  private readonly feedback: Float64Array[];
  private readonly output: Float64Array;
  private readonly nominal: Float64Array;
  private readonly change: Float64Array;
  private cost: ControlCost;
  /** The time for which the present first control was planned. Shifts move it by whole steps; it is less than a step before the last update. */
  private origin = 0;
  private last: PredictiveReport | null = null;

  constructor(task: PredictiveTask, options?: PredictiveOptions) {
    const where = 'PredictiveControl';
    if (typeof task !== 'object' || task === null)
      throw wrongType(where, 'task', task, 'give { dynamics, cost, steps, timeStep }');
    checkNumber(where, 'task.timeStep', task.timeStep, 'give seconds, above 0', 0, true);
    this.settings = readOptions(where, task.timeStep, options);
    this.timeStep = task.timeStep;
    const { cost } = task;
    this.costAt = typeof cost === 'function' ? cost : () => cost;
    this.cost = this.costAt(0);
    // The cost of the present horizon.
    const present: ControlCost | undefined = this.cost && {
      running: (state, control, index, terms) => this.cost.running(state, control, index, terms),
      final: (state, terms) => this.cost.final(state, terms),
    };
    checkCost(where, this.cost);
    const { dynamics, steps, lower, upper } = task;
    const initialState = new Float64Array(dynamics?.stateSize ?? 0);
    this.problem = checkProblem(where, { dynamics, cost: present, steps, lower, upper, initialState }, 'task');
    checkInteger(where, 'options.repeat', this.settings.repeat, 1, steps);
    const { tangentSize: n, controlSize: m } = dynamics;
    this.search = new TrajectorySearch(this.problem);
    placeStart(where, this.problem, this.settings.warmStart, this.search.present);
    this.feedback = Array.from({ length: steps }, () => new Float64Array(m * n));
    this.output = new Float64Array(m);
    this.nominal = new Float64Array(dynamics.stateSize);
    this.change = new Float64Array(n);
  }

  /** The report of the last update. Throws before the first. */
  get report(): PredictiveReport {
    if (!this.last) throw new RangeError('PredictiveControl.report: no update was made yet; call control first');
    return this.last;
  }

  /** The predicted states: one for each step, and the last one. They change with the next update. */
  get states(): readonly Float64Array[] {
    return this.search.present.states;
  }

  /** The planned controls. They change with the next update. */
  get controls(): readonly Float64Array[] {
    return this.search.present.controls;
  }

  /** The gains of each step, controlSize × tangentSize numbers by rows. They change with the next update. */
  get gains(): readonly Float64Array[] {
    return this.feedback;
  }

  /**
   * The controls for a state at a time, in seconds. The function is bound to this object, so it can be passed as a `Controller` or
   * callback. Makes an update if `period` has passed since the last one, or if the time is before it. The array is reused.
   */
  readonly control = (state: Float64Array, time: number): Float64Array => {
    const where = 'PredictiveControl.control';
    checkNumbers(where, 'state', state, this.problem.dynamics.stateSize);
    checkNumber(where, 'time', time, 'give a finite number of seconds');
    const since = this.last ? time - this.last.time : Infinity;
    // Times are sums of steps, so they may be early by rounding.
    if (since < 0 || since >= this.settings.period * (1 - 1e-6)) this.update(state, time);
    return this.follow(state, time);
  };

  private update(state: Float64Array, time: number): void {
    const { search, settings, problem } = this;
    const startTime = performance.now();
    const isFirst = this.last === null;
    search.clearTimings();
    this.cost = this.costAt(time);
    checkCost('PredictiveControl.control', this.cost);
    if (this.last === null) {
      this.origin = time;
      search.present.states[0].set(state);
      if (settings.warmStart.states === undefined) search.present.rollOut();
      search.begin();
    } else {
      const passed = Math.floor((time - this.origin) / this.timeStep + 1e-6);
      this.origin = passed < 0 ? time : this.origin + passed * this.timeStep;
      const count = Math.min(Math.max(0, passed), problem.steps);
      rotate(this.feedback, count);
      for (const gain of this.feedback.slice(problem.steps - count)) gain.fill(0);
      search.shift(count, state, this.feedback, settings.repeat);
    }
    const limit = isFirst ? settings.initialIterations : settings.iterations;
    let [iterations, stepLength] = [0, 0];
    while (iterations < limit) {
      iterations++;
      stepLength = search.improve(isFirst ? Infinity : 4);
      if (stepLength === 0) break;
      for (const [k, gain] of this.feedback.entries()) gain.set(search.pass.gains[k]);
      search.linearize();
      if (isFirst && search.gradientNorm() <= 1e-6 && search.present.gap <= 1e-6) break;
    }
    const { cost, gap } = search.present;
    const gradientNorm = search.gradientNorm();
    const milliseconds = performance.now() - startTime;
    const timings = { ...search.timings };
    this.last = { time, cost, gradientNorm, gap, stepLength, iterations, milliseconds, timings };
  }

  /** u + K (x ⊖ x̂), limited to the bounds, where x̂ is the predicted state, interpolated between steps. */
  private follow(state: Float64Array, time: number): Float64Array {
    const { problem, nominal, change, output } = this;
    const { states, controls } = this.search.present;
    const at = Math.max(0, (time - this.report.time) / this.timeStep);
    const k = Math.min(Math.floor(at + 1e-6), problem.steps - 1);
    problem.difference(states[k], states[k + 1], change);
    const fraction = Math.min(Math.max(at - k, 0), 1);
    for (let j = 0; j < change.length; j++) change[j] *= fraction;
    problem.integrate(states[k], change, nominal);
    problem.difference(nominal, state, change);
    correct(problem, controls[k], controls[k], 0, this.feedback[k], change, output);
    return output;
  }
}

function checkCost(where: string, cost: unknown): void {
  const { running, final } = (cost ?? {}) as Partial<ControlCost>;
  if (typeof running !== 'function' || typeof final !== 'function')
    throw wrongType(where, 'task.cost', cost, 'give { running, final }, or a function of time that returns them');
}

function readOptions(
  where: string,
  timeStep: number,
  options: PredictiveOptions | undefined,
): Required<PredictiveOptions> {
  checkOptions(where, 'options', options, ['iterations', 'initialIterations', 'period', 'repeat', 'warmStart']);
  const { iterations = 1, initialIterations = 50, period = timeStep, repeat = 1, warmStart = {} } = options ?? {};
  checkInteger(where, 'options.iterations', iterations, 1, 1_000_000);
  checkInteger(where, 'options.initialIterations', initialIterations, 1, 1_000_000);
  checkNumber(where, 'options.period', period, 'give seconds, above 0', 0, true);
  return { iterations, initialIterations, period, repeat, warmStart };
}
