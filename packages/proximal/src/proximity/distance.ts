import type { Engine } from '../engine/engine.ts';
import {
  GUESS,
  LOCAL_NORMAL,
  MAX_ITERATIONS_INT,
  POSE_A,
  POSE_B,
  RECORD_A_INT,
  RECORD_B_INT,
  RELATIVE_TOLERANCE,
  TOLERANCE,
  UP_TO,
} from '../engine/layout.ts';
import { activeEngine } from '../engine/target.ts';
import { type PoseLike, readPose } from '../math/pose.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { Shape } from '../shapes/shape.ts';
import { checkPair } from './check-pair.ts';
import { type DistanceOptions, readSettings, type Settings } from './options.ts';
import { createResult, type DistanceResult, readResult } from './result.ts';

/**
 * The distance between two convex shapes, with proven bounds, witness points, status and proof.
 *
 * The status tells separated, touching and overlapping shapes apart; `distance` is 0 for the last two. Wrong arguments
 * throw; valid ones never do.
 * @param poseA where A is: body to world, metres
 * @example
 * ```ts
 * const result = distance(box(1, 1, 1), {}, sphere(0.5), { position: [3, 0, 0] });
 * result.distance; // 1.5
 * result.normal; // [1, 0, 0], from A to B
 * ```
 */
export function distance(
  a: Shape,
  poseA: PoseLike,
  b: Shape,
  poseB: PoseLike,
  options?: DistanceOptions,
): DistanceResult {
  checkPair('distance', a, b);
  const settings = readSettings('distance', options, false);
  const result = createResult();
  runDistance(activeEngine(), 'distance', a, poseA, b, poseB, settings, settings.guess, result);
  return result;
}

/** One distance query on one engine: everything in, one kernel call, everything out. Allocates nothing. */
export function runDistance(
  engine: Engine,
  where: string,
  a: Shape,
  poseA: PoseLike,
  b: Shape,
  poseB: PoseLike,
  settings: Settings,
  guess: Vec3,
  result: DistanceResult,
): void {
  const recordA = a.record;
  const recordB = b.record;
  const level = engine.enter();
  try {
    const w = level.workspace;
    const addressA = engine.place(level, 0, recordA);
    const addressB = engine.place(level, 1, recordB);
    const { f64, i32 } = engine;
    readPose(where, 'poseA', poseA, f64, w + POSE_A);
    readPose(where, 'poseB', poseB, f64, w + POSE_B);
    i32[2 * w + RECORD_A_INT] = addressA;
    i32[2 * w + RECORD_B_INT] = addressB;
    i32[2 * w + MAX_ITERATIONS_INT] = settings.maxIterations;
    f64[w + TOLERANCE] = settings.tolerance;
    f64[w + RELATIVE_TOLERANCE] = settings.relativeTolerance;
    f64[w + UP_TO] = settings.upTo;
    f64[w + GUESS] = guess[0];
    f64[w + GUESS + 1] = guess[1];
    f64[w + GUESS + 2] = guess[2];
    engine.kernel.distance(w);
    readResult(engine.f64, engine.i32, w, result);
    // The normal leads the next query of a pair that remembers; after an overlap it is zero: from centre to centre.
    if (settings.isWarm) for (let k = 0; k < 3; k++) guess[k] = engine.f64[w + LOCAL_NORMAL + k];
  } finally {
    engine.leave();
  }
}
