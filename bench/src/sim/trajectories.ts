// Fig. 13 of "GJK++" on the trajectories that it is about: hulls that fall into a funnel, simulated.
import { parseArgs } from 'node:util';
import { drawFigure13, type Figure13, guesses, measureFlights } from '../gjk/figure13.ts';
import { loadHulls } from '../gjk/hulls.ts';
import { meshMethods } from '../gjk/methods.ts';
import type { Benchmark } from '../registry.ts';
import { resultPath, writeResults, writeWhole } from '../results.ts';
import { formatTable } from '../table.ts';
import { wholeNumber } from '../usage.ts';
import { type Fall, fallsOf } from './funnel.ts';

export const trajectoriesBenchmark: Benchmark = {
  name: 'trajectories',
  title: 'first guesses on hulls that fall into a funnel, GJK++ Fig. 13; writes the dataset (--falls, --seed, --ycb)',
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
    const falls = fallsOf(hulls, count, seed);
    const file = writeDataset(falls);
    const { found, times } = measureFlights(falls);
    await drawFigure13(times, 'fig13-funnel');
    const deepest = Math.max(...falls.map((fall) => fall.deepest));
    report(found, deepest);
    const path = writeResults('trajectories', { seed, source: hulls.source, deepest, ...found });
    console.log(`Written to ${path}; the ${120 * count} collision problems to ${file}.`);
    console.log('One of them as a problem file: npm run bench -- problems funnel <fall> <moment>');
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
  const file = resultPath('trajectories-dataset.json');
  writeWhole(file, `{ "shapes": ${JSON.stringify(shapes)},\n"falls": [\n${lines.join(',\n')}\n] }\n`);
  return file;
}

function report({ flights, queries, colliding, cells }: Figure13, deepest: number): void {
  const columns = [
    { title: 'median µs', align: 'left' as const },
    ...guesses.map((guess) => ({ title: guess, align: 'right' as const })),
    ...guesses.map((guess) => ({ title: `${guess}, iterations`, align: 'right' as const })),
  ];
  const rows = meshMethods.map(({ key, title }) => {
    const own = guesses.map((guess) => cells.find((cell) => cell.method === key && cell.guess === guess));
    return [
      title,
      ...own.map((cell) => cell?.median.toFixed(2) ?? ''),
      ...own.map((cell) => cell?.iterations.mean.toFixed(2) ?? ''),
    ];
  });
  console.log(formatTable(columns, rows));
  const share = (100 * colliding).toFixed(0);
  console.log(`${flights} falls, ${queries} Boolean queries past the broad phase, ${share} % of them collisions;`);
  console.log(
    `deepest penetration ${(1000 * deepest).toFixed(2)} mm. The paper: 'previous' or 'bounds' beat the others.`,
  );
}
