// Fig. 13 of "GJK++" on the trajectories that it is about: hulls that fall into a funnel, simulated.
import { parseArgs } from 'node:util';
import { drawFigure13, type Figure13, guesses, measureFlights } from '../gjk/figure13.ts';
import { loadHulls } from '../gjk/hulls.ts';
import { meshMethods } from '../gjk/methods.ts';
import { quantile } from '../measure.ts';
import { printSection, type Section, tablePage } from '../page.ts';
import type { Benchmark } from '../registry.ts';
import { publish, resultPath, writeWhole } from '../results.ts';
import { momentOf } from '../run/share.ts';
import { wholeNumber } from '../usage.ts';
import { type Fall, fallsOf } from './funnel.ts';

export const trajectoriesBenchmark: Benchmark = {
  name: 'trajectories',
  title: 'first guesses on hulls that fall into a funnel, GJK++ Fig. 13; writes the dataset (--falls, --seed, --ycb)',
  runs: { quick: ['--falls', '6'], full: [] },
  seconds: { quick: 11, full: 480 },
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        falls: { type: 'string', default: '1000' },
        seed: { type: 'string', default: '1' },
        ycb: { type: 'string' },
      },
    });
    const count = wholeNumber('falls', values.falls, 1, 100_000);
    const seed = wholeNumber('seed', values.seed, 0, 0xffffffff);
    const hulls = loadHulls(values.ycb);
    console.log(`${count} falls of pairs of ${hulls.source}.`);
    // The queries on them take time too.
    const falls = await fallsOf(hulls, values.ycb, count, seed, momentOf(0.7));
    const file = writeDataset(falls);
    const { found, times } = measureFlights(falls);
    await drawFigure13(times, 'trajectories');
    const section = sectionOf(found, falls);
    printSection(section);
    console.log(`\nThe ${120 * falls.length} collision problems are in ${file}; one as a problem file:`);
    console.log('npm run bench -- problems funnel <fall> <moment>');
    const intro = `${falls.length} falls of pairs of ${hulls.source}, seed ${seed}, 120 Hz for 1 s.`;
    const content = { seed, source: hulls.source, ...found, sections: [section], targets: [] };
    publish('trajectories', content, tablePage('First guesses in a funnel', intro, [section], []));
  },
};

/** Shapes by name, and the poses of each pair at every step: what makes a problem file of each is in problems/export.ts. */
function writeDataset(falls: readonly Fall[]): string {
  const shapes = Object.fromEntries(
    falls.flatMap(({ nameA, a, nameB, b }) => [
      [nameA, a],
      [nameB, b],
    ]),
  );
  const lines = falls.map(({ nameA, nameB, way }) =>
    JSON.stringify({ a: nameA, b: nameB, poses: way.map(({ poseA, poseB }) => [...poseA, ...poseB]) }),
  );
  const file = resultPath('trajectories/dataset.json');
  writeWhole(file, `{ "shapes": ${JSON.stringify(shapes)},\n"falls": [\n${lines.join(',\n')}\n] }\n`);
  return file;
}

function sectionOf({ queries, colliding, cells }: Figure13, falls: readonly Fall[]): Section {
  const deepest = falls.map((fall) => 1000 * fall.deepest);
  const depth = `median ${quantile(deepest, 0.5).toFixed(1)} mm, 99 % below ${quantile(deepest, 0.99).toFixed(1)} mm`;
  const share = (100 * colliding).toFixed(0);
  return {
    title: 'Boolean queries by first guess',
    note: `${falls.length} falls, ${queries} queries past the broad phase, ${share} % of them collisions. The deepest penetration of each fall: ${depth}.`,
    head: ['', ...guesses.map((guess) => `${guess}, median µs`), ...guesses.map((guess) => `${guess}, iterations`)],
    rows: meshMethods.map(({ key, title }) => {
      const own = guesses.map((guess) => cells.find((cell) => cell.method === key && cell.guess === guess));
      return [
        title,
        ...own.map((cell) => cell?.median.toFixed(2) ?? ''),
        ...own.map((cell) => cell?.iterations.mean.toFixed(1) ?? ''),
      ];
    }),
  };
}
