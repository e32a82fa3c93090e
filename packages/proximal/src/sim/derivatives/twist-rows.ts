// Rows of twists and of forces at a joint, six each, linear first; one column for each variable.
import { Dense } from './dense.ts';
import { cross, type Matrix3 } from './small-matrix.ts';
import type { Workspace } from './workspace.ts';

/** The six-vector of a joint's own coordinates; the other entries are zero. */
export function embed(x: Float64Array, columns: readonly number[]): Float64Array {
  const out = new Float64Array(6);
  columns.forEach((column, k) => {
    out[column] = x[k];
  });
  return out;
}

export function embedRows(workspace: Workspace, rows: Dense, columns: readonly number[]): Dense {
  const out = workspace.zero(6, rows.columns);
  columns.forEach((column, k) => {
    out.addRow(column, 1, rows, k);
  });
  return out;
}

/** out += factor ξ ×* h for the momentum h = (P, L) and a twist ξ = (s, θ) in every column: (θ × P, θ × L + s × P). */
export function addCross(twists: Dense, h: Float64Array, out: Dense, factor: number): void {
  for (let k = 0; k < 3; k++) {
    const i = (k + 1) % 3;
    const j = (k + 2) % 3;
    out.addRow(k, factor * h[j], twists, 3 + i);
    out.addRow(k, -factor * h[i], twists, 3 + j);
    out.addRow(3 + k, factor * h[3 + j], twists, 3 + i);
    out.addRow(3 + k, -factor * h[3 + i], twists, 3 + j);
    out.addRow(3 + k, factor * h[j], twists, i);
    out.addRow(3 + k, -factor * h[i], twists, j);
  }
}

/** Transforms forces to axes rotated by `back`, about a new point from which the old point is at `shift`. */
export function transport(workspace: Workspace, forces: Dense, back: Matrix3, shift: Float64Array): Dense {
  const rotation = new Dense(3, 3, back);
  const out = workspace.zero(6, forces.columns);
  const [linear, angular] = [out.slice(0, 3), out.slice(3, 6)];
  linear.addProduct(rotation, forces.slice(0, 3));
  angular.addProduct(rotation, forces.slice(3, 6)).addProduct(new Dense(3, 3, cross(shift)), linear);
  return out;
}
