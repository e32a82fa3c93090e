// The page with our numbers beside the paper's.

import type { ContactPoseOptions } from 'proximal/derivatives';
import { markdownTable, type Section, type Target, targetTable } from '../harness/page.ts';
import type { CostTable, DerivativeResults, TimeTable } from './derivatives.ts';

export function pageOf(results: DerivativeResults, targets: readonly Target[]): string {
  const { isQuick, seed, hulls, isSubstitute, table1, variants, table2 } = results;
  const warnings = [
    ...(isQuick ? ['This was a quick run: it has few problems.'] : []),
    ...(isSubstitute ? ['The YCB hulls were absent: times and figures are for generated hulls.'] : []),
  ];
  return `# Derivatives of collision detection: the paper's experiments

Written by \`npm run bench -- derivatives${isQuick ? ' --quick' : ''} --seed ${seed}\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, WebAssembly.
The paper is Montaut et al., "Differentiable Collision Detection: a Randomized Smoothing Approach", ICRA 2023. Meshes: ${hulls}. ${warnings.join(' ')}

## Targets

${targetTable(targets)}

## Contact poses (Table I)

${table1.problems} problems: pairs of hulls of twelve random points on an ellipsoid with radii from 0.2 m to 1 m, targets on both surfaces, random starts;
the cost (30) in m² after 50 Gauss-Newton iterations with backtracking. The paper does not say how its targets are drawn. Two points
inside of two faces can only meet if the faces touch. Then all points of the common area are nearest points, so that the cost for targets
drawn uniformly cannot go to zero; the paper's cost does. Our targets are the nearest points of the pair at a random pose, on faces,
edges and corners, so that at least one pose brings them together.

${tableOf(costSection(table1, true))}

The noise of our first-order columns is on the unit normal, starts at 1 and falls by 8 % with each iteration (the defaults of \`contactPose\`); the
paper's is on the separation vector x* and constant, 1e-3 and 1e-4. If no step length lowers the cost, the first-order columns still take
the best of the six longest steps, and the lowest cost of all iterations counts. The next table has the paper's constant noise on x* (relative to the smaller
body's bounding radius, \`noiseOn: 'separation'\`) and on the unit normal, where it is too small to smooth over the corners of twelve-vertex bodies:

${tableOf(costSection(variants[0], false))}

With random corners as targets:

${tableOf(costSection(variants[1], false))}

With targets drawn uniformly from the surfaces:

${tableOf(costSection(variants[2], false))}

## Convergence and noise (Fig. 5, 6)

![fig5](fig5.svg)
![fig6](fig6.svg)

## Times (Table II)

Microseconds for one derivative with its default noise, but 1e-2 for 0th order as in the paper, mean ± deviation over ${table2[0].problems} problems each, the query's answer given. The paper's machine is
a different one, so only ratios within a column can be compared. Its bodies are also YCB meshes, but not the same hulls.

${tableOf(timeSection(table2))}

## Bias and deviation on polytopes

The Jacobian of A's point is compared with that of the ellipsoids that the polytopes were made from; errors are relative to its norm. Centers are 2 m apart. The noise of
Gaussian and Gumbel is on the unit normal, that of 0th order on the pose; \`default\` is the default noise of each estimator.

![bias](bias.svg)
![deviation](deviation.svg)
`;
}

function tableOf({ head, rows }: Section): string {
  return markdownTable(head, rows);
}

export function costSection(table: CostTable, withPaper: boolean): Section {
  return {
    title: `Table I, ${table.problems} problems`,
    note: '',
    head: ['', ...table.columns.flatMap(({ title }) => (withPaper ? [title, 'paper'] : [title]))],
    rows: quantiles.map(({ name }, q) => [
      name,
      ...table.columns.flatMap(({ key, quantiles: ours }) => {
        const own = short(ours[q]);
        return withPaper ? [own, short(paperTable1[key][q])] : [own];
      }),
    ]),
  };
}

export function short(x: number): string {
  return x.toExponential(0);
}

export function timeSection(tables: readonly TimeTable[]): Section {
  const [collision, apart] = tables;
  const cell = ({ mean, deviation }: TimeTable['cold']): string =>
    `${mean.toFixed(mean < 10 ? 2 : 1)} ± ${deviation.toFixed(deviation < 10 ? 2 : 1)}`;
  return {
    title: 'Table II, µs',
    note: '',
    head: ['', 'collision', 'paper', 'apart', 'paper'],
    rows: [
      ['query, cold', cell(collision.cold), '', cell(apart.cold), ''],
      ['query, warm', cell(collision.warm), '', cell(apart.warm), ''],
      ...collision.rows.map((row, k) => {
        const [paperCollision, paperApart] = paperTable2[row.title] ?? ['', ''];
        return [row.title, cell(row), paperCollision, cell(apart.rows[k]), paperApart];
      }),
    ],
  };
}

