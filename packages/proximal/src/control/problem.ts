import { checkInteger, outOfRange, wrongType } from '../check/argument.ts';

/**
 * A discrete dynamical system x⁺ = f(x, u) with derivatives. States may be on a manifold: then changes of a state have `tangentSize` numbers,
 * and `integrate` and `difference` convert between states and changes. `modelDynamics` and `simulatorDynamics` return such systems.
 * @example
 * ```ts
 * // A point on a line: position and speed, driven by a force.
 * const h = 0.1;
 * const point: ControlledDynamics = {
 *   stateSize: 2,
 *   tangentSize: 2,
 *   controlSize: 1,
 *   step: ([x, v], [u], _index, out) => out.set([x + h * v, v + h * u]),
 *   differentiate: (_state, _control, _index, byState, byControl) => {
 *     byState.set([1, h, 0, 1]);
 *     byControl.set([0, h]);
 *   },
 * };
 * ```
 */
export interface ControlledDynamics {
  readonly stateSize: number;
  readonly tangentSize: number;
  readonly controlSize: number;
  /** Writes f(state, control) of step `index` to `out`. */
  step(state: Float64Array, control: Float64Array, index: number, out: Float64Array): void;
  /** Writes the derivatives in the tangent spaces: tangentSize × tangentSize and tangentSize × controlSize numbers, by rows. */
  differentiate(
    state: Float64Array,
    control: Float64Array,
    index: number,
    byState: Float64Array,
    byControl: Float64Array,
  ): void;
  /** Writes the state after a change. Default: the sum. */
  integrate?(state: Float64Array, change: Float64Array, out: Float64Array): void;
  /** Writes the change that leads from one state to another. Default: the difference of the numbers. */
  difference?(from: Float64Array, to: Float64Array, out: Float64Array): void;
}

/**
 * The cost of one step and its derivatives, which a `ControlCost` writes; matrices are by rows.
 * @example
 * ```ts
 * const cost: ControlCost = {
 *   running: (_state, [u], _index, terms: CostTerms) => {
 *     terms.value = 0.5 * u * u;
 *     terms.byControl[0] = u;
 *     terms.byControlTwice[0] = 1;
 *   },
 *   final: ([x], terms) => {
 *     terms.value = 0.5 * (x - 1) ** 2;
 *     terms.byState[0] = x - 1;
 *     terms.byStateTwice[0] = 1;
 *   },
 * };
 * ```
 */
export interface CostTerms {
  value: number;
  readonly byState: Float64Array;
  readonly byControl: Float64Array;
  /** tangentSize². */
  readonly byStateTwice: Float64Array;
  /** controlSize². */
  readonly byControlTwice: Float64Array;
  /** controlSize × tangentSize. */
  readonly byControlAndState: Float64Array;
}

/** The cost of a trajectory: the sum of the costs of all steps, and of the last state. All terms are zero before a call. */
export interface ControlCost {
  running(state: Float64Array, control: Float64Array, index: number, terms: CostTerms): void;
  final(state: Float64Array, terms: CostTerms): void;
}

/**
 * The problem that `optimizeControls` solves.
 * @example
 * ```ts
 * const problem: ControlProblem = { dynamics, cost, steps: 50, initialState: Float64Array.of(0, 0), upper: Float64Array.of(2) };
 * ```
 */
export interface ControlProblem {
  readonly dynamics: ControlledDynamics;
  readonly cost: ControlCost;
  /** The number of steps, and of controls. */
  readonly steps: number;
  readonly initialState: Float64Array;
  /** The smallest controls. Default −∞. */
  readonly lower?: Float64Array | undefined;
  /** The largest controls. Default ∞. */
  readonly upper?: Float64Array | undefined;
}

export interface CheckedProblem extends ControlProblem {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly integrate: NonNullable<ControlledDynamics['integrate']>;
  readonly difference: NonNullable<ControlledDynamics['difference']>;
}

export function createTerms({ tangentSize: n, controlSize: m }: ControlledDynamics): CostTerms {
  return {
    value: 0,
    byState: new Float64Array(n),
    byControl: new Float64Array(m),
    byStateTwice: new Float64Array(n * n),
    byControlTwice: new Float64Array(m * m),
    byControlAndState: new Float64Array(m * n),
  };
}

export function clearTerms(terms: CostTerms): void {
  terms.value = 0;
  terms.byState.fill(0);
  terms.byControl.fill(0);
  terms.byStateTwice.fill(0);
  terms.byControlTwice.fill(0);
  terms.byControlAndState.fill(0);
}

/** @param argument its name in errors */
export function checkProblem(where: string, problem: ControlProblem, argument = 'problem'): CheckedProblem {
  if (typeof problem !== 'object' || problem === null)
    throw wrongType(where, argument, problem, 'give { dynamics, cost, steps, initialState }');
  const { dynamics, cost, steps, initialState } = problem;
  if (typeof dynamics?.step !== 'function' || typeof dynamics.differentiate !== 'function')
    throw wrongType(
      where,
      `${argument}.dynamics`,
      dynamics,
      'give { stateSize, tangentSize, controlSize, step, differentiate }',
    );
  if (typeof cost?.running !== 'function' || typeof cost.final !== 'function')
    throw wrongType(where, `${argument}.cost`, cost, 'give { running, final }');
  for (const name of ['stateSize', 'tangentSize', 'controlSize'] as const)
    checkInteger(where, `${argument}.dynamics.${name}`, dynamics[name], 1, 100_000);
  checkInteger(where, `${argument}.steps`, steps, 1, 1_000_000);
  checkNumbers(where, `${argument}.initialState`, initialState, dynamics.stateSize);
  const m = dynamics.controlSize;
  const { lower = new Float64Array(m).fill(-Infinity), upper = new Float64Array(m).fill(Infinity) } = problem;
  checkNumbers(where, `${argument}.lower`, lower, m, true);
  checkNumbers(where, `${argument}.upper`, upper, m, true);
  for (let j = 0; j < m; j++)
    if (lower[j] > upper[j])
      throw outOfRange(where, `${argument}.lower[${j}]`, lower[j], `give at most upper[${j}], ${upper[j]}`);
  return {
    dynamics,
    cost,
    steps,
    initialState,
    lower,
    upper,
    integrate: dynamics.integrate?.bind(dynamics) ?? addChange,
    difference: dynamics.difference?.bind(dynamics) ?? subtractStates,
  };
}

export function checkNumbers(
  where: string,
  argument: string,
  values: unknown,
  size: number,
  mayBeInfinite = false,
): void {
  if (!(values instanceof Float64Array)) throw wrongType(where, argument, values, 'give a Float64Array');
  if (values.length !== size) throw outOfRange(where, `${argument}.length`, values.length, `give ${size} numbers`);
  const at = values.findIndex((value) => Number.isNaN(value) || (!mayBeInfinite && !Number.isFinite(value)));
  const remedy = mayBeInfinite ? 'give a number, which may be infinite' : 'give a finite number';
  if (at >= 0) throw outOfRange(where, `${argument}[${at}]`, values[at], remedy);
}

function addChange(state: Float64Array, change: Float64Array, out: Float64Array): void {
  for (let k = 0; k < out.length; k++) out[k] = state[k] + change[k];
}

function subtractStates(from: Float64Array, to: Float64Array, out: Float64Array): void {
  for (let k = 0; k < out.length; k++) out[k] = to[k] - from[k];
}
