// Dense matrices by rows, for the derivatives of a robot's motion.
import { Factored } from './linear-solve.ts';

/** A matrix of so many rows; columns are what is left. */
export class Dense {
  readonly columns: number;

  constructor(
    readonly rows: number,
    readonly values: Float64Array,
  ) {
    this.columns = rows > 0 ? values.length / rows : 0;
  }

  static zero(rows: number, columns: number): Dense {
    return new Dense(rows, new Float64Array(rows * columns));
  }

  /** Of numbers that will change. */
  static copy(rows: number, values: Float64Array): Dense {
    return new Dense(rows, values.slice());
  }

  row(k: number): Float64Array {
    return this.values.subarray(k * this.columns, (k + 1) * this.columns);
  }

  /** this · other. */
  times(other: Dense): Dense {
    const out = Dense.zero(this.rows, other.columns);
    for (let i = 0; i < this.rows; i++)
      for (let j = 0; j < this.columns; j++) addTo(out.row(i), this.values[i * this.columns + j], other.row(j));
    return out;
  }

  plus(other: Dense, factor = 1): Dense {
    const out = Dense.copy(this.rows, this.values);
    addTo(out.values, factor, other.values);
    return out;
  }

  /** The row xᵀ · this, of all rows or of those from the first on. */
  combine(x: ArrayLike<number>, first = 0): Float64Array {
    const out = new Float64Array(this.columns);
    for (let k = 0; k < x.length; k++) addTo(out, x[k], this.row(first + k));
    return out;
  }

  /** Rows in one piece, the same numbers. */
  slice(first: number, end: number): Dense {
    return new Dense(end - first, this.values.subarray(first * this.columns, end * this.columns));
  }
}

/** out += factor x. */
export function addTo(out: Float64Array, factor: number, x: ArrayLike<number>): void {
  if (factor === 0) return;
  for (let k = 0; k < out.length; k++) out[k] += factor * x[k];
}

/** A⁻¹ B, for a matrix with a positive diagonal, whose entries may be of very different sizes. */
export function solveDense(a: Dense, b: Dense): Dense {
  const n = a.rows;
  const scale = Float64Array.from({ length: n }, (_, k) => 1 / Math.sqrt(a.values[k * n + k]));
  const transposed = Float64Array.from(a.values, (_, at) => {
    const [i, j] = [at % n, Math.floor(at / n)];
    return scale[i] * a.values[i * n + j] * scale[j];
  });
  const right = Dense.copy(n, b.values);
  scaleRows(right, scale);
  const out = new Dense(n, new Factored(transposed, n).solveTransposed(right.values, b.columns));
  scaleRows(out, scale);
  return out;
}

function scaleRows(matrix: Dense, factors: Float64Array): void {
  for (let k = 0; k < matrix.rows; k++) {
    const row = matrix.row(k);
    for (let c = 0; c < row.length; c++) row[c] *= factors[k];
  }
}
