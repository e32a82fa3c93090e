// Tables for the terminal, and the page that says for each number whether it agrees with the paper.
import { relative } from 'node:path';
import { resultPath, writeResults, writeWhole } from '../results.ts';
import { formatTable, short } from '../table.ts';
import { type Check, checkAll } from './agreement.ts';
import type { Curve } from './curves.ts';
import { markdownTable } from './markdown.ts';
import { methods, queries } from './methods.ts';
import { checkPromises, type PromiseCheck } from './promise-checks.ts';
import type { GjkResults } from './results.ts';
import { formatSpread } from './statistics.ts';
import { columns, cubeEdge } from './table3.ts';

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

function summary(checks: readonly Check[]): string {
  const count = (verdict: string): number => checks.filter((check) => check.verdict === verdict).length;
  return `${count('agrees')} of ${checks.length} numbers and orderings agree, ${count('fitted')} were fitted, ${count('tie')} are ties, ${count('differs')} differ`;
}

function pageOf(results: GjkResults, checks: readonly Check[], promises: readonly PromiseCheck[]): string {
  const { isQuick, seed, hulls, isSubstitute } = results;
  const warnings = [
    ...(isQuick ? ['This was a quick run: its means rest on few problems.'] : []),
    ...(isSubstitute ? ['The YCB hulls were absent: the rows on meshes are of generated ones.'] : []),
  ];
  return `# GJK, Polyak and Nesterov acceleration: the paper's experiments

Written by \`npm run bench -- gjk${isQuick ? ' --quick' : ''} --seed ${seed}\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, WebAssembly.
The paper is Montaut et al., "GJK++: Leveraging Acceleration Methods for Faster Collision Detection", IEEE T-RO 2024; Table III is of its
2023 version. Meshes: ${hulls}. ${warnings.join(' ')}

Everything stops at the paper's duality gap of 1e-8 m² and starts from the bodies' centres. Iterations are counted as the paper's
benchmark does: every pass of the loop, with the one that finds the first vertex. Times are the paper's Tµ: the mean of the 90 % shortest.

## Agreement

**${summary(checks)}.** A number of Table III agrees if it is within the paper's standard deviation (and, where that is larger than the mean, within a
factor of three); of the figures, which come without numbers, the orderings of the methods are compared, as the text states them for
each range of distances. Of Table I only the ordering is compared. Times less than 2 % apart are ties.

${checkTable(checks)}

## Promises

${markdownTable(
  ['promise', 'wanted', 'ours', ''],
  promises.map(({ what, wanted, ours, isKept }) => [what, wanted, ours, isKept ? 'kept' : '**not kept**']),
)}

The JavaScript of a batch is measured by repeating what \`distanceBatch\` does for each pair outside the kernel (checking the indices,
16 numbers in, 22 numbers out) on plain arrays; the kernel's share is the rest.

With other first guesses, mean µs per distance query on pairs of Table I:

${markdownTable(
  ['guess', 'vertices', ...methods.map(({ title }) => title)],
  results.guesses.map(({ guess, size, time }) => [guess, `${size}`, ...methods.map(({ key }) => time[key].toFixed(2))]),
)}

Growth with the mesh, mean µs per distance query with default options on round hulls: ${results.growth
    .map(({ vertices, time }) => `${vertices} vertices ${time.toFixed(2)}`)
    .join(', ')}.

## Ellipsoids (Fig. 7)

![distance](fig7a.svg)
![Boolean](fig7b.svg)

${queries.map(({ query, title }) => curveTable(`${title}, iterations`, results.ellipsoids[query])).join('\n\n')}

## Normalised directions (Fig. 8)

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

## By the size of the mesh (Table I)

Distances from −0.01 m to 0.01 m.

${table1(results)}

## Against a quadratic program (Table II)

quadprog, the method of Goldfarb and Idnani in JavaScript, on the paper's formulation (2), 1 cm apart; µs per solution.

${table2(results)}

## Frank-Wolfe and NESMINO (Table III)

The paper gives neither the edge of its cubes, nor the smoothing of NESMINO, nor how distances are drawn within a situation. Here the
edge is ${cubeEdge} m, distances are those of the figures, and "distant" is 1 m to 10 m. Edge and smoothing (eight were tried) were chosen for
the close-proximity rows. Three ways to draw close distances were tried: the ellipsoids agree with each, GJK on cubes has 3.9 to 4.3. At
exactly 1 m GJK takes 5.9 iterations on ellipsoids, at 10 m 3.5. The cells that rest on these choices are called fitted above.

${table3(results)}
`;
}

function checkTable(checks: readonly Check[]): string {
  return markdownTable(
    ['where', 'what', 'paper', 'ours', '', 'why'],
    checks.map(({ where, what, paper, ours, verdict, why }) => [
      where,
      what,
      paper,
      ours,
      verdict === 'differs' ? '**differs**' : verdict,
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

function table1({ table1: cells }: GjkResults): string {
  return markdownTable(
    [
      'vertices',
      'query',
      ...methods.map(({ title }) => `${title}, µs`),
      ...methods.map(({ title }) => `${title}, iterations`),
    ],
    cells.map(({ actual, query, time, iterations }) => [
      actual.join(' × '),
      query,
      ...methods.map(({ key }) => formatSpread(time[key])),
      ...methods.map(({ key }) => formatSpread(iterations[key])),
    ]),
  );
}

function table2({ table2: rows }: GjkResults): string {
  return markdownTable(
    ['vertices / faces', 'quadprog', ...methods.map(({ title }) => title), 'largest difference in m'],
    rows.map(({ vertices, faces, time, worstDifference }) => [
      `${vertices} / ${faces}`,
      formatSpread(time['qp']),
      ...methods.map(({ key }) => formatSpread(time[key])),
      short(worstDifference),
    ]),
  );
}

function table3({ table3: rows }: GjkResults): string {
  return markdownTable(
    ['', ...columns, 'Frank-Wolfe at its cap'],
    rows.map(({ family, situation, iterations, capped }) => [
      `${family}, ${situation}`,
      ...columns.map((column) => formatSpread(iterations[column])),
      `${capped}`,
    ]),
  );
}
