import type { QpResiduals } from './measures.ts';

/**
 * What a solver found. `'solved'`: the residuals are within the tolerances. `'infeasible'`: no point satisfies all limits.
 * `'unbounded'`: the objective has no lower bound on the feasible points, if there are any. `'limit'`: undecided after
 * `maxIterations`, or when rounding allows no further progress.
 */
export type QpStatus = 'solved' | 'infeasible' | 'unbounded' | 'limit';

/**
 * Where a solver starts: any earlier solution, also of another problem of the same size.
 * @example
 * ```ts
 * const first = solveQp(problem);
 * const next = solveQp({ ...problem, gradient }, {}, first);
 * ```
 */
export interface QpWarmStart {
  readonly x: Float64Array;
  /** Of rows. Default 0. */
  readonly multipliers?: Float64Array | undefined;
  /** Of bounds. Default 0. */
  readonly boundMultipliers?: Float64Array | undefined;
}

/**
 * A proof that no point satisfies all limits, by Farkas: the sum of rows and bounds with these weights is zero for all x, but its
 * limits exclude zero. The largest weight is 1.
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
  /** The last point, whatever the status. */
  readonly x: Float64Array;
  readonly multipliers: Float64Array;
  /** One per variable; 0 without bounds. */
  readonly boundMultipliers: Float64Array;
  /** ½ xᵀ H x + gᵀ x. */
  readonly value: number;
  /** Recomputed from x, the multipliers and the problem. */
  readonly residuals: QpResiduals;
  /** Of an infeasible problem; otherwise null. */
  readonly infeasibility: InfeasibilityProof | null;
  /** Of an unbounded problem: a direction in which the objective falls and no limit is met, with the largest component 1; otherwise null. */
  readonly descent: Float64Array | null;
  /** Newton steps, or steps of ADMM. */
  readonly iterations: number;
}
