import { outOfRange } from '../check/argument.ts';
import { extendedKernel } from '../engine/extended.ts';
import { Query } from '../engine/layout.ts';
import { activeEngine } from '../engine/target.ts';
import type { PoseLike } from '../math/pose.ts';
import { length, readVector, unitAlong, type Vec3, type VectorLike } from '../math/vec3.ts';
import type { Shape } from '../shapes/shape.ts';
import { checkPair } from './check-pair.ts';
import { readPenetrationSettings } from './penetration-options.ts';
import { writeCheckedPoses } from './poses.ts';
import { Subject, writeQuery } from './query.ts';
import { readVec3, type Status, statuses, type Termination, terminations } from './result.ts';

/** Where a ray leaves the Minkowski difference of two shapes. Lengths in meters, vectors in world coordinates. */
export interface RayBoundary {
  /**
   * Moving B this far along the direction separates the shapes. 0 if they are separated; Infinity if no motion separates them, as
   * may happen with a half-space.
   */
  distance: number;
  /** A lower bound on `distance`: no shorter motion along the direction separates the shapes. */
  lower: number;
  /** An upper bound, equal to `distance`: a motion of this length along the direction separates the shapes. */
  upper: number;
  /** `distance` times the unit direction: a point on the boundary of the Minkowski difference A − B; zero if the shapes are separated. */
  point: Vec3;
  /** Outward unit normal at `point`, which is the contact normal after the motion; zero if the shapes are separated. */
  normal: Vec3;
  iterations: number;
  supportCalls: number;
  converged: boolean;
  status: Status;
  termination: Termination;
}

/**
 * The distance that B must move along a direction to leave A: the length of the ray from the origin in that direction inside the
 * Minkowski difference, by portal refinement (Gao, Alg. 1).
 * @param direction in world coordinates, of any nonzero length
 * @example
 * ```ts
 * const out = rayBoundary(box(1, 1, 1), {}, sphere(0.5), { position: [0.5, 0, 0] }, [0, 0, 1]);
 * out.distance; // 1.5
 * ```
 */
export function rayBoundary(a: Shape, poseA: PoseLike, b: Shape, poseB: PoseLike, direction: VectorLike): RayBoundary {
  const where = 'rayBoundary';
  checkPair(where, a, b);
  const ray = readVector(where, 'direction', direction);
  const size = length(ray);
  const unit: Vec3 | null =
    size > 0 && size < Infinity ? [ray[0] / size, ray[1] / size, ray[2] / size] : unitAlong(ray);
  if (!unit) throw outOfRange(where, 'direction', direction, 'give a vector that is not zero');
  const engine = activeEngine();
  const subject = new Subject(a, b, readPenetrationSettings(where, undefined, false), false);
  const frame = subject.enter(engine);
  try {
    const w = writeQuery(engine, frame, where, subject, poseA, poseB);
    engine.f64.set(unit, w + Query.GUESS);
    // The guess in the workspace no longer belongs to the settings.
    frame.settings = null;
    if (extendedKernel(engine).rayBoundary(w) === 0) {
      writeCheckedPoses(engine, frame, where, poseA, poseB);
      extendedKernel(engine).rayBoundary(w);
    }
    const { f64, i32 } = engine;
    const distance = Query.distance(f64, w);
    const normal: Vec3 = [0, 0, 0];
    readVec3(f64, w + Query.NORMAL, normal);
    const termination = terminations[Query.termination(i32, w)];
    return {
      distance,
      lower: Query.lower(f64, w),
      upper: Query.upper(f64, w),
      // The distance is infinite if the ray stays in a half-space, and ∞ · 0 is NaN.
      point: [0, 1, 2].map((k) => (unit[k] === 0 ? 0 : distance * unit[k])) as Vec3,
      normal,
      iterations: Query.iterations(i32, w),
      supportCalls: Query.supportCalls(i32, w),
      converged: termination === 'converged',
      status: statuses[Query.status(i32, w)],
      termination,
    };
  } finally {
    engine.leave();
  }
}
