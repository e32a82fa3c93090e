// Fig. 5 and 6: support calls and time over the number of vertices.
import { lineChart, type Series } from '../plot.ts';
import { resultPath, writeWhole } from '../results.ts';
import type { Cell, Cells } from './measured.ts';
import { incrementalTitle, ownTitles } from './own.ts';
import { libccdEpa } from './peers.ts';

/** Draws all charts and returns their files' names. */
export async function drawFigures(cells: Cells, sets: ReadonlyMap<number, string>): Promise<string[]> {
  const shortcut = [
    { title: ownTitles.sqp45, name: 'without the shortcut (Alg. 3)' },
    { title: incrementalTitle(45), name: 'with it (Alg. 4)' },
  ];
  const timed = [
    { title: incrementalTitle(5), name: 'incremental at 5°' },
    { title: incrementalTitle(45), name: 'at 45°' },
    { title: ownTitles.epa, name: 'our EPA' },
    { title: libccdEpa, name: 'libccd EPA' },
    { title: `${libccdEpa}, climbing`, name: 'libccd, climbing' },
  ];
  const calls = (cell: Cell) => ({
    y: cell.supportCalls ?? 0,
    low: cell.supportCalls ?? 0,
    high: cell.supportCalls ?? 0,
  });
  const time = ({ time: { median, low, high } }: Cell) => ({ y: median, low, high });
  return [
    await draw('fig5a', 'The shortcut, from 45° (Fig. 5a)', 'support calls', false, shortcut, calls),
    await draw('fig5b', 'The shortcut, from 45° (Fig. 5b)', 'µs per query', false, shortcut, time),
    await draw('fig6', 'Polyhedron and capsule (Fig. 6)', 'µs per query, 80 % of the rounds', true, timed, time),
  ];

  async function draw(
    file: string,
    title: string,
    yLabel: string,
    isLogarithmic: boolean,
    lines: readonly { readonly title: string; readonly name: string }[],
    value: (cell: Cell) => { readonly y: number; readonly low: number; readonly high: number },
  ): Promise<string> {
    const series = lines.flatMap((line): Series[] => {
      const points = [...sets].flatMap(([vertices, set]) => {
        const cell = cells.find(set, line.title);
        return cell ? [{ x: `${vertices}`, ...value(cell) }] : [];
      });
      return points.length > 0 ? [{ name: line.name, points }] : [];
    });
    const chart = await lineChart(series, { title, xLabel: 'vertices of the polyhedron', yLabel, isLogarithmic });
    writeWhole(resultPath(`penetration/${file}.svg`), chart);
    return `${file}.svg`;
  }
}
