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
    multiply(this.values, this.size, x, out);
  }

  row(index: number, out: Float64Array): void {
    const start = index * this.size;
    for (let j = 0; j < this.size; j++) out[j] = this.values[start + j];
  }
}

/**
 * out = the matrix by rows, times x. Four sums, so that no addition waits for the one before. (No function for a row: what a JavaScript
 * function returns may be boxed, and these run by the million.)
 */
export function multiply(values: Float64Array, size: number, x: Float64Array, out: Float64Array): void {
  const whole = size & ~3;
  for (let i = 0; i < size; i++) {
    const start = i * size;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let j = 0; j < whole; j += 4) {
      a += values[start + j] * x[j];
      b += values[start + j + 1] * x[j + 1];
      c += values[start + j + 2] * x[j + 2];
      d += values[start + j + 3] * x[j + 3];
    }
    for (let j = whole; j < size; j++) a += values[start + j] * x[j];
    out[i] = a + b + (c + d);
  }
}
