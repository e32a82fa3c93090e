import { type BatchLayout, columnsOf, createBatch, withResult } from '../query/batch-result.ts';
import { type Bodies, type DistanceBatch, distanceBatchLayout, signedRows } from './batch.ts';
import { writeGradient } from './differentiate.ts';
import type { DistanceOptions } from './options.ts';
import { normalizePoses } from './pose.ts';

/** The results of `differentiateBatch`: one typed array per field, one row per pair, three numbers per row. See `Derivatives2`. */
export interface DerivativeBatch2 {
  readonly count: number;
  /** The results of `signedDistanceBatch`. */
  readonly result: DistanceBatch;
  readonly byA: Float64Array;
  readonly byB: Float64Array;
}

const layout: BatchLayout = /* @__PURE__ */ withResult(distanceBatchLayout, {
  create: 'createDerivativeBatch',
  numbers: [
    ['byA', 3],
    ['byB', 3],
  ],
  integers: [],
});

/**
 * Arrays for the derivatives of `count` pairs, to be reused.
 * @example
 * ```ts
 * const out = createDerivativeBatch(pairs.length / 2);
 * ```
 */
export function createDerivativeBatch(count: number): DerivativeBatch2 {
  return createBatch(layout, count);
}

/**
 * The gradients of the signed distances of many pairs of bodies: see `differentiate`. The rows have the same bits as single calls. A row
 * with an invalid pose is NaN and marked `'invalid'` in `result.status`; an index out of range throws before anything is written.
 * @param pairs two body indices for each pair
 * @param options those of `signedDistanceBatch`
 * @param out filled and returned. Default: a new batch
 * @example
 * ```ts
 * const bodies = { shapes: [box(1, 1), circle(0.5)], poses: Float64Array.of(0, 0, 1, 0, 3, 0, 1, 0) };
 * differentiateBatch(bodies, Uint32Array.of(0, 1)).byB; // Float64Array [1, 0, 0]
 * const out = createDerivativeBatch(1);
 * differentiateBatch(bodies, Uint32Array.of(0, 1), {}, out); // out, with the same values
 * ```
 */
export function differentiateBatch(
  bodies: Bodies,
  pairs: Uint32Array,
  options?: DistanceOptions,
  out?: DerivativeBatch2,
): DerivativeBatch2 {
  const where = 'differentiateBatch';
  // The check of the bodies follows.
  const poses = bodies?.poses instanceof Float64Array ? normalizePoses(bodies.poses) : bodies?.poses;
  const checkOut = (): null => {
    if (out) columnsOf(where, layout, out, pairs.length / 2);
    return null;
  };
  const result = signedRows(where, { ...bodies, poses }, pairs, options, out?.result, checkOut);
  const { byA, byB } = out ?? { byA: new Float64Array(3 * result.count), byB: new Float64Array(3 * result.count) };
  for (let row = 0; row < result.count; row++) {
    writeGradient(byA, row, -1, result.normal, result.localA, poses, pairs[2 * row]);
    writeGradient(byB, row, 1, result.normal, result.localB, poses, pairs[2 * row + 1]);
  }
  return out ?? { count: result.count, result, byA, byB };
}
