// The runs of jobs in Redis: their records, and their logs of finished and failed tasks.
import type { Redis } from 'ioredis';
import type { Range } from '../ranges.ts';
import { blobsKey, logKey, recordKey, runsKey } from './keys.ts';

/** What a run computes. */
export interface RunRecord {
  readonly id: string;
  readonly kind: string;
  /** The hash of the manifest of the work. */
  readonly work: string;
  /** The number of items. */
  readonly count: number;
  /** Ranges begin and end at multiples of this number. */
  readonly grain: number;
  /** Items of a task. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly state: 'open' | 'canceled';
}

/** A task, which may be computed in a process of its own. */
export interface Attempt extends Range {
  readonly isAlone?: boolean;
}

/** The end of a task. */
export type LogEntry =
  | (Range & { readonly type: 'done'; readonly hash: string; readonly milliseconds: number; readonly worker: string })
  | (Attempt & { readonly type: 'failed'; readonly message: string })
  /** The whole run cannot be computed. */
  | { readonly type: 'fatal'; readonly message: string }
  | { readonly type: 'canceled' };

/** Entries per read. */
const pageSize = 1000;
/** Seconds for which the record of a canceled run is kept. */
const canceledTime = 86_400;

export class Runs {
  constructor(private readonly redis: Redis) {}

  async create(record: RunRecord): Promise<void> {
    const { id, created } = record;
    await this.redis.multi().hset(recordKey(id), record).zadd(runsKey, created, id).exec();
  }

  /** Null if there is no such run: it was removed, or it never existed. */
  async read(id: string): Promise<RunRecord | null> {
    const found = await this.redis.hgetall(recordKey(id));
    const { kind, work, state } = found;
    if (kind === undefined) return null;
    const [count, grain, size, created] = ['count', 'grain', 'size', 'created'].map((name) => Number(found[name]));
    return { id, kind, work, count, grain, size, created, state: state as RunRecord['state'] };
  }

  /** All runs, the oldest first. */
  async list(): Promise<RunRecord[]> {
    const ids = await this.redis.zrange(runsKey, 0, -1);
    const records = await Promise.all(ids.map((id) => this.read(id)));
    const lost = ids.filter((_, k) => records[k] === null);
    if (lost.length > 0) await this.redis.zrem(runsKey, ...lost);
    return records.filter((record) => record !== null);
  }

  async append(run: string, entry: LogEntry): Promise<void> {
    await this.redis.xadd(logKey(run), '*', 'entry', JSON.stringify(entry));
  }

  /** The next entries after the id `last`, and the id of the last of them. Waits up to `wait` milliseconds for an entry; 0: does not wait. */
  async next(
    run: string,
    last: string,
    wait: number,
  ): Promise<{ readonly last: string; readonly entries: LogEntry[] }> {
    const found =
      wait > 0
        ? await this.redis.xread('COUNT', pageSize, 'BLOCK', wait, 'STREAMS', logKey(run), last)
        : await this.redis.xread('COUNT', pageSize, 'STREAMS', logKey(run), last);
    const rows = found?.[0]?.[1] ?? [];
    const entries = rows.map(([, [, text]]) => JSON.parse(text) as LogEntry);
    return { last: rows.at(-1)?.[0] ?? last, entries };
  }

  async cancel(id: string): Promise<void> {
    await this.redis.hset(recordKey(id), 'state', 'canceled');
    await this.append(id, { type: 'canceled' });
    await this.redis.multi().expire(recordKey(id), canceledTime).expire(logKey(id), canceledTime).exec();
  }

  async remove(id: string): Promise<void> {
    await this.redis.multi().zrem(runsKey, id).unlink(recordKey(id), logKey(id), blobsKey(id)).exec();
  }
}
