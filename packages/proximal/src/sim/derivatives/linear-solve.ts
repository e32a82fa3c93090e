/** Pivots below this, relative to the largest entry, belong to redundant rows: a table has four legs where three would do. */
const redundant = 1e-9;

/**
 * Solves A X = B by Gaussian elimination with complete pivoting, for consistent systems of any rank: unknowns that nothing determines
 * are zero. A (n × n) and B (n × m), by rows, are destroyed; X is in B afterwards.
 */
export function solveConsistent(a: Float64Array, b: Float64Array, n: number, m: number): void {
  const columns = Int32Array.from({ length: n }, (_, k) => k);
  let scale = 0;
  for (const value of a) scale = Math.max(scale, Math.abs(value));
  let rank = 0;
  for (; rank < n; rank++) {
    let [best, row, column] = [redundant * scale, -1, -1];
    for (let i = rank; i < n; i++) {
      for (let j = rank; j < n; j++) {
        if (Math.abs(a[i * n + columns[j]]) > best) [best, row, column] = [Math.abs(a[i * n + columns[j]]), i, j];
      }
    }
    if (row < 0) break;
    swapRows(a, rank, row, n);
    swapRows(b, rank, row, m);
    [columns[rank], columns[column]] = [columns[column], columns[rank]];
    eliminateBelow(a, b, rank, columns, n, m);
  }
  const x = new Float64Array(n * m);
  for (let i = rank - 1; i >= 0; i--) {
    const pivot = a[i * n + columns[i]];
    for (let k = 0; k < m; k++) {
      let sum = b[i * m + k];
      for (let j = i + 1; j < rank; j++) sum -= a[i * n + columns[j]] * x[columns[j] * m + k];
      x[columns[i] * m + k] = sum / pivot;
    }
  }
  b.set(x);
}

function swapRows(matrix: Float64Array, i: number, j: number, width: number): void {
  if (i === j) return;
  for (let k = 0; k < width; k++) {
    const held = matrix[i * width + k];
    matrix[i * width + k] = matrix[j * width + k];
    matrix[j * width + k] = held;
  }
}

function eliminateBelow(
  a: Float64Array,
  b: Float64Array,
  rank: number,
  columns: Int32Array,
  n: number,
  m: number,
): void {
  for (let i = rank + 1; i < n; i++) {
    const factor = a[i * n + columns[rank]] / a[rank * n + columns[rank]];
    if (factor === 0) continue;
    for (let j = rank; j < n; j++) a[i * n + columns[j]] -= factor * a[rank * n + columns[j]];
    for (let k = 0; k < m; k++) b[i * m + k] -= factor * b[rank * m + k];
  }
}
