// The smoothing noise: on the separation or on the normal, and its default.
import { describe, expect, it } from 'vitest';
import {
  type DerivativeOptions,
  type Derivatives,
  differentiate,
  smoothedSupportHessian,
} from '../../src/derivatives/index.ts';
import {
  box,
  type Convex,
  capsule,
  convex,
  cylinder,
  ellipsoid,
  halfspace,
  rounded,
  segment,
  signedDistance,
  sphere,
} from '../../src/index.ts';
import { forAll } from '../for-all.ts';
import { difference, edgyMakers, jacobians, Rng, randomPoses } from './scenes.ts';

/** An even mesh of the unit ball. */
const ball = (count: number, radius = 1): Convex =>
  convex(
    Array.from({ length: count }, (_, k) => {
      const [z, angle] = [1 - (2 * k + 1) / count, k * Math.PI * (3 - Math.sqrt(5))];
      const across = Math.sqrt(1 - z * z);
      return [radius * across * Math.cos(angle), radius * across * Math.sin(angle), radius * z];
    }),
  );

/**
 * V (diag a − a aᵀ) Vᵀ / ε, projected to the plane perpendicular to d, equation 28 of Montaut et al. 2023, with the points V, their
 * soft-max weights a and the temperature ε.
 */
function softMax(points: readonly (readonly number[])[], d: readonly number[], temperature: number): Float64Array {
  const along = (v: readonly number[]): number => v[0] * d[0] + v[1] * d[1] + v[2] * d[2];
  const weights = points.map((v) => Math.exp((along(v) - along(points[0])) / temperature));
  const total = weights.reduce((sum, weight) => sum + weight);
  const mean = [0, 1, 2].map((k) => points.reduce((sum, v, i) => sum + (weights[i] / total) * v[k], 0));
  const hessian = new Float64Array(9);
  points.forEach((v, i) => {
    const arm = v.map((x, k) => x - mean[k]);
    const lift = along(arm);
    const across = arm.map((x, k) => x - lift * d[k]);
    for (let k = 0; k < 9; k++)
      hessian[k] += (weights[i] / total / temperature) * across[Math.floor(k / 3)] * across[k % 3];
  });
  return hessian;
}

/** The support vertex and its neighbors up to two edges away. */
function rings(hull: Convex, d: readonly number[]): number[][] {
  const height = (k: number): number => hull.vertex(k).reduce((sum, x, axis) => sum + x * d[axis], 0);
  const neighbors = Array.from({ length: hull.vertexCount }, () => new Set<number>());
  for (let face = 0; face < hull.faceCount; face++) {
    const loop = hull.face(face);
    loop.forEach((vertex, k) => {
      const next = loop[(k + 1) % loop.length];
      neighbors[vertex].add(next);
      neighbors[next].add(vertex);
    });
  }
  const top = neighbors.reduce((best, _, k) => (height(k) > height(best) ? k : best), 0);
  const first = [...neighbors[top]];
  const known = new Set([top, ...first]);
  const second = [...new Set(first.flatMap((k) => [...neighbors[k]]))].filter((k) => !known.has(k));
  return [[top], first, second];
}

describe('noise on the separation', () => {
  it.each(['gumbel', 'gaussian'] as const)('%s: equals noise on the normal times the distance', (estimator) => {
    let compared = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const rng = new Rng(seed);
      const names = Object.keys(edgyMakers);
      const [a, b] = [0, 1].map(() => edgyMakers[names[rng.index(names.length)]](rng));
      const { poseA, poseB } = randomPoses(rng);
      const evaluate = (options: DerivativeOptions): Derivatives =>
        differentiate(a, poseA, b, poseB, { estimator, neighbors: 3, seed, ...options });
      const relativeDistance = Math.abs(evaluate({}).result.distance) / Math.min(a.boundingRadius, b.boundingRadius);
      // Smaller than the default noise, so that a ball keeps its full curvature.
      const noise = 1e-4 * relativeDistance;
      if (relativeDistance < 1e-3) continue;
      const [separation, normal] = [
        evaluate({ noise }),
        evaluate({ noise: noise / relativeDistance, noiseOn: 'normal' }),
      ];
      for (const name of jacobians)
        expect(difference(separation[name], normal[name]), `seed ${seed}, ${name}`).toBeLessThan(1e-3);
      compared++;
    }
    expect(compared).toBeGreaterThan(40);
  });

  it.each(['gumbel', 'gaussian'] as const)(
    '%s: at contact, every given noise equals the default noise',
    (estimator) => {
      const [a, b] = [ball(40), ball(30, 0.5)];
      for (const gap of [1e-9, 0, -1e-9]) {
        const pose = Float64Array.of(0.3, 0.2, 2, 0.1, 0.2, 0.3, 0.9);
        for (let k = 0; k < 20; k++) {
          const { distance, normal } = signedDistance(a, {}, b, pose);
          for (let axis = 0; axis < 3; axis++) pose[axis] += (gap - distance) * normal[axis];
        }
        const [little, much] = [1e-3, 1e3].map((noise) => differentiate(a, {}, b, pose, { estimator, noise }));
        for (const name of jacobians) expect(little[name]).toEqual(much[name]);
      }
    },
  );

  it('converges to the exact derivative with the distance', () => {
    const [a, b] = [ball(40), ball(30, 0.5)];
    const errors = [1, 10, 100].map((factor) => {
      const pose = { position: [0.3 * factor, 0.2 * factor, factor + 2] };
      const evaluate = (options: DerivativeOptions): Float64Array => differentiate(a, {}, b, pose, options).normal;
      return difference(evaluate({ noise: 0.01 }), evaluate({ estimator: 'exact' }));
    });
    expect(errors[0]).toBeGreaterThan(1e-3);
    expect(errors[2]).toBeLessThan(1e-6);
  });
});

