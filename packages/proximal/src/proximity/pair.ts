import { createDerivatives, DerivativeQuery, type Derivatives, runDerivative } from '../derivatives/derivative.ts';
import type { DerivativeOptions } from '../derivatives/derivative-options.ts';
import type { Engine } from '../engine/engine.ts';
import { activeEngine } from '../engine/target.ts';
import type { PoseLike } from '../math/pose.ts';
import type { Shape } from '../shapes/shape.ts';
import { checkPair } from './check-pair.ts';
import { collidesByGrowth, type GrowthCollideOptions, readGrowthCollide } from './growth-collide.ts';
import { type GrowthOptions, readGrowth } from './growth-options.ts';
import { runGrowth, runGrowthCollide } from './growth-query.ts';
import { createGrowthResult, type GrowthResult } from './growth-result.ts';
import { GrowthSubject } from './growth-subject.ts';
import { type DistanceOptions, readSettings } from './options.ts';
import { runMeasure, runPenetration, runSignedDistance, type SignedMeasure } from './penetration.ts';
import { type PenetrationOptions, type PenetrationSettings, readPenetrationSettings } from './penetration-options.ts';
import { createPenetrationResult, type PenetrationResult } from './penetration-result.ts';
import { runCollide, runDistance, Subject } from './query.ts';
import { createResult, type DistanceResult } from './result.ts';

/**
 * Two shapes for repeated queries while they move. By default, each query starts from the result of the last one. It returns the same
 * result object every time, and allocates nothing without `trace` and `keepProof`. A pair keeps the target
 * (JavaScript or WebAssembly) with which it was made.
 * @example
 * ```ts
 * const pair = new Pair(box(1, 1, 1), sphere(0.5));
 * for (const pose of path) if (pair.distance({}, pose).distance < 0.1) break;
 * ```
 */
export class Pair {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'Pair';

  /** The result of the last distance or signed distance query. The next one overwrites it; use `copyResult(pair.result)` to keep it. */
  readonly result: DistanceResult = createResult();
  /** The other results are allocated on first use: thousands of pairs with one kind of query then fit into the processor's cache. */
  private madePenetrationResult: PenetrationResult | null = null;
  private madeGrowthResult: GrowthResult | null = null;
  private madeDerivatives: Derivatives | null = null;
  private readonly engine: Engine;
  /** @internal */
  readonly subject: Subject;
  private penetrationSettings: PenetrationSettings;
  /** Made by the first penetration query. */
  private madePenetrationSubject: Subject | null = null;
  /** Made by the first growth query, because not every pair has valid centers. @internal */
  growthSubject: GrowthSubject | null = null;
  /** The subject of `collide` by growth, which has its own options and warm start. */
  private readonly growthCollideSubject: GrowthSubject | null;
  private derivativeQuery: DerivativeQuery | null = null;

  constructor(
    readonly a: Shape,
    readonly b: Shape,
    options?: DistanceOptions | GrowthCollideOptions,
  ) {
    checkPair('Pair', a, b);
    this.growthCollideSubject = collidesByGrowth(options)
      ? new GrowthSubject(a, b, readGrowthCollide('Pair', a, b, options, true), true)
      : null;
    const settings = readSettings('Pair', collidesByGrowth(options) ? undefined : options, true);
    this.subject = new Subject(a, b, settings, true, new Float64Array(3));
    this.penetrationSettings = readPenetrationSettings('Pair', undefined, true);
    this.engine = activeEngine();
  }

  /** The result of the last penetration query, overwritten by the next. */
  get penetrationResult(): PenetrationResult {
    this.madePenetrationResult ??= createPenetrationResult();
    return this.madePenetrationResult;
  }

  /** The result of the last growth query, overwritten by the next. */
  get growthResult(): GrowthResult {
    this.madeGrowthResult ??= createGrowthResult();
    return this.madeGrowthResult;
  }

  /** The result of the last `differentiate`, overwritten by the next. */
  get derivatives(): Derivatives {
    this.madeDerivatives ??= createDerivatives(this.result);
    return this.madeDerivatives;
  }

  /** Returns `pair.result`, the same object every time: the distance at these poses. See the function `distance`. */
  distance(poseA: PoseLike, poseB: PoseLike): DistanceResult {
    runDistance(this.engine, 'Pair.distance', this.subject, poseA, poseB, this.result);
    return this.result;
  }

  /**
   * Returns `pair.result` with the signed distance at these poses: negative where the shapes overlap. See the function
   * `signedDistance`, and `setPenetration` for its options.
   */
  signedDistance(poseA: PoseLike, poseB: PoseLike): DistanceResult {
    const { engine, penetrationSubject, penetrationSettings, result } = this;
    runSignedDistance(engine, 'Pair.signedDistance', penetrationSubject, penetrationSettings, poseA, poseB, result);
    return result;
  }

