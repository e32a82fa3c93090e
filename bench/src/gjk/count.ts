// Iterations as the paper's benchmark counts them: every pass through the loop of Alg. 4 and 6, from the one that finds
// the first vertex to the one that ends it. Our `iterations` leave out the first, and `collide` reports none, so the steps
// of a trace are counted.
import { type DistanceOptions, Pair } from 'proximal';
import type { Problem, ProblemSet } from '../problems/problem-set.ts';
import type { Query } from './methods.ts';

/** Passes of one query. Not for Frank-Wolfe, which has GJK make its proof: those steps are traced too. */
export function countPasses(
  { shapes }: ProblemSet,
  { a, b, poseA, poseB }: Problem,
  query: Query,
  options: DistanceOptions,
): number {
  let passes = 1;
  const trace = (): void => {
    passes++;
  };
  new Pair(shapes[a], shapes[b], { ...options, trace })[query](poseA, poseB);
  return passes;
}
