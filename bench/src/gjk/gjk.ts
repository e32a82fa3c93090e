// The experiments of "GJK++" (Montaut et al. 2024) with our own GJK, and the speed promises that compare its variants.
import { parseArgs } from 'node:util';
import { setTarget, target } from 'proximal';
import { quantile } from '../measure.ts';
import { palette } from '../plot.ts';
import type { Benchmark } from '../registry.ts';
import { UsageError, wholeNumber } from '../usage.ts';
import { runBatch } from './batch.ts';
import { curvesOf, type Samples, sampleIterations, sampleTimes } from './curves.ts';
import { drawFigure13, runFigure13 } from './figure13.ts';
import { boxOf, drawBoxes, drawCurves, drawRatios } from './figures.ts';
import { runClimbing } from './hill-climbing.ts';
import { type HullSet, loadHulls } from './hulls.ts';
import {
  allNormalizations,
  ellipsoidMethods,
  type Method,
  meshMethods,
  nesterov,
  normalizations,
  polyak,
  type Query,
  queries,
} from './methods.ts';
import { runGrowth, runGuesses, runLimits } from './promises.ts';
import { report } from './report.ts';
import type { CurvePair, GjkResults, MedianRatio } from './results.ts';
import { bands, ellipsoidSet, makeProblems, signedDistances } from './sets.ts';
import { runTable1 } from './table1.ts';
import { runTable2 } from './table2.ts';
import { runTable3 } from './table3.ts';

/** How much of everything: problems per distance, pair or size. */
interface Amounts {
  readonly ellipsoids: number;
  readonly meshes: number;
  readonly flights: number;
  readonly climbing: number;
  readonly table1: number;
  readonly table2: number;
  readonly table3: number;
  readonly growth: number;
  readonly limits: number;
  readonly batchPairs: number;
}

const full: Amounts = {
  ellipsoids: 20_000,
  meshes: 1500,
  flights: 300,
  climbing: 100,
  table1: 200,
  table2: 100,
  table3: 1000,
  growth: 100,
  limits: 2500,
  batchPairs: 100_000,
};
const quick: Amounts = {
  ellipsoids: 500,
  meshes: 100,
  flights: 30,
  climbing: 15,
  table1: 15,
  table2: 10,
  table3: 100,
  growth: 15,
  limits: 250,
  batchPairs: 20_000,
};

export const gjkBenchmark: Benchmark = {
  name: 'gjk',
  title: 'the experiments of the paper on GJK, Polyak and Nesterov acceleration (--quick, --ycb <folder>, --seed)',
  runs: { quick: ['--quick'], full: [] },
  seconds: { quick: 16, full: 110 },
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        quick: { type: 'boolean', default: false },
        ycb: { type: 'string' },
        seed: { type: 'string', default: '1' },
      },
    });
    setTarget('wasm');
    if (target() !== 'wasm') throw new UsageError('WebAssembly is not available here, and the times are its times.');
    const hulls = loadHulls(values.ycb);
    const seed = wholeNumber('seed', values.seed, 0, 2 ** 32 - 1);
    console.log(`Hulls: ${hulls.source}.`);
    report(await runAll(hulls, values.quick ? quick : full, seed, values.quick));
  },
};

async function runAll(hulls: HullSet, amounts: Amounts, seed: number, isQuick: boolean): Promise<GjkResults> {
  const ellipsoids = await runFigure7(amounts.ellipsoids, seed);
  const normalization = await runFigure8(hulls, amounts.meshes, seed);
  const { meshes, ratios } = await runFigures9to11(hulls, amounts.meshes, seed);
  const flown = step('Fig. 13', () => runFigure13(hulls, amounts.flights, seed));
  await drawFigure13(flown.times);
  return {
    isQuick,
    seed,
    hulls: hulls.source,
    isSubstitute: hulls.isSubstitute,
    ellipsoids,
    normalization,
    meshes,
    ratios,
    figure13: flown.found,
    climbing: step('hill climbing', () => runClimbing(hulls, amounts.climbing, seed)),
    table1: step('Table I', () => runTable1(hulls, amounts.table1, seed)),
    table2: step('Table II', () => runTable2(hulls, amounts.table2, seed)),
    table3: step('Table III', () => runTable3(amounts.table3, seed)),
    guesses: step('other guesses', () => runGuesses(hulls, amounts.growth, seed)),
    growth: step('growth with the mesh', () => runGrowth(amounts.growth, seed)),
    limits: step('how queries end', () => runLimits(hulls, amounts.limits, seed)),
    batch: step('batches', () => runBatch(hulls, amounts.batchPairs, seed)),
  };
}

