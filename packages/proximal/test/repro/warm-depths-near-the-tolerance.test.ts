// A warm query of overlapping shapes was 'touching' where the cold query was 'overlapping', for depths between one and two tolerances:
// the local depth has no lower bound. Found by `npm run fuzz -- penetration --seed 1795071052`, cases 5151 and 6865.
import { describe, expect, it } from 'vitest';
import {
  certify,
  cone,
  convex,
  cylinder,
  ellipsoid,
  Pair,
  penetration,
  point,
  type Shape,
  sum,
} from '../../src/index.ts';

const corners = [-0.6379063655949734, -0.5307500934581906].flatMap((y) =>
  [0.6087332593404681, 0.8969159249439932].flatMap((x) =>
    [-0.3947975585193286, 0.023501989295206367].map((z) => [x, y, z]),
  ),
);

const cases: readonly (readonly [string, Shape, number[], Shape, number[]])[] = [
  [
    'a hull and a point far from the origin',
    convex(corners),
    [40477817.278907716, 91378681.63068867, 3388635.6801227536, 0, 0, 0, 1],
    point(),
    [
      40477818.167505495, 91378681.09993857, 3388635.7036247426, 1.5956265457116864e-10, -5.142498708139623e-11,
      -2.841466237990169e-10, 1,
    ],
  ],
  [
    'a cylinder and a sum',
    cylinder(0.23129715909392431, 319.07741426143446),
    [
      -58.263107721121514, -4315.259619409017, 3400.2959816201455, 0.9232245435507895, 0.23362300565545593,
      -0.08162693032154106, 0.29396220447572774,
    ],
    sum(
      ellipsoid(103.24129414485652, 103.24129414485652, 95.68569049972837),
      cone(75.24783331781967, 101.24518108766168),
    ),
    [
      -222.15502891787764, -4169.217617634782, 3458.8286151117427, -0.4012126233728855, -0.5974950824857631,
      0.1377818782943502, -0.6804735198854244,
    ],
  ],
];

describe.each(cases)('%s', (_title, a, poseA, b, poseB) => {
  it('overlap in cold and warm queries', () => {
    const cold = penetration(a, poseA, b, poseB);
    expect(cold.status).toBe('overlapping');
    const pair = new Pair(a, b);
    for (let k = 0; k < 4; k++) {
      const warm = pair.penetration(poseA, poseB);
      expect(warm.status).toBe('overlapping');
      expect(warm.depth).toBeGreaterThanOrEqual(cold.lower);
      expect(certify(a, poseA, b, poseB, warm).valid).toBe(true);
    }
  });
});