describe('the default noise', () => {
  it('has a temperature of ¾ of the mean height difference to the neighbors', () => {
    const rng = new Rng(8);
    const hull = convex(Array.from({ length: 60 }, () => rng.direction()));
    for (let k = 0; k < 20; k++) {
      const d = rng.direction();
      const layers = rings(hull, d).map((layer) => layer.map((vertex) => hull.vertex(vertex)));
      const height = (v: readonly number[]): number => v[0] * d[0] + v[1] * d[1] + v[2] * d[2];
      const drops = layers[1].map((v) => height(layers[0][0]) - height(v));
      const temperature = (0.75 * drops.reduce((sum, x) => sum + x, 0)) / drops.length;
      // The soft-max keeps this fraction of a ball's curvature; the estimator divides by it.
      const kappa = hull.boundingRadius / temperature;
      const meanCosine = 1 / Math.tanh(kappa) - 1 / kappa;
      const wanted = softMax(layers.flat(), d, temperature).map((x) => x / meanCosine);
      expect(difference(smoothedSupportHessian(hull, d, { estimator: 'gumbel' }), wanted)).toBeLessThan(1e-12);
    }
  });

  it.each([
    [400, 1.1, 0.15],
    [400, 5, 0.15],
    [400, 100, 0.15],
    [400, 1, 0.15],
    [400, 0.9, 0.15],
    [40, 2, 0.2],
  ])(
    'an even mesh of %i vertices has the derivatives of a ball, with centers %f times the sum of the radii apart, with a relative error below %f',
    (count, ratio, mostError) => {
      const [hulls, balls] = [
        [ball(count), ball(count, 0.5)],
        [sphere(1), sphere(0.5)],
      ] as const;
      forAll({ seed: 9, cases: 20 }, (rng, k) => {
        const position = rng.direction().map((x) => 1.5 * ratio * x);
        const rotation = rng.rotation();
        const [found, truth] = [hulls, balls].map(([a, b], which) =>
          differentiate(a, {}, b, { position, rotation }, which === 1 ? { estimator: 'exact' } : {}),
        );
        const error = (name: 'pointA' | 'pointB' | 'normal'): number =>
          Math.hypot(...found[name].map((x, i) => x - truth[name][i])) / Math.hypot(...truth[name]);
        for (const name of ['pointA', 'pointB', 'normal'] as const)
          expect(error(name), `seed 9, ${k}, ${name}`).toBeLessThan(mostError);
      });
    },
  );

  it.each(['gaussian', 'gumbel'] as const)('%s: smooth shapes keep their derivative', (estimator) => {
    const shapes = [sphere(0.4), capsule(0.2, 0.6), ellipsoid(0.3, 0.5, 0.9), rounded(segment(0.5), 0.1), halfspace()];
    const rng = new Rng(10);
    for (const a of shapes.slice(0, -1)) {
      for (const b of shapes) {
        for (let k = 0; k < 5; k++) {
          const pose = Float64Array.of(...rng.direction().map((x) => 2 * x), ...rng.rotation());
          const [found, exact] = ([estimator, 'exact'] as const).map((name) =>
            differentiate(a, {}, b, pose, { estimator: name }),
          );
          for (const name of jacobians) expect(difference(found[name], exact[name]), 'seed 10').toBeLessThan(1e-9);
        }
      }
    }
  });

  it('a plate stays flat and a rod straight at any size', () => {
    for (const size of [1e-6, 1, 1e6]) {
      // The nearest point follows a ball over the plate and beside the rod, along directions in which the body is flat.
      const over = differentiate(box(size, size, 1e-3 * size), {}, sphere(0.1 * size), {
        position: [0.2 * size, 0.1 * size, 0.111 * size],
      });
      expect(over.pointA[0]).toBeCloseTo(1, 2);
      expect(over.pointA[7]).toBeCloseTo(1, 2);
      const beside = differentiate(box(0.02 * size, 0.02 * size, size), {}, sphere(0.1 * size), {
        position: [0.13 * size, 0, 0.3 * size],
      });
      expect(beside.pointA[14]).toBeGreaterThan(0.99);
      expect(beside.pointA[7]).toBeLessThan(0.5);
    }
  });

  it('leaves flat directions nearly flat: segments and plates', () => {
    const across = (hessian: Float64Array): number => hessian[0];
    // In flat directions, the support Hessian has large entries: along z for a segment along z, along x and y for a plate.
    expect(smoothedSupportHessian(capsule(0.1, 1), [1, 0, 0])[8]).toBeGreaterThan(100);
    expect(across(smoothedSupportHessian(box(1, 1, 1e-3), [0, 0, 1]))).toBeGreaterThan(100);
    expect(across(smoothedSupportHessian(box(1, 1, 1), [0, 0, 1]))).toBeLessThan(3);
    expect(smoothedSupportHessian(cylinder(1, 1), [1, 1, 1]).every(Number.isFinite)).toBe(true);
  });
});
