import { outOfRange, wrongType } from '../check/argument.ts';
import { RobotCell } from './cell.ts';
import { PathGeometry } from './path-geometry.ts';
import type { Plan } from './plan-options.ts';
import { readTimeOptions, type TimeLimits, type TimeOptions } from './time-options.ts';
import { PathDynamics, TimeScaling } from './time-scaling.ts';
import { Trajectory, visitPoints } from './trajectory.ts';

/**
 * The result of `timeParametrize`.
 * @example
 * ```ts
 * const { trajectory, reason }: TimeResult = timeParametrize(plan, { acceleration: 10 });
 * ```
 */
export interface TimeResult {
  /** `'failed'`: no motion along the path was found that satisfies the limits. */
  readonly status: 'solved' | 'failed';
  /** The motion in time; null if the status is `'failed'`. */
  readonly trajectory: Trajectory | null;
  /** Why there is no trajectory: a joint that is too weak is named, with its torque; empty if the status is `'solved'`. */
  readonly reason: string;
}

/** If ṡ² must be reduced by more than this fraction to meet the limits between grid points, the grid is doubled. */
const maxSlowdown = 1e-3;
/** The largest number of times that the grid is doubled. */
const maxRefinements = 3;
/** Limits may be exceeded by this fraction, for rounding. */
const largestExcess = 1e-6;

/**
 * The time-optimal motion along the path of a plan, under limits of velocities, accelerations and torques. It starts and ends at rest, and stops
 * at corners: give the result of `smooth` to avoid them. The limits hold at 8 points of every interval of the grid, which `trajectory.use`
 * recomputes. Between these points nothing is proven: torques can exceed their limits there. A larger `gridSize` reduces this excess.
 * @example
 * ```ts
 * const { trajectory } = timeParametrize(smooth(plan), { velocity: 2, acceleration: 10, torque: 50 });
 * if (trajectory) console.log(trajectory.duration, trajectory.sample(0.1).tau);
 * ```
 */
export function timeParametrize(plan: Plan, options: TimeOptions = {}): TimeResult {
  const where = 'timeParametrize';
  if (!(plan?.cell instanceof RobotCell)) throw wrongType(where, 'plan', plan, 'give the result of planMotion');
  if (plan.status !== 'solved') throw outOfRange(where, 'plan.status', plan.status, 'give a plan that was solved');
  const { model } = plan.cell;
  const { limits, gridSize } = readTimeOptions(where, model, options);
  const geometry = new PathGeometry(model, plan);
  if (geometry.pieces.length === 0)
    return { status: 'solved', trajectory: new Trajectory(plan, geometry, null, limits), reason: '' };
  const tooWeak = weakAtRest(geometry, limits);
  if (tooWeak) return { status: 'failed', trajectory: null, reason: tooWeak };
  for (let size = gridSize, k = 0; ; size *= 2, k++) {
    const scaling = new TimeScaling(geometry, limits, size);
    const failed = scaling.solve();
    if (failed >= 0) return { status: 'failed', trajectory: null, reason: reasonOf(geometry, scaling, limits, failed) };
    const factor = slowdownFactor(geometry, scaling, limits);
    if (factor < 1 - maxSlowdown && k < maxRefinements) continue;
    if (factor < 1) slowDown(scaling, Math.max(factor, 0.5));
    return resultOf(new Trajectory(plan, geometry, scaling, limits));
  }
}

/** The result for a trajectory: a failure if it exceeds the limits by more than rounding. */
function resultOf(trajectory: Trajectory): TimeResult {
  const { velocity, acceleration, torque } = trajectory.use;
  const largestUse = Math.max(velocity, acceleration, torque);
  if (largestUse <= 1 + largestExcess) return { status: 'solved', trajectory, reason: '' };
  const reason = `the limits are exceeded by ${Number((100 * (largestUse - 1)).toPrecision(3))} % between the points of the grid; give a larger gridSize than ${trajectory.intervals}`;
  return { status: 'failed', trajectory: null, reason };
}

