// One query on one engine: everything in, one kernel call, everything out. Allocates nothing.
import type { Engine, Level } from '../engine/engine.ts';
import {
  ACTIVE_SET_INT,
  CRITERION_INT,
  GUESS,
  LOCAL_NORMAL,
  MAX_ITERATIONS_INT,
  MOMENTUM_INT,
  MOMENTUM_NESTEROV,
  NEAREST,
  NORMALIZE_INT,
  POSE_A,
  RECORD_A_INT,
  RECORD_B_INT,
  RELATIVE_TOLERANCE,
  TOLERANCE,
  TRACE_INT,
  UP_TO,
} from '../engine/layout.ts';
import { type PoseLike, readPose } from '../math/pose.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { Shape } from '../shapes/shape.ts';
import type { Settings } from './options.ts';
import { type DistanceResult, readResult } from './result.ts';
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
  const level = prepare(engine, subject);
  try {
    const w = writeQuery(engine, level, where, subject, poseA, poseB);
    engine.kernel.distance(w);
    readResult(engine.f64, engine.i32, w, result);
    // The normal leads the next query of a pair that remembers; after an overlap it is zero: from centre to centre.
    if (subject.settings.isWarm) for (let k = 0; k < 3; k++) subject.guess[k] = engine.f64[w + LOCAL_NORMAL + k];
  } finally {
    engine.leave();
  }
}

export function runCollide(engine: Engine, where: string, subject: Subject, poseA: PoseLike, poseB: PoseLike): boolean {
  const level = prepare(engine, subject);
  try {
    const w = writeQuery(engine, level, where, subject, poseA, poseB);
    const collides = engine.kernel.collide(w, subject.settings.margin) === 1;
    if (subject.settings.isWarm) {
      for (let k = 0; k < 3; k++) subject.guess[k] = collides ? 0 : -engine.f64[w + NEAREST + k];
    }
    return collides;
  } finally {
    engine.leave();
  }
}

/** Enters a level. The records come first: a custom shape may be measured for its one, by calls of its support function. */
function prepare(engine: Engine, { a, b }: Subject): Level {
  void a.record;
  void b.record;
  return engine.enter();
}

/** Writes what holds for every query of the settings; `normalize` is decided by the shapes unless the settings do. */
export function writeSettings(
  engine: Engine,
  level: Level,
  settings: Settings,
  guess: Readonly<Vec3>,
  isStrict: boolean,
): void {
  const w = level.workspace;
  const { f64, i32 } = engine;
  const { algorithm } = settings;
  const normalize = settings.normalize ?? (algorithm.momentum === MOMENTUM_NESTEROV && !isStrict);
  i32[2 * w + MAX_ITERATIONS_INT] = settings.maxIterations;
  i32[2 * w + MOMENTUM_INT] = algorithm.momentum;
  i32[2 * w + ACTIVE_SET_INT] = algorithm.activeSet;
  i32[2 * w + CRITERION_INT] = settings.criterion;
  i32[2 * w + NORMALIZE_INT] = normalize ? 1 : 0;
  i32[2 * w + TRACE_INT] = settings.trace ? 1 : 0;
  if (settings.trace) level.tracer = createTracer(engine, settings.trace);
  f64[w + TOLERANCE] = settings.tolerance;
  f64[w + RELATIVE_TOLERANCE] = settings.relativeTolerance;
  f64[w + UP_TO] = settings.upTo;
  f64[w + GUESS] = guess[0];
  f64[w + GUESS + 1] = guess[1];
  f64[w + GUESS + 2] = guess[2];
}

function writeQuery(
  engine: Engine,
  level: Level,
  where: string,
  { a, b, settings, guess }: Subject,
  poseA: PoseLike,
  poseB: PoseLike,
): number {
  const w = level.workspace;
  // A pose may be an object whose getters ask queries: it is read before anything is placed, and the views are taken last.
  readPose(where, 'poseA', poseA, level.poses, 0);
  readPose(where, 'poseB', poseB, level.poses, 7);
  const addressA = engine.place(level, 0, a.record);
  const addressB = engine.place(level, 1, b.record);
  const { f64, i32 } = engine;
  for (let k = 0; k < 14; k++) f64[w + POSE_A + k] = level.poses[k];
  i32[2 * w + RECORD_A_INT] = addressA;
  i32[2 * w + RECORD_B_INT] = addressB;
  writeSettings(engine, level, settings, guess, a.isStrictlyConvex && b.isStrictlyConvex);
  return w;
}
