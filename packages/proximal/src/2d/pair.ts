import { type PlaneEngine, plane } from '../engine/2d.ts';
import { checkPair } from './check-pair.ts';
import {
  createGrowthResult,
  type GrowthOptions,
  type GrowthResult,
  type GrowthSettings,
  readGrowth,
  runGrowth,
} from './growth.ts';
import { type DistanceOptions, readSettings } from './options.ts';
import { DepthSubject, type PenetrationOptions, readPenetrationSettings, runPenetration } from './penetration.ts';
import { createPenetrationResult, type PenetrationResult } from './penetration-result.ts';
import type { Pose2Like } from './pose.ts';
import { runClearance, runCollide, runDistance, Subject } from './query.ts';
import { createResult, type DistanceResult } from './result.ts';
import type { Shape } from './shapes/shape.ts';

/**
 * Two shapes for repeated queries while they move. By default, each query starts from the result of the last one. Distance queries
 * return one result object, growth queries and penetrations others, the same every time. After the first growth query and the first
 * penetration, which create their result objects, queries with `Float64Array` poses and no trace allocate nothing (see `clearance` for an exception). A pair keeps the target
 * (JavaScript or WebAssembly) with which it was made.
 * @example
 * ```ts
 * const pair = new Pair(box(2.4, 0.95), circle(0.3));
 * for (const pose of path) if (pair.distance(pose, obstacle).distance < 0.5) break;
 * ```
 */
export class Pair {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'Pair';

  /** The result of the last distance or signed distance. The next such query overwrites it; use `copyResult(pair.result)` to keep it. */
  readonly result: DistanceResult = createResult();
  private readonly engine: PlaneEngine;
  private readonly subject: Subject;
  private growth: GrowthSettings | null = null;
  private lastGrowth: GrowthResult | null = null;
  private depthSubject: DepthSubject | null = null;
  private lastPenetration: PenetrationResult | null = null;

  constructor(
    readonly a: Shape,
    readonly b: Shape,
    options?: DistanceOptions,
  ) {
    checkPair('Pair', a, b);
    const settings = readSettings('Pair', options, true);
    this.subject = new Subject(a, b, settings, true);
    this.engine = plane.engine();
  }

  /** The result of the last growth query, overwritten by the next. */
  get growthResult(): GrowthResult {
    this.lastGrowth ??= createGrowthResult();
    return this.lastGrowth;
  }

  /** The result of the last penetration query, overwritten by the next. */
  get penetrationResult(): PenetrationResult {
    this.lastPenetration ??= createPenetrationResult();
    return this.lastPenetration;
  }

  /** Returns `pair.result`, the same object every time: the distance at these poses. See the function `distance`. */
  distance(poseA: Pose2Like, poseB: Pose2Like): DistanceResult {
    runDistance(this.engine, 'Pair.distance', this.subject, poseA, poseB, this.result, false);
    return this.result;
  }

  /**
   * The distance at these poses. Does not change `result`. See the function `clearance`. This is the only query of a pair that may
   * allocate: a JavaScript engine boxes the returned number if it does not inline the call.
   */
  clearance(poseA: Pose2Like, poseB: Pose2Like): number {
    return runClearance(this.engine, 'Pair.clearance', this.subject, poseA, poseB);
  }

  /** Returns `pair.result` with the signed distance at these poses. See the function `signedDistance`. */
  signedDistance(poseA: Pose2Like, poseB: Pose2Like): DistanceResult {
    runDistance(this.engine, 'Pair.signedDistance', this.subject, poseA, poseB, this.result, true);
    return this.result;
  }

  /**
   * Returns `pair.penetrationResult`, the same object every time: the penetration depth at these poses. By default, the first
   * overlap, and every overlap after a separation, is found by a global search; each following query starts from the last normal and from points
   * of both shapes. While the differences of these points still enclose the origin, they prove the overlap without GJK. See the function
   * `penetration`, and `setPenetration` for its options.
   */
  penetration(poseA: Pose2Like, poseB: Pose2Like): PenetrationResult {
    const { a, b, engine, penetrationResult } = this;
    const where = 'Pair.penetration';
    this.depthSubject ??= new DepthSubject(a, b, readPenetrationSettings(where, undefined, true), true);
    runPenetration(engine, where, this.depthSubject, poseA, poseB, penetrationResult);
    return penetrationResult;
  }

  /** Sets the options of the following `penetration` queries, and drops their warm start. */
  setPenetration(options: PenetrationOptions): void {
    const settings = readPenetrationSettings('Pair.setPenetration', options, true);
    this.depthSubject = new DepthSubject(this.a, this.b, settings, true);
  }

  /**
   * Returns `pair.growthResult`, the same object every time: the growth distance at these poses. See the function
   * `growthDistance`, and `setGrowth` for its options.
   */
  growthDistance(poseA: Pose2Like, poseB: Pose2Like): GrowthResult {
    return this.queryGrowth('Pair.growthDistance', poseA, poseB, false);
  }

  /**
   * Returns `pair.growthResult` with a proof that the shapes touch or are apart at these poses. This query has
   * the options of `setGrowth`, and shares the warm start with `growthDistance`. See the function `growthCollide`.
   */
  growthCollide(poseA: Pose2Like, poseB: Pose2Like): GrowthResult {
    return this.queryGrowth('Pair.growthCollide', poseA, poseB, true);
  }

  private queryGrowth(where: string, poseA: Pose2Like, poseB: Pose2Like, isBoolean: boolean): GrowthResult {
    this.growth ??= readGrowth(where, this.a, this.b, undefined);
    runGrowth(this.engine, where, this.subject, this.growth, poseA, poseB, this.growthResult, isBoolean);
    return this.growthResult;
  }

  /** Sets the options of the following growth queries. */
  setGrowth(options: GrowthOptions): void {
    this.growth = readGrowth('Pair.setGrowth', this.a, this.b, options);
  }

  /** Whether the shapes collide at these poses. Does not change `result`. See the function `collide`. */
  collide(poseA: Pose2Like, poseB: Pose2Like): boolean {
    return runCollide(this.engine, 'Pair.collide', this.subject, poseA, poseB);
  }

  /** Drops the warm start: the next query starts like the first one. */
  reset(): void {
    this.subject.forget();
    this.depthSubject?.forget();
  }
}
