// Targets of our own methods, as ratios in one run.

import { createDistanceBatch, type DistanceBatch, distance, distanceBatch, Pair, type Shape } from 'proximal';
import { compose, fromAxisAngle, Rng } from 'proximal/math';
import { short, type Target } from '../harness/page.ts';
import { timeCalls } from '../harness/timer.ts';
import { type HullSet, hullOfSize, roundHull } from '../problems/hulls.ts';
import type { Problem, ProblemSet } from '../problems/problem-set.ts';
import type { GjkResults } from './gjk.ts';
import { type Method, meshMethods, spreadOf } from './methods.ts';
import { makeProblems } from './sets.ts';
import { sizeSet, sizes, type Table1Cell } from './tables.ts';

/** Mean microseconds of the methods with a first guess other than the paper's. */
export interface GuessRow {
  readonly guess: 'none' | 'previous';
  readonly size: number;
  readonly time: Readonly<Record<string, number>>;
}

/** With `'previous'`, B moves back and forth by 0.01 rad and a hundredth of its bounding radius between queries. */
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
    const moved = guess === 'previous' ? smallMotion(rng, problem, set.shapes[problem.b]) : poseB;
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

function smallMotion(rng: Rng, { poseB }: Problem, shape: Shape): Float64Array {
  const moved = compose(poseB, fromAxisAngle(rng.direction(), 0.01));
  const step = rng.direction();
  for (let k = 0; k < 3; k++) moved[k] += 0.01 * shape.boundingRadius * step[k];
  return moved;
}

export interface GrowthRow {
  readonly vertices: number;
  /** Mean microseconds of `Pair.distance` from center to center, with otherwise default options. */
  readonly time: number;
}

/** Pairs of round hulls, from 1 mm of overlap to 1 cm apart. */
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

/** Terminations of queries at the default tolerance on touching, overlapping and separated hulls. */
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

export function targetsOf({ table1, growth, limits, batch }: GjkResults): Target[] {
  const distances = table1.filter(({ query }) => query === 'distance');
  return [
    ...distances.map(checkIterations),
    ...distances.filter(({ wanted }) => wanted[0] === wanted[1]).map(checkTime),
    checkGrowth(growth),
    ...limits.map(({ algorithm, queries, limit, stalled }) => ({
      what: `iteration-limit exits in ${queries} queries at the default tolerance, ${algorithm}`,
      wanted: '0',
      found: stalled === 0 ? `${limit}` : `${limit} (and ${stalled} stalled)`,
      isMet: limit === 0,
    })),
    ...batch.map(({ name, pairs, total, copying, overhead }) => ({
      what: `distanceBatch of ${pairs} pairs, ${name}: JavaScript on top of the kernel`,
      wanted: 'at most 5 %',
      found: `${(100 * overhead).toFixed(1)} % (${total.toFixed(0)} ns in all, ${copying.toFixed(0)} ns of it JavaScript)`,
      isMet: overhead <= 0.05,
    })),
  ];
}

/** The best of the accelerated methods, with the momentum δ that the paper prints or that its authors' code uses. */
function best(numbers: Readonly<Record<string, { readonly mean: number }>>): [string, number] {
  const accelerations = meshMethods.filter(({ key }) => key !== 'gjk');
  const { key, title } = accelerations.reduce((a, b) => (numbers[b.key].mean < numbers[a.key].mean ? b : a));
  return [title, numbers[key].mean];
}

function checkIterations({ actual, iterations }: Table1Cell): Target {
  const [name, mean] = best(iterations);
  const plain = iterations['gjk'].mean;
  return {
    what: `iterations at ${actual.join(' × ')} vertices, ${name} against GJK`,
    wanted: 'fewer',
    found: `${short(mean)} / ${short(plain)} = ${(mean / plain).toFixed(2)}`,
    isMet: mean < plain,
  };
}

function checkTime({ wanted, actual, time }: Table1Cell): Target {
  const [name, mean] = best(time);
  const least = wanted[0] < 1800 ? 1.15 : 1.3;
  const ratio = time['gjk'].mean / mean;
  return {
    what: `time at ${actual.join(' × ')} vertices, GJK / ${name}`,
    wanted: `at least ${least}`,
    found: `${ratio.toFixed(2)} (${short(time['gjk'].mean)} / ${short(mean)} µs)`,
    isMet: ratio >= least,
  };
}

