// Messages between a pool and its workers.
import type { Columns } from '../query/batch-result.ts';
import type { ShapeJSON } from '../query/convex-shape.ts';
import type { RolloutsOptions } from '../sim/rollouts.ts';
import type { BatchName } from './batch-kinds.ts';
import type { SimulationData } from './options.ts';

/** The work of a batch. */
export interface BatchWork {
  readonly kind: BatchName;
  readonly options: object;
  readonly poses: Float64Array;
  /** The shape of each body, by its number in the worker's cache. */
  readonly shapes: Uint32Array;
  /** The pairs and the results in shared memory; null if each chunk has its own. */
  readonly shared: { readonly pairs: Uint32Array; readonly out: Columns } | null;
}

/** The data that all chunks of a call need. Sent to a worker before its first chunk. */
export type Work =
  | BatchWork
  | { readonly kind: 'map'; readonly module: string; readonly name: string }
  | { readonly kind: 'rollouts'; readonly simulation: SimulationData; readonly options: RolloutsOptions }
  | { readonly kind: 'plan'; readonly simulation: SimulationData };

/** Whether the work is a batch of pairs. The items of other work take longer. */
export function isBatch(work: Work): work is BatchWork {
  return 'poses' in work;
}

/** The part of a call that a worker computes for one message: rows or items `from` to `from + count − 1`. */
export interface Chunk {
  readonly index: number;
  readonly from: number;
  readonly count: number;
  /** The pairs of a batch without shared memory, or the items of other work. */
  readonly pairs?: Uint32Array;
  readonly items?: readonly unknown[];
}

export type Request =
  /** Shapes for the cache, from number `first` on. If `first` is 0, the cache is emptied first. */
  | { readonly type: 'shapes'; readonly first: number; readonly shapes: readonly ShapeJSON[] }
  | { readonly type: 'open'; readonly call: number; readonly work: Work }
  | { readonly type: 'chunk'; readonly call: number; readonly chunk: Chunk }
  | { readonly type: 'close'; readonly call: number };

/** The answer to a chunk. `milliseconds` is the time that it took. */
export type Reply = {
  readonly call: number;
  readonly index: number;
  readonly milliseconds: number;
} & ({ readonly out: Columns | null; readonly values?: readonly unknown[] } | { readonly error: ReplyError });

/** An error of a worker in a form that can be sent. */
export interface ReplyError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
}
