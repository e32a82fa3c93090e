// `polygon` with `hull: false` accepted outlines that pass a point of an earlier edge again: the order of points between corners was not checked.
import { describe, expect, it } from 'vitest';
import { polygon } from '../../src/2d/index.ts';
import { forAll } from '../for-all.ts';
import type { Rng } from '../random.ts';

const outline = (points: readonly (readonly number[])[]) => polygon(points as [number, number][], { hull: false });

/** All grid points on the boundary of a rectangle, or of a triangle with a diagonal side, in order around it, from any start in any orientation. */
function boundaryPoints(rng: Rng): [number, number][] {
  const [width, height] = [2 + rng.index(4), 2 + rng.index(4)];
  const isTriangle = rng.uniform() < 0.5;
  const rise = isTriangle ? width : height;
  const points: [number, number][] = [];
  for (let x = 0; x < width; x++) points.push([x, 0]);
  for (let y = 0; y < rise; y++) points.push([width, y]);
  for (let x = width; x > 0; x--) points.push([x, isTriangle ? x : height]);
  if (!isTriangle) for (let y = height; y > 0; y--) points.push([0, y]);
  const start = rng.index(points.length);
  const rotated = [...points.slice(start), ...points.slice(0, start)];
  return rng.uniform() < 0.5 ? rotated : rotated.reverse();
}

describe('polygon with hull: false', () => {
  it('rejects an outline that touches one of its own edges', () => {
    expect(() => polygon([0, 0, 1, 0, 1, 1, 0.5, 0, 0, 1], { hull: false })).toThrow(/it is out of order/);
    expect(() => polygon([0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 0.5, 0], { hull: false })).toThrow(/it is out of order/);
  });

  it('accepts the points of edges in order, from any start, in both orientations, with duplicates', () => {
    forAll({ seed: 71, cases: 300 }, (rng) => {
      const points = boundaryPoints(rng);
      const duplicate = rng.index(points.length);
      points.splice(duplicate, 0, points[duplicate]);
      expect(outline(points).vertexCount).toBe(polygon(points).vertexCount);
      expect(outline([...points, points[0]]).vertexCount).toBe(polygon(points).vertexCount);
    });
  });

  it('rejects two neighbors in exchanged order, and a point that returns later', () => {
    forAll({ seed: 72, cases: 300 }, (rng) => {
      const points = boundaryPoints(rng);
      const at = rng.index(points.length - 1);
      const exchanged = points.map((point, k) => (k === at ? points[at + 1] : k === at + 1 ? points[at] : point));
      expect(() => outline(exchanged)).toThrow(/it is out of order/);
      const other = (at + 2 + rng.index(points.length - 3)) % points.length;
      expect(() => outline([...points.slice(0, at + 1), points[other], ...points.slice(at + 1)])).toThrow(
        /it is out of order/,
      );
    });
  });

  it('accepts a segment with points between its ends, once there and back', () => {
    expect(outline([[1, 0], [2, 0], [1, 0], [0, 0]]).vertexCount).toBe(2); // biome-ignore format: one line
    expect(() => outline([[0, 0], [2, 0], [0, 0], [1, 0], [2, 0]])).toThrow(/goes around more than once/); // biome-ignore format: one line
  });
});
