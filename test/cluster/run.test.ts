// Jobs on a real Redis server and real worker processes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cluster, createCluster, runJob } from '@proximal/cluster';
import {
  box,
  collideBatch,
  distanceBatch,
  growthDistanceBatch,
  penetrationBatch,
  signedDistanceBatch,
  sphere,
} from 'proximal';
import { differentiateBatch } from 'proximal/derivatives';
import { Rng } from 'proximal/math';
import { answerProblem, readProblem } from 'proximal/problem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder, temporaryFolder } from '../support/folders.ts';
import { needsRedis, RedisServer } from '../support/redis.ts';
import { expectedHash, jobOf, writeProblems } from './jobs.ts';
import { startWorkers, type WorkerProcess } from './worker-process.ts';

describe('a job', needsRedis, () => {
  let server: RedisServer;
  let cluster: Cluster;
  let workers: WorkerProcess[] = [];
  let folder: string;

  beforeAll(async () => {
    server = await RedisServer.start();
    [cluster, workers] = await Promise.all([createCluster({ redis: server.url }), startWorkers(server.url, 1)]);
    folder = temporaryFolder('cluster');
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await cluster?.close();
    await server?.stop();
    removeFolder(folder);
  });

  it('of problem files is merged into one file, with the answers of one process', async () => {
    writeProblems(folder, 300);
    const job = await jobOf(folder, { kind: 'problems', problems: 'problems.jsonl', itemsPerTask: 7 });
    const report = await runJob(cluster, job, join(folder, 'results'));
    expect(report).toMatchObject({ kind: 'problems', items: 300, failures: [], file: 'results.jsonl' });
    const lines = readFileSync(join(folder, 'results', report.file), 'utf8')
      .trimEnd()
      .split('\n');
    const problems = readFileSync(join(folder, 'problems.jsonl'), 'utf8').split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      problems.map((text, index) => {
        const problem = readProblem(text);
        return { index, title: problem.title, query: 'distance', ...answerProblem(problem) };
      }),
    );
    expect(report.sha256).toBe(await expectedHash(folder, job));
    expect((await cluster.status()).runs).toEqual([]);
  });

  it('of a batch call has the same bits as distanceBatch and collideBatch', async () => {
    const rng = new Rng(1);
    const shapes = Array.from({ length: 40 }, (_, k) => (k % 2 ? sphere(0.1 + k / 40) : box(1, 0.5, 0.1 + k / 40)));
    const poses = Float64Array.from(shapes.flatMap(() => [...rng.direction(), ...rng.rotation()]));
    const pairs = Uint32Array.from({ length: 20_000 }, () => rng.index(40));
    const expected = distanceBatch({ shapes, poses }, pairs, { upTo: 1 });
    const progress: number[] = [];
    const options = { upTo: 1, onProgress: (done: number) => progress.push(done) };
    expect(await cluster.distanceBatch({ shapes, poses }, pairs, options)).toEqual(expected);
    expect(progress.at(-1)).toBe(10_000);
    expect(await cluster.collideBatch({ shapes, poses }, pairs)).toEqual(collideBatch({ shapes, poses }, pairs));
    const few = pairs.subarray(0, 400);
    const bodies = { shapes, poses };
    expect(await cluster.signedDistanceBatch(bodies, few)).toEqual(signedDistanceBatch(bodies, few));
    expect(await cluster.penetrationBatch(bodies, few)).toEqual(penetrationBatch(bodies, few));
    expect(await cluster.growthDistanceBatch(bodies, few)).toEqual(growthDistanceBatch(bodies, few));
    const both = { withRespectTo: 'both' } as const;
    expect(await cluster.differentiateBatch(bodies, few, both)).toEqual(differentiateBatch(bodies, few, both));
    expect((await cluster.distanceBatch({ shapes, poses }, new Uint32Array(0))).count).toBe(0);
    await expect(cluster.collideBatch({ shapes, poses }, Uint32Array.of(0, 1, 0, 40))).rejects.toThrow('there are 40');
    await expect(cluster.distanceBatch({ shapes, poses }, Uint32Array.of(0))).rejects.toThrow('two indices');
    expect((await cluster.status()).runs).toEqual([]);
  });

  it('is refused by a cluster without a server', async () => {
    await expect(createCluster({ redis: 'redis://:secret@127.0.0.1:1' })).rejects.toThrow(
      'createCluster: there is no connection to redis://127.0.0.1:1: ',
    );
    await expect(createCluster({ redis: 'http://x' })).rejects.toThrow(
      'give an address such as redis://localhost:6379',
    );
    await expect(cluster.attach('none')).rejects.toThrow('attach: id is "none"; there is no such run');
  });
});
