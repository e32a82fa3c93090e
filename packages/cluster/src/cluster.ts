/// <reference lib="esnext.disposable" preserve="true" />
// The client: submits jobs, lists runs, and reads results.
import { randomBytes } from 'node:crypto';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type {
  Bodies,
  DistanceBatch,
  DistanceOptions,
  GrowthBatch,
  GrowthBatchOptions,
  PenetrationBatch,
  PenetrationBatchOptions,
  SignedDistanceBatch,
} from 'proximal';
import type { DerivativeBatch, DerivativeBatchOptions } from 'proximal/derivatives';
import { callBatch } from './batch-call.ts';
import { redisStore } from './blobs/redis.ts';
import { type BlobStore, putBlob } from './blobs/store.ts';
import { invalid, readFields, readInteger, readText } from './check.ts';
import { sizeOf } from './cost.ts';
import type { Job } from './job-file.ts';
import type { BatchQueryName } from './kinds/batch-queries.ts';
import { openWork } from './kinds/registry.ts';
import { connect } from './queue/redis.ts';
import { type RunRecord, Runs } from './queue/runs.ts';
import { openQueue, type Task } from './queue/tasks.ts';
import { Run, type RunContext, type WaitOptions } from './run.ts';
import { manifestOf } from './work.ts';

/** Options of `createCluster`. */
export interface ClusterOptions {
  /** The address of Redis or Valkey: `redis://localhost:6379`, `rediss://user:password@host`. */
  readonly redis: string;
  /** The store of inputs and results; the workers must use the same. Default: in Redis. */
  readonly blobs?: BlobStore;
  /** Milliseconds without a finished task after which tasks are added again, in case the server lost them. Default: 30,000. */
  readonly patience?: number;
}

/** A run in the list of all runs. */
export interface RunStatus extends RunRecord {
  /** The number of items that have a result or have failed. */
  readonly done: number;
  /** The number of items that could not be computed. */
  readonly failed: number;
}

/** The state of a cluster. */
export interface ClusterStatus {
  readonly workers: number;
  /** Tasks in the queue, and tasks that workers compute. */
  readonly waiting: number;
  readonly active: number;
  readonly runs: readonly RunStatus[];
}

/**
 * Connects to a cluster: a Redis server and the workers that take tasks from it.
 * @example
 * ```ts
 * const cluster = await createCluster({ redis: 'redis://localhost:6379' });
 * const run = await cluster.submit(await readJob(text, folder));
 * await run.wait();
 * await cluster.close();
 * ```
 */
export async function createCluster(options: ClusterOptions): Promise<Cluster> {
  const where = 'createCluster';
  readFields(where, 'options', options, ['redis', 'blobs', 'patience']);
  const { blobs, patience = 30_000 } = options;
  readInteger(where, 'options.patience', patience, 1, 86_400_000);
  const redis = await connect(where, options.redis);
  return new Cluster(redis, openQueue(redis), blobs ?? redisStore(redis), patience);
}

/** A connection to a cluster. Made by `createCluster`. */
export class Cluster {
  private readonly context: RunContext;

  /** @internal */
  constructor(
    private readonly redis: Redis,
    private readonly queue: Queue<Task>,
    store: BlobStore,
    patience: number,
  ) {
    queue.on('error', () => {});
    this.context = { redis, runs: new Runs(redis), queue, store, patience };
  }

  /** Stores a job's input, and adds its tasks to the queue. */
  async submit(job: Job): Promise<Run> {
    const { runs, store } = this.context;
    const { work } = job;
    const opened = await openWork(work);
    const { count, grain } = opened;
    const size = await sizeOf(job, opened);
    const id = `${work.kind}-${randomBytes(6).toString('hex')}`;
    await Promise.all([...work.files.values()].map((bytes) => putBlob(store, id, bytes)));
    const hash = await putBlob(store, id, manifestOf(work));
    const record: RunRecord = {
      id,
      kind: work.kind,
      work: hash,
      count,
      grain,
      size,
      created: Date.now(),
      state: 'open',
    };
    await runs.create(record);
    const run = new Run(record, this.context);
    await run.start();
    return run;
  }

  /** The record of a run; null if there is none. */
  find(id: string): Promise<RunRecord | null> {
    return this.context.runs.read(readText('find', 'id', id));
  }

  /**
   * Continues a run whose client ended.
   * @throws TypeError if there is no such run
   */
  async attach(id: string): Promise<Run> {
    const record = await this.find(id);
    if (!record) throw invalid('attach', 'id', id, 'there is no such run');
    const run = new Run(record, this.context);
    await run.start();
    return run;
  }

  /** Ends a run: tasks that have not begun are not computed. Its stored bytes are removed. */
  async cancel(id: string): Promise<void> {
    const record = await this.find(id);
    if (!record) throw invalid('cancel', 'id', id, 'there is no such run');
    await this.context.runs.cancel(id);
    await this.context.store.remove(id);
  }

