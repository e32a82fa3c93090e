// Batches on a pool of workers, beside the same batch on one core.
import { createDistanceBatch, distanceBatch } from 'proximal';
import { createPool, type Pool } from 'proximal/parallel';
import { gpuSet } from '../gpu/sets.ts';
import { defineBenchmark, seed, whole } from '../harness/benchmark.ts';
import { quantile } from '../harness/timer.ts';

interface Row {
  readonly name: string;
  /** Pairs per second. */
  readonly one: number;
  readonly many: number;
  /** The median of the rounds' ratios. */
  readonly ratio: number;
  /** Rows whose bounds differ. */
  readonly differing: number;
}

const setNames = ['boxes', 'hulls of 50', 'hulls of 500'];
const bodyCount = 2000;
/** The wanted ratio to one core: 1.9 on two cores, 3.6 on four. */
const wanted = (workers: number): number => (workers === 2 ? 1.9 : 0.9 * workers);

export const parallelBenchmark = defineBenchmark({
  name: 'parallel',
  title: 'batches on all cores, beside one core',
  options: { pairs: whole(64, 1e8), rounds: whole(1, 1000), size: whole(1, 1024), seed },
  full: { pairs: 400_000, rounds: 15, size: 0, seed: 1 },
  quick: { pairs: 100_000, rounds: 5 },
  seconds: { quick: 10, full: 60 },
  async measure({ pairs, rounds, size, seed: start }) {
    const pool = createPool(size > 0 ? { size } : {});
    try {
      const rows: Row[] = [];
      for (const name of setNames) rows.push(await measureSet(pool, name, pairs, rounds, start));
      return { workers: pool.size, rows, overhead: await overheadOf(pool) };
    } finally {
      pool.close();
    }
  },
  targets: ({ workers, rows, overhead }) => [
    ...rows
      .filter(({ name }) => name.startsWith('hulls'))
      .map(({ name, ratio }) => ({
        what: `${name}: ${workers} workers beside one core`,
        wanted: `at least ${wanted(workers).toFixed(1)} on idle cores`,
        found: ratio.toFixed(2),
        isMet: workers > 1 ? ratio >= wanted(workers) : null,
      })),
    {
      what: 'a call with one pair',
      wanted: 'at most 100 µs',
      found: `${overhead.toFixed(0)} µs`,
      isMet: overhead <= 100,
    },
    {
      what: 'rows with other bits than on one core',
      wanted: '0',
      found: String(rows.reduce((sum, { differing }) => sum + differing, 0)),
      isMet: rows.every(({ differing }) => differing === 0),
    },
  ],
  page: ({ workers, rows }, _targets, { pairs }) => ({
    title: 'Batches on all cores',
    intro: `${workers} workers. ${pairs} random pairs of ${bodyCount} bodies with 512 shapes in a cube with an edge of 6 m.`,
    sections: [
      {
        title: 'Pairs per second',
        note: '`distanceBatch`, cold, with all columns of results, into reused arrays on one core and into shared arrays on all. The ratio is the median over rounds.',
        head: ['shapes', 'one core', 'all cores', 'ratio'],
        rows: rows.map(({ name, one, many, ratio }) => [
          name,
          one.toExponential(2),
          many.toExponential(2),
          ratio.toFixed(2),
        ]),
      },
    ],
  }),
});

async function measureSet(pool: Pool, name: string, count: number, rounds: number, start: number): Promise<Row> {
  const { bodies, pairs } = gpuSet(name, bodyCount, count, start);
  const out = createDistanceBatch(count);
  // The shapes are sent to the workers once, and the results stay in the same shared arrays.
  const shared = await pool.distanceBatch(bodies, pairs);
  const [one, many]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    one.push(await millisecondsOf(async () => distanceBatch(bodies, pairs, {}, out)));
    many.push(await millisecondsOf(() => pool.distanceBatch(bodies, pairs, {}, shared)));
  }
  let differing = 0;
  for (let k = 0; k < count; k++) {
    if (out.lower[k] !== shared.lower[k] || out.upper[k] !== shared.upper[k]) differing++;
  }
  const rate = (times: readonly number[]): number => (1000 * count) / quantile([...times], 0.5);
  const ratio = quantile(
    one.map((time, k) => time / many[k]),
    0.5,
  );
  return { name, one: rate(one), many: rate(many), ratio, differing };
}

/** The median time of a call with one pair, in µs. */
async function overheadOf(pool: Pool): Promise<number> {
  const { bodies, pairs } = gpuSet('boxes', 2, 1, 1);
  const times: number[] = [];
  for (let k = 0; k < 500; k++) times.push(1000 * (await millisecondsOf(() => pool.collideBatch(bodies, pairs))));
  return quantile(times, 0.5);
}

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}
