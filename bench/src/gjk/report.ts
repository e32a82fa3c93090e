// Tables for the terminal.
import { publish } from '../results.ts';
import { formatTable } from '../table.ts';
import { formatTargets } from '../targets.ts';
import { checkAll } from './agreement.ts';
import { pageOf } from './page.ts';
import { table3 } from './page-tables.ts';
import { checkPromises } from './promise-checks.ts';
import type { GjkResults } from './results.ts';
import { printedSummary, summary, tallyTable } from './tally.ts';

export function report(results: GjkResults): void {
  const checks = checkAll(results);
  const targets = checkPromises(results);
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
  console.log(`\nThe targets:\n${formatTargets(targets)}`);
  const tables = {
    agreement: `${summary(checks)}. With the printed δ ${printedSummary(checks)}.\n\n${tallyTable(checks)}`,
    iterations: table3(results),
  };
  publish('gjk', { ...results, checks, targets, tables }, pageOf(results, checks, targets));
}
