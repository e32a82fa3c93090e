import type { Engine } from '../engine/engine.ts';
import { activeEngine } from '../engine/target.ts';
import type { PoseLike } from '../math/pose.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { Shape } from '../shapes/shape.ts';
import { checkPair } from './check-pair.ts';
import { runDistance } from './distance.ts';
import { type DistanceOptions, readSettings, type Settings } from './options.ts';
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
  /** The answer of the last query: overwritten by the next, so take `copyResult(pair.result)` to keep it. */
  readonly result: DistanceResult = createResult();
  private readonly engine: Engine;
  private readonly settings: Settings;
  /** First search direction of the next query, in A's frame; zero means from centre to centre. */
  private readonly guess: Vec3;

  constructor(
    readonly a: Shape,
    readonly b: Shape,
    options?: DistanceOptions,
  ) {
    checkPair('Pair', a, b);
    this.settings = readSettings('Pair', options, true);
    this.engine = activeEngine();
    this.guess = [...this.settings.guess];
  }

  /** Returns `pair.result`, the same object every time: the distance at these poses. See the function `distance`. */
  distance(poseA: PoseLike, poseB: PoseLike): DistanceResult {
    const { result, guess } = this;
    runDistance(this.engine, 'Pair.distance', this.a, poseA, this.b, poseB, this.settings, guess, result);
    return result;
  }

  /** Forgets what earlier queries found: the next one starts like the first. */
  reset(): void {
    this.guess.splice(0, 3, ...this.settings.guess);
  }
}
