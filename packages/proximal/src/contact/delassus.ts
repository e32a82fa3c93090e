// The Delassus matrix G = J M⁻¹ Jᵀ, given as numbers or as something that multiplies.
import { checkInteger, outOfRange, wrongType } from '../check/argument.ts';

/**
 * A Delassus matrix that need not be stored: symmetric, positive semi-definite, in kg⁻¹ for rows of translation. `residuals` only
 * multiplies; the solvers read each row once a solve.
 */
export interface DelassusOperator {
  /** The number of rows: `bilateral` and three per contact. */
  readonly size: number;
  /** out = G x. */
  apply(x: Float64Array, out: Float64Array): void;
  /** Writes row `index` to the start of `out`; the blocks on the diagonal are taken from here, too. */
  row(index: number, out: Float64Array): void;
}

/**
 * A square matrix of numbers by rows, which it keeps without a copy.
 * @example
 * ```ts
 * const G = new DenseMatrix(2, Float64Array.of(2, 1, 1, 2));
 * DenseMatrix.fromRows([[2, 1], [1, 2]]); // the same from nested arrays, as JSON has them
 * ```
 */
export class DenseMatrix implements DelassusOperator {
  constructor(
    readonly size: number,
    readonly values: Float64Array,
  ) {
    checkInteger('DenseMatrix', 'size', size, 0, 20_000);
    if (!(values instanceof Float64Array)) throw wrongType('DenseMatrix', 'values', values, 'give a Float64Array');
    if (values.length !== size * size)
      throw outOfRange('DenseMatrix', 'values.length', values.length, `give size² = ${size * size} numbers, by rows`);
  }

  static fromRows(rows: ArrayLike<ArrayLike<number>>): DenseMatrix {
    const matrix = new DenseMatrix(rows.length, new Float64Array(rows.length * rows.length));
    for (let i = 0; i < rows.length; i++) {
      if (rows[i].length !== rows.length)
        throw outOfRange('DenseMatrix.fromRows', `rows[${i}].length`, rows[i].length, `give ${rows.length} numbers`);
      matrix.values.set(rows[i], i * rows.length);
    }
    return matrix;
  }

  apply(x: Float64Array, out: Float64Array): void {
    const { size, values } = this;
    for (let i = 0; i < size; i++) out[i] = rowTimes(values, i * size, size, x);
  }

  row(index: number, out: Float64Array): void {
    const start = index * this.size;
    for (let j = 0; j < this.size; j++) out[j] = this.values[start + j];
  }
}

/** The row that starts at `start`, times x. Four sums, so that no addition waits for the one before. */
export function rowTimes(values: Float64Array, start: number, size: number, x: Float64Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  let j = 0;
  for (; j + 3 < size; j += 4) {
    a += values[start + j] * x[j];
    b += values[start + j + 1] * x[j + 1];
    c += values[start + j + 2] * x[j + 2];
    d += values[start + j + 3] * x[j + 3];
  }
  for (; j < size; j++) a += values[start + j] * x[j];
  return a + b + (c + d);
}
