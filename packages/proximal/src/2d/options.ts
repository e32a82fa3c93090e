import { checkOptions, wrongType } from '../check/argument.ts';
import { checkType, defaultLimits, type Limits, readLimits, shared } from '../check/limits.ts';
import { readVector2, type Vector2Like } from '../math/vec2.ts';
import { readStartDirection } from '../query/start-direction.ts';
import type { TraceStep } from './trace.ts';

/** Options of a distance or collision query. */
export interface DistanceOptions {
  /** Stop when `upper − lower` is at most this, in meters. Default 0: only the relative tolerance applies. */
  readonly tolerance?: number;
  /**
   * The tolerance relative to the bounding radius of the smaller body: results do not depend on the unit of length.
   * Default 1e-9.
   */
  readonly relativeTolerance?: number;
  /** The largest number of iterations. Default 256, which is rarely reached. */
  readonly maxIterations?: number;
  /**
   * The first search direction: `'bounds'`, from center to center (the default); `'none'`, a fixed axis; `'previous'`, the result
   * of the pair's last query (`Pair` only, and its default); or a vector in A's frame that points from A to B.
   */
  readonly guess?: 'none' | 'bounds' | 'previous' | Vector2Like;
  /** Stop as soon as the distance is proven to exceed this many meters. Default: never. */
  readonly upTo?: number;
  /** `collide` is true when the distance is at most this, in meters. Default 0: touching is collision. */
  readonly margin?: number;
  /**
   * Whether `collide` and `clearance` first compare the inscribed circles, and `collide` also the bounding circles, which decide many pairs
   * without a search. `false` skips these comparisons, so that every query runs the search. Default true. A start direction given by
   * `guess`, or by a warm `Pair`, skips them, too, as do a trace, ellipses, custom shapes, half-planes, and polygons with many edges in
   * nearly one direction.
   */
  readonly circles?: boolean;
  /** Called with each step of the search. An error thrown in the callback ends the query. */
  readonly trace?: (step: TraceStep) => void;
}

/** A clearance has no margin: compare the distance, or use `collide`. */
export type ClearanceOptions = Omit<DistanceOptions, 'margin'>;

/** Validated options, in the form that the query writes to the kernel. */
export interface Settings extends Limits {
  /** A typed array, because JavaScript engines store arrays of integers and of fractions differently, and would box the numbers. */
  readonly guess: Float64Array;
  /** Whether each query of a pair starts from the result of the last one. */
  readonly isWarm: boolean;
  readonly circles: boolean;
  readonly trace: ((step: TraceStep) => void) | undefined;
}

const names = ['tolerance', 'relativeTolerance', 'maxIterations', 'guess', 'upTo', 'margin', 'circles', 'trace'];
/** Options of a `Pair` that belong to its method `setGrowth`; the error message names it. */
const ofGrowth = { centerA: 'setGrowth', centerB: 'setGrowth' };
/** A zero guess makes the kernel start from center to center. */
const fromCenters = /* @__PURE__ */ Float64Array.of(0, 0);
const vectors = {
  ofPair: { previous: fromCenters },
  example: '[x, y]',
  read: (where: string, argument: string, value: Vector2Like) => Float64Array.from(readVector2(where, argument, value)),
};
const guesses = { words: { none: /* @__PURE__ */ Float64Array.of(1, 0), bounds: fromCenters }, ...vectors };
const directions = { words: { centers: fromCenters }, ...vectors };
const cold: Settings = /* @__PURE__ */ makeSettings(defaultLimits, fromCenters, false, true, undefined);
const warm: Settings = /* @__PURE__ */ makeSettings(defaultLimits, fromCenters, true, true, undefined);

/** Written out, because objects made by spreading get different hidden classes, which slows down every query. */
function makeSettings(
  limits: Limits,
  guess: Float64Array,
  isWarm: boolean,
  circles: boolean,
  trace: Settings['trace'],
): Settings {
  const { tolerance, relativeTolerance, maxIterations, upTo, margin } = limits;
  return { tolerance, relativeTolerance, maxIterations, upTo, margin, guess, isWarm, circles, trace };
}

/** Checks options once. @param keepsState whether there may be a previous query to start from */
export function readSettings(where: string, options: DistanceOptions | undefined, keepsState: boolean): Settings {
  if (options === undefined) return keepsState ? warm : cold;
  checkOptions(where, 'options', options, names, keepsState ? ofGrowth : undefined);
  const guess = options.guess ?? (keepsState ? 'previous' : 'bounds');
  const { circles = true, trace } = options;
  checkType(where, 'circles', circles, 'boolean');
  checkType(where, 'trace', trace, 'function');
  const limits = readLimits(where, options);
  const isWarm = guess === 'previous';
  const direction = readStartDirection(where, 'options.guess', guess, keepsState, guesses);
  // Default settings share one object, because a workspace compares settings by identity before writing them again.
  return shared(isWarm ? warm : cold, makeSettings(limits, direction, isWarm, circles, trace));
}

/** Reads the start direction of a penetration query. */
export function readDirection(where: string, direction: Vector2Like | string, keepsState: boolean): Float64Array {
  return readStartDirection(where, 'options.direction', direction, keepsState, directions);
}

/** Checks the options of a clearance query or batch, which have no margin. */
export function readClearanceSettings(where: string, options: ClearanceOptions | undefined): Settings {
  const margin = (options as DistanceOptions | undefined)?.margin;
  if (margin !== undefined)
    throw wrongType(where, 'options.margin', margin, 'a clearance has no margin: compare the result, or use collide');
  return readSettings(where, options, false);
}
