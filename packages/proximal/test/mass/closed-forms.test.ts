import { describe, expect, it } from 'vitest';
import { gamma } from '../../src/mass/gamma.ts';
import {
  boxMass,
  capsuleMass,
  combineMass,
  covarianceFromInertia,
  ellipsoidMass,
  frustumMass,
  inertiaFromCovariance,
  type MassProperties,
  numericMass,
  pointMass,
  polytopeMass,
  sphereMass,
  superellipsoidMass,
  transformMass,
} from '../../src/mass/index.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { forAll } from '../for-all.ts';
import * as bodies from './bodies.ts';
import { expectMass, expectMonteCarlo } from './bodies.ts';

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];

describe('gamma', () => {
  it('has its known values', () => {
    [1, 1, 2, 6, 24, 120].forEach((value, k) => {
      expect(Math.abs(gamma(1 + k) / value - 1)).toBeLessThan(4e-16);
    });
    expect(Math.abs(gamma(1.5) / (Math.sqrt(Math.PI) / 2) - 1)).toBeLessThan(4e-16);
    // From 60-digit arithmetic.
    expect(Math.abs(gamma(1.01) / 0.994325851191506 - 1)).toBeLessThan(4e-16);
    expect(Math.abs(gamma(1.9999) / 0.9999577256848119 - 1)).toBeLessThan(4e-16);
    expect(Math.abs(gamma(5.7) / 72.52763452022295 - 1)).toBeLessThan(1e-15);
  });

  it("satisfies Legendre's duplication formula", () => {
    forAll({ seed: 1, cases: 200 }, (rng) => {
      const x = rng.uniform(1, 3);
      const ratio = (gamma(x) * gamma(x + 0.5)) / (2 ** (1 - 2 * x) * Math.sqrt(Math.PI) * gamma(2 * x));
      expect(Math.abs(ratio - 1)).toBeLessThan(3e-15);
    });
  });
});