  /** The runs, and the numbers of workers and tasks. */
  async status(): Promise<ClusterStatus> {
    const { runs } = this.context;
    const [records, workers, counts] = await Promise.all([
      runs.list(),
      this.queue.getWorkersCount(),
      this.queue.getJobCounts('waiting', 'active', 'delayed'),
    ]);
    const all = records.map(async (record) => {
      const run = new Run(record, this.context);
      if (record.state === 'open') await run.catchUp();
      return { ...record, done: run.done, failed: run.failures.length };
    });
    const { waiting = 0, active = 0, delayed = 0 } = counts;
    return { workers, waiting: waiting + delayed, active, runs: await Promise.all(all) };
  }

  /**
   * The full results of many pairs of bodies: `distanceBatch` of `proximal` on all workers, with the same bits.
   * @param out filled and returned. Default: a new batch
   * @example
   * ```ts
   * const { lower, normal } = await cluster.distanceBatch(bodies, pairs, { upTo: 1 });
   * ```
   */
  distanceBatch(
    bodies: Bodies,
    pairs: Uint32Array,
    options: DistanceOptions & WaitOptions = {},
    out?: DistanceBatch,
  ): Promise<DistanceBatch> {
    return this.batch('distance', bodies, pairs, options, out);
  }

  /**
   * The signed distances of many pairs of bodies: `signedDistanceBatch` of `proximal` on all workers, with the same bits.
   * @param out filled and returned. Default: a new batch
   * @example
   * ```ts
   * const { distance, local } = await cluster.signedDistanceBatch(bodies, pairs);
   * ```
   */
  signedDistanceBatch(
    bodies: Bodies,
    pairs: Uint32Array,
    options: PenetrationBatchOptions & WaitOptions = {},
    out?: SignedDistanceBatch,
  ): Promise<SignedDistanceBatch> {
    return this.batch('signedDistance', bodies, pairs, options, out);
  }

  /**
   * The penetration depths of many pairs of bodies: `penetrationBatch` of `proximal` on all workers, with the same bits.
   * @param out filled and returned. Default: a new batch
   * @example
   * ```ts
   * const { depth, normal } = await cluster.penetrationBatch(bodies, pairs);
   * ```
   */
  penetrationBatch(
    bodies: Bodies,
    pairs: Uint32Array,
    options: PenetrationBatchOptions & WaitOptions = {},
    out?: PenetrationBatch,
  ): Promise<PenetrationBatch> {
    return this.batch('penetration', bodies, pairs, options, out);
  }

  /**
   * The growth distances of many pairs of bodies: `growthDistanceBatch` of `proximal` on all workers, with the same bits.
   * @param out filled and returned. Default: a new batch
   * @example
   * ```ts
   * const { growth, contact } = await cluster.growthDistanceBatch(bodies, pairs);
   * ```
   */
  growthDistanceBatch(
    bodies: Bodies,
    pairs: Uint32Array,
    options: GrowthBatchOptions & WaitOptions = {},
    out?: GrowthBatch,
  ): Promise<GrowthBatch> {
    return this.batch('growthDistance', bodies, pairs, options, out);
  }

  /**
   * The derivatives of the signed distances of many pairs of bodies: `differentiateBatch` of `proximal/derivatives` on all workers, with the same bits.
   * @param out filled and returned. Default: a new batch
   * @example
   * ```ts
   * const { result, distance } = await cluster.differentiateBatch(bodies, pairs, { estimator: 'exact' });
   * ```
   */
  differentiateBatch(
    bodies: Bodies,
    pairs: Uint32Array,
    options: DerivativeBatchOptions & WaitOptions = {},
    out?: DerivativeBatch,
  ): Promise<DerivativeBatch> {
    return this.batch('differentiate', bodies, pairs, options, out);
  }

  /**
   * Whether each of many pairs of bodies collides: `collideBatch` of `proximal` on all workers, with the same bits.
   * @param out filled and returned. Default: a new array
   * @example
   * ```ts
   * const collides = await cluster.collideBatch(bodies, pairs, { margin: 0.01 });
   * ```
   */
  async collideBatch(
    bodies: Bodies,
    pairs: Uint32Array,
    options: DistanceOptions & WaitOptions = {},
    out?: Uint8Array,
  ): Promise<Uint8Array> {
    const { answers } = await this.batch('collide', bodies, pairs, options, out && { answers: out });
    return answers;
  }

  private batch<Batch extends object>(
    query: BatchQueryName,
    bodies: Bodies,
    pairs: Uint32Array,
    options: object,
    out: Batch | undefined,
  ): Promise<Batch> {
    return callBatch((job) => this.submit(job), query, bodies, pairs, options, out) as Promise<Batch>;
  }

  /** Disconnects. Runs continue. */
  async close(): Promise<void> {
    await this.queue.close();
    this.redis.disconnect();
  }
}
