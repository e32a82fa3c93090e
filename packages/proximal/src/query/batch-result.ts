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

/** The columns of numbers of a batch's results, in the kernel's order; four integers follow: `iterations`, `supportCalls`, `status` and `termination`. */
export interface BatchLayout {
  /** The public function that creates the arrays. */
  readonly create: string;
  readonly columns: readonly (readonly [name: string, numbersPerRow: number])[];
}

/** The results of `distanceBatch`, with points of two or three numbers. */
export function distanceLayout(dimension: 2 | 3): BatchLayout {
  const points = ['pointA', 'pointB', 'normal', 'localA', 'localB'].map((name) => [name, dimension] as const);
  return { create: 'createDistanceBatch', columns: [['distance', 1], ['lower', 1], ['upper', 1], ...points] };
}

/** Arrays of results, one for each column. */
interface Arrays {
  readonly count: number;
  readonly [column: string]: number | Float64Array | Int32Array | Uint8Array;
}

/** Arrays for the results of `count` pairs. */
export function createBatch<Batch>({ create, columns }: BatchLayout, count: number): Batch {
  if (!Number.isInteger(count) || count < 0) throw outOfRange(create, 'count', count, 'give a whole number of pairs');
  const numbers = columns.map(([name, width]) => [name, new Float64Array(width * count)]);
  const batch = {
    count,
    ...Object.fromEntries(numbers),
    iterations: new Int32Array(count),
    supportCalls: new Int32Array(count),
    status: new Uint8Array(count),
    termination: new Uint8Array(count),
  };
  return batch as Batch;
}

const integerNames = ['iterations', 'supportCalls', 'status', 'termination'] as const;

/** Throws unless `batch` has arrays for the results of `count` pairs. */
export function checkBatch(where: string, { create, columns }: BatchLayout, batch: unknown, count: number): void {
  if (typeof batch === 'object' && batch !== null && (batch as Arrays).count === count) {
    const fits = (name: string, width: number): boolean =>
      ((batch as Arrays)[name] as ArrayLike<number> | undefined)?.length === width * count;
    if (columns.every(([name, width]) => fits(name, width)) && integerNames.every((name) => fits(name, 1))) return;
  }
  throw wrongType(where, 'out', batch, `give ${create}(${count}), or leave it out`);
}

/** The kernel's memory as numbers and as integers. */
interface Memory {
  readonly f64: Float64Array;
  readonly i32: Int32Array;
}

/** Views of the columns of `count` results in a kernel's memory: columns of numbers, then four of integers. */
interface Columns {
  readonly layout: BatchLayout;
  readonly f64: Float64Array;
  readonly at: number;
  readonly capacity: number;
  readonly count: number;
  readonly numbers: readonly Float64Array[];
  readonly integers: readonly Int32Array[];
}

/** The views of the last batch, kept because creating twelve views takes longer than copying a hundred results. */
let lastColumns: Columns | null = null;

function columnsOf({ f64, i32 }: Memory, layout: BatchLayout, at: number, capacity: number, count: number): Columns {
  const last = lastColumns;
  const isSame = last?.f64 === f64 && last.at === at && last.capacity === capacity;
  if (isSame && last.count === count && last.layout === layout) return last;
  let column = at;
  const numbers = layout.columns.map(([, width]) => {
    column += width * capacity;
    return f64.subarray(column - width * capacity, column - width * (capacity - count));
  });
  const rows = integersAt(i32, column, 4 * capacity);
  const integers = integerNames.map((_, k) => rows.subarray(k * capacity, k * capacity + count));
  lastColumns = { layout, f64, at, capacity, count, numbers, integers };
  return lastColumns;
}

/**
 * Copies `count` results from the kernel's columns, which are contiguous from `at` on, with `capacity` rows each: see the
 * kernels' batch.ts.
 */
export function copyColumns(
  memory: Memory,
  layout: BatchLayout,
  at: number,
  capacity: number,
  batch: unknown,
  from: number,
  count: number,
): void {
  const { numbers, integers } = columnsOf(memory, layout, at, capacity, count);
  const arrays = batch as Arrays;
  for (const [k, [name, width]] of layout.columns.entries()) {
    (arrays[name] as Float64Array).set(numbers[k], width * from);
  }
  for (const [k, name] of integerNames.entries()) (arrays[name] as Int32Array).set(integers[k], from);
}
