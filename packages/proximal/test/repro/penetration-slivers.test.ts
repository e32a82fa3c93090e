// Triangles along the rim of a cone are slivers, whose computed planes are inaccurate. EPA computed its bound from the plane of one
// sliver and the certificate from the planes of others, and a vertex inside an edge led to a face with the wrong orientation.
import { expect, it } from 'vitest';
import { capsule, certify, cone, frustum, penetration, type Shape, segment, sphere } from '../../src/index.ts';

const cases: [string, Shape, number[], Shape, number[]][] = [
  [
    'a sphere in a cone',
    cone(253.61534883197922, 253.61534883197922),
    [
      24821834.99399132, 93420445.32050611, 25617224.213938035, -0.28694708445654626, 0.08830274018174349,
      -0.7194401890508659, -0.626314466683261,
    ],
    sphere(234.26504811017261),
    [
      24821805.66916817, 93420492.47823982, 25617144.77034356, -0.018173107292574913, -0.20133940627807023,
      -0.7610375928296675, 0.616404058999413,
    ],
  ],
  [
    'a capsule in a frustum',
    frustum(12.021570285801122, 1.2318393980043714, 12.021570285801122),
    [-7603738.395561974, 1620420.7856879048, -99697328.94561, 0, 0, 0, 1],
    capsule(12.021570285801122, 2.2824005028906904),
    [
      -7603738.395561966,
      1620420.7856878832,
      -99697333.18544808,
      Math.SQRT1_2,
      4.0171592756846866e-17,
      -1.207334397307177e-16,
      Math.SQRT1_2,
    ],
  ],
  [
    'a long segment through a cone',
    segment(2872.366050903544),
    [0, 0, 0, 0, 0, 0, 1],
    cone(153.52682496939644, 511.7694464024349),
    [
      379.5562621198925, -0.0024510421596421485, 0.0005507745509990235, -2.4583266216456636e-10, 0.7071067811447609,
      2.0583606212958991e-10, 0.7071067812283343,
    ],
  ],
];

it.each(cases)('proves the depth of %s', (_name, a, poseA, b, poseB) => {
  const poses = [Float64Array.from(poseA), Float64Array.from(poseB)] as const;
  const result = penetration(a, poses[0], b, poses[1], { keepProof: true });
  expect(result).toMatchObject({ converged: true, status: 'overlapping' });
  expect(certify(a, poses[0], b, poses[1], result)).toMatchObject({ valid: true });
});
