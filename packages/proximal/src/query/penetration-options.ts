// The algorithms and options of penetration queries that are the same in 3D and 2D.
import { checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import { DEPTH_AUTO, DEPTH_EPA, DEPTH_INCREMENTAL, DEPTH_MPR, DEPTH_SQP } from '../engine/layout.ts';

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

/** `'auto'` chooses a closed form (in 3D), the incremental method or EPA: see `PenetrationOptions`. */
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

/** Options of a penetration query, in 3D and 2D. */
export interface SharedPenetrationOptions<VectorLike> {
  /**
   * - `'auto'` (the default): in 3D a closed form if there is one; EPA if the minimal depth must be proven or no direction is known; otherwise the
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
  /** The largest number of iterations of GJK, and of the method after it. Default 256. */
  readonly maxIterations?: number;
  /**
   * Whether to prove that no smaller depth exists. If the cores overlap and there is no closed form, EPA is then used instead of
   * `algorithm`. Default: true for `signedDistance`, false for `penetration`, whose `local` is false if the depth was proven
   * anyway.
   */
  readonly certified?: boolean;
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

/** The checked options that are not limits. */
export interface DepthChoices {
  readonly depthAlgorithm: number;
  readonly certified: boolean | undefined;
  readonly asPublished: boolean;
}

const names = [
  'algorithm',
  'direction',
  'tolerance',
  'relativeTolerance',
  'maxIterations',
  'certified',
  'trace',
  'expert',
];
const expertNames = ['accelerate'];

/** Checks the options and reads those that are not limits. @param flags names of further Boolean options */
export function readDepthChoices(
  where: string,
  options: (SharedPenetrationOptions<unknown> & { readonly trace?: unknown }) | undefined,
  flags: readonly string[] = [],
): DepthChoices {
  checkOptions(where, 'options', options, [...names, ...flags], undefined, expertNames);
  const { algorithm = 'auto', certified, expert, trace } = options ?? {};
  if (expert !== undefined) checkOptions(where, 'options.expert', expert, expertNames);
  const given = (options ?? {}) as Readonly<Record<string, unknown>>;
  for (const [name, value, type] of [
    ['certified', certified, 'boolean'],
    ...flags.map((flag) => [flag, given[flag], 'boolean'] as const),
    ['trace', trace, 'function'],
    ['expert.accelerate', expert?.accelerate, 'boolean'],
  ] as const) {
    if (value !== undefined && typeof value !== type)
      throw wrongType(where, `options.${name}`, value, `give a ${type}, or leave it out`);
  }
  return { depthAlgorithm: readAlgorithm(where, algorithm), certified, asPublished: expert?.accelerate === false };
}

function readAlgorithm(where: string, name: string): number {
  const choices: readonly PenetrationAlgorithm[] = [automatic, ...algorithms];
  const choice = choices.find((algorithm) => algorithm.name === name);
  if (choice) return choice.code;
  const list = choices.map((algorithm) => algorithm.name);
  throw outOfRange(where, 'options.algorithm', name, `give one of ${list.join(', ')}`);
}
