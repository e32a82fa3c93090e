// Tables for the terminal, and the page that says for each row whether it agrees with the paper.
import { publish } from '../results.ts';
import { formatTable } from '../table.ts';
import { formatTargets } from '../targets.ts';
import { compareAll } from './agreement.ts';
import { Cells } from './cells.ts';
import { drawFigures } from './figures.ts';
import type { PlaneResults } from './measured.ts';
import { distanceTable, pageOf, tallyTable, timesText } from './page.ts';
import { paperColumns } from './paper.ts';
import { vertexCounts } from './sets.ts';
import { targetsOf } from './targets.ts';

export async function report(results: PlaneResults): Promise<void> {
  const cells = new Cells(results.measured, results.amounts.problems);
  const [comparisons, targets] = [compareAll(cells), targetsOf(cells)];
  for (const vertices of vertexCounts) printTable(cells, vertices);
  console.log('\nThe targets:\n');
  console.log(formatTargets(targets));
  const figures = await drawFigures(cells);
  const tables = { agreement: tallyTable(comparisons), distances: distanceTable(cells) };
  const page = pageOf(results, cells, comparisons, targets, figures);
  publish('plane', { ...results, comparisons, targets, tables }, page);
}

function printTable(cells: Cells, vertices: number): void {
  const rows = cells
    .titles(false)
    .map((title) => [title, ...paperColumns.map((column) => timesText(cells, { vertices, ...column }, title))]);
  const columns = paperColumns.map(({ level, situation }) => ({ title: `level ${level}, ${situation}` }));
  console.log(`\n${vertices} vertices: nanoseconds (times one call of ours, ours in a batch), † wrong answers\n`);
  console.log(formatTable([{ title: '', align: 'left' }, ...columns], rows));
}
