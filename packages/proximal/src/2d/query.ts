// A query on an engine: writes the inputs, makes one kernel call (a second one with checked poses if the first rejects them), and reads the
// result. Allocates nothing if the poses are Float64Arrays and there is no trace.

import type { PlaneEngine } from '../engine/2d.ts';
import { PlaneQuery } from '../engine/2d-layout.ts';
import type { QueryFrame } from '../engine/engine-memory.ts';
import { PlacedPair } from '../query/placed-pair.ts';
import type { Settings } from './options.ts';
import { copyPose2, isPlainPose2, type Pose2Like, readPose2 } from './pose.ts';
import { type DistanceResult, readResult } from './result.ts';
import type { Shape } from './shapes/shape.ts';
import { createTracer } from './trace.ts';

/** The subject of a query: two shapes with their settings and warm starts, which the next query of the same pair uses. */
export class Subject extends PlacedPair {
  /** The warm start of the next query, if enabled: a direction in A's frame. */
  readonly memory: Float64Array | null;

  constructor(
    a: Shape,
    b: Shape,
    readonly settings: Settings,
    isPersistent: boolean,
  ) {
    super(a, b, isPersistent);
    this.memory = settings.isWarm ? settings.guess.slice() : null;
  }

  /** Drops the warm start: the next query starts like the first one. */
  forget(): void {
    this.memory?.set(this.settings.guess);
  }
}

/** Runs a distance or signed-distance query. */
export function runDistance(
  engine: PlaneEngine,
  where: string,
  subject: Subject,
  poseA: Pose2Like,
  poseB: Pose2Like,
  result: DistanceResult,
  isSigned: boolean,
): void {
  const frame = subject.enter(engine);
  try {
    const w = writeQuery(engine, frame, where, subject, poseA, poseB);
    const { kernel } = engine;
    if ((isSigned ? kernel.signedDistance(w) : kernel.distance(w)) === 0) {
      writeCheckedPoses(engine, frame, where, poseA, poseB);
      if (isSigned) kernel.signedDistance(w);
      else kernel.distance(w);
    }
    readResult(engine.f64, engine.i32, w, result);
    // The next query of a pair with warm starts begins with this normal. `distance` finds no normal of an overlap and leaves zero: the next
    // query then starts from center to center.
    if (subject.memory) remember(engine, w + PlaneQuery.LOCAL_NORMAL, subject.memory);
  } finally {
    engine.leave();
  }
}

export function runCollide(
  engine: PlaneEngine,
  where: string,
  subject: Subject,
  poseA: Pose2Like,
  poseB: Pose2Like,
): boolean {
  const frame = subject.enter(engine);
  try {
    const w = writeQuery(engine, frame, where, subject, poseA, poseB);
    const { settings, memory } = subject;
    let collides = engine.kernel.collide(w, settings.margin);
    if (collides < 0) {
      writeCheckedPoses(engine, frame, where, poseA, poseB);
      collides = engine.kernel.collide(w, settings.margin);
    }
    if (memory) {
      if (collides === 1) memory.fill(0);
      else remember(engine, w + PlaneQuery.NEAREST_DIRECTION, memory);
    }
    return collides === 1;
  } finally {
    engine.leave();
  }
}

/** Runs a clearance query. */
export function runClearance(
  engine: PlaneEngine,
  where: string,
  subject: Subject,
  poseA: Pose2Like,
  poseB: Pose2Like,
): number {
  const frame = subject.enter(engine);
  try {
    const w = writeQuery(engine, frame, where, subject, poseA, poseB);
    let clearance = engine.kernel.clearance(w);
    // NaN means an invalid pose, which throws, or a custom shape that returned NaN, or lengths out of the kernel's range.
    if (Number.isNaN(clearance)) {
      writeCheckedPoses(engine, frame, where, poseA, poseB);
      clearance = engine.kernel.clearance(w);
    }
    const { memory } = subject;
    if (memory) {
      if (clearance > 0) remember(engine, w + PlaneQuery.NEAREST_DIRECTION, memory);
      else memory.fill(0);
    }
    return clearance;
  } finally {
    engine.leave();
  }
}

/** Stores a direction of the workspace as the warm start of the next query. */
export function remember({ f64 }: PlaneEngine, at: number, memory: Float64Array): void {
  memory[0] = f64[at];
  memory[1] = f64[at + 1];
}

/** Writes the inputs of the kernel. Returns the workspace. */
export function writeQuery(
  engine: PlaneEngine,
  frame: QueryFrame,
  where: string,
  subject: Subject,
  poseA: Pose2Like,
  poseB: Pose2Like,
): number {
  const w = frame.workspace;
  // Typed arrays of four numbers are copied unchecked, and the kernel reports invalid ones. The getters of any other pose object
  // may run queries, so it is read before anything is placed, and the views are taken last.
  const isPlain = isPlainPose2(poseA) && isPlainPose2(poseB);
  if (!isPlain) readPoses(frame, where, poseA, poseB);
  subject.place(engine, frame);
  if (frame.settings !== subject.settings) writeSettings(engine, frame, subject.settings);
  const { f64, i32 } = engine;
  PlaneQuery.setRecordA(i32, w, subject.addressA);
  PlaneQuery.setRecordB(i32, w, subject.addressB);
  const { memory } = subject;
  if (memory) {
    PlaneQuery.setGuess(f64, w, 0, memory[0]);
    PlaneQuery.setGuess(f64, w, 1, memory[1]);
  }
  if (isPlain) {
    copyPose2(poseA as Float64Array, f64, w + PlaneQuery.POSE_A);
    copyPose2(poseB as Float64Array, f64, w + PlaneQuery.POSE_B);
  } else f64.set(frame.poses.subarray(0, 8), w + PlaneQuery.POSE_A);
  return w;
}

/** Writes settings to the workspace. With a trace, they are written for every query: `frame.settings` is then null. */
export function writeSettings(engine: PlaneEngine, frame: QueryFrame, settings: Settings): void {
  const w = frame.workspace;
  const { f64, i32 } = engine;
  const { guess, trace } = settings;
  PlaneQuery.setMaxIterations(i32, w, settings.maxIterations);
  PlaneQuery.setWantedTrace(i32, w, trace ? 1 : 0);
  PlaneQuery.setWantedCircles(i32, w, settings.circles ? 1 : 0);
  PlaneQuery.setTolerance(f64, w, settings.tolerance);
  PlaneQuery.setRelativeTolerance(f64, w, settings.relativeTolerance);
  PlaneQuery.setUpTo(f64, w, settings.upTo);
  PlaneQuery.setGuess(f64, w, 0, guess[0]);
  PlaneQuery.setGuess(f64, w, 1, guess[1]);
  // A trace restarts its step count in each query.
  frame.tracer = trace ? createTracer(engine, trace) : null;
  frame.settings = trace ? null : settings;
}

function readPoses(frame: QueryFrame, where: string, poseA: Pose2Like, poseB: Pose2Like): void {
  readPose2(where, 'poseA', poseA, frame.poses, 0);
  readPose2(where, 'poseB', poseB, frame.poses, 4);
}

/** Checks the poses that the kernel has rejected, and writes them again. Throws for an invalid pose. */
export function writeCheckedPoses(
  engine: PlaneEngine,
  frame: QueryFrame,
  where: string,
  poseA: Pose2Like,
  poseB: Pose2Like,
): void {
  readPoses(frame, where, poseA, poseB);
  engine.f64.set(frame.poses.subarray(0, 8), frame.workspace + PlaneQuery.POSE_A);
}
