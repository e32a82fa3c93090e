import type { Engine } from '../engine/engine.ts';
import { activeEngine } from '../engine/target.ts';
import type { PoseLike } from '../math/pose.ts';
import type { Shape } from '../shapes/shape.ts';
import { checkPair } from './check-pair.ts';
import { type DistanceOptions, readSettings } from './options.ts';
import { runCollide, runDistance, Subject } from './query.ts';
import { createResult, type DistanceResult } from './result.ts';

/**
 * Two shapes that are asked about again and again while they move. Each query starts from what the last one found,
 * returns the same result object every time and allocates nothing. A pair stays on the target it was made with.
 * @example
 * ```ts
 * const pair = new Pair(box(1, 1, 1), sphere(0.5));
 * for (const pose of path) if (pair.distance({}, pose).distance < 0.1) break;
 * ```
 */
export class Pair {
  /** The answer of the last distance query: overwritten by the next, so take `copyResult(pair.result)` to keep it. */
  readonly result: DistanceResult = createResult();
  private readonly engine: Engine;
  private readonly subject: Subject;

  constructor(
    readonly a: Shape,
    readonly b: Shape,
    options?: DistanceOptions,
  ) {
    checkPair('Pair', a, b);
    const settings = readSettings('Pair', options, true);
    this.subject = new Subject(a, b, settings, true);
    this.engine = activeEngine();
  }

  /** Returns `pair.result`, the same object every time: the distance at these poses. See the function `distance`. */
  distance(poseA: PoseLike, poseB: PoseLike): DistanceResult {
    runDistance(this.engine, 'Pair.distance', this.subject, poseA, poseB, this.result);
    return this.result;
  }

  /** Whether the shapes collide at these poses. Leaves `result` as it is. See the function `collide`. */
  collide(poseA: PoseLike, poseB: PoseLike): boolean {
    return runCollide(this.engine, 'Pair.collide', this.subject, poseA, poseB);
  }

  /** Forgets what earlier queries found: the next one starts like the first. */
  reset(): void {
    this.subject.forget();
  }
}