describe('closed forms', () => {
  const superInside =
    (rx: number, ry: number, rz: number, e1: number, e2: number) => (x: number, y: number, z: number) =>
      (Math.abs(x / rx) ** (2 / e2) + Math.abs(y / ry) ** (2 / e2)) ** (e2 / e1) + Math.abs(z / rz) ** (2 / e1) <= 1;
  const cases: [string, MassProperties, (x: number, y: number, z: number) => boolean, Vec3][] = [
    ['sphere', sphereMass(0.8), (x, y, z) => x * x + y * y + z * z <= 0.64, [0.8, 0.8, 0.8]],
    ['box', boxMass(1, 0.5, 0.25), (x, y, z) => Math.abs(x) < 1 && Math.abs(y) < 0.5 && Math.abs(z) < 0.25, [1, 1, 1]],
    ['ellipsoid', ellipsoidMass(1, 2, 3), (x, y, z) => x * x + (y / 2) ** 2 + (z / 3) ** 2 <= 1, [1, 2, 3]],
    [
      'capsule',
      capsuleMass(0.5, 1.2),
      (x, y, z) => x * x + y * y + Math.max(Math.abs(z) - 1.2, 0) ** 2 <= 0.25,
      [0.5, 0.5, 1.7],
    ],
    ['frustum', frustumMass(1, 0.3, 0.7), (x, y, z) => Math.hypot(x, y) <= 1 - (0.7 * (z + 0.7)) / 1.4, [1, 1, 0.7]],
    ['cone upside down', frustumMass(0, 1, 0.5), (x, y, z) => Math.hypot(x, y) <= z + 0.5, [1, 1, 0.5]],
    ['superellipsoid', superellipsoidMass(1, 2, 0.7, 0.4, 1.6), superInside(1, 2, 0.7, 0.4, 1.6), [1, 2, 0.7]],
    [
      'superellipsoid with other exponents',
      superellipsoidMass(0.6, 0.7, 1, 1.7, 0.3),
      superInside(0.6, 0.7, 1, 1.7, 0.3),
      [0.6, 0.7, 1],
    ],
  ];
  it.each(cases)('%s agrees with random points', (_, mass, inside, half) => {
    expectMonteCarlo(mass, inside, half, 7);
    expect(mass.error).toBe(0);
  });

  it('agree with integration from support points', () => {
    const numeric: [MassProperties, bodies.Support][] = [
      [ellipsoidMass(1, 2, 3), bodies.ellipsoid(1, 2, 3)],
      [frustumMass(1, 0.3, 0.7), bodies.frustum(1, 0.3, 0.7)],
      [frustumMass(1, 0, 2), bodies.frustum(1, 0, 2)],
      [boxMass(1, 2, 3), bodies.box(1, 2, 3)],
      [capsuleMass(0.5, 1), bodies.sum(bodies.box(0, 0, 1), bodies.ball(0.5))],
    ];
    for (const [mass, support] of numeric) {
      const other = numericMass(bodies.batch(support));
      expect(other.error).toBeLessThanOrEqual(1e-6);
      expectMass(other, mass, other.error);
    }
  });

  it('of solids of revolution agree with their profiles', () => {
    expectMass(frustumMass(1, 0.3, 0.7), bodies.revolved([(s) => [1 - 0.7 * s, 1.4 * s - 0.7]]), 1e-12);
    expectMass(frustumMass(0.5, 0.5, 2), bodies.revolved([(s) => [0.5, 4 * s - 2]]), 1e-12);
    expectMass(capsuleMass(0.5, 2), bodies.roundedFrustum(0, 0, 2, 0.5), 1e-9);
  });

  it('are equal for equal shapes', () => {
    expectMass(superellipsoidMass(1, 2, 3, 1, 1), ellipsoidMass(1, 2, 3), 2e-15);
    expectMass(capsuleMass(0.7, 0), sphereMass(0.7), 2e-15);
    expectMass(transformMass(sphereMass(1), [1, 0, 0, 0, 2, 0, 0, 0, 3]), ellipsoidMass(1, 2, 3), 2e-15);
    expectMass(frustumMass(0.4, 1, 3), transformMass(frustumMass(1, 0.4, 3), [1, 0, 0, 0, 1, 0, 0, 0, -1]), 2e-15);
    // Exponents at the ends of their range: an octahedron, two cones, and nearly a cylinder and a box.
    const points: Vec3[] = [
      [1, 0, 0],
      [-1, 0, 0],
      [0, 1, 0],
      [0, -1, 0],
      [0, 0, 1],
      [0, 0, -1],
    ];
    const faces = [
      [0, 2, 4],
      [2, 1, 4],
      [1, 3, 4],
      [3, 0, 4],
      [2, 0, 5],
      [1, 2, 5],
      [3, 1, 5],
      [0, 3, 5],
    ];
    const octahedron = bodies.polytope(points, faces);
    expectMass(superellipsoidMass(1, 1, 1, 2, 2), polytopeMass(octahedron.vertices, octahedron.loop), 4e-15);
    const upper = transformMass(frustumMass(1, 0, 0.5), identity, [0, 0, 0.5]);
    const lower = transformMass(frustumMass(0, 1, 0.5), identity, [0, 0, -0.5]);
    expectMass(superellipsoidMass(1, 1, 1, 2, 1), combineMass([upper, lower]), 4e-15);
    expectMass(superellipsoidMass(1, 2, 3, 1.99, 1.99), superellipsoidMass(1, 2, 3, 2, 2), 0.03);
    expectMass(superellipsoidMass(1, 1, 2, 1e-6, 1), frustumMass(1, 1, 2), 1e-5);
    expectMass(superellipsoidMass(1, 2, 3, 1e-6, 1e-6), boxMass(1, 2, 3), 1e-5);
    expectMass(superellipsoidMass(1, 2, 3, 0.01, 0.01), boxMass(1, 2, 3), 1e-3);
  });

  it('are accurate at every scale', () => {
    for (const s of [1e-6, 1e6]) {
      const scaled = (mass: MassProperties): MassProperties => transformMass(mass, [s, 0, 0, 0, s, 0, 0, 0, s]);
      expectMass(capsuleMass(0.5 * s, 1.2 * s), scaled(capsuleMass(0.5, 1.2)), 1e-15);
      expectMass(frustumMass(s, 0.2 * s, 3 * s), scaled(frustumMass(1, 0.2, 3)), 2e-15);
      expectMass(superellipsoidMass(s, 2 * s, 3 * s, 0.5, 1.5), scaled(superellipsoidMass(1, 2, 3, 0.5, 1.5)), 2e-15);
      const big = boxMass(s, 2 * s, 3 * s);
      expect(Math.abs(big.volume / (s ** 3 * 48) - 1)).toBeLessThan(1e-15);
      expect(Math.abs(big.inertia[0] / (s ** 5 * 208) - 1)).toBeLessThan(1e-15);
    }
  });

  it('give bodies without volume only a center', () => {
    const none = { volume: 0, centerOfMass: [0, 0, 0], inertia: new Array(9).fill(0), error: 0 };
    expect(pointMass()).toEqual(none);
    expect(boxMass(1, 1, 0)).toEqual(none);
    expect(capsuleMass(0, 1)).toEqual(none);
    expect(frustumMass(0, 0, 1)).toEqual(none);
    expect(frustumMass(1, 1, 0)).toEqual(none);
    expect(pointMass([1, 2, 3]).centerOfMass).toEqual([1, 2, 3]);
  });
});

