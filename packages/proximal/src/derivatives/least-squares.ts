// Small dense least squares: min |J x + r|² + μ |x|² for six unknowns, by Cholesky's factors of the normal equations.

const size = 6;
const normal = /* @__PURE__ */ new Float64Array(size * size);

/**
 * Writes the step to `x`, and returns the initial slope of the decrease of |J x + r|² / 2 along it: −⟨Jᵀr, x⟩.
 * @param jacobian six numbers for each residual, by rows
 * @param damping μ relative to the largest of JᵀJ's diagonal
 */
export function solveLeastSquares(
  jacobian: Float64Array,
  residuals: Float64Array,
  damping: number,
  x: Float64Array,
): number {
  const rows = residuals.length;
  let largest = 0;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let row = 0; row < rows; row++) sum += jacobian[size * row + i] * jacobian[size * row + j];
      normal[size * i + j] = sum;
    }
    largest = Math.max(largest, normal[size * i + i]);
    let gradient = 0;
    for (let row = 0; row < rows; row++) gradient += jacobian[size * row + i] * residuals[row];
    x[i] = -gradient;
  }
  const gradient = x.slice();
  for (let i = 0; i < size; i++) normal[size * i + i] += damping * largest;
  factorize();
  substitute(x);
  return gradient.reduce((sum, component, k) => sum + component * x[k], 0);
}

/** L of L Lᵀ in place of the lower half. A pivot that rounding made negative counts as huge: that unknown stays zero. */
function factorize(): void {
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = normal[size * i + j];
      for (let k = 0; k < j; k++) sum -= normal[size * i + k] * normal[size * j + k];
      if (i === j) normal[size * i + i] = sum > 0 ? Math.sqrt(sum) : 1e150;
      else normal[size * i + j] = sum / normal[size * j + j];
    }
  }
}

function substitute(x: Float64Array): void {
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) x[i] -= normal[size * i + k] * x[k];
    x[i] /= normal[size * i + i];
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) x[i] -= normal[size * k + i] * x[k];
    x[i] /= normal[size * i + i];
  }
}
