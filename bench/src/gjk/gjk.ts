// The experiments of "GJK++" (Montaut et al. 2024) with our own GJK, and targets for its variants.
import { defineBenchmark, type Run, seed, text } from '../harness/benchmark.ts';
import type { Section } from '../harness/page.ts';
import { palette } from '../harness/plot.ts';
import { quantile } from '../harness/timer.ts';
import { climbing, type HullSet, loadHulls } from '../problems/hulls.ts';
import { type Check, checkAll } from './agreement.ts';
import { type Figure12, runFigure12 } from './figure12.ts';
import { drawFigure13, type Figure13, runFigure13 } from './figure13.ts';
import {
  boxOf,
  type Curve,
  curvesOf,
  drawBoxes,
  drawCurves,
  drawRatios,
  type Samples,
  sampleIterations,
  sampleTimes,
} from './figures.ts';
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
import { libraryTable, pageOf, summary } from './page.ts';
import { bands, ellipsoidSet, makeProblems, signedDistances } from './sets.ts';
import { runTable3, type Table3Row } from './table3.ts';
import { runTable1, runTable2, type Table1Cell, type Table2Row } from './tables.ts';
import {
  type BatchRow,
  type GrowthRow,
  type GuessRow,
  type LimitRow,
  runBatch,
  runGrowth,
  runGuesses,
  runLimits,
  targetsOf,
} from './targets.ts';

/** The numbers of problems per distance (for each pair of sizes or hull), shape of Table II or row of Table III, or as stated. */
interface Amounts {
  readonly ellipsoids: number;
  readonly meshes: number;
  /** Pairs in each range of Fig. 12. */
  readonly libraries: number;
  /** The rounds of Fig. 12. */
  readonly libraryRounds: number;
  /** The total. */
  readonly trajectories: number;
  readonly climbing: number;
  readonly table1: number;
  readonly table2: number;
  readonly table3: number;
  /** Also for the other guesses. */
  readonly growth: number;
  readonly limits: number;
  /** The total. */
  readonly batchPairs: number;
}

const full: Amounts = {
  ellipsoids: 20_000,
  meshes: 900,
  libraries: 1000,
  libraryRounds: 9,
  trajectories: 200,
  climbing: 300,
  table1: 120,
  table2: 30,
  table3: 1000,
  growth: 100,
  limits: 2500,
  batchPairs: 100_000,
};
const quick: Amounts = {
  ellipsoids: 500,
  meshes: 60,
  libraries: 100,
  libraryRounds: 3,
  trajectories: 20,
  climbing: 25,
  table1: 10,
  table2: 3,
  table3: 100,
  growth: 15,
  limits: 250,
  batchPairs: 20_000,
};

export const gjkBenchmark = defineBenchmark({
  name: 'gjk',
  title: 'the experiments of the paper on GJK, Polyak and Nesterov acceleration',
  options: { ycb: text, seed },
  full: { ycb: undefined as string | undefined, seed: 1, amounts: full },
  quick: { amounts: quick },
  seconds: { quick: 16, full: 110 },
  async measure({ ycb, seed: start, amounts, isQuick }, run) {
    const hulls = loadHulls(ycb);
    console.log(`Hulls: ${hulls.source}.`);
    const results = await measureAll(hulls, amounts, start, isQuick, run);
    return { ...results, checks: checkAll(results) };
  },
  targets: targetsOf,
  page: ({ checks, ...results }, targets) => ({
    title: "GJK, Polyak and Nesterov acceleration: the paper's experiments",
    intro: `The paper: ${summary(checks)}.`,
    sections: [differingSection(checks)],
    markdown: pageOf(results, checks, targets),
    tables: { libraries: libraryTable(results.figure12) },
  }),
});

function differingSection(checks: readonly Check[]): Section {
  return {
    title: `The paper: ${summary(checks)}`,
    note: 'What differs:',
    head: ['where', 'what', 'paper', 'ours'],
    rows: checks
      .filter(({ verdict }) => verdict === 'differs')
      .map(({ where, what, paper, ours }) => [where, what, paper, ours]),
  };
}

async function measureAll(
  hulls: HullSet,
  amounts: Amounts,
  start: number,
  isQuick: boolean,
  run: Run,
): Promise<GjkResults> {
  const { step } = run;
  const ellipsoids = await runFigure7(amounts.ellipsoids, start, run);
  const normalization = await runFigure8(hulls, amounts.meshes, start, run);
  const { meshes, ratios } = await runFigures9to11(hulls, amounts.meshes, start, run, '');
  const figure12 = await step('Fig. 12', () => runFigure12(hulls, amounts.libraries, amounts.libraryRounds, start));
  const figure13 = await step('Fig. 13', () => runFigure13(hulls, amounts.trajectories, start));
  await drawFigure13(figure13.times);
  return {
    isQuick,
    seed: start,
    hulls: hulls.source,
    isSubstitute: hulls.isSubstitute,
    ellipsoids,
    normalization,
    meshes,
    ratios,
    figure12,
    figure13: figure13.found,
    climbing: await measureClimbing(hulls, amounts, start, run),
    table1: await step('Table I', () => runTable1(hulls, amounts.table1, start)),
    table2: await step('Table II', () => runTable2(hulls, amounts.table2, start)),
    table3: await step('Table III', () => runTable3(amounts.table3, start)),
    guesses: await step('other guesses', () => runGuesses(hulls, amounts.growth, start)),
    growth: await step('growth with the mesh', () => runGrowth(amounts.growth, start)),
    limits: await step('how queries end', () => runLimits(hulls, amounts.limits, start)),
    batch: await step('batches', () => runBatch(hulls, amounts.batchPairs, start)),
  };
}

