// Dense matrices by rows, and blocks of them, for the derivatives of a robot's motion.
import type { Workspace } from './workspace.ts';

/** Scaled pivots below this belong to undetermined unknowns. */
const redundant = 1e-9;
/** The diagonal is the pivot unless it is below this fraction of the column's largest entry. */
const pivotFraction = 0.1;

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

  /** A view of a block: it shares memory with this matrix. */
  block(row: number, column: number, rows: number, columns: number): Dense {
    const { values, start, stride } = this;
    return new Dense(rows, columns, values, start + row * stride + column, stride);
  }

  /** A view of the rows `first` to `end` − 1. */
  slice(first: number, end: number): Dense {
    return this.block(first, 0, end - first, this.columns);
  }

  /** The index of an entry in `values`. */
  at(row: number, column: number): number {
    return this.start + row * this.stride + column;
  }

  transposed(): Dense {
    const out = Dense.zero(this.columns, this.rows);
    for (let i = 0; i < this.rows; i++)
      for (let j = 0; j < this.columns; j++) out.values[j * this.rows + i] = this.values[this.at(i, j)];
    return out;
  }

  set(other: Dense): this {
    const { values, rows, columns } = this;
    const { values: x } = other;
    for (let i = 0; i < rows; i++) {
      const to = this.at(i, 0);
      const from = other.at(i, 0);
      for (let j = 0; j < columns; j++) values[to + j] = x[from + j];
    }
    return this;
  }

  swapRows(i: number, j: number): void {
    const { values, columns } = this;
    const [to, from] = [this.at(i, 0), this.at(j, 0)];
    for (let c = 0; c < columns; c++) {
      const swapped = values[to + c];
      values[to + c] = values[from + c];
      values[from + c] = swapped;
    }
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

  /** this += factor · a b, two rows of `a` and four of `b` at a time. Zeros of `a` are skipped. */
  addProduct(a: Dense, b: Dense, factor = 1): this {
    const { values: out, columns, rows } = this;
    const { values: x } = b;
    for (let i = 0; i + 1 < rows; i += 2) {
      const count = gather(a, i, i + 1, 0, a.columns, factor, b);
      const to = this.at(i, 0);
      const otherTo = this.at(i + 1, 0);
      for (let k = 0; k < count; k += 4) {
        const f0 = factors[k];
        const f1 = factors[k + 1];
        const f2 = factors[k + 2];
        const f3 = factors[k + 3];
        const g0 = otherFactors[k];
        const g1 = otherFactors[k + 1];
        const g2 = otherFactors[k + 2];
        const g3 = otherFactors[k + 3];
        const p0 = rowStarts[k];
        const p1 = rowStarts[k + 1];
        const p2 = rowStarts[k + 2];
        const p3 = rowStarts[k + 3];
        for (let c = 0; c < columns; c++) {
          const x0 = x[p0 + c];
          const x1 = x[p1 + c];
          const x2 = x[p2 + c];
          const x3 = x[p3 + c];
          out[to + c] += f0 * x0 + f1 * x1 + f2 * x2 + f3 * x3;
          out[otherTo + c] += g0 * x0 + g1 * x1 + g2 * x2 + g3 * x3;
        }
      }
    }
    if (rows % 2 === 1) this.addCombination(rows - 1, a, 0, a.columns, b, factor);
    return this;
  }

  /** Row k += factor · Σ a(k, j) · row j of `b`, over the columns `first` to `end` − 1 of `a`. Zeros of `a` are skipped. */
  addCombination(k: number, a: Dense, first: number, end: number, b: Dense, factor: number): void {
    const { values: out, columns } = this;
    const { values: x } = b;
    const count = gather(a, k, k, first, end, factor, b);
    const to = this.at(k, 0);
    for (let j = 0; j < count; j += 4) {
      const f0 = factors[j];
      const f1 = factors[j + 1];
      const f2 = factors[j + 2];
      const f3 = factors[j + 3];
      const p0 = rowStarts[j];
      const p1 = rowStarts[j + 1];
      const p2 = rowStarts[j + 2];
      const p3 = rowStarts[j + 3];
      for (let c = 0; c < columns; c++)
        out[to + c] += f0 * x[p0 + c] + f1 * x[p1 + c] + f2 * x[p2 + c] + f3 * x[p3 + c];
    }
  }

  /** The row xᵀ · this, summed over the rows from `first` on. */
  combine(x: ArrayLike<number>, first = 0): Float64Array {
    const out = new Float64Array(this.columns);
    for (let k = 0; k < x.length; k++) addScaled(out, 0, x[k], this.values, this.at(first + k, 0), this.columns);
    return out;
  }
}

