// The methods of the paper, with the paper's stopping criterion and first guess; iterations and times on a problem.

import { type DistanceOptions, type ExpertDistanceOptions, Pair, type Shape } from 'proximal';
import { timeCalls } from '../harness/timer.ts';
import type { Problem, ProblemSet } from '../problems/problem-set.ts';

export interface Method {
  readonly key: string;
  readonly title: string;
  readonly options: DistanceOptions;
}

/**
 * A query stops at a duality gap (equation (16) of the paper) below 1e-8 m², and its first direction is from center to center, as in its
 * Sec. IV; the paper takes the centers of the bounding boxes.
 */
export const paperOptions = { tolerance: 1e-8, guess: 'bounds', expert: { criterion: 'duality-gap' } } as const;

/**
 * The momentum δ of the accelerations. The authors' published code, which made their figures, and the printed paper differ. Agreement is
 * decided with the δ of the code; results with the printed one are shown beside it.
 */
export type Schedule = NonNullable<ExpertDistanceOptions['schedule']>;

const gjk: Method = { key: 'gjk', title: 'GJK', options: { ...paperOptions, algorithm: 'gjk' } };
export const polyak: Method = {
  key: 'polyak',
  title: 'Polyak',
  options: withExpert({ ...paperOptions, algorithm: 'polyak' }, { schedule: 'code' }),
};
export const nesterov: Method = {
  key: 'nesterov',
  title: 'Nesterov',
  options: withExpert({ ...paperOptions, algorithm: 'nesterov' }, { schedule: 'code' }),
};

function withExpert(options: DistanceOptions, expert: ExpertDistanceOptions): DistanceOptions {
  return { ...options, expert: { ...options.expert, ...expert } };
}

/** In the order of the tables. By the library's default, Nesterov's directions are normalized on meshes and not on ellipsoids. */
export const methods: readonly Method[] = [gjk, polyak, nesterov];

/** The key of a method with the printed δ. */
export const printedKey = (key: string): string => `${key}-printed`;

/** The same method with the δ that the paper prints. */
function printed({ key, title, options }: Method): Method {
  return { key: printedKey(key), title: `${title}, printed δ`, options: withExpert(options, { schedule: 'paper' }) };
}

/**
 * Without a variant of Nesterov with the printed δ: directions are not normalized on ellipsoids, and the δ of Nesterov without
 * normalization is the same in print and in the code.
 */
export const ellipsoidMethods: readonly Method[] = [...methods, printed(polyak)];
export const meshMethods: readonly Method[] = [...methods, printed(polyak), printed(nesterov)];

const variant = ({ key, title, options }: Method, normalize: boolean): Method => ({
  key: `${key}-${normalize ? 'normalized' : 'plain'}`,
  title: `${title}, ${normalize ? 'normalized' : 'not normalized'}`,
  options: withExpert(options, { normalize }),
});

/** Fig. 8: each acceleration with and without normalized directions. */
export const normalizations: readonly Method[] = [
  gjk,
  ...[polyak, nesterov].flatMap((method) => [variant(method, false), variant(method, true)]),
];
export const allNormalizations: readonly Method[] = [
  ...normalizations,
  printed(variant(polyak, false)),
  printed(variant(polyak, true)),
  printed(variant(nesterov, true)),
];

/** The key of a method, or of its variant with the printed δ if the schedule is the paper's and there is one. */
export function keyIn(keys: readonly string[], method: string, schedule: Schedule): string {
  return schedule === 'paper' && keys.includes(printedKey(method)) ? printedKey(method) : method;
}

export type Query = 'distance' | 'collide';
export const queries: readonly { readonly query: Query; readonly title: string }[] = [
  { query: 'distance', title: 'distance' },
  { query: 'collide', title: 'Boolean' },
];

/**
 * Counts the passes through the loop of the paper's Alg. 4 and 6, from the one that finds the first vertex to the last. A Boolean query that ends at
 * the first separating plane has one pass. Our `iterations` leave out the first pass, and `collide` reports none, so the steps of a trace
 * are counted. The support call that ends an acceleration does not count, as in the authors' loop. Not for Frank-Wolfe, whose trace
 * includes GJK's steps for the proof.
 */
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

/** Passes of one query without warm start. */
export function countPasses(
  { shapes }: ProblemSet,
  { a, b, poseA, poseB }: Problem,
  query: Query,
  options: DistanceOptions,
): number {
  return new CountingPair(shapes[a], shapes[b], options).count(query, poseA, poseB);
}

/** Mean and standard deviation over problems. */
export interface Spread {
  readonly mean: number;
  readonly deviation: number;
  readonly count: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.sqrt(variance), count: values.length };
}

/** The mean of the means, for equal numbers of problems. */
export function meanOf(spreads: readonly Spread[]): number {
  return spreads.reduce((sum, { mean }) => sum + mean, 0) / spreads.length;
}

/** "7.20 ± 1.50", or in thousands as in the paper: "14.3k ± 9.7k". */
export function formatSpread({ mean, deviation }: { readonly mean: number; readonly deviation: number }): string {
  const format = (value: number): string => (mean >= 5000 ? `${(value / 1000).toFixed(1)}k` : digits(value, mean));
  return `${format(mean)} ± ${format(deviation)}`;
}

function digits(value: number, size: number): string {
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

/** Microseconds per call of each method on one problem; the methods take turns. */
export function timeMethods(set: ProblemSet, problem: Problem, query: Query, methods: readonly Method[]): number[] {
  return timeCalls(methods.map(({ options }) => callOf(set, problem, query, options)));
}

function callOf({ shapes }: ProblemSet, problem: Problem, query: Query, options: DistanceOptions): () => void {
  const { a, b, poseA, poseB } = problem;
  const pair = new Pair(shapes[a], shapes[b], options);
  return query === 'distance' ? () => pair.distance(poseA, poseB) : () => pair.collide(poseA, poseB);
}
