// `npm run bench -- characterize`: for each pair of kinds and each query the achieved error, the proven gap, the iterations and the time.
import { defineBenchmark, seed, whole } from '../harness/benchmark.ts';
import type { Section, Target } from '../harness/page.ts';
import { inThreads } from '../harness/processes.ts';
import { characterQueries, kindsOfShape, passes, type Row, rowOf, type Task, timed, timeOf } from './queries.ts';

interface TimedRow extends Row {
  /** Nanoseconds per query through `Pair`. */
  readonly time: number;
}

export const characterizeBenchmark = defineBenchmark({
  name: 'characterize',
  title: 'achieved error, proven gap, iterations and time for each pair of kinds and each query',
  options: { count: whole(100, 10_000_000), seed },
  full: { count: 100_000, seed: 1 },
  quick: { count: 1000 },
  seconds: { quick: 11, full: 320 },
  async measure({ count, seed: start }) {
    const names = Object.keys(kindsOfShape);
    const tasks = names.flatMap((first, k) =>
      names
        .slice(k)
        .flatMap((second, m) =>
          characterQueries.map(({ name: query }): Task => ({ query, first, second, count, seed: start + 100 * k + m })),
        ),
    );
    const module = new URL('./queries.js', import.meta.url).href;
    const rows = await inThreads<Task, Row>(module, rowOf.name, tasks, ({ pair, query }) =>
      process.stderr.write(`${query} of ${pair}: done\n`),
    );
    // Times come last, when the threads have ended.
    return { rows: rows.map((row, k): TimedRow => ({ ...row, time: timeOf(tasks[k]) })) };
  },
  targets: ({ rows }) => targetsOf(rows),
  page: ({ rows }, _targets, { count, seed: start }) => ({
    title: 'Achieved errors, iterations and times',
    intro: `${count} random pairs in each row, seed ${start}, at the default tolerance. The error is the difference from the answer at a tolerance of 1e-13, the gap
the difference of the bounds that \`certify\` recomputes, at least 0. For both, the columns show the largest value, the 99.9 % quantile and the median. Errors and gaps
of distances and depths are relative to the smaller body's bounding radius, those of growth distances to the growth distance. The last column has the nanoseconds
per query through \`Pair\`: the shortest of ${passes} passes over ${timed} pairs. All queries are timed
without warm starts.`,
    sections: characterQueries.map(({ name, note }) => sectionOf(name, note, rows)),
  }),
});

function sectionOf(name: string, note: string, rows: readonly TimedRow[]): Section {
  return {
    title: name,
    note,
    head: [
      'pair',
      'error: largest',
      '99.9 %',
      'median',
      'gap: largest',
      '99.9 %',
      'median',
      'iterations: mean',
      'most',
      'ns',
    ],
    rows: rows
      .filter((row) => row.query === name)
      .map(({ pair, error, gap, meanIterations, mostIterations, time }) => [
        pair,
        ...[...error, ...gap].map(formatError),
        meanIterations.toFixed(1),
        String(mostIterations),
        time.toFixed(0),
      ]),
  };
}

function formatError(value: number): string {
  return value === 0 ? '0' : value.toExponential(0);
}

function targetsOf(rows: readonly Row[]): Target[] {
  const total = (of: 'invalid' | 'notConverged' | 'count'): number => rows.reduce((sum, row) => sum + row[of], 0);
  const zeroTarget = (what: string, bad: number, all: number): Target => ({
    what,
    wanted: '0',
    found: `${bad} of ${all}`,
    isMet: bad === 0,
  });
  return [
    zeroTarget('certificates that are not valid', total('invalid'), total('count')),
    zeroTarget('answers that did not reach the default tolerance', total('notConverged'), total('count')),
  ];
}
