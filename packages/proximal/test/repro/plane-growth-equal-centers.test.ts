// Found by `npm run fuzz -- plane --only posed --seed 20261116`: centres that are the same but for rounding. The certificate took the
// direction of a rounding error for that of the ray.
import { describe, expect, it } from 'vitest';
import { box, certifyGrowth, growthDistance, polygon, type Shape } from '../../src/plane/index.ts';

const cases: [Shape, number[], Shape, number[]][] = [
  [
    polygon([32, 32, -24, 24, -8, -24]),
    [-16, -8, 0, -1],
    polygon([0, -8, -8, -32, 0, -8, 32, -24, -24, 16, 16, -16]),
    [8, -8, 0, -1],
  ],
  [
    polygon([
      0, 9.1552734375e-5, -6.103515625e-5, 0, 6.103515625e-5, 3.0517578125e-5, 0, 0, 0.0001220703125, 0, 0,
      -0.0001220703125,
    ]),
    [-6.103515625e-5, 0.000152587890625, -1, 0],
    polygon([9.1552734375e-5, -0.0001220703125, 9.1552734375e-5, -3.0517578125e-5, 0.0001220703125, -6.103515625e-5]),
    [-0.000152587890625, 6.103515625e-5, 0, 1],
  ],
];

describe('growth about equal centres', () => {
  it.each(cases)('has a proof', (a, poseA, b, poseB) => {
    const result = growthDistance(a, poseA, b, poseB);
    expect(result.growth).toBeLessThan(1e-14);
    expect(certifyGrowth(a, poseA, b, poseB, result).valid).toBe(true);
  });

  it('is refused where it is not small', () => {
    const result = growthDistance(box(1, 1), {}, box(1, 1), {});
    expect(certifyGrowth(box(1, 1), {}, box(1, 1), {}, result).valid).toBe(true);
    expect(certifyGrowth(box(1, 1), {}, box(1, 1), {}, { ...result, growth: 1e-3, upper: 1e-3 }).valid).toBe(false);
  });
});
