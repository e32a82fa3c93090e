import { checkInteger, checkNumber, checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import { readVector, type Vec3, type VectorLike } from '../math/vec3.ts';

/** What can be asked of a distance query. */
export interface DistanceOptions {
  /** Stop when `upper − lower` is below this, in metres. Default 0: the relative tolerance decides. */
  readonly tolerance?: number;
  /** The same relative to the bounding radius of the smaller body, so that no answer depends on the unit. Default 1e-9. */
  readonly relativeTolerance?: number;
  /** Hard cap on the iterations. Default 256, which no well-formed pair reaches. */
  readonly maxIterations?: number;
  /**
   * The first search direction: `'bounds'` from centre to centre (the default), `'none'` a fixed axis, `'previous'` what
   * the pair's last query found (the default of `Pair`, and only there), or a vector in A's frame that points from A to B.
   */
  readonly guess?: 'none' | 'bounds' | 'previous' | VectorLike;
  /** Stop as soon as the distance is proven to exceed this many metres. Default: never. */
  readonly upTo?: number;
}

/** Options after the check, in the form that the query writes to the kernel. */
export interface Settings {
  readonly tolerance: number;
  readonly relativeTolerance: number;
  readonly maxIterations: number;
  readonly guess: Vec3;
  readonly isWarm: boolean;
  readonly upTo: number;
}

const names = ['tolerance', 'relativeTolerance', 'maxIterations', 'guess', 'upTo'];
/** Zero tells the kernel to start from centre to centre. */
const fromCenters: Vec3 = [0, 0, 0];
const defaults: Settings = {
  tolerance: 0,
  relativeTolerance: 1e-9,
  maxIterations: 256,
  guess: fromCenters,
  isWarm: false,
  upTo: Infinity,
};

/** Checks options once. `keepsState` says whether there is a previous query to start from. */
export function readSettings(where: string, options: DistanceOptions | undefined, keepsState: boolean): Settings {
  if (options === undefined) return keepsState ? { ...defaults, isWarm: true } : defaults;
  checkOptions(where, 'options', options, names);
  const length = 'give a length in metres, finite and not negative';
  const { tolerance = 0, relativeTolerance = 1e-9, maxIterations = 256, upTo = Infinity } = options;
  const guess = options.guess ?? (keepsState ? 'previous' : 'bounds');
  return {
    tolerance: checkNumber(where, 'options.tolerance', tolerance, length, 0),
    relativeTolerance: checkNumber(
      where,
      'options.relativeTolerance',
      relativeTolerance,
      'give a finite ratio, not negative',
      0,
    ),
    maxIterations: checkInteger(where, 'options.maxIterations', maxIterations, 1, 1_000_000),
    upTo: upTo === Infinity ? upTo : checkNumber(where, 'options.upTo', upTo, length, 0),
    guess: readGuess(where, guess, keepsState),
    isWarm: guess === 'previous',
  };
}

function readGuess(where: string, guess: NonNullable<DistanceOptions['guess']>, keepsState: boolean): Vec3 {
  const remedy = `give 'none', 'bounds'${keepsState ? ", 'previous'" : ''} or a vector [x, y, z] in A's frame`;
  if (guess === 'bounds') return fromCenters;
  if (guess === 'none') return [1, 0, 0];
  if (guess === 'previous') {
    if (keepsState) return fromCenters;
    throw outOfRange(
      where,
      'options.guess',
      guess,
      `a single query has no previous one: use new Pair(a, b), or ${remedy}`,
    );
  }
  if (typeof guess === 'string') throw outOfRange(where, 'options.guess', guess, remedy);
  if (typeof guess !== 'object' || guess === null) throw wrongType(where, 'options.guess', guess, remedy);
  return readVector(where, 'options.guess', guess);
}
