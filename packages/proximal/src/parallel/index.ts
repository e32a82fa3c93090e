/**
 * `proximal/parallel`: batches of queries on all cores, in Node and browsers.
 * @packageDocumentation
 */
export type {
  MapOptions,
  PoolCallOptions,
  PoolDerivativeOptions,
  PoolDistanceOptions,
  PoolGrowthOptions,
  PoolOptions,
  PoolPenetrationOptions,
  PoolSignal,
} from './options.ts';
export { createPool, type Pool } from './pool.ts';
