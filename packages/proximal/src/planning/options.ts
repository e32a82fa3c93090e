// Options of cells and motions.
import { checkNumber, checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import { checkConfiguration, checkModel } from '../dynamics/check-arguments.ts';
import type { Model } from '../dynamics/model.ts';
import type { Body } from '../scene/body.ts';
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
  /** The model of one robot or several. Its collision rules apply, for example the rules of the SRDF that it was loaded with. */
  readonly model: Model;
  /** The obstacles. Default: none. Call `cell.update()` after a change. */
  readonly scene?: Scene;
  /**
   * Pairs of names that may touch, of links and bodies of the scene: for example `srdf.disabled`. They are added to the
   * pairs that the model excludes: links that a joint connects, that a collision rule excludes, or that overlap in the reference configuration.
   */
  readonly allowed?: readonly (readonly [string, string])[];
  /** The least distance of a free configuration, in meters. Default 0: touching is a contact. */
  readonly padding?: number;
  /**
   * `'exact'` (the default): links have their own shapes. `'spheres'`: links and attached objects are balls, which are checked faster:
   * spheres are kept, and `fitSpheres` covers all other shapes.
   */
  readonly geometry?: 'exact' | 'spheres';
  /** How far the balls of `'spheres'` may reach beyond a shape that they cover, in meters. Default 0.02. */
  readonly excess?: number;
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
   * The control point of a curve. Default null: a straight motion. The motion on a curve is the parabola (1 − t)² from + 2 t (1 − t) via + t² to.
   * Joints with several coordinates (ball, planar and free ones) must not move on it.
   */
  readonly via?: ConfigurationLike | null;
  /** The time of the first contact is located within this fraction of the motion. Default 1e-6. */
  readonly timeTolerance?: number;
  /** Intervals shorter than this fraction of the motion are not examined: without a contact, the status is then `'unknown'`. Default 1e-7. */
  readonly leastInterval?: number;
  /** The largest number of intervals. Default 100,000. */
  readonly maxIntervals?: number;
}

export interface CellSettings {
  readonly model: Model;
  readonly scene: Scene | null;
  readonly allowed: ReadonlySet<string>;
  readonly padding: number;
  /** How far balls may reach beyond shapes, in meters; null for exact geometry. */
  readonly excess: number | null;
}

/**
 * A configuration: one number for each coordinate of the model, in radians and meters; a `Float64Array` or an array.
 * @example
 * ```ts
 * const home: ConfigurationLike = [0, -0.8, 0, -2.4, 0, 1.6, 0.8];
 * cell.isFree(home);
 * ```
 */
export type ConfigurationLike = Float64Array | readonly number[];

/** A configuration that was checked: the array itself, or the numbers of a plain array. */
export function readConfiguration(
  where: string,
  argument: string,
  value: ConfigurationLike,
  model: Model,
): Float64Array {
  const q = isList(value) ? Float64Array.from(value) : (value as Float64Array);
  checkConfiguration(where, argument, q, model);
  return q;
}

/** Concatenated configurations that were checked. */
export function readConfigurations(
  where: string,
  argument: string,
  value: ConfigurationLike,
  model: Model,
): Float64Array {
  const all = isList(value) ? Float64Array.from(value) : (value as Float64Array);
  if (!(all instanceof Float64Array) || all.length % model.nq !== 0)
    throw wrongType(where, argument, value, `give ${model.nq} numbers for each configuration, one after the other`);
  // x − x is 0 for finite x and NaN otherwise.
  let sum = 0;
  for (let k = 0; k < all.length; k++) sum += all[k] - all[k];
  if (sum === 0 && model.tree.quaternions.length === 0) return all;
  for (let k = 0; k < all.length / model.nq; k++)
    checkConfiguration(
      where,
      `${argument}, configuration ${k} (the first is 0)`,
      all.subarray(model.nq * k, model.nq * k + model.nq),
      model,
    );
  return all;
}

/** Whether a value is an array of numbers. */
export function isList(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((x) => typeof x === 'number');
}

