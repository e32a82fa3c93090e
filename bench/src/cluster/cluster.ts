// A cluster on one machine: a job on two workers beside one process, the overhead of a task, and 10⁴ tasks on 50 simulated workers.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, createCluster, type Job, readJob, runJob, runShard, startWorker } from '@proximal/cluster';
import { createPool } from 'proximal/parallel';
import { gpuSet } from '../gpu/sets.ts';
import { defineBenchmark, type Run, whole } from '../harness/benchmark.ts';
import { isRedisInstalled, RedisServer } from './redis-server.ts';
import { processorTime, startWorkerProcess, stopWorkerProcess } from './worker-process.ts';

interface Efficiency {
  /** Seconds of the job in one process with one thread, and on two workers. */
  readonly one: number;
  readonly two: number;
  /** Processor time in seconds: of one process, of the workers, and of Redis and the client together. */
  readonly oneCpu: number;
  readonly workersCpu: number;
  readonly othersCpu: number;
  readonly isEqual: boolean;
}

interface Results {
  readonly load: number;
  readonly efficiency: Efficiency;
  /** Milliseconds of a task with little to compute, and its processor time of worker, Redis and client. */
  readonly task: { readonly time: number; readonly cpu: number };
  readonly many: { readonly seconds: number; readonly isEqual: boolean };
  readonly costs: readonly UnitCost[];
}

interface UnitCost {
  readonly name: string;
  /** Microseconds of a pair, computed by a worker. */
  readonly pair: number;
}

const header = { format: 'proximal-job', version: 1 };
/** Simulated workers. */
const simulated = 50;

