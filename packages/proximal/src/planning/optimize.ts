// Trajectory optimization by sequential quadratic programming. The variables are waypoints between the ends of a plan. The cost is (n + 1)/2 times
// the sum of the squared lengths of the n + 1 motions, least for a straight path with even steps. If the least distance of a pair along a whole
// motion is below the desired distance, the cost also has the term μ times the difference, with the exact derivative (sweep-minimum.ts). A step
// solves the program of waypoint-program.ts. It is accepted if the cost falls by a fraction of the predicted decrease and the path stays free;
// otherwise the damping ρ grows. A path that passes through an obstacle is never accepted, because the derivative of a depth can lead to the wrong
// side.
import { checkInteger, checkNumber, checkOptions, wrongType } from '../check/argument.ts';
import { RobotCell } from './cell.ts';
import { cornersOf } from './curve.ts';
import { changedPlan, lengthOf, provenAgain, type Work } from './finish.ts';
import { MotionTests } from './motion-tests.ts';
import type { Plan, PlanOptions } from './plan-options.ts';
import { Space } from './space.ts';
import { SweepMinimum } from './sweep-minimum.ts';
import { WaypointProgram, type WaypointRow } from './waypoint-program.ts';

/**
 * The progress of `optimize`.
 * @example
 * ```ts
 * optimize(plan, { onProgress: ({ length, clearance }: OptimizeProgress) => console.log(length, clearance) });
 * ```
 */
export interface OptimizeProgress {
  /** Steps so far, with those that were not taken. */
  readonly iterations: number;
  /** The length of the path, in radians and meters. */
  readonly length: number;
  /** The least distance along the path, but at most the desired one: the padding plus `options.clearance`. In meters. */
  readonly clearance: number;
  /** Seconds since the start. */
  readonly time: number;
}

/**
 * Options of `optimize`.
 * @example
 * ```ts
 * const options: OptimizeOptions = { clearance: 0.03, waypoints: 30 };
 * ```
 */
export interface OptimizeOptions {
  /** The desired distance of all pairs of the cell beyond the padding, in meters, which the path keeps where possible. Default 0.02. */
  readonly clearance?: number;
  /** The least number of motions of the path, at least 2; more motions can bend around smaller obstacles. Default 16. */
  readonly waypoints?: number;
  /** The largest number of steps, with those that are not taken. Default 50. */
  readonly maxIterations?: number;
  /** Seconds after which no further step begins. Default 10. */
  readonly timeLimit?: number;
  /** An `AbortSignal`: when it is aborted, its reason is thrown. It is read before every step. */
  readonly signal?: PlanOptions['signal'];
  /** Called after every step that was taken. If it throws, the optimization ends with this error. */
  readonly onProgress?: (progress: OptimizeProgress) => void;
}

interface Settings {
  readonly clearance: number;
  readonly waypoints: number;
  readonly maxIterations: number;
  readonly timeLimit: number;
  readonly signal: OptimizeOptions['signal'];
  readonly onProgress: OptimizeOptions['onProgress'];
}

/** Pairs are considered up to this distance beyond the desired distance, in meters: a step can bring them nearer. */
const extraDistance = 0.05;
/** The tolerance of least distances before their refinement, in meters. */
const tolerance = 1e-3;
/** The first and the largest penalty, per meter, and the first and the largest damping. */
const firstPenalty = 100;
const largestPenalty = 1e5;
const firstDamping = 1;
const largestDamping = 1e8;
/** A step is accepted if the decrease is at least this fraction of the predicted one. */
const minAccepted = 0.1;
/** The damping falls if the decrease exceeds this fraction of the predicted one. */
const minGood = 0.5;
/** The optimization ends, or the penalty grows, if the predicted decrease is below this fraction of the cost. */
const minDecrease = 1e-4;
/** The largest accepted difference between the desired distance and the distance of a path, in meters. */
const allowedShortfall = 1e-4;

/**
 * Makes the path of a plan short, with even steps, and keeps it at a distance from obstacles, by sequential quadratic programming with the exact
 * derivative of the least distance along each motion. Start and goal stay as they are, joint limits hold, and ball, planar and free joints keep
 * their motion. The result has new proofs. If the optimized path cannot be proven free, the plan itself is returned, with proofs. A plan that failed
 * is returned unchanged. If the cell has changed, and the plan is no longer free, the result is a failure.
 * @example
 * ```ts
 * const safe = optimize(simplify(planMotion(cell, { start, goal })), { clearance: 0.05 });
 * certifyMotion(cell, safe).valid; // true
 * ```
 */