/** The experiments that depend on how support points of hulls are found. */
export type ClimbingResults = Pick<GjkResults, 'meshes' | 'ratios' | 'figure13' | 'table1'>;

async function measureClimbing(hulls: HullSet, amounts: Amounts, start: number, run: Run): Promise<ClimbingResults> {
  const { step } = run;
  const climbers = climbing(hulls);
  const figures = await runFigures9to11(climbers, amounts.climbing, start, run, '-climbing');
  const figure13 = await step('Fig. 13, climbing', () => runFigure13(climbers, amounts.trajectories, start));
  await drawFigure13(figure13.times, 'fig13-climbing');
  const table1 = await step('Table I, climbing', () => runTable1(climbers, amounts.table1, start));
  return { ...figures, figure13: figure13.found, table1 };
}

async function forQueries<T>(work: (query: Query) => T | Promise<T>): Promise<Record<Query, T>> {
  return { distance: await work('distance'), collide: await work('collide') };
}

const letter = { distance: 'a', collide: 'b' } as const;

async function runFigure7(count: number, start: number, { step }: Run): Promise<GjkResults['ellipsoids']> {
  const set = await step('ellipsoids', () => ellipsoidSet(signedDistances, count, start));
  const curves = await forQueries((query) =>
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

/** Plain Polyak and normalized Nesterov have the colors of Polyak and Nesterov in the other figures. */
const normalizationColors = [palette.black, palette.blue, palette.sky, palette.amber, palette.vermilion];

async function runFigure8(
  { hulls }: HullSet,
  count: number,
  start: number,
  { step }: Run,
): Promise<GjkResults['normalization']> {
  const shapes = hulls.map(({ hull }) => hull);
  const set = { name: 'close meshes', shapes, problems: makeProblems(shapes, bands.close, count, start) };
  const samples = await forQueries((query) =>
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
  start: number,
  { step }: Run,
  suffix: '' | '-climbing',
): Promise<Pick<GjkResults, 'meshes' | 'ratios'>> {
  const how = suffix === '' ? '' : ', climbing';
  const shapes = hulls.map(({ hull }) => hull);
  const set = await step(`meshes${how}`, () => ({
    name: 'meshes',
    shapes,
    problems: makeProblems(shapes, signedDistances, count, start),
  }));
  const samples = await forQueries((query) =>
    step(`${query === 'distance' ? 'Fig. 9' : 'Fig. 10'}${how}`, () => ({
      iterations: sampleIterations(set, query, meshMethods),
      time: sampleTimes(set, query, meshMethods),
    })),
  );
  const meshes = await forQueries((query) => pairOf(samples[query], meshMethods));
  for (const { query, title } of queries) {
    const figure = query === 'distance' ? 'fig9' : 'fig10';
    const name = `Meshes, ${title}${how} (Fig. ${figure.slice(3)}`;
    await drawCurves(`${figure}a${suffix}`, `${name}a)`, 'iterations, mean ± deviation', meshes[query].iterations);
    await drawCurves(`${figure}b${suffix}`, `${name}b)`, 'time in µs, mean ± deviation', meshes[query].time);
    const ratios = `Speed-up on meshes, ${title}${how} (Fig. 11${letter[query]})`;
    await drawRatios(`fig11${letter[query]}${suffix}`, ratios, samples[query].time, [polyak, nesterov]);
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

/** Iterations, and microseconds. */
interface CurvePair {
  readonly iterations: readonly Curve[];
  readonly time: readonly Curve[];
}

/** The median of GJK's time divided by the method's, over all problems at one distance. */
interface MedianRatio {
  readonly query: Query;
  readonly method: string;
  readonly signedDistance: number;
  readonly ratio: number;
}

export interface GjkResults {
  readonly isQuick: boolean;
  readonly seed: number;
  readonly hulls: string;
  readonly isSubstitute: boolean;
  /** Fig. 7: iterations. */
  readonly ellipsoids: Readonly<Record<Query, readonly Curve[]>>;
  /** Fig. 8. */
  readonly normalization: Readonly<Record<Query, CurvePair>>;
  /** Fig. 9 and 10. */
  readonly meshes: Readonly<Record<Query, CurvePair>>;
  /** Fig. 11. */
  readonly ratios: readonly MedianRatio[];
  /** The results, or the reason if there are none. */
  readonly figure12: Figure12 | string;
  readonly figure13: Figure13;
  /** The experiments with the same hulls, climbing. */
  readonly climbing: ClimbingResults;
  readonly table1: readonly Table1Cell[];
  readonly table2: readonly Table2Row[];
  readonly table3: readonly Table3Row[];
  readonly guesses: readonly GuessRow[];
  readonly growth: readonly GrowthRow[];
  readonly limits: readonly LimitRow[];
  readonly batch: readonly BatchRow[];
}
