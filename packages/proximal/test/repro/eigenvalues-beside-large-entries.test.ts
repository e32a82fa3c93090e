// `symmetricEigen3` scaled by the largest entry of the whole matrix, although it reads the upper triangle only: with 1e308 below the diagonal,
// eigenvalues of 1e-20 lost all but four digits.
import { expect, it } from 'vitest';
import { symmetricEigen3 } from '../../src/bounds/matrix3.ts';

it('the lower triangle has no effect', () => {
  expect(symmetricEigen3([1e-20, 0, 0, 1e308, 1e-20, 0, 0, 0, 1e-20]).values).toEqual([1e-20, 1e-20, 1e-20]);
});
