/// <reference lib="esnext.disposable" preserve="true" />
import { checkInteger, checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import type { DerivativeBatch } from '../derivatives/derivative-batch.ts';
import type { Bodies, DistanceBatch } from '../proximity/batch.ts';
import type { PenetrationBatch, SignedDistanceBatch } from '../proximity/depth-batch.ts';
import type { GrowthBatch } from '../proximity/growth-batch.ts';
import { checkOrder } from '../query/batch.ts';
import { type Columns, columnsOf, createBatch } from '../query/batch-result.ts';
import { type CheckedLists, checkPairs, readShapes } from '../query/batch-shapes.ts';
import { checkShape } from '../shapes/shape.ts';
import type { RolloutInput, Rollouts, RolloutsOptions } from '../sim/rollouts.ts';
import { checkRollouts } from '../sim/rollouts-check.ts';
import { type BatchName, batchKinds } from './batch-kinds.ts';
import { Call, type Part } from './call.ts';
import type { Work } from './messages.ts';
import type {
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
  SimulationData,
} from './options.ts';
import { coreCount, sharesMemory, startBatchWorker, startTaskWorker } from './platform.ts';
import { sharedArray, sharedCopy, sharedLike } from './shared.ts';
import { WorkerGroup } from './worker-group.ts';

/**
 * Workers that compute batches on several cores, with the same bits as on one core. They start with the first call and do not keep the process alive.
 * @example
 * ```ts
 * const pool = createPool();
 * const { distance } = await pool.distanceBatch(bodies, pairs);
 * pool.close();
 * ```
 */
export function createPool(options: PoolOptions = {}): Pool {
  checkOptions('createPool', 'options', options, ['size']);
  const { size = coreCount() } = options;
  checkInteger('createPool', 'options.size', size, 1, 1024);
  return new Pool(size);
}

function isAddress(text: string): boolean {
  try {
    new URL(text);
    return true;
  } catch {
    return false;
  }
}

/** A pool of workers. Made by `createPool`. */
export class Pool {
  private readonly workers: WorkerGroup;
  /** The workers of rollouts and plans, which start with the first of these calls. */
  private readonly taskWorkers: WorkerGroup;
  private readonly lists: CheckedLists = new WeakMap();

  /** @internal */
  constructor(
    /** The number of workers. */
    readonly size: number,
  ) {
    this.workers = new WorkerGroup(size, startBatchWorker);
    this.taskWorkers = new WorkerGroup(size, startTaskWorker);
  }

  /**
   * The full results of many pairs of bodies: `distanceBatch` of `proximal` on all workers. Where memory can be shared, the arrays of a new batch are shared.
   * @param out filled and returned. Default: a new batch
   * @example
   * ```ts
   * const { lower, normal } = await pool.distanceBatch(bodies, pairs, { upTo: 1 });
   * ```
   */
  distanceBatch(
    bodies: Bodies,
    pairs: Uint32Array,
    options?: PoolDistanceOptions,
    out?: DistanceBatch,
  ): Promise<DistanceBatch> {
    return this.rows('distanceBatch', bodies, pairs, options, out);
  }

  /**
   * The signed distances of many pairs of bodies: `signedDistanceBatch` of `proximal` on all workers.
   * @param out filled and returned. Default: a new batch
   * @example
   * ```ts
   * const { distance, local } = await pool.signedDistanceBatch(bodies, pairs);
   * ```
   */
  signedDistanceBatch(
    bodies: Bodies,
    pairs: Uint32Array,
    options?: PoolPenetrationOptions,
    out?: SignedDistanceBatch,
  ): Promise<SignedDistanceBatch> {
    return this.rows('signedDistanceBatch', bodies, pairs, options, out);
  }

  /**
   * The penetration depths of many pairs of bodies: `penetrationBatch` of `proximal` on all workers.
   * @param out filled and returned. Default: a new batch
   * @example
   * ```ts
   * const { depth, normal } = await pool.penetrationBatch(bodies, pairs, { direction: [0, 0, 1] });
   * ```
   */
  penetrationBatch(
    bodies: Bodies,
    pairs: Uint32Array,
    options?: PoolPenetrationOptions,
    out?: PenetrationBatch,
  ): Promise<PenetrationBatch> {
    return this.rows('penetrationBatch', bodies, pairs, options, out);
  }

  /**
   * The growth distances of many pairs of bodies: `growthDistanceBatch` of `proximal` on all workers.
   * @param out filled and returned. Default: a new batch
   * @example
   * ```ts
   * const { growth, contact } = await pool.growthDistanceBatch(bodies, pairs);
   * ```
   */
  growthDistanceBatch(
    bodies: Bodies,
    pairs: Uint32Array,
    options?: PoolGrowthOptions,
    out?: GrowthBatch,
  ): Promise<GrowthBatch> {
    return this.rows('growthDistanceBatch', bodies, pairs, options, out);
  }

  /**
   * The derivatives of the signed distances of many pairs of bodies: `differentiateBatch` of `proximal/derivatives` on all workers.
   * @param out filled and returned. Default: a new batch
   * @example
   * ```ts
   * const { result, distance } = await pool.differentiateBatch(bodies, pairs, { estimator: 'exact' });
   * ```
   */
  differentiateBatch(
    bodies: Bodies,
    pairs: Uint32Array,
    options?: PoolDerivativeOptions,
    out?: DerivativeBatch,
  ): Promise<DerivativeBatch> {
    return this.rows('differentiateBatch', bodies, pairs, options, out);
  }

  /**
   * Whether each of many pairs of bodies collides: `collideBatch` of `proximal` on all workers.
   * @param out filled and returned. Default: a new array
   * @example
   * ```ts
   * const collides = await pool.collideBatch(bodies, pairs, { margin: 0.01 });
   * ```
   */
  async collideBatch(
    bodies: Bodies,
    pairs: Uint32Array,
    options?: PoolDistanceOptions,
    out?: Uint8Array,
  ): Promise<Uint8Array> {
    const where = 'collideBatch';
    const { query, call } = split(where, options);
    this.check(where, bodies, pairs, query);
    const count = pairs.length / 2;
    const answers = out ?? sharedArray(Uint8Array, count);
    if (!(answers instanceof Uint8Array) || answers.length !== count)
      throw wrongType(where, 'out', out, `give a Uint8Array of length ${count}, or leave it out`);
    await this.run(where, bodies, pairs, query, { answers }, call);
    return answers;
  }

  /**
   * Calls a function of an ES module for each item, on all workers; the results are in the order of the items. Items and results are copied between
   * threads by structured clone.
   * @param module the absolute address of the module, such as `new URL('./task.js', import.meta.url)`
   * @example
   * ```ts
   * const plans = await pool.map(new URL('./plan-one.js', import.meta.url), problems);
   * ```
   */
  async map<Item, Value>(module: string | URL, items: readonly Item[], options: MapOptions = {}): Promise<Value[]> {
    checkOptions('map', 'options', options, ['name', 'signal', 'onProgress']);
    if (!Array.isArray(items)) throw wrongType('map', 'items', items, 'give a list');
    if (!isAddress(String(module)))
      throw outOfRange(
        'map',
        'module',
        module,
        "give an absolute address, such as new URL('./task.js', import.meta.url)",
      );
    const work: Work = { kind: 'map', module: String(module), name: options.name ?? 'default' };
    return this.values(this.workers, work, items, options);
  }

  /**
   * Many rollouts of a simulation: `rollouts` of `proximal/sim` on all workers, with the bits of one core. Each worker makes the simulator once.
   * @example
   * ```ts
   * const starts = speeds.map((speed) => ({ v: Float64Array.of(speed, 0, 0, 0, 0, 0) }));
   * const { q, unsolved } = await pool.rollouts(simulator.snapshot(), starts, { steps: 240 });
   * ```
   */
  async rollouts(
    simulation: SimulationData,
    inputs: readonly RolloutInput[],
    options: PoolRolloutsOptions,
  ): Promise<Rollouts> {
    const where = 'rollouts';
    const { query, call: callOptions } = split(where, options);
    const work = { kind: where, simulation, options: query as RolloutsOptions } as const;
    checkSimulation(where, simulation);
    const samples = checkRollouts(where, inputs, work.options);
    const count = inputs.length;
    const columns = { q: new Float64Array(0), v: new Float64Array(0), unsolved: new Int32Array(count) };
    const call = new Call(work, [], count, callOptions, {
      part: (from, rows) => ({ items: inputs.slice(from, from + rows) }),
      accept: (from, { out }) => {
        const found = out as typeof columns;
        const rows = found.unsolved.length;
        for (const name of ['q', 'v'] as const) {
          // The first part shows how many numbers a rollout has.
          if (columns[name].length === 0) columns[name] = new Float64Array((count * found[name].length) / rows);
          columns[name].set(found[name], (from * found[name].length) / rows);
        }
        columns.unsolved.set(found.unsolved, from);
      },
    });
    await this.taskWorkers.run(call);
    return { count, samples, ...columns };
  }

  /**
   * Plans for many problems: `planMotion` of `proximal/planning` on all workers. A plan is the same to the bit for the same seed, unless the time limit
   * ends the search.
   * @param simulation the robot and its obstacles
   * @example
   * ```ts
   * const plans = await pool.plan(simulator.snapshot(), goals.map((goal) => ({ start, goal })));
   * ```
   */
  async plan(
    simulation: SimulationData,
    problems: readonly PlanProblem[],
    options: PoolCallOptions = {},
  ): Promise<PoolPlan[]> {
    checkOptions('plan', 'options', options, ['signal', 'onProgress']);
    checkSimulation('plan', simulation);
    if (!Array.isArray(problems)) throw wrongType('plan', 'problems', problems, 'give a list');
    return this.values(this.taskWorkers, { kind: 'plan', simulation }, problems, options);
  }

  /** Runs work with one value for each item. */
  private async values<Value>(
    workers: WorkerGroup,
    work: Work,
    items: readonly unknown[],
    options: PoolCallOptions,
  ): Promise<Value[]> {
    const values = new Array<Value>(items.length);
    const call = new Call(work, [], items.length, options, {
      part: (from, count) => ({ items: items.slice(from, from + count) }),
      accept: (from, { values: found = [] }) => {
        for (const [k, value] of found.entries()) values[from + k] = value as Value;
      },
    });
    await workers.run(call);
    return values;
  }

  /** Ends all workers; calls in progress reject. */
  close(): void {
    this.workers.close();
    this.taskWorkers.close();
  }

  /** `close()`, for `using pool = createPool()`. */
  [Symbol.dispose](): void {
    this.close();
  }

  /** A batch with several results per pair. */
  private async rows<Batch>(
    name: BatchName,
    bodies: Bodies,
    pairs: Uint32Array,
    options: PoolCallOptions | undefined,
    out: Batch | undefined,
  ): Promise<Batch> {
    const { query, call } = split(name, options);
    this.check(name, bodies, pairs, query);
    const count = pairs.length / 2;
    const layout = batchKinds[name].layout(query);
    const batch = out ?? createBatch<Batch>(layout, count, sharedArray);
    await this.run(name, bodies, pairs, query, columnsOf(name, layout, batch, count), call);
    return batch;
  }

  private check(name: BatchName, bodies: Bodies, pairs: Uint32Array, options: object): void {
    const shapes = readShapes(name, this.lists, bodies?.shapes, checkShape);
    checkPairs(name, shapes, bodies.poses, 7, pairs, 'half-spaces');
    if (shapes.hasHosts)
      throw wrongType(
        name,
        'bodies.shapes',
        bodies.shapes,
        `custom shapes cannot be sent to workers: use ${name} of proximal`,
      );
    batchKinds[name].check(name, options, bodies, pairs);
  }

  /** Answers the pairs into `out` on the workers. */
  private async run(
    kind: BatchName,
    { shapes, poses }: Bodies,
    pairs: Uint32Array,
    options: object,
    out: Columns,
    callOptions: PoolCallOptions,
  ): Promise<void> {
    const columns = Object.entries(out);
    const isShared = sharesMemory();
    const target = isShared ? Object.fromEntries(columns.map(([name, column]) => [name, sharedLike(column)])) : null;
    const shared = target && { pairs: sharedCopy(pairs), out: target };
    const distinct = [...new Set(shapes)];
    const numbers = new Map(distinct.map((shape, k) => [shape, k]));
    const work = {
      kind,
      options,
      poses: isShared ? sharedCopy(poses) : poses.slice(),
      shapes: Uint32Array.from(shapes, (shape) => numbers.get(shape) as number),
      shared,
    };
    const rows = pairs.length / 2;
    const copy = (from: number, part: Columns): void => {
      for (const [name, column] of columns) column.set(part[name], (column.length / rows) * from);
    };
    const call = new Call(work, distinct, rows, callOptions, {
      part: (from, count): Part => (shared ? {} : { pairs: pairs.slice(2 * from, 2 * (from + count)) }),
      accept: (from, { out: part }) => part && copy(from, part),
    });
    await this.workers.run(call);
    // Arrays that were not shared get a copy.
    if (target) for (const [name, column] of columns) if (target[name] !== column) column.set(target[name]);
  }
}

function checkSimulation(where: string, simulation: SimulationData): void {
  if (typeof simulation !== 'string' && !(simulation instanceof Uint8Array))
    throw wrongType(where, 'simulation', simulation, 'give the text of a simulation file, or the bytes of a snapshot');
}

/** The options of the query, which are sent to the workers, and those of the call. */
function split(
  where: string,
  options: PoolCallOptions | undefined,
): { readonly query: object; readonly call: PoolCallOptions } {
  checkOrder(where, options);
  if (options !== undefined && (typeof options !== 'object' || options === null))
    throw wrongType(where, 'options', options, 'give an object, or leave it out');
  const { signal, onProgress, ...query } = options ?? {};
  return { query, call: { ...(signal && { signal }), ...(onProgress && { onProgress }) } };
}
