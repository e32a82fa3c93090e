// Regulators accepted a matrix R that is not positive definite if it was not singular, and failed without a reason. `solve` accepted a Delassus
// operator without `row`, and threw "delassus.row is not a function".
import { expect, it } from 'vitest';
import { solve } from '../../src/contact/index.ts';
import { continuousLqr, discreteLqr } from '../../src/control/index.ts';

it('a negative cost of inputs is refused', () => {
  const one = Float64Array.of(1);
  const system = { a: one, b: one, q: one, r: Float64Array.of(-1) };
  expect(() => discreteLqr(system)).toThrow('system.r');
  expect(() => continuousLqr(system)).toThrow('give a positive definite matrix');
});

it('an operator without rows is refused', () => {
  const delassus = { size: 3, apply: () => {} };
  const problem = { delassus, freeVelocity: new Float64Array(3), friction: new Float64Array(1) };
  expect(() => solve(problem as never)).toThrow('give a DenseMatrix, or an object with size, apply and row');
});
