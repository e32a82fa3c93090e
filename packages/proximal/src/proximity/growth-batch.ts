// Growth distances of many pairs.
import type { Engine, Kernel, ManyQuery } from '../engine/engine.ts';
import type { QueryFrame } from '../engine/engine-memory.ts';
import { extendedKernel } from '../engine/extended.ts';
import { Growth } from '../engine/layout.ts';
import { statuses, terminations } from '../engine/status.ts';
import { activeEngine } from '../engine/target.ts';
import type { Vec3 } from '../math/vec3.ts';
import { Batches, checkOrder } from '../query/batch.ts';
import { type BatchLayout, createBatch, outcomeNames } from '../query/batch-result.ts';
import { checkGrowthPairs } from '../query/growth-pairs.ts';
import { checkShape } from '../shapes/shape.ts';
import type { Bodies } from './batch.ts';
import {
  type GrowthBatchOptions,
  type GrowthSettings,
  growthRounding,
  growthSize,
  readBatchGrowth,
} from './growth-options.ts';
import { writeGrowth } from './growth-query.ts';
import { innerRadius } from './inner-radius.ts';
import { writeSettings } from './query.ts';

/**
 * The results of `growthDistanceBatch`: one typed array per field, one row per pair. Points have three numbers per row. See
 * `GrowthResult` for the fields.
 */
export interface GrowthBatch {
  readonly count: number;
  readonly growth: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly pointA: Float64Array;
  readonly pointB: Float64Array;
  readonly normal: Float64Array;
  readonly contact: Float64Array;
  readonly iterations: Int32Array;
  readonly supportCalls: Int32Array;
  /** Indices into `batchStatuses`. */
  readonly status: Uint8Array;
  /** Indices into `batchTerminations`. */
  readonly termination: Uint8Array;
}

/** @internal */
export const growthBatchLayout: BatchLayout = {
  create: 'createGrowthBatch',
  numbers: [
    ['growth', 1],
    ['lower', 1],
    ['upper', 1],
    ['pointA', 3],
    ['pointB', 3],
    ['normal', 3],
    ['contact', 3],
  ],
  integers: outcomeNames,
};

const batches = /* @__PURE__ */ new Batches<Kernel, GrowthBatchOptions, GrowthSettings>({
  layout: growthBatchLayout,
  poseSize: 7,
  unbounded: 'half-spaces',
  chunk: 1024,
  engine: activeEngine,
  checkShape,
  readSettings: readBatchGrowth,
  writeSettings,
});

/**
 * Arrays for the growth distances of `count` pairs, to be reused.
 * @example
 * ```ts
 * const out = createGrowthBatch(pairs.length / 2);
 * ```
 */
export function createGrowthBatch(count: number): GrowthBatch {
  return createBatch(growthBatchLayout, count);
}

/**
 * The growth distances of many pairs of bodies, about the centers of their shapes: see `growthDistance`. The rows have the same bits as
 * single queries, but no proof. A row with an invalid pose is marked `'invalid'`. An index out of range, an unbounded shape of a pair, and
 * a pair of shapes without volume throw before anything is written.
 * @param pairs two body indices for each pair
 * @param out filled and returned. Default: a new batch
 * @example
 * ```ts
 * const bodies = { shapes: [box(1, 1, 1), sphere(1)], poses: Float64Array.of(0, 0, 0, 0, 0, 0, 1, 4, 0, 0, 0, 0, 0, 1) };
 * const pairs = Uint32Array.of(0, 1);
 * growthDistanceBatch(bodies, pairs).growth; // Float64Array [2]
 * const out = createGrowthBatch(1);
 * growthDistanceBatch(bodies, pairs, { tolerance: 1e-10 }, out); // out, with the same values
 * ```
 */
export function growthDistanceBatch(
  bodies: Bodies,
  pairs: Uint32Array,
  options?: GrowthBatchOptions,
  out?: GrowthBatch,
): GrowthBatch {
  const where = 'growthDistanceBatch';
  checkOrder(where, options);
  const settings = readBatchGrowth(where, options);
  const batch = batches.rows(where, bodies, pairs, settings, out, {
    query: (engine, frame, centers) => findQuery(engine, frame, settings, centers),
    prepare: () => readCenters(where, bodies, pairs),
  });
  withdrawBounds(bodies, pairs, batch);
  return batch;
}

function findQuery(engine: Engine, frame: QueryFrame, settings: GrowthSettings, centers: number): ManyQuery {
  const { growth, polytope } = frame;
  frame.growthOwner?.save();
  writeGrowth(engine, frame, settings);
  Growth.setIsBoolean(engine.i32, growth, 0);
  const { growthMany } = extendedKernel(engine);
  return (...many) => growthMany(...many, growth, polytope, centers);
}

/** The center of each body of a pair, and the radius of a ball around it inside the shape. Throws unless each growth exists. @internal */
export function readCenters(where: string, { shapes }: Bodies, pairs: Uint32Array): Float64Array {
  const centers = new Float64Array(4 * shapes.length);
  const measure = (body: number): { inradius: number; size: number } => {
    const shape = shapes[body];
    const center: Vec3 = [...shape.center];
    const inradius = innerRadius(where, `bodies.shapes[${body}].center`, shape, center);
    centers.set([...center, inradius], 4 * body);
    return { inradius, size: growthSize(shape, center) };
  };
  checkGrowthPairs(where, shapes, pairs, measure, growthRounding, 'give a shape with a volume');
  return centers;
}

/** Resets bounds and status of pairs with a shape whose size is not finite: products of coordinates may overflow. */
function withdrawBounds(
  { shapes }: Bodies,
  pairs: Uint32Array,
  { lower, upper, status, termination }: GrowthBatch,
): void {
  const isSized = shapes.map(({ boundingRadius }) => boundingRadius < Infinity);
  if (isSized.every(Boolean)) return;
  for (let row = 0; row < lower.length; row++) {
    const isInvalid = status[row] >= statuses.length;
    if (isInvalid || (isSized[pairs[2 * row]] && isSized[pairs[2 * row + 1]])) continue;
    lower[row] = 0;
    upper[row] = Infinity;
    status[row] = statuses.indexOf('unknown');
    termination[row] = terminations.indexOf('stalled');
  }
}
