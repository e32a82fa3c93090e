// Newton's method on the dual problem: few iterations where there are second derivatives, and internal expanding where they are infinite.
import { describe, expect, it } from 'vitest';
import { ellipsoid, growthDistance, smoothHull, sphere, superellipsoid } from '../../src/index.ts';
import { forAll } from '../for-all.ts';

const seed = Number(process.env['PROXIMAL_SEED'] ?? 83);

describe('smooth', () => {
  it('needs at most three iterations for an ellipsoid and a much smaller sphere', () => {
    const result = growthDistance(
      ellipsoid(1, 2, 3),
      {},
      sphere(1e-9),
      { position: [3, 4, 5] },
      { algorithm: 'smooth' },
    );
    // |(x, y, z) / r| is the gauge of an ellipsoid.
    expect(result.growth).toBeCloseTo(Math.hypot(3 / 1, 4 / 2, 5 / 3), 6);
    expect(result.iterations).toBeLessThanOrEqual(3);
  });

  it('takes fewer than eight iterations on average for needles and sheets', () => {
    let total = 0;
    forAll({ seed, cases: 300 }, (rng) => {
      const extent = (): number => 10 ** rng.uniform(-2, 0);
      const [a, b] = [ellipsoid(extent(), extent(), extent()), ellipsoid(extent(), extent(), extent())];
      const poseB = { position: rng.direction().map((x) => 2 * x), rotation: rng.rotation() };
      total += growthDistance(a, {}, b, poseB, { algorithm: 'smooth' }).iterations;
    });
    expect(total / 300).toBeLessThan(8);
  });

  it('accepts superellipsoids near polytopes, whose second derivatives vanish or are infinite', () => {
    forAll({ seed: seed + 1, cases: 200 }, (rng, k) => {
      const exponent = (): number => (rng.uniform() < 0.5 ? rng.uniform(0.05, 0.3) : rng.uniform(1.7, 1.95));
      const [a, b] = [0, 1].map(() =>
        superellipsoid(rng.uniform(0.1, 1), rng.uniform(0.1, 1), rng.uniform(0.1, 1), exponent(), exponent()),
      );
      // Half of them along an axis, where every coordinate but one is zero.
      const position = rng.uniform() < 0.5 ? [2, 0, 0] : rng.direction().map((x) => 2 * x);
      const rotation = rng.uniform() < 0.5 ? [0, 0, 0, 1] : rng.rotation();
      const result = growthDistance(a, {}, b, { position, rotation }, { algorithm: 'smooth' });
      const other = growthDistance(a, {}, b, { position, rotation });
      expect({ seed, k, converged: result.converged }).toEqual({ seed, k, converged: true });
      expect(Math.abs(result.growth - other.growth)).toBeLessThan(4e-8 * other.growth);
    });
  });

  it('accepts smooth hulls with integer and other exponents', () => {
    const corners = [1, 1, 1, -1, -1, 1, -1, 1, -1, 1, -1, -1];
    for (const p of [2, 3, 4, 4.5, 32]) {
      const result = growthDistance(
        smoothHull(corners, p),
        {},
        smoothHull(corners, 4),
        { position: [3, 1, 2] },
        { algorithm: 'smooth' },
      );
      const other = growthDistance(smoothHull(corners, p), {}, smoothHull(corners, 4), { position: [3, 1, 2] });
      expect(result.converged).toBe(true);
      expect(Math.abs(result.growth - other.growth)).toBeLessThan(4e-8 * other.growth);
    }
  });
});
