// Cholesky's factorisation of dense symmetric matrices by rows, in place: A = L Lᵀ. Only the lower triangle is read and written.

/** Returns −1, or the first row at which the matrix turns out not to be positive definite. The diagonal becomes that of L. */
export function factorize(a: Float64Array, size: number): number {
  for (let i = 0; i < size; i++) {
    const row = i * size;
    for (let j = 0; j < i; j++) a[row + j] = (a[row + j] - product(a, row, j * size, j)) / a[j * size + j];
    const pivot = a[row + i] - product(a, row, row, i);
    if (!(pivot > 0)) return i;
    a[row + i] = Math.sqrt(pivot);
  }
  return -1;
}

/** The dot product of two rows, up to `count`. */
function product(a: Float64Array, one: number, other: number, count: number): number {
  let [s, t, u, v] = [0, 0, 0, 0];
  let k = 0;
  for (; k + 3 < count; k += 4) {
    s += a[one + k] * a[other + k];
    t += a[one + k + 1] * a[other + k + 1];
    u += a[one + k + 2] * a[other + k + 2];
    v += a[one + k + 3] * a[other + k + 3];
  }
  for (; k < count; k++) s += a[one + k] * a[other + k];
  return s + t + (u + v);
}

/** Solves L Lᵀ x = b in place of b. */
export function solveFactorized(l: Float64Array, size: number, b: Float64Array): void {
  for (let i = 0; i < size; i++) {
    const row = i * size;
    let [s, t] = [b[i], 0];
    let k = 0;
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
    for (let k = 0; k < i; k++) b[k] -= l[row + k] * x;
  }
}
