// Checks a distance field again: all stored distances, by certified queries.
import { wrongType } from '../../check/argument.ts';
import { DistanceField } from './distance-field.ts';
import { blockSize, row, side } from './grid.ts';
import { type FieldBody, geometryOf, sourceOf } from './source.ts';

/** The result of checking a distance field. Lengths are in meters. */
export interface DistanceFieldCertificate {
  /** The largest difference between a stored and the recomputed distance, plus bounds of the recomputed distances' error and of rounding. */
  readonly error: number;
  /**
   * Whether `error` is at most the error that the field states, and the field has the box of the body and is signed if the body's
   * distances are. Then all bounds of the field hold.
   */
  readonly valid: boolean;
}

/** A bound on the rounding errors of a few operations, relative to the largest coordinate. */
const rounding = 2 ** -47;

/**
 * Computes the distance of a body at every corner of a field's cells again, and compares it with the stored one. The bounds of a field
 * follow from these distances, because the distance is 1-Lipschitz. This takes about as long as `distanceField`.
 * @param field made from the body, or restored from bytes
 * @example
 * ```ts
 * certifyDistanceField(mug, DistanceField.restore(bytes)).valid; // true if the bytes belong to the mug
 * ```
 */
export function certifyDistanceField(body: FieldBody, field: DistanceField): DistanceFieldCertificate {
  const where = 'certifyDistanceField';
  if (!(field instanceof DistanceField)) throw wrongType(where, 'field', field, 'give a result of distanceField');
  const source = sourceOf(where, geometryOf(where, body));
  const { origin, resolution, isSigned, box, grid } = field.data;
  const [nx, ny] = grid.counts;
  let largest = 0;
  const compare = (points: Float64Array, stored: Float32Array): void => {
    const distances = new Float64Array(stored.length);
    source.measure(points, distances);
    stored.forEach((value, k) => {
      const difference = Math.abs(value * resolution - distances[k]);
      if (!(difference <= largest)) largest = Number.isNaN(difference) ? Infinity : difference;
    });
  };
  /** A lattice with `counts` corners along the axes. Its least corner `from` and its spacing `step` are in units of fine cells. */
  const corners = (from: readonly number[], counts: readonly number[], step: number): Float64Array => {
    const points = new Float64Array(3 * counts[0] * counts[1] * counts[2]);
    for (let k = 0; k < points.length / 3; k++) {
      const index = [k % counts[0], Math.floor(k / counts[0]) % counts[1], Math.floor(k / (counts[0] * counts[1]))];
      for (let axis = 0; axis < 3; axis++)
        points[3 * k + axis] = origin[axis] + (from[axis] + step * index[axis]) * resolution;
    }
    return points;
  };
  for (let at = 0; at < grid.coarse.length; at += nx + 1) {
    const line = at / (nx + 1);
    const from = [0, side * (line % (ny + 1)), side * Math.floor(line / (ny + 1))];
    compare(corners(from, [nx + 1, 1, 1], side), grid.coarse.subarray(at, at + nx + 1));
  }
  grid.cells.forEach((cell, block) => {
    const from = [cell % nx, Math.floor(cell / nx) % ny, Math.floor(cell / (nx * ny))].map((x) => side * x);
    compare(corners(from, [row, row, row], 1), grid.blocks.subarray(block * blockSize, (block + 1) * blockSize));
  });
  const size = [...source.box.min, ...source.box.max];
  const isSame = isSigned === source.isSigned && box.every((x, k) => x === size[k]);
  const error = largest + source.error + rounding * Math.max(...size.map(Math.abs));
  return { error, valid: isSame && error <= field.error };
}