/** How far balls may reach beyond the shapes that they cover, in meters. */
const defaultExcess = 0.02;

/** A key of two names in any order. */
export function keyOfNames(a: string, b: string): string {
  return JSON.stringify(a < b ? [a, b] : [b, a]);
}

export function readCellOptions(where: string, options: CellOptions): CellSettings {
  if (options === undefined) throw wrongType(where, 'options', options, 'give { model, scene? }');
  checkOptions(where, 'options', options, ['model', 'scene', 'allowed', 'padding', 'geometry', 'excess']);
  const { model, scene, allowed = [], padding = 0, geometry = 'exact', excess } = options;
  checkModel(where, model);
  if (scene !== undefined && !(scene instanceof Scene))
    throw wrongType(where, 'options.scene', scene, "give a Scene of 'proximal/scene', or leave it out");
  checkNumber(where, 'options.padding', padding, 'give meters, finite and not negative', 0);
  if (geometry !== 'exact' && geometry !== 'spheres')
    throw outOfRange(where, 'options.geometry', geometry, 'give one of exact, spheres');
  if (excess !== undefined && geometry === 'exact')
    throw outOfRange(where, 'options.excess', excess, "leave it out, or give geometry: 'spheres'");
  if (excess !== undefined) checkNumber(where, 'options.excess', excess, 'give meters, finite and positive', 0, true);
  return {
    model,
    scene: scene ?? null,
    allowed: readAllowed(where, allowed, (name) => isNameIn(model, scene ?? null, name)),
    padding,
    excess: geometry === 'spheres' ? (excess ?? defaultExcess) : null,
  };
}

/** Whether a frame of the model (a link, joint or frame) or a body of the scene has this name. */
export function isNameIn(model: Model, scene: Scene | null, name: string): boolean {
  return (
    model.frames.some((frame) => frame.name === name) || (scene?.bodies ?? []).some((body) => nameOfBody(body) === name)
  );
}

/** The name of a body of the scene in results. */
export function nameOfBody({ name, id }: Body): string {
  return name === '' ? `body ${id}` : name;
}

function readAllowed(where: string, allowed: unknown, isName: (name: string) => boolean): ReadonlySet<string> {
  const remedy = "give pairs of names, [['hand', 'table']]; of an SRDF, srdf.disabled";
  if (!Array.isArray(allowed)) throw wrongType(where, 'options.allowed', allowed, remedy);
  const keys = new Set<string>();
  for (const [k, pair] of allowed.entries()) {
    if (!Array.isArray(pair) || pair.length !== 2 || pair.some((name) => typeof name !== 'string'))
      throw wrongType(where, `options.allowed[${k}]`, pair, remedy);
    const unknown = pair.find((name) => !isName(name));
    if (unknown !== undefined)
      throw outOfRange(
        where,
        `options.allowed[${k}]`,
        unknown,
        'give names of links of the model or bodies of the scene; for attached objects, give touching to attach',
      );
    keys.add(keyOfNames(pair[0], pair[1]));
  }
  return keys;
}

/** The default limits; planners always use them. */
export const defaultLimits: SearchLimits = { timeTolerance: 1e-6, leastInterval: 1e-7, maxIntervals: 100_000 };

export function readMotionOptions(where: string, options: MotionOptions | undefined): SearchLimits {
  if (options === undefined) return defaultLimits;
  checkOptions(where, 'options', options, ['via', 'timeTolerance', 'leastInterval', 'maxIntervals']);
  const { timeTolerance = 1e-6, leastInterval = 1e-7, maxIntervals = 100_000 } = options;
  for (const [name, value] of Object.entries({ timeTolerance, leastInterval })) {
    checkNumber(where, `options.${name}`, value, 'give a fraction of the motion, from 1e-12 to 1', 1e-12);
    if (value > 1) throw outOfRange(where, `options.${name}`, value, 'give a fraction of the motion, from 1e-12 to 1');
  }
  checkNumber(where, 'options.maxIntervals', maxIntervals, 'give a number of intervals, 1 or more', 1);
  return { timeTolerance, leastInterval, maxIntervals };
}
