// Small dense least squares: min |J x + r|² + μ |x|² for six unknowns, by Cholesky factorization of the normal equations.
import { factorize, solveFactorized } from '../math/linear/cholesky.ts';

const size = 6;
const normalMatrix = /* @__PURE__ */ new Float64Array(size * size);

/**
 * Writes the minimizer to `x`. Returns the rate at which ½ |J x + r|² begins to decrease along this step: −⟨Jᵀr, x⟩.
 * @param jacobian six numbers for each residual, by rows
 * @param damping μ relative to the largest of JᵀJ's diagonal
 */
export function solveLeastSquares(
  jacobian: Float64Array,
  residuals: Float64Array,
  damping: number,
  x: Float64Array,
): number {
  const sum = (term: (residual: number, row: number) => number): number =>
    residuals.reduce((total, residual, row) => total + term(residual, size * row), 0);
  let largest = 0;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) normalMatrix[size * i + j] = sum((_, row) => jacobian[row + i] * jacobian[row + j]);
    largest = Math.max(largest, normalMatrix[size * i + i]);
    x[i] = -sum((residual, row) => jacobian[row + i] * residual);
  }
  const descent = x.slice();
  for (let i = 0; i < size; i++) normalMatrix[size * i + i] += damping * largest;
  // The damping keeps JᵀJ positive definite, unless J is zero or NaN; then the step is zero.
  if (factorize(normalMatrix, size) >= 0) x.fill(0);
  else solveFactorized(normalMatrix, size, x);
  return descent.reduce((total, component, k) => total + component * x[k], 0);
}
