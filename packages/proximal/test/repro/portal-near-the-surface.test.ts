// With the origin close to the surface of the Minkowski difference, portal discovery cycled, and the ray query returned the distance of the
// first support plane: 0.397 m instead of 0.0053 m.
import { expect, it } from 'vitest';
import { convex, rayBoundary, type Vec3 } from '../../src/index.ts';
import { forAll } from '../for-all.ts';
import { exactPlanes } from '../penetration/minkowski.ts';

it('the ray of a shallow overlap ends at the nearest plane', () => {
  forAll({ seed: 205, cases: 300 }, (rng) => {
    const cloud = (): Vec3[] => Array.from({ length: 10 }, () => rng.direction() as Vec3);
    const [a, b] = [cloud(), cloud()];
    const rotation = rng.rotation();
    const [first] = exactPlanes(a, b, { rotation }).sort((one, other) => one.distance - other.distance);
    const depth = 10 ** rng.uniform(-7, -1);
    // Moved out along the nearest normal until only `depth` remains.
    const pose = { position: first.normal.map((x) => (first.distance - depth) * x), rotation };
    const ray = rng.direction();
    const exits = exactPlanes(a, b, pose).map(({ normal, distance }) => {
      const along = normal[0] * ray[0] + normal[1] * ray[1] + normal[2] * ray[2];
      return along > 0 ? distance / along : Infinity;
    });
    const result = rayBoundary(convex(a), {}, convex(b), pose, ray);
    expect(result.distance).toBeCloseTo(Math.min(...exits), 7);
  });
});
