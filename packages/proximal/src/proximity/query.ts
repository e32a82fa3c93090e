// One query on one engine: everything in, one kernel call, everything out. Allocates nothing.
import type { Engine, Level } from '../engine/engine.ts';
import {
  GUESS,
  LOCAL_NORMAL,
  MAX_ITERATIONS_INT,
  NEAREST,
  POSE_A,
  RECORD_A_INT,
  RECORD_B_INT,
  RELATIVE_TOLERANCE,
  TOLERANCE,
  UP_TO,
  WANTED_ACTIVE_SET_INT,
  WANTED_CRITERION_INT,
  WANTED_MOMENTUM_INT,
  WANTED_NORMALIZE_INT,
  WANTED_TRACE_INT,
} from '../engine/layout.ts';
import type { PoseLike } from '../math/pose.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { Shape } from '../shapes/shape.ts';
import type { Settings } from './options.ts';
import { copyPoses, isPlainPose, readPoses, writeCheckedPoses } from './poses.ts';
import { type DistanceResult, readResult, readVec3 } from './result.ts';
import { createTracer } from './trace.ts';

/** Two shapes with the settings of their queries, and where the next one starts. */
export interface Subject {
  readonly a: Shape;
  readonly b: Shape;
  readonly settings: Settings;
  /** First search direction in A's frame; zero means from centre to centre. A pair that remembers overwrites it. */
  readonly guess: Vec3;
}

export function runDistance(
  engine: Engine,
  where: string,
  subject: Subject,
  poseA: PoseLike,
  poseB: PoseLike,
  result: DistanceResult,
): void {
  const level = enter(engine, subject);
  try {
    const w = writeQuery(engine, level, where, subject, poseA, poseB);
    if (engine.kernel.distance(w) === 0) {
      writeCheckedPoses(engine, level, where, poseA, poseB);
      engine.kernel.distance(w);
    }
    keep(level, subject);
    readResult(engine.f64, engine.i32, w, result);
    // The normal leads the next query of a pair that remembers; after an overlap it is zero: from centre to centre.
    if (subject.settings.isWarm) readVec3(engine.f64, w + LOCAL_NORMAL, subject.guess);
  } finally {
    engine.leave();
  }
}

export function runCollide(engine: Engine, where: string, subject: Subject, poseA: PoseLike, poseB: PoseLike): boolean {
  const level = enter(engine, subject);
  try {
    const w = writeQuery(engine, level, where, subject, poseA, poseB);
    const { margin, isWarm } = subject.settings;
    let collides = engine.kernel.collide(w, margin);
    if (collides < 0) {
      writeCheckedPoses(engine, level, where, poseA, poseB);
      collides = engine.kernel.collide(w, margin);
    }
    keep(level, subject);
    if (isWarm) for (let k = 0; k < 3; k++) subject.guess[k] = collides === 1 ? 0 : -engine.f64[w + NEAREST + k];
    return collides === 1;
  } finally {
    engine.leave();
  }
}

/** Enters a level. The records come first: a custom shape may be measured for its one, by calls of its support function. */
function enter(engine: Engine, { a, b }: Subject): Level {
  void a.record;
  void b.record;
  return engine.enter();
}

/** Writes what holds for every query of the settings. */
export function writeSettings(engine: Engine, level: Level, settings: Settings): void {
  const w = level.workspace;
  const { f64, i32 } = engine;
  const { algorithm, trace } = settings;
  i32[2 * w + MAX_ITERATIONS_INT] = settings.maxIterations;
  i32[2 * w + WANTED_MOMENTUM_INT] = algorithm.momentum;
  i32[2 * w + WANTED_ACTIVE_SET_INT] = algorithm.activeSet;
  i32[2 * w + WANTED_CRITERION_INT] = settings.criterion;
  i32[2 * w + WANTED_NORMALIZE_INT] = settings.normalize;
  i32[2 * w + WANTED_TRACE_INT] = trace ? 1 : 0;
  level.tracer = trace ? createTracer(engine, trace) : null;
  f64[w + TOLERANCE] = settings.tolerance;
  f64[w + RELATIVE_TOLERANCE] = settings.relativeTolerance;
  f64[w + UP_TO] = settings.upTo;
}

export function writeGuess({ f64 }: Engine, { workspace: w }: Level, guess: Readonly<Vec3>): void {
  f64[w + GUESS] = guess[0];
  f64[w + GUESS + 1] = guess[1];
  f64[w + GUESS + 2] = guess[2];
}

/**
 * Writes everything that the kernel reads. What the workspace still holds from the subject's last query stays; it is claimed
 * again only after the kernel has returned, since an error thrown in a custom shape leaves it in any state.
 */
function writeQuery(
  engine: Engine,
  level: Level,
  where: string,
  subject: Subject,
  poseA: PoseLike,
  poseB: PoseLike,
): number {
  const w = level.workspace;
  const isPlain = isPlainPose(poseA) && isPlainPose(poseB);
  // A pose may be an object whose getters ask queries: it is read before anything is placed, and the views are taken last.
  if (!isPlain) readPoses(level, where, poseA, poseB);
  if (level.subject !== subject || level.placements !== engine.placements) writeSubject(engine, level, subject);
  level.subject = null;
  writeGuess(engine, level, subject.guess);
  if (isPlain) copyPoses(engine, w, poseA as Float64Array, poseB as Float64Array);
  else engine.f64.set(level.poses, w + POSE_A);
  return w;
}

/** The workspace stays the subject's own until another one needs it. A trace counts its steps anew in each query. */
function keep(level: Level, subject: Subject): void {
  level.subject = subject.settings.trace ? null : subject;
}

function writeSubject(engine: Engine, level: Level, { a, b, settings }: Subject): void {
  const w = level.workspace;
  const addressA = engine.place(level, 0, a.record);
  const addressB = engine.place(level, 1, b.record);
  level.placements = engine.placements;
  engine.i32[2 * w + RECORD_A_INT] = addressA;
  engine.i32[2 * w + RECORD_B_INT] = addressB;
  writeSettings(engine, level, settings);
}
