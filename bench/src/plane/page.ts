// The page of the results.

import { markdownTable, type Section, type Target, targetTable } from '../harness/page.ts';
import { lineChart, type Series } from '../harness/plot.ts';
import { resultPath, writeWhole } from '../harness/results.ts';
import type { Summary } from '../harness/timer.ts';
import { peersWith } from '../peers/registry.ts';
import type { Cells, Comparison, Place } from './cells.ts';
import { libraryTable } from './libraries.ts';
import { coldMethods, tolerances, warmMethods } from './methods.ts';
import { type Basis, bases, ownBatch, ownBatchFull, ownCall, ownJsMethod, ownWarm } from './own.ts';
import { paperColumns, paperOwn, paperRows, titleOf } from './paper.ts';
import type { PlaneResults } from './plane.ts';
import { situations, vertexCounts } from './sets.ts';

const roman = ['I', 'II', 'III', 'IV', 'V', 'VI'];

export function pageOf(
  results: PlaneResults,
  cells: Cells,
  comparisons: readonly Comparison[],
  targets: readonly Target[],
  figures: readonly string[],
): string {
  const { isQuick, seed, amounts, skipped, versions } = results;
  const { problems, rounds, processes } = amounts;
  return `# Barycode GJK in the plane: the paper's tables

Written by \`npm run bench -- plane${isQuick ? ' --quick' : ''} --seed ${seed}\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}.
The paper is Zhang et al., "Barycode-based GJK Algorithm", 2020. ${problems} random pairs for each number of vertices and each situation,
the same for all; ${processes} processes with ${rounds} rounds each, all contenders in turn, in every round. ${isQuick ? 'This was a quick run. ' : ''}${skipped.map((reason) => `Skipped: ${reason}. `).join('')}

A number is the median over all rounds, followed by the range of 80 % of them. Level 1 is Boolean, level 2 the distance. Ours gives
the distance alone (\`clearance\`), as in level 2, or with proven bounds, witness points, normal, status and, except in a batch, proof (\`distance\`): the rows
"with points". Box2D, planck and @box2d/core give witness points, too.

## Targets

A found value is the time of the other library divided by ours; for "level 1 compared with level 2", our time at level 2 divided by that at level 1.

${targetTable(targets)}

## The paper's claims

${agreement(comparisons)}

${vertexCounts.map((vertices, k) => `### Table ${roman[k]}: ${vertices} vertices\n\n${paperTable(comparisons, vertices, 'likeForLike')}\n\nWith circles and without points:\n\n${paperTable(comparisons, vertices, 'fastest')}`).join('\n\n')}

## Fig. 3

${figures.map((file) => `![${file}](${file})`).join('\n')}

## Libraries with witness points

Level 2. Nanoseconds; for libraries in C and C++, in parentheses, their time divided by the time of \`${ownBatchFull}\`; † counts wrong answers.

${libraryTable(cells, versions)}

## One call from JavaScript

Nanoseconds of ours (\`${ownCall}\`, one call); for the others, their time divided by ours.

${vertexCounts.map((vertices) => ratioTable(cells, vertices, ownCall)).join('\n\n')}

## In a batch

The same for a batch of ours (\`${ownBatch}\`), in which every pair has two bodies of its own.

${vertexCounts.map((vertices) => ratioTable(cells, vertices, ownBatch)).join('\n\n')}

## Warm

Pairs that move a little between two queries, level 2: nanoseconds of ours, warm; for the others, their time divided by ours.

${warmTable(cells)}

## Wrong answers

The reference is our distance if its certificate is valid; if not, our distances are listed as wrong, and no other answer. A distance is wrong if it is off by more than ${tolerances.double} of the smaller
polygon's bounding radius, or ${tolerances.single} for libraries with 32-bit numbers. Boolean answers to touching polygons are not judged.

${wrongList(results)}

## How each was called

${[...coldMethods, ownJsMethod, ...warmMethods.filter(({ title }) => title !== ownCall)].map(({ title, how }) => `- **${title}**: ${how}.`).join('\n')}
${peersWith('prisms')
  .map(({ name, prisms: { how } }) => `- **${name}** (C++): ${how}.`)
  .join('\n')}
`;
}

