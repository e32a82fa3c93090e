// Workers, servers and clients that end while a job runs: the merged result has each item once, with the same bits as the result of one
// process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { type Cluster, createCluster, folderStore, type Report, runJob } from '@proximal/cluster';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder, temporaryFolder, writeFiles } from '../support/folders.ts';
import { needsRedis, RedisServer } from '../support/redis.ts';
import { plainEnvironment } from '../support/run.ts';
import { expectedHash, jobOf, moduleText, writeProblems } from './jobs.ts';
import { program, WorkerProcess } from './worker-process.ts';

describe('a cluster', needsRedis, () => {
  let server: RedisServer;
  let cluster: Cluster;
  let folder: string;
  let module: string;
  const workers: WorkerProcess[] = [];

  const startWorker = async (): Promise<WorkerProcess> => {
    const worker = await WorkerProcess.start(server.url, '--module', join(folder, 'tasks.mjs'));
    workers.push(worker);
    return worker;
  };
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, k) => k);
  const moduleJob = (name: string, items: readonly unknown[], itemsPerTask = 1) =>
    jobOf(folder, { kind: 'module', function: name, items, itemsPerTask });
  const linesOf = (name: string, { file }: Report): ReturnType<typeof JSON.parse>[] =>
    readFileSync(join(folder, name, file), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  beforeAll(async () => {
    folder = temporaryFolder('cluster');
    writeFiles(folder, { 'tasks.mjs': moduleText });
    writeProblems(folder, 200);
    module = pathToFileURL(join(folder, 'tasks.mjs')).href;
    server = await RedisServer.start();
    cluster = await createCluster({ redis: server.url, patience: 2000 });
    await Promise.all([startWorker(), startWorker()]);
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    await cluster?.close();
    await server?.stop();
    removeFolder(folder);
  });

  it('computes the tasks of a killed worker elsewhere', async () => {
    const job = await moduleJob('work', numbers(40));
    let replaced: Promise<unknown> | null = null;
    const report = await runJob(cluster, job, join(folder, 'killed'), {
      onProgress: (done) => {
        if (done >= 10) replaced ??= workers[0].kill().then(startWorker);
      },
    });
    await replaced;
    expect(report).toMatchObject({ items: 40, failures: [], sha256: await expectedHash(folder, job, module) });
  });

  it('continues after a restart of the server', async () => {
    const job = await moduleJob('work', numbers(40));
    let restarted: Promise<void> | null = null;
    const report = await runJob(cluster, job, join(folder, 'restarted'), {
      onProgress: (done) => {
        if (done >= 10) restarted ??= server.restart();
      },
    });
    await restarted;
    expect(report).toMatchObject({ items: 40, failures: [], sha256: await expectedHash(folder, job, module) });
  });

  it('counts a task once that was delivered twice', async () => {
    const [first] = workers.slice(-1);
    const others = workers.slice(0, -1).filter(({ isRunning }) => isRunning);
    await Promise.all(others.map((worker) => worker.stop()));
    const name = join(folder, 'held');
    const run = await cluster.submit(await moduleJob('hold', [{ name, value: 1 }]));
    await expect.poll(() => existsSync(`${name}.${first.child.pid}`)).toBe(true);
    // A process that is paused does not renew the lock of its task.
    first.child.kill('SIGSTOP');
    const second = await startWorker();
    await expect.poll(() => existsSync(`${name}.${second.child.pid}`)).toBe(true);
    writeFileSync(`${name}.go`, '');
    await run.wait();
    first.child.kill('SIGCONT');
    const redis = new Redis(server.url);
    await expect.poll(() => redis.xlen(`proximal:log:${run.id}`)).toBe(2);
    redis.disconnect();
    const again = await cluster.attach(run.id);
    await again.wait();
    expect([again.done, again.failures]).toEqual([1, []]);
    await again.remove();
  });

  it('reports items that throw, and computes the others', async () => {
    const job = await moduleJob('poison', numbers(20), 4);
    const report = await runJob(cluster, job, join(folder, 'poison'));
    expect(report).toMatchObject({ items: 20, failures: [], sha256: await expectedHash(folder, job, module) });
    expect(linesOf('poison', report)).toEqual(
      numbers(20).map((index) => (index % 5 === 0 ? { index, error: `poison ${index}` } : { index, value: index })),
    );
  });

  it('confines a failure to the item that ends its thread', async () => {
    const report = await runJob(cluster, await moduleJob('exit', numbers(8), 4), join(folder, 'exit'));
    const message = 'the computation ended its process (exit code 3)';
    expect(report.failures).toEqual([{ from: 6, to: 7, message }]);
    expect(linesOf('exit', report)).toEqual(
      numbers(8).map((index) => (index === 6 ? { index, error: message } : { index, value: index })),
    );
  });

  it('gives up an item that ends every worker', async () => {
    // As under a supervisor, a worker that ends is replaced.
    let isOver = false;
    const replace = async (worker: WorkerProcess): Promise<void> => {
      await once(worker.child, 'exit');
      if (!isOver) void replace(await startWorker());
    };
    for (const worker of workers.filter(({ isRunning }) => isRunning)) void replace(worker);
    const report = await runJob(cluster, await moduleJob('kill', numbers(6)), join(folder, 'kill'));
    expect(report.failures).toEqual([{ from: 2, to: 3, message: 'the computation ended its process (SIGKILL)' }]);
    isOver = true;
    expect(linesOf('kill', report).map(({ value }) => value)).toEqual([0, 1, undefined, 3, 4, 5]);
  });

  it('runs two jobs at once, and cancels one of them', async () => {
    const [long, short] = [await moduleJob('work', numbers(400)), await moduleJob('work', numbers(20))];
    const run = await cluster.submit(long);
    const canceled = run.wait({ onProgress: (done) => void (done > 0 && cluster.cancel(run.id)) });
    const [report] = await Promise.all([
      runJob(cluster, short, join(folder, 'short')),
      expect(canceled).rejects.toThrow(`the run ${run.id} was canceled`),
    ]);
    expect(report.sha256).toBe(await expectedHash(folder, short, module));
    expect((await cluster.status()).runs).toMatchObject([{ id: run.id, state: 'canceled' }]);
    await expect.poll(async () => (await cluster.status()).waiting).toBe(0);
  });

  it('continues a run whose client was killed', async () => {
    const job = {
      format: 'proximal-job',
      version: 1,
      kind: 'module',
      function: 'work',
      items: numbers(40),
      itemsPerTask: 1,
    };
    writeFiles(folder, { 'job.json': job });
    const words = ['cluster', 'run', join(folder, 'job.json'), '--out', join(folder, 'resumed'), '--redis', server.url];
    const start = () => spawn(process.execPath, [program, ...words], { env: plainEnvironment() });
    const first = start();
    const [line] = (await once(createInterface(first.stderr), 'line')) as [string];
    const id = /^run (\S+)$/.exec(line)?.[1];
    await expect.poll(async () => (await doneOf(id)) ?? 0).toBeGreaterThan(5);
    first.kill('SIGKILL');
    await once(first, 'exit');
    const second = start();
    const [next] = (await once(createInterface(second.stderr), 'line')) as [string];
    expect(next).toBe(`continues ${id}`);
    expect(await once(second, 'exit')).toEqual([0, null]);
    const report = JSON.parse(readFileSync(join(folder, 'resumed', 'report.json'), 'utf8')) as Report;
    expect(report.sha256).toBe(await expectedHash(folder, await moduleJob('work', numbers(40)), module));
    expect(await cluster.find(String(id))).toBe(null);
  });
  const doneOf = async (id: string | undefined) => (await cluster.status()).runs.find((run) => run.id === id)?.done;

  it('computes results again whose stored bytes were damaged, and refuses damaged inputs', async () => {
    const store = folderStore(join(folder, 'blobs'));
    const damaged: string[] = [];
    const careless = {
      ...store,
      // The first read of each result finds other bytes.
      read: async (run: string, hash: string) => {
        if (damaged.includes(hash)) return store.read(run, hash);
        damaged.push(hash);
        return new Uint8Array(3);
      },
    };
    const shared = await WorkerProcess.start(server.url, '--blobs', join(folder, 'blobs'));
    await Promise.all(workers.filter(({ isRunning }) => isRunning).map((worker) => worker.stop()));
    workers.push(shared);
    const other = await createCluster({ redis: server.url, blobs: careless });
    const job = await jobOf(folder, { kind: 'problems', problems: 'problems.jsonl', itemsPerTask: 50 });
    const report = await runJob(other, job, join(folder, 'damaged'));
    expect(report.sha256).toBe(await expectedHash(folder, job));
    expect(damaged.length).toBe(4);
    const lost = await createCluster({ redis: server.url, blobs: { ...store, write: async () => {} } });
    const run = await lost.submit(job);
    await expect(run.wait()).rejects.toThrow('client and workers must use the same store');
    await Promise.all([other.close(), lost.close()]);
  });
});
