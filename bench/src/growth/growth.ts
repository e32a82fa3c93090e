// Figures and table of Thirugnanam and Sreenath with every method of the registry on the same pairs, and growth against signed distance.

import { type GrowthOptions, growthAlgorithms, Pair, type Shape } from 'proximal';
import { Rng } from 'proximal/math';
import { defineBenchmark, type Run, seed, text, whole } from '../harness/benchmark.ts';
import { nanosecondsOf, quantile, takeTurns } from '../harness/timer.ts';
import { loadHulls } from '../problems/hulls.ts';
import { drawFigures } from './charts.ts';
import { againstSigned, convergence, planeIterations, timeByVertices } from './figures.ts';
import {
  type Bar,
  barsSection,
  convergenceSection,
  growthTargets,
  planeIterationsInPaper,
  type SetBars,
  sectionTable,
  shares,
  signedSection,
  table3Text,
  vertexSection,
} from './sections.ts';
import { cloudSet, type GrowthSet, growthSets, type MovingPair, movingPair, vertexCounts } from './sets.ts';

export const growthBenchmark = defineBenchmark({
  name: 'growth',
  title:
    'growth distances: Fig. 3 to 5 and Table III of Thirugnanam and Sreenath, all methods, against signed distance',
  options: { pairs: whole(3, 100_000), seed, ycb: text },
  full: { pairs: 100, seed: 1, ycb: undefined as string | undefined },
  quick: { pairs: 10 },
  seconds: { quick: 6, full: 30 },
  measure: ({ pairs, seed: start, ycb }, run) => measureGrowth(growthSets(loadHulls(ycb)), pairs, start, run),
  targets: ({ figure3, signed }) => growthTargets(figure3, signed),
  async page(results, _targets, { pairs, seed: start }) {
    const { figure3, figure4, figure5, plane, signed } = results;
    const files = await drawFigures(results);
    return {
      title: "Growth distances: the paper's table and figures",
      intro: `Written by \`npm run bench -- growth --pairs ${pairs} --seed ${start}\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, WebAssembly target.
The paper is by Thirugnanam and Sreenath, on growth distances. Pairs, the same for all methods, in turn: ${pairs} for each set of Fig. 3,
${Math.ceil(pairs / 20)} for each size of Fig. 4, ${10 * pairs} for each set of Fig. 5, and ${Math.ceil(pairs / 2)} for each set against signed distance.
A target is a ratio of medians in this run: the time of its second method over the time of its first.`,
      sections: [
        ...figure3.map(barsSection),
        vertexSection(figure4),
        convergenceSection(figure5),
        signedSection(signed),
      ],
      notes: [
        `In 2D: ${plane.toFixed(2)} iterations on average (paper: ${planeIterationsInPaper}).`,
        files.map((file) => `![${file}](${file})`).join('\n'),
      ],
      tables: {
        table3: table3Text(figure3),
        figure4: sectionTable(vertexSection(figure4)),
        figure5: sectionTable(convergenceSection(figure5)),
      },
    };
  },
});

async function measureGrowth(sets: readonly GrowthSet[], pairs: number, start: number, run: Run) {
  const contenders = growthContenders();
  const figure3: SetBars[] = [];
  for (const set of sets)
    figure3.push(
      await run.step(`Fig. 3, ${set.name}`, () => ({ set: set.name, bars: barsOf(set, contenders, pairs, start) })),
    );
  const figure4 = await run.step('Fig. 4', () =>
    timeByVertices(start, vertexCounts, Math.ceil(pairs / 20), contenders),
  );
  const figure5 = await run.step('Fig. 5', () =>
    [...sets, cloudSet(start)].flatMap((set) =>
      [true, false].map((accelerate) => ({
        set: set.name,
        accelerate,
        gaps: convergence(set, start, 10 * pairs, accelerate),
      })),
    ),
  );
  const plane = planeIterations(start, 100 * pairs);
  const signed = await run.step('signed distance', () =>
    sets.map((set) => ({ set: set.name, ...againstSigned(set, start, Math.ceil(pairs / 2)) })),
  );
  return { shares, figure3, figure4, figure5, plane, signed };
}

function barsOf(set: GrowthSet, contenders: readonly GrowthContender[], pairs: number, seed: number): Bar[] {
  const rng = new Rng(seed);
  const samples = new Map<string, { times: number[]; iterations: number[] }>();
  for (let k = 0; k < pairs; k++) {
    const [a, b] = [set.make(rng), set.make(rng)];
    const supported = contenders.filter(({ takes }) => takes(a) && takes(b));
    timePath(movingPair(rng, a, b, 10), supported, 8).forEach(({ time, iterations }, m) => {
      const sample = samples.get(supported[m].name) ?? { times: [], iterations: [] };
      sample.times.push(time / 1000);
      sample.iterations.push(iterations);
      samples.set(supported[m].name, sample);
    });
  }
  // Only methods that support all pairs, so that all methods are compared on the same pairs.
  return [...samples]
    .filter(([, { times }]) => times.length === pairs)
    .map(([name, { times, iterations }]) => ({
      name,
      quantiles: shares.map((share) => quantile(times, share)),
      iterations: iterations.reduce((sum, value) => sum + value, 0) / iterations.length,
    }));
}

export interface GrowthContender {
  readonly name: string;
  readonly options: GrowthOptions;
  readonly takes: (shape: Shape) => boolean;
}

/** All methods cold, and warm if they have warm starts; the ray method with each warm start and with the published steps. */
function growthContenders(): GrowthContender[] {
  const all = growthAlgorithms();
  const contender = (name: string, options: GrowthOptions, takes: (shape: Shape) => boolean): GrowthContender => ({
    name,
    options,
    takes,
  });
  return all.flatMap((method) => {
    const { name, hasWarmStart } = method;
    const algorithm = name as NonNullable<GrowthOptions['algorithm']>;
    const takes = (shape: Shape): boolean => method.takes(shape);
    const cold = contender(name, { algorithm, warmStart: 'none' }, takes);
    const warm = hasWarmStart ? [contender(`${name}, warm`, { algorithm }, takes)] : [];
    if (name !== 'ray') return [cold, ...warm];
    return [
      cold,
      ...warm,
      contender('ray, primal', { algorithm, warmStart: 'primal' }, takes),
      contender('ray, dual', { algorithm, warmStart: 'dual' }, takes),
      contender('ray, published steps', { algorithm, warmStart: 'none', expert: { accelerate: false } }, takes),
    ];
  });
}

/** Nanoseconds per call and iterations per call along a path. */
interface PathSample {
  readonly time: number;
  readonly iterations: number;
}

/** The shortest time of each contender along the path, over several rounds. */
export function timePath(
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
  takeTurns(rounds, pairs.length, (k, round) => {
    // Two rounds are enough for slow methods.
    if (round > 1 && best[k].time > slow) return;
    // From the second round on, except for slow methods, a pass that is not timed fills the caches.
    if (best[k].time < slow) queryPath(pairs[k], poses);
    let iterations = 0;
    const time = nanosecondsOf(() => {
      iterations = queryPath(pairs[k], poses);
    });
    if (time / poses.length < best[k].time)
      best[k] = { time: time / poses.length, iterations: iterations / poses.length };
  });
  return best;
}

/** Methods that take longer than this, in nanoseconds per call, are measured in two rounds only. */
const slow = 1e5;

function queryPath(pair: Pair, poses: MovingPair['poses']): number {
  let iterations = 0;
  for (const [poseA, poseB] of poses) iterations += pair.growthDistance(poseA, poseB).iterations;
  return iterations;
}
