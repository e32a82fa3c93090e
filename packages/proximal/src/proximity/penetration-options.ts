import { checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import { readLimits, shared } from '../check/limits.ts';
import { DEPTH_AUTO, DEPTH_EPA, DEPTH_INCREMENTAL, DEPTH_MPR, DEPTH_SQP } from '../engine/layout.ts';
import { readVector, type VectorLike } from '../math/vec3.ts';
import { readStartDirection } from '../query/start-direction.ts';
import { fromCenters, readSettings, type Settings, Start } from './options.ts';
import type { TraceStep } from './trace.ts';

/** An algorithm by its name and its place in the literature. */
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

/** `'auto'` takes a closed form, the incremental method or EPA: see `PenetrationOptions`. */
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
   * `'auto'` (the default): a closed form where there is one; otherwise the incremental method if a direction is known, from the
   * caller or from an overlap that the pair's last query found, and EPA if none is or if the least depth must be proven.
   * `'incremental'` and `'sqp'` (Gao, Alg. 4 and 3) find a depth that is the least among the directions near it, `'mpr'` that
   * along the ray from the start direction (Alg. 1); `'epa'` finds the least of all.
   */
  readonly algorithm?: PenetrationAlgorithmName;
  /**
   * Where the search starts: `'centers'` from center to center (the default), `'previous'` the normal that the pair's last query
   * found (the default of `Pair`, and only there), or a vector in A's frame that points from A to B.
   */
  readonly direction?: 'centers' | 'previous' | VectorLike;
  /** Stop when `upper − lower` is below this, in meters. Default 0: the relative tolerance decides. */
  readonly tolerance?: number;
  /** The same relative to the bounding radius of the smaller body, so that no answer depends on the unit. Default 1e-9. */
  readonly relativeTolerance?: number;
  /** Hard cap on the iterations of GJK and of EPA, each. Default 256. */
  readonly maxIterations?: number;
  /**
   * Prove that no lesser depth exists: where the cores overlap and there is no closed form, EPA then takes the place of the
   * algorithm. Default: true for `signedDistance`, false for `penetration`, which says by `local` whether it was proven anyway.
   */
  readonly certified?: boolean;
  /**
   * Keep the polytope that proves the lower bound on the depth in the result, for `certify`. Cores that overlap are then left to EPA,
   * whatever the algorithm. Default false.
   */
  readonly keepProof?: boolean;
  /**
   * Called with every step of GJK, of EPA and of portals; closed forms have none and are left out. The step object is reused:
   * copy what you keep. An error thrown in it ends the query.
   */
  readonly trace?: (step: TraceStep) => void;
}

/** Options after the check. */
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
];

/** Checks options once. `keepsState` says whether there is a previous query to start from. */
export function readPenetrationSettings(
  where: string,
  options: PenetrationOptions | undefined,
  keepsState: boolean,
): PenetrationSettings {
  checkOptions(where, 'options', options, names);
  const given = options ?? {};
  for (const [name, value, type] of [
    ['certified', given.certified, 'boolean'],
    ['keepProof', given.keepProof, 'boolean'],
    ['trace', given.trace, 'function'],
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
  const known: readonly PenetrationAlgorithm[] = [automatic, ...algorithms];
  const found = known.find((algorithm) => algorithm.name === name);
  if (found) return found.code;
  const names = known.map((algorithm) => algorithm.name);
  throw outOfRange(where, 'options.algorithm', name, `give one of ${names.join(', ')}`);
}
