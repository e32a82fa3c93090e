import type { Columns } from '../query/batch-result.ts';
import type { Shape } from '../shapes/shape.ts';
import { type Chunk, isBatch, type Work } from './messages.ts';
import type { PoolCallOptions } from './options.ts';

/** The data of a chunk that are not in shared memory. */
export type Part = Pick<Chunk, 'pairs' | 'items'>;

/** The functions that read the input of a chunk and write its results. */
interface ChunkFunctions {
  readonly part: (from: number, count: number) => Part;
  readonly accept: (
    from: number,
    found: { readonly out: Columns | null; readonly values?: readonly unknown[] },
  ) => void;
}

/** The target for the time of a chunk, in milliseconds: long compared with a message (0.05 ms), short compared with a call. */
const chunkTime = 8;
/** The first chunks, before a time is known. */
const firstCount = 256;

/** A call of a pool, cut into chunks as workers ask for them. */
export class Call {
  readonly result: Promise<void>;
  /** True after the last chunk, an error, or an abort by the signal. */
  isOver = false;
  private next = 0;
  private done = 0;
  private index = 0;
  /** Chunks that were given to workers, and how often each was begun. */
  private readonly open = new Map<number, { readonly chunk: Chunk; tries: number }>();
  /** Chunks of workers that ended, to be computed again. */
  private readonly retries: Chunk[] = [];
  /** Milliseconds per row; 0 if unknown. */
  private cost = 0;
  private resolve: () => void = () => {};
  private reject: (error: unknown) => void = () => {};

  constructor(
    readonly work: Work,
    /** The shapes that `work.shapes` counts. */
    readonly shapes: readonly Shape[],
    private readonly rows: number,
    private readonly options: PoolCallOptions,
    private readonly functions: ChunkFunctions,
  ) {
    this.result = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.result.catch(() => {});
    const { signal } = options;
    if (signal?.aborted) this.fail(signal.reason);
    else signal?.addEventListener('abort', this.abort);
    if (rows === 0) this.end();
  }

  /** The next chunk for one of `workers` workers; null if there is none at the moment. */
  take(workers: number): Chunk | null {
    if (this.isOver) return null;
    const repeated = this.retries.shift();
    if (repeated) return repeated;
    const left = this.rows - this.next;
    if (left === 0) return null;
    // The last chunks are smaller, so that all workers end at about the same time.
    const even = Math.ceil(left / (2 * workers));
    const isOfPairs = isBatch(this.work);
    const first = isOfPairs ? firstCount : 1;
    const wanted = this.cost > 0 ? Math.max(1, Math.floor(chunkTime / this.cost)) : first;
    const count = Math.min(left, Math.max(Math.min(even, wanted), isOfPairs ? 64 : 1));
    const chunk = { index: this.index++, from: this.next, count, ...this.functions.part(this.next, count) };
    this.next += count;
    this.open.set(chunk.index, { chunk, tries: 1 });
    return chunk;
  }

  accept(index: number, found: { out: Columns | null; values?: readonly unknown[] }, milliseconds: number): void {
    const given = this.open.get(index);
    if (!given || this.isOver) return;
    this.open.delete(index);
    const { from, count } = given.chunk;
    this.cost = milliseconds / count;
    this.done += count;
    try {
      this.functions.accept(from, found);
      this.options.onProgress?.(this.done, this.rows);
    } catch (error) {
      this.fail(error);
      return;
    }
    if (this.done === this.rows) this.end();
  }

  /**
   * Must be called when the worker of a chunk ends. Another worker computes the chunk again, at most once after it was begun.
   * @param wasBegun false if the chunk was queued behind another
   */
  retry(index: number, wasBegun: boolean, reason: string): void {
    const given = this.open.get(index);
    if (!given || this.isOver) return;
    if (wasBegun && given.tries > 1) {
      const { from, count } = given.chunk;
      this.fail(
        new Error(`a worker ended twice (${reason}) in rows ${from} to ${from + count - 1}; look at this input`),
      );
    } else {
      if (wasBegun) given.tries += 1;
      this.retries.push(given.chunk);
    }
  }

  fail(error: unknown): void {
    if (this.isOver) return;
    this.finish();
    this.reject(error);
  }

  private readonly abort = (): void => this.fail(this.options.signal?.reason);

  private end(): void {
    this.finish();
    this.resolve();
  }

  /** A signal may outlive many calls and must not keep them. */
  private finish(): void {
    this.isOver = true;
    this.options.signal?.removeEventListener('abort', this.abort);
  }
}
