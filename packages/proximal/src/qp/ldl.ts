// Sparse factorization K = L D Lᵀ of symmetric quasi-definite matrices, without pivoting: such a matrix has this factorization for
// every order of its rows (Vanderbei 1995). The method is up-looking, as in Davis, "Direct methods for sparse linear systems".
// The pattern of L is found once, and reused for other values.

/** The upper triangle of a symmetric matrix by columns, with every diagonal entry. */
export interface UpperTriangle {
  readonly size: number;
  readonly starts: Int32Array;
  readonly indices: Int32Array;
  readonly values: Float64Array;
}

export class LdlFactor {
  /** D. */
  readonly pivots: Float64Array;
  /** The number of positive pivots of the last factorization. */
  positive = 0;
  private readonly parents: Int32Array;
  private readonly starts: Int32Array;
  private readonly indices: Int32Array;
  private readonly values: Float64Array;
  private readonly filled: Int32Array;
  private readonly marks: Int32Array;
  private readonly path: Int32Array;
  private readonly column: Float64Array;

  /** @param matrix its pattern must not change; `factorize` reads its values */
  constructor(private readonly matrix: UpperTriangle) {
    const { size } = matrix;
    this.pivots = new Float64Array(size);
    this.parents = new Int32Array(size);
    this.filled = new Int32Array(size);
    this.marks = new Int32Array(size);
    this.path = new Int32Array(size);
    this.column = new Float64Array(size);
    const counts = this.analyze();
    this.starts = new Int32Array(size + 1);
    for (let j = 0; j < size; j++) this.starts[j + 1] = this.starts[j] + counts[j];
    this.indices = new Int32Array(this.starts[size]);
    this.values = new Float64Array(this.starts[size]);
  }

  /** The number of entries of L below its diagonal. */
  get fill(): number {
    return this.values.length;
  }

  /**
   * The elimination tree, and the number of entries in each column of L: the pattern of row k of L is the union of the paths in the tree from the
   * entries of column k to k.
   */
  private analyze(): Int32Array {
    const { size, starts, indices } = this.matrix;
    const { parents, marks } = this;
    const counts = new Int32Array(size);
    parents.fill(-1);
    marks.fill(-1);
    for (let k = 0; k < size; k++) {
      marks[k] = k;
      for (let at = starts[k]; at < starts[k + 1]; at++) {
        for (let i = indices[at]; marks[i] !== k; i = parents[i]) {
          if (parents[i] < 0) parents[i] = k;
          counts[i]++;
          marks[i] = k;
        }
      }
    }
    return counts;
  }

  /** Computes L and D. Returns false if a pivot is zero or not finite. */
  factorize(): boolean {
    const { size, starts: from, indices: rows, values: entries } = this.matrix;
    const { pivots, parents, starts, indices, values, filled, marks, path, column } = this;
    marks.fill(-1);
    filled.fill(0);
    column.fill(0);
    this.positive = 0;
    for (let k = 0; k < size; k++) {
      // The pattern of row k of L, in an order in which children precede their parents: from `top` to the end of `path`.
      let top = size;
      let pivot = 0;
      marks[k] = k;
      for (let at = from[k]; at < from[k + 1]; at++) {
        let i = rows[at];
        if (i === k) {
          pivot = entries[at];
          continue;
        }
        column[i] = entries[at];
        let length = 0;
        for (; marks[i] !== k; i = parents[i]) {
          path[length++] = i;
          marks[i] = k;
        }
        while (length > 0) path[--top] = path[--length];
      }
      for (; top < size; top++) {
        const i = path[top];
        const value = column[i];
        column[i] = 0;
        const end = starts[i] + filled[i];
        for (let at = starts[i]; at < end; at++) column[indices[at]] -= values[at] * value;
        const factor = value / pivots[i];
        pivot -= factor * value;
        indices[end] = k;
        values[end] = factor;
        filled[i]++;
      }
      if (!(Math.abs(pivot) > 0 && Math.abs(pivot) < Infinity)) return false;
      pivots[k] = pivot;
      if (pivot > 0) this.positive++;
    }
    return true;
  }

  /** Solves K x = b; x replaces b. */
  solve(b: Float64Array): void {
    const { pivots, starts, indices, values } = this;
    const size = pivots.length;
    for (let j = 0; j < size; j++) {
      const bj = b[j];
      if (bj !== 0) for (let at = starts[j]; at < starts[j + 1]; at++) b[indices[at]] -= values[at] * bj;
    }
    for (let j = size - 1; j >= 0; j--) {
      let sum = b[j] / pivots[j];
      for (let at = starts[j]; at < starts[j + 1]; at++) sum -= values[at] * b[indices[at]];
      b[j] = sum;
    }
  }
}
