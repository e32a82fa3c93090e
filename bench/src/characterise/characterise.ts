// `npm run bench -- characterise`: for each pair of kinds and each query the achieved error, the proven gap, the iterations and the time.
import { parseArgs } from 'node:util';
import { setTarget } from 'proximal';
import { Rng } from 'proximal/math';
import { markdownTable } from '../markdown.ts';
import { printSection, printTargets, type Section, tablePage } from '../page.ts';
import type { Benchmark } from '../registry.ts';
import { publish } from '../results.ts';
import type { Target } from '../targets.ts';
import { wholeNumber } from '../usage.ts';
import { kindsOfShape, type Placed, placedPair } from './pairs.ts';
import { type CharacterQuery, characterQueries } from './queries.ts';

/** Lengths are parts of the smaller body's bounding radius; of a growth, parts of the growth. */
interface Row {
  readonly pair: string;
  readonly query: string;
  readonly count: number;
  /** Largest, 99.9 % and median. */
  readonly error: readonly number[];
  readonly gap: readonly number[];
  readonly meanIterations: number;
  readonly mostIterations: number;
  /** Nanoseconds per query through `Pair`. */
  readonly time: number;
  /** Certificates that do not hold. */
  readonly invalid: number;
  readonly notConverged: number;
}

export const characteriseBenchmark: Benchmark = {
  name: 'characterise',
  title: 'achieved error, proven gap, iterations and time for each pair of kinds and each query (--count, --seed)',
  runs: { quick: ['--count', '500'], full: [] },
  run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: { count: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
    });
    const count = wholeNumber('count', values.count, 100, 10_000_000);
    const seed = wholeNumber('seed', values.seed, 0, 4_000_000);
    setTarget('wasm');
    const names = Object.keys(kindsOfShape);
    const pairs = names.flatMap((first, k) => names.slice(k).map((second) => [first, second] as const));
    const rows = pairs.flatMap(([first, second], k) => {
      const some = characterQueries.map((query) => characterise(query, first, second, count, seed + k));
      process.stderr.write(`${first} and ${second}: done\n`);
      return some;
    });
    report(rows, count, seed);
  },
};

/** How many of the pairs are kept for the clock, and how often they are asked. */
const timed = 500;
const passes = 7;

function characterise(query: CharacterQuery, first: string, second: string, count: number, seed: number): Row {
  const rng = new Rng(seed);
  const [errors, gaps] = [new Float64Array(count), new Float64Array(count)];
  const kept: Placed[] = [];
  let [sum, most, invalid, notConverged] = [0, 0, 0, 0];
  for (let k = 0; k < count; k++) {
    const placed = placedPair(rng, first, second, query.closeness);
    const { error, gap, iterations, isValid, isConverged } = query.measure(placed);
    errors[k] = error;
    gaps[k] = gap;
    sum += iterations;
    most = Math.max(most, iterations);
    if (!isValid) invalid++;
    if (!isConverged) notConverged++;
    if (kept.length < timed) kept.push(placed);
  }
  return {
    pair: `${first}, ${second}`,
    query: query.name,
    count,
    error: quantilesOf(errors),
    gap: quantilesOf(gaps),
    meanIterations: sum / count,
    mostIterations: most,
    time: timeOf(query, kept),
    invalid,
    notConverged,
  };
}

function quantilesOf(values: Float64Array): number[] {
  const sorted = values.sort();
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
  return [at(1), at(0.999), at(0.5)];
}

/** The least of a few passes: the machine may be busy, and this is no comparison. */
function timeOf(query: CharacterQuery, placed: readonly Placed[]): number {
  const run = query.prepare(placed);
  run();
  const times = Array.from({ length: passes }, () => {
    const start = process.hrtime.bigint();
    run();
    return Number(process.hrtime.bigint() - start) / placed.length;
  });
  return Math.min(...times);
}

function report(rows: readonly Row[], count: number, seed: number): void {
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
  publish('characterise', { count, seed, rows, markdown, targets }, page);
}

function size(value: number): string {
  return value === 0 ? '0' : value.toExponential(0);
}

function targetsOf(rows: readonly Row[]): Target[] {
  const total = (of: 'invalid' | 'notConverged'): number => rows.reduce((sum, row) => sum + row[of], 0);
  const queries = rows.reduce((sum, row) => sum + row.count, 0);
  return [
    { what: 'certificates that do not hold', of: 'invalid' as const },
    { what: 'answers that did not reach the default tolerance', of: 'notConverged' as const },
  ].map(({ what, of }) => ({ what, wanted: '0', found: `${total(of)} of ${queries}`, isMet: total(of) === 0 }));
}
