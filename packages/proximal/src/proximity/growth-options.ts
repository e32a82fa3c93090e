import { checkInteger, checkNumber, checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import { shared } from '../check/limits.ts';
import { GROWTH_COLD, GROWTH_DUAL, GROWTH_PRIMAL } from '../engine/layout.ts';
import { length, readVector, type Vec3, type VectorLike } from '../math/vec3.ts';
import { noInteriorCenter } from '../query/growth-pairs.ts';
import type { Shape } from '../shapes/shape.ts';
import { type GrowthAlgorithm, type GrowthAlgorithmName, growthAlgorithms } from './growth-algorithms.ts';
import type { GrowthStep } from './growth-trace.ts';
import { innerRadius } from './inner-radius.ts';
import { readSettings, type Settings } from './options.ts';
import { radiusAboutOrigin } from './relative-pair.ts';

/** Options of a growth query. */
export interface GrowthOptions {
  /**
   * The point about which A is scaled, in A's frame, in meters. It must be in the shape, and one of the two centers strictly inside.
   * Default: the shape's `center`.
   */
  readonly centerA?: VectorLike;
  /** The point about which B is scaled, in B's frame, in meters, with the same condition and default. */
  readonly centerB?: VectorLike;
  /** Stop when the gap between the bounds, relative to the growth, is at most this. Default √ε ≈ 1.49e-8. */
  readonly tolerance?: number;
  /** The largest number of iterations. Default 100. */
  readonly maxIterations?: number;
  /** Default `'ray'`. The other algorithms are for comparison, and some accept only certain shapes: see `growthAlgorithms`. */
  readonly algorithm?: GrowthAlgorithmName;
  /**
   * On a `Pair` only: start from the last query's inner approximation, moved along with the bodies (`'primal'`), from its outer
   * approximation (`'dual'`), or without a warm start (`'none'`). Default: the fastest that the algorithm
   * has for the two shapes.
   */
  readonly warmStart?: 'primal' | 'dual' | 'none';
  /** Called with every step. The step object is reused; copy the data to keep. An error thrown in the callback ends the query. */
  readonly trace?: (step: GrowthStep) => void;
  /** Settings to compare algorithms and to reproduce papers. */
  readonly expert?: ExpertGrowthOptions;
}

/**
 * Options of a batch of growth distances. Every shape is scaled about its `center`, by the algorithm `'ray'` without a warm start, and there is no
 * trace.
 */
export type GrowthBatchOptions = Pick<GrowthOptions, 'tolerance' | 'maxIterations' | 'expert'>;

/** Settings of growth methods for comparing algorithms and reproducing papers. */
export interface ExpertGrowthOptions {
  /**
   * Whether to add steps along interpolated normals for curved shapes, which makes the convergence superlinear, and steps between
   * the normals of both bounds if the gap shrinks slowly. Default true; false gives the published ray method.
   */
  readonly accelerate?: boolean;
}

/** Validated options, with defaults filled in. Pairs with equal options share them, so that their queries in turn do not write them again. */
export interface GrowthSettings extends Settings {
  readonly method: GrowthAlgorithm;
  readonly warmStart: number;
  readonly accelerate: boolean;
  readonly show: ((step: GrowthStep) => void) | undefined;
}

/** The centers of scaling of two shapes, and the radii of balls around them that are inside the shapes. */
export interface GrowthCenters {
  readonly centerA: Vec3;
  readonly centerB: Vec3;
  readonly inradiusA: number;
  readonly inradiusB: number;
}

/** What a growth query needs besides the shapes. */
export interface GrowthPlan {
  readonly settings: GrowthSettings;
  readonly centers: GrowthCenters;
}

const names = ['centerA', 'centerB', 'tolerance', 'maxIterations', 'algorithm', 'warmStart', 'trace', 'expert'];
const expertNames = ['accelerate'];
const warmStarts = { none: GROWTH_COLD, primal: GROWTH_PRIMAL, dual: GROWTH_DUAL };
const defaultTolerance = 2 ** -26;

/** Checks the options, and that the growth exists: one center must be strictly inside its shape, and the other in its shape. */
export function readGrowth(
  where: string,
  a: Shape,
  b: Shape,
  options: GrowthOptions | undefined,
  keepsState: boolean,
): GrowthPlan {
  checkOptions(where, 'options', options, names, undefined, expertNames);
  const given = options ?? {};
  checkOptions(where, 'options.expert', given.expert, expertNames);
  for (const [name, shape] of Object.entries({ a, b })) {
    if (!shape.isBounded)
      throw outOfRange(where, name, shape, 'it is unbounded and cannot be scaled: give a bounded shape');
  }
  checkTypes(where, given);
  const method = readMethod(where, given.algorithm ?? 'ray', a, b);
  const centers = readCenters(where, a, b, given, method);
  const warmStart = readWarmStart(where, given.warmStart, method, a, b, keepsState);
  return { settings: makeSettings(where, given, method, warmStart), centers };
}

/** The settings of a batch of growth distances, by the ray method without warm starts. */
export function readBatchGrowth(where: string, options: GrowthBatchOptions | undefined): GrowthSettings {
  checkOptions(where, 'options', options, ['tolerance', 'maxIterations', 'expert'], undefined, expertNames);
  const given = options ?? {};
  checkOptions(where, 'options.expert', given.expert, expertNames);
  checkTypes(where, given);
  return makeSettings(where, given, growthAlgorithms()[0], GROWTH_COLD);
}

function checkTypes(where: string, { expert, trace }: GrowthOptions): void {
  for (const [name, value, type] of [
    ['expert.accelerate', expert?.accelerate, 'boolean'],
    ['trace', trace, 'function'],
  ] as const) {
    if (value !== undefined && typeof value !== type)
      throw wrongType(where, `options.${name}`, value, `give a ${type}, or leave it out`);
  }
}

function makeSettings(where: string, given: GrowthOptions, method: GrowthAlgorithm, warmStart: number): GrowthSettings {
  const base = readSettings(where, undefined, false);
  // Written out, as in options.ts: one hidden class for all.
  const settings: GrowthSettings = {
    tolerance: base.tolerance,
    relativeTolerance: checkNumber(
      where,
      'options.tolerance',
      given.tolerance ?? defaultTolerance,
      'give a finite ratio, not negative',
      0,
    ),
    maxIterations: checkInteger(where, 'options.maxIterations', given.maxIterations ?? 100, 1, 1_000_000),
    upTo: base.upTo,
    margin: base.margin,
    guess: base.guess,
    start: base.start,
    algorithm: base.algorithm,
    criterion: base.criterion,
    normalize: base.normalize,
    schedule: base.schedule,
    asPublished: false,
    trace: undefined,
    method,
    warmStart,
    accelerate: given.expert?.accelerate ?? true,
    show: given.trace,
  };
  latest = latest === null ? settings : shared(latest, settings);
  return latest;
}

/** The settings that were read last. */
let latest: GrowthSettings | null = null;

function readCenters(where: string, a: Shape, b: Shape, given: GrowthOptions, method: GrowthAlgorithm): GrowthCenters {
  const centerA: Vec3 =
    given.centerA === undefined ? [...a.center] : readVector(where, 'options.centerA', given.centerA);
  const centerB: Vec3 =
    given.centerB === undefined ? [...b.center] : readVector(where, 'options.centerB', given.centerB);
  const inradiusA = innerRadius(where, 'options.centerA', a, centerA);
  const inradiusB = innerRadius(where, 'options.centerB', b, centerB);
  const rounding = growthRounding(growthSize(a, centerA), growthSize(b, centerB));
  const inradius = Math.max(inradiusA, inradiusB);
  if (!(inradius > rounding))
    throw outOfRange(
      where,
      'b',
      b,
      noInteriorCenter(inradius, rounding, 'give a shape with a volume, or another center'),
    );
  checkDepth(where, 'options.centerA', method, a, centerA, inradiusA);
  checkDepth(where, 'options.centerB', method, b, centerB, inradiusB);
  return { centerA, centerB, inradiusA, inradiusB };
}

/** A bound on the coordinates that enter a growth query of a shape. @internal */
export function growthSize(shape: Shape, center: Readonly<Vec3>): number {
  return radiusAboutOrigin(shape) + length(center);
}

/** The rounding error of a center's depth, in meters, for shapes of these sizes. A center that is not deeper than this may be outside. @internal */
export function growthRounding(sizeA: number, sizeB: number): number {
  return 64 * Number.EPSILON * (sizeA + sizeB);
}

function checkDepth(
  where: string,
  argument: string,
  method: GrowthAlgorithm,
  shape: Shape,
  center: Vec3,
  inradius: number,
): void {
  if (!method.depth || inradius > method.depth(shape)) return;
  const problem = `it is ${inradius} m inside its shape`;
  const remedy = `algorithm '${method.name}' needs more than ${method.depth(shape)} m: give another center, or algorithm 'ray'`;
  throw outOfRange(where, argument, center, `${problem}, and ${remedy}`);
}

function readMethod(where: string, name: string, a: Shape, b: Shape): GrowthAlgorithm {
  const algorithms = growthAlgorithms();
  const method = algorithms.find((each) => each.name === name);
  if (!method) {
    throw outOfRange(where, 'options.algorithm', name, `give one of ${algorithms.map((each) => each.name).join(', ')}`);
  }
  for (const [argument, shape] of Object.entries({ a, b })) {
    if (!method.takes(shape)) {
      const remedy = `algorithm '${name}' takes ${method.sets}: give such a shape, or algorithm 'ray'`;
      throw outOfRange(where, argument, shape, remedy);
    }
  }
  return method;
}

function readWarmStart(
  where: string,
  name: string | undefined,
  method: GrowthAlgorithm,
  a: Shape,
  b: Shape,
  keepsState: boolean,
): number {
  if (name === undefined) {
    if (!keepsState || !method.hasWarmStart) return GROWTH_COLD;
    // For strictly convex surfaces the last points are of little use after a motion, but the last normal is useful (`npm run
    // bench -- growth`).
    return a.isStrictlyConvex && b.isStrictlyConvex ? GROWTH_DUAL : GROWTH_PRIMAL;
  }
  if (!Object.hasOwn(warmStarts, name))
    throw outOfRange(where, 'options.warmStart', name, `give one of ${Object.keys(warmStarts).join(', ')}`);
  if (name !== 'none' && !keepsState)
    throw outOfRange(where, 'options.warmStart', name, 'a single query has no previous one: use new Pair(a, b)');
  if (name !== 'none' && !method.hasWarmStart)
    throw outOfRange(where, 'options.warmStart', name, `algorithm '${method.name}' has no warm start: leave it out`);
  return warmStarts[name as keyof typeof warmStarts];
}
