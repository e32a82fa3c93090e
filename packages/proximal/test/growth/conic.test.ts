// The conic program: accepted shapes, chosen centers, and any number of facets.
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  certify,
  convex,
  cylinder,
  ellipsoid,
  frustum,
  type GrowthOptions,
  growthDistance,
  rounded,
  type Shape,
  sphere,
} from '../../src/index.ts';
import { Rng } from './families.ts';

const seed = Number(process.env['PROXIMAL_SEED'] ?? 79);

function expectSame(a: Shape, b: Shape, position: readonly number[], options: GrowthOptions = {}): void {
  const poseB = { position, rotation: [0.1, 0.2, 0.3, 1] };
  const result = growthDistance(a, {}, b, poseB, { ...options, algorithm: 'conic' });
  const other = growthDistance(a, {}, b, poseB, options);
  expect(result.converged).toBe(true);
  expect(Math.abs(result.growth - other.growth)).toBeLessThan(4e-8 * other.growth);
  expect(certify(a, {}, b, poseB, result).valid).toBe(true);
}

describe('conic', () => {
  it('accepts every center inside, also in the caps of a capsule and off the axis', () => {
    expectSame(capsule(0.5, 1), sphere(1), [3, 1, 2], { centerA: [0, 0, 1.3], centerB: [0.5, -0.5, 0.2] });
    expectSame(capsule(0.5, 1), capsule(0.1, 3), [3, 1, 2], { centerA: [0.1, 0.3, -1.2], centerB: [0.05, 0, 3.02] });
    expectSame(cylinder(1, 0.2), frustum(1, 2, 3), [3, 1, 2], { centerA: [0.9, 0, 0.1], centerB: [0.9, 0, -2.9] });
    expectSame(ellipsoid(1, 2, 3), rounded(box(1, 1, 1), 0.1), [3, 1, 2], {
      centerA: [0.5, 1, 1],
      centerB: [0.9, 0, -0.9],
    });
  });

  it('accepts a capsule of length zero, and a cone with and without its tip', () => {
    expectSame(capsule(0.5, 0), capsule(0.2, 0), [1, 2, 3]);
    expectSame(frustum(1, 0, 2), frustum(0, 1, 2), [1, 2, 3]);
    expectSame(frustum(1, 1e-3, 2), rounded(frustum(0.5, 1, 0.01), 1e-3), [0.1, 0.2, 0.3]);
  });

  it('rejects a center that is not inside the core, and states the required distance', () => {
    const die = rounded(box(1, 1, 1), 0.5);
    expect(() => growthDistance(die, {}, die, {}, { algorithm: 'conic', centerA: [1.25, 0, 0] })).toThrow(
      "growthDistance: options.centerA is [1.25, 0, 0]; it is 0.25 m inside its shape, and algorithm 'conic' needs more than 0.500",
    );
  });

  it('accepts hulls with any number of facets, also small ones after large ones', () => {
    const rng = new Rng(seed);
    const hulls = [2000, 8, 600].map((count) => convex(Array.from({ length: count }, () => rng.direction())));
    for (const a of hulls) for (const b of hulls) expectSame(a, b, [1.5, 1, -2]);
    expectSame(rounded(hulls[0], 0.1), rounded(hulls[2], 0.01), [1.5, 1, -2]);
  });
});
