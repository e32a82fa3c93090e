/// <reference lib="esnext.disposable" preserve="true" />
// A worker: takes tasks from the queue, computes them in threads, and stores their results.
import { hostname } from 'node:os';
import { type Job, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { createPool, type Pool } from 'proximal/parallel';
import { redisStore } from './blobs/redis.ts';
import { type BlobStore, getBlob, putBlob } from './blobs/store.ts';
import { invalid, messageOf, parseJSON, readFields, readInteger, readText } from './check.ts';
import type { Computed, ComputeTask } from './compute.ts';
import { computeAlone } from './compute-alone.ts';
import { computeIn, WorkError } from './compute-in-pool.ts';
import { kindOf } from './kinds/registry.ts';
import { LatestCache } from './latest-cache.ts';
import { keyPrefix, queueName } from './queue/keys.ts';
import { connect } from './queue/redis.ts';
import { Runs } from './queue/runs.ts';
import type { Task } from './queue/tasks.ts';
import type { Range } from './ranges.ts';
import { type Manifest, sharedBytes, type Work } from './work.ts';

/** Options of `startWorker`. */
export interface WorkerOptions {
  /** The address of Redis or Valkey: `redis://localhost:6379`, `rediss://user:password@host`. */
  readonly redis: string;
  /** Tasks computed at a time, each in a thread. Default: the number of cores. */
  readonly concurrency?: number;
  /** Threads to compute with, instead of `concurrency` own ones. The caller closes the pool. */
  readonly pool?: Pool;
  /** The address of an ES module for jobs of kind `module`. Without one, the worker runs no code but the library's. */
  readonly module?: string;
  /** The store of inputs and results; the client must use the same. Default: in Redis. */
  readonly blobs?: BlobStore;
  /** Milliseconds without a message of a worker after which its task is given to another one. Default: 30,000. */
  readonly stalledTime?: number;
  /** Called with messages about lost connections and failed tasks. Default: no function. The client learns of failed tasks in any case. */
  readonly onMessage?: (message: string) => void;
}

/** A running worker. */
export interface ClusterWorker {
  /** Stops taking tasks, finishes those in progress, and disconnects. */
  close(): Promise<void>;
}

/** Files that a worker keeps in memory. */
const cachedFiles = 256;
/** How often a task whose worker ended is given to another worker. */
const maxStalledCount = 1;

/**
 * Starts a worker in this process.
 * @example
 * ```ts
 * const worker = await startWorker({ redis: 'redis://localhost:6379', concurrency: 8 });
 * process.once('SIGTERM', () => worker.close());
 * ```
 */
export async function startWorker(options: WorkerOptions): Promise<ClusterWorker> {
  const where = 'startWorker';
  const names = ['redis', 'concurrency', 'pool', 'module', 'blobs', 'stalledTime', 'onMessage'];
  readFields(where, 'options', options, names);
  const { concurrency, stalledTime = 30_000, onMessage = () => {} } = options;
  if (concurrency !== undefined) readInteger(where, 'options.concurrency', concurrency, 1, 1024);
  if (options.module !== undefined && !URL.canParse(readText(where, 'options.module', options.module)))
    throw invalid(
      where,
      'options.module',
      options.module,
      "give an address, such as new URL('./task.js', import.meta.url).href",
    );
  readInteger(where, 'options.stalledTime', stalledTime, 10, 86_400_000);
  const redis = await connect(where, options.redis);
  const pool = options.pool ?? createPool(concurrency === undefined ? {} : { size: concurrency });
  const tasks = new TaskRunner(redis, pool, options.blobs ?? redisStore(redis), options.module);
  const worker = new Worker<Task>(queueName, (job) => tasks.run(job), {
    connection: redis,
    prefix: keyPrefix,
    // One more task than threads, so that the next task is loaded when a thread becomes free.
    concurrency: pool.size + 1,
    lockDuration: stalledTime,
    stalledInterval: Math.ceil(stalledTime / 2),
    maxStalledCount,
  });
  worker.on('error', (error) => onMessage(error.message));
  worker.on('failed', (job, error) => {
    onMessage(`${job?.id}: ${error.message}`);
    if (job?.finishedOn) tasks.fail(job.data, error).catch((reason) => onMessage(messageOf(reason)));
  });
  await worker.waitUntilReady();
  return {
    async close() {
      await worker.close();
      if (!options.pool) pool.close();
      redis.disconnect();
    },
  };
}

/** The run cannot be computed, because its input cannot be read or prepared. */
class InputError extends Error {}

class TaskRunner {
  private readonly runs: Runs;
  private readonly manifests = new LatestCache<Manifest>(4);
  private readonly files = new LatestCache<Uint8Array>(cachedFiles);
  private readonly name = `${hostname()}:${process.pid}`;

  constructor(
    redis: Redis,
    private readonly pool: Pool,
    private readonly store: BlobStore,
    private readonly module: string | undefined,
  ) {
    this.runs = new Runs(redis);
  }

  async run({ data: { run, from, to, isAlone } }: Job<Task>): Promise<void> {
    const record = await this.runs.read(run);
    // Tasks of canceled or removed runs are skipped.
    if (record?.state !== 'open') return;
    const hash = record.work;
    const work = await this.load(run, hash, { from, to });
    const { bytes, milliseconds } = await this.compute({ hash, work, from, to, module: this.module }, isAlone);
    // The bytes of a run that was canceled meanwhile were removed.
    if ((await this.runs.read(run))?.state !== 'open') return;
    // The log entry is written before BullMQ removes the task: if the worker ends in between, the task is computed again.
    const result = await putBlob(this.store, run, bytes);
    await this.runs.append(run, { type: 'done', from, to, hash: result, milliseconds, worker: this.name });
  }

  /** Computes a task in a thread, or in a process of its own. BullMQ does not repeat a computation that fails. */
  private async compute(task: ComputeTask, isAlone = false): Promise<Computed> {
    try {
      return await (isAlone ? computeAlone(task) : computeIn(this.pool, task));
    } catch (error) {
      if (error instanceof WorkError) throw new InputError(error.message);
      throw new UnrecoverableError(messageOf(error));
    }
  }

  /** Records a task that failed for the last time. */
  async fail({ run, from, to, isAlone = false }: Task, error: Error): Promise<void> {
    const { message } = error;
    await this.runs.append(
      run,
      error instanceof InputError ? { type: 'fatal', message } : { type: 'failed', from, to, isAlone, message },
    );
  }

  /** The work with the files that a range needs. */
  private async load(run: string, hash: string, range: Range): Promise<Work> {
    try {
      const manifest = await this.manifests.get(`${run}/${hash}`, async () => {
        const text = new TextDecoder().decode(await getBlob(this.store, run, hash));
        return parseJSON('manifest', text) as Manifest;
      });
      const { kind, fields, files } = manifest;
      const names = kindOf(kind).filesOf?.(fields, range) ?? Object.keys(files);
      const contents = names.map(async (name) => {
        const fileHash = files[name];
        const read = async () => sharedBytes(await getBlob(this.store, run, fileHash));
        return [name, await this.files.get(`${run}/${fileHash}`, read)] as const;
      });
      return { kind, fields, files: new Map(await Promise.all(contents)) };
    } catch (error) {
      throw new InputError(`the input of run ${run} cannot be read: ${messageOf(error)}`);
    }
  }
}
