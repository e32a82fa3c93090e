import { checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import { readLimits, shared } from '../check/limits.ts';
import { DEPTH_AUTO, DEPTH_EPA, DEPTH_INCREMENTAL, DEPTH_MPR, DEPTH_SQP } from '../engine/layout.ts';
import { readVector, type VectorLike } from '../math/vec3.ts';
import { readStartDirection } from '../query/start-direction.ts';
import { fromCenters, readSettings, type Settings, Start } from './options.ts';
import type { TraceStep } from './trace.ts';

/** An algorithm for penetration depths. */
export interface PenetrationAlgorithm {
  readonly name: string;
  readonly title: string;
  readonly reference: string;
  /** Its number in the kernel. @internal */
  readonly code: number;
}

const algorithms = [
  {
    name: 'incremental',
    title: 'Incremental, with the shortcut',
    reference: 'Alg. 4, 5 of Gao, Incremental penetration depth, 2023',
    code: DEPTH_INCREMENTAL,
  },
  { name: 'epa', title: 'Expanding polytope', reference: 'van den Bergen, 2001', code: DEPTH_EPA },
  {
    name: 'sqp',
    title: 'SQP with portals',
    reference: 'Alg. 3 of Gao, Incremental penetration depth, 2023',
    code: DEPTH_SQP,
  },
  {
    name: 'mpr',
    title: 'Portals along one ray',
    reference: 'Alg. 1 of Gao, Incremental penetration depth, 2023',
    code: DEPTH_MPR,
  },
] as const satisfies readonly PenetrationAlgorithm[];

const automatic: PenetrationAlgorithm = { name: 'auto', title: 'Automatic', reference: 'measured', code: DEPTH_AUTO };

/** `'auto'` chooses a closed form, the incremental method or EPA: see `PenetrationOptions`. */
export type PenetrationAlgorithmName = 'auto' | (typeof algorithms)[number]['name'];

/**
 * Every algorithm for penetration depths, with its reference.
 * @example
 * ```ts
 * penetrationAlgorithms().map(({ name }) => name); // ['incremental', 'epa', 'sqp', 'mpr']
 * ```
 */
export function penetrationAlgorithms(): readonly PenetrationAlgorithm[] {
  return algorithms;
}

/** Options of a penetration query. */
export interface PenetrationOptions {
  /**
   * - `'auto'` (the default): a closed form if there is one; EPA if the minimal depth must be proven or no direction is known; otherwise the
   *   incremental method, from the direction of the caller or of the pair's last overlap.
   * - `'incremental'` and `'sqp'` (Gao, Alg. 4 and 3): a local minimum of the depth over directions.
   * - `'mpr'`: the depth along the normal at the point where the ray of the start direction leaves the Minkowski difference (Gao, Alg. 1).
   * - `'epa'`: the global minimum.
   */
  readonly algorithm?: PenetrationAlgorithmName;
  /**
   * The start direction: `'centers'`, from center to center (the default of a single query); `'previous'`, the normal of the pair's last query
   * (`Pair` only, and its default); or a vector in A's frame that points from A to B.
   */
  readonly direction?: 'centers' | 'previous' | VectorLike;
  /** Stop when `upper − lower` is at most this, in meters. Default 0: only the relative tolerance applies. */
  readonly tolerance?: number;
  /**
   * The tolerance relative to the bounding radius of the smaller body: results do not depend on the unit of length.
   * Default 1e-9.
   */
  readonly relativeTolerance?: number;
  /** The largest number of iterations of GJK, and of EPA. Default 256. */
  readonly maxIterations?: number;
  /**
   * Whether to prove that no smaller depth exists. If the cores overlap and there is no closed form, EPA is then used instead of
   * `algorithm`. Default: true for `signedDistance`, false for `penetration`, whose `local` is false if the depth was proven
   * anyway.
   */
  readonly certified?: boolean;
  /**
   * Whether to keep the polytope that proves the lower bound on the depth in the result, for `certify`. Overlapping cores are
   * then solved by EPA for every `algorithm`. Default false.
   */
  readonly keepProof?: boolean;
  /**
   * Called with every step of GJK, EPA and portals. Closed forms are disabled, because they have no steps. The step object is
   * reused; copy the data to keep. An error thrown in the callback ends the query.
   */
  readonly trace?: (step: TraceStep) => void;
  /** Settings to compare algorithms and to reproduce papers. */
  readonly expert?: ExpertPenetrationOptions;
}

/** Settings of penetration queries for comparing algorithms and reproducing papers. */
export interface ExpertPenetrationOptions {
  /**
   * Whether `'incremental'` and `'sqp'` search portals with support points near the ray, `'incremental'` uses secants for strictly convex
   * cores, and a pair continues from its last overlap. Default true; false gives the published methods (Gao, Alg. 3 to 5), started by GJK.
   */
  readonly accelerate?: boolean;
}

/** Validated options, with defaults filled in. */
export interface PenetrationSettings extends Settings {
  readonly depthAlgorithm: number;
  readonly certified: boolean | undefined;
  readonly keepProof: boolean;
}

const directions = {
  words: { centers: fromCenters },
  ofPair: { previous: fromCenters },
  example: '[x, y, z]',
  read: readVector,
};
const names = [
  'algorithm',
  'direction',
  'tolerance',
  'relativeTolerance',
  'maxIterations',
  'certified',
  'keepProof',
  'trace',
  'expert',
];
const expertNames = ['accelerate'];

/** Checks options once. @param keepsState whether there may be a previous query to start from */
export function readPenetrationSettings(
  where: string,
  options: PenetrationOptions | undefined,
  keepsState: boolean,
): PenetrationSettings {
  checkOptions(where, 'options', options, names, undefined, expertNames);
  const given = options ?? {};
  if (given.expert !== undefined) checkOptions(where, 'options.expert', given.expert, expertNames);
  for (const [name, value, type] of [
    ['certified', given.certified, 'boolean'],
    ['keepProof', given.keepProof, 'boolean'],
    ['trace', given.trace, 'function'],
    ['expert.accelerate', given.expert?.accelerate, 'boolean'],
  ] as const) {
    if (value !== undefined && typeof value !== type)
      throw wrongType(where, `options.${name}`, value, `give a ${type}, or leave it out`);
  }
  const direction = given.direction ?? (keepsState ? 'previous' : 'centers');
  const base = readSettings(where, undefined, false);
  const { tolerance, relativeTolerance, maxIterations } = readLimits(where, given);
  // Written out, as in options.ts: one hidden class for all.
  const settings = {
    tolerance,
    relativeTolerance,
    maxIterations,
    upTo: base.upTo,
    margin: base.margin,
    guess: readStartDirection(where, 'options.direction', direction, keepsState, directions),
    start: direction === 'previous' ? Start.Previous : Start.Fixed,
    algorithm: base.algorithm,
    criterion: base.criterion,
    normalize: base.normalize,
    schedule: base.schedule,
    asPublished: given.expert?.accelerate === false,
    trace: given.trace,
    depthAlgorithm: readAlgorithm(where, given.algorithm ?? 'auto'),
    certified: given.certified,
    keepProof: given.keepProof ?? false,
  };
  latest = latest ? shared(latest, settings) : settings;
  return latest;
}

/** The settings that were read last. */
let latest: PenetrationSettings | null = null;

function readAlgorithm(where: string, name: string): number {
  const choices: readonly PenetrationAlgorithm[] = [automatic, ...algorithms];
  const choice = choices.find((algorithm) => algorithm.name === name);
  if (choice) return choice.code;
  const names = choices.map((algorithm) => algorithm.name);
  throw outOfRange(where, 'options.algorithm', name, `give one of ${names.join(', ')}`);
}
