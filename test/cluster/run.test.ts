// Jobs on a real Redis server and real worker processes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cluster, createCluster, runJob } from '@proximal/cluster';
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
});
