// `npm run bench -- growth`: the figures and the table of Thirugnanam and Sreenath, every method of the registry on the same pairs, and
// growth against signed distance.
import { parseArgs } from 'node:util';
import { setTarget } from 'proximal';
import { Rng } from 'proximal/math';
import { loadHulls } from '../gjk/hulls.ts';
import { quantile } from '../measure.ts';
import type { Benchmark } from '../registry.ts';
import { writeResults } from '../results.ts';
import { formatTable } from '../table.ts';
import { wholeNumber } from '../usage.ts';
import { type GrowthContender, growthContenders, walk } from './contenders.ts';
import { againstSigned, convergence, planeIterations, timeByVertices } from './figures.ts';
import { type GrowthSet, growthSets, movingPair } from './sets.ts';

export const growthBenchmark: Benchmark = {
  name: 'growth',
  title:
    'growth distances: Fig. 3 to 5 and Table III of Thirugnanam and Sreenath, all methods, against signed distance (--pairs, --seed, --ycb)',
  run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        pairs: { type: 'string', default: '100' },
        seed: { type: 'string', default: '1' },
        ycb: { type: 'string' },
      },
    });
    const seed = wholeNumber('seed', values.seed, 0, 0xffffffff);
    const pairs = wholeNumber('pairs', values.pairs, 3, 100_000);
    setTarget('wasm');
    report(growthSets(loadHulls(values.ycb)), pairs, seed);
  },
};

/** Times of one contender over the pairs of a set, in microseconds, and its iterations. */
interface Bar {
  readonly name: string;
  readonly quantiles: readonly number[];
  readonly iterations: number;
}

/** The whiskers, the box and the median of Fig. 3; Table III has the median and the last. */
const shares = [0.0001, 0.25, 0.5, 0.75, 0.9999];

function report(sets: readonly GrowthSet[], pairs: number, seed: number): void {
  const contenders = growthContenders();
  const figure3 = sets.map((set) => ({ set: set.name, bars: barsOf(set, contenders, pairs, seed) }));
  for (const { set, bars } of figure3) printBars(set, bars);
  const figure4 = timeByVertices(seed, [10, 30, 100, 250, 1000, 4000], Math.ceil(pairs / 20), contenders);
  printVertices(figure4);
  const figure5 = sets.flatMap((set) =>
    [true, false].map((accelerate) => ({
      set: set.name,
      accelerate,
      gaps: convergence(set, seed, 5 * pairs, accelerate),
    })),
  );
  printConvergence(figure5);
  const plane = planeIterations(seed, 100 * pairs);
  console.log(`\nThe plane: ${plane.toFixed(2)} iterations on average (paper: 9.67).`);
  const signed = sets.map((set) => ({ set: set.name, ...againstSigned(set, seed, Math.ceil(pairs / 2)) }));
  printSigned(signed);
  printPromises(figure3, signed);
  console.log(
    `\nWritten to ${writeResults('growth', { pairs, seed, shares, figure3, figure4, figure5, plane, signed })}`,
  );
}

function barsOf(set: GrowthSet, contenders: readonly GrowthContender[], pairs: number, seed: number): Bar[] {
  const rng = new Rng(seed);
  const samples = new Map<string, { times: number[]; iterations: number[] }>();
  for (let k = 0; k < pairs; k++) {
    const [a, b] = [set.make(rng), set.make(rng)];
    const able = contenders.filter(({ takes }) => takes(a) && takes(b));
    walk(movingPair(rng, a, b, 10), able, 8).forEach(({ time, iterations }, m) => {
      const sample = samples.get(able[m].name) ?? { times: [], iterations: [] };
      sample.times.push(time / 1000);
      sample.iterations.push(iterations);
      samples.set(able[m].name, sample);
    });
  }
  // A method that takes only some of the pairs would be compared on others than the rest.
  return [...samples]
    .filter(([, { times }]) => times.length === pairs)
    .map(([name, { times, iterations }]) => ({
      name,
      quantiles: shares.map((share) => quantile(times, share)),
      iterations: iterations.reduce((sum, value) => sum + value, 0) / iterations.length,
    }));
}

