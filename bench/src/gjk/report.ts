// Tables for the terminal.
import { relative } from 'node:path';
import { resultPath, writeResults, writeWhole } from '../results.ts';
import { formatTable } from '../table.ts';
import { checkAll } from './agreement.ts';
import { pageOf } from './page.ts';
import { checkPromises } from './promise-checks.ts';
import type { GjkResults } from './results.ts';
import { summary } from './tally.ts';

export function report(results: GjkResults): void {
  const checks = checkAll(results);
  const promises = checkPromises(results);
  const differing = checks.filter(({ verdict }) => verdict === 'differs');
  console.log(`\nThe paper: ${summary(checks)}.`);
  if (differing.length > 0) {
    const head = ['where', 'what', 'paper', 'ours'].map((title) => ({ title, align: 'left' as const }));
    console.log(
      formatTable(
        head,
        differing.map(({ where, what, paper, ours }) => [where, what, paper, ours]),
      ),
    );
  }
  console.log('\nThe promises:');
  const head = ['', 'promise', 'wanted', 'ours'].map((title) => ({ title, align: 'left' as const }));
  console.log(
    formatTable(
      head,
      promises.map(({ what, wanted, ours, isKept }) => [isKept ? 'kept' : 'not kept', what, wanted, ours]),
    ),
  );
  const page = resultPath('gjk/README.md');
  writeWhole(page, pageOf(results, checks, promises));
  console.log(`\nWritten to ${writeResults('gjk/results', { ...results, checks, promises })}`);
  console.log(`and, to read, ${relative(process.cwd(), page)}`);
}
