// Found by tilting a box by 1e-9 rad: where two edges diverge by rounding only, their intersection was placed beyond the end of the edge.
import { describe, expect, it } from 'vitest';
import { overlap } from '../../src/scene/patch/clip.ts';
import { PatchPolygon } from '../../src/scene/patch/polygon.ts';

type Point = readonly [number, number];

function polygonOf(points: readonly Point[]): PatchPolygon {
  const polygon = new PatchPolygon();
  points.forEach(([u, v], k) => void polygon.add(u, v, k));
  return polygon;
}

describe('the overlap of two squares whose edges differ by rounding', () => {
  it('lies in both squares', () => {
    const square = polygonOf([
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ]);
    // Its right edge is 0.5e-12 inside the square's at the lower corner and 1.4e-12 at the upper one.
    const slanted = polygonOf([
      [-2, -2],
      [1 - 0.05e-12, -2],
      [1 - 1.85e-12, 2],
      [-2, 2],
    ]);
    const corners = new PatchPolygon();
    overlap(square, slanted, 1, corners);
    expect(corners.count).toBeGreaterThanOrEqual(4);
    for (let k = 0; k < corners.count; k++)
      expect(Math.max(Math.abs(corners.u[k]), Math.abs(corners.v[k]))).toBeLessThan(1 + 1e-9);
  });
});
