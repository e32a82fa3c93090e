// One query on one engine: everything in, one kernel call, everything out. Allocates nothing.
import type { Level } from '../engine/engine.ts';
import type { PlaneEngine } from '../engine/plane.ts';
import {
  GUESS,
  LOCAL_NORMAL,
  MAX_ITERATIONS_INT,
  NEAREST_DIRECTION,
  POSE_A,
  POSE_B,
  RECORD_A_INT,
  RECORD_B_INT,
  RELATIVE_TOLERANCE,
  TOLERANCE,
  UP_TO,
} from '../engine/plane-layout.ts';
import type { Settings } from './options.ts';
import { copyPose2, type PoseLike2, readPose2 } from './pose.ts';
import { type DistanceResult, readResult } from './result.ts';
import type { Shape } from './shapes/shape.ts';

/** Two shapes with the settings of their queries, and where the next one starts. */
export interface Subject {
  readonly a: Shape;
  readonly b: Shape;
  readonly settings: Settings;
  /** First search direction in A's frame; zero means from centre to centre. A pair that remembers overwrites it. */
  readonly guess: Float64Array;
}

/** Asks for the distance, or the signed one. */
export function runDistance(
  engine: PlaneEngine,
  where: string,
  subject: Subject,
  poseA: PoseLike2,
  poseB: PoseLike2,
  result: DistanceResult,
  isSigned: boolean,
): void {
  const level = prepare(engine, subject);
  try {
    const w = writeQuery(engine, level, where, subject, poseA, poseB);
    if (isSigned) engine.kernel.signedDistance(w);
    else engine.kernel.distance(w);
    readResult(engine.f64, engine.i32, w, result);
    // The normal leads the next query of a pair that remembers; after an overlap it is zero: from centre to centre.
    if (subject.settings.isWarm) {
      subject.guess[0] = engine.f64[w + LOCAL_NORMAL];
      subject.guess[1] = engine.f64[w + LOCAL_NORMAL + 1];
    }
  } finally {
    engine.leave();
  }
}

export function runCollide(
  engine: PlaneEngine,
  where: string,
  subject: Subject,
  poseA: PoseLike2,
  poseB: PoseLike2,
): boolean {
  const level = prepare(engine, subject);
  try {
    const w = writeQuery(engine, level, where, subject, poseA, poseB);
    const collides = engine.kernel.collide(w, subject.settings.margin) === 1;
    if (subject.settings.isWarm) {
      subject.guess[0] = collides ? 0 : -engine.f64[w + NEAREST_DIRECTION];
      subject.guess[1] = collides ? 0 : -engine.f64[w + NEAREST_DIRECTION + 1];
    }
    return collides;
  } finally {
    engine.leave();
  }
}

/** Enters a level. The records come first: a custom shape may be measured for its one, by calls of its support function. */
function prepare(engine: PlaneEngine, { a, b }: Subject): Level {
  void a.record;
  void b.record;
  return engine.enter();
}

/** Writes what holds for every query of the settings. */
export function writeSettings(
  f64: Float64Array,
  i32: Int32Array,
  w: number,
  settings: Settings,
  guess: Float64Array,
): void {
  i32[2 * w + MAX_ITERATIONS_INT] = settings.maxIterations;
  f64[w + TOLERANCE] = settings.tolerance;
  f64[w + RELATIVE_TOLERANCE] = settings.relativeTolerance;
  f64[w + UP_TO] = settings.upTo;
  f64[w + GUESS] = guess[0];
  f64[w + GUESS + 1] = guess[1];
}

/** Writes shapes, poses and settings into the level's workspace. */
export function writeQuery(
  engine: PlaneEngine,
  level: Level,
  where: string,
  { a, b, settings, guess }: Subject,
  poseA: PoseLike2,
  poseB: PoseLike2,
): number {
  const w = level.workspace;
  // A pose may be an object whose getters ask queries: it is read before anything is placed, and the views are taken last. Typed
  // arrays ask nothing and go straight to their places.
  const isTyped = poseA instanceof Float64Array && poseB instanceof Float64Array;
  if (!isTyped) readPoses(level.poses, where, poseA, poseB);
  const addressA = engine.place(level, 0, a.record);
  const addressB = engine.place(level, 1, b.record);
  const { f64, i32 } = engine;
  if (!(isTyped && copyPose2(poseA, f64, w + POSE_A) && copyPose2(poseB, f64, w + POSE_B))) {
    if (isTyped) readPoses(level.poses, where, poseA, poseB);
    f64.set(level.poses.subarray(0, 8), w + POSE_A);
  }
  i32[2 * w + RECORD_A_INT] = addressA;
  i32[2 * w + RECORD_B_INT] = addressB;
  writeSettings(f64, i32, w, settings, guess);
  return w;
}

function readPoses(out: Float64Array, where: string, poseA: PoseLike2, poseB: PoseLike2): void {
  readPose2(where, 'poseA', poseA, out, 0);
  readPose2(where, 'poseB', poseB, out, 4);
}
