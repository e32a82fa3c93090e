// Options of scenes in the plane and of their queries, checked once.
import { checkInteger, checkNumber, checkOptions, outOfRange, wrongType } from '../../check/argument.ts';
import type { Body } from './body.ts';

/** Which bodies a query of a scene considers. */
export interface BodyFilterOptions {
  /** Only bodies of these groups, as bits. Default: all. */
  readonly mask?: number;
  /** Only bodies for which this returns true. */
  readonly filter?: (body: Body) => boolean;
}

/** Options of `Scene.collides`; `Scene.collisions` has only the margin. */
export interface CollidesOptions extends BodyFilterOptions {
  /** Bodies collide if their distance is at most this, in meters. Default 0: touching is collision. */
  readonly margin?: number;
}

/** Options of `Scene.nearest`. */
export interface NearestOptions extends BodyFilterOptions {
  /** The largest distance to search, in meters. Default: unlimited. */
  readonly upTo?: number;
}

/** Options of a time of impact. */
export interface ImpactOptions {
  /** Contact is a distance of at most this, in meters. Default 0. */
  readonly margin?: number;
  /** The largest fraction of the motion to search, 0 to 1. Default 1. */
  readonly upTo?: number;
  /**
   * Shapes count as touching if their distance exceeds the margin by at most this, in meters, above 0. Default: 1e-8 of the smaller
   * shape's bounding radius.
   */
  readonly tolerance?: number;
  /** The largest number of steps for each pair of shapes. Default 1000. */
  readonly maxIterations?: number;
}

/** Options of `Scene.timeOfImpact`. */
export interface SceneImpactOptions extends ImpactOptions, BodyFilterOptions {}

export interface ImpactSettings {
  readonly margin: number;
  readonly upTo: number;
  readonly tolerance: number | undefined;
  readonly maxIterations: number;
}

export interface BodyFilter {
  readonly mask: number;
  readonly filter: ((body: Body) => boolean) | undefined;
}

export const bodyFilterNames = ['mask', 'filter'];
const impactNames = ['margin', 'upTo', 'tolerance', 'maxIterations'];
const length = 'give a length in meters, finite and not negative';
const fraction = 'give a fraction of the motion, 0 to 1';

export function readBodyFilter(where: string, options: BodyFilterOptions | undefined): BodyFilter {
  const { mask = 0xffffffff, filter } = options ?? {};
  if (filter !== undefined && typeof filter !== 'function')
    throw wrongType(where, 'options.filter', filter, 'give a function of a body, or leave it out');
  return { mask: checkInteger(where, 'options.mask', mask, 0, 0xffffffff), filter };
}

export function passesFilter(body: Body, { mask, filter }: BodyFilter): boolean {
  return (body.group & mask) !== 0 && (filter?.(body) ?? true);
}

export function readMargin(where: string, margin = 0): number {
  return checkNumber(where, 'options.margin', margin, length, 0);
}

export function readUpTo(where: string, upTo = Infinity): number {
  return upTo === Infinity
    ? upTo
    : checkNumber(where, 'options.upTo', upTo, 'give a length in meters, not negative, or Infinity', 0);
}

export function readImpactOptions(
  where: string,
  options: ImpactOptions | undefined,
  more: readonly string[] = [],
): ImpactSettings {
  checkOptions(where, 'options', options, [...impactNames, ...more]);
  const { margin, upTo = 1, tolerance, maxIterations = 1000 } = options ?? {};
  if (tolerance !== undefined)
    checkNumber(where, 'options.tolerance', tolerance, 'give a positive length in meters, or leave it out', 0, true);
  checkNumber(where, 'options.upTo', upTo, fraction, 0);
  if (upTo > 1) throw outOfRange(where, 'options.upTo', upTo, fraction);
  return {
    margin: readMargin(where, margin),
    upTo,
    tolerance,
    maxIterations: checkInteger(where, 'options.maxIterations', maxIterations, 1, 1_000_000),
  };
}