function checkGrowth(growth: GjkResults['growth']): Target {
  const [first, last] = [growth[0], growth[growth.length - 1]];
  const ratio = last.time / first.time;
  return {
    what: `time per distance query, ${last.vertices} vertices / ${first.vertices} vertices`,
    wanted: 'less than 3',
    found: `${ratio.toFixed(2)} (${short(last.time)} / ${short(first.time)} µs)`,
    isMet: ratio < 3,
  };
}

export interface BatchRow {
  readonly name: string;
  readonly pairs: number;
  /** Nanoseconds per pair: all of `distanceBatch`, and its JavaScript alone. */
  readonly total: number;
  readonly copying: number;
  /** copying / (total − copying) */
  readonly overhead: number;
}

/**
 * The cost of a batch beyond the kernel. The kernel alone has no public interface, so the JavaScript of `distanceBatch` is timed on plain
 * arrays and subtracted.
 */
export function runBatch({ hulls }: HullSet, pairCount: number, seed: number): BatchRow[] {
  return [
    { name: 'hulls of the set', shapes: hulls.map(({ hull }) => hull) },
    { name: 'round hulls of 250 vertices', shapes: [roundHull(new Rng(seed), 250)] },
  ].map(({ name, shapes }) => batchRow(name, shapes, pairCount, seed));
}

function batchRow(name: string, shapes: readonly Shape[], pairs: number, seed: number): BatchRow {
  const placed = makeProblems(shapes, [-1e-3, 1e-3, 0.01, 0.1], 250, seed);
  const bodies = {
    shapes: placed.flatMap(({ a, b }) => [shapes[a], shapes[b]]),
    poses: Float64Array.from(placed.flatMap(({ poseA, poseB }) => [...poseA, ...poseB])),
  };
  const indices = Uint32Array.from({ length: 2 * pairs }, (_, k) => k % (2 * placed.length));
  const out = createDistanceBatch(pairs);
  const copy = copyLoop(bodies.poses, indices, pairs);
  const [total, copying] = timeCalls([() => distanceBatch(bodies, indices, undefined, out), copy], 1).map(
    (microseconds) => (1000 * microseconds) / pairs,
  );
  return { name, pairs, total, copying, overhead: copying / (total - copying) };
}

/** Pairs for each kernel call, as in the library's 3D batches. */
export const batchChunk = 1024;

/** Fields of one answer: 64-bit numbers and 32-bit integers. */
const numbers = 18;
const integers = 4;
/** A body in the table: its record and its pose. */
const bodySize = 8;

/** The JavaScript of `distanceBatch` on plain arrays: checks the indices, writes the table of bodies, and copies pairs in and answers out. */
function copyLoop(poses: Float64Array, pairs: Uint32Array, count: number): () => void {
  const bodyCount = poses.length / 7;
  const f64 = new Float64Array(batchChunk + batchChunk * (numbers + integers) + bodySize * bodyCount);
  const i32 = new Int32Array(f64.buffer);
  const out = createDistanceBatch(count);
  return () => {
    checkPairs(pairs, bodyCount);
    writeBodies(f64, batchChunk + batchChunk * (numbers + integers), poses);
    for (let from = 0; from < count; from += batchChunk) {
      const chunkPairs = pairs.subarray(2 * from, 2 * (from + batchChunk));
      i32.set(chunkPairs, 0);
      copyAnswers(f64, i32, out, from, chunkPairs.length / 2);
    }
  };
}

function checkPairs(pairs: Uint32Array, bodyCount: number): void {
  for (let k = 0; k < pairs.length; k++) {
    if (pairs[k] >= bodyCount) throw new RangeError(`pairs[${k}] is not the index of a body`);
  }
}

function writeBodies(f64: Float64Array, table: number, poses: Float64Array): void {
  for (let body = 0; 7 * body < poses.length; body++) {
    const at = table + bodySize * body;
    f64[at] = body;
    for (let k = 0; k < 7; k++) f64[at + 1 + k] = poses[7 * body + k];
  }
}

function copyAnswers(f64: Float64Array, i32: Int32Array, batch: DistanceBatch, from: number, count: number): void {
  let at = batchChunk;
  for (const field of [batch.distance, batch.lower, batch.upper]) {
    field.set(f64.subarray(at, at + count), from);
    at += batchChunk;
  }
  for (const field of [batch.pointA, batch.pointB, batch.normal, batch.localA, batch.localB]) {
    field.set(f64.subarray(at, at + 3 * count), 3 * from);
    at += 3 * batchChunk;
  }
  at *= 2;
  for (const field of [batch.iterations, batch.supportCalls, batch.status, batch.termination]) {
    field.set(i32.subarray(at, at + count), from);
    at += batchChunk;
  }
}
