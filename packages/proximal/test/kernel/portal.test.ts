// Minkowski portal refinement: portals that rays pass through, and where rays leave boxes and ellipsoids.
import { describe, expect, it } from 'vitest';
import * as Query from '../../kernel/blocks/query.ts';
import { PORTAL_CANDIDATE } from '../../kernel/penetration/constants.ts';
import {
  clearPortal,
  findPortal,
  flipPortal,
  isThroughPortal,
  PORTAL_FOUND,
  PORTAL_IS_POINT,
  PORTAL_LOST,
  portalOfTetrahedron,
  rayAtPortal,
  redirectPortal,
  side,
  supportGrown,
  supportPortal,
  updatePortal,
} from '../../kernel/penetration/mpr.ts';
import { box, ellipsoid, point } from '../../src/index.ts';
import type { Rng, Vec3 } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import { claim, cross, dot, minus, queryOf, readPoint, write } from './memory.ts';

const seed = 74;
const half: Vec3 = [0.5, 0.8, 1.1];

/** The difference is a box around `-position`. */
const boxAround = (position: Vec3): number => queryOf(box(...half), point(), position);

/** Where a ray from the origin leaves the box. */
function exit(position: Vec3, [x, y, z]: Vec3): number {
  return Math.min(...[x, y, z].map((d, k) => (Math.sign(d) * half[k] - position[k]) / d));
}

const randomInside = (rng: Rng): Vec3 => half.map((x) => x * rng.uniform(-0.9, 0.9)) as Vec3;

const cornersOf = (w: number): [Vec3, Vec3, Vec3] => [
  readPoint(Query.portal(w, 0)),
  readPoint(Query.portal(w, 1)),
  readPoint(Query.portal(w, 2)),
];

/** The determinant |u v d| of each edge: none is negative if the ray passes through the portal. */
function sides(w: number, d: Vec3): number[] {
  const [a, b, c] = cornersOf(w);
  return [dot(cross(a, b), d), dot(cross(b, c), d), dot(cross(c, a), d)];
}

function find(w: number, d: Vec3, radius = 0, isNear = false): number {
  clearPortal(w);
  supportGrown(w, Query.portal(w, 0), ...d, radius);
  return findPortal(w, ...d, radius, isNear);
}

