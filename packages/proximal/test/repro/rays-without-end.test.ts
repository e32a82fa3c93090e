// Points of rays that end at infinity: a coordinate along which the ray does not move was ∞ · 0, which is NaN.
import { expect, it } from 'vitest';
import * as plane from '../../src/2d/index.ts';
import { box, halfspace, rayBoundary } from '../../src/index.ts';

it('has no NaN for a 2D ray along an axis that meets nothing', () => {
  const { hit, point } = plane.rayCast(plane.circle(1), { position: [0, 5] }, [0, 0], [1, 0]);
  expect(hit).toBe(false);
  expect(point).toEqual([Number.POSITIVE_INFINITY, 0]);
});

it('has no NaN for a direction that stays in a half-space', () => {
  const { distance, point } = rayBoundary(halfspace(), {}, box(1, 1, 1), {}, [1, 0, 0]);
  expect(distance).toBe(Number.POSITIVE_INFINITY);
  expect(point).toEqual([Number.POSITIVE_INFINITY, 0, 0]);
});
