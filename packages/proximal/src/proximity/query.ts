// A query on an engine: writes the inputs, calls the kernel (again with checked poses if it rejects a pose), reads the result. Allocates
// nothing, unless there is a trace.

import type { Engine } from '../engine/engine.ts';
import type { QueryFrame } from '../engine/engine-memory.ts';
import {
  GUESS_DIRECTION,
  GUESS_SIMPLEX,
  GUESS_WITNESSES,
  Query,
  STATUS_OVERLAPPING,
  STATUS_SEPARATED,
} from '../engine/layout.ts';
import type { PoseLike } from '../math/pose.ts';
import { PlacedPair } from '../query/placed-pair.ts';
import type { Shape } from '../shapes/shape.ts';
import { type Settings, Start } from './options.ts';
import type { OverlapMemory } from './overlap-memory.ts';
import { copyPoses, isPlainPose, readPoses, writeCheckedPoses } from './poses.ts';
import { type DistanceResult, readResult } from './result.ts';
import { createTracer } from './trace.ts';

/** A zero direction: start from center to center. */
const noSeparation: Float64Array = /* @__PURE__ */ new Float64Array(3);

/** The subject of a query: two shapes with their settings and warm starts, which the next query of the same pair uses. */
export class Subject extends PlacedPair {
  /** The warm start of the next query, if enabled: a direction, the witness points, or a direction and the directions of a simplex. */
  readonly memory: Float64Array | null;
  /** The kind of guess that `memory` has: GUESS_DIRECTION, GUESS_WITNESSES or GUESS_SIMPLEX. */
  guessKind = GUESS_DIRECTION;
  /** The number of directions of a simplex in `memory`. */
  guessCount = 0;
  /**
   * Whether the last penetration query found an overlap: only then does its normal lead to a nearly minimal depth. The normal of
   * a plane between separated shapes is only a start direction for GJK.
   */
  hasOverlapped = false;
  /** Made by the first penetration query that may start from the last overlap. */
  lastOverlap: OverlapMemory | null = null;
  /**
   * The normal of the last penetration query, in A's frame. A distance query starts from it after an overlap, because distance queries of overlapping
   * shapes find no normal.
   */
  readonly separation: Float64Array;

  constructor(
    a: Shape,
    b: Shape,
    readonly settings: Settings,
    isPersistent: boolean,
    separation?: Float64Array,
  ) {
    super(a, b, isPersistent);
    this.separation = separation ?? noSeparation;
    this.memory = settings.start === Start.Fixed ? null : new Float64Array(12);
  }

  /** Replaces both shapes, and drops the warm starts. */
  reset(a: Shape, b: Shape): void {
    this.exchange(a, b);
    this.forget();
  }

  /** Drops the warm starts: the next query starts from center to center. */
  forget(): void {
    this.memory?.fill(0);
    if (this.separation !== noSeparation) this.separation.fill(0);
    this.guessKind = GUESS_DIRECTION;
    this.hasOverlapped = false;
    this.lastOverlap?.forget();
  }
}

export function runDistance(
  engine: Engine,
  where: string,
  subject: Subject,
  poseA: PoseLike,
  poseB: PoseLike,
  result: DistanceResult,
): void {
  const frame = subject.enter(engine);
  try {
    const w = writeQuery(engine, frame, where, subject, poseA, poseB);
    if (engine.kernel.distance(w) === 0) {
      writeCheckedPoses(engine, frame, where, poseA, poseB);
      engine.kernel.distance(w);
    }
    readResult(engine.f64, engine.i32, w, result);
    const { memory } = subject;
    if (memory) {
      const status = Query.status(engine.i32, w);
      // For overlapping shapes, keep the normal of the last penetration query. For touching or unknown ones, keep this normal.
      if (status === STATUS_OVERLAPPING) rememberSeparation(subject, memory);
      else if (status !== STATUS_SEPARATED) rememberDirection(engine, w + Query.LOCAL_NORMAL, 1, subject, memory);
      else if (subject.settings.start === Start.Predicted) rememberWitnesses(engine, w, subject, memory);
      else rememberSimplex(engine, w, subject, memory);
    }
  } finally {
    engine.leave();
  }
}

export function runCollide(engine: Engine, where: string, subject: Subject, poseA: PoseLike, poseB: PoseLike): boolean {
  const frame = subject.enter(engine);
  try {
    const w = writeQuery(engine, frame, where, subject, poseA, poseB);
    const { settings, memory } = subject;
    const { margin, start } = settings;
    let collides = engine.kernel.collide(w, margin);
    if (collides < 0) {
      writeCheckedPoses(engine, frame, where, poseA, poseB);
      collides = engine.kernel.collide(w, margin);
    }
    if (memory) {
      // The query ends at the first separating plane, usually without nearest points. A closed form leaves a zero direction: the next
      // query starts from center to center.
      if (collides === 1) rememberSeparation(subject, memory);
      else if (start === Start.Predicted && Query.vertexCount(engine.i32, w) > 0)
        rememberWitnesses(engine, w, subject, memory);
      else rememberDirection(engine, w + Query.NEAREST, -1, subject, memory);
    }
    return collides === 1;
  } finally {
    engine.leave();
  }
}

