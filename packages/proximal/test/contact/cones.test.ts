// Projections, by their definition: the nearest point of a set, which the set holds.
import { expect, it } from 'vitest';
import {
  coneDistance,
  dualConeDistance,
  projectCone,
  projectDualCone,
  projectHorizontally,
} from '../../src/contact/cones.ts';
import { Pyramid } from '../../src/contact/pyramid.ts';
import { Rng } from '../../src/math/index.ts';

const seed = 20260;
const rng = new Rng(seed);
const samples = Array.from({ length: 400 }, () => ({
  v: Float64Array.from([rng.normal(), rng.normal(), rng.normal()]),
  mu: rng.uniform() < 0.1 ? 0 : 10 ** rng.uniform(-2, 1),
}));
const difference = (a: Float64Array, b: Float64Array): number[] => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

it(`projects onto the cone and its dual, which are Moreau's pair (seed ${seed})`, () => {
  for (const { v, mu } of samples) {
    const p = v.slice();
    projectCone(p, 0, mu);
    expect(Math.hypot(p[0], p[1]) - mu * p[2]).toBeLessThan(1e-12);
    const rest = difference(v, p);
    // What is left is orthogonal, and minus it lies in the dual cone: p is the nearest point.
    expect(Math.abs(dot(rest, p))).toBeLessThan(1e-12);
    expect(mu * Math.hypot(rest[0], rest[1]) + rest[2]).toBeLessThan(1e-12);
    expect(coneDistance(Math.hypot(v[0], v[1]), v[2], mu)).toBeCloseTo(Math.hypot(...rest), 12);
    const d = Float64Array.from(v, (x) => -x);
    projectDualCone(d, 0, mu);
    for (let k = 0; k < 3; k++) expect(d[k]).toBeCloseTo(-rest[k], 12);
    expect(dualConeDistance(Math.hypot(v[0], v[1]), -v[2], mu)).toBeCloseTo(Math.hypot(...p), 12);
  }
});

it('projects horizontally: the normal part is kept', () => {
  for (const { v, mu } of samples) {
    const p = v.slice();
    projectHorizontally(p, 0, mu);
    expect(p[2]).toBe(Math.max(0, v[2]));
    expect(Math.hypot(p[0], p[1])).toBeLessThanOrEqual(mu * p[2] * (1 + 1e-15));
    expect(Math.abs(p[0] * v[1] - p[1] * v[0])).toBeLessThan(1e-12);
  }
});

it.each([4, 6, 8, 16])('projects onto the pyramid with %i facets: no corner and no edge point is nearer', (facets) => {
  const pyramid = new Pyramid();
  pyramid.set(facets, false);
  for (const { v } of samples) {
    const p = v.slice();
    pyramid.project(p, 0, 0.7);
    expect(pyramid.reach(p[0], p[1])).toBeLessThanOrEqual(0.7 * (1 + 1e-14));
    const nearest = Math.hypot(p[0] - v[0], p[1] - v[1]);
    for (let k = 0; k < 2 * facets; k += 2) {
      for (let share = 0; share <= 1; share += 0.05) {
        const next = (k + 2) % (2 * facets);
        const x = 0.7 * ((1 - share) * pyramid.corners[k] + share * pyramid.corners[next]);
        const y = 0.7 * ((1 - share) * pyramid.corners[k + 1] + share * pyramid.corners[next + 1]);
        if (nearest > 0) expect(Math.hypot(x - v[0], y - v[1])).toBeGreaterThan(nearest - 1e-12);
      }
    }
  }
});

it('says which pyramid it is: around the cone or in it', () => {
  const pyramid = new Pyramid();
  pyramid.set(4, false);
  // The clamp of Alg. 1: its corners at √2 µ.
  expect(Math.hypot(pyramid.corners[0], pyramid.corners[1]) * pyramid.apothem(0.5)).toBeCloseTo(0.5 * Math.SQRT2, 15);
  expect(pyramid.support(0.3, -0.4)).toBeCloseTo(0.7, 15);
  pyramid.set(4, true);
  expect(Math.hypot(pyramid.corners[0], pyramid.corners[1]) * pyramid.apothem(0.5)).toBeCloseTo(0.5, 15);
});
