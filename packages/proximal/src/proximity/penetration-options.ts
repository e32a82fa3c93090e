import { readLimits, shared } from '../check/limits.ts';
import { readVector, type VectorLike } from '../math/vec3.ts';
import { type DepthChoices, readDepthChoices, type SharedPenetrationOptions } from '../query/penetration-options.ts';
import { readStartDirection } from '../query/start-direction.ts';
import { fromCenters, readSettings, type Settings, Start } from './options.ts';
import type { TraceStep } from './trace.ts';

export {
  type ExpertPenetrationOptions,
  type PenetrationAlgorithm,
  type PenetrationAlgorithmName,
  penetrationAlgorithms,
} from '../query/penetration-options.ts';

/** Options of a penetration query. */
export interface PenetrationOptions extends SharedPenetrationOptions<VectorLike> {
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
}

/** Options of a batch of signed distances or depths, which has no trace and keeps no proof. */
export type PenetrationBatchOptions = Omit<PenetrationOptions, 'trace' | 'keepProof'>;

/** Validated options, with defaults filled in. */
export interface PenetrationSettings extends Settings, DepthChoices {
  readonly asPublished: boolean;
  readonly keepProof: boolean;
}

const directions = {
  words: { centers: fromCenters },
  ofPair: { previous: fromCenters },
  example: '[x, y, z]',
  read: readVector,
};

/** Checks options once. @param keepsState whether there may be a previous query to start from */
export function readPenetrationSettings(
  where: string,
  options: PenetrationOptions | undefined,
  keepsState: boolean,
): PenetrationSettings {
  const { depthAlgorithm, certified, asPublished } = readDepthChoices(where, options, ['keepProof']);
  const given = options ?? {};
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
    asPublished,
    trace: given.trace,
    depthAlgorithm,
    certified,
    keepProof: given.keepProof ?? false,
  };
  latest = latest ? shared(latest, settings) : settings;
  return latest;
}

/** The settings that were read last. */
let latest: PenetrationSettings | null = null;
