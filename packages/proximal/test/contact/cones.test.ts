// A projection is the nearest point of the set, for all vectors and every µ.
import { describe, expect, it } from 'vitest';
import {
  coneDistance,
  correctedDistance,
  dualConeDistance,
  projectCone,
  projectDisc,
  projectDualCone,
} from '../../src/contact/cones.ts';
import { Pyramid } from '../../src/contact/pyramid.ts';
import type { Rng } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';

const seed = 20260;
const difference = (a: Float64Array, b: Float64Array): number[] => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** All signs and exact zeros. */
const special = [-1, 0, 1].flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, -1e-9, 0, 1e-9, 1].map((z) => [x, y, z])));

/** Checks the special vectors, and 200 random vectors with lengths from tiny to huge. */
function forVectors(check: (v: readonly number[], rng: Rng) => void): void {
  forAll({ seed, cases: special.length + 200 }, (rng, index) => {
    if (index < special.length) {
      check(special[index], rng);
      return;
    }
    const [a, b] = [10 ** rng.uniform(-12, 12), 10 ** rng.uniform(-12, 12)];
    check([a * rng.normal(), a * rng.normal(), b * rng.normal()], rng);
  });
}

const randomVector = (rng: Rng): Float64Array => Float64Array.from([rng.normal(), rng.normal(), rng.normal()]);

describe.each([0, 5e-324, 1e-12, 0.3, 1, 10, 1e6, 1e12, 1e200])('with µ = %f', (mu) => {
  const cosine = 1 / Math.hypot(1, mu);
  const sine = mu > 1 ? 1 / Math.hypot(1, 1 / mu) : mu * cosine;
  const project = (v: readonly number[], onto: typeof projectCone): Float64Array => {
    const p = Float64Array.from(v);
    onto(p, 0, mu);
    return p;
  };
  /** A random point of the cone whose boundary has the direction (side, up); half of the points are on the boundary. For the dual cone, side and up are exchanged. */
  const pointOfCone = (rng: Rng, side: number, up: number, size: number): number[] => {
    const angle = rng.uniform(0, 2 * Math.PI);
    const [fraction, length] = [rng.uniform() < 0.5 ? 1 : rng.uniform(), size * rng.uniform(0, 2)];
    return [fraction * length * side * Math.cos(angle), fraction * length * side * Math.sin(angle), length * up];
  };

  it.each([
    ['the cone', projectCone, coneDistance, sine, cosine],
    ['its dual', projectDualCone, dualConeDistance, cosine, sine],
  ] as const)('the projection onto %s is inside, nearest and idempotent', (_name, onto, distance, side, up) => {
    forVectors((v, rng) => {
      const size = Math.hypot(...v);
      const p = project(v, onto);
      expect(p[2]).toBeGreaterThanOrEqual(0);
      expect(up * Math.hypot(p[0], p[1]) - side * p[2]).toBeLessThanOrEqual(1e-15 * size);
      const expected = Math.hypot(...difference(Float64Array.from(v), p));
      expect(Math.abs(distance(Math.hypot(v[0], v[1]), v[2], mu) - expected)).toBeLessThanOrEqual(1e-15 * size);
      for (let k = 0; k < 20; k++) {
        const other = pointOfCone(rng, side, up, size);
        expect(Math.hypot(v[0] - other[0], v[1] - other[1], v[2] - other[2])).toBeGreaterThanOrEqual(
          expected - 4e-15 * size,
        );
      }
      expect(Math.hypot(...difference(project([...p], onto), p))).toBeLessThanOrEqual(1e-15 * size);
    });
  });

  it("satisfies Moreau's decomposition for every vector", () => {
    forVectors((v) => {
      const size = Math.hypot(...v);
      const p = project(v, projectCone);
      const d = project(
        v.map((x) => -x),
        projectDualCone,
      );
      for (let k = 0; k < 3; k++) expect(Math.abs(p[k] - d[k] - v[k])).toBeLessThanOrEqual(1e-15 * size);
      expect(Math.abs(dot(p, d))).toBeLessThanOrEqual(1e-15 * size * size);
    });
  });

  it('correctedDistance is the distance of σ + Γ(σ) from the dual cone, also where the sum would round', () => {
    forVectors(([x, y, z]) => {
      const slip = Math.hypot(x, y);
      const found = correctedDistance(slip, z, mu);
      // If z + µ slip keeps most digits of z, the reference uses this sum. Otherwise it is the limit −z/√(1 + µ²), the distance from the side
      // of the dual cone.
      const isKept = mu * slip < 1e3 * Math.abs(z);
      const wanted = isKept ? dualConeDistance(slip, z + mu * slip, mu) : Math.max(0, -z) * cosine;
      expect(Math.abs(found - wanted)).toBeLessThanOrEqual(1e-12 * Math.abs(z));
      if (z >= 0) expect(found).toBe(0);
    });
  });
});

it('the projection onto a disc keeps the direction and the normal component', () => {
  forAll({ seed, cases: 400 }, (rng) => {
    const v = randomVector(rng);
    const mu = rng.uniform() < 0.1 ? 0 : 10 ** rng.uniform(-2, 1);
    const p = v.slice();
    const radius = mu * Math.abs(v[2]);
    projectDisc(p, 0, radius);
    expect(p[2]).toBe(v[2]);
    expect(Math.hypot(p[0], p[1])).toBeLessThanOrEqual(radius * (1 + 1e-15));
    expect(Math.abs(p[0] * v[1] - p[1] * v[0])).toBeLessThan(1e-12);
    if (Math.hypot(v[0], v[1]) <= radius) expect(p).toEqual(v);
  });
});

it.each([4, 6, 8, 16])(
  'no corner or edge point of the pyramid with %i facets is nearer than the projection',
  (facets) => {
    const pyramid = new Pyramid();
    pyramid.set(facets, false);
    forAll({ seed, cases: 400 }, (rng) => {
      const v = randomVector(rng);
      const p = v.slice();
      pyramid.project(p, 0, 0.7);
      expect(pyramid.gauge(p[0], p[1])).toBeLessThanOrEqual(0.7 * (1 + 1e-14));
      const nearest = Math.hypot(p[0] - v[0], p[1] - v[1]);
      for (let k = 0; k < 2 * facets; k += 2) {
        for (let fraction = 0; fraction <= 1; fraction += 0.05) {
          const next = (k + 2) % (2 * facets);
          const x = 0.7 * ((1 - fraction) * pyramid.corners[k] + fraction * pyramid.corners[next]);
          const y = 0.7 * ((1 - fraction) * pyramid.corners[k + 1] + fraction * pyramid.corners[next + 1]);
          if (nearest > 0) expect(Math.hypot(x - v[0], y - v[1])).toBeGreaterThan(nearest - 1e-12);
        }
      }
    });
  },
);

it('supports pyramids circumscribed about the cone and inscribed in it', () => {
  const pyramid = new Pyramid();
  pyramid.set(4, false);
  // With four facets, the circumscribed pyramid is a clamp of each tangential component (Alg. 1 of Le Lidec et al.); its corners are at √2 µ.
  expect(Math.hypot(pyramid.corners[0], pyramid.corners[1]) * pyramid.apothem(0.5)).toBeCloseTo(0.5 * Math.SQRT2, 15);
  expect(pyramid.support(0.3, -0.4)).toBeCloseTo(0.7, 15);
  pyramid.set(4, true);
  expect(Math.hypot(pyramid.corners[0], pyramid.corners[1]) * pyramid.apothem(0.5)).toBeCloseTo(0.5, 15);
});
