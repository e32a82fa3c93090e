// Iterations and times of methods on a problem set, by signed distance.
import type { Problem, ProblemSet } from '../problems/problem-set.ts';
import { countPasses } from './count.ts';
import type { Method, Query } from './methods.ts';
import { type Spread, spreadOf } from './statistics.ts';
import { timeMethods } from './time.ts';

/** One number for each problem of the distance, by method. */
export interface Samples {
  readonly signedDistance: number;
  readonly values: Readonly<Record<string, readonly number[]>>;
}

/** What a figure shows of one method. */
export interface Curve {
  readonly method: string;
  readonly title: string;
  readonly points: readonly (Spread & { readonly signedDistance: number })[];
}

export function sampleIterations(set: ProblemSet, query: Query, methods: readonly Method[]): Samples[] {
  return sample(set, methods, (problem) => methods.map(({ options }) => countPasses(set, problem, query, options)));
}

/** Microseconds. */
export function sampleTimes(set: ProblemSet, query: Query, methods: readonly Method[]): Samples[] {
  return sample(set, methods, (problem) => timeMethods(set, problem, query, methods));
}

function sample(
  { problems }: ProblemSet,
  methods: readonly Method[],
  measure: (problem: Problem) => readonly number[],
): Samples[] {
  const byDistance = new Map<number, Record<string, number[]>>();
  for (const problem of problems) {
    const { signedDistance } = problem;
    const values = byDistance.get(signedDistance) ?? Object.fromEntries(methods.map(({ key }) => [key, []]));
    byDistance.set(signedDistance, values);
    measure(problem).forEach((value, m) => {
      values[methods[m].key].push(value);
    });
  }
  return [...byDistance].map(([signedDistance, values]) => ({ signedDistance, values }));
}

export function curvesOf(samples: readonly Samples[], methods: readonly Method[]): Curve[] {
  return methods.map(({ key, title }) => ({
    method: key,
    title,
    points: samples.map(({ signedDistance, values }) => ({ signedDistance, ...spreadOf(values[key]) })),
  }));
}
