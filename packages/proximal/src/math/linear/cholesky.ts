// Cholesky factorization A = L Lᵀ of dense symmetric positive definite matrices by rows. L replaces the lower triangle. L is
// zero left of the first nonzero entry of each row of A (the envelope); given the columns of these entries, `first`, what is left of them is neither
// read nor written.
//
// The articulated-body factorization of a tree's mass matrix (dynamics/articulated.ts) is a different algorithm that never forms
// the matrix.

/**
 * Overwrites the lower triangle of the `size` × `size` matrix with L. Returns −1 for a matrix that is positive definite to rounding; otherwise the
 * first row whose pivot is not positive. Such a pivot becomes NaN, and so does every solution that depends on it, so that a failed factorization does
 * not go unnoticed.
 * @param first the column of each row's first nonzero entry: see `firstColumns`. Default: all rows begin with column 0.
 */
export function factorize(a: Float64Array, size: number, first?: Int32Array): number {
  let failed = -1;
  for (let i = 0; i < size; i++) {
    const row = i * size;
    const begin = first?.[i] ?? 0;
    for (let j = begin; j <= i; j++) {
      // Row i of L times row j of L, from the first column of both up to j.
      const other = j * size;
      let k = Math.max(begin, first?.[j] ?? 0);
      let s = a[row + j];
      let t = 0;
      let u = 0;
      let v = 0;
      for (; k + 3 < j; k += 4) {
        s -= a[row + k] * a[other + k];
        t -= a[row + k + 1] * a[other + k + 1];
        u -= a[row + k + 2] * a[other + k + 2];
        v -= a[row + k + 3] * a[other + k + 3];
      }
      for (; k < j; k++) s -= a[row + k] * a[other + k];
      const remainder = s + t + (u + v);
      if (j < i) a[row + j] = remainder / a[other + j];
      else a[row + i] = remainder > 0 ? Math.sqrt(remainder) : Number.NaN;
    }
    if (failed < 0 && !(a[row + i] > 0)) failed = i;
  }
  return failed;
}

/** The first nonzero column of each row of the lower triangle. */
export function firstColumns(a: Float64Array, size: number): Int32Array {
  return Int32Array.from({ length: size }, (_, i) => {
    let column = 0;
    while (column < i && a[i * size + column] === 0) column++;
    return column;
  });
}

/** Solves L Lᵀ x = b. The solution replaces the `size` numbers of b from `at` on. */
export function solveFactorized(l: Float64Array, size: number, b: Float64Array, first?: Int32Array, at = 0): void {
  for (let i = 0; i < size; i++) {
    const row = i * size;
    let s = b[at + i];
    let t = 0;
    let k = first?.[i] ?? 0;
    for (; k + 1 < i; k += 2) {
      s -= l[row + k] * b[at + k];
      t -= l[row + k + 1] * b[at + k + 1];
    }
    if (k < i) s -= l[row + k] * b[at + k];
    b[at + i] = (s + t) / l[row + i];
  }
  // By rows of L, which are the columns of Lᵀ.
  for (let i = size - 1; i >= 0; i--) {
    const row = i * size;
    b[at + i] /= l[row + i];
    for (let k = first?.[i] ?? 0; k < i; k++) b[at + k] -= l[row + k] * b[at + i];
  }
}

/** The relative regularization of the diagonal of a matrix with dependent rows. */
const ridge = 1e-12;

/**
 * Multiplies the diagonal of A by 1 + `ridge`, and factorizes. A may have dependent rows, but no zero row. Returns false if the factorization
 * fails.
 */
export function factorizeSemidefinite(a: Float64Array, size: number, first?: Int32Array): boolean {
  for (let i = 0; i < size; i++) a[i * size + i] *= 1 + ridge;
  return factorize(a, size, first) < 0;
}

/**
 * Solves A x = b; x replaces b. A may have dependent rows, but no zero row: if there are several solutions, x is close to the solution with the least
 * xᵀ diag(A) x. Replaces A by its factor. Returns false if the factorization fails.
 */
export function solveSemidefinite(a: Float64Array, size: number, b: Float64Array, first?: Int32Array): boolean {
  if (!factorizeSemidefinite(a, size, first)) return false;
  solveFactorized(a, size, b, first);
  return true;
}
