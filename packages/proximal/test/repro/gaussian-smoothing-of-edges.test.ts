// At an edge, where one eigenvalue of the sampled Hessian is huge, rounding made the other one negative: derivatives had entries of 1e14
// and more for cylinders and cones, and with Gaussian smoothing for boxes.
import { describe, expect, it } from 'vitest';
import { differentiate, type Estimator } from '../../src/derivatives/index.ts';
import {
  box,
  capsule,
  cone,
  convex,
  cylinder,
  ellipsoid,
  frustum,
  rounded,
  type Shape,
  sphere,
  sum,
} from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';

const rng = new Rng(41);
const shapes: Record<string, Shape> = {
  cylinder: cylinder(1, 1),
  cone: cone(1, 1),
  frustum: frustum(1, 0.5, 1),
  'rounded cylinder': rounded(cylinder(1, 1), 0.1),
  sum: sum(cylinder(0.5, 0.5), box(0.2, 0.3, 0.4)),
  box: box(1, 0.8, 0.6),
  hull: convex(Array.from({ length: 30 }, () => rng.direction())),
  capsule: capsule(0.3, 1),
  ellipsoid: ellipsoid(1, 0.7, 0.5),
};

describe.each(Object.entries(shapes))('%s and a ball', (_name, shape) => {
  it.each<[Estimator, 'antithetic' | 'plain']>([
    ['gumbel', 'antithetic'],
    ['gaussian', 'antithetic'],
    ['gaussian', 'plain'],
  ])('closest points move about as far as the ball does: %s, %s', (estimator, sampling) => {
    const ball = sphere(0.3);
    forAll({ seed: 41, cases: 150 }, (rng, index) => {
      const position = rng.direction().map((x) => x * rng.uniform(1.7, 3));
      const pose = { position, rotation: rng.rotation() };
      const { result, pointA, pointB, normal } = differentiate(shape, {}, ball, pose, {
        estimator,
        sampling,
        seed: index,
      });
      if (result.distance < 0.05) return;
      const scaled = normal.map((x) => x * result.distance);
      // For separated shapes, the closest points move no farther than the ball in a translation, and in a rotation no farther than its lever arm
      // allows.
      for (const values of [pointA, pointB, scaled]) for (const x of values) expect(Math.abs(x)).toBeLessThan(10);
    });
  });
});