describe('transformed and combined masses', () => {
  it('keep volume and principal moments under rigid motions and reflections', () => {
    const mass = boxMass(1, 2, 3);
    forAll({ seed: 3, cases: 20 }, (rng, n) => {
      const rotation = bodies.randomRotation(rng);
      if (n % 2 === 1) for (let k = 0; k < 3; k++) rotation[k] = -rotation[k];
      const image = transformMass(mass, rotation, [4, 5, 6]);
      expect(image.volume).toBeCloseTo(48, 12);
      expect(image.centerOfMass).toEqual([4, 5, 6]);
      const inverse = [0, 3, 6, 1, 4, 7, 2, 5, 8].map((k) => rotation[k]);
      expectMass(transformMass(transformMass(image, identity, [-4, -5, -6]), inverse), mass, 1e-14);
      expect(image.inertia[1]).toBe(image.inertia[3]);
    });
  });

  it('are accurate for a needle stretched back to a cube', () => {
    const needle = boxMass(1, 1e-7, 1e-7);
    expectMass(transformMass(needle, [1, 0, 0, 0, 1e7, 0, 0, 0, 1e7]), boxMass(1, 1, 1), 4e-15);
    const copy = { ...needle };
    expect(transformMass(copy, identity).volume).toBe(needle.volume);
  });

  it('combine two halves of a box, with densities', () => {
    const half = boxMass(1, 2, 1.5);
    const parts = [-1.5, 1.5].map((z) => transformMass(half, identity, [7, 8, 9 + z]));
    expectMass(combineMass(parts), transformMass(boxMass(1, 2, 3), identity, [7, 8, 9]), 1e-15);
    const heavy = combineMass(parts, [1, 3]);
    expect(heavy.volume).toBe(96);
    expect(heavy.centerOfMass[2]).toBeCloseTo(9.75, 14);
    expect(() => combineMass([])).toThrow(RangeError);
  });

  it('convert second moments to an inertia tensor and back', () => {
    const second = [2, 0.1, 0.2, 0.1, 3, 0.3, 0.2, 0.3, 4];
    covarianceFromInertia(inertiaFromCovariance(second)).forEach((x, k) => {
      expect(x).toBeCloseTo(second[k], 14);
    });
  });
});