export function rememberDirection(
  { f64 }: Engine,
  at: number,
  sign: number,
  subject: Subject,
  memory: Float64Array,
): void {
  memory[0] = sign * f64[at];
  memory[1] = sign * f64[at + 1];
  memory[2] = sign * f64[at + 2];
  subject.guessKind = GUESS_DIRECTION;
}

/** Stores the separation vector, and the directions of the simplex if it has two or three vertices. */
function rememberSimplex(engine: Engine, w: number, subject: Subject, memory: Float64Array): void {
  rememberDirection(engine, w + Query.NEAREST, -1, subject, memory);
  const count = Query.vertexCount(engine.i32, w);
  if (count < 2 || count > 3) return;
  const { f64 } = engine;
  copySix(f64, w + Query.PROOF_DIRECTIONS, memory, 3);
  memory[9] = Query.proofDirections(f64, w, 6);
  memory[10] = Query.proofDirections(f64, w, 7);
  memory[11] = Query.proofDirections(f64, w, 8);
  subject.guessKind = GUESS_SIMPLEX;
  subject.guessCount = count;
}

function rememberSeparation(subject: Subject, memory: Float64Array): void {
  const { separation } = subject;
  memory[0] = separation[0];
  memory[1] = separation[1];
  memory[2] = separation[2];
  subject.guessKind = GUESS_DIRECTION;
}

/** Stores both witness points, which are adjacent in the workspace, as the guess. */
function rememberWitnesses({ f64 }: Engine, w: number, subject: Subject, memory: Float64Array): void {
  copySix(f64, w + Query.LOCAL_A, memory, 0);
  subject.guessKind = GUESS_WITNESSES;
}

/** Unrolled, because a loop is several times slower. */
function copySix(from: Float64Array, fromIndex: number, to: Float64Array, toIndex: number): void {
  to[toIndex] = from[fromIndex];
  to[toIndex + 1] = from[fromIndex + 1];
  to[toIndex + 2] = from[fromIndex + 2];
  to[toIndex + 3] = from[fromIndex + 3];
  to[toIndex + 4] = from[fromIndex + 4];
  to[toIndex + 5] = from[fromIndex + 5];
}

/** Writes the inputs of the kernel. */
export function writeQuery(
  engine: Engine,
  frame: QueryFrame,
  where: string,
  subject: Subject,
  poseA: PoseLike,
  poseB: PoseLike,
): number {
  const w = frame.workspace;
  const isPlain = isPlainPose(poseA) && isPlainPose(poseB);
  // The getters of a pose object may run queries, so the poses are read before anything is placed, and the views are taken last.
  if (!isPlain) readPoses(frame, where, poseA, poseB);
  subject.place(engine, frame);
  if (frame.settings !== subject.settings) writeSettings(engine, frame, subject.settings);
  const { f64, i32 } = engine;
  Query.setRecordA(i32, w, subject.addressA);
  Query.setRecordB(i32, w, subject.addressB);
  const { memory } = subject;
  if (memory) {
    Query.setGuessKind(i32, w, subject.guessKind);
    copySix(memory, 0, f64, w + Query.GUESS);
    if (subject.guessKind === GUESS_SIMPLEX) {
      Query.setGuessCount(i32, w, subject.guessCount);
      copySix(memory, 6, f64, w + Query.GUESS + 6);
    }
  }
  if (isPlain) copyPoses(engine, w, poseA as Float64Array, poseB as Float64Array);
  else f64.set(frame.poses, w + Query.POSE_A);
  return w;
}

/** Writes the settings. The next query in this frame with the same settings does not write them again, unless there is a trace. */
export function writeSettings(engine: Engine, frame: QueryFrame, settings: Settings): void {
  const w = frame.workspace;
  const { f64, i32 } = engine;
  const { algorithm, trace } = settings;
  Query.setMaxIterations(i32, w, settings.maxIterations);
  Query.setWantedMomentum(i32, w, algorithm.momentum);
  Query.setWantedActiveSet(i32, w, algorithm.activeSet);
  Query.setWantedCriterion(i32, w, settings.criterion);
  Query.setWantedNormalize(i32, w, settings.normalize);
  Query.setWantedSchedule(i32, w, settings.schedule);
  Query.setAsPublished(i32, w, settings.asPublished ? 1 : 0);
  Query.setWantedTrace(i32, w, trace ? 1 : 0);
  Query.setWantedWitnesses(i32, w, settings.start === Start.Predicted ? 1 : 0);
  Query.setTolerance(f64, w, settings.tolerance);
  Query.setRelativeTolerance(f64, w, settings.relativeTolerance);
  Query.setUpTo(f64, w, settings.upTo);
  Query.setGuessKind(i32, w, GUESS_DIRECTION);
  const { guess } = settings;
  Query.setGuess(f64, w, 0, guess[0]);
  Query.setGuess(f64, w, 1, guess[1]);
  Query.setGuess(f64, w, 2, guess[2]);
  // The workspace may have been used by a kernel with another layout.
  Query.setIsResumable(i32, w, 0);
  // A trace restarts its step count in each query.
  frame.tracer = trace ? createTracer(engine, frame.polytope, trace) : null;
  frame.settings = trace ? null : settings;
}
