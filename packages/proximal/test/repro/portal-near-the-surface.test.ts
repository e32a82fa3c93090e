// Close to the surface of the difference, the discovery of a portal cycled, and the ray query ended with the first
// support plane: 0.397 instead of 0.0053 m.
import { expect, it } from 'vitest';
import { convex, rayBoundary, type Vec3 } from '../../src/index.ts';
import { forAll } from '../for-all.ts';
import { exactPlanes } from '../penetration/minkowski.ts';

it('leaves a shallow overlap where its planes are', () => {
  forAll({ seed: 205, cases: 300 }, (rng) => {
    const cloud = (): Vec3[] => Array.from({ length: 10 }, () => rng.direction() as Vec3);
    const [a, b] = [cloud(), cloud()];
    const rotation = rng.rotation();
    const [first] = exactPlanes(a, b, { rotation }).sort((one, other) => one.distance - other.distance);
    const depth = 10 ** rng.uniform(-7, -1);
    // Out along the nearest normal, but for the depth.
    const pose = { position: first.normal.map((x) => (first.distance - depth) * x), rotation };
    const ray = rng.direction();
    const ways = exactPlanes(a, b, pose).map(({ normal, distance }) => {
      const along = normal[0] * ray[0] + normal[1] * ray[1] + normal[2] * ray[2];
      return along > 0 ? distance / along : Infinity;
    });
    const result = rayBoundary(convex(a), {}, convex(b), pose, ray);
    expect(result.distance).toBeCloseTo(Math.min(...ways), 7);
  });
});
