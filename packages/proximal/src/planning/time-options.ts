// Options of `timeParametrize`.
import { checkInteger, checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import type { Model } from '../dynamics/model.ts';

/**
 * Limits of a trajectory: a number for all coordinates, or nv numbers. An infinite value means no limit.
 * @example
 * ```ts
 * const options: TimeOptions = { velocity: 2, acceleration: 10, torque: Float64Array.of(80, 80, 40) };
 * ```
 */
export interface TimeOptions {
  /** The largest velocities, in rad/s and m/s. Default: the velocity limits of the model. */
  readonly velocity?: number | Float64Array;
  /** The largest accelerations, in rad/s² and m/s². Default: none. */
  readonly acceleration?: number | Float64Array;
  /** The largest torques and forces of `inverseDynamics`, in N m and N. Default: the torque limits of the model. */
  readonly torque?: number | Float64Array;
  /** The approximate number of intervals of the path, which is doubled up to three times if limits are exceeded inside intervals. Default 400. */
  readonly gridSize?: number;
}

/** The limits of each coordinate of the velocity. */
export interface TimeLimits {
  readonly velocity: Float64Array;
  readonly acceleration: Float64Array;
  readonly torque: Float64Array;
}

export interface TimeSettings {
  readonly limits: TimeLimits;
  readonly gridSize: number;
}

export function readTimeOptions(where: string, model: Model, options: TimeOptions): TimeSettings {
  checkOptions(where, 'options', options, ['velocity', 'acceleration', 'torque', 'gridSize']);
  const { gridSize = 400 } = options;
  checkInteger(where, 'options.gridSize', gridSize, 10, 1e6);
  const velocity = readLimit(where, 'velocity', model, options.velocity ?? model.limits.velocity);
  const acceleration = readLimit(where, 'acceleration', model, options.acceleration ?? Infinity);
  const torque = readLimit(where, 'torque', model, options.torque ?? model.limits.effort);
  if (!acceleration.some(Number.isFinite) && !torque.some(Number.isFinite))
    throw outOfRange(
      where,
      'options.acceleration',
      options.acceleration,
      'give limits of the acceleration or of the torque: without both the robot could start at once with its largest velocity',
    );
  return { limits: { velocity, acceleration, torque }, gridSize };
}

function readLimit(where: string, name: string, model: Model, value: number | Float64Array): Float64Array {
  const argument = `options.${name}`;
  const remedy = `give a positive number, or a Float64Array of ${model.nv} positive numbers; Infinity for no limit`;
  if (typeof value !== 'number' && !(value instanceof Float64Array && value.length === model.nv))
    throw wrongType(where, argument, value, remedy);
  const limits = typeof value === 'number' ? model.zeroVelocity().fill(value) : value.slice();
  const wrong = limits.findIndex((x) => !(x > 0));
  if (wrong < 0) return limits;
  const joint = model.joints.find(({ v, nv, mimic }) => !mimic && wrong >= v && wrong < v + nv);
  throw outOfRange(where, `${argument} of ${joint?.name ?? wrong}`, limits[wrong], remedy);
}
