// Iterations: every pass through the loop of Alg. 4 and 6, from the one that finds the first vertex to the one that ends it. Each takes one support point into account, so a Boolean query that ends at the first
// plane has one. Our `iterations` leave out the first, and `collide` reports none, so the steps of a trace are counted. The support
// point that ends an acceleration is no step: the authors' loop goes back to its start there without counting.
import { type DistanceOptions, Pair, type Shape } from 'proximal';
import type { Problem, ProblemSet } from '../problems/problem-set.ts';
import type { Query } from './methods.ts';

/** A pair that counts the passes of its queries. Not for Frank-Wolfe, which has GJK make its proof: those steps are traced too. */
export class CountingPair {
  readonly pair: Pair;
  private steps = 0;

  constructor(a: Shape, b: Shape, options: DistanceOptions) {
    const trace = (): void => {
      this.steps++;
    };
    this.pair = new Pair(a, b, { ...options, trace });
  }

  /** Passes of one query. */
  count(query: Query, poseA: Float64Array, poseB: Float64Array): number {
    this.steps = 0;
    this.pair[query](poseA, poseB);
    return 1 + this.steps;
  }
}

/** Passes of one query without a past. */
export function countPasses(
  { shapes }: ProblemSet,
  { a, b, poseA, poseB }: Problem,
  query: Query,
  options: DistanceOptions,
): number {
  return new CountingPair(shapes[a], shapes[b], options).count(query, poseA, poseB);
}
