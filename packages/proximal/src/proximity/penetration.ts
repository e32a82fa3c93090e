import type { Engine } from '../engine/engine.ts';
import type { QueryFrame } from '../engine/engine-memory.ts';
import { extendedKernel } from '../engine/extended.ts';
import { DEPTH_AUTO, Query, STATUS_OVERLAPPING } from '../engine/layout.ts';
import { activeEngine } from '../engine/target.ts';
import type { PoseLike } from '../math/pose.ts';
import type { Shape } from '../shapes/shape.ts';
import { checkPair } from './check-pair.ts';
import { OverlapMemory } from './overlap-memory.ts';
import { type PenetrationOptions, type PenetrationSettings, readPenetrationSettings } from './penetration-options.ts';
import { createPenetrationResult, type PenetrationResult, readPenetration } from './penetration-result.ts';
import { readPolytope } from './polytope.ts';
import { writeCheckedPoses } from './poses.ts';
import { rememberDirection, Subject, writeQuery } from './query.ts';
import { createResult, type DistanceResult, readResult, readVec3, statuses } from './result.ts';

/**
 * The penetration depth of two convex shapes and its direction: moving B by `depth · normal` separates them.
 *
 * Without options the depth is proven to be minimal. With a `direction` the search starts there, is several times as fast, and
 * finds a local minimum, marked by `local`. Separated shapes have depth 0; use `distance` or `signedDistance` for their distance.
 * @param poseA the pose of A, body to world, in meters
 * @example
 * ```ts
 * const result = penetration(box(1, 1, 1), {}, sphere(0.5), { position: [1.2, 0, 0] });
 * result.depth; // 0.3
 * result.normal; // [1, 0, 0]: B leaves A this way
 * ```
 */
export function penetration(
  a: Shape,
  poseA: PoseLike,
  b: Shape,
  poseB: PoseLike,
  options?: PenetrationOptions,
): PenetrationResult {
  const where = 'penetration';
  checkPair(where, a, b);
  const settings = readPenetrationSettings(where, options, false);
  const result = createPenetrationResult();
  runPenetration(activeEngine(), where, new Subject(a, b, settings, false), settings, poseA, poseB, result);
  return result;
}

/**
 * The signed distance: for overlapping shapes it is minus the penetration depth. It is continuous through contact. Moving B by
 * `−distance · normal` separates overlapping shapes, and `lower ≤ distance ≤ upper` holds on both sides of zero. For overlapping
 * shapes, `pointA` and `pointB` are the points deepest inside the other shape.
 *
 * The depth is proven to be minimal, unless `certified: false` allows a `local` result. The option `algorithm` has an effect only with `certified:
 * false`, because the proof needs EPA.
 * @example
 * ```ts
 * signedDistance(box(1, 1, 1), {}, box(1, 1, 1), { position: [1.5, 0, 0] }).distance; // -0.5
 * ```
 */
export function signedDistance(
  a: Shape,
  poseA: PoseLike,
  b: Shape,
  poseB: PoseLike,
  options?: PenetrationOptions,
): DistanceResult {
  const where = 'signedDistance';
  checkPair(where, a, b);
  const settings = readPenetrationSettings(where, options, false);
  const result = createResult();
  runSignedDistance(activeEngine(), where, new Subject(a, b, settings, false), settings, poseA, poseB, result);
  return result;
}

export function runPenetration(
  engine: Engine,
  where: string,
  subject: Subject,
  settings: PenetrationSettings,
  poseA: PoseLike,
  poseB: PoseLike,
  result: PenetrationResult,
): void {
  const frame = subject.enter(engine);
  const last = overlapMemoryOf(subject);
  try {
    const isCertified = settings.certified === true;
    const w = runKernel(engine, frame, where, subject, settings, isCertified, poseA, poseB, 1, last);
    readPenetration(engine.f64, engine.i32, w, result);
    readDepthFields(engine, frame, settings, w, result);
    if (last) result.proof.directionsB = last.readDirectionsB(engine, w);
  } finally {
    engine.leave();
  }
}

export function runSignedDistance(
  engine: Engine,
  where: string,
  subject: Subject,
  settings: PenetrationSettings,
  poseA: PoseLike,
  poseB: PoseLike,
  result: DistanceResult,
): void {
  const frame = subject.enter(engine);
  try {
    const w = runKernel(engine, frame, where, subject, settings, settings.certified !== false, poseA, poseB, 0, null);
    readResult(engine.f64, engine.i32, w, result);
    readDepthFields(engine, frame, settings, w, result);
  } finally {
    engine.leave();
  }
}

/** The fields of a signed distance that contacts need. */
export type SignedMeasure = Pick<
  DistanceResult,
  'normal' | 'pointA' | 'pointB' | 'distance' | 'lower' | 'upper' | 'status' | 'local'
