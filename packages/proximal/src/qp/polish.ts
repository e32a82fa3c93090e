// Polishing, as in OSQP: with the rows that are active at an approximate solution as equations, the conditions of optimality are a
// linear system, [H Cᵀ; C 0] (x, y) = (−g, limits). It is solved with a regularized factorization and iterative refinement.
import type { KktSystem } from './kkt.ts';
import { multiply, multiplyTransposed, SparseMatrix } from './matrix.ts';
import type { StandardQp } from './problem.ts';

const regularization = 1e-8;
const refinements = 12;

/** Whether a row is active at an approximate solution: it is an equation, or its multiplier exceeds its distance from the limit. */
function isActive(qp: StandardQp, rows: Float64Array, y: Float64Array, i: number): boolean {
  const isEquation = qp.lower[i] === qp.upper[i];
  return isEquation || rows[i] - qp.lower[i] < -y[i] || qp.upper[i] - rows[i] < y[i];
}

/** C with zeros in the rows that are not active: its pattern, and so the order of elimination, is the same for every active set. */
function maskRows({ rows, columns, starts, indices, values }: SparseMatrix, isKept: readonly boolean[]): SparseMatrix {
  return new SparseMatrix(
    rows,
    columns,
    starts,
    indices,
    values.map((value, k) => (isKept[indices[k]] ? value : 0)),
  );
}

/**
 * Replaces x and y by the solution for the rows that are active there; multipliers of the wrong sign become 0. Returns false if that
 * fails; then x and y are unchanged.
 * @param system for the patterns of H and C; it is factored again
 * @param rows C x, or ADMM's copy of it within the limits
 */
export function polish(
  qp: StandardQp,
  system: KktSystem,
  rows: Float64Array,
  x: Float64Array,
  y: Float64Array,
): boolean {
  const { hessian, gradient, lower, upper } = qp;
  const n = x.length;
  const active = Array.from(y, (_, i) => isActive(qp, rows, y, i));
  const c = maskRows(qp.rows, active);
  if (!system.factorize(hessian, c, regularization, new Float64Array(y.length).fill(regularization))) return false;
  // Zero for rows that are not active.
  const limits = Float64Array.from(y, (yi, i) => {
    if (!active[i]) return 0;
    return lower[i] === upper[i] || yi > 0 ? upper[i] : lower[i];
  });
  const point = x.slice();
  const multipliers = y.map((yi, i) => (active[i] ? yi : 0));
  const residual = new Float64Array(n + y.length);
  const curvature = new Float64Array(n);
  const rowGradient = new Float64Array(n);
  const products = new Float64Array(y.length);
  for (let pass = 0; pass < refinements; pass++) {
    multiply(hessian, point, curvature);
    multiplyTransposed(c, multipliers, rowGradient);
    multiply(c, point, products);
    for (let j = 0; j < n; j++) residual[j] = -gradient[j] - curvature[j] - rowGradient[j];
    for (let i = 0; i < y.length; i++) residual[n + i] = limits[i] - products[i];
    system.solve(residual);
    for (let j = 0; j < n; j++) point[j] += residual[j];
    for (let i = 0; i < y.length; i++) multipliers[i] += residual[n + i];
  }
  if (!point.every(Number.isFinite) || !multipliers.every(Number.isFinite)) return false;
  x.set(point);
  for (let i = 0; i < y.length; i++) {
    // A multiplier of the wrong sign belongs to a row that is not active.
    const isEquation = lower[i] === upper[i];
    y[i] = active[i] && (isEquation || multipliers[i] * Math.sign(y[i]) > 0) ? multipliers[i] : 0;
  }
  return true;
}
