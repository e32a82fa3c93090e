// The experiments of "Differentiable Collision Detection: a Randomized Smoothing Approach" (Montaut et al. 2023).
import { parseArgs } from 'node:util';
import { setTarget, target } from 'proximal';
import { type HullSet, hullOfSize, loadHulls } from '../gjk/hulls.ts';
import type { Benchmark } from '../registry.ts';
import { publish } from '../results.ts';
import { formatTargets, type Target } from '../targets.ts';
import { UsageError, wholeNumber } from '../usage.ts';
import { drawBias } from './bias.ts';
import { quantiles } from './columns.ts';
import { drawFigure5, drawFigure6 } from './convergence.ts';
import { costTable, pageOf, short, timeTable } from './page.ts';
import type { CostTable, DerivativeResults, TimeTable } from './results.ts';
import { runTable1, runVariants } from './table1.ts';
import { runTable2 } from './table2.ts';

/** How much of everything. */
interface Amounts {
  readonly pairs: number;
  readonly targets: number;
  readonly variantPairs: number;
  readonly convergence: number;
  readonly times: number;
  readonly poses: number;
  readonly seeds: number;
}

const full: Amounts = {
  pairs: 100,
  targets: 50,
  variantPairs: 10,
  convergence: 100,
  times: 200,
  poses: 30,
  seeds: 100,
};
const quick: Amounts = {
  pairs: 10,
  targets: 10,
  variantPairs: 3,
  convergence: 20,
  times: 60,
  poses: 8,
  seeds: 20,
};

export const derivativesBenchmark: Benchmark = {
  name: 'derivatives',
  title: 'the experiments of the paper on differentiable collision detection (--quick, --ycb <folder>, --seed)',
  runs: { quick: ['--quick'], full: [] },
  seconds: { quick: 18, full: 200 },
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        quick: { type: 'boolean', default: false },
        ycb: { type: 'string' },
        seed: { type: 'string', default: '1' },
      },
    });
    setTarget('wasm');
    if (target() !== 'wasm') throw new UsageError('WebAssembly is not available here, and the times are its times.');
    const hulls = loadHulls(values.ycb);
    console.log(`Hulls: ${hulls.source}.`);
    const seed = wholeNumber('seed', values.seed, 0, 4_000_000);
    report(await runAll(hulls, values.quick ? quick : full, seed, values.quick));
  },
};

async function runAll(hulls: HullSet, amounts: Amounts, seed: number, isQuick: boolean): Promise<DerivativeResults> {
  const { pairs, targets, variantPairs, convergence, times, poses, seeds } = amounts;
  const [a, b] = [hullOfSize(hulls, 400).hull, hullOfSize(hulls, 900).hull];
  const shapes = hulls.hulls.map(({ hull }) => hull);
  // Before the long runs: what a process has done before changes the speed of its JavaScript.
  const table2 = await step('Table II', () => runTable2(shapes, times, seed));
  const table1 = await step('Table I', () => runTable1(pairs, targets, seed));
  const variants = await step('Table I, other targets', () => runVariants(variantPairs, targets, seed));
  const figures = [
    await step('Fig. 5', () => drawFigure5(a, b, convergence, seed)),
    await step('Fig. 6', () => drawFigure6(a, b, convergence, seed)),
    ...(await step('bias', () => drawBias(poses, seeds, seed))),
  ];
  return { isQuick, seed, hulls: hulls.source, isSubstitute: hulls.isSubstitute, table1, variants, table2, figures };
}

/** Says what is being done: some of it takes minutes. */
async function step<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}

function report(results: DerivativeResults): void {
  const targets = [...costPromises(results.table1), ...timePromises(results.table2)];
  console.log(`\nTable I, ${results.table1.problems} problems:\n${costTable(results.table1, true)}`);
  console.log(`\nTable II, µs:\n${timeTable(results.table2)}\n`);
  console.log(formatTargets(targets));
  const tables = { costs: costTable(results.table1, true), times: timeTable(results.table2) };
  publish('derivatives', { ...results, targets, tables }, pageOf(results, targets));
}

function costPromises({ columns }: CostTable): Target[] {
  return [
    { name: 'Q3', most: 1e-6 },
    { name: 'D9', most: 1e-4 },
  ].flatMap(({ name, most }) =>
    columns
      .filter(({ key }) => key === 'gaussian' || key === 'gumbel')
      .map(({ title, quantiles: costs }) => {
        const cost = costs[quantiles.findIndex((quantile) => quantile.name === name)];
        return {
          what: `${name} of ${title}`,
          wanted: `at most ${short(most)}`,
          found: short(cost),
          isMet: cost <= most,
        };
      }),
  );
}

function timePromises(tables: readonly TimeTable[]): Target[] {
  const timeOf = (table: TimeTable, title: string): number =>
    table.rows.find((row) => row.title === title)?.mean ?? Number.NaN;
  const gumbel = 'Gumbel, n_l = 1';
  return [
    ...tables.map((table) => {
      const ratio = timeOf(table, gumbel) / table.cold.mean;
      return {
        what: `${gumbel}, ${table.situation}: time / that of a cold query`,
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
          what: `${gumbel}, ${table.situation}: time of twelve warm queries / its own`,
          wanted: 'at least 5',
          found: ratio.toFixed(1),
          isMet: ratio >= 5,
        };
      }),
  ];
}
