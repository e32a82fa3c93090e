// The overlap of two features in the contact plane.
import { describe, expect, it } from 'vitest';
import { forAll } from '../for-all.ts';
import type { Rng } from '../random.ts';
import { overlapOf, type Place } from './figures.ts';

/** A convex polygon, counter-clockwise, whose corners are on a circle. */
function polygon(rng: Rng, count: number, jitter: number): Place[] {
  const [u, v] = [rng.uniform(-1, 1), rng.uniform(-1, 1)];
  return Array.from({ length: count }, (_, k): Place => {
    const angle = (2 * Math.PI * (k + rng.uniform(0, jitter))) / count;
    return [u + Math.cos(angle), v + Math.sin(angle)];
  });
}

function isInside([x, y]: Place, corners: readonly Place[]): boolean {
  return corners.every(([u, v], k) => {
    const [s, t] = corners[(k + 1) % corners.length];
    return (s - u) * (y - v) - (t - v) * (x - u) >= 0;
  });
}

describe('the overlap of two features', () => {
  it('is the intersection of random polygons', () => {
    forAll({ seed: 12, cases: 60 }, (rng) => {
      const [a, b] = [polygon(rng, 3 + rng.index(5), 0.8), polygon(rng, 3 + rng.index(5), 0.8)];
      const { places } = overlapOf(a, b, 1);
      for (let k = 0; k < 200; k++) {
        const place: Place = [rng.uniform(-2, 2), rng.uniform(-2, 2)];
        const expected = isInside(place, a) && isInside(place, b);
        expect(places.length > 2 && isInside(place, places)).toBe(expected);
      }
    });
  });

  it('is the intersection of polygons with hundreds of corners', () => {
    forAll({ seed: 13, cases: 5 }, (rng) => {
      const [a, b] = [polygon(rng, 300, 0), polygon(rng, 500, 0)];
      const { places, ids } = overlapOf(a, b, 1);
      for (let k = 0; k < 200; k++) {
        const place: Place = [rng.uniform(-2, 2), rng.uniform(-2, 2)];
        const expected = isInside(place, a) && isInside(place, b);
        expect(places.length > 2 && isInside(place, places)).toBe(expected);
      }
      expect(new Set(ids).size).toBe(ids.length);
    });
  });

  it('of a segment and a polygon is the part of the segment inside', () => {
    const square: Place[] = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ];
    const segment: Place[] = [
      [-3, 0.5],
      [0.25, 0.5],
    ];
    const inside = [
      [-1, 0.5],
      [0.25, 0.5],
    ];
    // The square is enlarged by 1e-12, so that points on its border count as inside.
    for (const { places } of [overlapOf(segment, square, 1), overlapOf(square, segment, 1)])
      expect(places.map((place) => place.map((x) => Number(x.toFixed(11))))).toEqual(inside);
  });

  it('of two segments is their common part if they are nearly parallel, and otherwise empty', () => {
    const along: Place[] = [
      [0, 0],
      [2, 0],
    ];
    const { places } = overlapOf(
      along,
      [
        [1, 0.1],
        [3, 0.1],
      ],
      1,
    );
    expect(places).toEqual([
      [1, 0],
      [2, 0],
    ]);
    const across: Place[] = [
      [1, -1],
      [1, 1],
    ];
    expect(overlapOf(along, across, 1).places).toEqual([]);
    expect(overlapOf(along, [[1, 0]], 1).places).toEqual([]);
  });

  it('names a corner of A by its index, wherever the edges of B cross there', () => {
    const a: Place[] = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ];
    const ids = [-1e-7, 0, 1e-7].map((shift) => {
      const b = a.map(([u, v]): Place => [u + shift, v - shift]);
      return [...overlapOf(a, b, 1).ids].sort((p, q) => p - q);
    });
    expect(ids[0].length).toBe(4);
    expect(ids[1]).toEqual(ids[0]);
    expect(ids[2]).toEqual(ids[0]);
  });
});
