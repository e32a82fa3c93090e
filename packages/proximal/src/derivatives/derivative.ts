import { outOfRange } from '../check/argument.ts';
import type { Engine } from '../engine/engine.ts';
import type { QueryFrame } from '../engine/engine-memory.ts';
import { extendedKernel } from '../engine/extended.ts';
import {
  Derivative,
  DISTANCE_ROW,
  ESTIMATOR_GAUSSIAN,
  ESTIMATOR_GUMBEL,
  NORMAL_ROW,
  Query,
  RESPECT_RELATIVE,
  SEPARATION_ROW,
} from '../engine/layout.ts';
import type { ShapeRecord } from '../engine/record.ts';
import { activeEngine } from '../engine/target.ts';
import type { PoseLike } from '../math/pose.ts';
import type { Vec3 } from '../math/vec3.ts';
import { checkPair } from '../proximity/check-pair.ts';
import { facetsOf } from '../proximity/facets.ts';
import { readDepthFields, rememberNormal, writeDepthSettings } from '../proximity/penetration.ts';
import { type PenetrationSettings, readPenetrationSettings } from '../proximity/penetration-options.ts';
import { writeCheckedPoses } from '../proximity/poses.ts';
import { Subject, writeQuery } from '../proximity/query.ts';
import { createResult, type DistanceResult, readResult } from '../proximity/result.ts';
import { skeletonOf } from '../proximity/skeleton.ts';
import type { Shape } from '../shapes/shape.ts';
import { type DerivativeOptions, type DerivativeSettings, readDerivativeSettings } from './derivative-options.ts';

/** A matrix with three rows and one column per component of the twist, by rows. */
export type Jacobian = Float64Array;

/** The derivatives of a signed-distance query. Six columns for each body that moves: linear, then angular. */
export interface Derivatives {
  /** The result of `signedDistance` at the pose, or the given result. */
  result: DistanceResult;
  pointA: Jacobian;
  pointB: Jacobian;
  /** The derivative of `pointB − pointA`, which is −x* in Montaut et al. 2023. */
  separation: Jacobian;
  normal: Jacobian;
  /** The gradient of the signed distance. Exact for `'gumbel'` and `'gaussian'`, too. */
  distance: Float64Array;
  /**
   * Whether the true derivatives exist at the pose, independent of the estimator. They do not exist between parallel faces or with several equal
   * depths. If a point is on the boundary of its face or edge, the derivatives of normal and points do not exist.
   */
  readonly differentiable: { distance: boolean; normal: boolean; points: boolean };
  /** The number of sampled queries, or of sampled support points of one shape. */
  samples: number;
  /** Support points of the pair for the derivative, in addition to the support points of `result`. */
  supportCalls: number;
}

const jacobianFields = ['pointA', 'pointB', 'separation', 'normal'] as const;

/** Sampled queries overwrite the polytope, so no proof is kept. */
const noProof = { keepProof: false };

/** Empty derivatives for a query to fill. */
export function createDerivatives(result: DistanceResult): Derivatives {
  const empty = new Float64Array(0);
  return {
    result,
    pointA: empty,
    pointB: empty,
    separation: empty,
    normal: empty,
    distance: empty,
    differentiable: { distance: false, normal: false, points: false },
    samples: 0,
    supportCalls: 0,
  };
}

/** Whether the estimator needs the skeletons and the facets of the shapes. */
export function needsOf({ estimator }: DerivativeSettings): {
  readonly isSoftMax: boolean;
  readonly isSmoothed: boolean;
} {
  const isSoftMax = estimator === ESTIMATOR_GUMBEL;
  return { isSoftMax, isSmoothed: isSoftMax || estimator === ESTIMATOR_GAUSSIAN };
}

/** Settings, with the data of the two shapes that the estimator needs. */
interface DerivativePlan {
  readonly settings: DerivativeSettings;
  readonly facetsA: Float64Array | null;
  readonly facetsB: Float64Array | null;
  readonly skeletonA: ShapeRecord | null;
  readonly skeletonB: ShapeRecord | null;
  /** The engine's eviction count at which the skeletons were placed; they are valid while it is unchanged. */
  evictions: number;
}