/** Says what is being done: some of it takes minutes. */
function step<T>(name: string, work: () => T): T {
  const start = performance.now();
  const result = work();
  console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}

/** The same work for both queries. */
function forQueries<T>(work: (query: Query) => T): Record<Query, T> {
  return { distance: work('distance'), collide: work('collide') };
}

const letter = { distance: 'a', collide: 'b' } as const;

async function runFigure7(count: number, seed: number): Promise<GjkResults['ellipsoids']> {
  const set = step('ellipsoids', () => ellipsoidSet(signedDistances, count, seed));
  const curves = forQueries((query) =>
    step(`Fig. 7${letter[query]}`, () => curvesOf(sampleIterations(set, query, ellipsoidMethods), ellipsoidMethods)),
  );
  for (const { query, title } of queries) {
    await drawCurves(
      `fig7${letter[query]}`,
      `Ellipsoids, ${title} (Fig. 7${letter[query]})`,
      'iterations, mean ± deviation',
      curves[query],
    );
  }
  return curves;
}

/** Each acceleration in its color where it is used: Polyak as it is, Nesterov normalized. */
const normalizationColors = [palette.black, palette.blue, palette.sky, palette.amber, palette.vermilion];

async function runFigure8({ hulls }: HullSet, count: number, seed: number): Promise<GjkResults['normalization']> {
  const shapes = hulls.map(({ hull }) => hull);
  const set = { name: 'close meshes', shapes, problems: makeProblems(shapes, bands.close, count, seed) };
  const samples = forQueries((query) =>
    step(`Fig. 8, ${query}`, () => ({
      iterations: sampleIterations(set, query, allNormalizations),
      time: sampleTimes(set, query, allNormalizations),
    })),
  );
  for (const { query, title } of queries) {
    const boxes = samples[query].time.flatMap(({ signedDistance, values }) =>
      normalizations.map((method) => boxOf(`${signedDistance} m`, method.title, values[method.key])),
    );
    const labels = { xLabel: 'distance', yLabel: 'time in µs, 80 % of the problems', colors: normalizationColors };
    await drawBoxes(`fig8-${query}`, boxes, { ...labels, title: `Normalization on close meshes, ${title} (Fig. 8)` });
  }
  return forQueries((query) => pairOf(samples[query], allNormalizations));
}

function pairOf(
  { iterations, time }: { readonly iterations: readonly Samples[]; readonly time: readonly Samples[] },
  contenders: readonly Method[],
): CurvePair {
  return { iterations: curvesOf(iterations, contenders), time: curvesOf(time, contenders) };
}

async function runFigures9to11(
  { hulls }: HullSet,
  count: number,
  seed: number,
): Promise<Pick<GjkResults, 'meshes' | 'ratios'>> {
  const shapes = hulls.map(({ hull }) => hull);
  const set = step('meshes', () => ({
    name: 'meshes',
    shapes,
    problems: makeProblems(shapes, signedDistances, count, seed),
  }));
  const samples = forQueries((query) =>
    step(query === 'distance' ? 'Fig. 9' : 'Fig. 10', () => ({
      iterations: sampleIterations(set, query, meshMethods),
      time: sampleTimes(set, query, meshMethods),
    })),
  );
  const meshes = forQueries((query) => pairOf(samples[query], meshMethods));
  for (const { query, title } of queries) {
    const figure = query === 'distance' ? 'fig9' : 'fig10';
    const name = `Meshes, ${title} (Fig. ${figure.slice(3)}`;
    await drawCurves(`${figure}a`, `${name}a)`, 'iterations, mean ± deviation', meshes[query].iterations);
    await drawCurves(`${figure}b`, `${name}b)`, 'time in µs, mean ± deviation', meshes[query].time);
    const ratios = `Speed-up on meshes, ${title} (Fig. 11${letter[query]})`;
    await drawRatios(`fig11${letter[query]}`, ratios, samples[query].time, [polyak, nesterov]);
  }
  return { meshes, ratios: queries.flatMap(({ query }) => medianRatios(query, samples[query].time)) };
}

const accelerations = meshMethods.filter(({ key }) => key !== 'gjk');

function medianRatios(query: Query, samples: readonly Samples[]): MedianRatio[] {
  return samples.flatMap(({ signedDistance, values }) =>
    accelerations.map(({ key }) => ({
      query,
      method: key,
      signedDistance,
      ratio: quantile(
        values[key].map((value, k) => values['gjk'][k] / value),
        0.5,
      ),
    })),
  );
}
