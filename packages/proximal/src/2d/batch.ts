import { type PlaneKernel, plane } from '../engine/2d.ts';
import { BATCH_ROWS } from '../engine/2d-layout.ts';
import { Batches, checkOrder } from '../query/batch.ts';
import { type BatchLayout, createBatch, type DistanceBatch, distanceLayout } from '../query/batch-result.ts';
import {
  type ClearanceOptions,
  type DistanceOptions,
  readClearanceSettings,
  readSettings,
  type Settings,
} from './options.ts';
import { writeSettings } from './query.ts';
import { checkShape, type Shape } from './shapes/shape.ts';

export { batchStatuses, batchTerminations, type DistanceBatch } from '../query/batch-result.ts';

/** Shapes and poses of bodies. A pose is four numbers, x y cos sin, where the vector (cos, sin) may have any length from 1e-100 to 1e100. */
export interface Bodies {
  readonly shapes: readonly Shape[];
  readonly poses: Float64Array;
}

/** The layout of distances and signed distances. @internal */
export const distanceBatchLayout: BatchLayout = /* @__PURE__ */ distanceLayout(2);

const batches = /* @__PURE__ */ new Batches<PlaneKernel, DistanceOptions, Settings>({
  layout: distanceBatchLayout,
  poseSize: 4,
  unbounded: 'half-planes',
  chunk: BATCH_ROWS,
  engine: () => plane.engine(),
  checkShape,
  readSettings,
  writeSettings,
});

/**
 * Arrays for the results of `count` pairs, to be reused.
 * @example
 * ```ts
 * const out = createDistanceBatch(pairs.length / 2);
 * ```
 */
export function createDistanceBatch(count: number): DistanceBatch {
  return createBatch(distanceBatchLayout, count);
}

/**
 * The full results of many pairs of bodies: see `distance`. A row with an invalid pose is marked `'invalid'`; an index out
 * of range throws before anything is written. Reusing the same list of shapes is fastest.
 * @param pairs two body indices for each pair
 * @param out filled and returned. Default: a new batch
 * @example
 * ```ts
 * const bodies = { shapes: [box(1, 1), circle(1)], poses: Float64Array.of(0, 0, 1, 0, 4, 0, 1, 0) };
 * const pairs = Uint32Array.of(0, 1);
 * distanceBatch(bodies, pairs).distance; // Float64Array [2]
 * const out = createDistanceBatch(1);
 * distanceBatch(bodies, pairs, { upTo: 10 }, out); // out, with the same values
 * ```
 */
export function distanceBatch(
  bodies: Bodies,
  pairs: Uint32Array,
  options?: DistanceOptions,
  out?: DistanceBatch,
): DistanceBatch {
  return batches.distance(bodies, pairs, options, out);
}

/**
 * The signed distances of many pairs of bodies: see `signedDistance`. The rows have the same bits as single queries, but no proof. A row
 * with an invalid pose is marked `'invalid'`; an index out of range throws before anything is written.
 * @param out made by `createDistanceBatch`; filled and returned. Default: a new batch
 * @example
 * ```ts
 * signedDistanceBatch(bodies, Uint32Array.of(0, 1, 0, 2)).distance; // Float64Array [2, -0.5]
 * const out = createDistanceBatch(2);
 * signedDistanceBatch(bodies, Uint32Array.of(0, 1, 0, 2), { upTo: 10 }, out); // out, with the same values
 * ```
 */
export function signedDistanceBatch(
  bodies: Bodies,
  pairs: Uint32Array,
  options?: DistanceOptions,
  out?: DistanceBatch,
): DistanceBatch {
  return signedRows('signedDistanceBatch', bodies, pairs, options, out);
}

/** The signed distances of many pairs. @param prepare further checks */
export function signedRows(
  where: string,
  bodies: Bodies,
  pairs: Uint32Array,
  options: DistanceOptions | undefined,
  out: DistanceBatch | undefined,
  prepare?: () => null,
): DistanceBatch {
  checkOrder(where, options);
  return batches.rows(where, bodies, pairs, readSettings(where, options, false), out, {
    query: ({ kernel }) => kernel.signedMany,
    ...(prepare && { prepare }),
  });
}

/**
 * Only the distances of many pairs of bodies, NaN for an invalid pose: up to twice as fast as `distanceBatch`. See `clearance`,
 * also for the effects of `upTo` and `maxIterations`.
 * @example
 * ```ts
 * clearanceBatch(bodies, Uint32Array.of(0, 1, 0, 2)); // Float64Array [2, 0]
 * const out = new Float64Array(2);
 * clearanceBatch(bodies, Uint32Array.of(0, 1, 0, 2), undefined, out); // out, with the same values
 * ```
 */
export function clearanceBatch(
  bodies: Bodies,
  pairs: Uint32Array,
  options?: ClearanceOptions,
  out?: Float64Array,
): Float64Array {
  const where = 'clearanceBatch';
  checkOrder(where, options);
  return batches.answers(where, bodies, pairs, readClearanceSettings(where, options), out, Float64Array, {
    query: ({ kernel }) => kernel.clearanceMany,
    last: 0,
    answers: ({ f64 }, at, count) => f64.subarray(at, at + count),
  });
}

/**
 * Whether each of many pairs of bodies collides: 1, 0, or 255 for an invalid pose. See `collide`.
 * @example
 * ```ts
 * collideBatch(bodies, Uint32Array.of(0, 1, 0, 2)); // Uint8Array [0, 1]
 * const out = new Uint8Array(2);
 * collideBatch(bodies, Uint32Array.of(0, 1, 0, 2), { margin: 2 }, out); // out: [1, 1]
 * ```
 */
export function collideBatch(
  bodies: Bodies,
  pairs: Uint32Array,
  options?: DistanceOptions,
  out?: Uint8Array,
): Uint8Array {
  return batches.collide(bodies, pairs, options, out);
}