export interface Column {
  readonly key: string;
  readonly title: string;
  readonly options: ContactPoseOptions;
}

/**
 * The paper's noise of the two first-order columns, 1e-3 and 1e-4, is on the separation vector x*, and constant. That of
 * `contactPose` is on the unit normal; it starts at 1 and falls by 8 % with each step.
 */
export const columns: readonly Column[] = [
  {
    key: 'fd-6',
    title: 'finite differences, 1e-6',
    options: { estimator: 'finite-difference', noise: 1e-6 },
  },
  {
    key: 'fd-3',
    title: 'finite differences, 1e-3',
    options: { estimator: 'finite-difference', noise: 1e-3 },
  },
  {
    key: 'zeroth',
    title: '0th order, M = 50',
    options: { estimator: 'zeroth-order', noise: 1e-2, samples: 50 },
  },
  { key: 'gaussian', title: '1st order, Gaussian, M = 20', options: { estimator: 'gaussian', samples: 20 } },
  { key: 'gumbel', title: '1st order, Gumbel, n_l = 1', options: { estimator: 'gumbel', neighbors: 1 } },
];

/** The paper's noise, constant: on x*, as printed, and on the unit normal. */
export const constantColumns: readonly Column[] = (['separation', 'normal'] as const).flatMap((noiseOn) => {
  const place = noiseOn === 'separation' ? 'x*' : 'the normal';
  return [
    {
      key: `gaussian-${noiseOn}`,
      title: `Gaussian, M = 20, 1e-3 on ${place}`,
      options: { estimator: 'gaussian', samples: 20, noise: 1e-3, noiseOn, decay: 1 },
    },
    {
      key: `gumbel-${noiseOn}`,
      title: `Gumbel, n_l = 1, 1e-4 on ${place}`,
      options: { estimator: 'gumbel', neighbors: 1, noise: 1e-4, noiseOn, decay: 1 },
    },
  ] as const;
});

export const quantiles = [
  { name: 'D1', share: 0.1 },
  { name: 'Q1', share: 0.25 },
  { name: 'median', share: 0.5 },
  { name: 'Q3', share: 0.75 },
  { name: 'D9', share: 0.9 },
] as const;

/** Table I as printed, in the order of the quantiles. */
const paperTable1: Readonly<Record<string, readonly number[]>> = {
  'fd-6': [2e-33, 4e-32, 3e-3, 4e-2, 8e-2],
  'fd-3': [8e-33, 7e-23, 4e-14, 1e-2, 5e-2],
  zeroth: [4e-23, 5e-20, 2e-13, 2e-3, 5e-3],
  gaussian: [4e-16, 1e-10, 4e-8, 3e-7, 2e-6],
  gumbel: [6e-16, 3e-10, 1e-8, 7e-8, 2e-5],
};

/** Table II as printed: microseconds, mean ± deviation. */
const paperTable2: Readonly<Record<string, readonly [collision: string, apart: string]>> = {
  'finite differences, M = 12': ['78 ± 48', '11.0 ± 7.3'],
  '0th order, M = 10': ['65 ± 36', '9 ± 6'],
  '0th order, M = 20': ['122 ± 130', '17 ± 10'],
  '0th order, M = 50': ['338 ± 391', '47 ± 30'],
  '0th order, M = 100': ['613 ± 402', '86 ± 45'],
  'Gaussian, M = 10': ['4.8 ± 1.4', '3.1 ± 0.3'],
  'Gaussian, M = 20': ['8.9 ± 2.8', '5.8 ± 0.5'],
  'Gaussian, M = 50': ['22 ± 8', '15 ± 3'],
  'Gaussian, M = 100': ['42 ± 13', '27 ± 3'],
  'Gumbel, n_l = 1': ['1.7 ± 0.5', '1.6 ± 0.5'],
  'Gumbel, n_l = 3': ['4.1 ± 1.8', '3.9 ± 1.4'],
  'Gumbel, n_l = 5': ['9.6 ± 7.8', '9.7 ± 8.1'],
};
