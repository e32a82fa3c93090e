// `largest`, the largest magnitude of the entries, lost a NaN that was followed by a number.
import { expect, it } from 'vitest';
import { largest as largestOfMatrix } from '../../src/math/linear/matrices.ts';
import { largest as largestOfVector } from '../../src/qp/matrix.ts';

it.each([[largestOfMatrix], [largestOfVector]])('is NaN if any entry is NaN', (largest) => {
  for (const at of [0, 1, 2]) {
    const entries = Float64Array.of(3, -4, 1);
    entries[at] = Number.NaN;
    expect(largest(entries)).toBeNaN();
  }
  expect(largest(Float64Array.of(3, -4, 1))).toBe(4);
});
