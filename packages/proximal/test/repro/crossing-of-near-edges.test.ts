// Found by tilting a box by 1e-9 rad: where two edges diverge by rounding only, their intersection was placed beyond the end of the edge.
import { describe, expect, it } from 'vitest';
import { overlapOf, type Place } from '../kernel/figures.ts';

describe('the overlap of two squares whose edges differ by rounding', () => {
  it('lies in both squares', () => {
    const square: Place[] = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ];
    // Its right edge is 0.5e-12 inside the square's at the lower corner and 1.4e-12 at the upper one.
    const slanted: Place[] = [
      [-2, -2],
      [1 - 0.05e-12, -2],
      [1 - 1.85e-12, 2],
      [-2, 2],
    ];
    const { places } = overlapOf(square, slanted, 1);
    expect(places.length).toBeGreaterThanOrEqual(4);
    for (const [u, v] of places) expect(Math.max(Math.abs(u), Math.abs(v))).toBeLessThan(1 + 1e-9);
  });
});
