// Equilibration by Ruiz's method, as in OSQP: x = D x̄ and y = E ȳ / c. D and E give the columns of the KKT matrix [D H D, D Cᵀ E; E C D, 0]
// a largest entry close to 1; then c gives the scaled cost, c D H D and c D g, a largest entry of 1.
import { largest, SparseMatrix } from './matrix.ts';
import type { StandardQp } from './problem.ts';

const passes = 10;
const minNorm = 1e-4;
const maxNorm = 1e4;

export interface Scaling {
  /** The diagonal of D. */
  readonly variables: Float64Array;
  /** The diagonal of E. */
  readonly rows: Float64Array;
  /** c. */
  readonly cost: number;
}

export interface ScaledQp extends StandardQp {
  readonly scaling: Scaling;
}

/** 1/√norm. A tiny or huge norm is clamped first, so it is not scaled to 1 in one pass. */
function inverseRoot(norm: number): number {
  return norm === 0 ? 1 : 1 / Math.sqrt(Math.min(Math.max(norm, minNorm), maxNorm));
}

/** The largest magnitude of each column of H and C together, and of each row of C. */
function measureNorms(
  hessian: SparseMatrix,
  rows: SparseMatrix,
  columnNorms: Float64Array,
  rowNorms: Float64Array,
): void {
  rowNorms.fill(0);
  for (let j = 0; j < hessian.columns; j++) {
    let norm = 0;
    for (let k = hessian.starts[j]; k < hessian.starts[j + 1]; k++) norm = Math.max(norm, Math.abs(hessian.values[k]));
    for (let k = rows.starts[j]; k < rows.starts[j + 1]; k++) {
      const size = Math.abs(rows.values[k]);
      norm = Math.max(norm, size);
      rowNorms[rows.indices[k]] = Math.max(rowNorms[rows.indices[k]], size);
    }
    columnNorms[j] = norm;
  }
}

/** Multiplies entry (i, j) by left[i] and right[j]. */
function scaleEntries(matrix: SparseMatrix, left: Float64Array, right: Float64Array): void {
  const { columns, starts, indices, values } = matrix;
  for (let j = 0; j < columns; j++)
    for (let k = starts[j]; k < starts[j + 1]; k++) values[k] *= left[indices[k]] * right[j];
}

function copy({ rows, columns, starts, indices, values }: SparseMatrix): SparseMatrix {
  return new SparseMatrix(rows, columns, starts, indices, values.slice());
}

export function scale(qp: StandardQp): ScaledQp {
  const hessian = copy(qp.hessian);
  const rows = copy(qp.rows);
  const d = new Float64Array(rows.columns).fill(1);
  const e = new Float64Array(rows.rows).fill(1);
  const columnStep = new Float64Array(d.length);
  const rowStep = new Float64Array(e.length);
  for (let pass = 0; pass < passes; pass++) {
    measureNorms(hessian, rows, columnStep, rowStep);
    for (let j = 0; j < d.length; j++) d[j] *= columnStep[j] = inverseRoot(columnStep[j]);
    for (let i = 0; i < e.length; i++) e[i] *= rowStep[i] = inverseRoot(rowStep[i]);
    scaleEntries(hessian, columnStep, columnStep);
    scaleEntries(rows, rowStep, columnStep);
  }
  let size = largest(hessian.values);
  for (let j = 0; j < d.length; j++) size = Math.max(size, Math.abs(qp.gradient[j] * d[j]));
  return applyScaling(qp, { variables: d, rows: e, cost: size === 0 ? 1 : 1 / size });
}

export function applyScaling(qp: StandardQp, scaling: Scaling): ScaledQp {
  const { variables, rows: ofRows, cost } = scaling;
  const hessian = copy(qp.hessian);
  const rows = copy(qp.rows);
  scaleEntries(hessian, variables, variables);
  for (let k = 0; k < hessian.values.length; k++) hessian.values[k] *= cost;
  scaleEntries(rows, ofRows, variables);
  return {
    hessian,
    gradient: qp.gradient.map((g, j) => cost * g * variables[j]),
    rows,
    lower: qp.lower.map((limit, i) => limit * ofRows[i]),
    upper: qp.upper.map((limit, i) => limit * ofRows[i]),
    constraints: qp.constraints,
    bounded: qp.bounded,
    scaling,
  };
}

/** x = D x̄. */
export function unscaleVariables({ variables }: Scaling, scaled: Float64Array, out: Float64Array): void {
  for (let j = 0; j < out.length; j++) out[j] = variables[j] * scaled[j];
}

/** y = E ȳ / c. */
export function unscaleMultipliers({ rows, cost }: Scaling, scaled: Float64Array, out: Float64Array): void {
  for (let i = 0; i < out.length; i++) out[i] = (rows[i] * scaled[i]) / cost;
}

/** x̄ = D⁻¹ x. */
export function scaleVariables({ variables }: Scaling, x: Float64Array, out: Float64Array): void {
  for (let j = 0; j < out.length; j++) out[j] = x[j] / variables[j];
}

/** ȳ = c E⁻¹ y. */
export function scaleMultipliers({ rows, cost }: Scaling, y: Float64Array, out: Float64Array): void {
  for (let i = 0; i < out.length; i++) out[i] = (cost * y[i]) / rows[i];
}
