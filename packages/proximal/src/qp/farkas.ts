// Multipliers y that prove a problem infeasible must satisfy Cᵀ y = 0. An iterative method finds them with errors. Multiplied by x, these errors
// can exceed the contradiction that y proves. The projection onto Cᵀ y = 0 removes them.
import { LdlFactor, type UpperTriangle } from './ldl.ts';
import { multiplyTransposed, transpose } from './matrix.ts';
import type { StandardQp } from './problem.ts';

const regularization = 1e-9;
const refinements = 4;

/** The upper triangle of [I, C; Cᵀ, −`regularization` I] with the rows `used` of C, each divided by its length: see `lengths`. */
function matrixOf(qp: StandardQp, used: readonly number[], lengths: Float64Array): UpperTriangle {
  const { matrix: byRows } = transpose(qp.rows);
  const size = used.length + qp.gradient.length;
  const columns: { row: number; value: number }[][] = Array.from({ length: qp.gradient.length }, () => []);
  for (const [k, row] of used.entries()) {
    let sum = 0;
    for (let at = byRows.starts[row]; at < byRows.starts[row + 1]; at++) sum += byRows.values[at] ** 2;
    lengths[k] = Math.sqrt(sum) || 1;
    for (let at = byRows.starts[row]; at < byRows.starts[row + 1]; at++)
      columns[byRows.indices[at]].push({ row: k, value: byRows.values[at] / lengths[k] });
  }
  const starts = Int32Array.from({ length: size + 1 }, (_, k) => Math.min(k, used.length));
  const indices = used.map((_, k) => k);
  const values = used.map(() => 1);
  for (const [j, entries] of columns.entries()) {
    for (const { row, value } of entries) {
      indices.push(row);
      values.push(value);
    }
    indices.push(used.length + j);
    values.push(-regularization);
    starts[used.length + j + 1] = indices.length;
  }
  return { size, starts, indices: Int32Array.from(indices), values: Float64Array.from(values) };
}

/** Projects the nonzero entries of y onto Cᵀ y = 0. Multipliers that would change their sign keep their values. */
export function projectMultipliers(qp: StandardQp, y: Float64Array): void {
  const used: number[] = [];
  for (let i = 0; i < y.length; i++) if (y[i] !== 0) used.push(i);
  const lengths = new Float64Array(used.length);
  const factor = new LdlFactor(matrixOf(qp, used, lengths));
  if (!factor.factorize()) return;
  const residual = new Float64Array(qp.gradient.length);
  const change = new Float64Array(used.length + residual.length);
  for (let pass = 0; pass < refinements; pass++) {
    multiplyTransposed(qp.rows, y, residual);
    change.fill(0);
    for (let j = 0; j < residual.length; j++) change[used.length + j] = -residual[j];
    factor.solve(change);
    for (const [k, i] of used.entries()) {
      const next = y[i] + change[k] / lengths[k];
      if (next * y[i] > 0) y[i] = next;
    }
  }
}
