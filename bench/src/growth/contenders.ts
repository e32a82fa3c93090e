// Every method of the registry, cold and warm, as functions to time.
import { type GrowthOptions, growthAlgorithms, Pair, type Shape } from 'proximal';
import type { MovingPair } from './sets.ts';

export interface GrowthContender {
  readonly name: string;
  readonly options: GrowthOptions;
  readonly takes: (shape: Shape) => boolean;
}

/** All methods cold; then those that have a warm start, with each of its kinds; then the ray method as published. */
export function growthContenders(): GrowthContender[] {
  const all = growthAlgorithms();
  const of = (name: string, options: GrowthOptions, takes: (shape: Shape) => boolean): GrowthContender => ({
    name,
    options,
    takes,
  });
  return all.flatMap((method) => {
    const { name, hasWarmStart } = method;
    const algorithm = name as NonNullable<GrowthOptions['algorithm']>;
    const takes = (shape: Shape): boolean => method.takes(shape);
    const cold = of(name, { algorithm, warmStart: 'none' }, takes);
    const warm = hasWarmStart ? [of(`${name}, warm`, { algorithm }, takes)] : [];
    if (name !== 'ray') return [cold, ...warm];
    return [
      cold,
      ...warm,
      of('ray, primal', { algorithm, warmStart: 'primal' }, takes),
      of('ray, dual', { algorithm, warmStart: 'dual' }, takes),
      of('ray, published steps', { algorithm, warmStart: 'none', accelerate: false }, takes),
    ];
  });
}

/** Nanoseconds per call and iterations per call along a path. */
interface PathSample {
  readonly time: number;
  readonly iterations: number;
}

/** Walks along the path with each contender in turn, several times, and keeps the shortest time of each. */
export function walk(
  { a, b, poses }: MovingPair,
  contenders: readonly GrowthContender[],
  rounds: number,
): PathSample[] {
  const pairs = contenders.map(({ options }) => {
    const pair = new Pair(a, b);
    pair.setGrowth(options);
    return pair;
  });
  const best = contenders.map(() => ({ time: Infinity, iterations: 0 }));
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < pairs.length; turn++) {
      const k = (turn + round) % pairs.length;
      // Those that take milliseconds are measured well enough by two rounds.
      if (round > 1 && best[k].time > slow) continue;
      // Once without a clock: the one before may have left nothing of ours in the caches.
      if (best[k].time < slow) goAlong(pairs[k], poses);
      const start = process.hrtime.bigint();
      const iterations = goAlong(pairs[k], poses);
      const time = Number(process.hrtime.bigint() - start) / poses.length;
      if (time < best[k].time) best[k] = { time, iterations: iterations / poses.length };
    }
  }
  return best;
}

/** Nanoseconds per call. */
const slow = 1e5;

function goAlong(pair: Pair, poses: MovingPair['poses']): number {
  let iterations = 0;
  for (const [poseA, poseB] of poses) iterations += pair.growthDistance(poseA, poseB).iterations;
  return iterations;
}
