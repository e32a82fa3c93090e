// Options of scenes and their queries, checked once.
import { checkNumber, checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import type { Body } from './body.ts';

const lengthRemedy = 'give a length in meters, finite and not negative';

/** Options of a scene. */
export interface SceneOptions {
  /**
   * The broad phase: `'tree'`, a dynamic tree of boxes (the default, and the fastest); `'sweep'`, sweep and prune along one axis;
   * `'brute'`, every body with every other. All three find the same pairs.
   */
  readonly broadPhase?: 'tree' | 'sweep' | 'brute';
  /** Two bodies are a pair while their boxes are at most this far apart along every axis, in meters. Default 0. */
  readonly margin?: number;
  /**
   * Called once when two bodies come near, `a` having the lower id: if it returns false, the bodies are not a pair until they
   * have separated and come near again. Queries beyond the scene's margin call it each time for bodies that are not near.
   * Default: any two bodies may be a pair.
   */
  readonly filter?: (a: Body, b: Body) => boolean;
}

/** Options of queries for bodies within a distance. */
export interface NearOptions {
  /** Bodies collide when their distance is at most this, in meters. Default 0: touching is collision. */
  readonly margin?: number;
  /** The largest distance to search, in meters. Default: the scene's margin for `distances`, unlimited for `nearest`. */
  readonly upTo?: number;
}

export interface SceneSettings {
  readonly broadPhase: 'tree' | 'sweep' | 'brute';
  readonly margin: number;
  readonly filter: ((a: Body, b: Body) => boolean) | undefined;
}

export function readSceneOptions(where: string, options: SceneOptions | undefined): SceneSettings {
  checkOptions(where, 'options', options, ['broadPhase', 'margin', 'filter']);
  const { broadPhase = 'tree', margin = 0, filter } = options ?? {};
  const phases = ['tree', 'sweep', 'brute'];
  if (!phases.includes(broadPhase))
    throw outOfRange(where, 'options.broadPhase', broadPhase, `give one of ${phases.join(', ')}`);
  if (filter !== undefined && typeof filter !== 'function')
    throw wrongType(where, 'options.filter', filter, 'give a function of two bodies, or leave it out');
  return { broadPhase, margin: checkNumber(where, 'options.margin', margin, lengthRemedy, 0), filter };
}

/** Reads the options. @param names the options that the query has @param upTo the query's default */
export function readNearOptions(
  where: string,
  options: NearOptions | undefined,
  names: readonly string[],
  upTo = Infinity,
): { readonly margin: number; readonly upTo: number } {
  checkOptions(where, 'options', options, names);
  const margin = options?.margin ?? 0;
  const largest = options?.upTo ?? upTo;
  return {
    margin: checkNumber(where, 'options.margin', margin, lengthRemedy, 0),
    upTo: largest === Infinity ? largest : checkNumber(where, 'options.upTo', largest, lengthRemedy, 0),
  };
}
