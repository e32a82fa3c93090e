// Properties of smoothing: its limits, means and seeds, and the same bits on both targets.
import { afterAll, describe, expect, it } from 'vitest';
import {
  type DerivativeOptions,
  type Derivatives,
  differentiate,
  type Estimator,
  smoothedSupportHessian,
} from '../../src/derivatives/index.ts';
import {
  box,
  capsule,
  convex,
  cylinder,
  ellipsoid,
  rounded,
  type Shape,
  setTarget,
  sphere,
  target,
} from '../../src/index.ts';
import { forAll } from '../for-all.ts';
import { difference, edgyMakers, jacobians, Rng, randomPoses, roundMakers, worst } from './scenes.ts';

const own = target();
afterAll(() => setTarget(own));

const all = ['gumbel', 'gaussian', 'zeroth-order', 'finite-difference', 'exact'] as const;
const [a, b] = [ellipsoid(1, 0.7, 0.4), rounded(ellipsoid(0.5, 0.6, 0.8), 0.1)];
const places = [Float64Array.of(2, 0.5, 0.3, 0.1, 0.2, 0.3, 0.9), Float64Array.of(0.9, 0.5, 0.3, 0.1, 0.2, 0.3, 0.9)];

describe('strictly convex pairs', () => {
  it.each(['gaussian', 'zeroth-order'] as const)('%s converges to the exact derivative', (estimator) => {
    for (const pose of places) {
      const exact = differentiate(a, {}, b, pose, { estimator: 'exact' });
      const errors = [
        [0.1, 100],
        [0.01, 1000],
        [0.001, 10_000],
      ].map(([noise, samples]) => {
        const evaluate = (seed: number): number =>
          worst(differentiate(a, {}, b, pose, { estimator, noise, samples, seed }), exact);
        return [0, 1, 2, 3].reduce((sum, seed) => sum + evaluate(seed) / 4, 0);
      });
      // The error of the mean is proportional to 1/√samples; each row has ten times as many.
      expect(errors[1]).toBeLessThan(errors[0] / 1.5);
      expect(errors[2]).toBeLessThan(errors[1] / 1.5);
      expect(errors[2]).toBeLessThan(0.05);
    }
  });

  it('gumbel equals the exact derivative', () => {
    const [smoothed, exact] = (['gumbel', 'exact'] as const).map((estimator) =>
      differentiate(a, {}, b, places[0], { estimator }),
    );
    for (const name of jacobians) expect(smoothed[name]).toEqual(exact[name]);
  });
});

