// Chooses the query of a failing case for its problem file.
import type { PairCase } from '../random/pairs.ts';
import { buildShape } from '../random/specs.ts';
import type { ProblemQuery } from './case-problem.ts';
import { optionsOf, type Schedule } from './distance-answers.ts';
import { toleranceOf } from './distance-checks.ts';
import type { Failure, Query } from './fuzzer.ts';
import { allowanceOf, bodyOf } from './scene.ts';

/**
 * The first query known to have failed; the cold distance if none is known. A problem file cannot contain a warm start: such a query is written
 * without it.
 */
export function failedQuery(item: PairCase, found: readonly Failure[]): ProblemQuery {
  const failure = found.find(({ query }) => query !== undefined);
  const query: Query = failure?.query ?? { function: 'distance', variant: 'cold' };
  const isWarm = query.variant === 'warm' || query.variant === 'predicted';
  const { schedule = 'paper' } = item;
  if (query.function === 'collide') {
    const expected = failure && failure.kind !== 'bits' ? { value: failure.kind === 'missed' } : undefined;
    return {
      query: 'collide',
      options: { ...(!isWarm && { algorithm: query.variant, expert: { schedule } }), margin: query.margin ?? 0 },
      ...(expected && { expected }),
    };
  }
  return {
    query: 'distance',
    ...(!isWarm && { options: { ...optionsOf(query.variant, schedule as Schedule) } }),
    ...(failure?.kind === 'misplaced' && { expected: expectedOf(item) }),
    isReversed: query.variant === 'reversed',
  };
}

/** The distance at which the pair was placed; empty for overlapping placements, for which only an upper bound is known. */
function expectedOf({ a, poseA, b, poseB, gap }: PairCase): NonNullable<ProblemQuery['expected']> {
  if (gap === undefined || gap.value < 0) return {};
  const scene = { a: bodyOf(buildShape(a), poseA), b: bodyOf(buildShape(b), poseB) };
  return { value: gap.value, tolerance: 2 * toleranceOf(scene, allowanceOf(scene)) + gap.error };
}
