// Found by `npm run fuzz -- plane --only posed --seed 20261116`: the centers are equal up to rounding, and the certificate took the
// direction of the rounding error as the direction of the ray.
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  certify,
  growthDistance,
  point,
  polygon,
  rounded,
  type Shape,
  segment,
} from '../../src/2d/index.ts';

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

// Found by `npm run fuzz -- plane --seed 1794747217`: the rays graze a long side.
describe('growth along a needle', () => {
  it.each<[Shape, number[], Shape, number[]]>([
    [
      segment(0),
      [20831.824837465534, -10170.162486927313, -0.9915857290190339, -0.12945169757786576],
      capsule(3.7432995507005726, 31319.516917189878),
      [14946.650628619049, -18456.387940132667, -0.5787494246709346, -0.8155054282118925],
    ],
    [
      point(),
      [0.014172038867098299, 0.6092991267609977, -0.8529768531859193, -0.5219487407102795],
      capsule(4.135250758789045e-5, 0.3600680809556012),
      [0.048333349818741655, 0.6445964502401398, -0.6948436967137832, -0.7191607867070646],
    ],
    [
      rounded(point(), 1.421042559220799e-5),
      [-0.08106631371333158, -0.06436821073291424, -0.45986360603136334, 0.8879895629160464],
      box(0.13224177275748558, 1.421042559220799e-5),
      [-0.0810378928621471, -0.10018203096090926, 0, -1],
    ],
  ])('has a proof', (a, poseA, b, poseB) => {
    const result = growthDistance(a, poseA, b, poseB);
    expect(certify(a, poseA, b, poseB, result).valid).toBe(true);
  });
});

describe('growth about equal centers', () => {
  it.each(cases)('has a proof', (a, poseA, b, poseB) => {
    const result = growthDistance(a, poseA, b, poseB);
    expect(result.growth).toBeLessThan(1e-14);
    expect(certify(a, poseA, b, poseB, result).valid).toBe(true);
  });

  it('is rejected if it is not near zero', () => {
    const result = growthDistance(box(1, 1), {}, box(1, 1), {});
    expect(certify(box(1, 1), {}, box(1, 1), {}, result).valid).toBe(true);
    expect(certify(box(1, 1), {}, box(1, 1), {}, { ...result, growth: 1e-3, upper: 1e-3 }).valid).toBe(false);
  });
});