describe('polytopes', () => {
  it('gumbel converges to the exact derivative as the temperature falls', () => {
    forAll({ seed: 1, cases: 10 }, (rng) => {
      const [first, second] = [edgyMakers['hull'](rng), edgyMakers['box'](rng)];
      const { poseA, poseB } = randomPoses(rng);
      const exact = differentiate(first, poseA, second, poseB, { estimator: 'exact' });
      if (!exact.differentiable.points) return;
      for (const noiseOn of ['separation', 'normal'] as const) {
        const errors = [1e-3, 1e-5, 1e-7].map((noise) =>
          worst(differentiate(first, poseA, second, poseB, { estimator: 'gumbel', noise, noiseOn }), exact),
        );
        expect(errors[1]).toBeLessThanOrEqual(errors[0] + 1e-12);
        expect(errors[2], `on the ${noiseOn}`).toBeLessThan(1e-4);
      }
    });
  });

  it('a fine hull of a ball has the curvature of the ball', () => {
    const rng = new Rng(3);
    const ball = convex(Array.from({ length: 3000 }, () => rng.direction()));
    const position = [2, 1, 0.5];
    const exact = differentiate(sphere(1), {}, sphere(0.5), { position }, { estimator: 'exact' });
    for (const options of [
      { estimator: 'gumbel' },
      { estimator: 'gumbel', noise: 0.01, noiseOn: 'normal', neighbors: 8 },
      { estimator: 'gaussian', noise: 0.3, noiseOn: 'normal', samples: 4000 },
    ] as const) {
      const found = differentiate(ball, {}, sphere(0.5), { position }, options);
      expect(difference(found.pointA, exact.pointA)).toBeLessThan(0.1);
      expect(difference(found.normal, exact.normal)).toBeLessThan(0.1);
    }
    // The exact derivative is as for a flat face: the point moves along with B, and the normal is constant.
    const faceted = differentiate(ball, {}, sphere(0.5), { position }, { estimator: 'exact' });
    expect(difference(faceted.normal, exact.normal)).toBeGreaterThan(0.1);
  });

  it('more neighbors include more vertices, up to all', () => {
    const rng = new Rng(5);
    const hull = convex(Array.from({ length: 60 }, () => rng.direction()));
    const curvature = (neighbors: number): number => {
      const h = smoothedSupportHessian(hull, [0.3, 0.5, 0.8], { estimator: 'gumbel', noise: 0.5, neighbors });
      return h[0] + h[4] + h[8];
    };
    expect(curvature(0)).toBe(0);
    expect(curvature(1)).toBeGreaterThan(0);
    expect(curvature(2)).toBeGreaterThan(curvature(1));
    expect(curvature(50)).toBe(curvature(1000));
  });

  it('the soft-max equals a plain sum over all vertices', () => {
    const rng = new Rng(6);
    const hull = convex(Array.from({ length: 40 }, () => rng.direction()));
    const d = rng.direction();
    const noise = 0.2;
    const temperature = noise * hull.boundingRadius;
    const points = Array.from({ length: hull.vertexCount }, (_, k) => hull.vertex(k));
    const weights = points.map((v) => Math.exp((v[0] * d[0] + v[1] * d[1] + v[2] * d[2]) / temperature));
    const total = weights.reduce((sum, w) => sum + w);
    const mean = [0, 1, 2].map((k) => points.reduce((sum, v, i) => sum + (weights[i] / total) * v[k], 0));
    const across = (v: readonly number[]): number[] => {
      const along = v[0] * d[0] + v[1] * d[1] + v[2] * d[2];
      return v.map((x, k) => x - along * d[k]);
    };
    const wanted = new Float64Array(9);
    points.forEach((v, i) => {
      const arm = across(v.map((x, k) => x - mean[k]));
      for (let k = 0; k < 9; k++) wanted[k] += (weights[i] / total / temperature) * arm[Math.floor(k / 3)] * arm[k % 3];
    });
    expect(
      difference(smoothedSupportHessian(hull, d, { estimator: 'gumbel', noise, neighbors: 1000 }), wanted),
    ).toBeLessThan(1e-12);
  });
});

