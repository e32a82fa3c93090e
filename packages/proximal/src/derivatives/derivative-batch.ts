// Derivatives of the signed distances of many pairs.
import { outOfRange } from '../check/argument.ts';
import type { Engine, Kernel, ManyQuery } from '../engine/engine.ts';
import type { QueryFrame } from '../engine/engine-memory.ts';
import { extendedKernel } from '../engine/extended.ts';
import { integerIndex } from '../engine/integers.ts';
import { CoreWidth, Query } from '../engine/layout.ts';
import { activeEngine } from '../engine/target.ts';
import type { Bodies } from '../proximity/batch.ts';
import { readDepthBatch, type SignedDistanceBatch, signedBatchLayout } from '../proximity/depth-batch.ts';
import { facetsOf } from '../proximity/facets.ts';
import { writeDepthChoices } from '../proximity/penetration.ts';
import type { PenetrationSettings } from '../proximity/penetration-options.ts';
import { writeSettings } from '../proximity/query.ts';
import { skeletonOf } from '../proximity/skeleton.ts';
import { Batches, checkOrder } from '../query/batch.ts';
import { type BatchLayout, createBatch, withResult } from '../query/batch-result.ts';
import { checkShape, type Shape } from '../shapes/shape.ts';
import { needsOf, writeEstimator } from './derivative.ts';
import { type DerivativeOptions, type DerivativeSettings, readDerivativeSettings } from './derivative-options.ts';

/** Options of a batch of derivatives, which computes its signed distances itself. */
export type DerivativeBatchOptions = Omit<DerivativeOptions, 'result'>;

/**
 * The results of `differentiateBatch`: one typed array per field, one row per pair. See `Derivatives` for the fields. A Jacobian has 18 numbers per
 * row, with `withRespectTo: 'both'` 36; the gradient `distance` has 6 or 12.
 */
export interface DerivativeBatch {
  readonly count: number;
  /** The results of `signedDistanceBatch`. */
  readonly result: SignedDistanceBatch;
  readonly pointA: Float64Array;
  readonly pointB: Float64Array;
  readonly separation: Float64Array;
  readonly normal: Float64Array;
  readonly distance: Float64Array;
  /** 1 if the true derivative of the distance exists: see `Derivatives.differentiable`. */
  readonly distanceExists: Uint8Array;
  /** 1 if the true derivative of the normal exists. */
  readonly normalExists: Uint8Array;
  /** 1 if the true derivatives of the points exist. */
  readonly pointsExist: Uint8Array;
  readonly samples: Int32Array;
  readonly supportCalls: Int32Array;
}

/** @internal */
export function derivativeBatchLayout(columns: number): BatchLayout {
  const jacobians = ['pointA', 'pointB', 'separation', 'normal'].map((name) => [name, 3 * columns] as const);
  return withResult(signedBatchLayout, {
    create: 'createDerivativeBatch',
    ...(columns > 6 && { more: ", { withRespectTo: 'both' }" }),
    numbers: [...jacobians, ['distance', columns]],
    integers: ['distanceExists', 'normalExists', 'pointsExist', 'samples', 'supportCalls'],
  });
}

/** The settings of a batch: those of its signed distances, and those of the derivatives. */
interface Settings extends PenetrationSettings {
  readonly derivative: DerivativeSettings;
}

const batches = /* @__PURE__ */ new Batches<Kernel, DerivativeBatchOptions, Settings>({
  layout: /* @__PURE__ */ derivativeBatchLayout(6),
  poseSize: 7,
  unbounded: 'half-spaces',
  // A row has up to 174 numbers.
  chunk: 128,
  engine: activeEngine,
  checkShape,
  readSettings: readDerivativeBatch,
  writeSettings: writeDerivativeBatch,
});

/** Checks the options. @internal */
export function readDerivativeBatch(where: string, options: DerivativeBatchOptions | undefined): Settings {
  checkOrder(where, options);
  const derivative = readDerivativeSettings(where, options);
  if (derivative.result !== undefined)
    throw outOfRange(where, 'options.result', derivative.result, 'a batch computes its results: leave it out');
  return { ...readDepthBatch(where, undefined, true), derivative };
}