/** State kept between derivatives of a pair. */
export class DerivativeQuery implements DerivativePlan {
  readonly settings: DerivativeSettings;
  readonly facetsA: Float64Array | null;
  readonly facetsB: Float64Array | null;
  readonly skeletonA: ShapeRecord | null;
  readonly skeletonB: ShapeRecord | null;
  evictions = -1;

  constructor(
    where: string,
    a: Shape,
    b: Shape,
    readonly options: DerivativeOptions | undefined,
    readonly answer: Derivatives,
  ) {
    this.settings = readDerivativeSettings(where, options);
    const { isSoftMax, isSmoothed } = needsOf(this.settings);
    this.facetsA = isSmoothed ? facetsOf(a) : null;
    this.facetsB = isSmoothed ? facetsOf(b) : null;
    this.skeletonA = isSoftMax ? skeletonOf(a) : null;
    this.skeletonB = isSoftMax ? skeletonOf(b) : null;
    const { columns, result } = this.settings;
    if (answer.distance.length !== columns) {
      for (const field of jacobianFields) answer[field] = new Float64Array(3 * columns);
      answer.distance = new Float64Array(columns);
    }
    if (result) answer.result = result;
  }
}

/**
 * The derivatives of the signed distance between two shapes, of their nearest points and of the normal with respect to the poses. By
 * default these are derivatives with respect to the pose of B relative to A, in A's frame: see `DerivativeOptions.withRespectTo`.
 * @param poseA the pose of A, body to world, in meters
 * @example
 * ```ts
 * const { distance, pointA } = differentiate(sphere(1), {}, sphere(1), { position: [3, 0, 0] });
 * distance; // [1, 0, 0, 0, 0, 0]: B moves away along x
 * pointA[1 * 6 + 1]; // 1/3: B moves along y by 1 m, A's nearest point by 1/3 m
 * ```
 */
export function differentiate(
  a: Shape,
  poseA: PoseLike,
  b: Shape,
  poseB: PoseLike,
  options?: DerivativeOptions,
): Derivatives {
  const where = 'differentiate';
  checkPair(where, a, b);
  const query = new DerivativeQuery(where, a, b, options, createDerivatives(createResult()));
  const settings = readPenetrationSettings(where, undefined, false);
  runDerivative(activeEngine(), where, new Subject(a, b, settings, false), settings, poseA, poseB, query);
  return query.answer;
}

/** Writes the result to `query.answer`. Allocates nothing. */
export function runDerivative(
  engine: Engine,
  where: string,
  subject: Subject,
  depth: PenetrationSettings,
  poseA: PoseLike,
  poseB: PoseLike,
  query: DerivativeQuery,
): void {
  const { settings, answer } = query;
  const given = settings.result;
  if (given) checkNormal(where, given);
  const frame = subject.enter(engine);
  try {
    const w = writeQuery(engine, frame, where, subject, poseA, poseB);
    writeDepthSettings(engine, w, subject, depth, depth.certified !== false);
    // EPA's polytope shows whether other directions have the same depth.
    Query.setWantedPolytope(engine.i32, w, 1);
    writeDerivativeSettings(engine, frame, query);
    // Sampling moves the start of the search; if a custom shape throws, the start is not restored.
    frame.settings = null;
    if (given) writeAnswer(engine, w, given);
    const isGiven = given ? 1 : 0;
    if (extendedKernel(engine).differentiate(w, frame.polytope, frame.derivative, isGiven) === 0) {
      writeCheckedPoses(engine, frame, where, poseA, poseB);
      extendedKernel(engine).differentiate(w, frame.polytope, frame.derivative, isGiven);
    }
    if (!given) {
      rememberNormal(engine, w, subject);
      readResult(engine.f64, engine.i32, w, answer.result);
      readDepthFields(engine, frame, noProof, w, answer.result);
    }
    readDerivatives(engine, frame.derivative, settings, answer);
  } finally {
    leaveDerivative(engine, frame);
  }
}

