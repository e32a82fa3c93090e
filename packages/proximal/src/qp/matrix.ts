import { checkInteger, checkNumber, outOfRange, wrongType } from '../check/argument.ts';

/**
 * A sparse matrix by columns (CSC): column j has the entries from `starts[j]` to `starts[j + 1]` − 1, with increasing row indices.
 * It keeps the arrays without a copy. `values` may be changed between solves; the pattern may not.
 * @example
 * ```ts
 * // [1 0]
 * // [2 3]
 * const matrix = new SparseMatrix(2, 2, Int32Array.of(0, 2, 3), Int32Array.of(0, 1, 1), Float64Array.of(1, 2, 3));
 * SparseMatrix.fromEntries(2, 2, [[0, 0, 1], [1, 0, 2], [1, 1, 3]]); // the same
 * ```
 */
export class SparseMatrix {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'SparseMatrix';

  constructor(
    readonly rows: number,
    readonly columns: number,
    readonly starts: Int32Array,
    readonly indices: Int32Array,
    readonly values: Float64Array,
  ) {
    const where = 'SparseMatrix';
    checkInteger(where, 'rows', rows, 0, 10_000_000);
    checkInteger(where, 'columns', columns, 0, 10_000_000);
    for (const [name, array] of Object.entries({ starts, indices }))
      if (!(array instanceof Int32Array)) throw wrongType(where, name, array, 'give an Int32Array');
    if (!(values instanceof Float64Array)) throw wrongType(where, 'values', values, 'give a Float64Array');
    if (starts.length !== columns + 1 || starts[0] !== 0)
      throw outOfRange(where, 'starts', starts, `give ${columns + 1} starts, the first of them 0`);
    if (indices.length !== starts[columns] || values.length !== starts[columns])
      throw outOfRange(
        where,
        'values',
        values,
        `give as many indices and values as the last start, ${starts[columns]}`,
      );
    for (let j = 0; j < columns; j++) {
      if (starts[j + 1] < starts[j])
        throw outOfRange(where, `starts[${j + 1}]`, starts[j + 1], 'give starts that do not decrease');
      for (let k = starts[j]; k < starts[j + 1]; k++)
        if (indices[k] >= rows || indices[k] < (k > starts[j] ? indices[k - 1] + 1 : 0))
          throw outOfRange(where, `indices[${k}]`, indices[k], `give increasing rows below ${rows} in each column`);
    }
  }

  /** The matrix of entries [row, column, value] in any order; values of the same entry are added. */
  static fromEntries(
    rows: number,
    columns: number,
    entries: Iterable<readonly [row: number, column: number, value: number]>,
  ): SparseMatrix {
    const where = 'SparseMatrix.fromEntries';
    checkInteger(where, 'rows', rows, 0, 10_000_000);
    checkInteger(where, 'columns', columns, 0, 10_000_000);
    const sorted = [...entries];
    for (const [k, [row, column, value]] of sorted.entries()) {
      checkInteger(where, `entries[${k}][0]`, row, 0, rows - 1);
      checkInteger(where, `entries[${k}][1]`, column, 0, columns - 1);
      checkNumber(where, `entries[${k}][2]`, value, 'give a finite number');
    }
    sorted.sort((a, b) => a[1] - b[1] || a[0] - b[0]);
    const starts = new Int32Array(columns + 1);
    const indices: number[] = [];
    const values: number[] = [];
    let last = -1;
    for (const [row, column, value] of sorted) {
      if (last === column * rows + row) values[values.length - 1] += value;
      else {
        indices.push(row);
        values.push(value);
        starts[column + 1]++;
        last = column * rows + row;
      }
    }
    for (let j = 0; j < columns; j++) starts[j + 1] += starts[j];
    return new SparseMatrix(rows, columns, starts, Int32Array.from(indices), Float64Array.from(values));
  }

  /** The nonzero entries of a dense matrix by rows. */
  static fromDense(rows: number, columns: number, dense: Float64Array): SparseMatrix {
    checkInteger('SparseMatrix.fromDense', 'rows', rows, 0, 10_000_000);
    checkInteger('SparseMatrix.fromDense', 'columns', columns, 0, 10_000_000);
    if (!(dense instanceof Float64Array) || dense.length !== rows * columns)
      throw wrongType('SparseMatrix.fromDense', 'dense', dense, `give a Float64Array of ${rows} × ${columns} numbers`);
    let count = 0;
    for (const value of dense) if (value !== 0) count++;
    const starts = new Int32Array(columns + 1);
    const indices = new Int32Array(count);
    const values = new Float64Array(count);
    let at = 0;
    for (let j = 0; j < columns; j++) {
      for (let i = 0; i < rows; i++) {
        const value = dense[i * columns + j];
        if (value === 0) continue;
        indices[at] = i;
        values[at++] = value;
      }
      starts[j + 1] = at;
    }
    return new SparseMatrix(rows, columns, starts, indices, values);
  }
}

/** out = A x. */
export function multiply({ columns, starts, indices, values }: SparseMatrix, x: Float64Array, out: Float64Array): void {
  out.fill(0);
  for (let j = 0; j < columns; j++) {
    const xj = x[j];
    if (xj === 0) continue;
    for (let k = starts[j]; k < starts[j + 1]; k++) out[indices[k]] += values[k] * xj;
  }
}

/** out = Aᵀ y. */
export function multiplyTransposed(
  { columns, starts, indices, values }: SparseMatrix,
  y: Float64Array,
  out: Float64Array,
): void {
  for (let j = 0; j < columns; j++) {
    let sum = 0;
    for (let k = starts[j]; k < starts[j + 1]; k++) sum += values[k] * y[indices[k]];
    out[j] = sum;
  }
}

/** Aᵀ. `order[k]` is the entry of A that became entry k. */
export function transpose(a: SparseMatrix): { readonly matrix: SparseMatrix; readonly order: Int32Array } {
  const starts = new Int32Array(a.rows + 1);
  for (const row of a.indices) starts[row + 1]++;
  for (let i = 0; i < a.rows; i++) starts[i + 1] += starts[i];
  const next = starts.slice(0, a.rows);
  const indices = new Int32Array(a.indices.length);
  const order = new Int32Array(a.indices.length);
  for (let j = 0; j < a.columns; j++) {
    for (let k = a.starts[j]; k < a.starts[j + 1]; k++) {
      const to = next[a.indices[k]]++;
      indices[to] = j;
      order[to] = k;
    }
  }
  const values = Float64Array.from(order, (k) => a.values[k]);
  return { matrix: new SparseMatrix(a.columns, a.rows, starts, indices, values), order };
}

/** The largest magnitude of a vector; NaN if it contains NaN. */
export function largest(x: Float64Array): number {
  let maximum = 0;
  for (let k = 0; k < x.length; k++) {
    const size = Math.abs(x[k]);
    if (Number.isNaN(size)) return size;
    if (size > maximum) maximum = size;
  }
  return maximum;
}

export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}