/** The number of agreements by row of the paper's tables. */
function tallyTable(comparisons: readonly Comparison[]): string {
  const count = (list: readonly Comparison[], verdict: Comparison['verdict']): number =>
    list.filter((each) => each.verdict === verdict).length;
  const rows = paperRows.map((row) => {
    const tallies = (Object.keys(bases) as Basis[]).map((basis) => {
      const own = comparisons.filter((each) => each.name === row.name && each.basis === basis);
      return (['agrees', 'tie', 'differs'] as const).map((verdict) => count(own, verdict)).join(' / ');
    });
    const [level1, level2] = ([1, 2] as const).map((level) => titleOf(row, 'likeForLike', level));
    return [row.name, level1 === level2 ? level1 : `${level1}; ${level2}`, ...tallies];
  });
  const tally = 'agrees / tie / differs';
  return markdownTable(
    ['row of the paper', 'here', `${tally}, like for like`, `${tally}, with circles, without points`],
    rows,
  );
}

/** Nanoseconds; for other libraries also the time divided by the time of one call of ours, and by ours in a batch; † counts wrong answers. */
function timesText(cells: Cells, place: Place, title: string): string {
  const [time, call, batch] = [
    cells.time(place, title),
    cells.ratio(place, title, ownCall),
    cells.ratio(place, title, ownBatch),
  ];
  if (!time || !call || !batch) return '–';
  const wrong = cells.find(place, title)?.wrong.length ?? 0;
  const times = title.startsWith('proximal') ? '' : ` (${call.median.toFixed(2)}, ${batch.median.toFixed(2)})`;
  return `${time.median.toFixed(0)}${times}${wrong > 0 ? ` †${wrong}` : ''}`;
}

/** All times at one number of vertices, for the terminal. */
export function timesSection(cells: Cells, vertices: number): Section {
  return {
    title: `${vertices} vertices`,
    note: 'Nanoseconds; in parentheses the time divided by the time of one call of ours, and by ours in a batch. † counts wrong answers.',
    head: ['', ...columnNames()],
    rows: cells
      .titles(false)
      .map((title) => [title, ...paperColumns.map((column) => timesText(cells, { vertices, ...column }, title))]),
  };
}

/** Level 2, for the docs. */
export function distanceTable(cells: Cells): string {
  const places = vertexCounts.flatMap((vertices) =>
    paperColumns.filter(({ level }) => level === 2).map((column): Place => ({ vertices, ...column })),
  );
  // Baselines, our other variants and the other libraries in C and C++ are only on the page.
  const titles = cells
    .titles(false)
    .filter((title) => /^(proximal(, batch)?(, with points)?|Box2D|planck|@box2d\/core|rapier2d)$/.test(title));
  return markdownTable(
    ['', ...titles],
    places.map((place) => [
      `${place.vertices} vertices, ${place.situation}`,
      ...titles.map((title) => timesText(cells, place, title)),
    ]),
  );
}

function agreement(comparisons: readonly Comparison[]): string {
  return `The time of each row of the paper's tables, divided by the time of the paper's method with HCS, its hill climbing: in the paper → here. Like for like, ours is \`${bases.likeForLike.climbing[1]}\` at
level 1, because the comparison of circles is not part of the paper's method, and \`${bases.likeForLike.climbing[2]}\` at level 2, because the paper's times
include witness points, as those of Box2D do. The second table of each pair has \`${ownBatch}\` at both levels, with circles and without points. A row
agrees if the paper and this run agree on which is faster; ratios less than 3 % from 1 are ties. OpenGJK, SAT and Apollo are our implementations in
JavaScript, and ours is WebAssembly; \`proximal in JavaScript\` below compares the methods in one language.

${tallyTable(comparisons)}`;
}

function paperTable(comparisons: readonly Comparison[], vertices: number, basis: Basis): string {
  const text = (name: string, k: number): string => {
    const found = comparisons.find(
      (each) =>
        each.basis === basis && each.vertices === vertices && each.name === name && each.column === paperColumns[k],
    );
    if (!found) return '–';
    const numbers = `${found.paper.toFixed(2)} → ${found.here.toFixed(2)}`;
    return found.verdict === 'differs' ? `${numbers} **differs**` : `${numbers} ${found.verdict}`;
  };
  return markdownTable(
    ['', ...columnNames()],
    paperRows.map(({ name }) => [name, ...paperColumns.map((_, k) => text(name, k))]),
  );
}

