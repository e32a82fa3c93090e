import type { DerivativeBatchOptions } from '../derivatives/derivative-batch.ts';
import type { GrowthBatchOptions } from '../proximity/growth-options.ts';
import type { DistanceOptions } from '../proximity/options.ts';
import type { PenetrationBatchOptions } from '../proximity/penetration-options.ts';

/** Options of `createPool`. */
export interface PoolOptions {
  /** The number of workers. Default: the number of cores. */
  readonly size?: number;
}

/** The part of `AbortSignal` that calls use. */
export interface PoolSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Options of every call of a pool. */
export interface PoolCallOptions {
  /** An `AbortSignal`: when it is aborted, the call rejects with the signal's reason. */
  readonly signal?: PoolSignal;
  /** Called after each finished part with the number of finished rows or items, and the number of all. */
  readonly onProgress?: (done: number, all: number) => void;
}

/** Options of `Pool.distanceBatch` and `Pool.collideBatch`: those of `proximal`, and those of every call. */
export interface PoolDistanceOptions extends DistanceOptions, PoolCallOptions {}

/** Options of `Pool.signedDistanceBatch` and `Pool.penetrationBatch`. */
export interface PoolPenetrationOptions extends PenetrationBatchOptions, PoolCallOptions {}

/** Options of `Pool.growthDistanceBatch`. */
export interface PoolGrowthOptions extends GrowthBatchOptions, PoolCallOptions {}

/** Options of `Pool.differentiateBatch`. */
export interface PoolDerivativeOptions extends DerivativeBatchOptions, PoolCallOptions {}

/** Options of `Pool.map`. */
export interface MapOptions extends PoolCallOptions {
  /** The name of the exported function. Default `'default'`. */
  readonly name?: string;
}
