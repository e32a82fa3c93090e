import { checkInteger, checkOptions, wrongType } from '../check/argument.ts';
import { Rng } from '../math/rng.ts';
import { RobotCell } from './cell.ts';
import { cornersOf } from './curve.ts';
import { changedPlan, provenAgain } from './finish.ts';
import { MotionTests } from './motion-tests.ts';
import type { Plan } from './plan-options.ts';
import { Shortener } from './shortener.ts';
import { Space } from './space.ts';

/**
 * Options of `simplify`.
 * @example
 * ```ts
 * const options: SimplifyOptions = { maxIterations: 500, seed: 1 };
 * ```
 */
export interface SimplifyOptions {
  /** The largest number of random shortcuts that are tried. Default 100. */
  readonly maxIterations?: number;
  /** A whole number from 0 to 2³² − 1. Default 0. */
  readonly seed?: number;
}

/**
 * Shortens a plan by shortcuts. Curves of `smooth` become corners again; the result is never longer than the path with these corners. Its motions
 * are proven free, or only sampled if the motions of the plan were only sampled. Its `statistics` describe the simplification, except `iterations`
 * and `nodes`. A plan that failed is returned unchanged. If the cell has changed, and the plan is no longer free, the result is a failure.
 * @example
 * ```ts
 * const short = simplify(planMotion(cell, { start, goal }));
 * short.statistics.length;
 * ```
 */
export function simplify(plan: Plan, options: SimplifyOptions = {}): Plan {
  const where = 'simplify';
  if (!(plan?.cell instanceof RobotCell)) throw wrongType(where, 'plan', plan, 'give the result of planMotion');
  checkOptions(where, 'options', options, ['maxIterations', 'seed']);
  const { maxIterations = 100, seed = 0 } = options;
  checkInteger(where, 'options.maxIterations', maxIterations, 0, 1e9);
  checkInteger(where, 'options.seed', seed, 0, 0xffffffff);
  if (plan.status !== 'solved') return plan;
  const { checker, model } = plan.cell;
  checker.forget();
  const work = {
    space: new Space(model),
    tests: new MotionTests(checker, plan.resolution),
    startTime: performance.now(),
  };
  const shortener = new Shortener(work.space, work.tests, new Rng(seed), cornersOf(plan));
  shortener.skipVertices();
  shortener.shorten(maxIterations);
  const proof = work.tests.provePath(shortener.path);
  return proof ? changedPlan(plan, work, proof, shortener.path) : provenAgain(plan, work);
}
