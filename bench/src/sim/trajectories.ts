// Fig. 13 of "GJK++" on simulated hulls that fall into a funnel.

import { drawFigure13, type Figure13, guesses, measureTrajectories } from '../gjk/figure13.ts';
import { meshMethods } from '../gjk/methods.ts';
import { defineBenchmark, seed, text, whole } from '../harness/benchmark.ts';
import type { Section } from '../harness/page.ts';
import { deadlineOf } from '../harness/processes.ts';
import { resultPath, writeWhole } from '../harness/results.ts';
import { quantile } from '../harness/timer.ts';
import { loadHulls } from '../problems/hulls.ts';
import { type Fall, fallsOf } from './funnel.ts';

export const trajectoriesBenchmark = defineBenchmark({
  name: 'trajectories',
  title: 'first guesses on hulls that fall into a funnel, GJK++ Fig. 13; writes the dataset',
  options: { falls: whole(1, 100_000), seed, ycb: text },
  full: { falls: 1000, seed: 1, ycb: undefined as string | undefined },
  quick: { falls: 6 },
  seconds: { quick: 8, full: 200 },
  async measure({ falls: count, seed: start, ycb }) {
    const hulls = loadHulls(ycb);
    console.log(`${count} falls of pairs of ${hulls.source}.`);
    // The rest of the time is for the queries.
    const falls = await fallsOf(hulls, ycb, count, start, deadlineOf(0.7));
    const file = writeDataset(falls);
    const { found, times } = measureTrajectories(falls);
    await drawFigure13(times, 'trajectories');
    console.log(`\nThe ${120 * falls.length} collision problems are in ${file}; one as a problem file:`);
    console.log('npm run bench -- problems funnel <fall> <moment>');
    return { source: hulls.source, found, falls };
  },
  page: ({ source, found, falls }, _targets, { seed: start }) => ({
    title: 'First guesses in a funnel',
    intro: `${falls.length} falls of pairs of ${source}, seed ${start}, 120 Hz for 1 s.`,
    sections: [sectionOf(found, falls)],
  }),
  data: ({ source, found }) => ({ source, ...found }),
});

/** Shapes by name, and the poses of each pair at every step. problems/export.ts makes problem files of them. */
function writeDataset(falls: readonly Fall[]): string {
  const shapes = Object.fromEntries(
    falls.flatMap(({ nameA, a, nameB, b }) => [
      [nameA, a],
      [nameB, b],
    ]),
  );
  const lines = falls.map(({ nameA, nameB, path }) =>
    JSON.stringify({ a: nameA, b: nameB, poses: path.map(({ poseA, poseB }) => [...poseA, ...poseB]) }),
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
    note: `${falls.length} falls, ${queries} queries after the broad phase, ${share} % of them collisions. The deepest penetration of each fall: ${depth}.`,
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
