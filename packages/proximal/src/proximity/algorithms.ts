// The algorithms for distance and collision queries. The options, the benchmarks and the studio read these entries.
import {
  ACTIVE_SET_POINT,
  ACTIVE_SET_SIMPLEX,
  MOMENTUM_AUTO,
  MOMENTUM_NESTEROV,
  MOMENTUM_NONE,
  MOMENTUM_POLYAK,
  MOMENTUM_PORTALS,
} from '../engine/layout.ts';

/** An algorithm for distances and collisions. `reference` refers to Montaut et al., "GJK++", IEEE T-RO 2024, unless it names another work. */
export interface DistanceAlgorithm {
  readonly name: string;
  readonly title: string;
  readonly reference: string;
  /** The kernel's setting. @internal */
  readonly momentum: number;
  /** The kernel's setting. @internal */
  readonly activeSet: number;
}

const algorithms = [
  { name: 'gjk', title: 'GJK', reference: 'Alg. 4', momentum: MOMENTUM_NONE, activeSet: ACTIVE_SET_SIMPLEX },
  {
    name: 'polyak',
    title: 'Polyak-accelerated GJK',
    reference: 'Alg. 6',
    momentum: MOMENTUM_POLYAK,
    activeSet: ACTIVE_SET_SIMPLEX,
  },
  {
    name: 'nesterov',
    title: 'Nesterov-accelerated GJK',
    reference: 'Alg. 6, 7',
    momentum: MOMENTUM_NESTEROV,
    activeSet: ACTIVE_SET_SIMPLEX,
  },
  {
    name: 'frank-wolfe',
    title: 'Frank-Wolfe',
    reference: 'Alg. 1, 3',
    momentum: MOMENTUM_NONE,
    activeSet: ACTIVE_SET_POINT,
  },
  {
    name: 'frank-wolfe-polyak',
    title: 'Polyak-accelerated Frank-Wolfe',
    reference: 'Alg. 5',
    momentum: MOMENTUM_POLYAK,
    activeSet: ACTIVE_SET_POINT,
  },
  {
    name: 'frank-wolfe-nesterov',
    title: 'Nesterov-accelerated Frank-Wolfe',
    reference: 'Alg. 5',
    momentum: MOMENTUM_NESTEROV,
    activeSet: ACTIVE_SET_POINT,
  },
] as const satisfies readonly DistanceAlgorithm[];

/** The kernel chooses the fastest algorithm for the pair: see search.ts of the kernel. */
export const automatic: DistanceAlgorithm = {
  name: 'auto',
  title: 'Automatic',
  reference: 'measured',
  momentum: MOMENTUM_AUTO,
  activeSet: ACTIVE_SET_SIMPLEX,
};

/** For collision queries only. */
export const portals: DistanceAlgorithm = {
  name: 'mpr',
  title: 'Minkowski portal refinement',
  reference: 'Snethen 2008; Gao 2023, Sec. II-C',
  momentum: MOMENTUM_PORTALS,
  activeSet: ACTIVE_SET_SIMPLEX,
};

/** `'auto'` chooses the fastest for the pair. */
export type DistanceAlgorithmName = 'auto' | (typeof algorithms)[number]['name'];

/**
 * Every algorithm that both `distance` and `collide` accept, with its reference. `collide` also accepts `'mpr'` and `'growth'`.
 * @example
 * ```ts
 * distanceAlgorithms().map(({ name }) => name); // ['gjk', 'polyak', 'nesterov', 'frank-wolfe', …]
 * ```
 */
export function distanceAlgorithms(): readonly DistanceAlgorithm[] {
  return algorithms;
}

export function findAlgorithm(name: string): DistanceAlgorithm | undefined {
  if (name === automatic.name) return automatic;
  return [portals, ...algorithms].find((algorithm) => algorithm.name === name);
}
