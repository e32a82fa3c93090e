// Poses at which given points touch.
import { describe, expect, it } from 'vitest';
import { contactPose } from '../../src/derivatives/index.ts';
import { box, convex, distance, ellipsoid, halfspace, rounded, sphere } from '../../src/index.ts';
import { transformPoint } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import { Rng } from './scenes.ts';

const rough = (rng: Rng) => {
  const radii = [0, 1, 2].map(() => rng.uniform(0.2, 1));
  return convex(Array.from({ length: 12 }, () => rng.direction().map((x, k) => x * radii[k])));
};

describe('contactPose', () => {
  it('brings points of smooth bodies together', () => {
    const [a, b] = [ellipsoid(1, 0.6, 0.4), ellipsoid(0.3, 0.5, 0.7)];
    forAll({ seed: 1, cases: 20 }, (rng) => {
      const [pointA, pointB] = [a.support(rng.direction()), b.support(rng.direction())];
      const { pose, cost, costs, converged, result, iterations } = contactPose(a, pointA, b, pointB);
      expect(converged).toBe(true);
      expect(cost).toBeLessThan(1e-16);
      expect(iterations).toBeLessThan(10);
      expect(costs).toHaveLength(iterations + 1);
      expect(result.distance).toBeCloseTo(0, 7);
      transformPoint(pose, pointB).forEach((x, k) => {
        expect(x).toBeCloseTo(pointA[k], 7);
      });
      expect(distance(a, {}, b, pose).distance).toBeCloseTo(0, 7);
    });
  });

  it.each(['gumbel', 'gaussian'] as const)('%s: brings corners of polytopes together, from any start', (estimator) => {
    let failures = 0;
    forAll({ seed: 2, cases: 30 }, (rng, index) => {
      const [a, b] = [rough(rng), rough(rng)];
      const [pointA, pointB] = [a.support(rng.direction()), b.support(rng.direction())];
      const start = Float64Array.of(...rng.direction(), ...rng.rotation());
      const found = contactPose(a, pointA, b, pointB, { estimator, start, seed: index });
      for (let k = 1; k < found.costs.length; k++) expect(found.costs[k]).toBeLessThanOrEqual(found.costs[k - 1]);
      if (!found.converged) failures++;
    });
    expect(failures).toBeLessThanOrEqual(1);
  });

  it('reaches points arbitrarily close to edges and corners', () => {
    const [a, seed] = [box(1, 1, 1), 5];
    const rng = new Rng(seed);
    for (const b of [sphere(0.5), ellipsoid(1, 0.7, 0.4), rounded(box(0.3, 0.2, 0.4), 0.1)]) {
      for (const beside of [0.1, 0.01, 1e-3, 1e-5]) {
        for (const pointA of [
          [1, 1 - beside, rng.uniform(-0.9, 0.9)],
          [-1, rng.uniform(-0.9, 0.9), beside - 1],
          [1 - beside, 1, 1 - beside],
        ]) {
          // On the rounded box the target is on a corner, since faces would touch along their whole area.
          const pointB = b.support(b.kind === 'ellipsoid' ? rng.direction() : [1, 1, 1]);
          const { converged, result } = contactPose(a, pointA, b, pointB);
          const label = `seed ${seed}, ${b.kind} at ${pointA}`;
          expect(converged, label).toBe(true);
          expect(Math.hypot(...result.localA.map((x, k) => x - pointA[k])), label).toBeLessThan(1e-7);
        }
      }
    }
  });

  it('aligns two faces if both targets are inside them', () => {
    const [a, b] = [box(1, 1, 1), box(0.6, 0.6, 0.6)];
    const [pointA, pointB] = [
      [1, 0.3, -0.2],
      [0.1, 0.6, 0.2],
    ];
    const { pose, result } = contactPose(a, pointA, b, pointB, { maxIterations: 0 });
    expect(result.distance).toBeCloseTo(0, 12);
    transformPoint(pose, pointB).forEach((x, k) => {
      expect(x).toBeCloseTo(pointA[k], 12);
    });
  });

  it('does not depend on the unit of length', () => {
    const of = (unit: number) =>
      contactPose(box(unit, unit, unit), [unit, unit, unit], sphere(0.5 * unit), [0, 0, -0.5 * unit]);
    expect(of(1).converged).toBe(true);
    expect(of(1e-3).converged).toBe(true);
    expect(of(1e-3).iterations).toBe(of(1).iterations);
  });

  it('accepts targets on a half-space, and targets on the surface in single precision', () => {
    const onGround = contactPose(halfspace(), [0.3, 0.2, 0], sphere(0.5), [0, 0, -0.5]);
    expect(onGround.converged).toBe(true);
    const float = ellipsoid(1, 0.6, 0.4).support([1, 2, 3]).map(Math.fround);
    expect(contactPose(ellipsoid(1, 0.6, 0.4), float, sphere(0.5), [0, 0, -0.5]).cost).toBeLessThan(1e-12);
  });

  it('stops at maxIterations', () => {
    const poseWith = (options: object) =>
      contactPose(box(1, 1, 1), [1, 1, 1], box(1, 1, 1), [1, 1, -1], { start: { position: [4, 1, 0] }, ...options });
    expect(poseWith({ maxIterations: 0 }).iterations).toBe(0);
    expect(poseWith({ maxIterations: 2 }).iterations).toBeLessThanOrEqual(2);
    expect(poseWith({ tolerance: 100 }).iterations).toBe(0);
    // Finite differences depend only on the present corner, and the search ends when the same step would fail again.
    expect(poseWith({ estimator: 'finite-difference' }).iterations).toBeLessThan(50);
  });
});
