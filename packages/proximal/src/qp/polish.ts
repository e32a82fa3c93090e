// Polishing, as in OSQP: with the rows that are active at an approximate solution as equations, the conditions of optimality are a
// linear system, [H Cᵀ; C 0] (x, y) = (−g, limits). It is solved with a regularized factorization and iterative refinement.
import { KktSystem } from './kkt.ts';
import { multiply, multiplyTransposed, SparseMatrix } from './matrix.ts';
import type { StandardQp } from './problem.ts';

const regularization = 1e-8;
const refinements = 12;

/** Whether a limit is attained, as an approximate solution shows: the multiplier exceeds the distance from the limit. */
function isActive(qp: StandardQp, rows: Float64Array, y: Float64Array, i: number): boolean {
  const isEquation = qp.lower[i] === qp.upper[i];
  return isEquation || rows[i] - qp.lower[i] < -y[i] || qp.upper[i] - rows[i] < y[i];
}

function selectRows(matrix: SparseMatrix, selected: readonly number[]): SparseMatrix {
  const place = new Int32Array(matrix.rows).fill(-1);
  for (const [k, row] of selected.entries()) place[row] = k;
  const starts = new Int32Array(matrix.columns + 1);
  const indices: number[] = [];
  const values: number[] = [];
  for (let j = 0; j < matrix.columns; j++) {
    for (let k = matrix.starts[j]; k < matrix.starts[j + 1]; k++) {
      if (place[matrix.indices[k]] < 0) continue;
      indices.push(place[matrix.indices[k]]);
      values.push(matrix.values[k]);
    }
    starts[j + 1] = indices.length;
  }
  return new SparseMatrix(selected.length, matrix.columns, starts, Int32Array.from(indices), Float64Array.from(values));
}

/**
 * Replaces x and y by the solution for the rows that are active there. Returns false if that fails; then x and y are unchanged.
 * @param rows C x
 */
export function polish(qp: StandardQp, rows: Float64Array, x: Float64Array, y: Float64Array): boolean {
  const { hessian, gradient, lower, upper } = qp;
  const n = x.length;
  const active = Array.from(y.keys()).filter((i) => isActive(qp, rows, y, i));
  const c = selectRows(qp.rows, active);
  const system = new KktSystem(hessian, c);
  if (!system.factorize(hessian, c, regularization, new Float64Array(active.length).fill(regularization))) return false;
  const limits = active.map((i) => (lower[i] === upper[i] || y[i] > 0 ? upper[i] : lower[i]));
  const point = x.slice();
  const multipliers = Float64Array.from(active, (i) => y[i]);
  const residual = new Float64Array(n + active.length);
  const curvature = new Float64Array(n);
  const pull = new Float64Array(n);
  const products = new Float64Array(active.length);
  for (let pass = 0; pass < refinements; pass++) {
    multiply(hessian, point, curvature);
    multiplyTransposed(c, multipliers, pull);
    multiply(c, point, products);
    for (let j = 0; j < n; j++) residual[j] = -gradient[j] - curvature[j] - pull[j];
    for (let k = 0; k < active.length; k++) residual[n + k] = limits[k] - products[k];
    system.solve(residual);
    for (let j = 0; j < n; j++) point[j] += residual[j];
    for (let k = 0; k < active.length; k++) multipliers[k] += residual[n + k];
  }
  if (!point.every(Number.isFinite) || !multipliers.every(Number.isFinite)) return false;
  x.set(point);
  const signs = y.map(Math.sign);
  y.fill(0);
  for (const [k, i] of active.entries()) {
    // A multiplier of the wrong sign belongs to a row that is not active.
    const isEquation = lower[i] === upper[i];
    y[i] = isEquation || multipliers[k] * signs[i] > 0 ? multipliers[k] : 0;
  }
  return true;
}