export function optimize(plan: Plan, options: OptimizeOptions = {}): Plan {
  const where = 'optimize';
  if (!(plan?.cell instanceof RobotCell)) throw wrongType(where, 'plan', plan, 'give the result of planMotion');
  const settings = readOptions(where, options);
  return plan.status === 'solved' ? new Optimization(plan, settings).run() : plan;
}

function readOptions(where: string, options: OptimizeOptions): Settings {
  const optionNames = ['clearance', 'waypoints', 'maxIterations', 'timeLimit', 'signal', 'onProgress'];
  checkOptions(where, 'options', options, optionNames);
  const { clearance = 0.02, waypoints = 16, maxIterations = 50, timeLimit = 10, signal, onProgress } = options;
  checkNumber(where, 'options.clearance', clearance, 'give meters, finite and not negative', 0);
  checkInteger(where, 'options.waypoints', waypoints, 2, 1000);
  checkInteger(where, 'options.maxIterations', maxIterations, 0, 1e6);
  checkNumber(where, 'options.timeLimit', timeLimit, 'give seconds, finite and not negative', 0);
  if (signal !== undefined && typeof signal?.throwIfAborted !== 'function')
    throw wrongType(where, 'options.signal', signal, 'give an AbortSignal');
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw wrongType(where, 'options.onProgress', onProgress, 'give a function, or leave it out');
  return { clearance, waypoints, maxIterations, timeLimit, signal, onProgress };
}

/** A path with the least distances of its pairs. */
interface State {
  readonly path: readonly Float64Array[];
  /** The rows of the program. `least` is the desired distance minus the distance of the pair, in meters. */
  readonly rows: readonly WaypointRow[];
  readonly length: number;
  /** The smooth part of the cost; infinite if the path is not free. */
  readonly cost: number;
  /** The sum and the largest of the positive differences between the desired distance and the distance of a pair, in meters. */
  readonly shortfall: number;
  readonly worst: number;
}

class Optimization {
  private readonly work: Work;
  private readonly minimum: SweepMinimum;
  private readonly desired: number;
  /** The indices in q and v of the coordinates that change: the coordinates of joints with one coordinate. */
  private readonly inQ: readonly number[];
  private readonly inV: readonly number[];
  private penalty = firstPenalty;
  private iterations = 0;

  constructor(
    private readonly plan: Plan,
    private readonly settings: Settings,
  ) {
    const { checker, model, padding } = plan.cell;
    checker.forget();
    this.work = { space: new Space(model), tests: new MotionTests(checker, null), startTime: performance.now() };
    this.minimum = new SweepMinimum(checker, false, tolerance);
    this.desired = padding + settings.clearance;
    const moving = model.joints.filter(({ mimic, nq }) => !mimic && nq === 1);
    this.inQ = moving.map(({ q }) => q);
    this.inV = moving.map(({ v }) => v);
  }

  run(): Plan {
    const { plan, work } = this;
    const corners = cornersOf(plan);
    const state = this.descend(this.measure(divided(work.space, corners, this.settings.waypoints)));
    const proof = work.tests.provePath(state.path);
    if (!proof || proof.length === 0) return provenAgain(plan, work);
    const changed = changedPlan(plan, work, proof);
    return { ...changed, statistics: { ...changed.statistics, iterations: this.iterations } };
  }

  /** Takes steps until the cost hardly falls, or a limit is reached. */
  private descend(first: State): State {
    const { maxIterations, timeLimit, signal } = this.settings;
    let state = first;
    let damping = firstDamping;
    const isLate = (): boolean => performance.now() - this.work.startTime > 1000 * timeLimit;
    while (this.iterations < maxIterations && damping < largestDamping && !isLate()) {
      signal?.throwIfAborted();
      const { next, predicted } = this.step(state, damping);
      const merit = this.merit(state);
      if (!(predicted > minDecrease * merit)) {
        if (state.worst <= allowedShortfall || this.penalty >= largestPenalty) break;
        this.penalty *= 10;
        continue;
      }
      this.iterations++;
      const nextState = this.measure(next);
      const fraction = (merit - this.merit(nextState)) / predicted;
      if (fraction > minGood) damping /= 3;
      if (fraction < minAccepted) damping *= 4;
      else state = this.report(nextState);
    }
    return state;
  }

