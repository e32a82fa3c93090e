// Found by `npm run fuzz -- growth`: a ray through an edge, a corner or a generatrix of a cone met triangles with collinear corners,
// whose areas are rounding noise; the points were then off the ray.
import { describe, expect, it } from 'vitest';
import { box, certify, cone, convex, type GrowthResult, growthDistance, point, type Shape } from '../../src/index.ts';
import { compose, type Pose } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';

function isProven(a: Shape, poseA: Pose, b: Shape, poseB: Pose): boolean {
  const result: GrowthResult = growthDistance(a, poseA, b, poseB);
  return result.converged && certify(a, poseA, b, poseB, result).valid;
}

describe('a ray', () => {
  it('through a generatrix of a cone meets points on the ray', () => {
    const [a, b] = [convex([1, 2, 3]), cone(2, 0.1)];
    forAll({ seed: 1, cases: 300 }, (rng, k) => {
      const poseA = compose({ position: rng.direction(), rotation: rng.rotation() }, {});
      const poseB = compose({ position: rng.direction().map((x) => 4 * x), rotation: rng.rotation() }, {});
      expect(isProven(a, poseA, b, poseB), `seed 1, case ${k}`).toBe(true);
    });
  });

  it('through the corners, edges and faces of a box meets points on the ray', () => {
    const identity = compose({}, {});
    for (const [x, y, z] of [
      [1, 1, 1],
      [1, 1, 0],
      [1, 0, 0],
      [-1, 1, 0.5],
      [0, -1, 1],
    ]) {
      const poseA = compose({ position: [3 * x, 3 * y, 3 * z] }, {});
      expect(isProven(point(), poseA, box(1, 1, 1), identity), `${x} ${y} ${z}`).toBe(true);
      expect(isProven(box(1, 1, 1), poseA, box(0.5, 0.5, 0.5), identity), `${x} ${y} ${z}`).toBe(true);
    }
  });
});
