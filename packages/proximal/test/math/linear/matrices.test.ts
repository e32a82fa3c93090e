import { describe, expect, it } from 'vitest';
import { product, symmetricProduct, transposed, transposedProduct } from '../../../src/math/linear/matrices.ts';
import { Rng } from '../../../src/math/rng.ts';

const random = (count: number, rng: Rng): Float64Array =>
  Float64Array.from({ length: count }, () => rng.uniform(-1, 1));

/** A B, one entry at a time, with the terms of each sum in the same order. */
function plainProduct(a: Float64Array, b: Float64Array, rows: number, inner: number, columns: number): Float64Array {
  return Float64Array.from({ length: rows * columns }, (_, at) => {
    let sum = 0;
    for (let k = 0; k < inner; k++) sum += a[Math.floor(at / columns) * inner + k] * b[k * columns + (at % columns)];
    return sum;
  });
}

describe('products of matrices', () => {
  const rng = new Rng(1);
  for (const rows of [1, 2, 3, 6])
    for (const columns of [1, 4, 5, 11])
      for (const inner of [1, 4, 7])
        it(`of ${rows} × ${inner} and ${inner} × ${columns} have the bits of plain sums`, () => {
          const [a, b] = [random(rows * inner, rng), random(inner * columns, rng)];
          const plain = plainProduct(a, b, rows, inner, columns);
          expect(product(a, b, rows, inner, columns)).toEqual(plain);
          expect(transposedProduct(transposed(a, rows, inner), b, rows, inner, columns)).toEqual(plain);
        });

  it('that are symmetric have the same lower triangle', () => {
    for (const size of [1, 2, 3, 4, 5, 6, 9, 12]) {
      const [a, b] = [random(7 * size, rng), random(7 * size, rng)];
      const whole = transposedProduct(a, b, size, 7, size);
      const lower = symmetricProduct(a, b, size, 7, new Float64Array(size * size));
      for (let i = 0; i < size; i++)
        expect(lower.slice(i * size, i * size + i + 1)).toEqual(whole.slice(i * size, i * size + i + 1));
    }
  });
});
