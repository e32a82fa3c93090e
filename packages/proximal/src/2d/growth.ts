import { checkInteger, checkNumber, checkOptions, outOfRange } from '../check/argument.ts';
import { checkType } from '../check/limits.ts';
import { type PlaneEngine, plane } from '../engine/2d.ts';
import { PlaneQuery } from '../engine/2d-layout.ts';
import { readVector2, type Vec2, type Vector2Like } from '../math/vec2.ts';
import { noInteriorCenter } from '../query/growth-pairs.ts';
import { checkPair } from './check-pair.ts';
import { signedDistance } from './distance.ts';
import { createGrowthTracer, type GrowthStep } from './growth-trace.ts';
import { readSettings } from './options.ts';
import type { Pose2Like } from './pose.ts';
import { remember, Subject, writeCheckedPoses, writeQuery } from './query.ts';
import { type Outcome, type Proof, readOutcome, readVec2 } from './result.ts';
import { point } from './shapes/point.ts';
import type { Shape } from './shapes/shape.ts';

/** Options of a growth query. */
export interface GrowthOptions {
  /**
   * The point about which A is scaled, in A's frame, in meters. It must be in the shape, and one of the two centers strictly inside.
   * Default: the shape's `center`.
   */
  readonly centerA?: Vector2Like;
  /** The point about which B is scaled, in B's frame, in meters, with the same condition and default. */
  readonly centerB?: Vector2Like;
  /** Stop when the gap between the bounds, relative to the growth, is at most this. Default √ε ≈ 1.49e-8. */
  readonly tolerance?: number;
  /** The largest number of iterations. Default 100. */
  readonly maxIterations?: number;
  /** Called with every step. An error thrown in the callback ends the query. */
  readonly trace?: (step: GrowthStep) => void;
}

/**
 * The proof of the upper bound on a growth: two unit directions in A's frame and their weights. The support points along them, relative to
 * the centers, combine to a point on the ray from center to center. The lower bound is proven by the result's `normal`.
 */
export interface GrowthProof extends Proof {
  /** The points about which the shapes were scaled, each in its own frame. */
  readonly centerA: Vec2;
  readonly centerB: Vec2;
}

/** The factor by which two shapes must be scaled until they just touch. Points and normal are in world coordinates, in meters. */
export interface GrowthResult extends Outcome {
  readonly proof: GrowthProof;
  /**
   * Both shapes, scaled by this about their centers, touch up to the tolerance. Below 1 the unscaled shapes overlap, at 1 they touch, above 1
   * they are apart.
   */
  growth: number;
  /** Proven bounds on the growth. */
  lower: number;
  upper: number;
  /** The points of the unscaled shapes that coincide after scaling. */
  pointA: Vec2;
  pointB: Vec2;
  /** The point where the scaled shapes touch. */
  contact: Vec2;
  /** Unit normal of the contact line, from A to B; zero for equal centers, or if no bound was found. */
  normal: Vec2;
}

/** Validated centers and limits, with defaults filled in. */
export interface GrowthSettings {
  readonly centerA: Vec2;
  readonly centerB: Vec2;
  readonly tolerance: number;
  readonly maxIterations: number;
  readonly trace: ((step: GrowthStep) => void) | undefined;
}

const names = ['centerA', 'centerB', 'tolerance', 'maxIterations', 'trace'];
const defaultTolerance = 2 ** -26;

