// The distance from a sliver was computed from differences of products that cancel: it was wrong by up to 0.4 of the sliver's length.
import { expect, it } from 'vitest';
import { squaredDistanceToTriangle } from '../../src/scene/decompose/mesh-solid.ts';
import { forAll } from '../for-all.ts';

it('measures the distance of points over slivers', () => {
  forAll({ seed: 7, cases: 2000 }, (rng) => {
    // A triangle in a plane through the x axis, from 0 to 1 along it.
    const width = 10 ** rng.uniform(-10, 0);
    const tilt = rng.uniform(0, 3);
    const [y, z] = [Math.cos(tilt), Math.sin(tilt)];
    const tip = rng.uniform(0.2, 0.8);
    const soup = Float64Array.of(0, 0, 0, 1, 0, 0, tip, width * y, width * z);
    // A point over its interior, at a height along its normal.
    const [fraction, height] = [rng.uniform(0.1, 0.9), rng.uniform(0.001, 1)];
    const inner = 0.3 * width;
    const x = 0.3 * tip + 0.7 * fraction;
    const squared = squaredDistanceToTriangle(x, inner * y - height * z, inner * z + height * y, soup, 0);
    expect(Math.abs(Math.sqrt(squared) - height)).toBeLessThan(1e-8);
  });
});