function writeDerivativeBatch(engine: Engine, frame: QueryFrame, settings: Settings): void {
  writeSettings(engine, frame, settings);
  writeDepthChoices(engine, frame.workspace, settings, true);
  // EPA's polytope shows whether other directions have the same depth.
  Query.setWantedPolytope(engine.i32, frame.workspace, 1);
  writeEstimator(engine, frame.derivative, settings.derivative);
  // Sampling moves the start of the search; if a custom shape throws, the start is not restored.
  frame.settings = null;
  // The block no longer has the shapes of another derivative.
  frame.plan = null;
}

/**
 * Arrays for the derivatives of `count` pairs, to be reused by calls with the same `withRespectTo`.
 * @example
 * ```ts
 * const out = createDerivativeBatch(pairs.length / 2, { withRespectTo: 'both' });
 * ```
 */
export function createDerivativeBatch(
  count: number,
  options?: Pick<DerivativeBatchOptions, 'withRespectTo'>,
): DerivativeBatch {
  const { columns } = readDerivativeSettings('createDerivativeBatch', options);
  return createBatch(derivativeBatchLayout(columns), count);
}

/**
 * The derivatives of the signed distances of many pairs of bodies, of their nearest points and normals: see `differentiate`. The rows have
 * the same bits as single calls. A row with an invalid pose is NaN and marked `'invalid'` in `result.status`; an index out of range throws
 * before anything is written.
 * @param pairs two body indices for each pair
 * @param out filled and returned. Default: a new batch
 * @example
 * ```ts
 * const bodies = { shapes: [sphere(1), sphere(1)], poses: Float64Array.of(0, 0, 0, 0, 0, 0, 1, 3, 0, 0, 0, 0, 0, 1) };
 * const { result, distance } = differentiateBatch(bodies, Uint32Array.of(0, 1));
 * result.distance; // Float64Array [1]
 * distance; // Float64Array [1, 0, 0, 0, 0, 0]
 * const out = createDerivativeBatch(1);
 * differentiateBatch(bodies, Uint32Array.of(0, 1), { estimator: 'exact' }, out); // out, with the same values
 * ```
 */
export function differentiateBatch(
  bodies: Bodies,
  pairs: Uint32Array,
  options?: DerivativeBatchOptions,
  out?: DerivativeBatch,
): DerivativeBatch {
  const where = 'differentiateBatch';
  const settings = readDerivativeBatch(where, options);
  const { derivative } = settings;
  return batches.rows(where, bodies, pairs, settings, out, {
    layout: derivativeBatchLayout(derivative.columns),
    query: (engine, frame, traits) => findQuery(engine, frame, traits, bodies.shapes, derivative),
    prepare: () => traitsOf(bodies.shapes, derivative),
  });
}

/** For each body the facets of its core, if the estimator needs them, and a place for the address of its skeleton. */
function traitsOf(shapes: readonly Shape[], derivative: DerivativeSettings): Float64Array {
  const traits = new Float64Array((CoreWidth.SIZE + 1) * shapes.length);
  if (needsOf(derivative).isSmoothed)
    for (const [body, shape] of shapes.entries()) traits.set(facetsOf(shape), (CoreWidth.SIZE + 1) * body);
  return traits;
}

function findQuery(
  engine: Engine,
  frame: QueryFrame,
  traits: number,
  shapes: readonly Shape[],
  derivative: DerivativeSettings,
): ManyQuery {
  if (needsOf(derivative).isSoftMax) placeSkeletons(engine, frame, traits, shapes);
  const { differentiateMany } = extendedKernel(engine);
  return (...many) => differentiateMany(...many, frame.polytope, frame.derivative, traits);
}

/** Places the skeletons of the shapes, safe from eviction until the query frame is left, and writes their addresses. */
function placeSkeletons(engine: Engine, frame: QueryFrame, traits: number, shapes: readonly Shape[]): void {
  const { batch } = frame;
  const skeletons = shapes.map((shape) => skeletonOf(shape));
  const placed = skeletons.filter((skeleton) => skeleton !== null);
  const addresses = engine.memory.placeAll(frame, [...batch, ...placed]);
  let next = batch.length;
  for (const [body, skeleton] of skeletons.entries()) {
    const at = integerIndex(traits + (CoreWidth.SIZE + 1) * body + CoreWidth.SIZE);
    engine.i32[at] = skeleton === null ? 0 : addresses[next++];
  }
}
