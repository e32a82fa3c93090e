import { wrongType } from '../check/argument.ts';
import { Rng } from '../math/rng.ts';
import { AnytimeSearch } from './anytime.ts';
import { RobotCell } from './cell.ts';
import { lengthOf } from './finish.ts';
import { goalsOfPose, problemOf, validGoals } from './goals.ts';
import type { MotionProof } from './motion.ts';
import { MotionTests } from './motion-tests.ts';
import type { BeginSearch, PathSearch } from './path-search.ts';
import {
  type Plan,
  type PlannerName,
  type PlanOptions,
  type PlanSettings,
  type PlanStatistics,
  readPlanOptions,
} from './plan-options.ts';
import { RoadmapGraph } from './roadmap-graph.ts';
import { RoadmapSearch } from './roadmap-search.ts';
import { RrtSearch } from './rrt.ts';
import { Space } from './space.ts';

/** Milliseconds between two calls of `onProgress`. */
const progressInterval = 20;
/** Samples between two readings of the clock. */
const clockInterval = 16;

/**
 * Plans a motion from a start to a goal. Every motion of the path is proven free, unless `edges` is `'sampled'`. Throws for invalid
 * arguments, and rethrows what `signal`, `onProgress` or `onNode` throws; a start in contact or an unsuccessful search gives a plan with
 * the status `'failed'` and a reason.
 * @example
 * ```ts
 * const plan = planMotion(cell, { start, goal, seed: 1 });
 * if (plan.status === 'solved') for (const q of plan.path) console.log(q.join(' '));
 * ```
 */
export function planMotion(cell: RobotCell, options: PlanOptions): Plan {
  const where = 'planMotion';
  if (!(cell instanceof RobotCell)) throw wrongType(where, 'cell', cell, 'give a RobotCell');
  const settings = readPlanOptions(where, cell.model, options);
  return new Planning(cell, settings, searches[settings.planner]).run();
}

const rrt: BeginSearch = (space, tests, settings, seed) => new RrtSearch(space, tests, settings, seed);
const searches: Readonly<Record<PlannerName, BeginSearch>> = {
  rrt,
  'rrt-connect': rrt,
  prm: (space, tests, settings, seed) =>
    new RoadmapSearch(new RoadmapGraph(space, tests.checker, new Rng(seed)), tests, settings),
  anytime: (space, tests, settings, seed) => new AnytimeSearch(space, tests, settings, seed),
};

/** The largest number of searches. A search is repeated if the motions of its path cannot be proven again, to record the proofs. */
const maxAttempts = 10;

/** One run of a planner. */
export class Planning {
  private readonly space: Space;
  private readonly tests: MotionTests;
  private readonly startTime = performance.now();
  private iterations = 0;
  private nodes = 0;
  private lastReport = performance.now();

  constructor(
    private readonly cell: RobotCell,
    private readonly settings: PlanSettings,
    private readonly begin: BeginSearch,
  ) {
    // Without warm starts of earlier queries, the same seed gives the same bits.
    cell.checker.forget();
    this.space = new Space(cell.model);
    this.tests = new MotionTests(cell.checker, settings.resolution);
  }

  run(): Plan {
    const { start, goals, target, seed } = this.settings;
    const { cell, space } = this;
    this.settings.signal?.throwIfAborted();
    const startProblem = problemOf(cell, space, 'start', start);
    if (startProblem) return this.failed('start', startProblem);
    const { configurations, reason } = target ? goalsOfPose(cell, target, start, seed) : validGoals(cell, space, goals);
    if (reason) return this.failed('goal', reason);
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const settings = { ...this.settings, goals: configurations };
      const search = this.begin(space, this.tests, settings, (seed + attempt) >>> 0);
      search.tryDirectly();
      const failure = this.sampleUntilDone(search);
      if (failure) return failure;
      const path = search.path as Float64Array[];
      const proof = this.tests.provePath(path);
      // The search has proven these motions already; with other warm starts of GJK, the proof can only fail by rounding.
      if (proof) return this.solved(path, proof);
    }
    return this.failed(
      'iterations',
      `the motions of ${maxAttempts} paths were proven free in the search, but not a second time to record the proofs`,
    );
  }

  /** Takes samples until the search is done or a limit is reached. Returns the failure if there is no path. */
  private sampleUntilDone(search: PathSearch): Plan | null {
    const { timeLimit, maxIterations } = this.settings;
    let limit: 'iterations' | 'time' | null = null;
    while (!search.isDone && !limit) {
      if (this.iterations >= maxIterations) {
        limit = 'iterations';
        break;
      }
      search.step();
      // The clock is not read for each sample: reading it can take as long as a sample.
      if (++this.iterations % clockInterval === 0 && this.readClock(search)) limit = 'time';
    }
    if (limit) search.end();
    this.nodes = search.nodes;
    if (search.path) return null;
    if (limit === 'time')
      return this.failed(
        limit,
        `no path was found within ${timeLimit} s and ${this.iterations} samples; it may not exist`,
      );
    return this.failed('iterations', `no path was found with ${maxIterations} samples; it may not exist`);
  }

  /** Returns whether the time limit is exceeded. If not, reads the signal and reports the progress at intervals. */
  private readClock(search: PathSearch): boolean {
    const { timeLimit, signal, onProgress } = this.settings;
    const now = performance.now();
    const time = (now - this.startTime) / 1000;
    if (time > timeLimit) return true;
    if (now - this.lastReport > progressInterval) {
      this.lastReport = now;
      signal?.throwIfAborted();
      const length = search.path ? lengthOf(this.space, search.path) : Infinity;
      onProgress?.({ iterations: this.iterations, nodes: search.nodes, length, time });
    }
    return false;
  }

  private failed(failure: 'start' | 'goal' | 'time' | 'iterations', reason: string): Plan {
    const { cell, settings } = this;
    const statistics = this.statistics([]);
    return {
      cell,
      status: 'failed',
      failure,
      reason,
      path: [],
      proof: [],
      resolution: settings.resolution,
      statistics,
    };
  }

  private solved(path: readonly Float64Array[], proof: readonly MotionProof[]): Plan {
    return {
      cell: this.cell,
      status: 'solved',
      failure: null,
      reason: '',
      path,
      proof,
      resolution: this.settings.resolution,
      statistics: this.statistics(path),
    };
  }

  private statistics(path: readonly Float64Array[]): PlanStatistics {
    const { iterations, nodes, space } = this;
    const { motions, intervals, checks } = this.tests;
    const time = (performance.now() - this.startTime) / 1000;
    return { iterations, nodes, motions, intervals, checks, length: lengthOf(space, path), time };
  }
}
