// One harness for all benchmarks. A benchmark defines its settings, their values in full and quick runs, the measurement, the targets and the
// page; the harness does everything else:
//
//   npm run bench -- <name> [--quick] [--native] [--<option> <value> …]
//
//   1. settings   full, or full and quick under --quick; the command line overrides the settings that `options` lists
//   2. measure    returns the results, on the WebAssembly target
//   3. targets    wanted and measured values
//   4. page       tables for the terminal, the page and the docs
//   5. publish    bench/results/<name>/results.json (settings, results, targets, tables, provenance) and README.md
//
// registry.ts lists the benchmarks, timer.ts times, peers/ has one adapter for each library that they compare with.
import { parseArgs } from 'node:util';
import { setTarget, target } from 'proximal';
import { type Page, printSection, printTargets, type Target, tablePage } from './page.ts';
import { inFreshProcesses, Pace } from './processes.ts';
import { publish } from './results.ts';
import { type Command, UsageError, wholeNumber } from './usage.ts';

/** Turns the text of a command line option into a setting. */
export type Option<T> = (name: string, text: string) => T;

export function whole(min: number, max: number): Option<number> {
  return (name, text) => wholeNumber(name, text, min, max);
}

export const text: Option<string> = (_name, given) => given;

/** The option `seed` of the generators of problems. */
export const seed = whole(0, 4_000_000);

export type Settings<S> = S & { readonly isQuick: boolean };

/** A run of a benchmark, for `measure`. */
export interface Run {
  /** Divides the time that `npm run bench` gives the benchmark into steps. */
  readonly pace: (steps: number) => Pace;
  /** Calls `work` in `count` processes, one after the other, each with its number. Returns the results. */
  readonly inFreshProcesses: <T>(count: number, work: (processNumber: number) => T | Promise<T>) => Promise<T[]>;
  /** Runs a step and prints how long it took. */
  readonly step: <T>(name: string, work: () => T | Promise<T>) => Promise<T>;
}

export interface Definition<S extends object, R extends object> {
  readonly name: string;
  readonly title: string;
  /** The settings that the command line may override. */
  readonly options: { readonly [K in keyof S]?: Option<NonNullable<S[K]>> };
  readonly full: S;
  /** The settings of a quick run that differ from the settings of a full run. */
  readonly quick: Partial<S>;
  /** The durations of quick and full runs on two idle cores, with libraries in C++, for the plan of `npm run bench`. */
  readonly seconds: Readonly<Record<'quick' | 'full', number>>;
  /** Without libraries in C++, the benchmark has nothing to measure. */
  readonly needsNative?: true;
  /** The results, or the reason if there are none. */
  readonly measure: (settings: Settings<S>, run: Run) => R | string | Promise<R | string>;
  readonly targets?: (results: R, settings: Settings<S>) => readonly Target[];
  readonly page: (results: R, targets: readonly Target[], settings: Settings<S>) => Page | Promise<Page>;
  /** The part of the results that results.json stores. Default: all. */
  readonly data?: (results: R) => object;
}

/** A benchmark as the command line and `npm run bench` see it. */
export interface Benchmark extends Command {
  readonly seconds: Readonly<Record<'quick' | 'full', number>>;
  readonly needsNative?: true;
}

/** The command line option for a quick run. */
export const quickOption = '--quick';

export function defineBenchmark<S extends object, R extends object>(definition: Definition<S, R>): Benchmark {
  const { name, title, seconds, needsNative } = definition;
  const names = Object.keys(definition.options).map((option) => `--${option}`);
  return {
    name,
    title: `${title} (${[quickOption, ...names].join(', ')})`,
    seconds,
    ...(needsNative && { needsNative }),
    run: (args) => run(definition, args),
  };
}

async function run<S extends object, R extends object>(definition: Definition<S, R>, args: readonly string[]) {
  const { name, measure, targets: targetsOf, page: pageOf, data = (results: R): object => results } = definition;
  const settings = settingsOf(definition, args);
  setTarget('wasm');
  if (target() !== 'wasm')
    throw new UsageError('WebAssembly is not available here, but the benchmarks time WebAssembly.');
  const results = await measure(settings, {
    pace: (steps) => new Pace(steps),
    inFreshProcesses: (count, work) => inFreshProcesses(name, args, count, work),
    step,
  });
  if (typeof results === 'string') {
    console.log(`Skipped: ${results}`);
    return;
  }
  const targets = targetsOf?.(results, settings) ?? [];
  const page = await pageOf(results, targets, settings);
  for (const section of page.sections) printSection(section);
  printTargets(targets);
  const { title, intro, sections, tables } = page;
  const content = { ...settings, ...data(results), targets, title, intro, sections, ...(tables && { tables }) };
  publish(name, content, page.markdown ?? tablePage(page, targets));
}

function settingsOf<S extends object, R extends object>(
  { options, full, quick }: Definition<S, R>,
  args: readonly string[],
): Settings<S> {
  const known = Object.entries(options) as [string, Option<unknown>][];
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      ...Object.fromEntries(known.map(([option]) => [option, { type: 'string' as const }])),
    },
  });
  const isQuick = values.quick === true;
  const given = known.flatMap(([option, parse]) => {
    const value = (values as Readonly<Record<string, unknown>>)[option];
    return typeof value === 'string' ? [[option, parse(option, value)] as const] : [];
  });
  return { ...full, ...(isQuick ? quick : {}), ...Object.fromEntries(given), isQuick };
}

async function step<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  process.stderr.write(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
  return result;
}
