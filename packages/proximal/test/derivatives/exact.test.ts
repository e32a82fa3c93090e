// Exact derivatives: against finite differences on all kinds of pairs, and against closed forms.
import { describe, expect, it } from 'vitest';
import { differentiate, smoothedSupportHessian } from '../../src/derivatives/index.ts';
import { capsule, ellipsoid, halfspace, point, sphere } from '../../src/index.ts';
import { inverse, transformPoint } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import { difference, edgyMakers, moved, Rng, randomPoses, roundMakers, worst } from './scenes.ts';

const exact = { estimator: 'exact' } as const;

/** Compares with finite differences, for pairs of any two kinds. @returns the fraction of differentiable pairs */
function compare(
  makers: readonly [string, (rng: Rng) => ReturnType<typeof sphere>][],
  count: number,
  tolerance: number,
) {
  let [compared, all] = [0, 0];
  for (const [nameA, makeA] of makers) {
    for (const [nameB, makeB] of makers) {
      forAll({ seed: 1, cases: count }, (rng) => {
        const [a, b] = [makeA(rng), makeB(rng)];
        const { poseA, poseB } = randomPoses(rng);
        const found = differentiate(a, poseA, b, poseB, exact);
        all++;
        if (!found.differentiable.points) return;
        compared++;
        const checked = differentiate(a, poseA, b, poseB, { estimator: 'finite-difference' });
        expect(worst(found, checked), `${nameA} ${nameB}`).toBeLessThan(tolerance);
      });
    }
  }
  return compared / all;
}

describe('against finite differences', () => {
  it('strictly convex pairs agree to 1e-6, apart and overlapping', () => {
    const fraction = compare(Object.entries(roundMakers) as never, 12, 1e-6);
    expect(fraction).toBeGreaterThan(0.95);
  });

  it('pairs with corners, edges, faces, rims and sides agree to 1e-3', () => {
    const fraction = compare(Object.entries({ ...edgyMakers, ellipsoid: roundMakers['ellipsoid'] }) as never, 6, 1e-3);
    expect(fraction).toBeGreaterThan(0.95);
  });

  it('half-spaces with every kind of shape agree to 1e-6', () => {
    for (const [name, make] of Object.entries({ ...roundMakers, ...edgyMakers })) {
      const rng = new Rng(5);
      const shape = make(rng);
      const { poseA, poseB } = randomPoses(rng);
      for (const [a, b] of [
        [halfspace(), shape],
        [shape, halfspace()],
      ]) {
        const checked = differentiate(a, poseA, b, poseB, { estimator: 'finite-difference' });
        for (const estimator of ['exact', 'gumbel'] as const) {
          const found = differentiate(a, poseA, b, poseB, { estimator });
          expect(difference(found.distance, checked.distance), name).toBeLessThan(1e-6);
          expect(difference(found.normal, checked.normal), name).toBeLessThan(1e-6);
        }
        expect(worst(differentiate(a, poseA, b, poseB, exact), checked), name).toBeLessThan(1e-6);
      }
    }
  });

  it('is regular at touching', () => {
    const [a, b] = [ellipsoid(1, 0.7, 0.4), ellipsoid(0.5, 0.6, 0.8)];
    const evaluate = (gap: number) => differentiate(a, {}, b, { position: [0, 0, 1.2 + gap] }, exact);
    const touching = evaluate(0);
    expect(touching.differentiable.points).toBe(true);
    for (const gap of [-1e-7, -1e-12, 1e-12, 1e-7]) expect(worst(touching, evaluate(gap))).toBeLessThan(1e-6);
  });
});

