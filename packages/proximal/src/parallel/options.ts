import type { DerivativeBatchOptions } from '../derivatives/derivative-batch.ts';
import type { Plan, PlanOptions } from '../planning/plan-options.ts';
import type { GrowthBatchOptions } from '../proximity/growth-options.ts';
import type { DistanceOptions } from '../proximity/options.ts';
import type { PenetrationBatchOptions } from '../proximity/penetration-options.ts';
import type { RolloutsOptions } from '../sim/rollouts.ts';

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

/** A simulation for workers: the contents of a simulation file without robots, or the bytes of a `snapshot` of a simulator or world. */
export type SimulationData = string | Uint8Array;

/** Options of `Pool.rollouts`: those of `rollouts` of `proximal/sim`, and those of every call. */
export interface PoolRolloutsOptions extends RolloutsOptions, PoolCallOptions {}

/** A problem of `Pool.plan`: the options of `planMotion` that can be sent, and the cell. */
export interface PlanProblem extends Omit<PlanOptions, 'signal' | 'onProgress' | 'onNode'> {
  /** The robot of the simulation that moves, counted from 0. All other robots and bodies are obstacles, where they are. Default 0. */
  readonly robot?: number;
  /** As in `CellOptions`, in meters. Default 0. */
  readonly padding?: number;
}

/** A plan without its cell, which stays in the worker. */
export type PoolPlan = Omit<Plan, 'cell'>;
