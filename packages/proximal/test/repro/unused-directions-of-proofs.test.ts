// Directions with weight zero in a proof were stale numbers times zero: the signs of their zeros depended on earlier queries, and an infinite
// stale number would have made them NaN.
import { expect, it } from 'vitest';
import { box, distance, point, segment } from '../../src/index.ts';

it('directions with weight zero are +0 after any earlier query', () => {
  const poses = [
    { position: [2, 0, 0] },
    { position: [-2, 1, 0.5], rotation: [0.5, 0.5, 0.5, 0.5] },
    { position: [0, -3, 1], rotation: [0, 0, 1, 0] },
  ];
  for (const before of [box(1, 2, 3), segment(0.5)])
    for (const pose of poses) {
      distance(before, {}, segment(2), poses[1]);
      const { directions, weights } = distance(point(), {}, segment(0.7), pose).proof;
      weights.forEach((weight, k) => {
        if (weight !== 0) return;
        for (const x of directions.subarray(3 * k, 3 * k + 3)) expect(Object.is(x, 0)).toBe(true);
      });
    }
});