  /** Reports the progress of an accepted step, and returns its state. */
  private report(state: State): State {
    const time = (performance.now() - this.work.startTime) / 1000;
    const { length, worst } = state;
    this.settings.onProgress?.({ iterations: this.iterations, length, clearance: this.desired - worst, time });
    return state;
  }

  private merit({ cost, shortfall }: State): number {
    return cost + this.penalty * shortfall;
  }

  /** The path after a step, and the decrease of the merit that the program predicts. */
  private step(state: State, damping: number): { next: Float64Array[]; predicted: number } {
    const { inQ, penalty } = this;
    const { lower, upper } = this.work.space.model.limits;
    const { path } = state;
    const width = inQ.length;
    const count = path.length - 2;
    const costGradient = new Float64Array(width * count);
    const toLimits = new Float64Array(2 * width * count);
    for (let k = 0; k < count; k++) {
      for (const [j, at] of inQ.entries()) {
        const q = path[k + 1][at];
        costGradient[k * width + j] = (count + 1) * (2 * q - path[k][at] - path[k + 2][at]);
        toLimits[2 * (k * width + j)] = Math.max(0, upper[at] - q);
        toLimits[2 * (k * width + j) + 1] = Math.max(0, q - lower[at]);
      }
    }
    const program = new WaypointProgram(count, damping);
    const x = program.solve(
      costGradient,
      state.rows.map((row) => ({ ...row, largestMultiplier: penalty })),
      toLimits,
    );
    const next = path.map((q, k) => {
      const moved = q.slice();
      if (k > 0 && k <= count) for (const [j, at] of inQ.entries()) moved[at] += x[(k - 1) * width + j];
      return moved;
    });
    const shortfall = state.rows.reduce((sum, row) => sum + Math.max(0, row.least - program.product(row, x, width)), 0);
    const predicted = this.merit(state) - this.costOf(next) - penalty * shortfall;
    return { next, predicted };
  }

  private costOf(path: readonly Float64Array[]): number {
    let sum = 0;
    for (let k = 1; k < path.length; k++) for (const at of this.inQ) sum += (path[k][at] - path[k - 1][at]) ** 2;
    return ((path.length - 1) * sum) / 2;
  }

  private measure(path: readonly Float64Array[]): State {
    const { minimum, desired, inV } = this;
    const { space } = this.work;
    const { checker, padding } = this.plan.cell;
    const { velocity } = checker.search;
    const rows = path.slice(1).flatMap((to, motion): WaypointRow[] => {
      space.straight(path[motion], to, velocity);
      return minimum.find(path[motion], desired + extraDistance).map(({ time, distance, gradient }) => ({
        motion,
        time,
        gradient: Float64Array.from(inV, (at) => gradient[at]),
        least: desired - distance,
        largestMultiplier: 0,
      }));
    });
    const shortfalls = rows.map(({ least }) => Math.max(0, least));
    return {
      path,
      rows,
      length: lengthOf(space, path),
      cost: rows.some(({ least }) => desired - least <= padding) ? Infinity : this.costOf(path),
      shortfall: shortfalls.reduce((sum, x) => sum + x, 0),
      worst: Math.max(0, ...shortfalls),
    };
  }
}

/** The path through `corners`, its motions divided so that there are at least `count`, of similar lengths. */
function divided(space: Space, corners: readonly Float64Array[], count: number): Float64Array[] {
  const velocity = new Float64Array(space.model.nv);
  const total = lengthOf(space, corners);
  const path = [corners[0]];
  for (let k = 1; k < corners.length; k++) {
    const fraction = total > 0 ? space.straightDistance(corners[k - 1], corners[k]) / total : 1 / (corners.length - 1);
    const pieces = Math.max(1, Math.ceil(count * fraction));
    space.straight(corners[k - 1], corners[k], velocity);
    for (let piece = 1; piece < pieces; piece++) {
      const q = new Float64Array(corners[k].length);
      space.move(corners[k - 1], velocity, piece / pieces, q);
      path.push(q);
    }
    path.push(corners[k]);
  }
  return path;
}
