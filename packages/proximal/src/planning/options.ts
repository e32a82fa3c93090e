// Options of cells and motions.
import { checkNumber, checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import { checkModel } from '../dynamics/check-arguments.ts';
import type { Model } from '../dynamics/model.ts';
import { Scene } from '../scene/scene.ts';
import type { SearchLimits } from './motion-search.ts';

/**
 * Options of a `RobotCell`.
 * @example
 * ```ts
 * const options: CellOptions = { model, scene, allowed: [['hand', 'table']], padding: 0.005 };
 * ```
 */
export interface CellOptions {
  /** The robot, or several: with the collision rules of an SRDF if it was loaded with one. */
  readonly model: Model;
  /** The obstacles. Default: none. Call `cell.update()` after a change. */
  readonly scene?: Scene;
  /**
   * Pairs of names that may touch, of links, attached objects and bodies of the scene: for example `srdf.disabled`. They are added to the
   * pairs that the model excludes: links that a joint connects, that its rules name, or that overlap in the reference configuration.
   */
  readonly allowed?: readonly (readonly [string, string])[];
  /** The least distance of a free configuration, in meters. Default 0: touching is a contact. */
  readonly padding?: number;
}

/**
 * Options of `cell.motion`.
 * @example
 * ```ts
 * const options: MotionOptions = { timeTolerance: 1e-9 };
 * ```
 */
export interface MotionOptions {
  /**
   * The control point of a curve; null for a straight motion. The motion on a curve is the parabola (1 − t)² from + 2 t (1 − t) via + t² to. Joints with
   * several coordinates (ball, planar and free ones) must not move on it.
   */
  readonly via?: Float64Array | null;
  /** The time of the first contact is located up to this part of the motion. Default 1e-6. */
  readonly timeTolerance?: number;
  /** Intervals are not divided below this part of the motion: the status is then `'unknown'`. Default 1e-7. */
  readonly leastInterval?: number;
  /** The largest number of intervals. Default 100,000. */
  readonly maxIntervals?: number;
}

export interface CellSettings {
  readonly model: Model;
  readonly scene: Scene | null;
  readonly allowed: ReadonlySet<string>;
  readonly padding: number;
}

/** A key of two names in any order. */
export function keyOfNames(a: string, b: string): string {
  return JSON.stringify(a < b ? [a, b] : [b, a]);
}

export function readCellOptions(where: string, options: CellOptions): CellSettings {
  if (options === undefined) throw wrongType(where, 'options', options, 'give { model, scene }');
  checkOptions(where, 'options', options, ['model', 'scene', 'allowed', 'padding']);
  const { model, scene, allowed = [], padding = 0 } = options;
  checkModel(where, model);
  if (scene !== undefined && !(scene instanceof Scene))
    throw wrongType(where, 'options.scene', scene, "give a Scene of 'proximal/scene', or leave it out");
  checkNumber(where, 'options.padding', padding, 'give meters, finite and not negative', 0);
  return { model, scene: scene ?? null, allowed: readAllowed(where, allowed), padding };
}

function readAllowed(where: string, allowed: unknown): ReadonlySet<string> {
  const remedy = "give pairs of names, [['hand', 'table']]; of an SRDF, srdf.disabled";
  if (!Array.isArray(allowed)) throw wrongType(where, 'options.allowed', allowed, remedy);
  const keys = new Set<string>();
  for (const [k, pair] of allowed.entries()) {
    if (!Array.isArray(pair) || pair.length !== 2 || pair.some((name) => typeof name !== 'string'))
      throw wrongType(where, `options.allowed[${k}]`, pair, remedy);
    keys.add(keyOfNames(pair[0], pair[1]));
  }
  return keys;
}

/** The default limits, which the planners' checks use, too. */
export const usualLimits: SearchLimits = { timeTolerance: 1e-6, leastInterval: 1e-7, maxIntervals: 100_000 };

export function readMotionOptions(where: string, options: MotionOptions | undefined): SearchLimits {
  if (options === undefined) return usualLimits;
  checkOptions(where, 'options', options, ['via', 'timeTolerance', 'leastInterval', 'maxIntervals']);
  const { timeTolerance = 1e-6, leastInterval = 1e-7, maxIntervals = 100_000 } = options;
  for (const [name, value] of Object.entries({ timeTolerance, leastInterval })) {
    checkNumber(where, `options.${name}`, value, 'give a part of the motion, from 1e-12 to 1', 1e-12);
    if (value > 1) throw outOfRange(where, `options.${name}`, value, 'give a part of the motion, from 1e-12 to 1');
  }
  checkNumber(where, 'options.maxIntervals', maxIntervals, 'give a number of intervals, 1 or more', 1);
  return { timeTolerance, leastInterval, maxIntervals };
}
