// The answers of a batch, in space and in the plane.
import { outOfRange, wrongType } from '../check/argument.ts';
import type { Engine, QueryFrame } from './engine.ts';
import type { Host, ShapeRecord } from './record.ts';
import { statuses, terminations } from './status.ts';

/**
 * The answers of `distanceBatch`: one typed array per field, one row per pair; fields of points have three numbers a row, in the plane two.
 * See `DistanceResult` for what they mean.
 */
export interface DistanceBatch {
  readonly count: number;
  readonly distance: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly pointA: Float64Array;
  readonly pointB: Float64Array;
  readonly normal: Float64Array;
  readonly localA: Float64Array;
  readonly localB: Float64Array;
  readonly iterations: Int32Array;
  readonly supportCalls: Int32Array;
  /** Numbers into `batchStatuses`. */
  readonly status: Uint8Array;
  /** Numbers into `batchTerminations`. */
  readonly termination: Uint8Array;
}

/**
 * The statuses of a batch's rows by their numbers: those of a single query, and `'invalid'` for a pose that is no pose.
 * @example
 * ```ts
 * batchStatuses[batch.status[0]]; // 'separated'
 * ```
 */
export const batchStatuses = /* @__PURE__ */ Object.freeze([...statuses, 'invalid'] as const);
/**
 * The terminations of a batch's rows by their numbers.
 * @example
 * ```ts
 * batchTerminations[batch.termination[0]]; // 'converged'
 * ```
 */
export const batchTerminations: typeof terminations = terminations;

/** Arrays for the results of `count` pairs with points of two or three numbers. */
export function createBatch(count: number, dimension: 2 | 3): DistanceBatch {
  if (!Number.isInteger(count) || count < 0)
    throw outOfRange('createDistanceBatch', 'count', count, 'give a whole number of pairs');
  const numbers = (each: number): Float64Array => new Float64Array(each * count);
  return {
    count,
    distance: numbers(1),
    lower: numbers(1),
    upper: numbers(1),
    pointA: numbers(dimension),
    pointB: numbers(dimension),
    normal: numbers(dimension),
    localA: numbers(dimension),
    localB: numbers(dimension),
    iterations: new Int32Array(count),
    supportCalls: new Int32Array(count),
    status: new Uint8Array(count),
    termination: new Uint8Array(count),
  };
}

/** Rejects anything but result arrays for this many pairs. */
export function checkBatch(where: string, batch: DistanceBatch, count: number, dimension: 2 | 3): void {
  if (typeof batch === 'object' && batch !== null && batch.count === count) {
    const { distance, lower, upper, iterations, supportCalls, status, termination } = batch;
    const { pointA, pointB, normal, localA, localB } = batch;
    const fits = (field: ArrayLike<number> | undefined, each: number): boolean => field?.length === each * count;
    const hasNumbers = fits(distance, 1) && fits(lower, 1) && fits(upper, 1);
    const hasPoints = fits(pointA, dimension) && fits(pointB, dimension) && fits(normal, dimension);
    const hasLocals = fits(localA, dimension) && fits(localB, dimension);
    const hasIntegers = fits(iterations, 1) && fits(supportCalls, 1) && fits(status, 1) && fits(termination, 1);
    if (hasNumbers && hasPoints && hasLocals && hasIntegers) return;
  }
  throw wrongType(where, 'out', batch, `give createDistanceBatch(${count}), or leave it out`);
}

/** The data of a shape that a batch needs. */
interface BatchShape {
  readonly record: ShapeRecord;
  readonly isBounded: boolean;
}

/** The shapes of a batch, and where they are in the kernel's memory: kept for the next batch with the same list. */
export class BatchShapes {
  readonly hasHosts: boolean;
  readonly isBounded: boolean;
  private readonly isFrozen: boolean;
  /** A copy, since the list's owner may change it. */
  private readonly shapes: readonly BatchShape[];
  private readonly records: readonly ShapeRecord[];
  private engine: Engine<unknown> | null = null;
  private evictions = -1;
  private addresses: Int32Array = new Int32Array(0);
  private hosts: ReadonlyMap<number, Host> | null = null;

  constructor(shapes: readonly BatchShape[]) {
    this.shapes = [...shapes];
    this.isFrozen = Object.isFrozen(shapes);
    this.records = shapes.map(({ record }) => record);
    this.hasHosts = this.records.some(({ hosts }) => hosts.length > 0);
    this.isBounded = shapes.every(({ isBounded }) => isBounded);
  }

  get count(): number {
    return this.shapes.length;
  }

  /** Whether the list still has the same shapes. A frozen list always has. */
  isOf(list: readonly BatchShape[]): boolean {
    if (this.isFrozen) return true;
    const { shapes } = this;
    if (list.length !== shapes.length) return false;
    for (let k = 0; k < shapes.length; k++) if (list[k] !== shapes[k]) return false;
    return true;
  }

  isUnbounded(body: number): boolean {
    return !this.shapes[body].isBounded;
  }

