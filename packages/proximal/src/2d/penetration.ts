// Penetration depths in the plane.

import { readLimits } from '../check/limits.ts';
import { type PlaneEngine, plane } from '../engine/2d.ts';
import { PlaneOverlap, PlaneQuery } from '../engine/2d-layout.ts';
import { DEPTH_AUTO } from '../engine/layout.ts';
import type { Vector2Like } from '../math/vec2.ts';
import { type DepthChoices, readDepthChoices, type SharedPenetrationOptions } from '../query/penetration-options.ts';
import { checkPair } from './check-pair.ts';
import { readDirection, readSettings, type Settings } from './options.ts';
import { createPenetrationResult, type PenetrationResult, readPenetration } from './penetration-result.ts';
import type { Pose2Like } from './pose.ts';
import { remember, Subject, writeCheckedPoses, writeQuery } from './query.ts';
import type { Shape } from './shapes/shape.ts';
import type { TraceStep } from './trace.ts';

export {
  type ExpertPenetrationOptions,
  type PenetrationAlgorithm,
  type PenetrationAlgorithmName,
  penetrationAlgorithms,
} from '../query/penetration-options.ts';

/** Options of a penetration query. */
export interface PenetrationOptions extends SharedPenetrationOptions<Vector2Like> {
  /** Called with each step of GJK, EPA, portals and secants. An error thrown in the callback ends the query. */
  readonly trace?: (step: TraceStep) => void;
}

/** Validated options, with defaults filled in. */
export interface PenetrationSettings extends Settings, DepthChoices {}

/** Checks options once. @param keepsState whether there may be a previous query to start from */
export function readPenetrationSettings(
  where: string,
  options: PenetrationOptions | undefined,
  keepsState: boolean,
): PenetrationSettings {
  const choices = readDepthChoices(where, options);
  const given = options ?? {};
  const direction = given.direction ?? (keepsState ? 'previous' : 'centers');
  const { tolerance, relativeTolerance, maxIterations } = readLimits(where, given);
  return {
    ...readSettings(where, undefined, false),
    ...{ tolerance, relativeTolerance, maxIterations },
    guess: readDirection(where, direction, keepsState),
    isWarm: direction === 'previous',
    trace: given.trace,
    ...choices,
  };
}

/** The length of `PlaneOverlap` after its two flags. */
const overlapNumbers = PlaneOverlap.SIZE - PlaneOverlap.POINTS;

/** Two shapes with the settings of their penetration queries, and what a pair with warm starts keeps of its last overlap. */
export class DepthSubject extends Subject {
  /** Whether the last query found an overlap, from whose normal the next one may start. */
  private hasOverlapped = false;
  private hasPoints = false;
  private hasPortal = false;
  private readonly numbers: Float64Array | null;

  constructor(
    a: Shape,
    b: Shape,
    readonly depthSettings: PenetrationSettings,
    isPersistent: boolean,
  ) {
    super(a, b, depthSettings, isPersistent);
    this.numbers = this.memory && !depthSettings.asPublished ? new Float64Array(overlapNumbers) : null;
  }

  override forget(): void {
    super.forget();
    this.hasOverlapped = false;
    this.hasPoints = false;
  }

  /** Writes the settings that other queries do not have, and the last overlap. */
  write({ f64, i32 }: PlaneEngine, w: number): void {
    const { depthAlgorithm, certified, asPublished } = this.depthSettings;
    const { numbers } = this;
    // The normal of separated shapes is no start for the search of a local minimum.
    const isFirst = this.memory !== null && !this.hasOverlapped && depthAlgorithm === DEPTH_AUTO;
    PlaneQuery.setWantedDepth(i32, w, depthAlgorithm);
    PlaneQuery.setWantedCertified(i32, w, certified || isFirst ? 1 : 0);
    PlaneQuery.setAsPublished(i32, w, asPublished ? 1 : 0);
    PlaneQuery.setIsResumable(i32, w, numbers ? 1 : 0);
    if (numbers === null) return;
    const last = PlaneQuery.lastOverlap(w);
    PlaneOverlap.setHasPoints(i32, last, this.hasPoints ? 1 : 0);
    PlaneOverlap.setHasPortal(i32, last, this.hasPoints && this.hasPortal ? 1 : 0);
    const first = last + PlaneOverlap.POINTS;
    if (this.hasPoints) for (let k = 0; k < overlapNumbers; k++) f64[first + k] = numbers[k];
  }

  /** Stores the normal and the overlap that the query has left in the workspace. */
  read(engine: PlaneEngine, w: number, overlaps: boolean): void {
    const { memory, numbers } = this;
    if (memory) remember(engine, w + PlaneQuery.LOCAL_NORMAL, memory);
    this.hasOverlapped = overlaps;
    if (numbers === null) return;
    const { f64, i32 } = engine;
    const last = PlaneQuery.lastOverlap(w);
    this.hasPoints = overlaps && PlaneOverlap.hasPoints(i32, last) === 1;
    this.hasPortal = PlaneOverlap.hasPortal(i32, last) === 1;
    const first = last + PlaneOverlap.POINTS;
    if (this.hasPoints) for (let k = 0; k < overlapNumbers; k++) numbers[k] = f64[first + k];
  }
}

/**
 * The penetration depth of two convex shapes and its direction: moving B by `depth · normal` separates them.
 *
 * Without options the depth is proven to be minimal. With a `direction` the search starts there, and finds a local minimum, marked by
 * `local`. Separated shapes have depth 0; use `distance` or `signedDistance` for their distance.
 * @param poseA the pose of A, body to world, in meters
 * @example
 * ```ts
 * const result = penetration(box(1, 1), {}, circle(0.5), { position: [1.2, 0] });
 * result.depth; // 0.3
 * result.normal; // [1, 0]: B leaves A this way
 * ```
 */
export function penetration(
  a: Shape,
  poseA: Pose2Like,
  b: Shape,
  poseB: Pose2Like,
  options?: PenetrationOptions,
): PenetrationResult {
  const where = 'penetration';
  checkPair(where, a, b);
  const subject = new DepthSubject(a, b, readPenetrationSettings(where, options, false), false);
  const result = createPenetrationResult();
  runPenetration(plane.engine(), where, subject, poseA, poseB, result);
  return result;
}

export function runPenetration(
  engine: PlaneEngine,
  where: string,
  subject: DepthSubject,
  poseA: Pose2Like,
  poseB: Pose2Like,
  result: PenetrationResult,
): void {
  const frame = subject.enter(engine);
  try {
    const w = writeQuery(engine, frame, where, subject, poseA, poseB);
    subject.write(engine, w);
    const { kernel } = engine;
    if (kernel.penetration(w) === 0) {
      writeCheckedPoses(engine, frame, where, poseA, poseB);
      kernel.penetration(w);
    }
    readPenetration(engine.f64, engine.i32, w, result);
    subject.read(engine, w, result.status === 'overlapping');
  } finally {
    engine.leave();
  }
}
