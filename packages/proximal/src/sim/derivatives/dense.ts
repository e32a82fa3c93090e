// Dense matrices by rows, and blocks of them, for the derivatives of a robot's motion.

/** Scaled pivots below this belong to unknowns that nothing determines. */
const redundant = 1e-9;
/** The diagonal is the pivot unless it is below this share of the column's largest entry. */
const pivotShare = 0.1;

/** A matrix by rows, or a block of one: `values[start + i * stride + j]`. */
export class Dense {
  constructor(
    readonly rows: number,
    readonly columns: number,
    readonly values: Float64Array,
    readonly start = 0,
    readonly stride = columns,
  ) {}

  static zero(rows: number, columns: number): Dense {
    return new Dense(rows, columns, new Float64Array(rows * columns));
  }

  /** Part of the matrix, with the same numbers in memory. */
  block(row: number, column: number, rows: number, columns: number): Dense {
    const { values, start, stride } = this;
    return new Dense(rows, columns, values, start + row * stride + column, stride);
  }

  /** Some of the rows. */
  slice(first: number, end: number): Dense {
    return this.block(first, 0, end - first, this.columns);
  }

  /** The place of an entry in `values`. */
  at(row: number, column: number): number {
    return this.start + row * this.stride + column;
  }

  copy(): Dense {
    return Dense.zero(this.rows, this.columns).set(this);
  }

  set(other: Dense): this {
    for (let i = 0; i < this.rows; i++) {
      const [to, from] = [this.at(i, 0), other.at(i, 0)];
      for (let j = 0; j < this.columns; j++) this.values[to + j] = other.values[from + j];
    }
    return this;
  }

  /** this += factor · other. */
  add(other: Dense, factor = 1): this {
    for (let i = 0; i < this.rows; i++) this.addRow(i, factor, other, i);
    return this;
  }

  /** Row k += factor · row j of another matrix. */
  addRow(k: number, factor: number, other: Dense, j: number): void {
    addScaled(this.values, this.at(k, 0), factor, other.values, other.at(j, 0), this.columns);
  }

  scaleRow(k: number, factor: number): void {
    const { values, columns } = this;
    const from = this.at(k, 0);
    for (let c = from; c < from + columns; c++) values[c] *= factor;
  }

  /** this += factor · a b. Zeros of `a` are left out, and four rows of `b` are added at once. */
  addProduct(a: Dense, b: Dense, factor = 1): this {
    const { values: out, columns } = this;
    const { values: x } = b;
    if (factors.length < a.columns + 3) {
      factors = new Float64Array(2 * a.columns + 3);
      places = new Int32Array(2 * a.columns + 3);
    }
    for (let i = 0; i < this.rows; i++) {
      const count = gather(a, i, factor, b);
      const to = this.at(i, 0);
      for (let k = 0; k < count; k += 4) {
        const f0 = factors[k];
        const f1 = factors[k + 1];
        const f2 = factors[k + 2];
        const f3 = factors[k + 3];
        const p0 = places[k];
        const p1 = places[k + 1];
        const p2 = places[k + 2];
        const p3 = places[k + 3];
        for (let c = 0; c < columns; c++)
          out[to + c] += f0 * x[p0 + c] + f1 * x[p1 + c] + f2 * x[p2 + c] + f3 * x[p3 + c];
      }
    }
    return this;
  }

  /** The row xᵀ · this, of all rows or of those from the first on. */
  combine(x: ArrayLike<number>, first = 0): Float64Array {
    const out = new Float64Array(this.columns);
    for (let k = 0; k < x.length; k++) addScaled(out, 0, x[k], this.values, this.at(first + k, 0), this.columns);
    return out;
  }
}

/** What is not zero of a row of the left factor, and where the rows of the right one begin that it multiplies. */
let factors = new Float64Array(0);
let places = new Int32Array(0);

/** @returns how many there are; the last group of four is filled up with zeros */
function gather(a: Dense, row: number, factor: number, b: Dense): number {
  const from = a.at(row, 0);
  let count = 0;
  for (let j = 0; j < a.columns; j++) {
    const value = factor * a.values[from + j];
    if (value === 0) continue;
    factors[count] = value;
    places[count++] = b.at(j, 0);
  }
  for (let k = count; k % 4 !== 0; k++) {
    factors[k] = 0;
    places[k] = places[count - 1];
  }
  return count;
}

/** out += factor x. */
export function addTo(out: Float64Array, factor: number, x: ArrayLike<number>): void {
  if (factor === 0) return;
  for (let k = 0; k < out.length; k++) out[k] += factor * x[k];
}

function addScaled(out: Float64Array, to: number, factor: number, x: Float64Array, from: number, count: number): void {
  if (factor === 0) return;
  for (let k = 0; k < count; k++) out[to + k] += factor * x[from + k];
}

/**
 * A⁻¹ B, for a matrix with a positive diagonal, whose entries may be of very different sizes. Elimination begins with the last unknown: the
 * matrices of a tree of joints, whose entries between different branches are zero, then keep these zeros.
 */
export function solveDense(a: Dense, b: Dense): Dense {
  const n = a.rows;
  const [left, right] = [a.copy(), b.copy()];
  const { values } = left;
  const scale = Float64Array.from({ length: n }, (_, k) => 1 / Math.sqrt(values[k * n + k]));
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) values[i * n + j] *= scale[i] * scale[j];
    right.scaleRow(i, scale[i]);
  }
  for (let k = n - 1; k >= 0; k--) {
    swapRows(left, right, k, pivotOf(left, k));
    const pivot = values[k * n + k];
    if (Math.abs(pivot) < redundant) continue;
    for (let i = 0; i < k; i++) {
      const factor = -values[i * n + k] / pivot;
      if (factor === 0) continue;
      addScaled(values, i * n, factor, values, k * n, k);
      right.addRow(i, factor, right, k);
    }
  }
  for (let k = 0; k < n; k++) {
    for (let j = 0; j < k; j++) right.addRow(k, -values[k * n + j], right, j);
    const pivot = values[k * n + k];
    right.scaleRow(k, Math.abs(pivot) < redundant ? 0 : 1 / pivot);
  }
  for (let k = 0; k < n; k++) right.scaleRow(k, scale[k]);
  return right;
}

/** The row up to k with the pivot of column k. */
function pivotOf({ values, stride: n }: Dense, k: number): number {
  let row = k;
  let most = Math.abs(values[k * n + k]) / pivotShare;
  for (let i = 0; i < k; i++) {
    const size = Math.abs(values[i * n + k]);
    if (size <= most) continue;
    most = size;
    row = i;
  }
  return row;
}

function swapRows(left: Dense, right: Dense, k: number, other: number): void {
  if (k === other) return;
  for (const { values, columns } of [left, right])
    for (let c = 0; c < columns; c++) {
      const held = values[k * columns + c];
      values[k * columns + c] = values[other * columns + c];
      values[other * columns + c] = held;
    }
}
