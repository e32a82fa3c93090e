import { checkInteger, checkOptions, show, wrongType } from '../check/argument.ts';
import type { Simulator } from '../sim/simulator.ts';

/**
 * What a controller receives before every step.
 * @example
 * ```ts
 * const spring: Controller = ({ q, v }: ControllerInput) => q.map((angle, k) => -10 * angle - v[k]);
 * ```
 */
export interface ControllerInput {
  /** Seconds. */
  readonly time: number;
  /** Copies of the configurations and velocities of all members. */
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly simulator: Simulator;
}

/**
 * A plain function of state and time. It returns the torques of the next step: nv finite numbers, in N m or N.
 * @example
 * ```ts
 * const brake: Controller = ({ v }) => v.map((speed) => -0.5 * speed);
 * ```
 */
export type Controller = (input: ControllerInput) => ArrayLike<number>;

/**
 * A controller threw, or did not return nv finite numbers. The simulator is in the state before the step; `cause` is what the controller threw.
 * @example
 * ```ts
 * try {
 *   controlledStep(sim, controller);
 * } catch (error) {
 *   if (error instanceof ControllerError) console.log(error.time, error.message);
 * }
 * ```
 */
export class ControllerError extends Error {
  override readonly name = 'ControllerError';

  constructor(
    message: string,
    /** The time of the call, in seconds. */
    readonly time: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Calls the controller, checks its torques and makes one step with them. Throws a `ControllerError` without a step if the controller throws
 * or returns anything other than nv finite numbers.
 * @example
 * ```ts
 * for (let k = 0; k < 1000; k++) controlledStep(sim, ({ q, v }) => q.map((angle, k) => -10 * angle - v[k]));
 * ```
 */
export function controlledStep(sim: Simulator, controller: Controller): void {
  checkCall('controlledStep', sim, controller);
  sim.step(torquesOf(sim, controller));
}

/**
 * Options of `runController`.
 * @example
 * ```ts
 * const options: ControllerRunOptions = { steps: 1000, onStep: (sim) => heights.push(sim.state.q[2]) };
 * ```
 */
export interface ControllerRunOptions {
  readonly steps: number;
  /** Called after every step; the run ends when it returns false. */
  readonly onStep?: (sim: Simulator) => unknown;
}

/**
 * The result of `runController`. After `'controller-failed'`, the simulator is in the state before the step at which the controller failed.
 * @example
 * ```ts
 * const { status, error }: ControllerRun = runController(sim, controller, { steps: 1000 });
 * if (error) console.error(error.message);
 * ```
 */
export interface ControllerRun {
  /** `'failed'`: a step failed, and its state is not valid. `'stopped'`: `onStep` or `sim.shouldStop` ended the run. */
  readonly status: 'finished' | 'stopped' | 'failed' | 'controller-failed';
  /** The number of steps made. */
  readonly steps: number;
  /** Only if the status is `'controller-failed'`. */
  readonly error: ControllerError | null;
}

/**
 * Simulates in closed loop. A controller that throws, or does not return nv finite numbers, ends the run; its error is in the result, and
 * is not thrown.
 * @example
 * ```ts
 * const { status } = runController(sim, ({ q, v }) => q.map((angle, k) => -10 * angle - v[k]), { steps: 1000 });
 * ```
 */
export function runController(sim: Simulator, controller: Controller, options: ControllerRunOptions): ControllerRun {
  const where = 'runController';
  checkCall(where, sim, controller);
  checkOptions(where, 'options', options, ['steps', 'onStep']);
  checkInteger(where, 'options.steps', options?.steps, 1, 1_000_000_000);
  const { steps, onStep } = options;
  if (onStep !== undefined && typeof onStep !== 'function')
    throw wrongType(where, 'options.onStep', onStep, 'give a function, or leave it out');
  for (let k = 0; k < steps; k++) {
    try {
      sim.step(torquesOf(sim, controller));
    } catch (error) {
      if (error instanceof ControllerError) return { status: 'controller-failed', steps: k, error };
      throw error;
    }
    const { status } = sim.report();
    if (status === 'stopped') return { status, steps: k, error: null };
    const isEnded = onStep?.(sim) === false;
    if (status === 'failed' || isEnded)
      return { status: status === 'failed' ? status : 'stopped', steps: k + 1, error: null };
  }
  return { status: 'finished', steps, error: null };
}

function checkCall(where: string, sim: Simulator, controller: Controller): void {
  if (typeof sim?.stepDerivatives !== 'function')
    throw wrongType(where, 'sim', sim, "give a Simulator of 'proximal/sim'");
  if (typeof controller !== 'function')
    throw wrongType(where, 'controller', controller, 'give a function of { time, q, v, simulator }');
}

function torquesOf(sim: Simulator, controller: Controller): Float64Array {
  const { time } = sim.report();
  const when = `at ${Number(time.toPrecision(9))} s`;
  const remedy = `return ${sim.nv} finite numbers, one for each velocity`;
  let torques: ArrayLike<number>;
  try {
    torques = controller({ time, ...sim.state, simulator: sim });
  } catch (cause) {
    const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : show(cause);
    throw new ControllerError(`the controller threw ${when}: ${reason}`, time, { cause });
  }
  if (!Array.isArray(torques) && !(ArrayBuffer.isView(torques) && !(torques instanceof DataView)))
    throw new ControllerError(`the controller returned ${show(torques)} ${when}; ${remedy}`, time);
  if (torques.length !== sim.nv)
    throw new ControllerError(`the controller returned ${torques.length} torques ${when}; ${remedy}`, time);
  for (let k = 0; k < torques.length; k++)
    if (!Number.isFinite(torques[k]))
      throw new ControllerError(`the controller returned torques[${k}] = ${show(torques[k])} ${when}; ${remedy}`, time);
  return Float64Array.from(torques);
}
