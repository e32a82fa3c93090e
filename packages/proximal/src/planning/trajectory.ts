// A motion in time along a path.
import { checkNumber } from '../check/argument.ts';
import type { PathGeometry } from './path-geometry.ts';
import type { Plan } from './plan-options.ts';
import type { TimeLimits } from './time-options.ts';
import { PathDynamics, type TimeScaling } from './time-scaling.ts';

/**
 * The state of a trajectory at a time.
 * @example
 * ```ts
 * const { q, v }: TrajectorySample = trajectory.sample(0.5);
 * ```
 */
export interface TrajectorySample {
  /** Seconds from the start. */
  readonly time: number;
  /** The configuration in rad or m, its velocity in rad/s or m/s, and its acceleration in rad/s² or m/s². */
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly a: Float64Array;
  /** The torques and forces of `inverseDynamics`, in N m and N. */
  readonly tau: Float64Array;
}

/**
 * The largest fraction of each limit that a trajectory uses, over all coordinates, recomputed at 8 points of every interval of its grid: 1 where a
 * limit is reached, and above 1 where it is exceeded. Zero for limits that are infinite.
 * @example
 * ```ts
 * const { torque }: LimitUse = trajectory.use;
 * ```
 */
export interface LimitUse {
  readonly velocity: number;
  readonly acceleration: number;
  readonly torque: number;
}

/** The limits are checked at the ends of this many equal parts of each interval. */
const checksPerInterval = 8;

/**
 * A motion in time along the path of a plan: made by `timeParametrize`. It does not leave the path, so the plan's proofs hold.
 * @example
 * ```ts
 * const trajectory = timeParametrize(plan, { acceleration: 10 });
 * for (let t = 0; t <= trajectory.duration; t += 0.01) send(trajectory.sample(t).q);
 * ```
 */
export class Trajectory {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'Trajectory';

  /** Seconds. */
  readonly duration: number;
  /** The number of intervals with a constant acceleration along the path. */
  readonly intervals: number;
  /** The use of the limits, recomputed. */
  readonly use: LimitUse;
  /** The time of each grid point. */
  private readonly times: Float64Array;
  /** The speed ṡ at each grid point. */
  private readonly speeds: Float64Array;
  private readonly dynamics: PathDynamics;

  /** @internal */
  constructor(
    /** The plan whose path it follows. */
    readonly plan: Plan,
    geometry: PathGeometry,
    private readonly scaling: TimeScaling | null,
    private readonly limits: TimeLimits,
  ) {
    this.dynamics = new PathDynamics(geometry);
    const count = scaling?.count ?? 0;
    this.intervals = count;
    this.times = new Float64Array(count + 1);
    this.speeds = Float64Array.from({ length: count + 1 }, (_, i) => Math.sqrt(scaling?.x[i] ?? 0));
    for (let i = 0; i < count; i++)
      this.times[i + 1] = this.times[i] + (2 * (scaling?.delta[i] ?? 0)) / (this.speeds[i] + this.speeds[i + 1]);
    this.duration = this.times[count];
    this.use = this.measure();
  }

  /** The state at a time, in seconds. Before the start and after the end the robot is at rest. */
  sample(time: number): TrajectorySample {
    checkNumber('Trajectory.sample', 'time', time, 'give seconds, finite');
    const t = Math.max(0, Math.min(this.duration, time));
    const { times, speeds, scaling, dynamics } = this;
    const i = Math.max(0, Math.min(this.intervals - 1, intervalAt(times, t)));
    const u = scaling?.u[i] ?? 0;
    const elapsed = t - times[i];
    const isAtRest = time < 0 || time > this.duration || !scaling;
    const distance = Math.min(scaling?.delta[i] ?? 0, elapsed * (speeds[i] + (u / 2) * elapsed));
    dynamics.at(scaling?.piece[i] ?? 0, (scaling?.offset[i] ?? 0) + distance, true);
    return { time, ...this.stateFor(isAtRest ? 0 : Math.max(0, speeds[i] + u * elapsed), isAtRest ? 0 : u) };
  }

  /** The state at the point of `dynamics`, with ṡ and s̈. */
  private stateFor(speed: number, u: number): Omit<TrajectorySample, 'time'> {
    const { q, firstDerivative, secondDerivative, a, b, c } = this.dynamics;
    return {
      q: q.slice(),
      v: firstDerivative.map((x) => x * speed),
      a: firstDerivative.map((x, k) => x * u + secondDerivative[k] * speed * speed),
      tau: c.map((x, k) => a[k] * u + b[k] * speed * speed + x),
    };
  }

  private measure(): LimitUse {
    const use = { velocity: 0, acceleration: 0, torque: 0 };
    const { velocity, acceleration, torque } = this.limits;
    visitPoints(this.scaling, this.dynamics, this.limits, (speed, u) => {
      const { firstDerivative, secondDerivative, a, b, c } = this.dynamics;
      const x = speed * speed;
      for (let k = 0; k < firstDerivative.length; k++) {
        use.velocity = Math.max(use.velocity, Math.abs(firstDerivative[k] * speed) / velocity[k]);
        use.acceleration = Math.max(
          use.acceleration,
          Math.abs(firstDerivative[k] * u + secondDerivative[k] * x) / acceleration[k],
        );
        use.torque = Math.max(use.torque, Math.abs(a[k] * u + b[k] * x + c[k]) / torque[k]);
      }
    });
    return use;
  }
}

/** Calls a function with ṡ and s̈ at points of every interval, after `dynamics` was evaluated there. */
export function visitPoints(
  scaling: TimeScaling | null,
  dynamics: PathDynamics,
  limits: TimeLimits,
  visit: (speed: number, u: number) => void,
): void {
  if (!scaling) return;
  const { count, x, u, piece, offset, delta } = scaling;
  const hasTorques = limits.torque.some(Number.isFinite);
  for (let i = 0; i < count; i++) {
    for (let p = 0; p <= checksPerInterval; p++) {
      const fraction = p / checksPerInterval;
      dynamics.at(piece[i], offset[i] + fraction * delta[i], hasTorques);
      visit(Math.sqrt(Math.max(0, x[i] + fraction * (x[i + 1] - x[i]))), u[i]);
    }
  }
}

/** The last grid point that is not after the time. */
function intervalAt(times: Float64Array, t: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}
