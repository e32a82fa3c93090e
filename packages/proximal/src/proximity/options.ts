import { checkOptions, outOfRange } from '../check/argument.ts';
import { checkType, defaultLimits, type Limits, readLimits, shared } from '../check/limits.ts';
import { NORMALIZE_ALWAYS, NORMALIZE_AUTO, NORMALIZE_NEVER } from '../engine/layout.ts';
import { readVector, type Vec3, type VectorLike } from '../math/vec3.ts';
import { readStartDirection } from '../query/start-direction.ts';
import {
  automatic,
  type DistanceAlgorithm,
  type DistanceAlgorithmName,
  distanceAlgorithms,
  findAlgorithm,
  portals,
} from './algorithms.ts';
import type { TraceStep } from './trace.ts';

/** Options of a distance or collision query. */
export interface DistanceOptions {
  /**
   * Default `'auto'`, the fastest. The other algorithms are for comparison and teaching: see `distanceAlgorithms`. `'mpr'`,
   * Minkowski portal refinement, is for collision queries only; a `Pair` with `'mpr'` computes distances by `'auto'`.
   */
  readonly algorithm?: DistanceAlgorithmName | 'mpr';
  /** Stop when `upper − lower` is at most this, in meters. Default 0: only the relative tolerance applies. */
  readonly tolerance?: number;
  /**
   * The tolerance relative to the bounding radius of the smaller body: results do not depend on the unit of length.
   * Default 1e-9.
   */
  readonly relativeTolerance?: number;
  /** The largest number of iterations. Default 256, which `'auto'` rarely reaches. */
  readonly maxIterations?: number;
  /**
   * The first search direction:
   * - `'bounds'` (the default of a single query): from center to center;
   * - `'none'`: a fixed axis;
   * - `'previous'` (`Pair` only, and its default): the result of the pair's last query;
   * - `'predicted'` (`Pair` only): the result of the last query, moved along with the bodies;
   * - a vector in A's frame that points from A to B.
   *
   * After an overlap, `'previous'` and `'predicted'` start from the last penetration normal if it is known. If it is not known, and for the
   * first query of a pair, they are the same as `'bounds'`.
   */
  readonly guess?: 'none' | 'bounds' | 'previous' | 'predicted' | VectorLike;
  /** Stop as soon as the distance is proven to exceed this many meters. Default: never. */
  readonly upTo?: number;
  /** `collide` is true when the distance is at most this, in meters. Default 0: touching is collision. */
  readonly margin?: number;
  /** Called with every step. The step object is reused; copy the data to keep. An error thrown in the callback ends the query. */
  readonly trace?: (step: TraceStep) => void;
  /** Settings to compare algorithms and to reproduce papers. */
  readonly expert?: ExpertDistanceOptions;
}

/** Settings of distance algorithms for comparing algorithms and reproducing papers. */
export interface ExpertDistanceOptions {
  /**
   * The stopping criterion: `'bounds'` (the default), the gap between upper and lower bound is within the tolerance; or
   * `'duality-gap'`, the criterion 2⟨x, x − s⟩ ≤ ε, (16) of Montaut et al. 2024, with `tolerance` as the absolute ε, in m².
   * `collide` has its own criterion.
   */
  readonly criterion?: 'bounds' | 'duality-gap';
  /**
   * The momentum δ of the accelerations in iteration k: `'code'` (the default) as in the published code of Montaut et al. 2024,
   * which produced their figures, 1/(k + 1) for Polyak, (k + 2)/(k + 3) for Nesterov with normalization and (k + 1)/(k + 3) without;
   * or `'paper'` as printed, (k + 1)/(k + 3). The algorithm `'auto'` always uses the schedule of the code.
   */
  readonly schedule?: 'paper' | 'code';
  /** Normalize the accelerated direction (Alg. 7). Default: for Nesterov, unless both cores are strictly convex or points. */
  readonly normalize?: boolean;
}

/**
 * The start of a pair's queries: always the same guess, the result of the last query, or that result moved along with the bodies.
 */
export const Start = { Fixed: 0, Previous: 1, Predicted: 2 } as const;
export type Start = (typeof Start)[keyof typeof Start];

/** Validated options, in the form that the query writes to the kernel. */
export interface Settings extends Limits {
  readonly guess: Vec3;
  readonly start: Start;
  readonly algorithm: DistanceAlgorithm;
  readonly criterion: number;
  readonly normalize: number;
  readonly schedule: number;
  /** Whether penetration queries use the published methods without our additions. */
  readonly asPublished: boolean;
  readonly trace: ((step: TraceStep) => void) | undefined;
}