function printBars(set: string, bars: readonly Bar[]): void {
  const titles = [set, ...shares.map((share) => `${100 * share} %`), 'iterations'];
  const columns = titles.map((title, k) => ({ title, align: k === 0 ? ('left' as const) : ('right' as const) }));
  const rows = bars.map(({ name, quantiles, iterations }) => [
    name,
    ...quantiles.map((value) => value.toFixed(2)),
    iterations.toFixed(1),
  ]);
  console.log(
    `\nFig. 3, Table III: µs per call through Pair, percentiles over the pairs\n${formatTable(columns, rows)}`,
  );
}

function printVertices(figure: ReturnType<typeof timeByVertices>): void {
  const names = [...new Set(figure.flatMap(({ times }) => Object.keys(times)))];
  const columns = [{ title: 'vertices' }, ...names.map((title) => ({ title }))];
  const rows = figure.map(({ vertices, times }) => [
    String(vertices),
    ...names.map((name) => (times[name] ? (times[name].median / 1000).toFixed(2) : '–')),
  ]);
  console.log(`\nFig. 4: µs per call, the median, by the number of vertices\n${formatTable(columns, rows)}`);
}

interface Convergence {
  readonly set: string;
  readonly accelerate: boolean;
  readonly gaps: ReturnType<typeof convergence>;
}

function printConvergence(figure: readonly Convergence[]): void {
  const at = [1, 3, 5, 8, 12, 16, 20, 30, 40];
  const columns = [
    { title: 'log10 of the gap after', align: 'left' as const },
    ...at.map((k) => ({ title: String(k) })),
  ];
  const rows = figure.map(({ set, accelerate, gaps }) => [
    `${set}${accelerate ? '' : ', published steps'}: median / worst`,
    ...at.map((k) => (gaps[k - 1] ? `${gaps[k - 1].median.toFixed(1)} / ${gaps[k - 1].worst.toFixed(1)}` : 'done')),
  ]);
  console.log(`\nFig. 5: convergence by iteration\n${formatTable(columns, rows)}`);
}

interface SignedRow {
  readonly set: string;
  readonly growth: number;
  readonly signed: number;
}

function printSigned(rows: readonly SignedRow[]): void {
  const columns = [
    { title: 'overlapping pairs', align: 'left' as const },
    { title: 'growth, ns' },
    { title: 'GJK + EPA, ns' },
    { title: 'ratio' },
  ];
  const cells = rows.map(({ set, growth, signed }) => [
    set,
    growth.toFixed(0),
    signed.toFixed(0),
    (signed / growth).toFixed(2),
  ]);
  console.log(`\nGrowth against signed distance, from the centres\n${formatTable(columns, cells)}`);
}

/** What was promised, as ratios of medians in this run. */
function printPromises(figure: readonly { set: string; bars: readonly Bar[] }[], signed: readonly SignedRow[]): void {
  const lines: string[] = [];
  const say = (isKept: boolean, text: string): void => void lines.push(`${isKept ? 'kept  ' : 'MISSED'}  ${text}`);
  for (const { set, bars } of figure) {
    const median = (name: string): number => bars.find((bar) => bar.name === name)?.quantiles[2] ?? Number.NaN;
    const cold = median('ray');
    for (const { name } of bars) {
      if (name.startsWith('ray') || name.endsWith('warm')) continue;
      const ratio = median(name) / cold;
      // On differentiable sets, which are all that it takes, Newton's method may win, as in the paper.
      say(ratio > 1 || name === 'smooth', `${set}: ${name} takes ${ratio.toFixed(2)} times as long as ray, cold`);
    }
    const gain = cold / median('ray, warm');
    const wanted = set === 'meshes' ? 1.7 : 1;
    say(gain >= 0.97 * wanted, `${set}: warm is ${gain.toFixed(2)} times as fast as cold (wanted ${wanted})`);
  }
  for (const { set, growth, signed: other } of signed) {
    say(growth <= other, `${set}: growth is ${(other / growth).toFixed(2)} times as fast as GJK + EPA on overlaps`);
  }
  console.log(`\n${lines.join('\n')}`);
}