  /** The signed distance at these poses, in an object of the caller, without its proof. `result` does not change. @internal */
  measure(poseA: Float64Array, poseB: Float64Array, out: SignedMeasure): void {
    const { engine, penetrationSubject, penetrationSettings } = this;
    runMeasure(engine, 'Pair.signedDistance', penetrationSubject, penetrationSettings, poseA, poseB, out);
  }

  /**
   * Returns `pair.penetrationResult`, the same object every time: the penetration depth at these poses. By default, the first
   * overlap, and every overlap after a separation, is found by a global search; each following query starts from the last normal and from points
   * of both shapes. While the differences of these points still enclose the origin, they prove the overlap without GJK. See the function
   * `penetration`, and `setPenetration` for its options.
   */
  penetration(poseA: PoseLike, poseB: PoseLike): PenetrationResult {
    const { engine, penetrationSubject, penetrationSettings, penetrationResult } = this;
    runPenetration(
      engine,
      'Pair.penetration',
      penetrationSubject,
      penetrationSettings,
      poseA,
      poseB,
      penetrationResult,
    );
    return penetrationResult;
  }

  /**
   * Returns `pair.derivatives`, the same object every time: the derivatives of the signed distance at these poses. See the
   * function `differentiate` in `proximal/derivatives`. Options are checked only if their object differs from the object of the last call, so do
   * not modify an options object. With `{ result: pair.result }` after `signedDistance` at the same poses, the query
   * is not repeated.
   */
  differentiate(poseA: PoseLike, poseB: PoseLike, options?: DerivativeOptions): Derivatives {
    const where = 'Pair.differentiate';
    const { engine, penetrationSubject, penetrationSettings } = this;
    if (this.derivativeQuery === null || this.derivativeQuery.options !== options) {
      this.derivatives.result = this.result;
      this.derivativeQuery = new DerivativeQuery(where, this.a, this.b, options, this.derivatives);
    }
    runDerivative(engine, where, penetrationSubject, penetrationSettings, poseA, poseB, this.derivativeQuery);
    return this.derivatives;
  }

  /** Sets the options of the following `penetration` and `signedDistance` queries, and drops their warm starts. */
  setPenetration(options: PenetrationOptions): void {
    this.usePenetration(readPenetrationSettings('Pair.setPenetration', options, true));
  }

  /** Sets the options of penetration queries in the form that many pairs share. @internal */
  usePenetration(settings: PenetrationSettings): void {
    this.penetrationSettings = settings;
    this.madePenetrationSubject = null;
  }

  /**
   * Returns `pair.growthResult`, the same object every time: the growth distance at these poses. See the function `growthDistance`,
   * and `setGrowth` for its options.
   */
  growthDistance(poseA: PoseLike, poseB: PoseLike): GrowthResult {
    return this.queryGrowth('Pair.growthDistance', poseA, poseB, false);
  }

  /**
   * Returns `pair.growthResult` with a proof that the shapes overlap, touch or are apart at these poses. The query has the options of `setGrowth`,
   * and shares the warm start with `growthDistance`: each starts from the last result of either. See the function `growthCollide`.
   */
  growthCollide(poseA: PoseLike, poseB: PoseLike): GrowthResult {
    return this.queryGrowth('Pair.growthCollide', poseA, poseB, true);
  }

  private queryGrowth(where: string, poseA: PoseLike, poseB: PoseLike, isBoolean: boolean): GrowthResult {
    const { engine, growthResult } = this;
    runGrowth(engine, where, this.requireGrowthSubject(where), poseA, poseB, growthResult, isBoolean);
    return growthResult;
  }

  /** Sets the options of the following `growthDistance` and `growthCollide` queries, and drops their warm start. */
  setGrowth(options: GrowthOptions): void {
    const { a, b } = this;
    this.growthSubject = new GrowthSubject(a, b, readGrowth('Pair.setGrowth', a, b, options, true), true);
  }

  /** @internal */
  get penetrationSubject(): Subject {
    const { a, b, penetrationSettings, subject } = this;
    this.madePenetrationSubject ??= new Subject(a, b, penetrationSettings, true, subject.separation);
    return this.madePenetrationSubject;
  }

  /** The subject of the growth queries, made on first use. @internal */
  requireGrowthSubject(where: string): GrowthSubject {
    const { a, b } = this;
    this.growthSubject ??= new GrowthSubject(a, b, readGrowth(where, a, b, undefined, true), true);
    return this.growthSubject;
  }

  /** Whether the shapes collide at these poses. Does not change `result`. See the function `collide`. */
  collide(poseA: PoseLike, poseB: PoseLike): boolean {
    const { growthCollideSubject } = this;
    if (growthCollideSubject) return runGrowthCollide(this.engine, 'Pair.collide', growthCollideSubject, poseA, poseB);
    return runCollide(this.engine, 'Pair.collide', this.subject, poseA, poseB);
  }

  /** Drops the warm starts: the next query starts like the first one. */
  reset(): void {
    this.subject.forget();
    this.madePenetrationSubject?.forget();
    this.growthSubject?.forget();
    this.growthCollideSubject?.forget();
  }
}
