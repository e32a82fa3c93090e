// The paper's Tµ: each problem is solved 100 times, and the mean of the 90 % shortest times counts. A single call is too short for
// the clock, so a sample is a few calls.
import { type DistanceOptions, Pair } from 'proximal';
import type { Problem, ProblemSet } from '../problems/problem-set.ts';
import type { Method, Query } from './methods.ts';

const samples = 20;
const callsPerSample = 5;
const kept = 0.9;

/** Microseconds per call of each method on one problem; the methods take turns. */
export function timeMethods(set: ProblemSet, problem: Problem, query: Query, methods: readonly Method[]): number[] {
  return timeCalls(methods.map(({ options }) => callOf(set, problem, query, options)));
}

function callOf({ shapes }: ProblemSet, problem: Problem, query: Query, options: DistanceOptions): () => void {
  const { a, b, poseA, poseB } = problem;
  const pair = new Pair(shapes[a], shapes[b], options);
  return query === 'distance' ? () => pair.distance(poseA, poseB) : () => pair.collide(poseA, poseB);
}

/** Microseconds per call, by the paper's rule. */
export function timeCalls(calls: readonly (() => void)[], perSample = callsPerSample): number[] {
  const times = calls.map(() => new Float64Array(samples));
  for (const call of calls) call();
  for (let sample = 0; sample < samples; sample++) {
    for (let turn = 0; turn < calls.length; turn++) {
      const c = (turn + sample) % calls.length;
      times[c][sample] = timeSample(calls[c], perSample);
    }
  }
  return times.map(lowMean);
}

function timeSample(call: () => void, calls: number): number {
  const start = process.hrtime.bigint();
  for (let k = 0; k < calls; k++) call();
  return Number(process.hrtime.bigint() - start) / (1000 * calls);
}

function lowMean(times: Float64Array): number {
  const shortest = times.sort().subarray(0, Math.ceil(kept * times.length));
  return shortest.reduce((sum, value) => sum + value, 0) / shortest.length;
}
