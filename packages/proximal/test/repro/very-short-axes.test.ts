// `fromAxisAngle` is documented for any axis that is not zero, but threw for subnormal ones: the inverse of their length is infinite.
import { expect, it } from 'vitest';
import { fromAxisAngle } from '../../src/math/index.ts';

it.each([1e-320, 1e-200, 1e200, 1e308])('an axis of length %f', (size) => {
  expect([...fromAxisAngle([0, size, size], 1)]).toEqual([...fromAxisAngle([0, 1, 1], 1)]);
});
