// The page of the results.
import { markdownTable, type Target, targetTable } from '../harness/page.ts';
import { lineChart, type Series } from '../harness/plot.ts';
import { resultPath, writeWhole } from '../harness/results.ts';
import { angles, incrementalTitle, libccdEpa, ownTitles, publishedTitle } from './contenders.ts';
import type { Cell, Cells } from './penetration.ts';
import { type PlaneDepthRow, planeDepthTable } from './plane.ts';
import { primitivePairs } from './sets.ts';
import type { TrajectoryRow } from './trajectory.ts';
import { pathTable } from './warm-hulls.ts';
import { type WarmRow, warmTable } from './warm-starts.ts';

export interface PenetrationResults {
  readonly isQuick: boolean;
  readonly seed: number;
  readonly amounts: { readonly primitives: number; readonly others: number; readonly rounds: number };
  readonly skipped: readonly string[];
  /** The sets of Tables I and II with our shapes, and as support functions. */
  readonly primitives: readonly string[];
  readonly supportSets: readonly string[];
  /** The sets of Fig. 6, by the number of vertices. */
  readonly polyhedra: ReadonlyMap<number, string>;
  /** The sets of Fig. 5, by the number of vertices. */
  readonly shortcut: ReadonlyMap<number, string>;
  readonly shallow: readonly string[];
  readonly trajectory: readonly TrajectoryRow[];
  readonly warm: readonly WarmRow[];
  readonly plane: readonly PlaneDepthRow[];
}