/** Writes the settings to the kernel's memory, unless they are still there. */
export function writeDerivativeSettings(engine: Engine, frame: QueryFrame, query: DerivativePlan): void {
  const { settings, facetsA, facetsB, skeletonA, skeletonB } = query;
  // Protects the skeletons from eviction until the query frame is left.
  frame.records[2] = skeletonA;
  frame.records[3] = skeletonB;
  if (frame.plan === query && query.evictions === engine.memory.evictions) return;
  // Placing may replace the views and evict the skeletons of another plan.
  const addressA = skeletonA ? engine.memory.placeCached(skeletonA) : 0;
  const addressB = skeletonB ? engine.memory.placeCached(skeletonB) : 0;
  query.evictions = engine.memory.evictions;
  frame.plan = query;
  const g = frame.derivative;
  const { f64, i32 } = engine;
  Derivative.setSkeletonA(i32, g, addressA);
  Derivative.setSkeletonB(i32, g, addressB);
  writeEstimator(engine, g, settings);
  if (facetsA) f64.set(facetsA, g + Derivative.WIDTH_A);
  if (facetsB) f64.set(facetsB, g + Derivative.WIDTH_B);
}

/** Writes the settings that do not depend on the shapes. */
export function writeEstimator({ f64, i32 }: Engine, g: number, settings: DerivativeSettings): void {
  Derivative.setEstimator(i32, g, settings.estimator);
  Derivative.setWantedSamples(i32, g, settings.samples);
  Derivative.setNeighbors(i32, g, settings.neighbors);
  Derivative.setWithRespectTo(i32, g, settings.withRespectTo);
  Derivative.setAntithetic(i32, g, settings.isAntithetic ? 1 : 0);
  Derivative.setSeed(i32, g, settings.seed);
  Derivative.setNoiseOn(i32, g, settings.noiseOn);
  Derivative.setNoise(f64, g, settings.noise);
}

/** Leaves the query frame, and releases the derivative's records. */
export function leaveDerivative(engine: Engine, frame: QueryFrame): void {
  frame.records[2] = null;
  frame.records[3] = null;
  engine.leave();
}

/**
 * Throws if the normal is zero. Every call makes this check, because a pair's result changes with each query. NaN distances are allowed;
 * their derivatives are unknown, too.
 */
function checkNormal(where: string, result: DistanceResult): void {
  const { normal, distance } = result;
  if (normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2] > 0.5 || Number.isNaN(distance)) return;
  const remedy =
    'its normal is zero, as in results of distance() for overlapping shapes; give the result of signedDistance()';
  throw outOfRange(where, 'options.result', result, remedy);
}

/** Writes a known result to the kernel's memory. */
function writeAnswer({ f64 }: Engine, w: number, result: DistanceResult): void {
  Query.setDistance(f64, w, result.distance);
  Query.setLower(f64, w, result.lower);
  Query.setUpper(f64, w, result.upper);
  writeVec3(f64, w + Query.NORMAL, result.normal);
  writeVec3(f64, w + Query.LOCAL_A, result.localA);
  writeVec3(f64, w + Query.LOCAL_B, result.localB);
}

function writeVec3(f64: Float64Array, at: number, vector: Vec3): void {
  f64[at] = vector[0];
  f64[at + 1] = vector[1];
  f64[at + 2] = vector[2];
}

function readDerivatives({ f64, i32 }: Engine, g: number, settings: DerivativeSettings, answer: Derivatives): void {
  const { columns } = settings;
  const at = g + (settings.withRespectTo === RESPECT_RELATIVE ? Derivative.RELATIVE : Derivative.JACOBIANS);
  read(f64, at, answer.pointA);
  read(f64, at + 3 * columns, answer.pointB);
  read(f64, at + SEPARATION_ROW * columns, answer.separation);
  read(f64, at + NORMAL_ROW * columns, answer.normal);
  read(f64, at + DISTANCE_ROW * columns, answer.distance);
  const { differentiable } = answer;
  differentiable.distance = Derivative.distanceExists(i32, g) === 1;
  differentiable.normal = Derivative.normalExists(i32, g) === 1;
  differentiable.points = Derivative.pointsExist(i32, g) === 1;
  answer.samples = Derivative.samples(i32, g);
  answer.supportCalls = Derivative.supportCalls(i32, g);
}

/** Copies six numbers per iteration, which is faster than one at a time. */
function read(f64: Float64Array, at: number, out: Float64Array): void {
  for (let k = 0; k < out.length; k += 6) {
    out[k] = f64[at + k];
    out[k + 1] = f64[at + k + 1];
    out[k + 2] = f64[at + k + 2];
    out[k + 3] = f64[at + k + 3];
    out[k + 4] = f64[at + k + 4];
    out[k + 5] = f64[at + k + 5];
  }
}
