import type { Kernel } from '../engine/engine.ts';
import { activeEngine } from '../engine/target.ts';
import { Batches } from '../query/batch.ts';
import { type BatchLayout, createBatch, type DistanceBatch, distanceLayout } from '../query/batch-result.ts';
import { checkShape, type Shape } from '../shapes/shape.ts';
import { type DistanceOptions, readSettings, type Settings } from './options.ts';
import { writeSettings } from './query.ts';

export { batchStatuses, batchTerminations, type DistanceBatch } from '../query/batch-result.ts';

/** Shapes and poses of bodies. A pose is seven numbers, x y z qx qy qz qw, where the quaternion may have any length from 1e-100 to 1e100. */
export interface Bodies {
  readonly shapes: readonly Shape[];
  readonly poses: Float64Array;
}

/** @internal */
export const distanceBatchLayout: BatchLayout = /* @__PURE__ */ distanceLayout(3);

const batches = /* @__PURE__ */ new Batches<Kernel, DistanceOptions, Settings>({
  layout: distanceBatchLayout,
  poseSize: 7,
  unbounded: 'half-spaces',
  chunk: 1024,
  engine: activeEngine,
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
 * of range throws before anything is written.
 * @param pairs two body indices for each pair
 * @param out filled and returned. Default: a new batch
 * @example
 * ```ts
 * const bodies = { shapes: [box(1, 1, 1), sphere(1)], poses: Float64Array.of(0, 0, 0, 0, 0, 0, 1, 4, 0, 0, 0, 0, 0, 1) };
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
