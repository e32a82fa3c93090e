// Table III of Thirugnanam and Sreenath with each call timed separately, and the primal infeasibility errors. The paper makes 10⁷ calls
// (--calls 10000000); the default is 10⁶.
import { type GrowthOptions, growthAlgorithms, Pair } from 'proximal';
import { Rng, transformPoint } from 'proximal/math';
import { defineBenchmark, seed, text, whole } from '../harness/benchmark.ts';
import type { Section } from '../harness/page.ts';
import { quantile } from '../harness/timer.ts';
import { loadHulls } from '../problems/hulls.ts';
import { sectionTable, table3 } from './sections.ts';
import { type GrowthSet, growthSets, type MovingPair, movingPair } from './sets.ts';

const methods: readonly { readonly name: string; readonly options: GrowthOptions }[] = [
  { name: 'ray', options: { algorithm: 'ray', warmStart: 'none' } },
  { name: 'ray, primal', options: { algorithm: 'ray', warmStart: 'primal' } },
  { name: 'internal-expanding', options: { algorithm: 'internal-expanding', warmStart: 'none' } },
  { name: 'incremental', options: { algorithm: 'incremental', warmStart: 'none' } },
  { name: 'incremental, warm', options: { algorithm: 'incremental' } },
];
/** The sets of Table III whose calls take microseconds. */
const names = ['curved primitives', 'meshes'];
const pairCount = 500;
const steps = 100;

export const growthCallsBenchmark = defineBenchmark({
  name: 'growth-calls',
  title: 'Table III of the paper on growth distances, each call timed by itself, and the error of the points',
  options: { calls: whole(1000, 100_000_000), seed, ycb: text },
  full: { calls: 1_000_000, seed: 1, ycb: undefined as string | undefined },
  quick: { calls: 20_000 },
  seconds: { quick: 10, full: 60 },
  async measure({ calls, seed: start, ycb }, run) {
    const rows: Row[] = [];
    for (const set of growthSets(loadHulls(ycb)).filter(({ name }) => names.includes(name)))
      rows.push(...(await run.step(set.name, () => rowsOf(set, calls, start))));
    return { rows, clock: clockTime() };
  },
  page: ({ rows, clock }, _targets, { calls }) => ({
    title: 'Growth distances, call by call',
    intro: `${calls.toLocaleString('en')} calls for each method and set: ${pairCount} random pairs, each forward and back along a path of ${steps} poses that move by about 1 % of the size, again and again in turn; the same for all
methods. One call of \`Pair\` from JavaScript is one sample, between two readings of the clock, which take ${clock.toFixed(0)} ns (median) and are included. The tolerance is √ε, as in the paper.`,
    sections: [section(rows)],
    tables: { calls: sectionTable(section(rows)) },
  }),
});

interface Row {
  readonly set: string;
  readonly name: string;
  /** Microseconds of single calls: the median, the 99.99th percentile and the longest call. */
  readonly median: number;
  readonly last: number;
  readonly most: number;
  /** The same percentiles over the poses, of the mean and of the median of the calls at a pose. */
  readonly means: Percentiles;
  readonly medians: Percentiles;
  /** The number of calls at each pose. */
  readonly repeats: number;
  /** The largest error in equation (9c) of the paper, in meters: see `errorsOf`. */
  readonly infeasibility: number;
  /** Calls that did not converge. */
  readonly unconverged: number;
}

interface Percentiles {
  readonly median: number;
  readonly last: number;
}

const lastShare = 0.9999;

function rowsOf(set: GrowthSet, calls: number, start: number): Row[] {
  const rng = new Rng(start);
  const paths = Array.from({ length: pairCount }, () => movingPair(rng, set.make(rng), set.make(rng), steps));
  const accepted = methods.filter(({ options }) => {
    const method = growthAlgorithms().find(({ name }) => name === options.algorithm);
    return paths.every(({ a, b }) => method?.takes(a) && method.takes(b));
  });
  const runs = accepted.map(({ name, options }) => {
    const pairs = paths.map(({ a, b }) => {
      const pair = new Pair(a, b);
      pair.setGrowth(options);
      return pair;
    });
    return { name, pairs, ...errorsOf(pairs, paths), samples: new Uint32Array(calls), taken: 0 };
  });
  for (let k = 0; runs.some(({ taken }) => taken < calls); k = (k + 1) % paths.length)
    for (const run of runs) run.taken = timeCalls(run.pairs[k], paths[k], run.samples, run.taken);
  const poses = paths.reduce((sum, path) => sum + path.poses.length, 0);
  return runs.map(({ name, samples, infeasibility, unconverged }) => {
    const byPose = perPose(samples, poses);
    samples.sort();
    const { median, last } = percentilesOf(samples);
    return {
      set: set.name,
      name,
      median,
      last,
      most: samples[calls - 1] / 1000,
      ...byPose,
      infeasibility,
      unconverged,
    };
  });
}

