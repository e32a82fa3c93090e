// The page with our numbers beside the paper's.
import { markdownTable } from '../markdown.ts';
import { type Target, targetTable } from '../targets.ts';
import { paperTable1, paperTable2, quantiles } from './columns.ts';
import type { CostTable, DerivativeResults, TimeTable } from './results.ts';

export function pageOf(results: DerivativeResults, targets: readonly Target[]): string {
  const { isQuick, seed, hulls, isSubstitute, table1, variants, table2 } = results;
  const warnings = [
    ...(isQuick ? ['This was a quick run: its numbers rest on few problems.'] : []),
    ...(isSubstitute ? ['The YCB hulls were absent: times and figures are of generated ones.'] : []),
  ];
  return `# Derivatives of collision detection: the paper's experiments

Written by \`npm run bench -- derivatives${isQuick ? ' --quick' : ''} --seed ${seed}\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, WebAssembly.
The paper is Montaut et al., "Differentiable Collision Detection: a Randomized Smoothing Approach", ICRA 2023. Meshes: ${hulls}. ${warnings.join(' ')}

## Targets

${targetTable(targets)}

## Contact poses (Table I)

${table1.problems} problems: pairs of hulls of twelve random points on an ellipsoid with radii from 0.2 m to 1 m, targets on both surfaces, random starts;
the cost (30) in m² after 50 Gauss-Newton iterations with backtracking. The paper does not say how its targets are drawn. Two points
inside of two faces can only touch face to face, where the nearest points are any point of the common area, so that the cost of a pair
of points drawn uniformly cannot go to zero; that of the paper does. Here targets are the nearest points of the pair at a random pose:
on faces, edges and corners as they come, and at least one pose brings them together.

${costTable(table1, true)}

The noise of our first-order columns is on the unit normal, starts at 1 and falls by 8 % with each iteration (the defaults of \`contactPose\`); the
paper's is on the separation vector x* and constant, 1e-3 and 1e-4. Where no length of a step lowers the cost, the first-order columns take
the best of the six longest all the same, and the lowest cost on the way counts. With the paper's numbers, constant, on x* (relative to the smaller
body's bounding radius, \`noiseOn: 'separation'\`) and on the unit normal, where they smooth too little to get a body with twelve corners around one of them:

${costTable(variants[0], false)}

With random corners as targets:

${costTable(variants[1], false)}

With targets drawn uniformly from the surfaces:

${costTable(variants[2], false)}

## Convergence and noise (Fig. 5, 6)

![fig5](fig5.svg)
![fig6](fig6.svg)

## Times (Table II)

Microseconds for one derivative with its default noise, but 1e-2 for 0th order as in the paper, mean ± deviation over ${table2[0].problems} problems each, the query's answer given. The paper's machine is
another one, so only ratios within a column compare. Its bodies are YCB meshes, too, but not the same hulls.

${timeTable(table2)}

## Bias and deviation on polytopes

Of the Jacobian of A's point, against that of the ellipsoids that the polytopes were made from; relative to its norm. Centers are 2 m apart. The noise of
Gaussian and Gumbel is on the unit normal, that of 0th order on the pose; \`default\` is what each takes without a number.

![bias](bias.svg)
![deviation](deviation.svg)
`;
}

export function costTable(table: CostTable, withPaper: boolean): string {
  const head = ['', ...table.columns.flatMap(({ title }) => (withPaper ? [title, 'paper'] : [title]))];
  return markdownTable(
    head,
    quantiles.map(({ name }, q) => [
      name,
      ...table.columns.flatMap(({ key, quantiles: ours }) => {
        const own = short(ours[q]);
        return withPaper ? [own, short(paperTable1[key][q])] : [own];
      }),
    ]),
  );
}

export function short(x: number): string {
  return x.toExponential(0);
}

export function timeTable(tables: readonly TimeTable[]): string {
  const [collision, apart] = tables;
  const cell = ({ mean, deviation }: TimeTable['cold']): string =>
    `${mean.toFixed(mean < 10 ? 2 : 1)} ± ${deviation.toFixed(deviation < 10 ? 2 : 1)}`;
  return markdownTable(
    ['', 'collision', 'paper', 'apart', 'paper'],
    [
      ['query, cold', cell(collision.cold), '', cell(apart.cold), ''],
      ['query, warm', cell(collision.warm), '', cell(apart.warm), ''],
      ...collision.rows.map((row, k) => {
        const [paperCollision, paperApart] = paperTable2[row.title] ?? ['', ''];
        return [row.title, cell(row), paperCollision, cell(apart.rows[k]), paperApart];
      }),
    ],
  );
}
