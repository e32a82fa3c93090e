// `proximal cluster`: jobs on many machines. It needs the package @proximal/cluster, which is installed separately.
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as ClusterPackage from '@proximal/cluster';
import type { Cluster, ClusterStatus, Report } from '@proximal/cluster';
import type { Argv } from 'yargs';
import { defineCommand } from '../command.ts';
import { Failure, Interruption, messageOf, UsageError } from '../outcome.ts';
import { Progress } from '../progress.ts';
import { reasonOf } from '../reason.ts';
import { labeled, quantity, table, toJSON } from '../table.ts';
import { print } from '../visible.ts';

const defaultRedis = 'redis://localhost:6379';

function common(yargs: Argv) {
  return yargs
    .option('redis', {
      type: 'string',
      nargs: 1,
      describe: `address of Redis or Valkey; rediss:// with TLS; default: PROXIMAL_REDIS in the environment, or ${defaultRedis}`,
    })
    .option('blobs', {
      type: 'string',
      nargs: 1,
      describe: 'a folder that client and workers share, for inputs and results; default: in Redis',
    });
}

const moduleOption = {
  type: 'string',
  nargs: 1,
  describe: 'an ES module (.mjs), which is executed: its functions compute jobs of the kind module',
} as const;
const concurrencyOption = {
  type: 'number',
  alias: 'c',
  nargs: 1,
  describe: 'tasks computed at a time, each in a thread; default: the number of cores',
} as const;
const jsonOption = { type: 'boolean', default: false, describe: 'machine-readable output' } as const;

/** The package @proximal/cluster, which the command does not include. */
async function clusterPackage(): Promise<typeof ClusterPackage> {
  try {
    return await import('@proximal/cluster');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes('@proximal/cluster')) throw error;
    throw new Failure('The cluster is a separate package: run npm install @proximal/cluster and try again.');
  }
}

interface ConnectionOptions {
  readonly redis?: string | undefined;
  readonly blobs?: string | undefined;
}

function connectionOptionsOf({ folderStore }: typeof ClusterPackage, { redis, blobs }: ConnectionOptions) {
  return {
    redis: redis ?? process.env['PROXIMAL_REDIS'] ?? defaultRedis,
    ...(blobs === undefined ? {} : { blobs: folderStore(blobs) }),
  };
}

interface ComputeOptions {
  readonly concurrency?: number | undefined;
  readonly module?: string | undefined;
}

function computeOptionsOf({ concurrency, module }: ComputeOptions) {
  return {
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(module === undefined ? {} : { module: pathToFileURL(resolve(module)).href }),
  };
}

/** Connects, and disconnects at the end; errors of the package become failures. */
async function withCluster<Result>(
  connection: ConnectionOptions,
  action: (cluster: Cluster, loaded: typeof ClusterPackage) => Promise<Result>,
): Promise<Result> {
  const loaded = await clusterPackage();
  return withFailures(async () => {
    const cluster = await loaded.createCluster(connectionOptionsOf(loaded, connection));
    try {
      return await action(cluster, loaded);
    } finally {
      await cluster.close();
    }
  });
}

/** Errors of the package become failures of the command. */
async function withFailures<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof Failure || error instanceof UsageError || error instanceof Interruption) throw error;
    throw new Failure(messageOf(error));
  }
}

const worker = defineCommand({
  command: 'worker',
  describe: 'compute tasks until Ctrl-C or SIGTERM',
  options: (yargs: Argv) =>
    common(yargs)
      .option('concurrency', concurrencyOption)
      .option('module', moduleOption)
      .option('stalled-time', {
        type: 'number',
        nargs: 1,
        describe: 'seconds after which the task of a worker that ended goes to another one; default: 30',
      })
      .example('$0 cluster worker --redis redis://queue:6379', 'a worker with all cores')
      .example('$0 cluster worker --module task.mjs', 'also for jobs of the kind module'),
  handler: async ({ concurrency, module, stalledTime, ...connection }) => {
    const loaded = await clusterPackage();
    const ended = new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    });
    await withFailures(async () => {
      const running = await loaded.startWorker({
        ...connectionOptionsOf(loaded, connection),
        ...computeOptionsOf({ concurrency, module }),
        ...(stalledTime === undefined ? {} : { stalledTime: Math.round(1000 * stalledTime) }),
        onMessage: (message) => console.error(message),
      });
      print('Waiting for tasks. Press Ctrl-C to finish those in progress and stop.');
      await ended;
      await running.close();
    });
  },
});

