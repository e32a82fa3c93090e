// Polygons against reference answers: exact separating axes for the Boolean answer, all features for the distance.
import { describe, expect, it } from 'vitest';
import { collide, distance, type Polygon, polygon, signedDistance } from '../../src/2d/index.ts';
import { forAll } from '../for-all.ts';
import { areApart, moved, signedDistanceOf, verticesOf } from './oracle.ts';
import { type Rng, randomPose } from './random.ts';

const identity = Float64Array.of(0, 0, 1, 0);

/** With a grid spacing above 0, coordinates are multiples of it, so that many vertices and edges are exactly collinear. */
function randomOutline(rng: Rng, grid: number): Polygon {
  for (;;) {
    const count = 3 + rng.index(12);
    const [x, y] = [rng.uniform(-2, 2), rng.uniform(-2, 2)];
    const snap = (value: number): number => (grid > 0 ? Math.round(value / grid) * grid : value);
    const flat = rng.uniform() < 0.2 ? 10 ** rng.uniform(-4, 0) : 1;
    const shape = polygon(
      Array.from({ length: count }, () => [snap(x + rng.uniform(-1, 1)), snap(y + flat * rng.uniform(-1, 1))]),
    );
    if (shape.vertexCount > 2) return shape;
  }
}

describe.each([
  { name: 'any coordinates', grid: 0, seed: 11 },
  { name: 'coordinates on a grid', grid: 0.25, seed: 12 },
])('polygons with $name', ({ grid, seed }) => {
  it('collide exactly when no edge separates them, except for signed distances within 1e-12', () => {
    forAll({ seed, cases: 20_000 }, (rng, k) => {
      const [a, b] = [randomOutline(rng, grid), randomOutline(rng, grid)];
      const [p, q] = [verticesOf(a), verticesOf(b)];
      const truth = signedDistanceOf(p, q);
      const label = `seed ${seed}, pair ${k}, signed distance ${truth}`;
      const collides = collide(a, identity, b, identity);
      if (Math.abs(truth) > 1e-12) expect(collides, label).toBe(!areApart(p, q));
      // Touching is collision.
      if (!areApart(p, q)) expect(collides, label).toBe(true);
      expect(distance(a, identity, b, identity).status === 'separated', label).toBe(!collides);
    });
  });

  it('have the distance or depth of the exhaustive search over vertices and edges', () => {
    forAll({ seed: seed + 10, cases: 10_000 }, (rng, k) => {
      const [a, b] = [randomOutline(rng, grid), randomOutline(rng, grid)];
      const [poseA, poseB] = [randomPose(rng, 1), randomPose(rng, 1)];
      if (Math.abs(poseA[0]) + Math.abs(poseB[0]) > 1e3) return;
      const truth = signedDistanceOf(moved(verticesOf(a), poseA), moved(verticesOf(b), poseB));
      const label = `seed ${seed + 10}, pair ${k}`;
      expect(distance(a, poseA, b, poseB).distance, label).toBeCloseTo(Math.max(0, truth), 8);
      expect(signedDistance(a, poseA, b, poseB).distance, label).toBeCloseTo(truth, 8);
      if (Math.abs(truth) > 1e-9) expect(collide(a, poseA, b, poseB), label).toBe(truth < 0);
    });
  });
});

describe('the support directory', () => {
  it('gives the same vertex as a scan of all vertices', () => {
    forAll({ seed: 5, cases: 2000 }, (rng, k) => {
      const count = 1 + rng.index(k % 10 === 0 ? 1000 : 30);
      const points = Array.from({ length: count }, () => {
        const angle = rng.uniform(0, 2 * Math.PI);
        return [2 * Math.cos(angle), Math.sin(angle)];
      });
      const [climbed, scanned] = [polygon(points), polygon(points, { supportMap: false })];
      for (let n = 0; n < 20; n++) {
        const angle = n < 8 ? (n * Math.PI) / 4 : rng.uniform(0, 2 * Math.PI);
        const d: [number, number] =
          n < 4
            ? ([
                [1, 0],
                [0, 1],
                [-1, 0],
                [0, -1],
              ][n] as [number, number])
            : [Math.cos(angle), Math.sin(angle)];
        const [p, q] = [climbed.support(d), scanned.support(d)];
        expect(p[0] * d[0] + p[1] * d[1]).toBeCloseTo(q[0] * d[0] + q[1] * d[1], 14);
      }
    });
  });

  it('passes edges that are much shorter than the rounding error of a vertex', () => {
    const tiny = 1e-17;
    const shape = polygon([0, 0, tiny, 0, 1, 1, 0, tiny]);
    expect(shape.support([1, 1])).toEqual([1, 1]);
    expect(shape.support([1, 0])).toEqual([1, 1]);
  });
});
