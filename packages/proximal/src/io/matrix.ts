// Affine maps as 4 × 4 matrices.

/** A 4 × 4 matrix by columns. */
export type Matrix4 = readonly number[];

export const identity: Matrix4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** a · b for affine maps. */
export function multiply(a: Matrix4, b: Matrix4): Matrix4 {
  const product = new Array<number>(16).fill(0);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 3; row++) {
      let sum = column === 3 ? a[12 + row] : 0;
      for (let k = 0; k < 3; k++) sum += a[4 * k + row] * b[4 * column + k];
      product[4 * column + row] = sum;
    }
  }
  product[15] = 1;
  return product;
}

/** Whether the map reverses orientation. */
export function isMirror(m: Matrix4): boolean {
  const determinant =
    m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5]);
  return determinant < 0;
}
