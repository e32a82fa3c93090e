// A run of a job, as its client sees it: adds tasks, follows the log, and reads the results.
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { BlobError, type BlobStore, getBlob } from './blobs/store.ts';
import type { Piece } from './merged-file.ts';
import { type ItemFailure, Ledger, type Result } from './queue/ledger.ts';
import { type RunRecord, Runs } from './queue/runs.ts';
import { addTasks, type Task } from './queue/tasks.ts';

/** What a run shares with its cluster. */
export interface RunContext {
  readonly redis: Redis;
  readonly runs: Runs;
  readonly queue: Queue<Task>;
  readonly store: BlobStore;
  /** Milliseconds without a finished task after which tasks are added again, in case the server lost them. */
  readonly patience: number;
}

/** Options of `Run.wait`. */
export interface WaitOptions {
  /** When it is aborted, `wait` rejects; the run continues. */
  readonly signal?: AbortSignal;
  /** Called with the number of finished items, and the number of all. */
  readonly onProgress?: (done: number, all: number) => void;
}

/** The maximum number of tasks that are added again at once. */
const repeatCount = 1000;

/** A run of a job. Made by `Cluster.submit` and `Cluster.attach`. */
export class Run {
  private readonly ledger: Ledger;
  private last = '0';

  /** @internal */
  constructor(
    readonly record: RunRecord,
    private readonly context: RunContext,
  ) {
    this.ledger = new Ledger(record);
  }

  /** Identifies the run: for `Cluster.attach`, and `proximal cluster status`. */
  get id(): string {
    return this.record.id;
  }

  /** Items that could not be computed; complete after `wait`. */
  get failures(): readonly ItemFailure[] {
    return this.ledger.failures;
  }

  /** The number of items that have a result or have failed. */
  get done(): number {
    return this.ledger.done;
  }

  /** The computing time of all results, in milliseconds. */
  get milliseconds(): number {
    return this.ledger.milliseconds;
  }

  /** Reads the log so far, and adds the tasks that have not ended. @internal */
  async start(): Promise<void> {
    const { queue } = this.context;
    await this.catchUp();
    await addTasks(queue, this.id, this.ledger.open.values());
  }

  /** Reads the log so far. @internal */
  async catchUp(): Promise<void> {
    for (;;) {
      const { last, entries } = await this.context.runs.next(this.id, this.last, 0);
      this.last = last;
      if (entries.length === 0) return;
      for (const entry of entries) this.ledger.accept(entry);
    }
  }

  /**
   * Waits until all items are done. Items that could not be computed are in `failures`.
   * @throws RunError if the run was canceled, or its input cannot be read
   */
  async wait({ signal, onProgress }: WaitOptions = {}): Promise<void> {
    const { redis, queue, patience } = this.context;
    signal?.throwIfAborted();
    // A connection of its own, since reading blocks it.
    const reader = redis.duplicate({ lazyConnect: false });
    reader.on('error', () => {});
    const abort = (): void => reader.disconnect();
    signal?.addEventListener('abort', abort);
    try {
      const runs = new Runs(reader);
      onProgress?.(this.ledger.done, this.record.count);
      while (this.ledger.open.size > 0) {
        const { last, entries } = await runs.next(this.id, this.last, patience);
        this.last = last;
        for (const entry of entries) await addTasks(queue, this.id, this.ledger.accept(entry));
        if (entries.length === 0) await this.repeat();
        onProgress?.(this.ledger.done, this.record.count);
      }
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', abort);
      reader.disconnect();
    }
  }

  /** Adds open tasks again, in case the server lost them. Tasks that are in the queue are not added twice. */
  private async repeat(): Promise<void> {
    const { queue } = this.context;
    await addTasks(queue, this.id, [...this.ledger.open.values()].slice(0, repeatCount));
  }

  /**
   * The results in the order of the items, and for items without a result the error messages. A result whose bytes were lost is computed
   * again.
   */
  async *pieces(options: WaitOptions = {}): AsyncGenerator<Piece> {
    const { queue } = this.context;
    await this.wait(options);
    for (const ended of this.ledger.inOrder()) {
      const { from, to } = ended;
      if ('message' in ended) yield { from, to, message: ended.message };
      else {
        let bytes = await this.bytesOf(ended);
        if (!bytes) {
          this.ledger.reopen(ended);
          await addTasks(queue, this.id, [{ from, to }]);
          await this.wait(options);
          bytes = await getBlob(this.context.store, this.id, ended.hash);
        }
        yield { from, to, bytes };
      }
    }
  }

  private async bytesOf({ hash }: Result): Promise<Uint8Array | null> {
    try {
      return await getBlob(this.context.store, this.id, hash);
    } catch (error) {
      if (error instanceof BlobError) return null;
      throw error;
    }
  }

  /** Removes the run and its stored bytes. Read the results before. */
  async remove(): Promise<void> {
    await this.context.runs.remove(this.id);
    await this.context.store.remove(this.id);
  }
}
