// Batches and rollouts on pools of 1, 2, 4 … workers, beside the same work on one core.
import { availableParallelism } from 'node:os';
import { createDistanceBatch, distanceBatch } from 'proximal';
import { Rng } from 'proximal/math';
import { createPool, type Pool } from 'proximal/parallel';
import { makeSimulation, rollouts, startSimulation, writeSimulation } from 'proximal/sim';
import { gpuSet } from '../gpu/sets.ts';
import { defineBenchmark, seed, whole } from '../harness/benchmark.ts';
import { quantile } from '../harness/timer.ts';

interface Row {
  readonly name: string;
  readonly workers: number;
  /** Pairs or rollouts per second. */
  readonly one: number;
  readonly many: number;
  /** The median of the rounds' ratios. */
  readonly ratio: number;
  /** Rows whose bits differ. */
  readonly differing: number;
}

const setNames = ['boxes', 'hulls of 50', 'hulls of 500'];
const bodyCount = 2000;
/** The simulation of the rollouts, and the number of their steps. */
const scene = 'stack';
const steps = 30;
/** The wanted ratio to one core: 1.9 on two cores, 3.6 on four. */
const wanted = (workers: number): number => (workers === 2 ? 1.9 : 0.9 * workers);

/** One, two, four … workers, up to the number of cores. */
function workerCounts(): number[] {
  const counts: number[] = [];
  for (let count = 1; count <= availableParallelism(); count *= 2) counts.push(count);
  return counts;
}

export const parallelBenchmark = defineBenchmark({
  name: 'parallel',
  title: 'batches and rollouts on several cores, beside one core',
  options: { pairs: whole(64, 1e8), rollouts: whole(1, 1e6), rounds: whole(1, 1000), size: whole(1, 1024), seed },
  full: { pairs: 400_000, rollouts: 64, rounds: 15, size: 0, seed: 1 },
  quick: { pairs: 100_000, rollouts: 8, rounds: 3 },
  seconds: { quick: 15, full: 240 },
  async measure({ pairs, rollouts: count, rounds, size, seed: start }) {
    const rows: Row[] = [];
    let overhead = 0;
    for (const workers of size > 0 ? [size] : workerCounts()) {
      const pool = createPool({ size: workers });
      try {
        for (const name of setNames) rows.push(await measureSet(pool, name, pairs, rounds, start));
        rows.push(await measureRollouts(pool, count, rounds, start));
        overhead = await overheadOf(pool);
      } finally {
        pool.close();
      }
    }
    return { rows, overhead };
  },
  targets: ({ rows, overhead }) => [
    ...rows
      .filter(({ name, workers }) => name !== 'boxes' && workers > 1)
      .map(({ name, workers, ratio }) => ({
        what: `${name}: ${workers} workers beside one core`,
        wanted: `at least ${wanted(workers).toFixed(1)} on idle cores`,
        found: ratio.toFixed(2),
        isMet: ratio >= wanted(workers),
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
  page: ({ rows }, _targets, { pairs, rollouts: count }) => ({
    title: 'Batches and rollouts on several cores',
    intro: `${pairs} random pairs of ${bodyCount} bodies with 512 shapes in a cube with an edge of 6 m; ${count} rollouts of ${steps} steps of the simulation '${scene}' with random velocities.`,
    sections: [
      {
        title: 'Pairs or rollouts per second',
        note: '`distanceBatch`, cold, with all columns of results, into reused arrays on one core and into shared arrays on the pool; `rollouts`, the last states. The ratio is the median over rounds.',
        head: ['work', 'workers', 'one core', 'pool', 'ratio'],
        rows: rows.map(({ name, workers, one, many, ratio }) => [
          name,
          String(workers),
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
  return rowOf(name, pool.size, count, one, many, differing);
}

async function measureRollouts(pool: Pool, count: number, rounds: number, start: number): Promise<Row> {
  const rng = new Rng(start);
  const simulation = makeSimulation(scene);
  const file = writeSimulation(simulation);
  const { simulator } = startSimulation(simulation);
  const inputs = Array.from({ length: count }, () => ({
    v: Float64Array.from({ length: simulator.nv }, () => 0.1 * rng.normal()),
  }));
  const [one, many]: [number[], number[]] = [[], []];
  let [wantedStates, found] = [rollouts(simulator, inputs, { steps }), await pool.rollouts(file, inputs, { steps })];
  for (let round = 0; round < rounds; round++) {
    one.push(
      await millisecondsOf(async () => {
        wantedStates = rollouts(simulator, inputs, { steps });
      }),
    );
    many.push(
      await millisecondsOf(async () => {
        found = await pool.rollouts(file, inputs, { steps });
      }),
    );
  }
  const { nq } = simulator;
  const differing = inputs.filter((_, k) =>
    found.q.subarray(nq * k, nq * (k + 1)).some((x, at) => !Object.is(x, wantedStates.q[nq * k + at])),
  ).length;
  return rowOf('rollouts', pool.size, count, one, many, differing);
}

/** The row of work of `count` pairs or rollouts, from the times of its rounds in milliseconds. */
function rowOf(
  name: string,
  workers: number,
  count: number,
  one: readonly number[],
  many: readonly number[],
  differing: number,
): Row {
  const rate = (times: readonly number[]): number => (1000 * count) / quantile([...times], 0.5);
  const ratio = quantile(
    one.map((time, k) => time / many[k]),
    0.5,
  );
  return { name, workers, one: rate(one), many: rate(many), ratio, differing };
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
