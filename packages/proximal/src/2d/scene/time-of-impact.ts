// The first contact of two shapes that move and turn, by conservative advancement with a proof.
//
// At a time t, a line with the normal n separates the shapes by a gap of at least `lower`. Until t + s, the gap along n shrinks by at
// most a s + ½ K s². Here a is the largest speed at which points of the cores of A and B approach each other along n at time t:
//   a = n·(vA − vB) + max over A of ωA n·J(x − oA) − min over B of ωB n·J(x − oB),
// where o and v are position and velocity of a body's origin and J turns by 90°. Both extrema are support values along ±n turned by
// 90°. K is the sum of the bounds on the accelerations of points. So the gap remains above a target g at least for the time
//   s = 2 δ/(a + √(a² + 2 K δ)),   δ = lower − g.
// Each step is proven, so the time is never too late, and the steps are the proof.

import { supportBatch } from '../../2d/shapes/shape.ts';
import type { Status, Termination } from '../../engine/status.ts';
import { hypot } from '../../math/hypot.ts';
import type { Vec2 } from '../../math/vec2.ts';
import { impactOf } from '../../query/impact.ts';
import { checkPair } from '../check-pair.ts';
import { Pair } from '../pair.ts';
import {
  accelerationBound,
  type Motion2,
  type Mover,
  originVelocity,
  type Placed2,
  poseAt,
  readMover,
} from './motion.ts';
import { type ImpactOptions, type ImpactSettings, readImpactOptions } from './options.ts';

/** A proof that two moving shapes stay apart: lines that separate them. */
export interface ImpactProof {
  /**
   * Four numbers for each interval of time: its start, its end, and the normal of a line that separates the shapes during the whole
   * interval, a unit vector from A to B in world axes. Each interval starts where the last one ended.
   */
  readonly intervals: Float64Array;
}

/** The first contact of two moving shapes. Points and normal are in world coordinates, from the last step's distance query. */
export interface ImpactResult {
  /** Whether the shapes touch during the motion. Touching at the start counts only if they approach. */
  readonly hit: boolean;
  /**
   * The fraction of the motion at contact: a proven lower bound. Without a hit, the shapes are proven to stay apart up to this time,
   * which is at most `upTo`.
   */
  readonly time: number;
  /** A time at which the shapes are proven to be in contact; `upTo` if none is known. */
  readonly upper: number;
  /**
   * The nearest points at the start of the last step, in meters. For a hit, the last step starts at `time`, or later if the shapes touch at
   * time 0 and begin to approach later.
   */
  readonly pointA: Vec2;
  readonly pointB: Vec2;
  /** Unit vector from A to B; zero if the shapes overlap. */
  readonly normal: Vec2;
  /**
   * `'touching'` during the motion, and for shapes that touch and approach at the start; `'overlapping'` at the start; `'separated'`
   * if there is proven to be no hit; `'unknown'` if the iteration limit was reached, for example for grazing shapes, or if no step could
   * be proven.
   */
  readonly status: Status;
  readonly termination: Termination;
  /** The number of steps, with one distance query each; the query that looks for `upper` is not counted. */
  readonly iterations: number;
  /** Separating lines for the time from 0 to `time`. */
  readonly proof: ImpactProof;
}

/**
 * The time of impact of two shapes of the plane that move and turn, with a proof that they are apart before that time. The origins move in
 * straight lines, or along arcs with `axes: 'body'`. The time is never too late; `certifyImpact` checks the proof.
 * @param a a body of a scene, or `{ shape, pose }`, at the start of the motion
 * @param motionA displacement and rotation over the time from 0 to 1
 * @example
 * ```ts
 * const car = { shape: box(2.4, 0.95), pose: {} };
 * const turn = { linear: [6, 0], angular: 6 / 5, axes: 'body' } as const; // 6 m along an arc of radius 5 m
 * timeOfImpact(car, turn, { shape: circle(0.5), pose: { position: [6, 3] } }, {}).hit; // true
 * ```
 */
export function timeOfImpact(
  a: Placed2,
  motionA: Motion2,
  b: Placed2,
  motionB: Motion2,
  options?: ImpactOptions,
): ImpactResult {
  const where = 'timeOfImpact';
  const settings = readImpactOptions(where, options);
  const moverA = readMover(where, 'a', a, motionA, 'motionA');
  const moverB = readMover(where, 'b', b, motionB, 'motionB');
  checkPair(where, moverA.shape, moverB.shape);
  return advance(moverA, moverB, settings.upTo, settings, pairOf(moverA, moverB, settings));
}

const poseA = /* @__PURE__ */ new Float64Array(4);
const poseB = /* @__PURE__ */ new Float64Array(4);

/** A pair of the shapes whose distance queries are accurate enough for `advance`. */
export function pairOf(a: Mover, b: Mover, { tolerance = defaultTolerance(a, b) }: ImpactSettings): Pair {
  return new Pair(a.shape, b.shape, { tolerance: tolerance / 8, relativeTolerance: 0 });
}

