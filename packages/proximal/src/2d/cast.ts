import { checkNumber, checkOptions, outOfRange } from '../check/argument.ts';
import { plane } from '../engine/2d.ts';
import { PlaneQuery } from '../engine/2d-layout.ts';
import { type Status, statuses, type Termination, terminations } from '../engine/status.ts';
import { hypot } from '../math/hypot.ts';
import { readVector2, type Vec2, type Vector2Like } from '../math/vec2.ts';
import { checkPair } from './check-pair.ts';
import { readSettings } from './options.ts';
import type { Pose2Like } from './pose.ts';
import { Subject, writeCheckedPoses, writeQuery } from './query.ts';
import { point } from './shapes/point.ts';
import { checkShape, type Shape } from './shapes/shape.ts';

/** Options of a cast. */
export interface CastOptions {
  /** Shapes at most this far apart touch, in meters. Default 0: only the relative tolerance applies. */
  readonly tolerance?: number;
  /** The tolerance relative to the bounding radius of the smaller body. Default 1e-9. */
  readonly relativeTolerance?: number;
  /** The largest number of steps, and of iterations of the search of each step. Default 256. */
  readonly maxIterations?: number;
}

/** Options of a ray cast. */
export interface RayOptions extends CastOptions {
  /** The largest distance to search, in meters. Default: unlimited. */
  readonly upTo?: number;
}

/** The first contact of two moving shapes. Points and normal are in world coordinates at the time of contact, in meters. */
export interface CastResult {
  /** Whether the shapes touch during the motion. Touching at the start counts only if they approach. */
  hit: boolean;
  /**
   * The fraction of the motion at contact: never too late, and the shapes are then at most twice the tolerance apart. 1 without a
   * contact; for the status `'unknown'`, the time up to which there is proven to be no contact.
   */
  time: number;
  /** The points of contact, or without a hit the nearest points of the last step. */
  pointA: Vec2;
  pointB: Vec2;
  /** Unit vector from A to B. */
  normal: Vec2;
  /**
   * `'touching'` for a contact during the motion, and for shapes that touch and approach at the start; `'overlapping'` for an overlap
   * at the start; `'separated'` for no contact; `'unknown'` if the iteration limit was reached, or no distance could be proven.
   */
  status: Status;
  iterations: number;
  supportCalls: number;
  converged: boolean;
  termination: Termination;
}

/** The hit of a ray on a shape, in world coordinates and meters. */
export interface RayResult {
  hit: boolean;
  /**
   * The distance along the ray, in meters; 0 from inside, infinite without a hit. For the status `'unknown'`, the distance up to
   * which there is proven to be no hit.
   */
  distance: number;
  /** The point where the ray meets the shape; without a hit, the end of the ray, and for `'unknown'` the point at `distance`. */
  point: Vec2;
  /** The shape's outward normal there; without a hit, the unit vector from the shape to the ray in the last step. */
  normal: Vec2;
  status: Status;
  iterations: number;
  supportCalls: number;
  converged: boolean;
  termination: Termination;
}

export const rayNames = ['upTo', 'tolerance', 'relativeTolerance', 'maxIterations'];

