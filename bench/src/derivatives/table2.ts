// Table II: the time of one derivative on pairs of YCB hulls, with the query's answer given.
import { Pair, type Shape } from 'proximal';
import type { DerivativeOptions } from 'proximal/derivatives';
import { type Pose, Rng } from 'proximal/math';
import { timeCalls } from '../gjk/time.ts';
import type { TimeTable, Timing } from './results.ts';

const atOrigin: Pose = Float64Array.of(0, 0, 0, 0, 0, 0, 1);

const methods: readonly { readonly title: string; readonly options: DerivativeOptions }[] = [
  { title: 'finite differences, M = 12', options: { estimator: 'finite-difference' } },
  ...[10, 20, 50, 100].map((samples) => ({
    title: `0th order, M = ${samples}`,
    options: { estimator: 'zeroth-order' as const, noise: 1e-2, samples },
  })),
  ...[10, 20, 50, 100].map((samples) => ({
    title: `Gaussian, M = ${samples}`,
    options: { estimator: 'gaussian' as const, samples },
  })),
  ...[1, 2, 3, 5].map((neighbors) => ({
    title: `Gumbel, n_l = ${neighbors}`,
    options: { estimator: 'gumbel' as const, neighbors },
  })),
  { title: 'exact', options: { estimator: 'exact' } },
];

export function runTable2(shapes: readonly Shape[], count: number, seed: number): TimeTable[] {
  return (['collision', 'apart'] as const).map((situation) => {
    const rng = new Rng(seed);
    const times: number[][] = [];
    while (times.length < count) {
      const [a, b] = [shapes[rng.index(shapes.length)], shapes[rng.index(shapes.length)]];
      const pose = randomPose(rng, a.boundingRadius + b.boundingRadius);
      const pair = new Pair(a, b);
      if (pair.signedDistance(atOrigin, pose).distance < 0 === (situation === 'collision'))
        times.push(timeCalls(callsOf(a, b, pose)));
    }
    const [cold, warm, ...rows] = ['cold query', 'warm query', ...methods.map(({ title }) => title)].map((title, k) =>
      timingOf(
        title,
        times.map((row) => row[k]),
      ),
    );
    return { situation, problems: count, cold, warm, rows };
  });
}

function randomPose(rng: Rng, reach: number): Pose {
  return Float64Array.of(...rng.direction().map((x) => x * rng.uniform(0, 1.2) * reach), ...rng.rotation());
}

/** The two queries, then the methods: each with a pair of its own. */
function callsOf(a: Shape, b: Shape, pose: Pose): (() => void)[] {
  const [cold, warm] = [new Pair(a, b), new Pair(a, b)];
  cold.setPenetration({ direction: 'centers' });
  const derivatives = methods.map(({ options }) => {
    const pair = new Pair(a, b);
    pair.signedDistance(atOrigin, pose);
    const given = { ...options, result: pair.result };
    return () => void pair.differentiate(atOrigin, pose, given);
  });
  return [
    () => void cold.signedDistance(atOrigin, pose),
    () => void warm.signedDistance(atOrigin, pose),
    ...derivatives,
  ];
}

function timingOf(title: string, times: readonly number[]): Timing {
  const mean = times.reduce((sum, t) => sum + t, 0) / times.length;
  const variance = times.reduce((sum, t) => sum + (t - mean) ** 2, 0) / times.length;
  return { title, mean, deviation: Math.sqrt(variance) };
}
