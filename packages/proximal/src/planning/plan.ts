import { wrongType } from '../check/argument.ts';
import { RobotCell } from './cell.ts';
import { lengthOf } from './finish.ts';
import { goalsOfPose, problemOf, validGoals } from './goals.ts';
import type { MotionProof } from './motion.ts';
import { MotionTests } from './motion-tests.ts';
import {
  type Plan,
  type PlanOptions,
  type PlanSettings,
  type PlanStatistics,
  readPlanOptions,
} from './plan-options.ts';
import { RrtSearch } from './rrt.ts';
import { Space } from './space.ts';

/** Milliseconds between two calls of `onProgress`. */
const pause = 20;
/** Samples between two readings of the clock. */
const clockInterval = 16;

/**
 * Plans a motion from a start to a goal. Every motion of the path is proven free. Throws only for invalid arguments: a start in contact, or a
 * search without success, is a plan with the status `'failed'` and a reason.
 * @example
 * ```ts
 * const plan = planMotion(cell, { start, goal, seed: 1 });
 * if (plan.status === 'solved') for (const q of plan.path) console.log(q.join(' '));
 * ```
 */
export function planMotion(cell: RobotCell, options: PlanOptions): Plan {
  const where = 'planMotion';
  if (!(cell instanceof RobotCell)) throw wrongType(where, 'cell', cell, 'give a RobotCell');
  return new Planning(cell, readPlanOptions(where, cell.model, options)).run();
}

class Planning {
  private readonly space: Space;
  private readonly tests: MotionTests;
  private readonly startTime = performance.now();
  private iterations = 0;
  private nodes = 0;
  private reported = performance.now();

  constructor(
    private readonly cell: RobotCell,
    private readonly settings: PlanSettings,
  ) {
    // Warm starts of earlier queries could change the bits.
    cell.checker.forget();
    this.space = new Space(cell.model);
    this.tests = new MotionTests(cell.checker);
  }

  run(): Plan {
    const { start, goals, target, seed } = this.settings;
    const { cell, space } = this;
    this.settings.signal?.throwIfAborted();
    const atStart = problemOf(cell, space, 'start', start);
    if (atStart) return this.failed('start', atStart);
    const { configurations, reason } = target ? goalsOfPose(cell, target, start, seed) : validGoals(cell, space, goals);
    if (reason) return this.failed('goal', reason);
    for (let attempt = 0; ; attempt++) {
      const search = new RrtSearch(
        this.space,
        this.tests,
        { ...this.settings, goals: configurations },
        (this.settings.seed + attempt) >>> 0,
      );
      search.tryDirectly();
      const failure = this.carryOn(search);
      if (failure) return failure;
      const path = search.path as Float64Array[];
      const proof = this.tests.provePath(path);
      // Motions of the trees have been proven once; another start of GJK could miss that by rounding only.
      if (proof) return this.solved(path, proof);
    }
  }

  /** Takes samples until there is a path, or returns the failure. */
  private carryOn(search: RrtSearch): Plan | null {
    const { timeLimit, maxIterations, signal, onProgress } = this.settings;
    while (!search.path) {
      if (this.iterations >= maxIterations)
        return this.failed('iterations', `no path was found with ${maxIterations} samples; it may not exist`);
      search.step();
      // Reading the clock can take as long as a sample, which takes less than about a millisecond.
      if (++this.iterations % clockInterval !== 0) continue;
      const now = performance.now();
      if (now - this.startTime > 1000 * timeLimit)
        return this.failed(
          'time',
          `no path was found within ${timeLimit} s and ${this.iterations} samples; it may not exist`,
        );
      if (now - this.reported > pause) {
        this.reported = now;
        signal?.throwIfAborted();
        onProgress?.({ iterations: this.iterations, nodes: search.nodes, time: (now - this.startTime) / 1000 });
      }
    }
    this.nodes = search.nodes;
    return null;
  }

  private failed(failure: 'start' | 'goal' | 'time' | 'iterations', reason: string): Plan {
    return { cell: this.cell, status: 'failed', failure, reason, path: [], proof: [], statistics: this.statistics([]) };
  }

  private solved(path: readonly Float64Array[], proof: readonly MotionProof[]): Plan {
    return {
      cell: this.cell,
      status: 'solved',
      failure: null,
      reason: '',
      path,
      proof,
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