function runCast(
  where: string,
  [a, poseA, motionA]: readonly [Shape, Pose2Like, Vec2],
  [b, poseB, motionB]: readonly [Shape, Pose2Like, Vec2],
  lastTime: number,
  options: CastOptions | undefined,
): CastResult {
  checkOptions(where, 'options', options, ['tolerance', 'relativeTolerance', 'maxIterations']);
  const settings = readSettings(where, options, false);
  const subject = new Subject(a, b, settings, false);
  const engine = plane.engine();
  const frame = subject.enter(engine);
  try {
    const w = writeQuery(engine, frame, where, subject, poseA, poseB);
    // The kernel overwrites some settings.
    frame.settings = null;
    engine.f64.set([...motionA, ...motionB], w + Math.min(PlaneQuery.MOTION_A, PlaneQuery.MOTION_B));
    PlaneQuery.setLastTime(engine.f64, w, lastTime);
    if (engine.kernel.cast(w) === 0) {
      writeCheckedPoses(engine, frame, where, poseA, poseB);
      engine.kernel.cast(w);
    }
    const { f64, i32 } = engine;
    const vector = (at: number): Vec2 => [f64[w + at], f64[w + at + 1]];
    const status = statuses[PlaneQuery.status(i32, w)];
    const termination = terminations[PlaneQuery.termination(i32, w)];
    return {
      hit: status === 'touching' || status === 'overlapping',
      time: PlaneQuery.time(f64, w),
      pointA: vector(PlaneQuery.POINT_A),
      pointB: vector(PlaneQuery.POINT_B),
      normal: vector(PlaneQuery.NORMAL),
      status,
      iterations: PlaneQuery.iterations(i32, w),
      supportCalls: PlaneQuery.supportCalls(i32, w),
      converged: termination === 'converged',
      termination,
    };
  } finally {
    engine.leave();
  }
}

/**
 * The first contact of two shapes that move in straight lines without rotation, by conservative advancement: the time is never too late.
 * The motions are the displacements over the time from 0 to 1, in world coordinates and meters.
 * @example
 * ```ts
 * shapeCast(box(1, 1), {}, [4, 0], circle(1), { position: [4, 0] }, [0, 0]).time; // 0.5
 * ```
 */
export function shapeCast(
  a: Shape,
  poseA: Pose2Like,
  motionA: Vector2Like,
  b: Shape,
  poseB: Pose2Like,
  motionB: Vector2Like,
  options?: CastOptions,
): CastResult {
  const where = 'shapeCast';
  checkPair(where, a, b);
  const motions = [readVector2(where, 'motionA', motionA), readVector2(where, 'motionB', motionB)] as const;
  return runCast(where, [a, poseA, motions[0]], [b, poseB, motions[1]], 1, options);
}

/**
 * The first hit of a ray on a shape. The direction need not have unit length.
 * @example
 * ```ts
 * rayCast(circle(1), { position: [4, 0] }, [0, 0], [1, 0]).distance; // 3
 * ```
 */
export function rayCast(
  shape: Shape,
  pose: Pose2Like,
  origin: Vector2Like,
  direction: Vector2Like,
  options?: RayOptions,
): RayResult {
  const where = 'rayCast';
  checkShape(where, 'shape', shape);
  const start = readVector2(where, 'origin', origin);
  const unit = readUnit(where, direction);
  checkOptions(where, 'options', options, rayNames, { maxDistance: 'options.upTo' });
  const { upTo = Infinity, ...limits } = options ?? {};
  if (upTo !== Infinity)
    checkNumber(where, 'options.upTo', upTo, 'give a length in meters, not negative, or Infinity', 0);
  const cast = runCast(where, [point(), { position: start }, unit], [shape, pose, [0, 0]], upTo, limits);
  const { hit, time, normal, status, iterations, supportCalls, converged, termination } = cast;
  const distance = hit || status === 'unknown' ? time : Infinity;
  const end = hit ? time : Math.min(time, upTo);
  return {
    hit,
    distance,
    point: [along(start[0], end, unit[0]), along(start[1], end, unit[1])],
    normal: [-normal[0], -normal[1]],
    status,
    iterations,
    supportCalls,
    converged,
    termination,
  };
}

/** A coordinate of the point at a distance, which may be infinite, along a ray. */
function along(start: number, distance: number, direction: number): number {
  return direction === 0 ? start : start + distance * direction;
}

/** Reads the direction of a ray, as a unit vector. */
export function readUnit(where: string, direction: Vector2Like): Vec2 {
  const [dx, dy] = readVector2(where, 'direction', direction);
  const length = hypot(dx, dy);
  if (!(length > 0 && length < Infinity))
    throw outOfRange(where, 'direction', direction, 'give a vector of positive, finite length');
  return [dx / length, dy / length];
}
