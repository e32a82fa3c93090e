// `npm run bench -- growth`: the figures and the table of Thirugnanam and Sreenath, every method of the registry on the same pairs, and
// growth against signed distance.
import { parseArgs } from 'node:util';
import { setTarget } from 'proximal';
import { Rng } from 'proximal/math';
import { loadHulls } from '../gjk/hulls.ts';
import { quantile } from '../measure.ts';
import { printSection, printTargets, type Section, tablePage } from '../page.ts';
import type { Benchmark } from '../registry.ts';
import { publish } from '../results.ts';
import { wholeNumber } from '../usage.ts';
import { type GrowthContender, growthContenders, walk } from './contenders.ts';
import { againstSigned, convergence, planeIterations, timeByVertices } from './figures.ts';
import { planeIterationsInPaper } from './paper.ts';
import {
  type Bar,
  barsSection,
  convergenceSection,
  growthTargets,
  shares,
  signedSection,
  vertexSection,
} from './sections.ts';
import { type GrowthSet, growthSets, movingPair } from './sets.ts';

export const growthBenchmark: Benchmark = {
  name: 'growth',
  title:
    'growth distances: Fig. 3 to 5 and Table III of Thirugnanam and Sreenath, all methods, against signed distance (--pairs, --seed, --ycb)',
  runs: { quick: ['--pairs', '10'], full: [] },
  seconds: { quick: 7, full: 30 },
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

function report(sets: readonly GrowthSet[], pairs: number, seed: number): void {
  const contenders = growthContenders();
  const sections: Section[] = [];
  // Each as soon as it is there: the whole takes minutes.
  const show = (section: Section): void => {
    sections.push(section);
    printSection(section);
  };
  const figure3 = sets.map((set) => {
    const bars = { set: set.name, bars: barsOf(set, contenders, pairs, seed) };
    show(barsSection(bars));
    return bars;
  });
  const figure4 = timeByVertices(seed, [10, 30, 100, 250, 1000, 4000], Math.ceil(pairs / 20), contenders);
  show(vertexSection(figure4));
  const figure5 = sets.flatMap((set) =>
    [true, false].map((accelerate) => ({
      set: set.name,
      accelerate,
      gaps: convergence(set, seed, 5 * pairs, accelerate),
    })),
  );
  show(convergenceSection(figure5));
  const plane = planeIterations(seed, 100 * pairs);
  const inPlane = `The plane: ${plane.toFixed(2)} iterations on average (paper: ${planeIterationsInPaper}).`;
  console.log(`\n${inPlane}`);
  const signed = sets.map((set) => ({ set: set.name, ...againstSigned(set, seed, Math.ceil(pairs / 2)) }));
  show(signedSection(signed));
  const targets = growthTargets(figure3, signed);
  printTargets(targets);
  const page = tablePage(
    "Growth distances: the paper's table and figures",
    `Written by \`npm run bench -- growth --pairs ${pairs} --seed ${seed}\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, WebAssembly target.
The paper is that of Thirugnanam and Sreenath on growth distances. ${pairs} pairs for each set, the same for all methods, in turns.
A target's first is found so many times as fast as its second: ratios of medians in this run, without an allowance.`,
    sections,
    targets,
    [inPlane],
  );
  publish('growth', { pairs, seed, shares, figure3, figure4, figure5, plane, signed, targets }, page);
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
