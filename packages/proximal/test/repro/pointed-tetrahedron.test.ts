// Three vertices of the simplex are close together and the fourth is far away: computed from the far vertex, the tetrahedron's volume was
// rounding noise, no step made progress, and the status was 'unknown'.
import { describe, expect, it } from 'vitest';
import { certify, distance, superellipsoid, transformed, triangle } from '../../src/index.ts';

describe('a tetrahedron with one far vertex', () => {
  const bump = transformed(
    superellipsoid(0.04349934424472832, 11.539375765255256, 2.137117650293975, 0.8980878170943357, 0.7076124370140571),
    {
      linear: [
        0.30666307241373025, -0.40781164373731144, 0.16739475053668995, 0.2012394940159292, -0.30285547708139526,
        0.21424632368132762, -0.4031206106688701, 0.5085096058429381, -0.34689918794839864,
      ],
    },
  );
  const plate = triangle(
    [-295135.99896203005, 325116.59655158967, 81909.08483746293],
    [295135.99896203005, -325116.59655158967, -81909.08483746293],
    [-319136.12675457366, -127550.97920292636, -287367.10274713783],
  );
  const poseA = [72555859.14491056, 67568613.55339792, -13043380.16832558, 0, 0, 0, 1];
  const poseB = [
    72251364.89438002, 67717307.46202935, -12981364.465154653, -2.0343076242783632e-7, 5.432884903675935e-7,
    0.9999999999997099, 4.936181655909188e-7,
  ];

  it('is computed from a vertex with short edges', () => {
    for (const result of [distance(bump, poseA, plate, poseB), distance(plate, poseB, bump, poseA)]) {
      expect(result).toMatchObject({ status: 'overlapping', termination: 'converged' });
    }
    expect(certify(bump, poseA, plate, poseB, distance(bump, poseA, plate, poseB)).valid).toBe(true);
  });
});
