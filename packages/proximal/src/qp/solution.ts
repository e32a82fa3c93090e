import type { QpResiduals } from './measures.ts';

/**
 * The outcome of a solve. `'solved'`: the residuals are within the tolerances. `'infeasible'`: no point satisfies all limits.
 * `'unbounded'`: the objective has no lower bound on the feasible points, if there are any. `'limit'`: undecided after
 * `maxIterations`, or when rounding allows no further progress.
 */
export type QpStatus = 'solved' | 'infeasible' | 'unbounded' | 'limit';

/**
 * The start of a solver: an earlier solution, also of another problem of the same size.
 * @example
 * ```ts
 * const first = solveQp(problem);
 * const next = solveQp({ ...problem, gradient }, {}, first);
 * ```
 */
export interface QpWarmStart {
  readonly x: Float64Array;
  /** The multipliers of the rows. Default 0. */
  readonly multipliers?: Float64Array | undefined;
  /** The multipliers of the bounds. Default 0. */
  readonly boundMultipliers?: Float64Array | undefined;
}

/**
 * A proof that no point satisfies all limits, by Farkas' lemma: the sum of rows and bounds, weighted by these multipliers, is zero for all x,
 * but the limits of the sum exclude zero. The largest magnitude of a multiplier is 1.
 * @example
 * ```ts
 * const proof: InfeasibilityProof | null = solveQp(problem).infeasibility;
 * ```
 */
export interface InfeasibilityProof {
  readonly multipliers: Float64Array;
  readonly boundMultipliers: Float64Array;
}

/**
 * An answer of `solveQp`. A positive multiplier belongs to an upper limit, a negative one to a lower limit.
 * @example
 * ```ts
 * const { status, x, value, residuals } = solveQp(problem);
 * ```
 */
export interface QpSolution extends QpWarmStart {
  readonly status: QpStatus;
  /** For every status, the point of the solver whose worst ratio of a residual to its tolerance is smallest. */
  readonly x: Float64Array;
  readonly multipliers: Float64Array;
  /** One per variable; 0 without bounds. */
  readonly boundMultipliers: Float64Array;
  /** ½ xᵀ H x + gᵀ x. */
  readonly value: number;
  /** Recomputed from x, the multipliers and the problem. */
  readonly residuals: QpResiduals;
  /** The proof that the problem is infeasible; null for every other status. */
  readonly infeasibility: InfeasibilityProof | null;
  /**
   * If the problem is unbounded: a direction along which the objective decreases forever and no limit is reached; its largest
   * component has magnitude 1. Otherwise null.
   */
  readonly descent: Float64Array | null;
  /** The number of Newton steps and steps of ADMM. */
  readonly iterations: number;
}
