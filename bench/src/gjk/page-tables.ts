// The numbers of a run, as tables of the page.

import { markdownTable } from '../markdown.ts';
import { short } from '../table.ts';
import type { Curve } from './curves.ts';
import { guesses } from './figure13.ts';
import type { ClimbingRow } from './hill-climbing.ts';
import { meshMethods, queries } from './methods.ts';
import type { GjkResults } from './results.ts';
import { signedDistances } from './sets.ts';
import { formatSpread } from './statistics.ts';
import { allColumns } from './table3.ts';

export function curveTable(title: string, curves: readonly Curve[]): string {
  const distances = curves[0].points.map(({ signedDistance }) => signedDistance);
  return markdownTable(
    [title, ...distances.map((distance) => `${distance} m`)],
    curves.map((curve) => [curve.title, ...curve.points.map(formatSpread)]),
  );
}

export function table1({ table1: cells }: GjkResults): string {
  return markdownTable(
    [
      'vertices',
      'query',
      ...meshMethods.map(({ title }) => `${title}, µs`),
      ...meshMethods.map(({ title }) => `${title}, iterations`),
    ],
    cells.map(({ actual, query, time, iterations }) => [
      actual.join(' × '),
      query,
      ...meshMethods.map(({ key }) => formatSpread(time[key])),
      ...meshMethods.map(({ key }) => formatSpread(iterations[key])),
    ]),
  );
}

export function table2({ table2: rows }: GjkResults): string {
  return markdownTable(
    ['vertices / faces', 'quadprog', ...meshMethods.map(({ title }) => title), 'largest difference in m'],
    rows.map(({ vertices, faces, time, worstDifference }) => [
      `${vertices} / ${faces}`,
      formatSpread(time['qp']),
      ...meshMethods.map(({ key }) => formatSpread(time[key])),
      short(worstDifference),
    ]),
  );
}

export function table3({ table3: rows }: GjkResults): string {
  return markdownTable(
    ['', ...allColumns, 'Frank-Wolfe at its cap'],
    rows.map(({ family, situation, iterations, capped }) => [
      `${family}, ${situation}`,
      ...allColumns.map((column) => formatSpread(iterations[column])),
      `${capped}`,
    ]),
  );
}

export function ratioTable({ ratios }: GjkResults): string {
  const accelerations = meshMethods.filter(({ key }) => key !== 'gjk');
  return markdownTable(
    ['', ...signedDistances.map((distance) => `${distance} m`)],
    queries.flatMap(({ query, title: asked }) =>
      accelerations.map(({ key, title }) => {
        const found = ratios.filter((each) => each.query === query && each.method === key);
        return [`${asked}, ${title}`, ...found.map(({ ratio }) => ratio.toFixed(2))];
      }),
    ),
  );
}

export function guessTable({ figure13: { cells } }: GjkResults): string {
  return markdownTable(
    ['', ...guesses.map((guess) => `${guess}, median µs`), ...guesses.map((guess) => `${guess}, iterations`)],
    meshMethods.map(({ key, title }) => {
      const own = guesses.map((guess) => cells.find((cell) => cell.method === key && cell.guess === guess));
      return [
        title,
        ...own.map((cell) => cell?.median.toFixed(2) ?? ''),
        ...own.map((cell) => (cell ? formatSpread(cell.iterations) : '')),
      ];
    }),
  );
}

export function climbingTable({ climbing }: GjkResults): string {
  const shares = (row: ClimbingRow, key: string): string => {
    const share = (numbers: ClimbingRow['calls']): string => (numbers[key] / numbers['gjk']).toFixed(2);
    return `${row.visited[key].toFixed(0)} (${share(row.visited)}, ${share(row.calls)})`;
  };
  return markdownTable(
    ['', ...meshMethods.map(({ title }) => title)],
    climbing.map((row) => [row.name, ...meshMethods.map(({ key }) => shares(row, key))]),
  );
}