  /** The records' addresses, safe from eviction until the query frame is left. */
  place(engine: Engine<unknown>, frame: QueryFrame): Int32Array {
    if (this.engine === engine && this.evictions === engine.evictions) {
      engine.holdAll(frame, this.records, this.hosts);
      return this.addresses;
    }
    this.addresses = engine.placeAll(frame, this.records);
    this.hosts = frame.hosts;
    this.engine = engine;
    this.evictions = engine.evictions;
    return this.addresses;
  }
}

/** The lists of shapes of earlier batches. */
export type KnownLists = WeakMap<readonly BatchShape[], BatchShapes>;

/** Checks a list of shapes, unless it is one that was checked before and is still the same. */
export function readShapes(
  where: string,
  lists: KnownLists,
  shapes: readonly BatchShape[],
  check: (where: string, argument: string, value: unknown) => void,
): BatchShapes {
  if (!Array.isArray(shapes)) throw wrongType(where, 'bodies.shapes', shapes, 'give a list of shapes');
  const known = lists.get(shapes);
  if (known?.isOf(shapes)) return known;
  for (let k = 0; k < shapes.length; k++) check(where, `bodies.shapes[${k}]`, shapes[k]);
  const list = new BatchShapes(shapes);
  lists.set(shapes, list);
  return list;
}

/**
 * Refuses poses that are not `numbers` for each shape, and pairs that are none of these shapes.
 * @param unbounded what two of the shapes that have no bounds are called
 */
export function checkPairs(
  where: string,
  shapes: BatchShapes,
  poses: Float64Array,
  numbers: number,
  pairs: Uint32Array,
  unbounded: string,
): void {
  const { count } = shapes;
  if (!(poses instanceof Float64Array) || poses.length !== numbers * count) {
    const remedy = `give a Float64Array of ${numbers * count}, ${numbers === 4 ? 'four' : 'seven'} numbers for each shape`;
    throw wrongType(where, 'bodies.poses', poses, remedy);
  }
  if (!(pairs instanceof Uint32Array) || pairs.length % 2 !== 0) {
    throw wrongType(where, 'pairs', pairs, 'give a Uint32Array with two body numbers for each pair');
  }
  for (let k = 0; k < pairs.length; k++) {
    if (pairs[k] >= count) throw outOfRange(where, `pairs[${k}]`, pairs[k], `there are ${count} bodies`);
  }
  if (shapes.isBounded) return;
  for (let k = 0; k < pairs.length; k += 2) {
    if (shapes.isUnbounded(pairs[k]) && shapes.isUnbounded(pairs[k + 1]))
      throw outOfRange(where, `pairs[${k}]`, pairs[k], `both bodies are ${unbounded}: give one bounded shape`);
  }
}

/** The kernel's memory as numbers and as integers. */
interface Memory {
  readonly f64: Float64Array;
  readonly i32: Int32Array;
}

/** The columns of `count` answers in a kernel's memory: eight of numbers and four of integers. */
interface Columns {
  readonly f64: Float64Array;
  readonly at: number;
  readonly room: number;
  readonly count: number;
  readonly dimension: 2 | 3;
  readonly numbers: readonly Float64Array[];
  readonly integers: readonly Int32Array[];
}

/** Those of the last batch: making twelve views takes longer than copying a hundred answers through them. */
let lastColumns: Columns | null = null;

function columnsOf({ f64, i32 }: Memory, at: number, room: number, count: number, dimension: 2 | 3): Columns {
  const last = lastColumns;
  const isSame = last?.f64 === f64 && last.at === at && last.room === room;
  if (isSame && last.count === count && last.dimension === dimension) return last;
  let column = at;
  const numbers = [1, 1, 1, dimension, dimension, dimension, dimension, dimension].map((each) => {
    column += each * room;
    return f64.subarray(column - each * room, column - each * (room - count));
  });
  const integers = [0, 1, 2, 3].map((k) => i32.subarray(2 * column + k * room, 2 * column + k * room + count));
  lastColumns = { f64, at, room, count, dimension, numbers, integers };
  return lastColumns;
}

/**
 * Copies `count` answers out of a kernel's columns, which stand one after the other from `at` on, each with `room` rows: see the
 * kernels' batch.ts.
 */
export function copyColumns(
  memory: Memory,
  at: number,
  room: number,
  batch: DistanceBatch,
  from: number,
  count: number,
  dimension: 2 | 3,
): void {
  const { numbers, integers } = columnsOf(memory, at, room, count, dimension);
  batch.distance.set(numbers[0], from);
  batch.lower.set(numbers[1], from);
  batch.upper.set(numbers[2], from);
  batch.pointA.set(numbers[3], dimension * from);
  batch.pointB.set(numbers[4], dimension * from);
  batch.normal.set(numbers[5], dimension * from);
  batch.localA.set(numbers[6], dimension * from);
  batch.localB.set(numbers[7], dimension * from);
  batch.iterations.set(integers[0], from);
  batch.supportCalls.set(integers[1], from);
  batch.status.set(integers[2], from);
  batch.termination.set(integers[3], from);
}
