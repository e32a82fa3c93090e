// Jobs on a real Redis server and real worker processes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cluster, createCluster, readJob, runJob } from '@proximal/cluster';
import { answerProblem, readProblem } from 'proximal/problem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder, temporaryFolder, writeFiles } from '../support/folders.ts';
import { needsRedis, RedisServer } from '../support/redis.ts';
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
    const problems = Array.from({ length: 300 }, (_, k) => ({
      format: 'proximal-problem',
      version: 1,
      title: `${k}`,
      a: { shape: { version: 1, kind: 'box', hx: 1, hy: 1, hz: 1 } },
      b: { shape: { version: 1, kind: 'sphere', radius: 1 }, pose: { position: [3 + k / 7, k / 3, -k] } },
      query: 'distance',
    }));
    writeFiles(folder, { 'problems.jsonl': problems.map((problem) => JSON.stringify(problem)).join('\n') });
    const file = { format: 'proximal-job', version: 1, kind: 'problems', problems: 'problems.jsonl', itemsPerTask: 7 };
    const report = await runJob(cluster, await readJob(file, folder), join(folder, 'results'));
    expect(report).toMatchObject({ kind: 'problems', items: 300, failures: [], file: 'results.jsonl' });
    const lines = readFileSync(join(folder, 'results', report.file), 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      problems.map((problem, index) => ({
        index,
        title: problem.title,
        query: 'distance',
        ...answerProblem(readProblem(problem)),
      })),
    );
    expect((await cluster.status()).runs).toEqual([]);
  });
});
