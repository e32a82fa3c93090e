// `iterations` was one less than the number of proximal steps if they ended because they converged slowly.
import { expect, it } from 'vitest';
import { DelassusFactor } from '../../src/dynamics/delassus.ts';

it('iterations counts every step, also the last one before the residual stops falling', () => {
  // G = diag(1, 0): steps x ← (G + μ)⁻¹ (b + μ x) with b outside of the range of G grow without bound in the second coordinate.
  const mu = 0.1;
  const factor = new DelassusFactor(2, Float64Array.of(1, 0, 0, 0), mu);
  const x = factor.solve(Float64Array.of(0, 1));
  expect(factor.residual).toBe(1);
  expect(x[1] * mu).toBeCloseTo(factor.iterations, 12);
  // With b in the range, the error is multiplied by μ/(1 + μ) in each step.
  const [y] = factor.solve(Float64Array.of(1, 0), 1e-6);
  expect(factor.iterations).toBe(Math.ceil(Math.log(1e-6) / Math.log(mu / (1 + mu))));
  expect(Math.abs(y - 1)).toBeLessThan(1e-6);
});