/** Conservative advancement up to the time `end`. `pair` is new or was reset, so that the result does not depend on earlier queries. */
export function advance(a: Mover, b: Mover, end: number, settings: ImpactSettings, pair: Pair): ImpactResult {
  const certifiedTolerance = defaultTolerance(a, b);
  const { margin, maxIterations, upTo, tolerance = certifiedTolerance } = settings;
  const acceleration = accelerationBound(a) + accelerationBound(b);
  // Smaller closing speeds are rounding errors, for example of shapes that slide along each other.
  const negligible = 1e-12 * (speedBound(a) + speedBound(b));
  const intervals: number[] = [];
  let t = 0;
  let hasSeparated = false;
  for (let k = 1; ; k++) {
    placeBoth(a, b, t);
    const nearest = pair.distance(poseA, poseB);
    const { status, distance, lower, normal, pointA, pointB } = nearest;
    const finish = (
      hit: boolean,
      time: number,
      result: Status,
      termination: Termination,
      upper = upTo,
    ): ImpactResult => ({
      ...impactOf(nearest, hit, time, upper, result, termination, k),
      proof: { intervals: Float64Array.from(intervals) },
    });
    const hitTime = hasSeparated ? t : 0;
    if (status === 'overlapping') return finish(true, hitTime, t === 0 ? 'overlapping' : 'touching', 'converged', t);
    if (status === 'unknown' || !(distance >= 0)) return finish(false, t, 'unknown', 'stalled');
    const isClose = distance - margin <= tolerance;
    const approach = approachAt(a, b, normal, pointA, pointB);
    if (isClose && (hasSeparated || approach > negligible)) {
      const speed = Math.max(approach, 1e-6 * approachBound(a, b, normal), negligible);
      const later = Math.min(end, t + (4 * tolerance) / speed);
      const found = finish(true, hitTime, 'touching', 'converged');
      return isContactAt(later, a, b, pair, margin) ? { ...found, upper: later } : found;
    }
    if (!isClose) hasSeparated = true;
    // A step leaves a part of the gap, so that the proof does not depend on rounding. Shapes that touch at the start and do not approach
    // may move toward each other by less than the tolerance of `certifyImpact`.
    const maxClosing = isClose ? Math.min(tolerance, certifiedTolerance) / 2 : lower - margin - tolerance / 4;
    const speed = approachBound(a, b, normal);
    const next = t + stepOf(isClose && speed < negligible ? 0 : speed, acceleration, maxClosing);
    if (next > t) intervals.push(t, Math.min(next, end), normal[0], normal[1]);
    if (next >= end) return finish(false, end, 'separated', 'converged');
    if (!(next > t)) return finish(false, t, 'unknown', 'stalled');
    if (k >= maxIterations) return finish(false, next, 'unknown', 'limit');
    t = next;
  }
}

/** 1e-8 of the smaller bounding radius that is finite and above 0, or of a meter if neither is. */
export function defaultTolerance(a: Mover, b: Mover): number {
  const sizes = [a, b].map(({ shape }) => shape.boundingRadius).filter((size) => size > 0 && size < Infinity);
  return 1e-8 * (sizes.length > 0 ? Math.min(...sizes) : 1);
}

/** The time s in which a gap with closing speed a and acceleration K closes by δ: a s + ½ K s² = δ. 0 for δ ≤ 0; infinite if it never does. */
export function stepOf(a: number, K: number, delta: number): number {
  if (!(delta > 0)) return 0;
  const root = Math.sqrt(a * a + 2 * K * delta);
  if (a > 0) return (2 * delta) / (a + root);
  return K > 0 ? (root - a) / K : Infinity;
}

function placeBoth(a: Mover, b: Mover, t: number): void {
  poseAt(a, t, poseA);
  poseAt(b, t, poseB);
}

/** The largest speed at which points of the cores of A and B at their present poses approach each other along `normal`. */
function approachBound(a: Mover, b: Mover, normal: Vec2): number {
  return escapeSpeed(a, poseA, normal) + escapeSpeed(b, poseB, [-normal[0], -normal[1]]);
}

/** The largest speed along the unit vector n of points of a body's core at `pose`: n·v + max of ω n·J(x − o). */
export function escapeSpeed(mover: Mover, pose: Float64Array, [nx, ny]: Vec2): number {
  const { shape, angular } = mover;
  const [vx, vy] = originVelocity(mover, pose);
  const along = nx * vx + ny * vy;
  if (angular === 0) return along;
  // n·J x = (ny, −nx)·x.
  const [dx, dy] = [angular * ny, -angular * nx];
  const [cosine, sine] = [pose[2], pose[3]];
  const direction = Float64Array.of(cosine * dx + sine * dy, cosine * dy - sine * dx);
  const [x, y] = supportBatch(shape, direction);
  return along + direction[0] * x + direction[1] * y - Math.abs(angular) * shape.radius;
}

/** A bound on the speed of the points of a body's core. */
function speedBound({ linear, angular, radius }: Mover): number {
  return hypot(...linear) + (angular === 0 ? 0 : Math.abs(angular) * radius);
}

/** The speed at which the nearest points approach each other along the normal. */
function approachAt(a: Mover, b: Mover, [nx, ny]: Vec2, pointA: Vec2, pointB: Vec2): number {
  const [ax, ay] = velocityAt(a, poseA, pointA);
  const [bx, by] = velocityAt(b, poseB, pointB);
  return nx * (ax - bx) + ny * (ay - by);
}

/** v + ω J (point − origin). */
function velocityAt(mover: Mover, pose: Float64Array, [x, y]: Vec2): Vec2 {
  const [vx, vy] = originVelocity(mover, pose);
  return [vx - mover.angular * (y - pose[1]), vy + mover.angular * (x - pose[0])];
}

/** Whether the shapes are proven to be in contact at time `t`. Overwrites the poses. */
function isContactAt(t: number, a: Mover, b: Mover, pair: Pair, margin: number): boolean {
  placeBoth(a, b, t);
  const { status, upper } = pair.distance(poseA, poseB);
  return status === 'overlapping' || upper <= margin;
}
