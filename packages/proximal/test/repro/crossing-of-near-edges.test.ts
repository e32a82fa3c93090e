// Found by tilting a box by 1e-9 rad: where two edges diverge by rounding only, their intersection was placed beyond the end of the edge.
import { describe, expect, it } from 'vitest';
import { overlap } from '../../src/scene/patch/clip.ts';

type Place = readonly [number, number];

const feature = (points: readonly Place[]): Parameters<typeof overlap>[0] => ({
  points,
  heights: points.map(() => 0),
  numbers: points.map((_, k) => k),
  heightAt: () => 0,
});

describe('the overlap of two squares whose edges differ by rounding', () => {
  it('lies in both squares', () => {
    const square = feature([
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ]);
    // Its right edge is 0.5e-12 inside the square's at the lower corner and 1.4e-12 at the upper one.
    const leaning = feature([
      [-2, -2],
      [1 - 0.05e-12, -2],
      [1 - 1.85e-12, 2],
      [-2, 2],
    ]);
    const corners = overlap(square, leaning, 1);
    expect(corners.length).toBeGreaterThanOrEqual(4);
    for (const { u, v } of corners) expect(Math.max(Math.abs(u), Math.abs(v))).toBeLessThan(1 + 1e-9);
  });
});
