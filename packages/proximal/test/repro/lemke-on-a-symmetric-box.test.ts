// A box that slides, spins or tips on its four corners is degenerate for Lemke's method: the states of its corners change together, and z₀ ties with
// other variables for leaving the basis. Rounding hid the tie, the path seemed to end in a ray, and the solution was discarded. Without
// friction, every β (the impulse along a corner of the friction pyramid) was degenerate.
import { describe, expect, it } from 'vitest';
import { solve } from '../../src/contact/index.ts';
import { cube } from '../contact/bodies.ts';

const motions = [
  [0, 0, 0],
  [1, 0, 0],
  [1, 1, 0],
  [3, 0, 0],
  [0.3, 0.3, -1],
  [2, 1, -1],
  [0.1, 0, 0],
] as const;
const spins = [
  [0, 0, 0],
  [0, 0, 2],
  [1, 0, 0],
  [1, 1, 0],
  [0.3, 0.2, 1],
] as const;

describe.each([4, 16])('a box on its corners, with friction pyramids of %i facets', (facets) => {
  it.each([0, 0.1, 0.3, 0.5, 0.7, 0.9, 1, 1.2, 2])('is solved with µ = %f', (friction) => {
    for (const velocity of motions)
      for (const spin of spins)
        for (const half of [0.5, 0.1]) {
          const problem = cube({ friction, velocity, spin, half });
          const { status, residuals } = solve(problem, { solver: 'lcp-lemke', facets });
          expect(status, `v ${velocity}, ω ${spin}, half ${half}`).toBe('converged');
          expect(residuals.scaled.signorini).toBeLessThan(1e-7);
        }
  });
});