/** @param samples nanoseconds, in order; the poses follow each other, again and again */
function perPose(samples: Uint32Array, poses: number): Pick<Row, 'means' | 'medians' | 'repeats'> {
  const repeats = Math.floor(samples.length / poses);
  const [means, medians] = [new Float64Array(poses), new Float64Array(poses)];
  const own = new Uint32Array(repeats);
  for (let pose = 0; pose < poses && repeats > 0; pose++) {
    for (let k = 0; k < repeats; k++) own[k] = samples[k * poses + pose];
    means[pose] = own.reduce((sum, time) => sum + time, 0) / repeats;
    own.sort();
    medians[pose] = own[Math.floor(repeats / 2)];
  }
  return { repeats, means: percentilesOf(means.sort()), medians: percentilesOf(medians.sort()) };
}

/**
 * Microseconds.
 * @param sorted nanoseconds
 */
function percentilesOf(sorted: Float64Array | Uint32Array): Percentiles {
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] / 1000;
  return { median: at(0.5), last: at(lastShare) };
}

/** Writes one sample per call in nanoseconds, from index `first` on. Returns the number of all samples so far. */
function timeCalls(pair: Pair, { poses }: MovingPair, samples: Uint32Array, first: number): number {
  let taken = first;
  for (const [poseA, poseB] of poses) {
    if (taken === samples.length) break;
    const before = performance.now();
    pair.growthDistance(poseA, poseB);
    samples[taken++] = 1e6 * (performance.now() - before);
  }
  return taken;
}

/**
 * The largest distance of α(z¹ − p¹) + p¹ from α(z² − p²) + p², equation (9c) of the paper, on all poses, with the growth α, the points zⁱ and
 * the centers pⁱ of the two bodies, and the number of calls that did not converge.
 * This pass also compiles the code.
 */
function errorsOf(
  pairs: readonly Pair[],
  paths: readonly MovingPair[],
): { infeasibility: number; unconverged: number } {
  let [infeasibility, unconverged] = [0, 0];
  pairs.forEach((pair, k) => {
    for (const [poseA, poseB] of paths[k].poses) {
      const { growth, pointA, pointB, proof, converged } = pair.growthDistance(poseA, poseB);
      const [centerA, centerB] = [transformPoint(poseA, proof.centerA), transformPoint(poseB, proof.centerB)];
      const errors = [0, 1, 2].map(
        (axis) =>
          centerA[axis] +
          growth * (pointA[axis] - centerA[axis]) -
          (centerB[axis] + growth * (pointB[axis] - centerB[axis])),
      );
      infeasibility = Math.max(infeasibility, Math.hypot(...errors));
      if (!converged) unconverged++;
    }
  });
  return { infeasibility, unconverged };
}

/** The median time between two readings of the clock, in nanoseconds. */
function clockTime(): number {
  const times = Array.from({ length: 10_000 }, () => {
    const before = performance.now();
    return 1e6 * (performance.now() - before);
  });
  return quantile(times, 0.5);
}

function section(rows: readonly Row[]): Section {
  const percentiles = ({ median, last }: Percentiles): string => `${median.toFixed(2)}, ${last.toFixed(2)}`;
  return {
    title: 'Table III per call',
    note: `µs: median and 99.99th percentile of single calls, and the longest call; then the same percentiles over the poses, of the mean and of the median of the ${rows[0]?.repeats ?? 0} calls at each pose. The
paper's percentiles are over 10⁵ poses, of the mean of 100 calls at each; its numbers are from C++ on its own machine and its own random sets. Interruptions of the process are in single calls
and in means, not in medians. The error is the largest distance of the two scaled points that should coincide, (9c), at the tolerance √ε.`,
    head: [
      '',
      'calls: 50 %, 99.99 %',
      'longest',
      'means by pose: 50 %, 99.99 %',
      'medians by pose: 50 %, 99.99 %',
      'paper: 50 %, 99.99 %',
      'error, m',
      'not converged',
    ],
    rows: rows.map((row) => [
      `${row.set}, ${row.name}`,
      percentiles(row),
      row.most.toFixed(0),
      ...(row.repeats > 0 ? [percentiles(row.means), percentiles(row.medians)] : ['–', '–']),
      table3[row.set]?.[row.name]?.join(', ') ?? '–',
      row.infeasibility.toExponential(1),
      String(row.unconverged),
    ]),
  };
}
