// Problem files lost the signs of zeros and normalized quaternions that have length 1 up to rounding: the replay of a failure was a
// slightly different query.
import { describe, expect, it } from 'vitest';
import * as plane from '../../src/2d/index.ts';
import { box, sphere } from '../../src/index.ts';
import { answerProblem, readProblem, writeProblem } from '../../src/problem/index.ts';

describe('a problem file', () => {
  it('keeps the bits of poses', () => {
    const poseA = Float64Array.of(-0, 0, -0, 0.1, -0, 0.30000000000000004, 0.9486832980505139);
    const poseB = Float64Array.of(3, 0, 0, 0, 0, 0, 2);
    const text = writeProblem({
      dimension: 3,
      a: { shape: box(1, 1, 1), pose: poseA },
      b: { shape: sphere(1), pose: poseB },
      query: 'distance',
      options: {},
      origin: { zero: -0 },
    });
    const again = readProblem(text);
    expect(again.a.pose).toEqual(poseA);
    expect(again.b.pose).toEqual(poseB);
    expect(again.origin).toEqual({ zero: -0 });
    expect(answerProblem(again).certificate?.valid).toBe(true);
  });

  it('keeps the numbers of poses in the plane', () => {
    const poses = [Float64Array.of(-0, 1, -0, 2), Float64Array.of(4, 0, 1, 1e-17)];
    const text = writeProblem({
      dimension: 2,
      a: { shape: plane.box(1, 1), pose: poses[0] },
      b: { shape: plane.circle(1), pose: poses[1] },
      query: 'growthDistance',
      options: {},
    });
    const again = readProblem(text);
    expect([again.a.pose, again.b.pose]).toEqual(poses);
    // The growth distance in the plane has a certificate.
    expect(answerProblem(again).certificate?.valid).toBe(true);
  });
});