export const clusterBenchmark = defineBenchmark({
  name: 'cluster',
  title: 'jobs on two workers beside one process, the overhead of a task, many workers',
  options: { seconds: whole(1, 3600), tasks: whole(10, 1e6), pairs: whole(1e4, 1e9) },
  full: { seconds: 60, tasks: 10_000, pairs: 2_000_000 },
  quick: { seconds: 10, tasks: 2000, pairs: 400_000 },
  seconds: { quick: 60, full: 300 },
  async measure({ seconds, tasks, pairs }, run): Promise<Results | string> {
    if (!isRedisInstalled()) return 'redis-server is not on the PATH; on Debian, apt-get install redis-server';
    const load = loadavg()[0];
    const folder = mkdtempSync(join(tmpdir(), 'proximal-cluster-'));
    const server = await RedisServer.start();
    const cluster = await createCluster({ redis: server.url });
    try {
      const measured = { server, cluster, folder, run };
      return {
        load,
        costs: await run.step('pairs', () => costsOf(folder, pairs)),
        efficiency: await efficiencyOf(measured, seconds),
        task: await run.step('tasks of one item', () => overheadOf(measured, tasks)),
        many: await run.step(`${simulated} workers`, () => manyWorkers(measured, tasks)),
      };
    } finally {
      await cluster.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  targets: ({ efficiency, many }) => [
    {
      what: 'processor time of one process, beside that of two workers, Redis and the client',
      wanted: 'at least 95 %',
      found: percent(ofProcessorTime(efficiency)),
      isMet: Number.isNaN(ofProcessorTime(efficiency)) ? null : ofProcessorTime(efficiency) >= 0.95,
    },
    {
      what: 'time of one process, beside twice that on two workers',
      wanted: 'at least 95 % on two idle cores',
      found: percent(ofTime(efficiency)),
      isMet: ofTime(efficiency) >= 0.95,
    },
    {
      what: 'the bits of one process',
      wanted: 'the same',
      found: efficiency.isEqual && many.isEqual ? 'the same' : 'others',
      isMet: efficiency.isEqual && many.isEqual,
    },
  ],
  page: ({ load, efficiency, task, many, costs }, _targets, { tasks }) => ({
    title: 'Jobs on a cluster',
    intro: `Redis, client and workers on one machine; Redis with appendonly. The load of the machine before the run was ${load.toFixed(1)}.`,
    sections: [
      {
        title: 'A job on two workers with one thread each',
        note: 'A Monte-Carlo sweep of a simulation with 10 boxes. Efficiency is the time of one process with one thread, divided by twice the time on two workers; and by processor times, which a busy machine changes less.',
        head: ['', 'one process', 'two workers', 'Redis and client', 'efficiency'],
        rows: [
          ['time', seconds(efficiency.one), seconds(efficiency.two), '', percent(ofTime(efficiency))],
          [
            'processor time',
            seconds(efficiency.oneCpu),
            seconds(efficiency.workersCpu),
            seconds(efficiency.othersCpu),
            percent(ofProcessorTime(efficiency)),
          ],
        ],
      },
      {
        title: 'Overhead',
        note: `Tasks of one item that takes less than 0.1 ms: ${tasks} tasks on one worker, and on ${simulated} simulated workers, which share two threads.`,
        head: ['', 'ms per task', 'processor ms per task', 'tasks per second'],
        rows: [
          ['one worker', task.time.toFixed(2), task.cpu.toFixed(2), (1000 / task.time).toFixed(0)],
          [`${simulated} workers`, ((1000 * many.seconds) / tasks).toFixed(2), '', (tasks / many.seconds).toFixed(0)],
        ],
      },
      {
        title: 'Unit costs',
        note: 'Processor time of a pair in a job of the kind `batch`, query `distance`, column `lower`, in one thread.',
        head: ['shapes', 'µs per pair', 'core hours for 10¹² pairs'],
        rows: costs.map(({ name, pair }) => [name, pair.toFixed(3), ((pair * 1e6) / 3600).toFixed(0)]),
      },
    ],
  }),
});

const seconds = (value: number): string => `${value.toFixed(1)} s`;
const percent = (value: number): string => (Number.isNaN(value) ? 'unknown' : `${(100 * value).toFixed(1)} %`);
const ofTime = ({ one, two }: Efficiency): number => one / (2 * two);
const ofProcessorTime = ({ oneCpu, workersCpu, othersCpu }: Efficiency): number => oneCpu / (workersCpu + othersCpu);

interface Measured {
  readonly server: RedisServer;
  readonly cluster: Cluster;
  readonly folder: string;
  readonly run: Run;
}

/** A sweep that takes about `time` seconds on two cores. */
async function sweepOf(folder: string, time: number): Promise<Job> {
  const box = { version: 1, kind: 'box', hx: 0.1, hy: 0.1, hz: 0.1 };
  const boxes = Array.from({ length: 10 }, (_, k) => ({
    name: `box ${k}`,
    shape: box,
    pose: { position: [0.02 * k, 0, 0.15 + 0.25 * k] },
  }));
  const floor = { name: 'floor', shape: { version: 1, kind: 'halfspace' }, static: true };
  const scene = { format: 'proximal-simulation', version: 1, options: {}, bodies: [floor, ...boxes] };
  writeFileSync(join(folder, 'scene.json'), JSON.stringify(scene));
  // The second of two short runs, after the code was compiled.
  const trial = 16;
  let each = 0;
  for (let round = 0; round < 2; round++) {
    const { milliseconds } = await runShard(await sweepJob(folder, trial), onlyShard, join(folder, 'trial'), {
      concurrency: 1,
    });
    each = milliseconds / trial;
  }
  return sweepJob(folder, Math.max(trial, Math.round((2000 * time) / each)));
}

function sweepJob(folder: string, samples: number): Promise<Job> {
  const parameters = [{ path: '/bodies/1/pose/position/0', normal: [0, 0.01] }];
  return readJob({ ...header, kind: 'sweep', simulation: 'scene.json', seconds: 1, samples, parameters }, folder);
}

const onlyShard = { index: 1, count: 1 };

async function efficiencyOf({ server, cluster, folder, run }: Measured, time: number): Promise<Efficiency> {
  const job = await sweepOf(folder, time);
  const beforeOne = [performance.now(), processorTime(process.pid)];
  const alone = await run.step('one process', () => runShard(job, onlyShard, join(folder, 'one'), { concurrency: 1 }));
  const afterOne = [performance.now(), processorTime(process.pid)];
  const workers = await Promise.all([startWorkerProcess(server.url), startWorkerProcess(server.url)]);
  try {
    // The workers compile their code.
    await runJob(cluster, await sweepJob(folder, 16), join(folder, 'first-sweep'));
    const times = (): number[] => [
      performance.now(),
      workers.reduce((sum, { pid }) => sum + processorTime(pid as number), 0),
      processorTime(server.pid) + processorTime(process.pid),
    ];
    const before = times();
    const report = await run.step('two workers', () => runJob(cluster, job, join(folder, 'two')));
    const [two, workersCpu, othersCpu] = times().map((value, k) => value - before[k]);
    return {
      one: (afterOne[0] - beforeOne[0]) / 1000,
      oneCpu: afterOne[1] - beforeOne[1],
      two: two / 1000,
      workersCpu,
      othersCpu,
      isEqual: report.sha256 === alone.sha256,
    };
  } finally {
    await Promise.all(workers.map(stopWorkerProcess));
  }
}

/** Small problems, one for each task. */
async function smallJob(folder: string, count: number): Promise<Job> {
  const shape = { version: 1, kind: 'sphere', radius: 1 };
  const problem = (k: number) => ({
    format: 'proximal-problem',
    version: 1,
    a: { shape },
    b: { shape, pose: { position: [3 + k, 0, 0] } },
    query: 'distance',
  });
  const problems = Array.from({ length: count }, (_, k) => problem(k));
  return readJob({ ...header, kind: 'problems', problems, itemsPerTask: 1 }, folder);
}

async function overheadOf({ server, cluster, folder }: Measured, count: number): Promise<Results['task']> {
  const job = await smallJob(folder, count);
  const worker = await startWorkerProcess(server.url);
  try {
    await runJob(cluster, await smallJob(folder, 100), join(folder, 'first'));
    const cpu = (): number =>
      [worker.pid, server.pid, process.pid].reduce<number>((sum, pid) => sum + processorTime(pid as number), 0);
    const [start, used] = [performance.now(), cpu()];
    await runJob(cluster, job, join(folder, 'small'));
    return { time: (performance.now() - start) / count, cpu: (1000 * (cpu() - used)) / count };
  } finally {
    await stopWorkerProcess(worker);
  }
}

/** Workers of this process that share two threads. */
async function manyWorkers({ server, cluster, folder }: Measured, count: number): Promise<Results['many']> {
  const job = await smallJob(folder, count);
  const { sha256 } = await runShard(job, onlyShard, join(folder, 'alone'), { concurrency: 1 });
  const pool = createPool({ size: 2 });
  const workers = await Promise.all(Array.from({ length: simulated }, () => startWorker({ redis: server.url, pool })));
  try {
    const before = performance.now();
    const report = await runJob(cluster, job, join(folder, 'many'));
    return { seconds: (performance.now() - before) / 1000, isEqual: report.sha256 === sha256 };
  } finally {
    await Promise.all(workers.map((worker) => worker.close()));
    pool.close();
  }
}

/** The processor time of a pair: the difference of two jobs, without the start of thread and library. */
async function costsOf(folder: string, count: number): Promise<UnitCost[]> {
  const costs: UnitCost[] = [];
  for (const name of ['boxes', 'hulls of 50']) {
    const [few, many] = [await timeOf(folder, name, count / 4), await timeOf(folder, name, count)];
    costs.push({ name, pair: (1e6 * (many.time - few.time)) / (many.pairs - few.pairs) });
  }
  return costs;
}

/** The processor time of all pairs of some bodies, about `count` pairs. */
async function timeOf(folder: string, name: string, count: number): Promise<{ pairs: number; time: number }> {
  const { bodies } = gpuSet(name, Math.ceil(Math.sqrt(2 * count)), 1, 1);
  const list = bodies.shapes.map((shape, k) => ({
    shape: shape.toJSON(),
    pose: [...bodies.poses.subarray(7 * k, 7 * k + 7)],
  }));
  const job = await readJob({ ...header, kind: 'batch', bodies: list, columns: ['lower'] }, folder);
  const before = processorTime(process.pid);
  const { count: pairs } = await runShard(job, onlyShard, join(folder, 'pairs'), { concurrency: 1 });
  return { pairs, time: processorTime(process.pid) - before };
}
