// Options of casts, checked once.
import { checkInteger, checkNumber, checkOptions, outOfRange, wrongType } from '../../check/argument.ts';
import type { Body } from '../body.ts';

/** Options of a cast. */
export interface CastOptions {
  /** Shapes are in contact if their distance is at most this, in meters. Default 0. */
  readonly margin?: number;
  /** The largest fraction of the motion to search, 0 to 1. Default 1. */
  readonly upTo?: number;
  /**
   * Shapes count as touching if their distance exceeds the margin by at most this, in meters. Default: 1e-8 of the smaller
   * bounding radius that is above 0 and finite. Closed forms of ray casts need no tolerance.
   */
  readonly tolerance?: number;
  /** The largest number of steps for each pair of parts. Default 1000. */
  readonly maxIterations?: number;
}

/** Options of a cast against all bodies of a scene. */
export interface SceneCastOptions extends CastOptions {
  /** Only bodies of these groups, as bits. Default: all. */
  readonly mask?: number;
  /** Only bodies for which this returns true. */
  readonly filter?: (body: Body) => boolean;
}

/** Options of a ray cast. */
export interface RayOptions extends SceneCastOptions {
  /** The largest distance to search, in meters. Default: unlimited. */
  readonly upTo?: number;
}

export interface CastSettings {
  readonly margin: number;
  readonly tolerance: number | undefined;
  readonly maxIterations: number;
  readonly mask: number;
  readonly filter: ((body: Body) => boolean) | undefined;
  /** A fraction of the motion, or meters along a ray. */
  readonly upTo: number;
}

const castOptionNames = ['margin', 'upTo', 'tolerance', 'maxIterations'];
const sceneOptionNames = [...castOptionNames, 'mask', 'filter'];
const lengthRemedy = 'give a length in meters, finite and not negative';

export function readCastOptions(
  where: string,
  options: RayOptions | undefined,
  kind: 'pair' | 'scene' | 'ray',
): CastSettings {
  checkOptions(where, 'options', options, kind === 'pair' ? castOptionNames : sceneOptionNames, {
    maxDistance: 'options.upTo',
  });
  const {
    margin = 0,
    tolerance,
    maxIterations = 1000,
    mask = 0xffffffff,
    filter,
    upTo = kind === 'ray' ? Infinity : 1,
  } = options ?? {};
  if (filter !== undefined && typeof filter !== 'function')
    throw wrongType(where, 'options.filter', filter, 'give a function of a body, or leave it out');
  if (tolerance !== undefined)
    checkNumber(where, 'options.tolerance', tolerance, 'give a positive length in meters, or leave it out', 0, true);
  const remedy = kind === 'ray' ? 'give a length in meters, not negative' : 'give a fraction of the motion, 0 to 1';
  if (upTo !== Infinity || kind !== 'ray') checkNumber(where, 'options.upTo', upTo, remedy, 0);
  if (kind !== 'ray' && upTo > 1) throw outOfRange(where, 'options.upTo', upTo, remedy);
  return {
    margin: checkNumber(where, 'options.margin', margin, lengthRemedy, 0),
    tolerance,
    maxIterations: checkInteger(where, 'options.maxIterations', maxIterations, 1, 1_000_000),
    mask: checkInteger(where, 'options.mask', mask, 0, 0xffffffff),
    filter,
    upTo,
  };
}
