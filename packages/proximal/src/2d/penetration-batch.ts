import { type PlaneEngine, type PlaneKernel, plane } from '../engine/2d.ts';
import { BATCH_ROWS, PlaneQuery } from '../engine/2d-layout.ts';
import type { QueryFrame } from '../engine/engine-memory.ts';
import { Batches, checkOrder } from '../query/batch.ts';
import { type BatchLayout, createBatch, outcomeNames, witnessColumns } from '../query/batch-result.ts';
import type { Bodies, DistanceBatch } from './batch.ts';
import { type PenetrationOptions, type PenetrationSettings, readPenetrationSettings } from './penetration.ts';
import { writeSettings } from './query.ts';
import { checkShape } from './shapes/shape.ts';

/** Options of a batch of depths, which has no trace. */
export type PenetrationBatchOptions = Omit<PenetrationOptions, 'trace'>;

/**
 * The results of `penetrationBatch`: one typed array per field, one row per pair. Points have two numbers per row. See `PenetrationResult` for the
 * fields.
 */
export interface PenetrationBatch extends Omit<DistanceBatch, 'distance'> {
  readonly depth: Float64Array;
  /** 1 if the depth is not proven to be minimal. */
  readonly local: Uint8Array;
}

const layout: BatchLayout = {
  create: 'createPenetrationBatch',
  numbers: /* @__PURE__ */ witnessColumns('depth', 2),
  integers: /* @__PURE__ */ outcomeNames.concat('local'),
};

const batches = /* @__PURE__ */ new Batches<PlaneKernel, PenetrationBatchOptions, PenetrationSettings>({
  layout,
  poseSize: 4,
  unbounded: 'half-planes',
  chunk: BATCH_ROWS,
  engine: () => plane.engine(),
  checkShape,
  readSettings: readPenetrationSettings,
  writeSettings: writeDepthBatch,
});

function writeDepthBatch(engine: PlaneEngine, frame: QueryFrame, settings: PenetrationSettings): void {
  const { i32 } = engine;
  const w = frame.workspace;
  writeSettings(engine, frame, settings);
  PlaneQuery.setWantedDepth(i32, w, settings.depthAlgorithm);
  PlaneQuery.setWantedCertified(i32, w, settings.certified ? 1 : 0);
  PlaneQuery.setAsPublished(i32, w, settings.asPublished ? 1 : 0);
  PlaneQuery.setIsResumable(i32, w, 0);
}

/**
 * Arrays for the penetration depths of `count` pairs, to be reused.
 * @example
 * ```ts
 * const out = createPenetrationBatch(pairs.length / 2);
 * ```
 */
export function createPenetrationBatch(count: number): PenetrationBatch {
  return createBatch(layout, count);
}

/**
 * The penetration depths of many pairs of bodies: see `penetration`. The rows have the same bits as single queries, but no proof. A row
 * with an invalid pose is marked `'invalid'`; an index out of range throws before anything is written.
 * @param pairs two body indices for each pair
 * @param out filled and returned. Default: a new batch
 * @example
 * ```ts
 * const bodies = { shapes: [box(1, 1), circle(1)], poses: Float64Array.of(0, 0, 1, 0, 1.5, 0, 1, 0) };
 * const pairs = Uint32Array.of(0, 1);
 * penetrationBatch(bodies, pairs).depth; // Float64Array [0.5]
 * const out = createPenetrationBatch(1);
 * penetrationBatch(bodies, pairs, { direction: [1, 0] }, out); // out, with the same values
 * ```
 */
export function penetrationBatch(
  bodies: Bodies,
  pairs: Uint32Array,
  options?: PenetrationBatchOptions,
  out?: PenetrationBatch,
): PenetrationBatch {
  const where = 'penetrationBatch';
  checkOrder(where, options);
  const settings = readPenetrationSettings(where, options, false);
  return batches.rows(where, bodies, pairs, settings, out, { query: ({ kernel }) => kernel.penetrationMany });
}
