// Signed distances and penetration depths of many pairs.
import { outOfRange } from '../check/argument.ts';
import type { Engine, Kernel, ManyQuery } from '../engine/engine.ts';
import type { QueryFrame } from '../engine/engine-memory.ts';
import { extendedKernel } from '../engine/extended.ts';
import { activeEngine } from '../engine/target.ts';
import { Batches, checkOrder } from '../query/batch.ts';
import { type BatchLayout, createBatch, outcomeNames, witnessColumns } from '../query/batch-result.ts';
import { checkShape } from '../shapes/shape.ts';
import type { Bodies, DistanceBatch } from './batch.ts';
import { writeDepthChoices } from './penetration.ts';
import {
  type PenetrationBatchOptions,
  type PenetrationSettings,
  readPenetrationSettings,
} from './penetration-options.ts';
import { writeSettings } from './query.ts';

/** The results of `signedDistanceBatch`: those of `distanceBatch`, with `local`. See `DistanceResult` for the fields. */
export interface SignedDistanceBatch extends DistanceBatch {
  /** 1 if the depth is not proven to be minimal. */
  readonly local: Uint8Array;
}

/** The results of `penetrationBatch`: one typed array per field, one row per pair. See `PenetrationResult` for the fields. */
export interface PenetrationBatch extends Omit<SignedDistanceBatch, 'distance'> {
  readonly depth: Float64Array;
}

const integers: readonly string[] = /* @__PURE__ */ outcomeNames.concat('local');

/** @internal */
export const signedBatchLayout: BatchLayout = {
  create: 'createSignedDistanceBatch',
  numbers: /* @__PURE__ */ witnessColumns('distance', 3),
  integers,
};

/** @internal */
export const penetrationBatchLayout: BatchLayout = {
  create: 'createPenetrationBatch',
  numbers: /* @__PURE__ */ witnessColumns('depth', 3),
  integers,
};

/** The settings of a batch of depths, with the default of `certified` applied. */
type Settings = PenetrationSettings & { readonly certified: boolean };

const batches = /* @__PURE__ */ new Batches<Kernel, PenetrationBatchOptions, Settings>({
  layout: signedBatchLayout,
  poseSize: 7,
  unbounded: 'half-spaces',
  chunk: 1024,
  engine: activeEngine,
  checkShape,
  readSettings: (where, options) => readDepthBatch(where, options, true),
  writeSettings: writeDepthBatch,
});

/** Checks the options. @param certified whether minimal depths are proven by default @internal */
export function readDepthBatch(
  where: string,
  options: PenetrationBatchOptions | undefined,
  certified: boolean,
): Settings {
  checkOrder(where, options);
  const settings = readPenetrationSettings(where, options, false);
  if (settings.keepProof)
    throw outOfRange(where, 'options.keepProof', true, 'a batch keeps no proofs: use the query of one pair');
  return { ...settings, certified: settings.certified ?? certified };
}

function writeDepthBatch(engine: Engine, frame: QueryFrame, settings: Settings): void {
  writeSettings(engine, frame, settings);
  writeDepthChoices(engine, frame.workspace, settings, settings.certified);
}

/** The kernel's function. @param isSeparationEnough 1 for depths */
function findQuery(engine: Engine, { polytope }: QueryFrame, isSeparationEnough: 0 | 1): ManyQuery {
  const { penetrationMany } = extendedKernel(engine);
  return (...many) => penetrationMany(...many, polytope, isSeparationEnough);
}

/**
 * Arrays for the signed distances of `count` pairs, to be reused.
 * @example
 * ```ts
 * const out = createSignedDistanceBatch(pairs.length / 2);
 * ```
 */
export function createSignedDistanceBatch(count: number): SignedDistanceBatch {
  return createBatch(signedBatchLayout, count);
}

/**
 * Arrays for the penetration depths of `count` pairs, to be reused.
 * @example
 * ```ts
 * const out = createPenetrationBatch(pairs.length / 2);
 * ```
 */
export function createPenetrationBatch(count: number): PenetrationBatch {
  return createBatch(penetrationBatchLayout, count);
}

/**
 * The signed distances of many pairs of bodies: see `signedDistance`. The rows have the same bits as single queries, but no proof. A row
 * with an invalid pose is marked `'invalid'`; an index out of range throws before anything is written.
 * @param pairs two body indices for each pair
 * @param out filled and returned. Default: a new batch
 * @example
 * ```ts
 * const bodies = { shapes: [box(1, 1, 1), sphere(1)], poses: Float64Array.of(0, 0, 0, 0, 0, 0, 1, 1.5, 0, 0, 0, 0, 0, 1) };
 * const pairs = Uint32Array.of(0, 1);
 * signedDistanceBatch(bodies, pairs).distance; // Float64Array [-0.5]
 * const out = createSignedDistanceBatch(1);
 * signedDistanceBatch(bodies, pairs, { certified: false }, out); // out, with the same values
 * ```
 */
export function signedDistanceBatch(
  bodies: Bodies,
  pairs: Uint32Array,
  options?: PenetrationBatchOptions,
  out?: SignedDistanceBatch,
): SignedDistanceBatch {
  const where = 'signedDistanceBatch';
  return batches.rows(where, bodies, pairs, readDepthBatch(where, options, true), out, {
    query: (engine, frame) => findQuery(engine, frame, 0),
  });
}

/**
 * The penetration depths of many pairs of bodies: see `penetration`. The rows have the same bits as single queries, but no proof. A row
 * with an invalid pose is marked `'invalid'`; an index out of range throws before anything is written.
 * @param pairs two body indices for each pair
 * @param out filled and returned. Default: a new batch
 * @example
 * ```ts
 * const bodies = { shapes: [box(1, 1, 1), sphere(1)], poses: Float64Array.of(0, 0, 0, 0, 0, 0, 1, 1.5, 0, 0, 0, 0, 0, 1) };
 * const pairs = Uint32Array.of(0, 1);
 * penetrationBatch(bodies, pairs).depth; // Float64Array [0.5]
 * const out = createPenetrationBatch(1);
 * penetrationBatch(bodies, pairs, { direction: [1, 0, 0] }, out); // out, with the same values
 * ```
 */
export function penetrationBatch(
  bodies: Bodies,
  pairs: Uint32Array,
  options?: PenetrationBatchOptions,
  out?: PenetrationBatch,
): PenetrationBatch {
  const where = 'penetrationBatch';
  return batches.rows(where, bodies, pairs, readDepthBatch(where, options, false), out, {
    layout: penetrationBatchLayout,
    query: (engine, frame) => findQuery(engine, frame, 1),
  });
}
