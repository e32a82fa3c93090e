// Simplices that S2D (Alg. 3 of Zhang et al.) does not treat: Minkowski differences that are segments or points, so that every three vertices are
// collinear, and polygons with duplicate or nearly duplicate vertices.
import { describe, expect, it } from 'vitest';
import {
  certify,
  collide,
  distance,
  type Polygon,
  point,
  polygon,
  segment,
  signedDistance,
} from '../../src/2d/index.ts';
import { forAll } from '../for-all.ts';
import type { Rng } from './random.ts';

describe('collinear simplices', () => {
  it('of parallel segments, at every offset along and across', () => {
    for (const angle of [0, 0.3, Math.PI / 2, 2, Math.PI]) {
      const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
      for (let along = -3; along <= 3; along += 0.25) {
        for (const across of [0, 1e-3, 0.5]) {
          const position: [number, number] = [cosine * along - sine * across, sine * along + cosine * across];
          const [poseA, poseB] = [{ angle }, { angle, position }];
          const result = distance(segment(1), poseA, segment(0.5), poseB);
          const expected = Math.hypot(Math.max(0, Math.abs(along) - 1.5), across);
          expect(result.distance).toBeCloseTo(expected, 12);
          expect(result.converged).toBe(true);
          expect(certify(segment(1), poseA, segment(0.5), poseB, result).valid).toBe(true);
          if (expected === 0) expect(result.status).toBe('touching');
          if (expected > 1e-9) expect(collide(segment(1), poseA, segment(0.5), poseB)).toBe(false);
          expect(signedDistance(segment(1), poseA, segment(0.5), poseB).distance).toBeCloseTo(expected, 12);
        }
      }
    }
  });

  it('of a point on, beside and beyond a segment', () => {
    const at = (x: number, y: number): number => distance(segment(1), {}, point(), { position: [x, y] }).distance;
    expect([at(0, 0), at(1, 0), at(2, 0), at(0.5, 3), at(4, 4)]).toEqual([0, 0, 1, 3, 5]);
  });

  it('of a single point', () => {
    const result = distance(point(), { position: [1e6, 2] }, point(), { position: [1e6, 2] });
    expect([result.distance, result.status]).toEqual([0, 'touching']);
    expect(Math.hypot(...result.normal)).toBe(1);
  });
});

describe('almost equal vertices', () => {
  /** Replaces every corner by four, each within `size` of it along x and along y. */
  function splitCorners(shape: Polygon, size: number, rng: Rng): Polygon {
    const corners = Array.from({ length: shape.vertexCount }, (_, k) => shape.vertex(k));
    return polygon(
      corners.flatMap(([x, y]) =>
        Array.from({ length: 4 }, () => [x + size * rng.uniform(-1, 1), y + size * rng.uniform(-1, 1)]),
      ),
    );
  }

  it.each([1e-8, 1e-12, 1e-15, 1e-16])('%d m apart change the answers by at most that distance', (size) => {
    forAll({ seed: 31, cases: 500 }, (rng) => {
      const outline = (): Polygon =>
        polygon(Array.from({ length: 3 + rng.index(5) }, () => [rng.uniform(-1, 1), rng.uniform(-1, 1)]));
      const [a, b] = [outline(), outline()];
      const pose = { position: [rng.uniform(-2, 2), rng.uniform(-2, 2)], angle: rng.uniform(0, 7) } as const;
      const [p, q] = [splitCorners(a, size, rng), splitCorners(b, size, rng)];
      const whole = signedDistance(a, {}, b, pose);
      const result = signedDistance(p, {}, q, pose);
      expect(Math.abs(result.distance - whole.distance)).toBeLessThanOrEqual(4 * size + 4e-9);
      expect(result.converged).toBe(true);
      expect(certify(p, {}, q, pose, distance(p, {}, q, pose)).valid).toBe(true);
    });
  });
});
