// `npm run bench -- report`: all results on one page, as HTML and as Markdown, and the tables of README and docs.

import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { type Benchmark, quickOption } from '../harness/benchmark.ts';
import type { Target } from '../harness/page.ts';
import type { PartOutcome } from '../harness/parts.ts';
import { codeHash, type Provenance, resultPath, resultsFolder, writeWhole } from '../harness/results.ts';
import { UsageError } from '../harness/usage.ts';
import { updateDocs } from './docs.ts';
import { reportPage } from './page.ts';

/** @param benchmarks in the order of the page */
export function report(benchmarks: readonly Benchmark[], args: readonly string[]): void {
  const { values } = parseArgs({ args: [...args], options: { docs: { type: 'boolean', default: false } } });
  const code = codeHash();
  const found = benchmarks.map(({ name }) => outcomeOf(resultsFolder, name, code));
  const outcomes = found.filter((outcome): outcome is Outcome => outcome !== null);
  const missing = benchmarks.filter((_, k) => found[k] === null).map(({ name }) => name);
  if (outcomes.length === 0) throw new UsageError('There are no results yet: npm run bench -- --quick makes some.');
  const quick = outcomes.filter(({ command }) => command.includes(` ${quickOption}`)).map(({ name }) => name);
  const file = resultPath('report.html');
  writeWhole(
    file,
    reportPage({ outcomes, missing, quick, run: lastRunOf(resultsFolder), code, date: new Date().toISOString() }),
  );
  const markdown = resultPath('report.md');
  writeWhole(markdown, markdownReport(outcomes));
  console.log(`Written to ${relative(process.cwd(), file)} and ${relative(process.cwd(), markdown)}`);
  for (const { name } of outcomes.filter(({ isStale }) => isStale)) console.log(`${name} is older than the code`);
  if (missing.length > 0) console.log(`Not measured yet: ${missing.join(', ')}`);
  if (values.docs) for (const line of updateDocs(outcomes)) console.log(line);
}

/** The pages of all benchmarks as one. */
function markdownReport(outcomes: readonly Outcome[]): string {
  const pages = outcomes.map(({ name, page, command, date, machine: { cpu, cores, node }, isStale }) => {
    const body = page.replaceAll(/^#/gm, '##').replaceAll(/(!\[[^\]]*\]\()/g, `$1${name}/`);
    const origin = `*From \`${command}\` on ${date.slice(0, 10)}: ${cpu}, ${cores} cores, Node ${node}${isStale ? '; older than the code' : ''}.*`;
    return `${body.trim()}\n\n${origin}`;
  });
  return `# Benchmarks\n\n${pages.join('\n\n')}\n`;
}

/** A benchmark's last result. */
export interface Outcome extends Provenance {
  readonly name: string;
  /** Its `results.json`. */
  readonly results: Readonly<Record<string, unknown>>;
  readonly targets: readonly Target[];
  /** How many numbers and orderings of a paper agree, differ, …; empty for benchmarks without a paper. */
  readonly verdicts: ReadonlyMap<string, number>;
  /** The page in Markdown, and the folder of its images. */
  readonly page: string;
  readonly folder: string;
  /** Whether kernel or library have changed since. */
  readonly isStale: boolean;
}

/** The last run of `npm run bench`. */
export interface LastRun extends Provenance {
  readonly mode: 'quick' | 'full';
  /** Seconds. */
  readonly took: number;
  readonly parts: readonly PartOutcome[];
}

/** Null if there was no run of all benchmarks. */
function lastRunOf(resultsFolder: string): LastRun | null {
  const file = join(resultsFolder, 'run.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LastRun) : null;
}

/** Null if the benchmark has no result. */
function outcomeOf(resultsFolder: string, name: string, code: string): Outcome | null {
  const folder = join(resultsFolder, name);
  const [file, page] = [join(folder, 'results.json'), join(folder, 'README.md')];
  if (!existsSync(file) || !existsSync(page)) return null;
  const results = JSON.parse(readFileSync(file, 'utf8')) as Partial<Provenance> & Record<string, unknown>;
  const machine = { node: '', v8: '', cpu: 'unknown', cores: 0, memory: 0, platform: '', ...results.machine };
  return {
    name,
    results,
    targets: (results['targets'] ?? []) as Target[],
    verdicts: countVerdicts(results['checks'] ?? results['comparisons']),
    page: readFileSync(page, 'utf8'),
    folder,
    date: results.date ?? '',
    machine,
    code: results.code ?? '',
    command: results.command ?? `npm run bench -- ${name}`,
    versions: results.versions ?? {},
    isStale: results.code !== code,
  };
}

function countVerdicts(checks: unknown): Map<string, number> {
  const counts = new Map<string, number>();
  if (!Array.isArray(checks)) return counts;
  for (const { verdict } of checks as { verdict?: string }[])
    if (verdict) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return counts;
}
