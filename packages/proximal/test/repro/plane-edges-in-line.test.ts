// Found by `npm run fuzz -- plane --seed 5`, cases 5346 and 107794: with parallel sides the expanding polygon has several collinear edges.
// Rounding chose one onto which the origin does not project: the depth was right, but pointB − pointA was not along the normal.
import { expect, it } from 'vitest';
import { certify, polygon, signedDistance } from '../../src/2d/index.ts';

it.each([
  [
    'a box and a triangle',
    polygon([
      -0.06227729426957973, -0.0934159414043696, 0.06227729426957973, -0.0934159414043696, 0.06227729426957973,
      0.0934159414043696, -0.06227729426957973, 0.0934159414043696,
    ]),
    [0.031138647134789865, -0.12455458853915946, 0, 1],
    polygon([
      0.12455458853915946, 0, -0.0622772942695797, 0.10786743783283019, -0.062277294269579786, -0.10786743783283015,
    ]),
    [0.031138647134789865, -0.12455458853915946, 0, -1],
    -0.12455458853915952,
  ],
  [
    'a hexagon and a rectangle',
    polygon([
      264.31657675785215, 0, 132.1582883789261, 228.90487011363948, -132.15828837892602, 228.9048701136395,
      -264.31657675785215, 3.236944496880893e-14, -132.1582883789262, -228.90487011363942, 132.1582883789261,
      -228.90487011363948,
    ]),
    [132.15828837892607, -396.47486513677825, 0, 1],
    polygon([
      -264.31657675785215, -66.07914418946304, 264.31657675785215, -66.07914418946304, 264.31657675785215,
      66.07914418946304, -264.31657675785215, 66.07914418946304,
    ]),
    [-66.07914418946304, -396.47486513677825, 1, 0],
    -294.9840143031025,
  ],
] as const)('the closest points of %s differ along the normal', (_name, a, poseA, b, poseB, depth) => {
  const [from, to] = [new Float64Array(poseA), new Float64Array(poseB)];
  const result = signedDistance(a, from, b, to);
  expect(result.distance).toBeCloseTo(depth, 10);
  expect(certify(a, from, b, to, result)).toMatchObject({ valid: true });
});
