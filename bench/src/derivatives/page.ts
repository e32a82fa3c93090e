// The page with our numbers beside the paper's.

import type { ContactPoseOptions } from 'proximal/derivatives';
import { markdownTable, type Section, type Target, targetTable } from '../harness/page.ts';
import type { CostTable, DerivativeResults, TimeTable } from './derivatives.ts';

export function pageOf(results: DerivativeResults, targets: readonly Target[]): string {
  const { isQuick, seed, hulls, isSubstitute, table1, annealed, variants, table2 } = results;
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

One descent for all columns, as in the paper: constant noise, and only steps that decrease the cost. The noise of the first-order columns is on the
separation vector x*, as in (26)–(28), relative to the smaller body's bounding radius. ${printedVerdict(table1)}

The first-order columns with the same noise on the unit normal, where it does not depend on the distance, on ${variants[0].problems} problems:

${tableOf(costSection(variants[0], false))}

### Annealing for all

The noise falls by 8 % with each iteration, and if no step decreases the cost, the best of the six longest steps is taken; the lowest cost of
all iterations counts. The first-order columns have the defaults of \`contactPose\`: noise on the unit normal, from 1. The others move the pose, by increments and samples that
start as the title says. ${annealedVerdict(annealed)}

${tableOf(costSection(annealed, false))}

With random corners as targets, on ${variants[1].problems} problems:

${tableOf(costSection(variants[1], false))}

With targets drawn uniformly from the surfaces, on ${variants[2].problems} problems:

${tableOf(costSection(variants[2], false))}

## Convergence and noise (Fig. 5, 6)

Constant noise as printed, on x* for the first-order estimators, then the annealing of the tables above for all; in Fig. 6 also the noise on the unit normal.

![fig5](fig5.svg)
![fig5-annealed](fig5-annealed.svg)
![fig6](fig6.svg)
![fig6-normal](fig6-normal.svg)

## Times (Table II)

Microseconds for one derivative with its default noise, but 1e-2 for 0th order as in the paper, mean ± deviation over ${table2[0].problems} problems each, the query's answer given. The paper's machine is
a different one, so only ratios within a column can be compared. Its bodies are also YCB meshes, but not the same hulls.

${tableOf(timeSection(table2))}

## Bias and deviation on polytopes

The Jacobian of A's point is compared with the Jacobian of the ellipsoids that the polytopes were made from; errors are relative to its norm. Centers are 2 m apart. Points are medians over the poses, with the middle half. The noise of
Gaussian and Gumbel is on x*, the noise of 0th order on the pose; \`default\` is the default noise of each estimator.

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

/** A quantile of a column, in m²; NaN if there is no such column. */
export function quantileOf({ columns }: CostTable, key: string, name: string): number {
  const column = columns.find((each) => each.key === key);
  return column?.quantiles[quantiles.findIndex((quantile) => quantile.name === name)] ?? Number.NaN;
}

/** Whether Q3 and D9 of both first-order estimators are three orders of magnitude below those of both finite differences, as in the paper. */
function printedVerdict(table: CostTable): string {
  const lines = ['Q3', 'D9'].map((name) => {
    const differences = Math.min(quantileOf(table, 'fd-6', name), quantileOf(table, 'fd-3', name));
    const first = Math.max(quantileOf(table, 'gaussian', name), quantileOf(table, 'gumbel', name));
    const holds =
      first < differences / 1000
        ? 'reproduced'
        : first < differences
          ? 'only the order is reproduced'
          : 'not reproduced';
    return `${name} of the first-order estimators at least three orders of magnitude below finite differences: ${holds} (${short(first)} against ${short(differences)})`;
  });
  return `${lines.join('; ')}. The costs themselves depend on the targets, which the paper does not give.`;
}

/** Whether Q3 and D9 of finite differences with the same annealing are at most ten times those of the first-order estimators. */
function annealedVerdict(table: CostTable): string {
  const best = (prefix: RegExp, name: string): number =>
    Math.min(...table.columns.filter(({ key }) => prefix.test(key)).map(({ key }) => quantileOf(table, key, name)));
  const parts = ['median', 'Q3', 'D9'].map(
    (name) => `${name} ${short(best(/^fd/, name))} against ${short(best(/^gaussian|^gumbel/, name))}`,
  );
  const asWell = ['Q3', 'D9'].every((name) => best(/^fd/, name) <= 10 * best(/^gaussian|^gumbel/, name));
  return `Finite differences ${asWell ? 'do as well' : 'do not do as well'} with it, the best of their columns against the best of the first-order ones: ${parts.join(', ')}.`;
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

/** One descent for all: constant noise, and steps that decrease the cost, by backtracking. */
const descent = { decay: 1, uphill: false } as const;

/** Table I as printed: the noise of the two first-order columns is on the separation vector x*, as in (26)–(28). */
export const printedColumns: readonly Column[] = [
  {
    key: 'fd-6',
    title: 'finite differences, 1e-6',
    options: { estimator: 'finite-difference', noise: 1e-6, ...descent },
  },
  {
    key: 'fd-3',
    title: 'finite differences, 1e-3',
    options: { estimator: 'finite-difference', noise: 1e-3, ...descent },
  },
  {
    key: 'zeroth',
    title: '0th order, M = 50, 1e-2',
    options: { estimator: 'zeroth-order', noise: 1e-2, samples: 50, ...descent },
  },
  ...firstOrder('separation'),
];

/** The first-order columns with their noise on the unit normal. */
export const normalColumns: readonly Column[] = firstOrder('normal');

function firstOrder(noiseOn: 'separation' | 'normal'): Column[] {
  return [
    {
      key: 'gaussian',
      title: 'Gaussian, M = 20, 1e-3',
      options: { estimator: 'gaussian', samples: 20, noise: 1e-3, noiseOn, ...descent },
    },
    {
      key: 'gumbel',
      title: 'Gumbel, n_l = 1, 1e-4',
      options: { estimator: 'gumbel', neighbors: 1, noise: 1e-4, noiseOn, ...descent },
    },
  ];
}

/**
 * The same annealing for all: the noise falls by 8 % with each step, and the best of six long steps is taken if none decreases the cost. The noise
 * starts at 1 on the unit normal, the default of `contactPose`, and for the estimators that move the pose at several values.
 */
const annealing = { decay: 0.92, uphill: true } as const;
export const annealedColumns: readonly Column[] = [
  ...[1e-3, 1e-2, 0.1].map((noise) => ({
    key: `fd-annealed-${noise}`,
    title: `finite differences, from ${noise}`,
    options: { estimator: 'finite-difference' as const, noise, ...annealing },
  })),
  ...[0.1, 0.3].map((noise) => ({
    key: `zeroth-annealed-${noise}`,
    title: `0th order, M = 50, from ${noise}`,
    options: { estimator: 'zeroth-order' as const, noise, samples: 50, ...annealing },
  })),
  {
    key: 'gaussian-annealed',
    title: 'Gaussian, M = 20, from 1',
    options: { estimator: 'gaussian', samples: 20, noise: 1, noiseOn: 'normal', ...annealing },
  },
  {
    key: 'gumbel-annealed',
    title: 'Gumbel, n_l = 1, from 1',
    options: { estimator: 'gumbel', neighbors: 1, noise: 1, noiseOn: 'normal', ...annealing },
  },
];

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
