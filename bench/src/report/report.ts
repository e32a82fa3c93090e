// `npm run bench -- report`: everything that was measured on one page, and the tables that README and docs include.
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { codeHash } from '../provenance.ts';
import type { Benchmark } from '../registry.ts';
import { resultPath, resultsFolder, writeWhole } from '../results.ts';
import { UsageError } from '../usage.ts';
import { lastRunOf, type Outcome, outcomeOf } from './collect.ts';
import { updateDocs } from './docs.ts';
import { reportPage } from './page.ts';

/** @param benchmarks in the order of the page */
export function report(benchmarks: readonly Benchmark[], args: readonly string[]): void {
  const { values } = parseArgs({ args: [...args], options: { docs: { type: 'boolean', default: false } } });
  const code = codeHash();
  const found = benchmarks.map(({ name }) => outcomeOf(resultsFolder, name, code));
  const outcomes = found.filter((outcome): outcome is Outcome => outcome !== null);
  const missing = benchmarks.filter(({ runs }, k) => runs && found[k] === null).map(({ name }) => name);
  if (outcomes.length === 0) throw new UsageError('There are no results yet: npm run bench -- --quick makes some.');
  const quick = benchmarks.filter(({ runs }, k) => runs && isQuick(runs.quick, found[k])).map(({ name }) => name);
  const file = resultPath('report.html');
  writeWhole(
    file,
    reportPage({ outcomes, missing, quick, run: lastRunOf(resultsFolder), code, date: new Date().toISOString() }),
  );
  console.log(`Written to ${relative(process.cwd(), file)}`);
  for (const { name } of outcomes.filter(({ isStale }) => isStale)) console.log(`${name} is older than the code`);
  if (missing.length > 0) console.log(`Not measured yet: ${missing.join(', ')}`);
  if (values.docs) for (const line of updateDocs(outcomes)) console.log(line);
}

/** Whether the result is what `npm run bench -- --quick` makes. */
function isQuick(args: readonly string[], outcome: Outcome | null): boolean {
  return outcome !== null && args.length > 0 && outcome.command.includes(` ${outcome.name} ${args.join(' ')}`);
}