/** Checks the options, and that the growth exists: one center must be strictly inside its shape, and the other in its shape. */
export function readGrowth(where: string, a: Shape, b: Shape, options: GrowthOptions | undefined): GrowthSettings {
  checkOptions(where, 'options', options, names);
  const { centerA, centerB, tolerance, maxIterations, trace } = options ?? {};
  checkType(where, 'trace', trace, 'function');
  for (const [name, shape] of Object.entries({ a, b })) {
    if (!shape.isBounded)
      throw outOfRange(where, name, shape, 'it is unbounded and cannot be scaled: give a bounded shape');
  }
  const centers = {
    centerA: centerA === undefined ? ([...a.center] as Vec2) : readVector2(where, 'options.centerA', centerA),
    centerB: centerB === undefined ? ([...b.center] as Vec2) : readVector2(where, 'options.centerB', centerB),
  };
  const inradius = Math.max(
    innerRadius(where, 'options.centerA', a, centers.centerA),
    innerRadius(where, 'options.centerB', b, centers.centerB),
  );
  const rounding = roundingOf(
    Math.max(largestCoordinateOf(a, centers.centerA), largestCoordinateOf(b, centers.centerB)),
  );
  if (!(inradius > rounding))
    throw outOfRange(
      where,
      'b',
      b,
      noInteriorCenter(inradius, rounding, 'give a shape with an area, or another center'),
    );
  return {
    ...centers,
    ...readGrowthLimits(where, tolerance, maxIterations),
    trace,
  };
}

export function readGrowthLimits(
  where: string,
  tolerance = defaultTolerance,
  maxIterations = 100,
): Pick<GrowthSettings, 'tolerance' | 'maxIterations'> {
  return {
    tolerance: checkNumber(where, 'options.tolerance', tolerance, 'give a finite ratio, not negative', 0),
    maxIterations: checkInteger(where, 'options.maxIterations', maxIterations, 1, 1_000_000),
  };
}

/** A bound on the coordinates that enter a growth query of a shape. */
export function largestCoordinateOf({ boundingRadius, center }: Shape, [x, y]: Readonly<Vec2>): number {
  return Math.max(boundingRadius, Math.abs(center[0]), Math.abs(center[1]), Math.abs(x), Math.abs(y));
}

/** The rounding error of coordinates of this size: a growth needs a center that is farther inside its shape. */
export function roundingOf(size: number): number {
  return 64 * Number.EPSILON * size;
}

/** For each shape, the last center and its inner radius. */
const radii = /* @__PURE__ */ new WeakMap<Shape, { x: number; y: number; radius: number }>();

/** The radius of a circle around a point inside the shape; 0 on the boundary. Throws for a point outside. */
export function innerRadius(where: string, argument: string, shape: Shape, [x, y]: Readonly<Vec2>): number {
  if (x === shape.center[0] && y === shape.center[1] && shape.inradius > 0) return shape.inradius;
  const cached = radii.get(shape);
  if (cached?.x === x && cached.y === y) return cached.radius;
  const { lower, upper } = signedDistance(shape, {}, point(), { position: [x, y] });
  const allowance = 1e-9 * shape.boundingRadius;
  if (lower > allowance) {
    throw outOfRange(where, argument, [x, y], `it is ${lower} m outside its shape: give a point of the shape`);
  }
  const radius = upper < -allowance ? -upper : 0;
  radii.set(shape, { x, y, radius });
  return radius;
}

/** An empty result for a query to fill. */
export function createGrowthResult(): GrowthResult {
  return {
    growth: Number.NaN,
    lower: Number.NaN,
    upper: Infinity,
    pointA: [Number.NaN, Number.NaN],
    pointB: [Number.NaN, Number.NaN],
    contact: [Number.NaN, Number.NaN],
    normal: [Number.NaN, Number.NaN],
    status: 'unknown',
    iterations: 0,
    supportCalls: 0,
    converged: false,
    termination: 'limit',
    proof: {
      directions: [Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN],
      weights: [Number.NaN, Number.NaN, Number.NaN],
      centerA: [Number.NaN, Number.NaN],
      centerB: [Number.NaN, Number.NaN],
    },
  };
}