const names = [
  'algorithm',
  'tolerance',
  'relativeTolerance',
  'maxIterations',
  'guess',
  'upTo',
  'margin',
  'trace',
  'expert',
];
const expertNames = ['criterion', 'schedule', 'normalize'];
/** Options of the other queries of a `Pair`, each with the method that sets it. */
const ofOtherQueries = {
  direction: 'setPenetration',
  certified: 'setPenetration',
  keepProof: 'setPenetration',
  centerA: 'setGrowth',
  centerB: 'setGrowth',
  warmStart: 'setGrowth',
};
/** A zero guess makes the kernel start from center to center. */
export const fromCenters: Vec3 = [0, 0, 0];
const guesses = {
  words: { none: [1, 0, 0] satisfies Vec3 as Vec3, bounds: fromCenters },
  ofPair: { previous: fromCenters, predicted: fromCenters },
  example: '[x, y, z]',
  read: readVector,
};
/** Stopping criteria and momentum schedules, in the order of the kernel's codes. */
const criteria = ['bounds', 'duality-gap'];
const schedules = ['paper', 'code'] as const;
const defaultSchedule = 'code';
const cold: Settings = {
  ...defaultLimits,
  guess: fromCenters,
  start: Start.Fixed,
  algorithm: automatic,
  criterion: 0,
  normalize: NORMALIZE_AUTO,
  schedule: schedules.indexOf(defaultSchedule),
  asPublished: false,
  trace: undefined,
};

const warm: Settings = { ...cold, start: Start.Previous };

/** Checks options once. @param keepsState whether there may be a previous query to start from */
export function readSettings(where: string, options: DistanceOptions | undefined, keepsState: boolean): Settings {
  if (options === undefined) return keepsState ? warm : cold;
  checkOptions(where, 'options', options, names, keepsState ? ofOtherQueries : undefined, expertNames);
  const guess = options.guess ?? (keepsState ? 'previous' : 'bounds');
  checkType(where, 'trace', options.trace, 'function');
  const { criterion, normalize, schedule } = readExpert(where, options.expert);
  // Written out, because objects made by spreading get different hidden classes, which slows down every query.
  const { tolerance, relativeTolerance, maxIterations, upTo, margin } = readLimits(where, options);
  latest = shared(latest, {
    tolerance,
    relativeTolerance,
    maxIterations,
    upTo,
    margin,
    guess: readStartDirection(where, 'options.guess', guess, keepsState, guesses),
    start: guess === 'previous' ? Start.Previous : guess === 'predicted' ? Start.Predicted : Start.Fixed,
    algorithm: readAlgorithm(where, options.algorithm ?? 'auto'),
    criterion,
    normalize,
    schedule,
    asPublished: false,
    trace: options.trace,
  });
  return latest;
}

/** The settings that were read last. */
let latest: Settings = cold;

/** The expert settings, as codes of the kernel. */
function readExpert(
  where: string,
  expert: ExpertDistanceOptions | undefined,
): Pick<Settings, 'criterion' | 'normalize' | 'schedule'> {
  if (expert === undefined) return cold;
  checkOptions(where, 'options.expert', expert, expertNames);
  const { criterion = 'bounds', schedule = defaultSchedule, normalize } = expert;
  checkType(where, 'expert.normalize', normalize, 'boolean');
  return {
    criterion: readChoice(where, 'expert.criterion', criterion, criteria),
    normalize: normalize === undefined ? NORMALIZE_AUTO : normalize ? NORMALIZE_ALWAYS : NORMALIZE_NEVER,
    schedule: readChoice(where, 'expert.schedule', schedule, schedules),
  };
}

/** The kernel's code of a word: its index in `choices`. */
function readChoice(where: string, name: string, value: string, choices: readonly string[]): number {
  const code = choices.indexOf(value);
  if (code < 0) throw outOfRange(where, `options.${name}`, value, `give one of ${choices.join(', ')}`);
  return code;
}

function readAlgorithm(where: string, name: string): DistanceAlgorithm {
  const algorithm = findAlgorithm(name);
  const isDistance = where.startsWith('distance');
  if (algorithm && !(isDistance && algorithm === portals)) return algorithm;
  const names = ['auto', ...distanceAlgorithms().map((each) => each.name)];
  if (!isDistance) names.push('mpr');
  throw outOfRange(where, 'options.algorithm', name, `give one of ${names.join(', ')}`);
}
