// Found by `npm run fuzz -- qp`: the multipliers of an infeasible problem grow without bound. A second solve that started from them ended
// at its limit.
import { expect, it } from 'vitest';
import { type QpProblem, solveQp } from '../../src/qp/index.ts';

it('decides an infeasible problem again from its own answer', () => {
  const problem: QpProblem = {
    hessian: Float64Array.of(1.97, -2.67, -0.376, -2.67, 7.08, 2.36, -0.376, 2.36, 1.07),
    gradient: Float64Array.of(-0.98, 0.21, 0),
    constraints: Float64Array.of(-2, 0, 0, 0, 0, -4, 0, 1, -4, -2, 3, -2, 0, -2, 0, -1, 2, 0),
    lower: Float64Array.of(-1.5, 4, 0, -0.5, -Infinity, -Infinity),
    upper: Float64Array.of(Infinity, Infinity, 0, Infinity, -3, -0.5),
    lowerBounds: new Float64Array(3).fill(-3),
    upperBounds: new Float64Array(3).fill(3),
  };
  const first = solveQp(problem);
  expect(first.status).toBe('infeasible');
  expect(solveQp(problem, {}, first).status).toBe('infeasible');
});

// The point of an unbounded problem is far from every limit, where rounding ended the second search.
it('decides an unbounded problem again from its own answer', () => {
  const problem: QpProblem = {
    hessian: Float64Array.of(
      ...[1, 2, 0, 1, -2, 5, 1, 2, 4, 0, 2, -4, 10, 2, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 1],
      ...[-2, 5, 1, -2, -4, 0, -2, 4, -10, -2, 5, 10, 0, 5, -10, 25, 5, 1, 2, 0, 1, -2, 5, 1],
    ),
    gradient: Float64Array.of(1, 0, -1, 2, -2, -1, -2),
    constraints: Float64Array.of(
      ...[-1, 0, -2, -1, 0, 2, 2, -2, 2, 1, 1, 0, -3, -1, -1, -2, 2, -1, -1, -6, 0, -1, 1, 1, 2, 0, -1, -2, -1],
      ...[-2, -2, 2, 1, 1, 2, -2, -1, 1, 0, -2, -4, 0, -1, -1, 0, -1, 2, -4, 0, -2, -2, 0, 1, -1, -3, 0, 0, 1],
      ...[0, -1, 2, -2, 0],
    ),
    upper: Float64Array.of(2, 3, 3, 2, 1, 1, 2, 1, 3),
  };
  const first = solveQp(problem);
  expect(first.status).toBe('unbounded');
  expect(solveQp(problem, {}, first).status).toBe('unbounded');
});