/** Runs one growth query. With `isBoolean`, the query ends as soon as both bounds are on one side of 1. */
export function runGrowth(
  engine: PlaneEngine,
  where: string,
  subject: Subject,
  growth: GrowthSettings,
  poseA: Pose2Like,
  poseB: Pose2Like,
  result: GrowthResult,
  isBoolean: boolean,
): void {
  const frame = subject.enter(engine);
  try {
    const w = writeQuery(engine, frame, where, subject, poseA, poseB);
    // The workspace now has the settings of this growth query: the next distance query writes its own again.
    frame.settings = null;
    const { f64, i32 } = engine;
    PlaneQuery.setRelativeTolerance(f64, w, growth.tolerance);
    PlaneQuery.setMaxIterations(i32, w, growth.maxIterations);
    PlaneQuery.setWantedTrace(i32, w, growth.trace ? 1 : 0);
    PlaneQuery.setIsBoolean(i32, w, isBoolean ? 1 : 0);
    frame.tracer = growth.trace ? createGrowthTracer(engine, growth.trace) : null;
    for (let k = 0; k < 2; k++) {
      PlaneQuery.setCenterA(f64, w, k, growth.centerA[k]);
      PlaneQuery.setCenterB(f64, w, k, growth.centerB[k]);
    }
    if (engine.kernel.growthDistance(w) === 0) {
      writeCheckedPoses(engine, frame, where, poseA, poseB);
      engine.kernel.growthDistance(w);
    }
    readGrowthResult(engine.f64, engine.i32, w, result);
    if (subject.memory) remember(engine, w + PlaneQuery.LOCAL_NORMAL, subject.memory);
  } finally {
    engine.leave();
  }
}

function readGrowthResult(f64: Float64Array, i32: Int32Array, w: number, result: GrowthResult): void {
  result.growth = PlaneQuery.distance(f64, w);
  result.lower = PlaneQuery.lower(f64, w);
  result.upper = PlaneQuery.upper(f64, w);
  readVec2(f64, w + PlaneQuery.POINT_A, result.pointA);
  readVec2(f64, w + PlaneQuery.POINT_B, result.pointB);
  readVec2(f64, w + PlaneQuery.CONTACT, result.contact);
  readVec2(f64, w + PlaneQuery.NORMAL, result.normal);
  readVec2(f64, w + PlaneQuery.CENTER_A, result.proof.centerA);
  readVec2(f64, w + PlaneQuery.CENTER_B, result.proof.centerB);
  readOutcome(f64, i32, w, result);
}

/**
 * The growth distance: the factor by which both shapes, scaled about their centers, just touch. It measures both separation
 * (above 1) and overlap (below 1). At least one center must be strictly inside its shape, and the other in its shape.
 * @example
 * ```ts
 * growthDistance(box(1, 1), {}, circle(1), { position: [4, 0] }).growth; // 2
 * ```
 */
export function growthDistance(
  a: Shape,
  poseA: Pose2Like,
  b: Shape,
  poseB: Pose2Like,
  options?: GrowthOptions,
): GrowthResult {
  return queryGrowth('growthDistance', a, poseA, b, poseB, options, false);
}

/**
 * Whether two shapes touch or overlap, with the proof: the growth query, ended as soon as both bounds are on one side of 1. If the
 * `status` is `'separated'`, `lower` is above 1, and the line perpendicular to `normal` through A's support point in this direction
 * separates the shapes. If it is `'touching'` or `'overlapping'`, `upper` is at most 1 up to the tolerance, and `contact` is a point
 * of both shapes.
 * The `termination` of an early end is `'upTo'`.
 * @example
 * ```ts
 * growthCollide(box(1, 1), {}, circle(1), { position: [4, 0] }).status; // 'separated'
 * ```
 */
export function growthCollide(
  a: Shape,
  poseA: Pose2Like,
  b: Shape,
  poseB: Pose2Like,
  options?: GrowthOptions,
): GrowthResult {
  return queryGrowth('growthCollide', a, poseA, b, poseB, options, true);
}

function queryGrowth(
  where: string,
  a: Shape,
  poseA: Pose2Like,
  b: Shape,
  poseB: Pose2Like,
  options: GrowthOptions | undefined,
  isBoolean: boolean,
): GrowthResult {
  checkPair(where, a, b);
  const growth = readGrowth(where, a, b, options);
  const result = createGrowthResult();
  const settings = readSettings(where, undefined, false);
  const subject = new Subject(a, b, settings, false);
  runGrowth(plane.engine(), where, subject, growth, poseA, poseB, result, isBoolean);
  return result;
}
