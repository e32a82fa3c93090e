// Products of small dense matrices by rows.

/** Up to this size a product with M⁻¹ is faster than solves in linear time for each column (`npm run bench -- dynamics`). */
export const smallMatrix = 64;

/**
 * `outA` = −m a and `outB` = −m b, all n × n. Computes four columns of both products at once, which keeps the sums in registers: three
 * times as fast as a plain triple loop.
 */
export function multiplyPair(
  n: number,
  m: Float64Array,
  a: Float64Array,
  b: Float64Array,
  outA: Float64Array,
  outB: Float64Array,
): void {
  const blocks = n - (n % 4);
  for (let row = 0; row < n * n; row += n) {
    for (let column = 0; column < blocks; column += 4) fourColumns(n, m, row, column, a, b, outA, outB);
    for (let column = blocks; column < n; column++) {
      let sumA = 0;
      let sumB = 0;
      for (let k = 0; k < n; k++) {
        sumA -= m[row + k] * a[k * n + column];
        sumB -= m[row + k] * b[k * n + column];
      }
      outA[row + column] = sumA;
      outB[row + column] = sumB;
    }
  }
}

function fourColumns(
  n: number,
  m: Float64Array,
  row: number,
  column: number,
  a: Float64Array,
  b: Float64Array,
  outA: Float64Array,
  outB: Float64Array,
): void {
  let a0 = 0;
  let a1 = 0;
  let a2 = 0;
  let a3 = 0;
  let b0 = 0;
  let b1 = 0;
  let b2 = 0;
  let b3 = 0;
  let at = column;
  for (let k = row; k < row + n; k++) {
    const factor = m[k];
    a0 -= factor * a[at];
    a1 -= factor * a[at + 1];
    a2 -= factor * a[at + 2];
    a3 -= factor * a[at + 3];
    b0 -= factor * b[at];
    b1 -= factor * b[at + 1];
    b2 -= factor * b[at + 2];
    b3 -= factor * b[at + 3];
    at += n;
  }
  const to = row + column;
  outA[to] = a0;
  outA[to + 1] = a1;
  outA[to + 2] = a2;
  outA[to + 3] = a3;
  outB[to] = b0;
  outB[to + 1] = b1;
  outB[to + 2] = b2;
  outB[to + 3] = b3;
}