const run = defineCommand({
  command: 'run <job>',
  describe: 'run a job file on the workers',
  options: (yargs: Argv) =>
    common(yargs)
      .positional('job', { type: 'string', demandOption: true, describe: 'a job file (docs/cluster.md)' })
      .option('out', {
        type: 'string',
        alias: 'o',
        nargs: 1,
        demandOption: true,
        describe: 'the folder of the results; if it has an interrupted run, this run continues',
      })
      .option('shard', {
        type: 'string',
        nargs: 1,
        describe: 'i/n: computes the i-th of n parts here, without Redis, for proximal merge',
      })
      .option('concurrency', concurrencyOption)
      .option('module', moduleOption)
      .option('json', jsonOption)
      .example('$0 cluster run job.json --out results', 'results/results.jsonl and results/report.json')
      .example('$0 cluster run job.json --out parts --shard 2/3', 'one of three parts, without workers'),
  handler: async ({ job: path, out, json, shard, ...rest }) => {
    if (shard !== undefined) return runShard(path, out, shard, json, rest);
    for (const name of ['concurrency', 'module'] as const)
      if (rest[name] !== undefined) throw new UsageError(`--${name} is for workers, and for run with --shard.`);
    const report = await withCluster(rest, async (cluster, { readJob, runJob }) => {
      const job = await readJob(textOf(path), dirname(path));
      const progress = new Progress();
      const abort = new AbortController();
      const interrupt = (): void => abort.abort(new Interruption('ended by Ctrl-C'));
      process.once('SIGINT', interrupt);
      try {
        return await runJob(cluster, job, out, {
          signal: abort.signal,
          onStart: ({ id }, isContinued) => console.error(`${isContinued ? 'continues' : 'run'} ${id}`),
          onProgress: (done, all) => progress.update(done / all, `${done} of ${all}`),
        });
      } finally {
        progress.end();
        process.off('SIGINT', interrupt);
      }
    });
    printReport(report, json);
  },
});

function printReport(report: Report, json: boolean): void {
  print(json ? toJSON(report) : textOfReport(report));
  const { length } = report.failures;
  if (length > 0) throw new Failure(`${length} items could not be computed; report.json lists them.`);
}

/** Computes one part of a job in this process. */
async function runShard(path: string, out: string, text: string, json: boolean, rest: ComputeOptions): Promise<void> {
  const loaded = await clusterPackage();
  const progress = new Progress();
  const part = await withFailures(async () => {
    const shard = loaded.readShard(text);
    const job = await loaded.readJob(textOf(path), dirname(path));
    try {
      return await loaded.runShard(job, shard, out, {
        ...computeOptionsOf(rest),
        onProgress: (done, all) => progress.update(done / all, `${done} of ${all}`),
      });
    } finally {
      progress.end();
    }
  });
  const { file, from, to, count } = part;
  print(json ? toJSON(part) : `${file}: items ${from} to ${to - 1} of ${count}`);
}

export const merge = defineCommand({
  command: 'merge <parts..>',
  describe: 'merge the parts of cluster run --shard',
  options: (yargs: Argv) =>
    yargs
      .positional('parts', { type: 'string', array: true, demandOption: true, describe: 'the folders of the parts' })
      .option('out', {
        type: 'string',
        alias: 'o',
        nargs: 1,
        demandOption: true,
        describe: 'the folder of the results',
      })
      .option('json', jsonOption)
      .example('$0 merge parts --out results', 'results/results.jsonl and results/report.json'),
  handler: async ({ parts, out, json }) => {
    const loaded = await clusterPackage();
    printReport(await withFailures(() => loaded.mergeParts(parts as string[], out)), json);
  },
});

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Failure(`${path} cannot be read: ${reasonOf(error)}`);
  }
}

function textOfReport({ kind, items, file, sha256, computeSeconds }: Report): string {
  return labeled([
    ['job', kind],
    ['items', String(items)],
    ['computed for', quantity(Number(computeSeconds.toPrecision(4)), 's')],
    ['results', file],
    ['SHA-256', sha256],
  ]);
}

const status = defineCommand({
  command: 'status',
  describe: 'the workers and the runs',
  options: (yargs: Argv) =>
    common(yargs).option('json', jsonOption).example('$0 cluster status', 'workers, tasks and runs'),
  handler: async ({ json, ...connection }) => {
    const found = await withCluster(connection, (cluster) => cluster.status());
    print(json ? toJSON(found) : textOfStatus(found));
  },
});

function textOfStatus({ workers, waiting, active, runs }: ClusterStatus): string {
  const numbers = labeled([
    ['workers', String(workers)],
    ['tasks waiting', String(waiting)],
    ['tasks in progress', String(active)],
  ]);
  if (runs.length === 0) return `${numbers}\nThere are no runs.`;
  const rows = runs.map(({ id, state, done, count, failed }) => [id, state, `${done}`, `${count}`, `${failed}`]);
  return `${numbers}\n\n${table(['run', 'state', 'done', 'items', 'failed'], rows)}`;
}

const cancel = defineCommand({
  command: 'cancel <run>',
  describe: 'end a run',
  options: (yargs: Argv) =>
    common(yargs)
      .positional('run', {
        type: 'string',
        demandOption: true,
        describe: 'the id of the run, as run and status print it',
      })
      .example('$0 cluster cancel problems-0123456789ab', 'tasks that have not begun are not computed'),
  handler: async ({ run: id, ...connection }) => {
    await withCluster(connection, async (cluster) => cluster.cancel(id));
  },
});

export const cluster = defineCommand({
  command: 'cluster <action>',
  describe: 'run jobs on many machines',
  options: (yargs: Argv) =>
    [worker, run, status, cancel]
      .reduce((program, command) => program.command(command), yargs)
      .demandCommand(1, 1, 'Give an action')
      .example('$0 cluster run job.json --out results', 'run a job on the workers'),
  handler: () => {},
});
