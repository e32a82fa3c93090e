// The page: for each number, whether it agrees with the paper.
import { markdownTable, short, type Target, targetTable } from '../harness/page.ts';
import type { Check, Verdict } from './agreement.ts';
import { type Figure12, type Range, ranges, timeOf } from './figure12.ts';
import { guesses } from './figure13.ts';
import type { Curve } from './figures.ts';
import type { GjkResults } from './gjk.ts';
import { formatSpread, meshMethods, queries } from './methods.ts';
import { signedDistances } from './sets.ts';
import { allColumns, cubeEdge } from './table3.ts';
import { batchChunk } from './targets.ts';

export function pageOf(results: GjkResults, checks: readonly Check[], targets: readonly Target[]): string {
  const { isQuick, seed, hulls, isSubstitute } = results;
  const warnings = [
    ...(isQuick ? ['This was a quick run: its means are over few problems.'] : []),
    ...(isSubstitute ? ['The YCB hulls were absent: the meshes are generated hulls.'] : []),
  ];
  return `# GJK, Polyak and Nesterov acceleration: the paper's experiments

Written by \`npm run bench -- gjk${isQuick ? ' --quick' : ''}${typeof results.figure12 === 'string' ? '' : ' --native'} --seed ${seed}\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, WebAssembly.
The paper is Montaut et al., "GJK++: Leveraging Acceleration Methods for Faster Collision Detection", IEEE T-RO 2024; Table III is of its
2023 version. Meshes: ${hulls}. ${warnings.join(' ')}

Distances stop at the paper's duality gap of 1e-8 m²; every query starts from the bodies' centers, unless said otherwise. Iterations are
all passes of the loop, from the one that finds the first vertex to the one that ends it, so that a Boolean query that ends at the first
separating plane has one; the support point that ends an acceleration is not counted, as in the authors' loop. The counter in their
library also leaves out the last pass, so that it is less by one for every method; the paper does not say which of the two it prints. Times are
the paper's Tµ, the mean of the 90 % shortest, except for the comparison with libraries in C++ (Fig. 12). Boolean queries end at the first
separating plane or common point.

The momentum δ of iteration k is (k + 1)/(k + 3) in print, but in the authors' published code, from which the figures come, 1/(k + 1) for
Polyak and (k + 2)/(k + 3) for normalized Nesterov. Here a number agrees if it does with the δ of the code; results with the printed δ are shown beside it, dashed
in the curves. Without normalization, as on ellipsoids, Nesterov's δ is the same in both.

## Agreement

**${summary(checks)}.** With the printed δ ${insteadSummary(checks, 'printed')}; with hill climbing ${insteadSummary(checks, 'climbing')}.

${tallyTable(checks)}

A number of Table III agrees if it is within the paper's standard deviation (and, where that is not smaller than the mean, more than
a third of the mean). The figures have no numbers; the orderings of the methods are compared, as the text states them for
each range of distances. For Table I, only the ordering is compared. Times less than 2 % apart are ties; equal iterations agree.

${checkTable(checks)}

## Targets

${targetTable(targets)}

The JavaScript of a batch is measured by repeating on plain arrays what \`distanceBatch\` does outside the kernel: checking the indices,
writing the table of bodies, and for each ${batchChunk} pairs copying their numbers in and their answers out, field by field. The rest counts
as the kernel's, including the shapes' records, once for each batch.

With other first guesses, mean µs per distance query on pairs of Table I:

${markdownTable(
  ['guess', 'vertices', ...meshMethods.map(({ title }) => title)],
  results.guesses.map(({ guess, size, time }) => [
    guess,
    `${size}`,
    ...meshMethods.map(({ key }) => time[key].toFixed(2)),
  ]),
)}

Growth with the mesh, mean µs per distance query from center to center, with otherwise default options, on round hulls: ${results.growth
    .map(({ vertices, time }) => `${vertices} vertices ${time.toFixed(2)}`)
    .join(', ')}.

## Ellipsoids (Fig. 7)

![distance](fig7a.svg)
![Boolean](fig7b.svg)

${queries.map(({ query, title }) => curveTable(`${title}, iterations`, results.ellipsoids[query])).join('\n\n')}

## Normalized directions (Fig. 8)

![distance](fig8-distance.svg)
![Boolean](fig8-collide.svg)

${queries
  .flatMap(({ query, title }) => [
    curveTable(`${title}, iterations`, results.normalization[query].iterations),
    curveTable(`${title}, µs`, results.normalization[query].time),
  ])
  .join('\n\n')}

## Meshes (Fig. 9, 10, 11)

${['fig9a', 'fig9b', 'fig10a', 'fig10b', 'fig11a', 'fig11b'].map((name) => `![${name}](${name}.svg)`).join('\n')}

${queries
  .flatMap(({ query, title }) => [
    curveTable(`${title}, iterations`, results.meshes[query].iterations),
    curveTable(`${title}, µs`, results.meshes[query].time),
  ])
  .join('\n\n')}

Median of GJK's time / the method's (Fig. 11):

${ratioTable(results)}

## Compared with libraries in C++ (Fig. 12)

${figure12Text(results)}

## First guesses along trajectories (Fig. 13)

${results.figure13.trajectories} pairs fall, tumble, collide or nearly collide, and separate, for one second at 120 Hz; ${results.figure13.queries} Boolean queries whose boxes overlap,
${(100 * results.figure13.colliding).toFixed(0)} % of them collisions. The paper's bodies are simulated in a funnel, with many contacts; these are generated, with one.
"Previous" and "predicted" start from the centers if the boxes did not overlap at the previous pose, and, unlike in the paper, also after an
overlap: a Boolean query finds no penetration vector.

![fig13](fig13.svg)

${guessTable(results)}

## By the size of the mesh (Table I)

Distances from −0.01 m to 0.01 m.

${table1(results)}

## With hill climbing (Fig. 9 to 11, 13, Table I)

The authors' library finds support points by climbing from vertex to vertex, from the last one; \`convex(points, { climb: true })\` does the same.
Except for ties, the iteration counts are those with the default support map. The pairs are the pairs above or the first of them, so the
ratios with and without climbing can be compared.

${['fig9b-climbing', 'fig10b-climbing', 'fig11a-climbing', 'fig11b-climbing', 'fig13-climbing'].map((name) => `![${name}](${name}.svg)`).join('\n')}

${queries.map(({ query, title }) => curveTable(`${title}, µs`, results.climbing.meshes[query].time)).join('\n\n')}

${ratioTable(results.climbing)}

${guessTable(results.climbing)}

${table1(results.climbing)}

## Against a quadratic program (Table II)

Our own solver of quadratic programs (solveQp), the proximal method of multipliers in JavaScript, on the paper's formulation (2), 1 cm apart; µs per solution.

${table2(results)}

## Frank-Wolfe and NESMINO (Table III)

The paper gives neither the edge of its cubes, nor the smoothing of NESMINO, nor how distances are drawn within a situation. Here the
edge is ${cubeEdge} m, the distances are from the figures, and "distant" is 1 m to 10 m. Edge and smoothing (several were tried, constant and decreasing) were chosen for
the close-proximity rows. Three ways to draw close distances were tried: the ellipsoids agree with each, GJK on cubes has 3.9 to 4.3. At
exactly 1 m GJK takes 5.9 iterations on ellipsoids, at 10 m 3.5. The cells that rest on these choices are called fitted above.

${table3(results)}
`;
}

