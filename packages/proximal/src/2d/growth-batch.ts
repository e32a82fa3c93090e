import { checkOptions } from '../check/argument.ts';
import { type PlaneEngine, type PlaneKernel, plane } from '../engine/2d.ts';
import { BATCH_ROWS, PlaneQuery } from '../engine/2d-layout.ts';
import type { QueryFrame } from '../engine/engine-memory.ts';
import { Batches, checkOrder } from '../query/batch.ts';
import { type BatchLayout, createBatch, outcomeNames } from '../query/batch-result.ts';
import { checkGrowthPairs } from '../query/growth-pairs.ts';
import type { Bodies } from './batch.ts';
import { type GrowthOptions, innerRadius, largestCoordinateOf, readGrowthLimits, roundingOf } from './growth.ts';
import { checkShape } from './shapes/shape.ts';

/** Options of a batch of growth distances. Every shape is scaled about its `center`, and there is no trace. */
export type GrowthBatchOptions = Omit<GrowthOptions, 'centerA' | 'centerB' | 'trace'>;

/**
 * The results of `growthDistanceBatch`: one typed array per field, one row per pair. Points have two numbers per row. See
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

const layout: BatchLayout = {
  create: 'createGrowthBatch',
  numbers: [
    ['growth', 1],
    ['lower', 1],
    ['upper', 1],
    ['pointA', 2],
    ['pointB', 2],
    ['normal', 2],
    ['contact', 2],
  ],
  integers: outcomeNames,
};

/** The settings of a batch; it has no margin and no trace. */
interface Settings {
  readonly tolerance: number;
  readonly maxIterations: number;
  readonly margin: 0;
  readonly trace: undefined;
}

const batches = /* @__PURE__ */ new Batches<PlaneKernel, GrowthBatchOptions, Settings>({
  layout,
  poseSize: 4,
  unbounded: 'half-planes',
  chunk: BATCH_ROWS,
  engine: () => plane.engine(),
  checkShape,
  readSettings: readOptions,
  writeSettings,
});

function readOptions(where: string, options: GrowthBatchOptions | undefined): Settings {
  checkOptions(where, 'options', options, ['tolerance', 'maxIterations']);
  return { ...readGrowthLimits(where, options?.tolerance, options?.maxIterations), margin: 0, trace: undefined };
}

function writeSettings({ f64, i32 }: PlaneEngine, frame: QueryFrame, { tolerance, maxIterations }: Settings): void {
  const w = frame.workspace;
  PlaneQuery.setRelativeTolerance(f64, w, tolerance);
  PlaneQuery.setMaxIterations(i32, w, maxIterations);
  PlaneQuery.setWantedTrace(i32, w, 0);
  PlaneQuery.setIsBoolean(i32, w, 0);
  PlaneQuery.setGuess(f64, w, 0, 0);
  PlaneQuery.setGuess(f64, w, 1, 0);
  frame.tracer = null;
  // The workspace now has the settings of this batch: the next distance query writes its own again.
  frame.settings = null;
}

/**
 * Arrays for the growth distances of `count` pairs, to be reused.
 * @example
 * ```ts
 * const out = createGrowthBatch(pairs.length / 2);
 * ```
 */
export function createGrowthBatch(count: number): GrowthBatch {
  return createBatch(layout, count);
}

/**
 * The growth distances of many pairs of bodies, about the centers of their shapes: see `growthDistance`. The rows have the same bits as
 * single queries, but no proof. A row with an invalid pose is marked `'invalid'`. An index out of range, an unbounded shape of a pair, and
 * a pair of shapes without area throw before anything is written.
 * @param pairs two body indices for each pair
 * @param out filled and returned. Default: a new batch
 * @example
 * ```ts
 * const bodies = { shapes: [box(1, 1), circle(1)], poses: Float64Array.of(0, 0, 1, 0, 4, 0, 1, 0) };
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
  const settings = readOptions(where, options);
  const prepare = (): null => checkGrowths(where, bodies, pairs);
  return batches.rows(where, bodies, pairs, settings, out, { query: ({ kernel }) => kernel.growthMany, prepare });
}

/** Throws unless each growth exists. The centers of scaling are in the records. */
function checkGrowths(where: string, { shapes }: Bodies, pairs: Uint32Array): null {
  const measure = (body: number): { inradius: number; size: number } => {
    const shape = shapes[body];
    const inradius = innerRadius(where, `bodies.shapes[${body}].center`, shape, shape.center);
    return { inradius, size: largestCoordinateOf(shape, shape.center) };
  };
  const rounding = (a: number, b: number): number => roundingOf(Math.max(a, b));
  checkGrowthPairs(where, shapes, pairs, measure, rounding, 'give a shape with an area');
  return null;
}