describe('a portal', () => {
  it('has sides with the sign of a determinant', () => {
    const w = boxAround([0, 0, 0]);
    write(Query.simplex(w, 0), [1, 0, 0]);
    write(Query.simplex(w, 1), [0, 1, 0]);
    expect(side(Query.simplex(w, 0), Query.simplex(w, 1), 0.3, 0.2, 2)).toBe(2);
    expect(side(Query.simplex(w, 1), Query.simplex(w, 0), 0.3, 0.2, 2)).toBe(-2);
  });

  it(`is found for every ray from inside, with support points as corners (seed ${seed})`, () => {
    forAll({ seed, cases: 200 }, (rng) => {
      const position = randomInside(rng);
      const d = rng.direction();
      const w = boxAround(position);
      expect(find(w, d)).toBe(PORTAL_FOUND);
      expect(isThroughPortal(w, ...d)).toBe(true);
      expect(Math.min(...sides(w, d))).toBeGreaterThanOrEqual(0);
      const sizes = cornersOf(w).flatMap((each) => each.map((x, k) => Math.abs(x + position[k]) - half[k]));
      expect(Math.max(...sizes.map(Math.abs))).toBeLessThan(1e-15);
      flipPortal(w);
      expect(isThroughPortal(w, ...d)).toBe(false);
    });
  });

  it(`is refined until it lies on the surface, where the ray leaves the box (seed ${seed})`, () => {
    forAll({ seed, cases: 200 }, (rng) => {
      const position = randomInside(rng);
      const d = rng.direction();
      const w = boxAround(position);
      expect(find(w, d)).toBe(PORTAL_FOUND);
      const expected = exit(position, d);
      let reached = 0;
      for (let k = 0; k < 30; k++) {
        expect(supportPortal(w, 0)).toBe(true);
        const normal: Vec3 = [Query.portalNormal(w, 0), Query.portalNormal(w, 1), Query.portalNormal(w, 2)];
        const [a, b, c] = cornersOf(w);
        expect(dot(normal, cross(minus(b, a), minus(c, a)))).toBeGreaterThan(0);
        expect(Query.portalDistance(w)).toBeCloseTo(dot(normal, a), 14);
        expect(Query.portalSupport(w)).toBeGreaterThanOrEqual(Query.portalDistance(w) - 1e-14);
        // The portal is inside the box, and its distance along the ray does not decrease.
        const at = rayAtPortal(w, ...d);
        expect(at).toBeLessThan(expected + 1e-12);
        expect(at).toBeGreaterThan(reached - 1e-12);
        reached = at;
        if (Query.portalSupport(w) - Query.portalDistance(w) < 1e-12) break;
        updatePortal(w, ...d);
        expect(Math.min(...sides(w, d))).toBeGreaterThan(-1e-14);
      }
      expect(reached).toBeCloseTo(expected, 11);
    });
  });

  it(`converges to the exit from an ellipsoid, between its plane and its support plane (seed ${seed})`, () => {
    forAll({ seed, cases: 100 }, (rng) => {
      const position = randomInside(rng).map((x) => 0.5 * x) as Vec3;
      const d = rng.direction();
      const w = queryOf(ellipsoid(...half), point(), position);
      // |(t d + position) / half| = 1 for t > 0.
      const [u, v] = [d, position].map((each) => each.map((x, k) => x / half[k]) as Vec3);
      const product = dot(u, v);
      const expected = (Math.sqrt(product * product + dot(u, u) * (1 - dot(v, v))) - product) / dot(u, u);
      expect(find(w, d)).toBe(PORTAL_FOUND);
      let [lower, upper] = [0, Infinity];
      for (let k = 0; k < 60 && upper - lower > 1e-9; k++) {
        expect(supportPortal(w, 0)).toBe(true);
        lower = rayAtPortal(w, ...d);
        upper = (lower * Query.portalSupport(w)) / Query.portalDistance(w);
        expect(lower).toBeLessThan(expected + 1e-12);
        expect(upper).toBeGreaterThan(expected - 1e-12);
        updatePortal(w, ...d);
      }
      expect(upper - lower).toBeLessThan(1e-9);
    });
  });

  it.each([false, true])(`is updated for another ray (seed ${seed}), with corners near the ray: %s`, (isNear) => {
    forAll({ seed, cases: 200 }, (rng) => {
      const w = boxAround(randomInside(rng));
      const [d, next] = [rng.direction(), rng.direction()];
      find(w, d, 0, isNear);
      supportGrown(w, Query.portal(w, PORTAL_CANDIDATE), ...next, 0);
      expect(redirectPortal(w, ...next, isNear)).toBe(PORTAL_FOUND);
      expect(Math.min(...sides(w, next))).toBeGreaterThan(-1e-14);
    });
  });

  it('is a point if the ray leaves through a corner, and does not exist if the origin is outside', () => {
    expect(find(boxAround([0, 0, 0]), half)).toBe(PORTAL_IS_POINT);
    expect(find(boxAround([0, 0, -2]), [0.1, 0.2, -1])).toBe(PORTAL_LOST);
  });

  it('has support points that include the swept radius', () => {
    const w = boxAround([0, 0, 0]);
    supportGrown(w, Query.simplex(w, 0), 0, 3, 4, 0.5);
    const [x, y, z] = readPoint(Query.simplex(w, 0));
    expect([Math.abs(x), y, z]).toEqual([0.5, 0.8 + 0.3, 1.1 + 0.4]);
  });

  it(`of a tetrahedron is the face that the ray leaves through (seed ${seed})`, () => {
    forAll({ seed, cases: 200 }, (rng) => {
      const w = claim(Query.SIZE);
      const points = [0, 1, 2].map(() => rng.direction());
      // Opposite to the others, so that the origin is a convex combination.
      const weights = [0, 1, 2].map(() => rng.uniform(0.1, 1));
      const last = [0, 1, 2].map((k) => -points.reduce((sum, each, n) => sum + weights[n] * each[k], 0));
      for (const [k, each] of [...points, last].entries()) write(Query.simplex(w, k), each);
      const d = rng.direction();
      expect(portalOfTetrahedron(w, ...d)).toBe(true);
      expect(Math.min(...sides(w, d))).toBeGreaterThanOrEqual(0);
      const [a, b, c] = cornersOf(w);
      const normal = cross(minus(b, a), minus(c, a));
      expect(dot(normal, a)).toBeGreaterThan(0);
      expect(dot(normal, minus(readPoint(Query.portal(w, PORTAL_CANDIDATE)), a))).toBeLessThan(0);
    });
  });
});
