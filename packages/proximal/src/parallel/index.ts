/**
 * `proximal/parallel`: batches of queries on all cores, in Node and browsers.
 * @packageDocumentation
 */
export type {
  MapOptions,
  PlanProblem,
  PoolCallOptions,
  PoolDerivativeOptions,
  PoolDistanceOptions,
  PoolGrowthOptions,
  PoolOptions,
  PoolPenetrationOptions,
  PoolPlan,
  PoolRolloutsOptions,
  PoolSignal,
  SimulationData,
} from './options.ts';
export { createPool, type Pool } from './pool.ts';