/**
 * The largest factor of ṡ² and s̈ up to 1 for which the limits hold between the points of the grid too. Torques are c + factor · (a s̈ + b ṡ²).
 */
function slowdownFactor(geometry: PathGeometry, scaling: TimeScaling, limits: TimeLimits): number {
  const { velocity, acceleration, torque } = limits;
  const dynamics = new PathDynamics(geometry);
  const { firstDerivative, secondDerivative, a, b, c } = dynamics;
  let factor = 1;
  visitPoints(scaling, dynamics, limits, (speed, u) => {
    const x = speed * speed;
    for (let k = 0; k < firstDerivative.length; k++) {
      const change = a[k] * u + b[k] * x;
      const v = Math.abs(firstDerivative[k] * speed);
      const dv = Math.abs(firstDerivative[k] * u + secondDerivative[k] * x);
      if (v > velocity[k]) factor = Math.min(factor, (velocity[k] / v) ** 2);
      if (dv > acceleration[k]) factor = Math.min(factor, acceleration[k] / dv);
      if (Math.abs(change + c[k]) > torque[k])
        factor = Math.min(factor, (torque[k] - Math.sign(change) * c[k]) / Math.abs(change));
    }
  });
  return factor;
}

function slowDown({ x, u }: TimeScaling, factor: number): void {
  for (let i = 0; i < x.length; i++) x[i] *= factor;
  for (let i = 0; i < u.length; i++) u[i] *= factor;
}

/** Why no motion satisfies the limits: a joint that cannot hold the robot at rest, if there is one; otherwise the grid point where no speed does. */
function reasonOf(
  geometry: PathGeometry,
  { piece, offset, delta }: TimeScaling,
  limits: TimeLimits,
  i: number,
): string {
  for (let k = 0; k < piece.length; k++) {
    const tooWeak = weakJoint(geometry, limits, piece[k], offset[k]);
    if (tooWeak) return tooWeak;
  }
  const last = piece.length - 1;
  const atEnd = weakJoint(geometry, limits, piece[last], offset[last] + delta[last]);
  return atEnd || `at ${positionOnPath(geometry, piece[i], offset[i])}, no speed along the path satisfies all limits`;
}

/** Why a joint cannot hold the robot where it is at rest, at the ends and at corners; empty if all joints can. */
function weakAtRest(geometry: PathGeometry, limits: TimeLimits): string {
  const { pieces } = geometry;
  for (const [k, { startsAtRest, length }] of pieces.entries()) {
    const atStart = startsAtRest ? weakJoint(geometry, limits, k, 0) : '';
    const atEnd = k === pieces.length - 1 ? weakJoint(geometry, limits, k, length) : '';
    if (atStart || atEnd) return atStart || atEnd;
  }
  return '';
}

/** The joint whose torque at rest exceeds its limit, in words; empty if there is none. */
function weakJoint(geometry: PathGeometry, { torque }: TimeLimits, piece: number, distance: number): string {
  const dynamics = new PathDynamics(geometry);
  dynamics.at(piece, distance, true);
  for (const { name, v, nv, mimic } of geometry.model.joints) {
    for (let k = v; k < v + nv && !mimic; k++) {
      const holdingTorque = Math.abs(dynamics.c[k]);
      if (holdingTorque > torque[k])
        return `at ${positionOnPath(geometry, piece, distance)}, ${name} needs ${Number(holdingTorque.toPrecision(4))} N m or N to hold the robot, and its limit is ${torque[k]}`;
    }
  }
  return '';
}

function positionOnPath({ pieces, length }: PathGeometry, piece: number, distance: number): string {
  const at = pieces[piece].begin + distance;
  return `${Number(at.toPrecision(4))} of ${Number(length.toPrecision(4))} along the path`;
}