function columnNames(): string[] {
  return paperColumns.map(({ level, situation }) => `level ${level}, ${situation}`);
}

function spread({ median, low, high }: Summary, digits: number): string {
  return `${median.toFixed(digits)} [${low.toFixed(digits)}–${high.toFixed(digits)}]`;
}

function ratioTable(cells: Cells, vertices: number, base: string): string {
  const rows = cells.titles(false).map((title) => [
    title,
    ...paperColumns.map((column) => {
      const place = { vertices, ...column };
      const summary = title === base ? cells.time(place, title) : cells.ratio(place, title, base);
      if (!summary) return '–';
      const wrong = cells.find(place, title)?.wrong.length ?? 0;
      return `${title === base ? `${spread(summary, 0)} ns` : spread(summary, 2)}${wrong > 0 ? ` †${wrong}` : ''}`;
    }),
  ]);
  return markdownTable([`${vertices} vertices`, ...columnNames()], rows);
}

function warmTable(cells: Cells): string {
  const place = (vertices: number) => ({ vertices, situation: 'moving', level: 2 }) as const;
  const rows = cells.titles(true).map((title) => [
    title === ownCall ? `${title}, cold` : title,
    ...vertexCounts.map((vertices) => {
      const time = cells.time(place(vertices), title);
      const ratio = cells.ratio(place(vertices), title, ownWarm);
      return !time || !ratio ? '–' : title === ownWarm ? `${spread(time, 0)} ns` : spread(ratio, 2);
    }),
  ]);
  return markdownTable(['', ...vertexCounts.map((vertices) => `${vertices} vertices`)], rows);
}

function wrongList({ measured, amounts }: PlaneResults): string {
  const wrong = measured.filter((cell) => cell.wrong.length > 0);
  if (wrong.length === 0) return 'None.';
  return markdownTable(
    ['library', 'set', 'wrong', 'example'],
    wrong.map(({ title, vertices, situation, level, wrong: list }) => {
      const [{ problem, expected, found }] = list;
      const example = `pair ${problem}: ${found} where ${expected} is right`;
      return [
        title,
        `level ${level}, ${vertices} vertices, ${situation}`,
        `${list.length} of ${amounts.problems}`,
        example,
      ];
    }),
  );
}

const letters = { 1: 'a', 2: 'b' } as const;
const names = { 1: 'collision', 2: 'distance' } as const;

/** Draws the charts of Fig. 3 and returns their file names. */
export async function drawFigures(cells: Cells): Promise<string[]> {
  const files: string[] = [];
  for (const level of [1, 2] as const) {
    for (const situation of situations) {
      const series = [paperOwn, ...paperRows].flatMap((row): Series[] => {
        const { name } = row;
        const title = titleOf(row, 'likeForLike', level);
        const points = vertexCounts.flatMap((vertices) => {
          const time = cells.time({ vertices, situation, level }, title);
          return time
            ? [{ x: `${vertices}`, y: time.median / 1000, low: time.low / 1000, high: time.high / 1000 }]
            : [];
        });
        // Apollo is beyond the range, as in the paper's figure.
        return points.length > 0 && name !== 'Baidu Apollo' ? [{ name: legendOf(name), points }] : [];
      });
      const file = `fig3${letters[level]}-${situation}.svg`;
      const chart = await lineChart(series, {
        title: `${names[level]}, ${situation} (Fig. 3${letters[level]})`,
        xLabel: 'vertices of each polygon',
        yLabel: 'µs per query, 80 % of the rounds',
        isLogarithmic: true,
      });
      writeWhole(resultPath(`plane/${file}`), chart);
      files.push(file);
    }
  }
  return files;
}

/** The paper's method is ours in a batch, and OpenGJK our GJK with signed volumes. */
function legendOf(name: string): string {
  return name
    .replace('Ours (with HCS)', 'ours')
    .replace('Ours (without HCS)', 'ours, scan')
    .replace('OpenGJK', 'signed volumes');
}