function checkTable(checks: readonly Check[]): string {
  return markdownTable(
    ['where', 'what', 'paper', 'ours', '', 'with the printed δ', 'with hill climbing', 'why'],
    checks.map(({ where, what, paper, ours, verdict, printed, climbing, why }) => [
      where,
      what,
      paper,
      ours,
      verdict === 'differs' ? '**differs**' : verdict,
      printed ? `${printed.ours} ${printed.verdict}` : '',
      climbing ? `${climbing.ours} ${climbing.verdict}` : '',
      why ?? '',
    ]),
  );
}

function curveTable(title: string, curves: readonly Curve[]): string {
  const distances = curves[0].points.map(({ signedDistance }) => signedDistance);
  return markdownTable(
    [title, ...distances.map((distance) => `${distance} m`)],
    curves.map((curve) => [curve.title, ...curve.points.map(formatSpread)]),
  );
}

function table1({ table1: cells }: Pick<GjkResults, 'table1'>): string {
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

function table2({ table2: rows }: GjkResults): string {
  return markdownTable(
    ['vertices / faces', 'quadratic program', ...meshMethods.map(({ title }) => title), 'largest difference in m'],
    rows.map(({ vertices, faces, time, worstDifference }) => [
      `${vertices} / ${faces}`,
      formatSpread(time['qp']),
      ...meshMethods.map(({ key }) => formatSpread(time[key])),
      short(worstDifference),
    ]),
  );
}

function table3({ table3: rows }: GjkResults): string {
  return markdownTable(
    ['', ...allColumns, 'Frank-Wolfe at its limit'],
    rows.map(({ family, situation, iterations, capped }) => [
      `${family}, ${situation}`,
      ...allColumns.map((column) => formatSpread(iterations[column])),
      `${capped}`,
    ]),
  );
}

function ratioTable({ ratios }: Pick<GjkResults, 'ratios'>): string {
  const accelerations = meshMethods.filter(({ key }) => key !== 'gjk');
  return markdownTable(
    ['', ...signedDistances.map((distance) => `${distance} m`)],
    queries.flatMap(({ query, title: queryTitle }) =>
      accelerations.map(({ key, title }) => {
        const found = ratios.filter((each) => each.query === query && each.method === key);
        return [`${queryTitle}, ${title}`, ...found.map(({ ratio }) => ratio.toFixed(2))];
      }),
    ),
  );
}

/** The queries and settings of each library, for the page and the docs. */
const librarySettings = `Times are nanoseconds per query, medians of the rounds, in parentheses the time divided by the time of our GJK; † counts wrong answers (off by more than
1e-6 of the smaller body's bounding radius, or of the wrong sign farther than this from contact; depths are not checked). All libraries read the same poses and shapes from a file, run single-threaded in processes of their own, compiled by
\`g++ -O3 -march=native\`, and take turns. Ours: \`Pair\` on WebAssembly, duality gap 1e-8 m² as in the paper, from the centers, the momentum of the authors' code, the conversion of the
poses included; the row "default options" has the library's own tolerance and choice of algorithm. coal: functors made before, from the centers of the bounding boxes, its default tolerance of 1e-6, hill climbing from neighbor to
neighbor above 32 vertices, Boolean queries with a distance upper bound of 0, so that they stop at a separating plane. DGD: default tolerance, Boolean only, hill climbing.
openGJK has neither poses nor a Boolean query: B's vertices are moved within the query, or before it ("placed"). FCL,
libccd and Bullet: as in \`npm run bench -- peers --native\`.`;

function figure12Text({ figure12 }: GjkResults): string {
  if (typeof figure12 === 'string') return libraryTable(figure12);
  const { problems, rounds, skipped } = figure12;
  const missing = skipped.map((reason) => `- Not measured: ${reason}.`).join('\n');
  return `${problems} pairs in each range, ${rounds} rounds. ${librarySettings}\n\n${missing}\n\n${libraryTable(figure12)}`;
}

/** Our rows first, then the libraries; the columns are the queries and ranges. */
export function libraryTable(figure: Figure12 | string): string {
  if (typeof figure === 'string') return `Not measured: ${figure}.`;
  const { cells, versions } = figure;
  const columns = queries.flatMap(({ query, title }) =>
    (Object.keys(ranges) as Range[]).map((range) => ({ query, range, title: `${title}, ${range}` })),
  );
  const titles = [...new Set(cells.map(({ title }) => title))];
  const text = (title: string, { query, range }: (typeof columns)[number]): string => {
    const cell = cells.find((each) => each.title === title && each.query === query && each.range === range);
    const base = timeOf(figure, range, query, 'ours, GJK');
    if (!cell || base === undefined) return '–';
    const wrong = cell.wrong > 0 ? ` †${cell.wrong}` : '';
    return `${cell.time.toFixed(0)} (${(cell.time / base).toFixed(2)})${wrong}`;
  };
  const table = markdownTable(
    ['', ...columns.map(({ title }) => title)],
    titles.map((title) => [title, ...columns.map((column) => text(title, column))]),
  );
  return versions.length > 0 ? `${table}\n\nFrom source: ${versions.join(', ')}.` : table;
}

function guessTable({ figure13: { cells } }: Pick<GjkResults, 'figure13'>): string {
  return markdownTable(
    ['', ...guesses.map((guess) => `${guess}, median µs`), ...guesses.map((guess) => `${guess}, iterations`)],
    meshMethods.map(({ key, title }) => {
      const row = guesses.map((guess) => cells.find((cell) => cell.method === key && cell.guess === guess));
      return [
        title,
        ...row.map((cell) => cell?.median.toFixed(2) ?? ''),
        ...row.map((cell) => (cell ? formatSpread(cell.iterations) : '')),
      ];
    }),
  );
}

const verdicts: readonly Verdict[] = ['agrees', 'fitted', 'tie', 'differs'];

function count(checks: readonly Pick<Check, 'verdict'>[], verdict: Verdict): number {
  return checks.filter((check) => check.verdict === verdict).length;
}

/** The verdicts with the printed δ, or with hill climbing. */
function instead(checks: readonly Check[], how: 'printed' | 'climbing'): Pick<Check, 'verdict'>[] {
  return checks.map((check) => check[how] ?? check);
}

export function summary(checks: readonly Check[]): string {
  const [agrees, fitted, tie, differs] = verdicts.map((verdict) => count(checks, verdict));
  return `${agrees} of ${checks.length} numbers and orderings agree, ${fitted} were fitted, ${tie} are ties, ${differs} differ`;
}

function insteadSummary(checks: readonly Check[], how: 'printed' | 'climbing'): string {
  const [agrees, , tie, differs] = verdicts.map((verdict) => count(instead(checks, how), verdict));
  return `${agrees} agree, ${tie} are ties and ${differs} differ`;
}

function tallyTable(checks: readonly Check[]): string {
  const places = [...new Set(checks.map(({ where }) => where))];
  const rows = places.map((place) => ({ place, placeChecks: checks.filter(({ where }) => where === place) }));
  return markdownTable(
    ['', ...verdicts, 'printed δ: agrees', 'printed δ: differs', 'climbing: agrees', 'climbing: differs'],
    [...rows, { place: '**all**', placeChecks: checks }].map(({ place, placeChecks }) => [
      place,
      ...verdicts.map((verdict) => `${count(placeChecks, verdict)}`),
      ...(['printed', 'climbing'] as const).flatMap((how) =>
        (['agrees', 'differs'] as const).map((verdict) => `${count(instead(placeChecks, how), verdict)}`),
      ),
    ]),
  );
}
