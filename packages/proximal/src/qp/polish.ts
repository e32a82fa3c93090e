// Polishing, as in OSQP: with the rows that are active at an approximate solution as equations, the conditions of optimality are a
// linear system, [H Cᵀ; C 0] (x, y) = (−g, limits). It is solved with a regularized factorization and iterative refinement.
import { LdlFactor, type UpperTriangle } from './ldl.ts';
import { multiply, multiplyTransposed, type SparseMatrix, transpose } from './matrix.ts';
import type { StandardQp } from './problem.ts';

const regularization = 1e-8;
const refinements = 12;

/** The rows whose limit is attained, as an approximate solution shows: the multiplier exceeds the distance from the limit. */
function activeRows(qp: StandardQp, rows: Float64Array, y: Float64Array): number[] {
  const active: number[] = [];
  for (let i = 0; i < y.length; i++) {
    const isEquation = qp.lower[i] === qp.upper[i];
    if (isEquation || rows[i] - qp.lower[i] < -y[i] || qp.upper[i] - rows[i] < y[i]) active.push(i);
  }
  return active;
}

/** The upper triangle of [H + δ, Cᵀ; C, −δ] for the active rows. `byRows` is Cᵀ. */
function kktOf(hessian: SparseMatrix, byRows: SparseMatrix, active: readonly number[]): UpperTriangle {
  const n = hessian.columns;
  const size = n + active.length;
  const starts = new Int32Array(size + 1);
  const indices: number[] = [];
  const values: number[] = [];
  for (let j = 0; j < n; j++) {
    let diagonal = regularization;
    for (let k = hessian.starts[j]; k < hessian.starts[j + 1]; k++) {
      const i = hessian.indices[k];
      if (i === j) diagonal += hessian.values[k];
      if (i >= j) continue;
      indices.push(i);
      values.push(hessian.values[k]);
    }
    indices.push(j);
    values.push(diagonal);
    starts[j + 1] = indices.length;
  }
  for (const [k, row] of active.entries()) {
    for (let at = byRows.starts[row]; at < byRows.starts[row + 1]; at++) {
      indices.push(byRows.indices[at]);
      values.push(byRows.values[at]);
    }
    indices.push(n + k);
    values.push(-regularization);
    starts[n + k + 1] = indices.length;
  }
  return { size, starts, indices: Int32Array.from(indices), values: Float64Array.from(values) };
}

/**
 * Replaces x and y by the solution for the rows that are active there. Returns false if the factorization fails; then x and y are
 * unchanged.
 * @param rows C x
 */
export function polish(qp: StandardQp, rows: Float64Array, x: Float64Array, y: Float64Array): boolean {
  const { hessian, gradient, lower, upper } = qp;
  const n = x.length;
  const active = activeRows(qp, rows, y);
  const factor = new LdlFactor(kktOf(hessian, transpose(qp.rows).matrix, active));
  if (!factor.factorize()) return false;
  const limits = active.map((i) => (lower[i] === upper[i] || y[i] > 0 ? upper[i] : lower[i]));
  const point = x.slice();
  const multipliers = new Float64Array(y.length);
  for (const i of active) multipliers[i] = y[i];
  const residual = new Float64Array(factor.pivots.length);
  const curvature = new Float64Array(n);
  const pull = new Float64Array(n);
  const products = new Float64Array(y.length);
  for (let pass = 0; pass < refinements; pass++) {
    multiply(hessian, point, curvature);
    multiplyTransposed(qp.rows, multipliers, pull);
    multiply(qp.rows, point, products);
    for (let j = 0; j < n; j++) residual[j] = -gradient[j] - curvature[j] - pull[j];
    for (const [k, i] of active.entries()) residual[n + k] = limits[k] - products[i];
    factor.solve(residual);
    for (let j = 0; j < n; j++) point[j] += residual[j];
    for (const [k, i] of active.entries()) multipliers[i] += residual[n + k];
  }
  if (!point.every(Number.isFinite) || !multipliers.every(Number.isFinite)) return false;
  x.set(point);
  for (let i = 0; i < y.length; i++) {
    const isLower = lower[i] !== upper[i] && y[i] < 0;
    const isUpper = lower[i] !== upper[i] && y[i] > 0;
    y[i] = isLower ? Math.min(multipliers[i], 0) : isUpper ? Math.max(multipliers[i], 0) : multipliers[i];
  }
  return true;
}
