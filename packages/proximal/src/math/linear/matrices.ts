// Small dense matrices by rows.

/** out = A B. A is rows × inner, B inner × columns. */
export function product(
  a: Float64Array,
  b: Float64Array,
  rows: number,
  inner: number,
  columns: number,
  out: Float64Array = new Float64Array(rows * columns),
): Float64Array {
  return multiply(a, inner, 1, b, rows, inner, columns, out);
}

/** out = Aᵀ B. A is inner × rows, B inner × columns. */
export function transposedProduct(
  a: Float64Array,
  b: Float64Array,
  rows: number,
  inner: number,
  columns: number,
  out: Float64Array = new Float64Array(rows * columns),
): Float64Array {
  return multiply(a, 1, rows, b, rows, inner, columns, out);
}

/** The product with the left factor that has the entry (i, k) at `rowStep` i + `innerStep` k. */
function multiply(
  a: Float64Array,
  rowStep: number,
  innerStep: number,
  b: Float64Array,
  rows: number,
  inner: number,
  columns: number,
  out: Float64Array,
): Float64Array {
  out.fill(0);
  for (let i = 0; i < rows; i++) {
    for (let k = 0; k < inner; k++) {
      const factor = a[rowStep * i + innerStep * k];
      if (factor === 0) continue;
      for (let j = 0; j < columns; j++) out[i * columns + j] += factor * b[k * columns + j];
    }
  }
  return out;
}

export function transposed(a: Float64Array, rows: number, columns: number): Float64Array {
  return Float64Array.from(a, (_, k) => a[(k % rows) * columns + Math.floor(k / rows)]);
}

export function identity(size: number): Float64Array {
  return Float64Array.from({ length: size * size }, (_, k) => (k % (size + 1) === 0 ? 1 : 0));
}

export function sum(a: Float64Array, b: Float64Array, factor = 1): Float64Array {
  return a.map((value, k) => value + factor * b[k]);
}

/** Replaces A by (A + Aᵀ)/2. */
export function symmetrize(a: Float64Array, size: number): Float64Array {
  for (let i = 0; i < size; i++)
    for (let j = 0; j < i; j++) a[i * size + j] = a[j * size + i] = 0.5 * (a[i * size + j] + a[j * size + i]);
  return a;
}

/** X with A X = B, by Gaussian elimination with partial pivoting; null if A is singular to rounding. */
export function solveLinear(a: Float64Array, b: Float64Array, size: number, columns: number): Float64Array | null {
  const lu = a.slice();
  const x = b.slice();
  const scale = lu.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  for (let k = 0; k < size; k++) {
    let pivot = k;
    for (let i = k + 1; i < size; i++) if (Math.abs(lu[i * size + k]) > Math.abs(lu[pivot * size + k])) pivot = i;
    if (!(Math.abs(lu[pivot * size + k]) > Number.EPSILON * scale)) return null;
    if (pivot !== k) {
      swapRows(lu, size, k, pivot);
      swapRows(x, columns, k, pivot);
    }
    for (let i = k + 1; i < size; i++) {
      const factor = lu[i * size + k] / lu[k * size + k];
      if (factor === 0) continue;
      for (let j = k; j < size; j++) lu[i * size + j] -= factor * lu[k * size + j];
      for (let j = 0; j < columns; j++) x[i * columns + j] -= factor * x[k * columns + j];
    }
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++)
      for (let j = 0; j < columns; j++) x[i * columns + j] -= lu[i * size + k] * x[k * columns + j];
    for (let j = 0; j < columns; j++) x[i * columns + j] /= lu[i * size + i];
  }
  return x;
}

function swapRows(a: Float64Array, columns: number, i: number, k: number): void {
  for (let j = 0; j < columns; j++) {
    const value = a[i * columns + j];
    a[i * columns + j] = a[k * columns + j];
    a[k * columns + j] = value;
  }
}

/** The largest magnitude; NaN if there is one. */
export function largest(a: Float64Array): number {
  let most = 0;
  for (const value of a) if (!(Math.abs(value) <= most)) most = Math.abs(value);
  return most;
}
