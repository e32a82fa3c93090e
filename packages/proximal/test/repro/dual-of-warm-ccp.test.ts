// If the warm start of `ccp-admm` was already the solution, `dual` was σ + Γ(σ), the dual variable of the NCP, instead of σ: a second solve of the
// same problem changed it.
import { expect, it } from 'vitest';
import { DenseMatrix, solve } from '../../src/contact/index.ts';

it('a second solve of the same problem keeps the dual variable', () => {
  const problem = {
    delassus: new DenseMatrix(3, Float64Array.of(1, 0, 0.2, 0, 1, 0, 0.2, 0, 1)),
    freeVelocity: Float64Array.of(3, 0, -1),
    friction: Float64Array.of(0.5),
  };
  const first = solve(problem, { solver: 'ccp-admm' });
  const dual = [...first.dual];
  const second = solve(problem, { solver: 'ccp-admm' }, first);
  expect(second.iterations).toBe(0);
  for (const [k, x] of second.dual.entries()) expect(x).toBeCloseTo(dual[k], 6);
});
