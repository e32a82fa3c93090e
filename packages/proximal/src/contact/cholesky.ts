// Cholesky factorization of dense symmetric matrices by rows, in place: A = L Lᵀ. Only the lower triangle inside the envelope is read and
// written: L is zero left of where its row of A begins.

/** Returns −1, or the first row at which the matrix is not positive definite. The diagonal becomes that of L. */
export function factorize(a: Float64Array, size: number, first?: Int32Array): number {
  for (let i = 0; i < size; i++) {
    const row = i * size;
    const begin = first === undefined ? 0 : first[i];
    for (let j = begin; j <= i; j++) {
      // Row i of L times row j of L, from where both have begun up to j.
      const other = j * size;
      let k = first === undefined ? 0 : Math.max(begin, first[j]);
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
      const rest = s + t + (u + v);
      if (j < i) a[row + j] = rest / a[other + j];
      else if (rest > 0) a[row + i] = Math.sqrt(rest);
      else return i;
    }
  }
  return -1;
}

/** What is added to the diagonal of a matrix with dependent rows, relative to it. */
const ridge = 1e-12;

/**
 * Solves A x = b in place of b, where A may have dependent rows: if there are several solutions, nearly the one of least norm.
 * A is replaced by its factor. Returns false if rounding prevents it.
 */
export function solveSemidefinite(a: Float64Array, size: number, b: Float64Array, first?: Int32Array): boolean {
  for (let i = 0; i < size; i++) a[i * size + i] *= 1 + ridge;
  if (factorize(a, size, first) >= 0) return false;
  solveFactorized(a, size, b, first);
  return true;
}

/** Solves L Lᵀ x = b in place of b. */
export function solveFactorized(l: Float64Array, size: number, b: Float64Array, first?: Int32Array): void {
  for (let i = 0; i < size; i++) {
    const row = i * size;
    let s = b[i];
    let t = 0;
    let k = first === undefined ? 0 : first[i];
    for (; k + 1 < i; k += 2) {
      s -= l[row + k] * b[k];
      t -= l[row + k + 1] * b[k + 1];
    }
    if (k < i) s -= l[row + k] * b[k];
    b[i] = (s + t) / l[row + i];
  }
  // By rows of L, which are the columns of Lᵀ.
  for (let i = size - 1; i >= 0; i--) {
    const row = i * size;
    const x = b[i] / l[row + i];
    b[i] = x;
    for (let k = first === undefined ? 0 : first[i]; k < i; k++) b[k] -= l[row + k] * x;
  }
}
