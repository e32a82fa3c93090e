// The page of the results.
import { markdownTable, type Target, targetTable } from '../harness/page.ts';
import { lineChart, type Series } from '../harness/plot.ts';
import { resultPath, writeWhole } from '../harness/results.ts';
import { angles, incrementalTitle, libccdEpa, ownTitles } from './contenders.ts';
import type { Cell, Cells } from './penetration.ts';
import { primitivePairs } from './sets.ts';
import type { TrajectoryRow } from './trajectory.ts';

export interface PenetrationResults {
  readonly isQuick: boolean;
  readonly seed: number;
  readonly amounts: { readonly primitives: number; readonly others: number; readonly rounds: number };
  readonly skipped: readonly string[];
  /** The sets of Tables I and II with our shapes, and as support functions. */
  readonly primitives: readonly string[];
  readonly supportSets: readonly string[];
  /** By the number of vertices. */
  readonly polyhedra: ReadonlyMap<number, string>;
  readonly shallow: readonly string[];
  readonly trajectory: readonly TrajectoryRow[];
}

export function pageOf(
  results: PenetrationResults,
  cells: Cells,
  targets: readonly Target[],
  figures: readonly string[],
): string {
  const { isQuick, seed, amounts, skipped, primitives, supportSets, polyhedra, shallow, trajectory } = results;
  return `# Penetration depth: the paper's tables

Written by \`npm run bench -- penetration${isQuick ? ' --quick' : ''} --seed ${seed}\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, WebAssembly target.
The paper is Gao, "Efficient Incremental Penetration Depth Estimation between Convex Geometries". ${amounts.primitives} random overlaps for each pair
of its tables, ${amounts.others} for each other set, the same for all; ${amounts.rounds} rounds, all contenders in turns in every round.
${isQuick ? 'This was a quick run. ' : ''}${skipped.map((reason) => `Skipped: ${reason}. `).join('')}

All have a tolerance of one micrometer, except \`${ownTitles.fine}\`, which is our default relative tolerance. A time is the median over the
rounds. Our spheres and capsules are points and segments with a radius, so that GJK alone answers them. To compare with the
paper, they are measured a second time with the ball inside the support function ("as support functions").

## Targets

A found value is the time of the other method over ours.

${targetTable(targets)}

## Table I: error in µm

The paper's number, then ours as support functions, then ours as users make the shapes, then libccd's EPA for the last column.

${errorTable(results, cells)}

## Table II: time in µs

The same. The paper's machine is an AMD 3970x, and its program C++.

${paperTable(
  cells,
  primitives,
  supportSets,
  ({ time }) => time,
  ({ time }) => short(time.median),
)}

How many times as fast as libccd's EPA in the same run; the paper has 20 to 30:

${speedTable(cells, primitives, supportSets)}

## Fig. 5: the shortcut

Support calls and time without and with it, from 45°; the paper finds half the calls, and 2 to 3 times the speed.

${shortcutTable(cells, polyhedra)}

## Fig. 6: time over the number of vertices, in µs

${timeTable(cells, [...polyhedra.values()])}

${figures.map((file) => `![${file}](${file})`).join('\n')}

## A trajectory

${markdownTable(
  ['hull of 250 and capsule, moving in small steps', 'µs per query', 'support calls', 'deeper than the minimum depth'],
  trajectory.map(({ title, time, supportCalls, notGlobal }) => [
    title,
    short(time),
    supportCalls.toFixed(1),
    `${(100 * notGlobal).toFixed(2)} %`,
  ]),
)}

## Shallow overlaps compared with other libraries, in µs

${timeTable(cells, shallow)}

## The answers

The mean and the worst error of the depth; answers that exceed the minimum depth by more than a micrometer; and answers that leave
an overlap of more than ten.

${qualityTable(cells)}
`;
}

/** Three significant digits. */
function short(value: number): string {
  return value === 0 ? '0' : value < 1e-3 ? value.toExponential(1) : `${Number(value.toPrecision(3))}`;
}

/** Table I, in µm. */
function errorTable({ primitives, supportSets }: PenetrationResults, cells: Cells): string {
  return paperTable(
    cells,
    primitives,
    supportSets,
    ({ error }) => error,
    ({ meanError }) => short(1e6 * meanError),
  );
}

