// Fig. 13 of "GJK++" on simulated hulls that fall into a funnel.

import { type Check, checkFigure13 } from '../gjk/agreement.ts';
import { drawFigure13, type Figure13, guesses, measureTrajectories } from '../gjk/figure13.ts';
import { meshMethods, type Schedule } from '../gjk/methods.ts';
import { defineBenchmark, seed, text, whole } from '../harness/benchmark.ts';
import type { Section } from '../harness/page.ts';
import { deadlineOf } from '../harness/processes.ts';
import { resultPath, writeWhole } from '../harness/results.ts';
import { quantile } from '../harness/timer.ts';
import { climbing, loadHulls } from '../problems/hulls.ts';
import { type Fall, fallsOf } from './funnel.ts';

export const trajectoriesBenchmark = defineBenchmark({
  name: 'trajectories',
  title: 'first guesses on hulls that fall into a funnel, GJK++ Fig. 13; writes the dataset',
  options: { falls: whole(1, 100_000), seed, ycb: text },
  full: { falls: 1000, climbing: 250, seed: 1, ycb: undefined as string | undefined },
  quick: { falls: 5 },
  seconds: { quick: 8, full: 200 },
  async measure({ falls: count, climbing: climbingCount, seed: start, ycb }) {
    const hulls = loadHulls(ycb);
    console.log(`${count} falls of pairs of ${hulls.source}.`);
    // The rest of the time is for the queries.
    const falls = await fallsOf(hulls, ycb, count, start, deadlineOf(0.6));
    const file = writeDataset(falls);
    const { found, times } = measureTrajectories(falls);
    await drawFigure13(times, 'trajectories');
    const climbers = new Map(climbing(hulls).hulls.map(({ name, hull }) => [name, hull]));
    const climbed = measureTrajectories(
      falls
        .slice(0, climbingCount)
        .map((fall) => ({ ...fall, a: climbers.get(fall.nameA) ?? fall.a, b: climbers.get(fall.nameB) ?? fall.b })),
    );
    await drawFigure13(climbed.times, 'trajectories-climbing');
    console.log(`\nThe ${120 * falls.length} collision problems are in ${file}; one as a problem file:`);
    console.log(`npm run bench -- problems funnel <fall> <moment> --count ${count} --seed ${start}`);
    return { source: hulls.source, found, climbed: climbed.found, falls };
  },
  page: ({ source, found, climbed, falls }, _targets, { seed: start }) => ({
    title: 'First guesses in a funnel',
    intro: `${falls.length} falls of pairs of ${source}, seed ${start}, 120 Hz for 1 s.`,
    sections: [
      sectionOf('Boolean queries by first guess', found, falls),
      sectionOf('With hill climbing', climbed, falls.slice(0, climbed.trajectories)),
      judgment(found, climbed),
    ],
  }),
  data: ({ source, found, climbed }) => ({ source, ...found, climbed }),
});

/** Shapes by name, and the poses of each pair at every step. problems/export.ts simulates the falls again for problem files. */
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

function sectionOf(title: string, { queries, colliding, cells }: Figure13, falls: readonly Fall[]): Section {
  const deepest = falls.map((fall) => 1000 * fall.deepest);
  const depth = `median ${quantile(deepest, 0.5).toFixed(1)} mm, 99 % below ${quantile(deepest, 0.99).toFixed(1)} mm`;
  const share = (100 * colliding).toFixed(0);
  return {
    title,
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

/** Whether the order of the guesses is the paper's: with the support map and with climbing, each with the δ of the authors' code and of the paper. */
function judgment(found: Figure13, climbed: Figure13): Section {
  const columns: readonly { readonly title: string; readonly cells: Figure13; readonly schedule: Schedule }[] = [
    { title: 'ours', cells: found, schedule: 'code' },
    { title: 'printed δ', cells: found, schedule: 'paper' },
    { title: 'climbing', cells: climbed, schedule: 'code' },
    { title: 'climbing, printed δ', cells: climbed, schedule: 'paper' },
  ];
  const checks = columns.map(({ cells, schedule }) => checkFigure13(cells, schedule));
  const tally = (list: readonly Check[]): string => {
    const agrees = list.filter(({ verdict }) => verdict === 'agrees').length;
    const ties = list.filter(({ verdict }) => verdict === 'tie').length;
    return `${agrees} of ${list.length} agree, ${ties} tie`;
  };
  return {
    title: 'Fig. 13 on the funnel, judged',
    note: `${columns.map(({ title }, k) => `${title}: ${tally(checks[k])}`).join('; ')}. Medians over the falls of the mean microseconds per query; ties differ by less than 2 %. Unlike in the paper, a query after an overlap starts from the centers, since a Boolean query finds no penetration vector.`,
    head: ['claim of the paper', ...columns.map(({ title }) => title)],
    rows: checks[0].map(({ what }, row) => [
      `${what}, fewer`,
      ...checks.map((list) => `${list[row].ours} ${list[row].verdict}`),
    ]),
  };
}
