// `npm run bench -- compare <old> [<new>]`: which numbers of two result files differ by more than their spread.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { formatTable, short } from '../harness/page.ts';
import { type Provenance, resultsFolder } from '../harness/results.ts';
import { type Summary, summarize } from '../harness/timer.ts';
import { UsageError } from '../harness/usage.ts';

type Results = Partial<Provenance> & { readonly name: string };

export function compare(args: readonly string[]): void {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { all: { type: 'boolean', default: false } },
  });
  const [oldPath, newPath] = positionals;
  if (oldPath === undefined || positionals.length > 2)
    throw new UsageError(
      'Give one result file, to compare with the last result of its benchmark, or two: old, then new.',
    );
  const before = read(oldPath);
  const path = newPath ?? join(resultsFolder, `${before.name}.json`);
  const after = read(path);
  if (before.name !== after.name)
    throw new UsageError(
      `${oldPath} is a result of ${before.name}, and ${path} of ${after.name}: compare results of one benchmark.`,
    );
  for (const warning of warnings(before, after)) console.log(`Warning: ${warning}.`);
  const [old, now] = [measurementsOf(before), measurementsOf(after)];
  const changes = changesBetween(old, now);
  const beyond = changes.filter(({ isBeyond }) => isBeyond);
  const wrong = newlyWrong(old, now);
  console.log(`${before.name}: ${oldPath} and ${relative(process.cwd(), path)}`);
  if (values.all || beyond.length > 0) console.log(`\n${tableOf(values.all ? changes : beyond)}`);
  for (const each of wrong) console.log(`WRONG  ${each.what}: ${each.after} answers, ${each.before} before`);
  console.log(
    `\n${changes.length} numbers have a spread in both files; ${beyond.length} changed beyond their spread, ${changes.length - beyond.length} did not.`,
  );
  // The exit code for scripts: something is slower, or more answers are wrong.
  if (wrong.length > 0 || beyond.some((change) => verdictOf(change) === 'slower')) process.exitCode = 1;
}

function read(path: string): Results {
  if (!existsSync(path)) throw new UsageError(`There is no ${path}.`);
  const results = JSON.parse(readFileSync(path, 'utf8')) as Partial<Results>;
  if (typeof results.name !== 'string') throw new UsageError(`${path} is not a result of a benchmark: it has no name.`);
  return results as Results;
}

/** Reasons why two runs are hard to compare. */
function warnings(before: Results, after: Results): string[] {
  const differing: string[] = [];
  for (const name of ['cpu', 'cores', 'node'] as const) {
    const [old, now] = [before.machine?.[name], after.machine?.[name]];
    if (old !== now) differing.push(`${name} ${old} and ${now}`);
  }
  const list = differing.length > 0 ? [`the machines differ: ${differing.join(', ')}`] : [];
  if (before.code !== undefined && before.code === after.code)
    list.push('both are of the same code: changes are noise');
  if (before.command !== after.command) list.push(`the commands differ: ${before.command} and ${after.command}`);
  return list;
}

/** Times and counts are slower or faster. Ratios are only larger or smaller, because either side may be the numerator. */
function verdictOf({ what, isBeyond, factor }: Change): string {
  if (!isBeyond) return '';
  if (/ratio/i.test(what)) return factor > 1 ? 'larger' : 'smaller';
  return factor > 1 ? 'slower' : 'faster';
}

function tableOf(changes: readonly Change[]): string {
  const columns = [
    { title: 'what', align: 'left' as const },
    { title: 'before' },
    { title: 'after' },
    { title: 'factor' },
    { title: '', align: 'left' as const },
  ];
  const range = ({ median, low, high }: Change['before']): string => `${short(median)} [${short(low)}–${short(high)}]`;
  const sorted = [...changes].sort((a, b) => b.factor - a.factor);
  return formatTable(
    columns,
    sorted.map((change) => [
      change.what,
      range(change.before),
      range(change.after),
      change.factor.toFixed(2),
      verdictOf(change),
    ]),
  );
}

/** Fields that identify the entries of a list. */
const identifying = [
  ...['name', 'set', 'query', 'kind', 'title', 'pair', 'robot', 'algorithm', 'other', 'solver', 'method', 'guess'],
  ...['vertices', 'situation', 'level', 'size', 'signedDistance', 'trajectory', 'scene', 'who'],
];

interface Measurements {
  /** Medians with the range of 80 % of the samples. */
  readonly spreads: ReadonlyMap<string, Summary>;
  /** Numbers of wrong answers. */
  readonly wrong: ReadonlyMap<string, number>;
}

export function measurementsOf(results: unknown): Measurements {
  const spreads = new Map<string, Summary>();
  const wrong = new Map<string, number>();
  collect(results, [], spreads, wrong);
  return { spreads, wrong };
}

function collect(
  value: unknown,
  path: readonly string[],
  spreads: Map<string, Summary>,
  wrong: Map<string, number>,
): void {
  if (Array.isArray(value)) {
    value.forEach((entry, k) => {
      collect(entry, [...path, nameOf(entry) ?? String(k)], spreads, wrong);
    });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const fields = value as Readonly<Record<string, unknown>>;
  const { median, low, high } = fields;
  if (typeof median === 'number' && typeof low === 'number' && typeof high === 'number')
    spreads.set(path.join(' / '), { median, low, high });
  for (const [name, inner] of Object.entries(fields)) {
    const here = [...path, name];
    if ((name === 'wrong' || name === 'wrongCount' || name === 'invalid') && typeof inner === 'number')
      wrong.set(here.join(' / '), inner);
    else if (name === 'samples' && isNumbers(inner)) spreads.set(path.join(' / '), summarize(inner));
    else collect(inner, here, spreads, wrong);
  }
}

function isNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.length > 0 && value.every((x) => typeof x === 'number');
}

function nameOf(entry: unknown): string | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const fields = entry as Readonly<Record<string, unknown>>;
  const found = identifying
    .filter((name) => ['string', 'number'].includes(typeof fields[name]))
    .map((name) => fields[name]);
  return found.length > 0 ? found.join(', ') : null;
}

interface Change {
  readonly what: string;
  readonly before: Summary;
  readonly after: Summary;
  /** After over before. */
  readonly factor: number;
  /** The two ranges are disjoint. */
  readonly isBeyond: boolean;
}

/** All numbers that both have, by their path in the results. */
export function changesBetween(before: Measurements, after: Measurements): Change[] {
  return [...before.spreads].flatMap(([what, old]) => {
    const now = after.spreads.get(what);
    if (!now) return [];
    const isBeyond = now.low > old.high || now.high < old.low;
    return [{ what, before: old, after: now, factor: now.median / old.median, isBeyond }];
  });
}

/** Entries with more wrong answers than before. */
export function newlyWrong(
  before: Measurements,
  after: Measurements,
): { what: string; before: number; after: number }[] {
  return [...after.wrong]
    .map(([what, count]) => ({ what, before: before.wrong.get(what) ?? 0, after: count }))
    .filter((change) => change.after > change.before);
}