function paperTable(
  cells: Cells,
  primitives: readonly string[],
  supportSets: readonly string[],
  paper: (row: PaperRow) => readonly number[],
  value: (cell: Cell) => string,
): string {
  const titles = [...angles.map(incrementalTitle), ownTitles.epa];
  const text = (set: string, title: string): string => {
    const cell = cells.find(set, title);
    return cell ? value(cell) : '–';
  };
  return markdownTable(
    ['', ...paperColumns],
    paperRows.map((row, k) => [
      row.pair,
      ...titles.map((title, column) => {
        const numbers = [`${paper(row)[column]}`, text(supportSets[k], title), text(primitives[k], title)];
        if (title === ownTitles.epa) numbers.push(text(primitives[k], libccdEpa));
        return numbers.join(' → ');
      }),
    ]),
  );
}

function speedTable(cells: Cells, primitives: readonly string[], supportSets: readonly string[]): string {
  const titles = [...angles.map(incrementalTitle), ownTitles.epa];
  return markdownTable(
    ['', ...titles],
    primitives.flatMap((set, k) =>
      [set, supportSets[k]].map((own) => [
        own,
        ...titles.map((title) => {
          const [other, ours] = [cells.find(set, libccdEpa), cells.find(own, title)];
          return other && ours ? `${(other.time.median / ours.time.median).toFixed(1)}×` : '–';
        }),
      ]),
    ),
  );
}

function shortcutTable(cells: Cells, polyhedra: ReadonlyMap<number, string>): string {
  return markdownTable(
    ['vertices', 'calls without', 'calls with', 'ratio', 'µs without', 'µs with', 'ratio'],
    [...polyhedra].flatMap(([vertices, set]) => {
      const [without, used] = [cells.find(set, ownTitles.sqp45), cells.find(set, incrementalTitle(45))];
      if (!without || !used) return [];
      const [most, least] = [without.supportCalls ?? Number.NaN, used.supportCalls ?? Number.NaN];
      const times = [without.time.median, used.time.median];
      return [
        [
          `${vertices}`,
          most.toFixed(1),
          least.toFixed(1),
          (most / least).toFixed(2),
          ...times.map(short),
          (times[0] / times[1]).toFixed(2),
        ],
      ];
    }),
  );
}

function timeTable(cells: Cells, sets: readonly string[]): string {
  return markdownTable(
    ['', ...sets],
    cells.titles(sets).map((title) => [
      title,
      ...sets.map((set) => {
        const cell = cells.find(set, title);
        if (!cell) return '–';
        const ratio = cells.ratio(set, title, ownTitles.auto);
        return `${short(cell.time.median)}${ratio === null || title === ownTitles.auto ? '' : ` (${ratio.toFixed(2)}×)`}`;
      }),
    ]),
  );
}

function qualityTable(cells: Cells): string {
  return markdownTable(
    ['set', 'library or method', 'mean error, m', 'worst, m', 'deeper', 'too short'],
    cells.all.map(({ set, title, meanError, worstError, deeper, tooShort }) => [
      set,
      title,
      short(meanError),
      short(worstError),
      `${deeper}`,
      `${tooShort}`,
    ]),
  );
}

/** Draws Fig. 5 and 6 and returns their file names. */
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

/** The columns of both tables: the angle of the start direction to the exact one, or EPA. */
const paperColumns = ['5°', '25°', '45°', 'EPA'] as const;

interface PaperRow {
  readonly pair: string;
  /** Table I: micrometers. */
  readonly error: readonly number[];
  /** Table II: microseconds, C++ on an AMD 3970x. */
  readonly time: readonly number[];
}

const errors = [
  [0.909, 1.018, 1.03, 1.58],
  [1.092, 1.12, 1.12, 0.39],
  [1.255, 1.31, 1.3, 1.72],
];
const times = [
  [1.9, 2.1, 2.3, 85.1],
  [1.6, 1.9, 2.0, 39.5],
  [2.0, 2.2, 2.4, 61.5],
];

const paperRows: readonly PaperRow[] = primitivePairs.map(({ name }, k) => ({
  pair: name,
  error: errors[k],
  time: times[k],
}));
