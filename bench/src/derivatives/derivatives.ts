// The experiments of "Differentiable Collision Detection: a Randomized Smoothing Approach" (Montaut et al. 2023).
import { defineBenchmark, seed, text } from '../harness/benchmark.ts';
import { markdownTable, type Target } from '../harness/page.ts';
import { hullOfSize, loadHulls } from '../problems/hulls.ts';
import { drawBias, drawFigure5, drawFigure6 } from './figures.ts';
import { annealedColumns, costSection, pageOf, printedColumns, quantiles, short, timeSection } from './page.ts';
import { runTable1, runTable2, runVariants, type TargetKind } from './tables.ts';

const full = {
  pairs: 100,
  targets: 30,
  variantPairs: 10,
  convergence: 60,
  times: 200,
  poses: 30,
  seeds: 100,
};
const quick = {
  pairs: 10,
  targets: 7,
  variantPairs: 2,
  convergence: 12,
  times: 60,
  poses: 8,
  seeds: 20,
};

export const derivativesBenchmark = defineBenchmark({
  name: 'derivatives',
  title: 'the experiments of the paper on differentiable collision detection',
  options: { ycb: text, seed },
  full: { ycb: undefined as string | undefined, seed: 1, amounts: full },
  quick: { amounts: quick },
  seconds: { quick: 18, full: 200 },
  async measure({ ycb, seed: start, amounts, isQuick }, { step }): Promise<DerivativeResults> {
    const { pairs, targets, variantPairs, convergence, times, poses, seeds } = amounts;
    const hulls = loadHulls(ycb);
    console.log(`Hulls: ${hulls.source}.`);
    const [a, b] = [hullOfSize(hulls, 400).hull, hullOfSize(hulls, 900).hull];
    const shapes = hulls.hulls.map(({ hull }) => hull);
    // Times are measured first, since code that has run before may change how JavaScript is compiled.
    const table2 = await step('Table II', () => runTable2(shapes, times, start));
    const table1 = await step('Table I', () => runTable1(printedColumns, pairs, targets, start));
    const annealed = await step('Table I, annealing', () => runTable1(annealedColumns, pairs, targets, start));
    const variants = await step('Table I, other noise and targets', () => runVariants(variantPairs, targets, start));
    const figures = [
      ...(await step('Fig. 5', () => drawFigure5(a, b, convergence, start))),
      ...(await step('Fig. 6', () => drawFigure6(a, b, convergence, start))),
      ...(await step('bias', () => drawBias(poses, seeds, start))),
    ];
    const { source, isSubstitute } = hulls;
    return { isQuick, seed: start, hulls: source, isSubstitute, table1, annealed, variants, table2, figures };
  },
  targets: ({ annealed, table2 }) => [...costTargets(annealed), ...timeTargets(table2)],
  page(results, targets) {
    const [costs, times] = [costSection(results.table1, true), timeSection(results.table2)];
    return {
      title: "Derivatives of collision detection: the paper's experiments",
      intro: '',
      sections: [costs, times],
      markdown: pageOf(results, targets),
      tables: { times: markdownTable(times.head, times.rows) },
    };
  },
});

function costTargets({ columns }: CostTable): Target[] {
  return [
    { name: 'Q3', limit: 1e-6 },
    { name: 'D9', limit: 1e-4 },
  ].flatMap(({ name, limit }) =>
    columns
      .filter(({ key }) => key === 'gaussian-annealed' || key === 'gumbel-annealed')
      .map(({ title, quantiles: costs }) => {
        const cost = costs[quantiles.findIndex((quantile) => quantile.name === name)];
        return {
          what: `${name} of ${title}, annealed`,
          wanted: `at most ${short(limit)}`,
          found: short(cost),
          isMet: cost <= limit,
        };
      }),
  );
}

function timeTargets(tables: readonly TimeTable[]): Target[] {
  const timeOf = (table: TimeTable, title: string): number =>
    table.rows.find((row) => row.title === title)?.mean ?? Number.NaN;
  const gumbel = 'Gumbel, n_l = 1';
  return [
    ...tables.map((table) => {
      const ratio = timeOf(table, gumbel) / table.cold.mean;
      return {
        what: `${gumbel}, ${table.situation}: time / time of a cold query`,
        wanted: 'at most 1',
        found: ratio.toFixed(2),
        isMet: ratio <= 1,
      };
    }),
    ...tables
      .filter(({ situation }) => situation === 'collision')
      .map((table) => {
        const ratio = (12 * table.warm.mean) / timeOf(table, gumbel);
        return {
          what: `${gumbel}, ${table.situation}: time of twelve warm queries / its own time`,
          wanted: 'at least 5',
          found: ratio.toFixed(1),
          isMet: ratio >= 5,
        };
      }),
  ];
}

/** Quantiles of terminal costs, in m². */
export interface CostTable {
  readonly kind: TargetKind;
  readonly problems: number;
  readonly columns: readonly { readonly key: string; readonly title: string; readonly quantiles: readonly number[] }[];
}

/** Microseconds per call, mean and standard deviation over the problems. */
export interface Timing {
  readonly title: string;
  readonly mean: number;
  readonly deviation: number;
}

export interface TimeTable {
  readonly situation: 'collision' | 'apart';
  readonly problems: number;
  readonly rows: readonly Timing[];
  /** A signed distance without warm start, and one that starts from the last result, at the same pose. */
  readonly cold: Timing;
  readonly warm: Timing;
}

export interface DerivativeResults {
  readonly isQuick: boolean;
  readonly seed: number;
  readonly hulls: string;
  readonly isSubstitute: boolean;
  readonly table1: CostTable;
  readonly annealed: CostTable;
  readonly variants: readonly CostTable[];
  readonly table2: readonly TimeTable[];
  readonly figures: readonly string[];
}
