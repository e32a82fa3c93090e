// The results of a batch of queries, in 3D and 2D.
import { outOfRange, wrongType } from '../check/argument.ts';
import { integersAt } from '../engine/integers.ts';
import { statuses, terminations } from '../engine/status.ts';

/**
 * The results of `distanceBatch`: one typed array per field, one row per pair. Points have three numbers per row in 3D, and
 * two in 2D. See `DistanceResult` for the fields.
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
  /** Indices into `batchStatuses`. */
  readonly status: Uint8Array;
  /** Indices into `batchTerminations`. */
  readonly termination: Uint8Array;
}

/**
 * The statuses of a batch's rows by their numbers: the statuses of a single query, and `'invalid'` for an invalid pose.
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

/** Throws unless `batch` has arrays for the results of `count` pairs. */
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

/** The kernel's memory as numbers and as integers. */
interface Memory {
  readonly f64: Float64Array;
  readonly i32: Int32Array;
}

/** Views of the columns of `count` results in a kernel's memory: eight columns of numbers and four of integers. */
interface Columns {
  readonly f64: Float64Array;
  readonly at: number;
  readonly capacity: number;
  readonly count: number;
  readonly dimension: 2 | 3;
  readonly numbers: readonly Float64Array[];
  readonly integers: readonly Int32Array[];
}

/** The views of the last batch, kept because creating twelve views takes longer than copying a hundred results. */
let lastColumns: Columns | null = null;

function columnsOf({ f64, i32 }: Memory, at: number, capacity: number, count: number, dimension: 2 | 3): Columns {
  const last = lastColumns;
  const isSame = last?.f64 === f64 && last.at === at && last.capacity === capacity;
  if (isSame && last.count === count && last.dimension === dimension) return last;
  let column = at;
  const numbers = [1, 1, 1, dimension, dimension, dimension, dimension, dimension].map((each) => {
    column += each * capacity;
    return f64.subarray(column - each * capacity, column - each * (capacity - count));
  });
  const rows = integersAt(i32, column, 4 * capacity);
  const integers = [0, 1, 2, 3].map((k) => rows.subarray(k * capacity, k * capacity + count));
  lastColumns = { f64, at, capacity, count, dimension, numbers, integers };
  return lastColumns;
}

/**
 * Copies `count` results from the kernel's columns, which are contiguous from `at` on, with `capacity` rows each: see the
 * kernels' batch.ts.
 */
export function copyColumns(
  memory: Memory,
  at: number,
  capacity: number,
  batch: DistanceBatch,
  from: number,
  count: number,
  dimension: 2 | 3,
): void {
  const { numbers, integers } = columnsOf(memory, at, capacity, count, dimension);
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
