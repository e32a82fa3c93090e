// Dense matrices by rows, and blocks of them, for the derivatives of a robot's motion.
import type { MatrixMemory } from '../../contact/matrix-memory.ts';
import type { Workspace } from './workspace.ts';

/** Scaled pivots below this belong to undetermined unknowns. */
const redundant = 1e-9;
/** The diagonal is the pivot unless it is below this fraction of the column's largest entry. */
const pivotFraction = 0.1;

/** A matrix by rows, or a block of one: `values[start + i * stride + j]`. */
export class Dense {
  /** @param memory the kernel's memory, if `values` is a view of all its numbers */
  constructor(
    readonly rows: number,
    readonly columns: number,
    readonly values: Float64Array,
    readonly start = 0,
    readonly stride = columns,
    private readonly memory: MatrixMemory | null = null,
  ) {}

  static zero(rows: number, columns: number): Dense {
    return new Dense(rows, columns, new Float64Array(rows * columns));
  }

  /** A view of a block: it shares memory with this matrix. */
  block(row: number, column: number, rows: number, columns: number): Dense {
    const { values, start, stride, memory } = this;
    return new Dense(rows, columns, values, start + row * stride + column, stride, memory);
  }

  /** A view of all numbers of a matrix that is not a block. */
  get numbers(): Float64Array {
    return this.values.subarray(this.start, this.start + this.rows * this.columns);
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
    const { values, rows, columns, start } = this;
    const { values: x } = other;
    if (x === values && this.stride === columns && other.stride === columns) {
      values.copyWithin(start, other.start, other.start + rows * columns);
      return this;
    }
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

  /** this += factor · a b. */
  addProduct(a: Dense, b: Dense, factor = 1): this {
    this.addRowsProduct(0, this.rows, a, 0, 0, a.columns, b, 0, factor);
    return this;
  }

  /** Row k += factor · Σ a(k, j) · row j of `b`, over the columns `first` to `end` − 1 of `a`. */
  addCombination(k: number, a: Dense, first: number, end: number, b: Dense, factor: number): void {
    this.addRowsProduct(k, 1, a, k, first, end - first, b, first, factor);
  }

  /** Adds the product of `rows` rows of `a`, `inner` numbers each, and `inner` rows of `b` to rows from `to` on. */
  private addRowsProduct(
    to: number,
    rows: number,
    a: Dense,
    row: number,
    column: number,
    inner: number,
    b: Dense,
    first: number,
    factor: number,
  ): void {
    const { memory, columns, stride } = this;
    const [out, left, right] = [this.at(to, 0), a.at(row, column), b.at(first, 0)];
    if (memory && a.memory === memory && b.memory === memory) {
      memory.addProduct(left, a.stride, right, b.stride, out, stride, rows, inner, columns, factor);
      return;
    }
    let i = 0;
    for (; i + 1 < rows; i += 2) addTwoRows(this, out + i * stride, a, left + i * a.stride, inner, b, right, factor);
    if (i < rows) addOneRow(this, out + i * stride, a, left + i * a.stride, inner, b, right, factor);
  }

  /** The row xᵀ · this. */
  combine(x: ArrayLike<number>): Float64Array {
    const out = new Float64Array(this.columns);
    this.addCombined(out, 1, x, 0);
    return out;
  }

  /** Adds factor · xᵀ · this to `out`, for as many numbers of x as this has rows, from `from` on. */
  addCombined(out: Float64Array, factor: number, x: ArrayLike<number>, from: number): void {
    for (let k = 0; k < this.rows; k++)
      addScaled(out, 0, factor * x[from + k], this.values, this.at(k, 0), this.columns);
  }
}

/** Adds two rows of a product, four columns at a time: eight sums share six loads. Rows of `a` begin at `p`, rows of `b` at `r`. */
function addTwoRows(
  { values: out, columns, stride }: Dense,
  to: number,
  { values: x, stride: strideA }: Dense,
  p: number,
  inner: number,
  { values: y, stride: strideB }: Dense,
  r: number,
  factor: number,
): void {
  let j = 0;
  for (; j + 3 < columns; j += 4) {
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    let t0 = 0;
    let t1 = 0;
    let t2 = 0;
    let t3 = 0;
    let at = r + j;
    for (let k = p; k < p + inner; k++) {
      const f = x[k];
      const g = x[k + strideA];
      const y0 = y[at];
      const y1 = y[at + 1];
      const y2 = y[at + 2];
      const y3 = y[at + 3];
      s0 += f * y0;
      s1 += f * y1;
      s2 += f * y2;
      s3 += f * y3;
      t0 += g * y0;
      t1 += g * y1;
      t2 += g * y2;
      t3 += g * y3;
      at += strideB;
    }
    const first = to + j;
    out[first] += factor * s0;
    out[first + 1] += factor * s1;
    out[first + 2] += factor * s2;
    out[first + 3] += factor * s3;
    const second = first + stride;
    out[second] += factor * t0;
    out[second + 1] += factor * t1;
    out[second + 2] += factor * t2;
    out[second + 3] += factor * t3;
  }
  for (; j < columns; j++) {
    out[to + j] += factor * entryOf(x, p, inner, y, r + j, strideB);
    out[to + stride + j] += factor * entryOf(x, p + strideA, inner, y, r + j, strideB);
  }
}

/** Like `addTwoRows` for one row, four columns at a time. Zeros of `a` are skipped. */
function addOneRow(
  { values: out, columns }: Dense,
  to: number,
  { values: x }: Dense,
  p: number,
  inner: number,
  { values: y, stride: strideB }: Dense,
  r: number,
  factor: number,
): void {
  let j = 0;
  for (; j + 3 < columns; j += 4) {
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    let at = r + j;
    for (let k = p; k < p + inner; k++) {
      const f = x[k];
      if (f !== 0) {
        s0 += f * y[at];
        s1 += f * y[at + 1];
        s2 += f * y[at + 2];
        s3 += f * y[at + 3];
      }
      at += strideB;
    }
    out[to + j] += factor * s0;
    out[to + j + 1] += factor * s1;
    out[to + j + 2] += factor * s2;
    out[to + j + 3] += factor * s3;
  }
  for (; j < columns; j++) out[to + j] += factor * entryOf(x, p, inner, y, r + j, strideB);
}

/** An entry of a product. */
function entryOf(x: Float64Array, p: number, inner: number, y: Float64Array, r: number, stride: number): number {
  let sum = 0;
  for (let k = 0; k < inner; k++) sum += x[p + k] * y[r + k * stride];
  return sum;
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
 * Replaces the right-hand side B by A⁻¹ B, and returns it, for a matrix with a positive diagonal, whose entries may be of very different sizes.
 * Elimination begins with the last unknown: the matrices of a tree of joints, whose entries between different branches are zero, then keep these
 * zeros. Undetermined unknowns are set to zero. `solveLinear` of math/linear begins with the first unknown, rejects singular matrices and allocates
 * its result.
 */
export function solveDense(workspace: Workspace, a: Dense, right: Dense): Dense {
  const n = a.rows;
  const left = workspace.copy(a);
  const { values } = left;
  // Rows and columns are scaled so that the diagonal is 1. Pivoting also swaps the scale factors of rows.
  const scales = workspace.zero(2, n);
  const [onRow, onColumn] = [scales.at(0, 0), scales.at(1, 0)];
  const { values: scale } = scales;
  for (let k = 0; k < n; k++) scale[onRow + k] = scale[onColumn + k] = 1 / Math.sqrt(values[left.at(k, k)]);
  for (let i = 0; i < n; i++) {
    const [row, factor] = [left.at(i, 0), scale[onRow + i]];
    for (let j = 0; j < n; j++) values[row + j] *= factor * scale[onColumn + j];
  }
  for (let k = n - 1; k >= 0; k--) {
    const pivot = pivotOf(left, k);
    if (pivot !== k) {
      left.swapRows(k, pivot);
      right.swapRows(k, pivot);
      const swapped = scale[onRow + k];
      scale[onRow + k] = scale[onRow + pivot];
      scale[onRow + pivot] = swapped;
    }
    eliminate(left, k);
  }
  // Undo the scaling of the off-diagonal entries, so that the right-hand side needs no scaling. The pivots stay scaled.
  for (let i = 0; i < n; i++) {
    const [row, factor] = [left.at(i, 0), 1 / scale[onRow + i]];
    for (let j = 0; j < i; j++) values[row + j] *= factor / scale[onColumn + j];
    for (let j = i + 1; j < n; j++) values[row + j] *= factor * scale[onRow + j];
  }
  for (let k = n - 2; k >= 0; k--) right.addCombination(k, left, k + 1, n, right, -1);
  for (let k = 0; k < n; k++) {
    right.addCombination(k, left, 0, k, right, -1);
    const pivot = values[left.at(k, k)];
    right.scaleRow(k, Math.abs(pivot) < redundant ? 0 : (scale[onRow + k] * scale[onColumn + k]) / pivot);
  }
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
