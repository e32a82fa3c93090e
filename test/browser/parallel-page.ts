// Batches on a pool of Web Workers, compared with one core.
import { box, convex, distanceBatch, sphere } from 'proximal';
import { Rng } from 'proximal/math';
import { createPool } from 'proximal/parallel';
import { makeSimulation, rollouts, startSimulation, writeSimulation } from 'proximal/sim';

export interface ParallelOutcome {
  readonly error?: string;
  readonly isIsolated?: boolean;
  readonly differing?: number;
  readonly squares?: readonly number[];
  readonly sameRollouts?: boolean;
}

async function compare(): Promise<ParallelOutcome> {
  const rng = new Rng(1);
  const hull = convex(Array.from({ length: 20 }, () => [rng.normal(), rng.normal(), rng.normal()]));
  const shapes = [box(1, 2, 0.5), sphere(1), hull];
  const poses = Float64Array.from({ length: 21 }, (_, at) => (at % 7 < 3 ? rng.uniform(-3, 3) : rng.normal()));
  const pairs = Uint32Array.from({ length: 4000 }, () => rng.index(3));
  const pool = createPool({ size: 2 });
  const found = await pool.distanceBatch({ shapes, poses }, pairs);
  const wanted = distanceBatch({ shapes, poses }, pairs);
  let differing = 0;
  for (let k = 0; k < 2000; k++)
    if (found.lower[k] !== wanted.lower[k] || found.upper[k] !== wanted.upper[k]) differing++;
  const squares = await pool.map<number, number>(new URL('/square.js', location.href), [2, 3]);
  const simulation = makeSimulation('bouncing-ball');
  const starts = [1, 2, 3].map((speed) => ({ v: new Float64Array(6).fill(speed) }));
  const { q } = await pool.rollouts(writeSimulation(simulation), starts, { steps: 60 });
  const sameRollouts = q.join() === rollouts(startSimulation(simulation).simulator, starts, { steps: 60 }).q.join();
  pool.close();
  return { isIsolated: crossOriginIsolated, differing, squares, sameRollouts };
}

compare()
  .catch((error: unknown): ParallelOutcome => ({ error: String(error instanceof Error ? error.stack : error) }))
  .then((outcome) => fetch(`/report${location.search}`, { method: 'POST', body: JSON.stringify(outcome) }));