>;

/** Like `runSignedDistance`, without the proof and the other fields that contacts do not need. */
export function runMeasure(
  engine: Engine,
  where: string,
  subject: Subject,
  settings: PenetrationSettings,
  poseA: Float64Array,
  poseB: Float64Array,
  out: SignedMeasure,
): void {
  const frame = subject.enter(engine);
  try {
    const w = runKernel(engine, frame, where, subject, settings, settings.certified !== false, poseA, poseB, 0, null);
    readMeasure(engine.f64, engine.i32, w, out);
  } finally {
    engine.leave();
  }
}

/** A function of its own, so that V8 inlines the accessors; otherwise it would allocate objects for their numbers. */
function readMeasure(f64: Float64Array, i32: Int32Array, w: number, out: SignedMeasure): void {
  out.distance = Query.distance(f64, w);
  out.lower = Query.lower(f64, w);
  out.upper = Query.upper(f64, w);
  readVec3(f64, w + Query.POINT_A, out.pointA);
  readVec3(f64, w + Query.POINT_B, out.pointB);
  readVec3(f64, w + Query.NORMAL, out.normal);
  out.status = statuses[Query.status(i32, w)];
  out.local = Query.local(i32, w) === 1;
}

/** Reads the fields that a distance query does not write: whether the depth may be local, and its proof. */
export function readDepthFields(
  engine: Engine,
  { polytope }: QueryFrame,
  { keepProof }: Pick<PenetrationSettings, 'keepProof'>,
  w: number,
  result: PenetrationResult | DistanceResult,
): void {
  result.local = Query.local(engine.i32, w) === 1;
  result.proof.inner = Query.inner(engine.i32, w) === 1;
  if (keepProof) result.proof.polytope = readPolytope(engine, polytope, w);
}

/** The last overlap of a pair; null without warm starts, and for the published methods. */
function overlapMemoryOf(subject: Subject): OverlapMemory | null {
  if (subject.memory && !subject.settings.asPublished) subject.lastOverlap ??= new OverlapMemory();
  return subject.lastOverlap;
}

/**
 * Runs the query and returns its workspace.
 * @param isSeparationEnough 1 if the distance of separated shapes is not needed
 * @param last the last overlap, from which the query starts and which it updates; null to start without one
 */
function runKernel(
  engine: Engine,
  frame: QueryFrame,
  where: string,
  subject: Subject,
  settings: PenetrationSettings,
  certified: boolean,
  poseA: PoseLike,
  poseB: PoseLike,
  isSeparationEnough: number,
  last: OverlapMemory | null,
): number {
  const w = writeQuery(engine, frame, where, subject, poseA, poseB);
  writeDepthSettings(engine, w, subject, settings, certified);
  last?.write(engine, w);
  try {
    if (extendedKernel(engine).penetration(w, frame.polytope, isSeparationEnough) === 0) {
      writeCheckedPoses(engine, frame, where, poseA, poseB);
      extendedKernel(engine).penetration(w, frame.polytope, isSeparationEnough);
    }
  } finally {
    // Other queries use the same workspace.
    Query.setIsResumable(engine.i32, w, 0);
  }
  rememberNormal(engine, w, subject);
  last?.read(engine, w, subject.hasOverlapped);
  return w;
}

/**
 * Writes the algorithm, and whether the depth must be proven minimal: for `'auto'` also if the pair has no previous overlap from which to
 * start.
 */
export function writeDepthSettings(
  engine: Engine,
  w: number,
  subject: Subject,
  settings: PenetrationSettings,
  certified: boolean,
): void {
  const isFirst = subject.memory !== null && !subject.hasOverlapped && settings.depthAlgorithm === DEPTH_AUTO;
  writeDepthChoices(engine, w, settings, certified || isFirst);
}

/** Writes the algorithm, and what it must prove or keep. */
export function writeDepthChoices(
  { i32 }: Engine,
  w: number,
  { depthAlgorithm, keepProof }: PenetrationSettings,
  certified: boolean,
): void {
  Query.setWantedDepth(i32, w, depthAlgorithm);
  Query.setWantedCertified(i32, w, certified ? 1 : 0);
  Query.setWantedPolytope(i32, w, keepProof ? 1 : 0);
}

/** Stores the normal of a penetration query as the start of the pair's next depth or distance query. */
export function rememberNormal(engine: Engine, w: number, subject: Subject): void {
  const { memory, separation } = subject;
  if (!memory) return;
  rememberDirection(engine, w + Query.LOCAL_NORMAL, 1, subject, memory);
  subject.hasOverlapped = Query.status(engine.i32, w) === STATUS_OVERLAPPING;
  separation[0] = memory[0];
  separation[1] = memory[1];
  separation[2] = memory[2];
}
