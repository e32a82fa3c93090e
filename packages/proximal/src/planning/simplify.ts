// Shorter paths by shortcuts (Geraerts and Overmars 2007): vertices that can be skipped, then motions between random points of the path.
import { checkInteger, checkOptions, wrongType } from '../check/argument.ts';
import { Rng } from '../math/rng.ts';
import { RobotCell } from './cell.ts';
import { cornersOf } from './curve.ts';
import { changedPlan, provenAgain, type Work } from './finish.ts';
import { MotionTests } from './motion-tests.ts';
import type { Plan } from './plan-options.ts';
import { Space } from './space.ts';

/**
 * Options of `simplify`.
 * @example
 * ```ts
 * const options: SimplifyOptions = { maxIterations: 500, seed: 1 };
 * ```
 */
export interface SimplifyOptions {
  /** The number of random shortcuts that are tried. Default 100. */
  readonly maxIterations?: number;
  /** A whole number from 0 to 2³² − 1. Default 0. */
  readonly seed?: number;
}

/** A shortcut must save this share of the motion that it replaces. */
const leastGain = 1e-3;

/**
 * Shortens a plan by shortcuts. The result is never longer, its motions are proven free, and `statistics` are those of the simplification. A
 * plan that failed is returned unchanged; curves of `smooth` become corners again. If the cell has changed, and the plan is not free any more, the result is a failure.
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
  return plan.status === 'solved' ? new Shortener(plan, seed).run(maxIterations) : plan;
}

class Shortener implements Work {
  readonly startTime = performance.now();
  readonly space: Space;
  readonly tests: MotionTests;
  private readonly rng: Rng;
  private path: Float64Array[];
  private readonly velocity: Float64Array;

  constructor(
    private readonly plan: Plan,
    seed: number,
  ) {
    const { checker, model } = plan.cell;
    checker.forget();
    this.space = new Space(model);
    this.tests = new MotionTests(checker);
    this.rng = new Rng(seed);
    this.path = cornersOf(plan);
    this.velocity = checker.search.velocity;
  }

  run(maxIterations: number): Plan {
    this.skipVertices();
    for (let k = 0; k < maxIterations && this.path.length > 2; k++) this.shortcut();
    const proof = this.tests.provePath(this.path);
    return proof ? changedPlan(this.plan, this, proof) : provenAgain(this.plan, this);
  }

  private isFree(from: Float64Array, to: Float64Array): boolean {
    // The coordinates of a path are unwound, so that continuous joints keep their direction.
    this.space.straight(from, to, this.velocity);
    return this.tests.isFree(from, to);
  }

  /** From each vertex, goes on to the last one that a free motion reaches. */
  private skipVertices(): void {
    const { path } = this;
    const kept = [path[0]];
    for (let k = 0; k < path.length - 1; ) {
      let next = path.length - 1;
      while (next > k + 1 && !this.isFree(path[k], path[next])) next--;
      kept.push(path[next]);
      k = next;
    }
    this.path = kept;
  }

  /** Replaces the path between two random points by a straight motion, if it is free and shorter. */
  private shortcut(): void {
    const { path, space, rng } = this;
    const lengths = path.slice(1).map((q, k) => space.distance(path[k], q));
    const total = lengths.reduce((sum, x) => sum + x, 0);
    const ends = [rng.uniform(0, total), rng.uniform(0, total)].sort((a, b) => a - b);
    const [first, last] = ends.map((end) => this.pointAt(lengths, end));
    if (first.edge === last.edge) return;
    const straight = space.distance(first.q, last.q);
    if (straight > (1 - leastGain) * (ends[1] - ends[0]) || !this.isFree(first.q, last.q)) return;
    this.path = [...path.slice(0, first.edge + 1), first.q, last.q, ...path.slice(last.edge + 1)];
  }

  /** The point of the path at a length from its start, and the number of its motion. */
  private pointAt(lengths: readonly number[], at: number): { edge: number; q: Float64Array } {
    let edge = 0;
    let rest = at;
    while (edge < lengths.length - 1 && rest > lengths[edge]) rest -= lengths[edge++];
    const q = new Float64Array(this.path[edge].length);
    this.space.straight(this.path[edge], this.path[edge + 1], this.velocity);
    this.space.move(this.path[edge], this.velocity, lengths[edge] > 0 ? Math.min(1, rest / lengths[edge]) : 0, q);
    return { edge, q };
  }
}