export function pageOf(
  results: PenetrationResults,
  cells: Cells,
  targets: readonly Target[],
  figures: readonly string[],
): string {
  const {
    isQuick,
    seed,
    amounts,
    skipped,
    primitives,
    supportSets,
    polyhedra,
    shortcut,
    shallow,
    trajectory,
    warm,
    plane,
  } = results;
  return `# Penetration depth: the paper's tables

Written by \`npm run bench -- penetration${isQuick ? ' --quick' : ''} --seed ${seed}\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, WebAssembly target.
The paper is Gao, "Efficient Incremental Penetration Depth Estimation between Convex Geometries". ${amounts.primitives} random overlaps for each pair
of its tables, ${amounts.others} for each other set, the same for all; ${amounts.rounds} rounds, all contenders in turn, in every round.
${isQuick ? 'This was a quick run. ' : ''}${skipped.map((reason) => `Skipped: ${reason}. `).join('')}

Our methods and libccd have a tolerance of one micrometer, except \`${ownTitles.fine}\` and "default options", which have our default relative tolerance; the other libraries have their defaults. A time is the median over the
rounds. Our spheres and capsules are points and segments with a radius, so that GJK alone answers them. To compare with the
paper, they are measured a second time with the ball inside the support function ("as support functions").

## Targets

A found value is the time of the other method divided by ours, or a mean number of our support calls.

${targetTable(targets)}

## Table I: error in µm

The arrows separate four numbers: the paper's; Alg. 4 and 5 as published (\`expert: { accelerate: false }\`) on shapes with their ball in the
support function; the same algorithms with our additions, the default, on these shapes, where secants give the answer; and these on the shapes as users make them, where
GJK alone answers. The numbers of EPA are the paper's, ours on the two sets, and libccd's. All have a tolerance of one micrometer.

${errorTable(results, cells)}

## Table II: time in µs

The numbers are those of the same methods as in Table I. The paper's program is in C++, on an AMD 3970x.

${paperTable(
  cells,
  primitives,
  supportSets,
  ({ time }) => time,
  ({ time }) => short(time.median),
)}

How many times as fast as libccd's EPA on the shapes as users make them, in the same run. The paper's times give 37 to 45 for two spheres, 20 to 25 for two capsules, 26 to 31 for sphere and capsule:

${speedTable(cells, primitives, supportSets)}

## Fig. 5: the shortcut

A hull and a capsule whose ball is in its support function, from 45°, at a tolerance of one micrometer. The columns "Alg. 3" (without the
shortcut) and "Alg. 4, 5" (with it) are the published algorithms (\`expert: { accelerate: false }\`). GJK's calls, which come first in
all of them, are in a column of their own, for Alg. 3, and not in the others. The paper finds half the calls with the shortcut, and 2 to 3 times the speed. The last four columns are the
same two methods with our additions, the default, which look for portals near the ray from the origin.

${shortcutTable(cells, shortcut)}

## Local minima

The share of answers from 45° that exceed the minimum depth by more than a micrometer, on the sets of Tables I and II and of Fig. 5 with the ball in the support function.
An incremental method finds a local minimum near its start.

${localTable(cells, [...supportSets, ...shortcut.values()])}

## Fig. 6: time over the number of vertices, in µs

In parentheses the time divided by that of \`${ownTitles.auto}\`.

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

## Warm starts

One \`Pair\` for each pair of shapes, at a tolerance of one micrometer: mean support calls of a query at the pose of the last one, mean support
calls after turns of 2°, and mean times along the turns, each path without a warm start of its first query. A query from the last overlap proves with the points of the last query that the
shapes overlap; the published method runs GJK again and starts from the last normal; EPA has no warm start. The first two return a local
minimum of the depth, EPA the global one.

${warmTable(warm)}

## In the plane

Mean support calls of \`penetration\` of \`proximal/2d\`, at a tolerance of one micrometer: EPA, and the methods of the paper from directions at 45° to the minimal one; then the third query of a
\`Pair\` at one pose, and queries after turns of 2°. "As published" is without our additions and started by GJK.

${planeDepthTable(plane)}

## Warm starts on YCB hulls compared with other libraries

Pairs of YCB hulls that overlap by 1 to 10 % of the smaller bounding radius. B turns about its center in up to ten equal steps, and back. Ours are one \`Pair\` for each
path; the libraries have no warm starts, and their default tolerances except libccd, which has one micrometer, as ours have except the default options. Local minima of our incremental method are counted as "deeper".
In a full run on Linux, times are processor times of three rounds, because a pass of a slow library is interrupted more often on a busy machine.

${pathTable(cells)}

## Shallow overlaps compared with other libraries, in µs

In parentheses the time divided by that of \`${ownTitles.auto}\`.

${timeTable(cells, shallow)}

## The answers

The mean and the worst error of the depth; answers that exceed the minimum depth by more than a micrometer; and answers that leave
an overlap of more than ten micrometers, or are missing.

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
        const numbers = [`${paper(row)[column]}`];
        if (column < angles.length) numbers.push(text(supportSets[k], publishedTitle(angles[column])));
        numbers.push(text(supportSets[k], title), text(primitives[k], title));
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
      [set, supportSets[k]].map((ownSet) => [
        ownSet,
        ...titles.map((title) => {
          const [other, ours] = [cells.find(set, libccdEpa), cells.find(ownSet, title)];
          return other && ours ? `${(other.time.median / ours.time.median).toFixed(1)}×` : '–';
        }),
      ]),
    ),
  );
}

/** Fig. 5: calls and times without and with the shortcut. */
export function shortcutTable(cells: Cells, sets: ReadonlyMap<number, string>): string {
  const head = [
    'vertices',
    "GJK's calls",
    'calls, Alg. 3',
    'calls, Alg. 4, 5',
    'ratio',
    'µs, Alg. 3',
    'µs, Alg. 4, 5',
    'ratio',
  ];
  return markdownTable(
    [...head, 'calls, ours without', 'calls, ours with', 'µs, ours without', 'µs, ours with'],
    [...sets].flatMap(([vertices, set]) => {
      const titles = [ownTitles.publishedSqp45, publishedTitle(45), ownTitles.sqp45, incrementalTitle(45)];
      const found = titles.flatMap((title) => cells.find(set, title) ?? []);
      if (found.length < titles.length) return [];
      const calls = found.map(({ supportCalls, gjkCalls }) => (supportCalls ?? Number.NaN) - (gjkCalls ?? Number.NaN));
      const times = found.map(({ time }) => time.median);
      return [
        [
          `${vertices}`,
          (found[0].gjkCalls ?? Number.NaN).toFixed(1),
          calls[0].toFixed(1),
          calls[1].toFixed(1),
          (calls[0] / calls[1]).toFixed(2),
          short(times[0]),
          short(times[1]),
          (times[0] / times[1]).toFixed(2),
          calls[2].toFixed(1),
          calls[3].toFixed(1),
          short(times[2]),
          short(times[3]),
        ],
      ];
    }),
  );
}

function localTable(cells: Cells, sets: readonly string[]): string {
  const titles = [publishedTitle(45), incrementalTitle(45)];
  return markdownTable(
    ['', ...titles],
    sets.map((set) => [
      set,
      ...titles.map((title) => {
        const cell = cells.find(set, title);
        return cell ? `${((100 * cell.deeper) / cell.answers).toFixed(1)} %` : '–';
      }),
    ]),
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
export async function drawFigures(
  cells: Cells,
  { polyhedra, shortcut: shortcutSets }: Pick<PenetrationResults, 'polyhedra' | 'shortcut'>,
): Promise<string[]> {
  const shortcut = [
    { title: ownTitles.publishedSqp45, name: 'without the shortcut (Alg. 3)' },
    { title: publishedTitle(45), name: 'with it (Alg. 4, 5)' },
  ];
  const timed = [
    { title: incrementalTitle(5), name: 'incremental at 5°' },
    { title: incrementalTitle(45), name: 'at 45°' },
    { title: ownTitles.epa, name: 'our EPA' },
    { title: libccdEpa, name: 'libccd EPA' },
    { title: `${libccdEpa}, climbing`, name: 'libccd, climbing' },
  ];
  const calls = ({ supportCalls, gjkCalls }: Cell) => {
    const count = (supportCalls ?? 0) - (gjkCalls ?? 0);
    return { y: count, low: count, high: count };
  };
  const time = ({ time: { median, low, high } }: Cell) => ({ y: median, low, high });
  return [
    await draw(
      shortcutSets,
      'fig5a',
      'The shortcut, from 45° (Fig. 5a)',
      "support calls without GJK's",
      false,
      shortcut,
      calls,
    ),
    await draw(shortcutSets, 'fig5b', 'The shortcut, from 45° (Fig. 5b)', 'µs per query', false, shortcut, time),
    await draw(
      polyhedra,
      'fig6',
      'Polyhedron and capsule (Fig. 6)',
      'µs per query; bars: 10th to 90th percentile of the rounds',
      true,
      timed,
      time,
    ),
  ];

  async function draw(
    sets: ReadonlyMap<number, string>,
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
