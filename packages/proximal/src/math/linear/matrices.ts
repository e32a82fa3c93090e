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

/** The lower triangle of the symmetric matrix out = Aᵀ B of size `size`. Entries above the diagonal have no meaning. A and B are inner × size. */
export function symmetricProduct(
  a: Float64Array,
  b: Float64Array,
  size: number,
  inner: number,
  out: Float64Array,
): Float64Array {
  return multiply(a, 1, size, b, size, inner, size, out, true);
}

/**
 * out = A B, where entry (i, k) of A is at `rowStep` i + `innerStep` k, and B is by rows. It computes two rows and four columns at a
 * time, which takes a quarter of the time of one entry at a time, because eight sums share six loads. Every sum adds its terms in order.
 * @param isLower whether blocks above the diagonal are left out
 */
function multiply(
  a: Float64Array,
  rowStep: number,
  innerStep: number,
  b: Float64Array,
  rows: number,
  inner: number,
  columns: number,
  out: Float64Array,
  isLower = false,
): Float64Array {
  const [evenRows, wholeColumns] = [rows - (rows % 2), columns - (columns % 4)];
  for (let i = 0; i < evenRows; i += 2) {
    const stop = isLower ? Math.min(wholeColumns, i + 2) : wholeColumns;
    for (let j = 0; j < stop; j += 4)
      multiplyBlock(a, rowStep * i, rowStep * (i + 1), innerStep, b, j, inner, columns, out, i * columns + j);
  }
  for (let i = 0; i < rows; i++)
    for (let j = i < evenRows ? wholeColumns : 0; j < columns; j++) {
      let sum = 0;
      for (let k = 0; k < inner; k++) sum += a[rowStep * i + innerStep * k] * b[k * columns + j];
      out[i * columns + j] = sum;
    }
  return out;
}

/** Two rows and four columns of a product. The rows of A begin at `first` and `second`, the block begins at `to`. */
function multiplyBlock(
  a: Float64Array,
  first: number,
  second: number,
  innerStep: number,
  b: Float64Array,
  column: number,
  inner: number,
  columns: number,
  out: Float64Array,
  to: number,
): void {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let t0 = 0;
  let t1 = 0;
  let t2 = 0;
  let t3 = 0;
  let p = first;
  let q = second;
  let r = column;
  for (let k = 0; k < inner; k++) {
    const x = a[p];
    const y = a[q];
    const b0 = b[r];
    const b1 = b[r + 1];
    const b2 = b[r + 2];
    const b3 = b[r + 3];
    s0 += x * b0;
    s1 += x * b1;
    s2 += x * b2;
    s3 += x * b3;
    t0 += y * b0;
    t1 += y * b1;
    t2 += y * b2;
    t3 += y * b3;
    p += innerStep;
    q += innerStep;
    r += columns;
  }
  out[to] = s0;
  out[to + 1] = s1;
  out[to + 2] = s2;
  out[to + 3] = s3;
  out[to + columns] = t0;
  out[to + columns + 1] = t1;
  out[to + columns + 2] = t2;
  out[to + columns + 3] = t3;
}

/** Aᵀ. A is rows × columns. */
export function transposed(a: Float64Array, rows: number, columns: number): Float64Array {
  return Float64Array.from(a, (_, k) => a[(k % rows) * columns + Math.floor(k / rows)]);
}

export function identity(size: number): Float64Array {
  return Float64Array.from({ length: size * size }, (_, k) => (k % (size + 1) === 0 ? 1 : 0));
}

/** A + `factor` B. */
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
  const scale = lu.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
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

/** The largest magnitude of an entry; NaN if an entry is NaN. */
export function largest(a: Float64Array): number {
  let found = 0;
  for (const value of a) {
    if (Number.isNaN(value)) return value;
    if (Math.abs(value) > found) found = Math.abs(value);
  }
  return found;
}