describe('sampling', () => {
  /** Mean and standard deviation over seeds. */
  const statistics = (
    sample: (seed: number) => ArrayLike<number>,
    count: number,
  ): { mean: number[]; spread: number } => {
    const samples = Array.from({ length: count }, (_, seed) => Array.from(sample(seed)));
    const mean = samples[0].map((_, k) => samples.reduce((sum, s) => sum + s[k], 0) / count);
    const spread = Math.sqrt(
      samples.reduce((sum, s) => sum + s.reduce((all, x, k) => all + (x - mean[k]) ** 2, 0), 0) / count,
    );
    return { mean, spread };
  };
  // The Jacobian is not linear in a Gaussian Hessian, whose negative eigenvalues are cut off before it is inverted: only the
  // Hessian itself is unbiased.
  interface Sampling {
    noise: number;
    samples: number;
    sampling: 'plain' | 'antithetic';
    seed: number;
  }
  const gaussian = { estimator: 'gaussian' } as const;
  it.each<[Estimator, (options: Sampling) => ArrayLike<number>]>([
    [
      'zeroth-order',
      (options) =>
        differentiate(box(1, 1, 1), {}, capsule(0.2, 0.5), places[0], { ...options, estimator: 'zeroth-order' })
          .distance,
    ],
    ['gaussian', (options) => smoothedSupportHessian(capsule(0.2, 0.5), [1, 2, 3], { ...options, ...gaussian })],
    ['gaussian', (options) => smoothedSupportHessian(box(1, 1, 4), [1, 1, 1], { ...options, ...gaussian })],
  ])('%s: plain and antithetic sampling have the same mean, antithetic a smaller deviation', (_estimator, evaluate) => {
    const count = 400;
    const of = (sampling: 'plain' | 'antithetic') =>
      statistics((seed) => evaluate({ noise: 0.2, samples: 20, sampling, seed }), count);
    const [antithetic, plain] = [of('antithetic'), of('plain')];
    expect(antithetic.spread).toBeLessThan(plain.spread / 2);
    // Within four standard errors of the mean with plain sampling.
    const allowance = (4 * plain.spread) / Math.sqrt(count);
    expect(Math.max(...plain.mean.map((x, k) => Math.abs(x - antithetic.mean[k])))).toBeLessThan(allowance);
  });

  it('Hessians: plain and antithetic sampling have the same mean', () => {
    const rng = new Rng(2);
    const hull = convex(Array.from({ length: 12 }, () => rng.direction()));
    const of = (sampling: 'plain' | 'antithetic'): Float64Array =>
      smoothedSupportHessian(hull, [1, 2, 3], { estimator: 'gaussian', noise: 0.3, samples: 100_000, sampling });
    expect(difference(of('plain'), of('antithetic'))).toBeLessThan(0.06);
  });

  it('counts its samples', () => {
    const count = (options: DerivativeOptions): [number, boolean] => {
      const { samples, supportCalls } = differentiate(box(1, 1, 1), {}, box(1, 1, 1), places[0], options);
      return [samples, supportCalls > 0];
    };
    expect(count({ estimator: 'finite-difference' })).toEqual([12, true]);
    expect(count({ estimator: 'zeroth-order', samples: 30 })).toEqual([30, true]);
    expect(count({ estimator: 'zeroth-order', samples: 7 })).toEqual([8, true]);
    expect(count({ estimator: 'zeroth-order', samples: 7, sampling: 'plain' })).toEqual([7, true]);
    expect(count({ estimator: 'gaussian', samples: 20 })).toEqual([20, true]);
    expect(count({ estimator: 'gumbel' })).toEqual([0, false]);
    expect(count({ estimator: 'exact' })).toEqual([0, false]);
  });

  it('is determined by the seed', () => {
    const evaluate = (seed: number): Derivatives =>
      differentiate(box(1, 1, 1), {}, box(1, 1, 1), places[0], { estimator: 'zeroth-order', seed });
    expect(evaluate(4)).toEqual(evaluate(4));
    expect(evaluate(4)).not.toEqual(evaluate(5));
  });
});

it('gives bitwise identical results on both targets', () => {
  const makers: ((rng: Rng) => Shape)[] = [
    ...Object.values(edgyMakers),
    ...Object.values(roundMakers),
    () => cylinder(1, 1),
  ];
  forAll({ seed: 2, cases: 60 }, (rng, seed) => {
    const [first, second] = [0, 1].map(() => makers[rng.index(makers.length)](rng));
    const { poseA, poseB } = randomPoses(rng);
    const estimator = all[seed % all.length];
    const withRespectTo = (['relative', 'a', 'b', 'both'] as const)[seed % 4];
    const [js, wasm] = (['js', 'wasm'] as const).map((name) => {
      setTarget(name);
      return [
        differentiate(first, poseA, second, poseB, { estimator, seed, withRespectTo, noise: 0.01 }),
        smoothedSupportHessian(first, [1, -2, 3], { estimator: 'gaussian', seed }),
      ];
    });
    setTarget(own);
    expect(js).toEqual(wasm);
  });
});
