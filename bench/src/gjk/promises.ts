// The speed promises that compare our own ways of answering with each other: ratios in one run.
import { distance, Pair, type Shape } from 'proximal';
import { compose, fromAxisAngle, Rng } from 'proximal/math';
import type { Problem, ProblemSet } from '../problems/problem-set.ts';
import { type HullSet, hullOfSize, roundHull } from './hulls.ts';
import { type Method, meshMethods } from './methods.ts';
import { makeProblems } from './sets.ts';
import { spreadOf } from './statistics.ts';
import { sizeSet, sizes } from './table1.ts';
import { timeCalls } from './time.ts';

/** Mean microseconds of the methods with a first guess other than the paper's. */
export interface GuessRow {
  readonly guess: 'none' | 'previous';
  readonly size: number;
  readonly time: Readonly<Record<string, number>>;
}

/** With `'previous'` the bodies go back and forth by a hundredth of a radian and of B's size, so every query has a past. */
export function runGuesses(hulls: HullSet, countEach: number, seed: number): GuessRow[] {
  return sizes.flatMap((size) => {
    const set = sizeSet(hulls, size, size, countEach, seed);
    return (['none', 'previous'] as const).map((guess) => ({
      guess,
      size: hullOfSize(hulls, size).hull.vertexCount,
      time: timeGuess(set, guess, seed),
    }));
  });
}

function timeGuess(set: ProblemSet, guess: 'none' | 'previous', seed: number): Record<string, number> {
  const rng = new Rng(seed);
  const rows = set.problems.map((problem) => {
    const { poseA, poseB } = problem;
    const moved = guess === 'previous' ? nudge(rng, problem, set.shapes[problem.b]) : poseB;
    const calls = meshMethods.map(({ options }) => {
      const pair = new Pair(set.shapes[problem.a], set.shapes[problem.b], { ...options, guess });
      return () => {
        pair.distance(poseA, poseB);
        pair.distance(poseA, moved);
      };
    });
    return timeCalls(calls).map((time) => time / 2);
  });
  return Object.fromEntries(meshMethods.map(({ key }: Method, m) => [key, spreadOf(rows.map((row) => row[m])).mean]));
}

function nudge(rng: Rng, { poseB }: Problem, shape: Shape): Float64Array {
  const moved = compose(poseB, fromAxisAngle(rng.direction(), 0.01));
  const step = rng.direction();
  for (let k = 0; k < 3; k++) moved[k] += 0.01 * shape.boundingRadius * step[k];
  return moved;
}

export interface GrowthRow {
  readonly vertices: number;
  /** Mean microseconds of `Pair.distance` with its default options, from center to center. */
  readonly time: number;
}

/** Close pairs of round hulls, whose vertices all count. */
export function runGrowth(countEach: number, seed: number): GrowthRow[] {
  return [250, 500, 1000, 2000, 4000].map((vertices) => {
    const rng = new Rng(seed);
    const shapes = Array.from({ length: 4 }, () => roundHull(rng, vertices));
    const problems = makeProblems(shapes, [-1e-3, 1e-3, 0.01], countEach, seed);
    const times = problems.map(({ a, b, poseA, poseB }) => {
      const pair = new Pair(shapes[a], shapes[b], { guess: 'bounds' });
      return timeCalls([() => pair.distance(poseA, poseB)])[0];
    });
    return { vertices, time: spreadOf(times).mean };
  });
}

export interface LimitRow {
  readonly algorithm: string;
  readonly queries: number;
  readonly limit: number;
  readonly stalled: number;
}

/** How queries at the default tolerance end on the hulls: touching, overlapping and apart. */
export function runLimits({ hulls }: HullSet, countEach: number, seed: number): LimitRow[] {
  const shapes = hulls.map(({ hull }) => hull);
  const problems = makeProblems(shapes, [-0.03, -1e-3, -1e-6, 0, 1e-9, 1e-6, 1e-3, 0.1], countEach, seed);
  return (['auto', 'polyak', 'nesterov'] as const).map((algorithm) => {
    const ends = problems.map(
      ({ a, b, poseA, poseB }) => distance(shapes[a], poseA, shapes[b], poseB, { algorithm }).termination,
    );
    const count = (end: string): number => ends.filter((each) => each === end).length;
    return { algorithm, queries: problems.length, limit: count('limit'), stalled: count('stalled') };
  });
}
