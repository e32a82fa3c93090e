// The methods that find growth distances, one line each: the options, the benchmarks and the studio read this list.
import { GROWTH_RAY_METHOD } from '../engine/layout.ts';
import type { ShapeRecord } from '../engine/record.ts';
import type { Shape } from '../shapes/shape.ts';

/** A method, the sets that it takes, and where it is described. */
export interface GrowthAlgorithm {
  readonly name: string;
  readonly title: string;
  readonly reference: string;
  /** Its number in the kernel: see kernel/growth/growth.ts. */
  readonly code: number;
  /** Whether it can start from the pair's last answer. */
  readonly hasWarmStart: boolean;
  /** The sets that it takes, in words for an error message. */
  readonly sets: string;
  takes(shape: Shape): boolean;
  /** What the kernel must know of a shape beside its record, if anything. Asked for once per pair. @internal */
  table?(shape: Shape): ShapeRecord;
}

const algorithms = [
  {
    name: 'ray',
    title: 'Ray intersection',
    reference: 'Thirugnanam and Sreenath, Alg. 1 to 3',
    code: GROWTH_RAY_METHOD,
    hasWarmStart: true,
    sets: 'every bounded shape',
    takes: () => true,
  },
] as const satisfies readonly GrowthAlgorithm[];

/** The methods by name. */
export type GrowthAlgorithmName = 'ray' | 'internal-expanding' | 'incremental' | 'smooth' | 'conic';

/**
 * Every method for growth distances, with its reference.
 * @example
 * ```ts
 * growthAlgorithms().map(({ name }) => name); // ['ray', …]
 * ```
 */
export function growthAlgorithms(): readonly GrowthAlgorithm[] {
  return algorithms;
}
