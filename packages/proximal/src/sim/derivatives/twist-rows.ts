// Rows of twists and of forces at a joint, six each, linear first; one column for each variable.
import type { Dense } from './dense.ts';
import type { Matrix3 } from './small-matrix.ts';
import type { Workspace } from './workspace.ts';

/** The six-vector of a joint's own coordinates; the other entries are zero. */
export function embed(x: Float64Array, columns: readonly number[]): Float64Array {
  const out = new Float64Array(6);
  for (let k = 0; k < columns.length; k++) out[columns[k]] = x[k];
  return out;
}

export function embedRows(workspace: Workspace, rows: Dense, columns: readonly number[]): Dense {
  if (columns.length === 6) return workspace.copy(rows);
  const out = workspace.zero(6, rows.columns);
  for (let k = 0; k < columns.length; k++) out.addRow(columns[k], 1, rows, k);
  return out;
}

/** out += factor ξ ×* h for the momentum h = (P, L) and a twist ξ = (s, θ) in every column: (θ × P, θ × L + s × P). */
export function addCross(workspace: Workspace, twists: Dense, h: Float64Array, out: Dense, factor: number): void {
  const matrix = workspace.zero(6, 6);
  const { values } = matrix;
  for (let k = 0; k < 3; k++) {
    const i = (k + 1) % 3;
    const j = (k + 2) % 3;
    values[matrix.at(k, 3 + i)] = h[j];
    values[matrix.at(k, 3 + j)] = -h[i];
    values[matrix.at(3 + k, 3 + i)] = h[3 + j];
    values[matrix.at(3 + k, 3 + j)] = -h[3 + i];
    values[matrix.at(3 + k, i)] = h[j];
    values[matrix.at(3 + k, j)] = -h[i];
  }
  out.addProduct(matrix, twists, factor);
}

/**
 * The 6 × 6 matrix that transforms forces and moments to new axes, in which a vector x is R x, and to a new point, from which the old point is at
 * s in the new axes: (f, n) → (R f, R n + s × R f).
 */
export function transportMatrix(workspace: Workspace, r: Matrix3, s: Float64Array): Dense {
  const out = workspace.zero(6, 6);
  const { values } = out;
  for (let k = 0; k < 3; k++) {
    const i = (k + 1) % 3;
    const j = (k + 2) % 3;
    for (let c = 0; c < 3; c++) {
      values[out.at(k, c)] = r[3 * k + c];
      values[out.at(3 + k, 3 + c)] = r[3 * k + c];
      values[out.at(3 + k, c)] = s[i] * r[3 * j + c] - s[j] * r[3 * i + c];
    }
  }
  return out;
}

/** A 6 × 6 matrix times a vector. */
export function timesSix({ values, start, stride }: Dense, x: Float64Array): Float64Array {
  const out = new Float64Array(6);
  for (let i = 0; i < 6; i++) for (let k = 0; k < 6; k++) out[i] += values[start + i * stride + k] * x[k];
  return out;
}
