// The Delassus matrix G = J M⁻¹ Jᵀ, as a dense matrix or an operator.
import { checkInteger, outOfRange, wrongType } from '../check/argument.ts';

/**
 * A Delassus matrix that need not be stored: symmetric, positive semi-definite, in kg⁻¹ for rows of translation. `residuals` only
 * calls `apply`; `solve` reads each row once, and calls `apply` once for the residuals.
 */
export interface DelassusOperator {
  /** The number of rows: `bilateral` and three per contact. */
  readonly size: number;
  /** out = G x. */
  apply(x: Float64Array, out: Float64Array): void;
  /** Writes row `index` to the start of `out`; the solvers also read the diagonal blocks from the rows. */
  row(index: number, out: Float64Array): void;
}

/**
 * A square matrix by rows. It keeps `values` without a copy.
 * @example
 * ```ts
 * const G = new DenseMatrix(2, Float64Array.of(2, 1, 1, 2));
 * DenseMatrix.fromRows([[2, 1], [1, 2]]); // the same from nested arrays, as JSON has them
 * ```
 */
export class DenseMatrix implements DelassusOperator {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'DenseMatrix';

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
 * The envelope: the first and last nonzero entry of each row, or its diagonal entry if that lies outside. Bodies that do not touch each
 * other have zero blocks.
 */
export class Envelope {
  first = new Int32Array(0);
  last = new Int32Array(0);

  /** Scans each row from both ends to the diagonal. */
  measure(values: Float64Array, size: number): void {
    if (this.first.length !== size) {
      this.first = new Int32Array(size);
      this.last = new Int32Array(size);
    }
    for (let i = 0; i < size; i++) {
      const start = i * size;
      let from = 0;
      while (from < i && values[start + from] === 0) from++;
      let to = size - 1;
      while (to > i && values[start + to] === 0) to--;
      this.first[i] = from;
      this.last[i] = to;
    }
  }
}

/**
 * out = A x, for a matrix A by rows. Four partial sums, because additions to a single sum would wait for each other. The rows are computed inline,
 * because the return value of a JavaScript function may be boxed.
 */
export function multiply(
  values: Float64Array,
  size: number,
  x: Float64Array,
  out: Float64Array,
  envelope?: Envelope,
): void {
  for (let i = 0; i < size; i++) {
    const start = i * size;
    const end = envelope === undefined ? size : envelope.last[i] + 1;
    let j = envelope === undefined ? 0 : envelope.first[i];
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (; j + 3 < end; j += 4) {
      a += values[start + j] * x[j];
      b += values[start + j + 1] * x[j + 1];
      c += values[start + j + 2] * x[j + 2];
      d += values[start + j + 3] * x[j + 3];
    }
    for (; j < end; j++) a += values[start + j] * x[j];
    out[i] = a + b + (c + d);
  }
}
