// Casts: the time is never too late, too early by at most the tolerance, and no contact is missed.
import { describe, expect, it } from 'vitest';
import {
  box,
  circle,
  distance,
  halfplane,
  polygon,
  rayCast,
  rounded,
  type Shape,
  segment,
  shapeCast,
  signedDistance,
} from '../../src/2d/index.ts';
import { forAll } from '../for-all.ts';
import { randomPose, randomShape } from './random.ts';

describe('shapeCast', () => {
  it('meets where the shapes touch', () => {
    const result = shapeCast(box(1, 1), {}, [4, 0], circle(1), { position: [4, 0] }, [0, 0]);
    expect(result.hit).toBe(true);
    expect(result.time).toBeCloseTo(0.5, 9);
    expect(result.normal).toEqual([expect.closeTo(1, 6), expect.closeTo(0, 6)]);
    expect(result.pointA).toEqual([expect.closeTo(3, 6), expect.closeTo(0, 6)]);
    expect(result.status).toBe('touching');
  });

  it('is free of contact before the time, and in contact at it', () => {
    let hits = 0;
    forAll({ seed: 3, cases: 4000 }, (rng, k) => {
      const [a, b] = [randomShape(rng, 1), randomShape(rng, 1)];
      const [poseA, poseB] = [randomPose(rng, 2), randomPose(rng, 2)];
      if (Math.abs(poseA[0]) + Math.abs(poseB[0]) > 1e3) return;
      const motions = [0, 1].map(() => [rng.uniform(-6, 6), rng.uniform(-6, 6)] as [number, number]);
      const result = shapeCast(a, poseA, motions[0], b, poseB, motions[1]);
      const label = `seed 3, pair ${k}: ${a.kind} and ${b.kind}, ${JSON.stringify(result)}`;
      const at = (time: number): number =>
        signedDistance(a, moved(poseA, motions[0], time), b, moved(poseB, motions[1], time)).distance;
      expect(result.status, label).not.toBe('unknown');
      if (result.time > 0) {
        for (let n = 0; n < 8; n++) expect(at((result.time * n) / 8), label).toBeGreaterThan(-1e-8);
        if (result.hit) expect(Math.abs(at(result.time)), label).toBeLessThanOrEqual(2e-8);
      }
      if (result.hit) hits++;
    });
    expect(hits).toBeGreaterThan(500);
  });

  it('starts with a contact at time 0 when the shapes overlap', () => {
    const result = shapeCast(box(1, 1), {}, [4, 0], box(1, 1), { position: [1, 0] }, [0, 0]);
    expect([result.hit, result.time, result.status]).toEqual([true, 0, 'overlapping']);
  });

  it('counts touching as a contact only if the shapes approach', () => {
    const cast = (x: number): boolean => shapeCast(box(1, 1), {}, [x, 0], box(1, 1), { position: [2, 0] }, [0, 0]).hit;
    expect([cast(1), cast(-1)]).toEqual([true, false]);
  });

  it('proves a miss, also without motion', () => {
    const still = shapeCast(box(1, 1), {}, [0, 0], box(1, 1), { position: [3, 0] }, [0, 0]);
    expect([still.hit, still.time, still.status]).toEqual([false, 1, 'separated']);
    const past = shapeCast(circle(1), { position: [-5, 2.001] }, [10, 0], circle(1), {}, [0, 0]);
    expect([past.hit, past.time]).toEqual([false, 1]);
  });

  it('meets the ground, and both may move', () => {
    const falling = shapeCast(box(1, 1), { position: [0, 5] }, [3, -8], halfplane(), {}, [0, 0]);
    expect(falling.time).toBeCloseTo(0.5, 9);
    const both = shapeCast(circle(1), {}, [4, 0], circle(1), { position: [6, 0] }, [-4, 0]);
    expect(both.time).toBeCloseTo(0.5, 9);
  });
});

function moved(pose: Float64Array, [x, y]: readonly [number, number], time: number): Float64Array {
  return Float64Array.of(pose[0] + time * x, pose[1] + time * y, pose[2], pose[3]);
}

describe('rayCast', () => {
  it.each<[string, Shape, [number, number], [number, number], number, [number, number]]>([
    ['a circle', circle(1), [-4, 0], [1, 0], 3, [-1, 0]],
    ['a box with any length of direction', box(1, 2), [5, 1], [-7, 0], 4, [1, 0]],
    ['a slanted edge', polygon([0, 0, 2, 0, 0, 2]), [3, 3], [-1, -1], 2 * Math.SQRT2, [Math.SQRT1_2, Math.SQRT1_2]],
    ['a rounded corner', rounded(box(1, 1), 1), [4, 4], [-1, -1], 3 * Math.SQRT2 - 1, [Math.SQRT1_2, Math.SQRT1_2]],
    ['a segment', segment(1), [0.5, 2], [0, -1], 2, [0, 1]],
    ['the ground', halfplane(), [0, 3], [1, -1], 3 * Math.SQRT2, [0, 1]],
  ])('meets %s', (_name, shape, origin, direction, expected, normal) => {
    const ray = rayCast(shape, {}, origin, direction);
    expect(ray.hit).toBe(true);
    expect(ray.distance).toBeCloseTo(expected, 8);
    expect(ray.normal).toEqual([expect.closeTo(normal[0], 4), expect.closeTo(normal[1], 4)]);
    expect(distance(shape, {}, circle(1e-6), { position: ray.point }).distance).toBeLessThan(1e-6);
    expect(rayCast(shape, {}, origin, direction, { upTo: expected - 1e-3 }).hit).toBe(false);
    expect(rayCast(shape, {}, origin, [-direction[0], -direction[1]]).hit).toBe(false);
  });

  it('is infinite past the shape, and 0 from inside', () => {
    expect(rayCast(box(1, 1), {}, [-4, 1.5], [1, 0])).toMatchObject({ hit: false, distance: Infinity });
    expect(rayCast(box(1, 1), {}, [0, 0], [1, 0])).toMatchObject({ hit: true, distance: 0, status: 'overlapping' });
  });

  it('uses the pose of the shape', () => {
    const ray = rayCast(box(1, 0.1), { position: [5, 5], angle: Math.PI / 2 }, [0, 5.5], [1, 0]);
    expect(ray.distance).toBeCloseTo(4.9, 9);
    expect(ray.point).toEqual([expect.closeTo(4.9, 9), 5.5]);
  });
});
