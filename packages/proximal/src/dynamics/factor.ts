// Cholesky factors of dense symmetric matrices, by rows: for mass matrices without a tree's sparsity and for constraints.

/** Overwrites the lower triangle of a symmetric positive definite matrix with L, where L Lᵀ is the matrix. */
export function factorMatrix(a: Float64Array, n: number): void {
  for (let row = 0; row < n; row++) {
    const first = leadingZeros(a, n, row);
    for (let column = first; column < row; column++) {
      let sum = a[row * n + column];
      for (let k = first; k < column; k++) sum -= a[row * n + k] * a[column * n + k];
      a[row * n + column] = sum / a[column * n + column];
    }
    let sum = a[row * n + row];
    for (let k = first; k < row; k++) sum -= a[row * n + k] * a[row * n + k];
    a[row * n + row] = Math.sqrt(sum);
  }
}

/** Leading zeros of a row stay zero in its factor, and are skipped. */
function leadingZeros(a: Float64Array, n: number, row: number): number {
  let first = 0;
  while (first < row && a[row * n + first] === 0) first++;
  return first;
}

/** Overwrites the n numbers of x from `at` on with (L Lᵀ)⁻¹ x. */
export function solveFactored(factor: Float64Array, n: number, x: Float64Array, at: number): void {
  for (let row = 0; row < n; row++) {
    let sum = x[at + row];
    for (let k = 0; k < row; k++) sum -= factor[row * n + k] * x[at + k];
    x[at + row] = sum / factor[row * n + row];
  }
  for (let row = n - 1; row >= 0; row--) {
    const value = x[at + row] / factor[row * n + row];
    x[at + row] = value;
    for (let k = 0; k < row; k++) x[at + k] -= factor[row * n + k] * value;
  }
}
