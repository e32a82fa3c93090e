// Rows of twists and of forces at a joint, six each: linear, then angular; a column for each thing that they depend on.
import { addTo, Dense } from './dense.ts';
import { type Block, cross } from './small-matrix.ts';

/** A joint's own numbers among the six of its axes. */
export function embed(x: Float64Array, columns: readonly number[]): Float64Array {
  const out = new Float64Array(6);
  columns.forEach((column, k) => {
    out[column] = x[k];
  });
  return out;
}

export function embedRows(rows: Dense, columns: readonly number[]): Dense {
  const out = Dense.zero(6, rows.columns);
  columns.forEach((column, k) => {
    out.row(column).set(rows.row(k));
  });
  return out;
}

/** out += factor ξ ×* h for a twist ξ in every column: (θ × P, θ × L + s × P). */
export function addCross(twists: Dense, h: Float64Array, out: Dense, factor: number): void {
  for (let k = 0; k < 3; k++) {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    addTo(out.row(k), factor * h[j], twists.row(3 + i));
    addTo(out.row(k), -factor * h[i], twists.row(3 + j));
    addTo(out.row(3 + k), factor * h[3 + j], twists.row(3 + i));
    addTo(out.row(3 + k), -factor * h[3 + i], twists.row(3 + j));
    addTo(out.row(3 + k), factor * h[j], twists.row(i));
    addTo(out.row(3 + k), -factor * h[i], twists.row(j));
  }
}

/** Forces in axes that are turned by `back`, about a point from which the old one is at `shift`. */
export function transport(forces: Dense, back: Block, shift: Float64Array): Dense {
  const turn = new Dense(3, back);
  const [linear, angular] = [forces.slice(0, 3), forces.slice(3, 6)].map((each) => turn.times(each));
  const moments = angular.plus(new Dense(3, cross(shift)).times(linear));
  return new Dense(6, Float64Array.of(...linear.values, ...moments.values));
}
