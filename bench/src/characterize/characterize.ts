// `npm run bench -- characterize`: for each pair of kinds and each query the achieved error, the proven gap, the iterations and the time.
import { parseArgs } from 'node:util';
import { setTarget } from 'proximal';
import { markdownTable } from '../markdown.ts';
import { printSection, printTargets, type Section, tablePage } from '../page.ts';
import type { Benchmark } from '../registry.ts';
import { publish } from '../results.ts';
import { inThreads } from '../run/threads.ts';
import type { Target } from '../targets.ts';
import { wholeNumber } from '../usage.ts';
import { kindsOfShape } from './pairs.ts';
import { characterQueries } from './queries.ts';
import { type Row, type Task, timeOf } from './row.ts';

interface TimedRow extends Row {
  /** Nanoseconds per query through `Pair`. */
  readonly time: number;
}

export const characterizeBenchmark: Benchmark = {
  name: 'characterize',
  title: 'achieved error, proven gap, iterations and time for each pair of kinds and each query (--count, --seed)',
  runs: { quick: ['--count', '1000'], full: [] },
  seconds: { quick: 11, full: 380 },
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        count: { type: 'string', default: '100000' },
        seed: { type: 'string', default: '1' },
      },
    });
    const count = wholeNumber('count', values.count, 100, 10_000_000);
    const seed = wholeNumber('seed', values.seed, 0, 4_000_000);
    const names = Object.keys(kindsOfShape);
    const tasks = names.flatMap((first, k) =>
      names
        .slice(k)
        .flatMap((second, m) =>
          characterQueries.map(({ name: query }): Task => ({ query, first, second, count, seed: seed + 100 * k + m })),
        ),
    );
    const worker = new URL('./worker.js', import.meta.url);
    const rows = await inThreads<Task, Row>(worker, tasks, ({ pair, query }) =>
      process.stderr.write(`${query} of ${pair}: done\n`),
    );
    // Alone on the machine, when everything else is done.
    setTarget('wasm');
    report(
      rows.map((row, k) => ({ ...row, time: timeOf(tasks[k]) })),
      { count, seed },
    );
  },
};

interface Settings {
  readonly count: number;
  readonly seed: number;
}

function report(rows: readonly TimedRow[], settings: Settings): void {
  const { count, seed } = settings;
  const sections = characterQueries.map(
    ({ name, note }): Section => ({
      title: name,
      note,
      head: ['pair', 'error', '99.9 %', 'median', 'gap', '99.9 %', 'median', 'iterations', 'most', 'ns'],
      rows: rows
        .filter((row) => row.query === name)
        .map(({ pair, error, gap, meanIterations, mostIterations, time }) => [
          pair,
          ...[...error, ...gap].map(size),
          meanIterations.toFixed(1),
          String(mostIterations),
          time.toFixed(0),
        ]),
    }),
  );
  const targets = targetsOf(rows);
  for (const section of sections) printSection(section);
  printTargets(targets);
  const intro = `${count} random pairs in each row, seed ${seed}, at the default tolerance. The error is the difference from the answer at a tolerance of 1e-13, the gap
that between the bounds that \`certify\` recomputes; the columns are the largest, that which 99.9 % stay below, and the median. Of
distances and depths they are parts of the smaller body's bounding radius, of growths parts of the growth.`;
  const markdown = `${intro}\n\n${sections
    .map(({ title, note, head, rows: lines }) => `### ${title}\n\n${note}\n\n${markdownTable(head, lines)}`)
    .join('\n\n')}`;
  const page = tablePage('What is achieved', intro, sections, targets);
  publish('characterize', { ...settings, rows, markdown, targets }, page);
}

function size(value: number): string {
  return value === 0 ? '0' : value.toExponential(0);
}

function targetsOf(rows: readonly Row[]): Target[] {
  const total = (of: 'invalid' | 'notConverged' | 'count'): number => rows.reduce((sum, row) => sum + row[of], 0);
  const none = (what: string, bad: number, all: number): Target => ({
    what,
    wanted: '0',
    found: `${bad} of ${all}`,
    isMet: bad === 0,
  });
  return [
    none('certificates that do not hold', total('invalid'), total('count')),
    none('answers that did not reach the default tolerance', total('notConverged'), total('count')),
  ];
}