describe('closed forms', () => {
  it('two spheres: n = c/|c| at every distance', () => {
    forAll({ seed: 2, cases: 20 }, (rng) => {
      const c = rng.direction().map((x) => 2 * x);
      const [ra, rb] = [rng.uniform(0.2, 2), rng.uniform(0.2, 2)];
      for (const estimator of ['exact', 'gumbel', 'gaussian'] as const) {
        const found = differentiate(sphere(ra), {}, sphere(rb), { position: c }, { estimator });
        for (let row = 0; row < 3; row++) {
          for (let column = 0; column < 3; column++) {
            const across = ((row === column ? 1 : 0) - (c[row] * c[column]) / 4) / 2;
            expect(found.normal[6 * row + column]).toBeCloseTo(across, 12);
            expect(found.pointA[6 * row + column]).toBeCloseTo(ra * across, 12);
            expect(found.pointB[6 * row + column]).toBeCloseTo((row === column ? 1 : 0) - rb * across, 12);
          }
          expect(found.distance[row]).toBeCloseTo(c[row] / 2, 12);
          // The rotation of a sphere has no effect.
          for (let column = 3; column < 6; column++) expect(found.pointB[6 * row + column]).toBeCloseTo(0, 12);
        }
      }
    });
  });

  it('crossed capsules: the axes face each other', () => {
    // A along z, B along x, one above the other along y by h.
    const h = 1.3;
    const rotation = [0, Math.SQRT1_2, 0, Math.SQRT1_2];
    const { pointA, pointB, normal, distance, differentiable } = differentiate(
      capsule(0.2, 1),
      {},
      capsule(0.3, 1),
      { position: [0.1, h, 0.2], rotation },
      exact,
    );
    expect(differentiable).toEqual({ distance: true, normal: true, points: true });
    // Motions are in B's frame, whose z is A's x and whose x is −A's z. Motion along B's own axis changes neither point.
    expect([0, 1, 2].map((row) => pointA[6 * row + 2])).toEqual([0, 0, 0].map((x) => expect.closeTo(x, 12)));
    // Motion along B's x, which is A's −z, moves both points.
    expect([0, 1, 2].map((row) => pointA[6 * row])).toEqual([0, 0, -1].map((x) => expect.closeTo(x, 12)));
    expect([0, 1, 2].map((row) => pointB[6 * row])).toEqual([0, 0, -1].map((x) => expect.closeTo(x, 12)));
    expect(Array.from(distance.slice(0, 3))).toEqual([0, 1, 0].map((x) => expect.closeTo(x, 12)));
    // Rotation about B's y, the line between the points, does not change the normal.
    expect([0, 1, 2].map((row) => normal[6 * row + 4])).toEqual([0, 0, 0].map((x) => expect.closeTo(x, 12)));
    // Rotation about B's x tilts B's axis, and with it the normal, in the plane perpendicular to A's axis.
    const tilt = [0, 1, 2].map((row) => normal[6 * row + 3]);
    expect(Math.abs(tilt[0])).toBeCloseTo(1, 12);
    expect(tilt[2]).toBeCloseTo(0, 12);
  });

  it('a point over the tip of an ellipsoid: the radii of curvature', () => {
    const [rx, ry, rz] = [1, 0.7, 0.4];
    for (const d of [-0.1, 0.001, 0.5]) {
      const { normal, pointA } = differentiate(ellipsoid(rx, ry, rz), {}, point(), { position: [rx + d, 0, 0] }, exact);
      expect(normal[6 * 1 + 1]).toBeCloseTo(1 / (d + (ry * ry) / rx), 10);
      expect(normal[6 * 2 + 2]).toBeCloseTo(1 / (d + (rz * rz) / rx), 10);
      expect(pointA[6 * 1 + 1]).toBeCloseTo((ry * ry) / rx / (d + (ry * ry) / rx), 10);
    }
  });

  it('an ellipsoid over a plane: its lowest point is −r²m/|r∘m| in its own frame', () => {
    const radii = [0.5, 0.7, 0.9];
    const pose = Float64Array.of(0, 0, 2, ...new Rng(4).rotation());
    const lowest = (at: Float64Array): number[] => {
      const m = transformPoint(Float64Array.of(0, 0, 0, ...inverse(at).subarray(3)), [0, 0, 1]);
      const value = Math.hypot(...m.map((x, k) => radii[k] * x));
      return transformPoint(at, m.map((x, k) => (-radii[k] * radii[k] * x) / value) as [number, number, number]);
    };
    const [rx, ry, rz] = radii;
    const found = differentiate(halfspace(), {}, ellipsoid(rx, ry, rz), pose, exact);
    const step = 1e-5;
    for (let column = 0; column < 6; column++) {
      const [plus, minus] = [lowest(moved(pose, column, step)), lowest(moved(pose, column, -step))];
      for (let row = 0; row < 3; row++) {
        const slope = (plus[row] - minus[row]) / (2 * step);
        expect(found.pointB[6 * row + column]).toBeCloseTo(slope, 8);
        // The plane's point is below it, at height 0.
        expect(found.pointA[6 * row + column]).toBeCloseTo(row === 2 ? 0 : slope, 8);
      }
      expect(found.distance[column]).toBeCloseTo((plus[2] - minus[2]) / (2 * step), 8);
    }
  });
});

describe('smoothedSupportHessian', () => {
  it('exact: equals supportHessian of the shapes', () => {
    for (const make of Object.values({ ...roundMakers, ...edgyMakers })) {
      const shape = make(new Rng(8));
      forAll({ seed: 8, cases: 10 }, (rng) => {
        const direction = rng.direction().map((x) => 3 * x);
        const { exists, hessian } = shape.supportHessian(direction);
        expect(exists).toBe(true);
        expect(difference(smoothedSupportHessian(shape, direction, exact), hessian)).toBeLessThan(1e-9);
      });
    }
  });

  it('exact: is NaN along the normals of edges and faces, and zero at corners', () => {
    const cube = edgyMakers['box'](new Rng(1));
    expect(smoothedSupportHessian(cube, [0, 0, 1], exact).every(Number.isNaN)).toBe(true);
    expect(smoothedSupportHessian(cube, [0, 1, 1], exact).every(Number.isNaN)).toBe(true);
    expect(smoothedSupportHessian(cube, [1, 1, 1], exact)).toEqual(new Float64Array(9));
  });
});
