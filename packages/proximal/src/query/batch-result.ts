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

/** An array of a batch's results. */
export type Column = Float64Array | Int32Array | Uint8Array;
/** The arrays of a batch's results by their names in its layout. */
export type Columns = Readonly<Record<string, Column>>;

/** The columns of a batch's results, in the kernel's order. A name with a dot is a field of a batch inside the batch. */
export interface BatchLayout {
  /** The public function that creates the arrays. */
  readonly create: string;
  /** Its arguments after the number of rows, as text. */
  readonly more?: string;
  readonly numbers: readonly (readonly [name: string, numbersPerRow: number])[];
  readonly integers: readonly string[];
}

/** The integers of every row. */
export const outcomeNames: readonly string[] = ['iterations', 'supportCalls', 'status', 'termination'];
/** Integers that may exceed 255. */
const counts = ['iterations', 'supportCalls', 'samples'];

/** The columns of a signed distance or a depth, named `first`, with points of two or three numbers. */
export function witnessColumns(first: string, dimension: 2 | 3): BatchLayout['numbers'] {
  const points = ['pointA', 'pointB', 'normal', 'localA', 'localB'].map((name) => [name, dimension] as const);
  return [[first, 1], ['lower', 1], ['upper', 1], ...points];
}

/** The results of `distanceBatch`, with points of two or three numbers. */
export function distanceLayout(dimension: 2 | 3): BatchLayout {
  return { create: 'createDistanceBatch', numbers: witnessColumns('distance', dimension), integers: outcomeNames };
}

/** A layout that begins with the columns of another, as the field `result`. */
export function withResult(result: BatchLayout, { numbers, integers, ...rest }: BatchLayout): BatchLayout {
  const within = (name: string): string => `result.${name}`;
  return {
    ...rest,
    numbers: [...result.numbers.map(([name, width]) => [within(name), width] as const), ...numbers],
    integers: [...result.integers.map(within), ...integers],
  };
}

/** Makes an array of a given type and length. */
type Allocate = (Type: new (length: number) => Column, length: number) => Column;

/** Arrays for the results of `count` pairs. */
export function createBatch<Batch>(layout: BatchLayout, count: number, allocate?: Allocate): Batch {
  if (!Number.isInteger(count) || count < 0)
    throw outOfRange(layout.create, 'count', count, 'give a whole number of pairs');
  return batchOf(count, createColumns(layout, count, allocate));
}

/** The arrays for the results of `count` pairs by their names. */
export function createColumns(
  { numbers, integers }: BatchLayout,
  count: number,
  allocate: Allocate = (Type, length) => new Type(length),
): Columns {
  const columns: Record<string, Column> = {};
  for (const [name, width] of numbers) columns[name] = allocate(Float64Array, width * count);
  for (const name of integers) {
    const isCount = counts.includes(name.slice(name.indexOf('.') + 1));
    columns[name] = allocate(isCount ? Int32Array : Uint8Array, count);
  }
  return columns;
}

/** A batch of `count` rows with these arrays. */
export function batchOf<Batch>(count: number, columns: Columns): Batch {
  const batch: Record<string, unknown> = { count };
  for (const [name, column] of Object.entries(columns)) {
    const dot = name.indexOf('.');
    if (dot < 0) batch[name] = column;
    else {
      const outer = name.slice(0, dot);
      batch[outer] ??= { count };
      (batch[outer] as Record<string, unknown>)[name.slice(dot + 1)] = column;
    }
  }
  return batch as Batch;
}

/** The arrays of a batch by their names. Throws unless it has them all, for the results of `count` pairs. */
export function columnsOf(where: string, layout: BatchLayout, batch: unknown, count: number): Columns {
  const { create, more = '', numbers, integers } = layout;
  const columns: Record<string, Column> = {};
  const widths = [...numbers, ...integers.map((name) => [name, 1] as const)];
  const hasAll = widths.every(([name, width]) => {
    const dot = name.indexOf('.');
    const owner = (dot < 0 ? batch : field(batch, name.slice(0, dot))) as Record<string, Column> | undefined;
    const column = field(owner, name.slice(dot + 1)) as Column | undefined;
    if (field(owner, 'count') !== count || column?.length !== width * count) return false;
    columns[name] = column;
    return true;
  });
  if (!hasAll || field(batch, 'count') !== count)
    throw wrongType(where, 'out', batch, `give ${create}(${count}${more}), or leave it out`);
  return columns;
}

function field(owner: unknown, name: string): unknown {
  return (owner as Record<string, unknown> | null | undefined)?.[name];
}

/** The kernel's memory as numbers and as integers. */
interface Memory {
  readonly f64: Float64Array;
  readonly i32: Int32Array;
}

/** Views of the columns of `count` results in a kernel's memory: columns of numbers, then of integers. */
interface Views {
  readonly layout: BatchLayout;
  readonly f64: Float64Array;
  readonly at: number;
  readonly capacity: number;
  readonly count: number;
  readonly columns: readonly (Float64Array | Int32Array)[];
}

/** The views of the last batch, kept because creating twelve views takes longer than copying a hundred results. */
let lastViews: Views | null = null;

function viewsOf({ f64, i32 }: Memory, layout: BatchLayout, at: number, capacity: number, count: number): Views {
  const last = lastViews;
  const isSame = last?.f64 === f64 && last.at === at && last.capacity === capacity;
  if (isSame && last.count === count && last.layout === layout) return last;
  let column = at;
  const numbers = layout.numbers.map(([, width]) => {
    column += width * capacity;
    return f64.subarray(column - width * capacity, column - width * (capacity - count));
  });
  const rows = integersAt(i32, column, layout.integers.length * capacity);
  const integers = layout.integers.map((_, k) => rows.subarray(k * capacity, k * capacity + count));
  lastViews = { layout, f64, at, capacity, count, columns: [...numbers, ...integers] };
  return lastViews;
}

/** The memory of `capacity` rows in the kernel, in numbers of 8 bytes. */
export function rowsSize({ numbers, integers }: BatchLayout, capacity: number): number {
  const perRow = numbers.reduce((sum, [, width]) => sum + width, Math.ceil(integers.length / 2));
  return perRow * capacity;
}

/**
 * Copies `count` results from the kernel's columns, which are contiguous from `at` on, with `capacity` rows each: see the
 * kernels' batch.ts.
 * @param lists the arrays of the columns, in the order of the layout
 */
export function copyColumns(
  memory: Memory,
  layout: BatchLayout,
  at: number,
  capacity: number,
  lists: readonly Column[],
  from: number,
  count: number,
): void {
  const { columns } = viewsOf(memory, layout, at, capacity, count);
  for (let k = 0; k < lists.length; k++) lists[k].set(columns[k], (columns[k].length / count) * from);
}
