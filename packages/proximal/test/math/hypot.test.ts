import { describe, expect, it } from 'vitest';
import { hypot } from '../../src/math/hypot.ts';
import { exponentOf } from '../../src/math/power-of-two.ts';
import { forAll } from '../for-all.ts';

describe('hypot', () => {
  it('is exact for Pythagorean triples, and neither overflows nor underflows', () => {
    expect(hypot(3, 4)).toBe(5);
    expect(hypot(-2, 3, 6)).toBe(7);
    expect(hypot(3e300, 4e300)).toBe(5e300);
    expect(hypot(3 * 2 ** -1040, 4 * 2 ** -1040)).toBe(5 * 2 ** -1040);
    expect([hypot(), hypot(0, -0), hypot(1, -Infinity), hypot(Number.NaN, 1)]).toEqual([0, 0, Infinity, Number.NaN]);
  });

  it('is the root of the sum of squares, to rounding', () => {
    forAll({ seed: 3, cases: 1000 }, (rng) => {
      const [x, y, z] = [rng.normal(), rng.normal(), rng.normal()];
      const expected = Math.sqrt(x * x + y * y + z * z);
      expect(Math.abs(hypot(x, y, z) - expected)).toBeLessThanOrEqual(3 * Number.EPSILON * expected);
    });
  });
});

describe('exponentOf', () => {
  it('is the exponent of powers of two, and of the numbers around them', () => {
    for (let exponent = -1022; exponent < 1024; exponent += 31) {
      const power = 2 ** exponent;
      expect(exponentOf(power)).toBe(exponent);
      expect(exponentOf(power * (2 - 2 ** -52))).toBe(exponent);
      if (exponent > -1022) expect(exponentOf(power * (1 - 2 ** -53))).toBe(exponent - 1);
    }
    expect([2 ** -1074, 3 * 2 ** -1074, 2 ** -1030].map(exponentOf)).toEqual([-1074, -1073, -1030]);
  });
});