/** The nonzero entries of one or two rows of the left factor, and the starts of the matching rows of the right one. */
let factors = new Float64Array(0);
let otherFactors = new Float64Array(0);
let rowStarts = new Int32Array(0);

function reserve(columns: number): void {
  if (rowStarts.length >= columns + 3) return;
  const size = 2 * columns + 3;
  factors = new Float64Array(size);
  otherFactors = new Float64Array(size);
  rowStarts = new Int32Array(size);
}

/**
 * Gathers `factor` times the entries of two rows of `a`, or of one row given twice, in the columns `first` to `end` − 1.
 * @returns the number of columns in which one of the entries is not zero; the last group of four is padded with zeros
 */
function gather(
  a: Dense,
  row: number,
  other: number,
  first: number,
  end: number,
  factor: number,
  { start, stride }: Dense,
): number {
  const { values } = a;
  reserve(end);
  const from = a.at(row, 0);
  const otherFrom = a.at(other, 0);
  let count = 0;
  for (let j = first; j < end; j++) {
    const value = values[from + j];
    const otherValue = values[otherFrom + j];
    if (value === 0 && otherValue === 0) continue;
    factors[count] = factor * value;
    otherFactors[count] = factor * otherValue;
    rowStarts[count++] = start + j * stride;
  }
  for (let k = count; k % 4 !== 0; k++) {
    factors[k] = 0;
    otherFactors[k] = 0;
    rowStarts[k] = rowStarts[count - 1];
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
 * matrices of a tree of joints, whose entries between different branches are zero, then keep these zeros. `solveLinear` of math/linear begins with
 * the first unknown, rejects singular matrices and allocates its result. This function sets undetermined unknowns to zero, and uses the workspace.
 */
export function solveDense(workspace: Workspace, a: Dense, b: Dense): Dense {
  const n = a.rows;
  const [left, right] = [workspace.copy(a), workspace.copy(b)];
  const { values } = left;
  const { values: scale, start } = workspace.zero(1, n);
  for (let k = 0; k < n; k++) scale[start + k] = 1 / Math.sqrt(values[left.at(k, k)]);
  for (let i = 0; i < n; i++) {
    const row = left.at(i, 0);
    for (let j = 0; j < n; j++) values[row + j] *= scale[start + i] * scale[start + j];
    right.scaleRow(i, scale[start + i]);
  }
  for (let k = n - 1; k >= 0; k--) {
    const pivot = pivotOf(left, k);
    if (pivot !== k) {
      left.swapRows(k, pivot);
      right.swapRows(k, pivot);
    }
    eliminate(left, k);
  }
  for (let k = n - 2; k >= 0; k--) right.addCombination(k, left, k + 1, n, right, -1);
  for (let k = 0; k < n; k++) {
    right.addCombination(k, left, 0, k, right, -1);
    const pivot = values[left.at(k, k)];
    right.scaleRow(k, Math.abs(pivot) < redundant ? 0 : 1 / pivot);
  }
  for (let k = 0; k < n; k++) right.scaleRow(k, scale[start + k]);
  return right;
}

/** Eliminates column k from the rows before row k; the factors replace the eliminated entries. */
function eliminate(matrix: Dense, k: number): void {
  const { values } = matrix;
  const row = matrix.at(k, 0);
  const pivot = values[row + k];
  const inverse = Math.abs(pivot) < redundant ? 0 : 1 / pivot;
  for (let i = 0; i < k; i++) {
    const to = matrix.at(i, 0);
    const factor = inverse * values[to + k];
    values[to + k] = factor;
    addScaled(values, to, -factor, values, row, k);
  }
}

/** The row up to k with the pivot of column k. */
function pivotOf(matrix: Dense, k: number): number {
  const { values } = matrix;
  let row = k;
  let largest = Math.abs(values[matrix.at(k, k)]) / pivotFraction;
  for (let i = 0; i < k; i++) {
    const size = Math.abs(values[matrix.at(i, k)]);
    if (size <= largest) continue;
    largest = size;
    row = i;
  }
  return row;
}
