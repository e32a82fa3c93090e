// Residuals of a point and its multipliers, and tests of certificates, in the units of the problem.
import { dot, largest, multiply, multiplyTransposed } from './matrix.ts';
import type { StandardQp } from './problem.ts';

/**
 * The violations of the conditions of optimality by a point and its multipliers.
 * @example
 * ```ts
 * const { primal, dual, gap }: QpResiduals = solveQp(problem).residuals;
 * ```
 */
export interface QpResiduals {
  /** The largest violation of a limit. */
  primal: number;
  /** The largest component of |H x + g + Aᵀ y + z|, with the multipliers y of rows and z of bounds. */
  dual: number;
  /** The duality gap |xᵀ H x + gᵀ x + S(y, z)|, in which S is the sum of each multiplier times the limit that it belongs to. */
  gap: number;
}

/** Replaces a tolerance of zero as a divisor: ratios of residuals to tolerances stay finite, so that answers can be compared. */
const leastTolerance = 1e-200;

/**
 * Multipliers prove infeasibility if they exclude all points with ‖x‖₁ up to this number. The solver demands this number times 1 + ‖x‖₁, with the
 * x of its best point.
 */
export const requiredExclusion = 1e8;
/** The largest error of a direction of descent, relative to the smaller of its descent and 1. */
const descentError = 1e-8;

export interface Tolerances {
  readonly tolerance: number;
  readonly relativeTolerance: number;
}

/** The signed distance from an interval: positive above it, negative below it, 0 inside. */
export function excess(value: number, lower: number, upper: number): number {
  return value < lower ? value - lower : value > upper ? value - upper : 0;
}

/** S(y): the largest value of yᵀ c over lower ≤ c ≤ upper. Infinite if a multiplier belongs to a limit that is infinite. */
export function supportOf(y: Float64Array, lower: Float64Array, upper: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < y.length; i++) if (y[i] !== 0) sum += y[i] * (y[i] > 0 ? upper[i] : lower[i]);
  return sum;
}

/** Residuals, and the scales by which relative tolerances are multiplied. */
export class Measures implements QpResiduals {
  primal = Infinity;
  dual = Infinity;
  gap = Infinity;
  primalScale = 0;
  dualScale = 0;
  gapScale = 0;
  /** ½ xᵀ H x + gᵀ x. */
  value = 0;
  /** H x of the last measurement. */
  readonly curvature: Float64Array;
  /** C x of the last measurement. */
  readonly rows: Float64Array;
  /** Cᵀ y of the last measurement. */
  readonly rowGradient: Float64Array;

  constructor(private readonly qp: StandardQp) {
    this.curvature = new Float64Array(qp.gradient.length);
    this.rowGradient = new Float64Array(qp.gradient.length);
    this.rows = new Float64Array(qp.lower.length);
  }

  measure(x: Float64Array, y: Float64Array): void {
    const { hessian, gradient, rows: c, lower, upper } = this.qp;
    const { curvature, rows, rowGradient } = this;
    multiply(hessian, x, curvature);
    multiply(c, x, rows);
    multiplyTransposed(c, y, rowGradient);
    this.primal = 0;
    for (let i = 0; i < rows.length; i++) {
      const violation = Math.abs(excess(rows[i], lower[i], upper[i]));
      // A NaN stays: no comparison with it is true.
      if (violation > this.primal || Number.isNaN(violation)) this.primal = violation;
    }
    this.dual = 0;
    for (let j = 0; j < gradient.length; j++) {
      const residual = Math.abs(curvature[j] + gradient[j] + rowGradient[j]);
      if (residual > this.dual || Number.isNaN(residual)) this.dual = residual;
    }
    const quadratic = dot(x, curvature);
    const linear = dot(gradient, x);
    const support = supportOf(y, lower, upper);
    this.value = 0.5 * quadratic + linear;
    this.gap = Math.abs(quadratic + linear + support);
    this.primalScale = largest(rows);
    this.dualScale = Math.max(largest(curvature), largest(gradient), largest(rowGradient));
    this.gapScale = Math.max(Math.abs(quadratic), Math.abs(linear), Math.abs(support));
  }

  isWithin({ tolerance, relativeTolerance }: Tolerances): boolean {
    return (
      this.primal <= tolerance + relativeTolerance * this.primalScale &&
      this.dual <= tolerance + relativeTolerance * this.dualScale &&
      this.gap <= tolerance + relativeTolerance * this.gapScale
    );
  }

  /** The largest ratio of a residual to its tolerance, by which answers are compared. Tolerances may be 0. */
  worst({ tolerance, relativeTolerance }: Tolerances): number {
    return Math.max(
      this.primal / Math.max(tolerance + relativeTolerance * this.primalScale, leastTolerance),
      this.dual / Math.max(tolerance + relativeTolerance * this.dualScale, leastTolerance),
      this.gap / Math.max(tolerance + relativeTolerance * this.gapScale, leastTolerance),
    );
  }
}

/**
 * The size below which multipliers y exclude feasible points. If C x = c with lower ≤ c ≤ upper, then yᵀ C x ≤ S(y). So
 * S(y) < 0 requires ‖x‖₁ ≥ −S(y)/‖Cᵀ y‖∞. Zero if y excludes nothing.
 */
export function excludedSize(qp: StandardQp, y: Float64Array): number {
  const support = supportOf(y, qp.lower, qp.upper);
  if (!(support < 0)) return 0;
  const rowGradient = new Float64Array(qp.gradient.length);
  multiplyTransposed(qp.rows, y, rowGradient);
  return -support / largest(rowGradient);
}

/** Along a direction d, per unit of ‖d‖∞, gᵀ x decreases by `descent`; ‖H d‖∞ and the growth of a violation are at most `error`. */
export interface DescentMeasures {
  readonly descent: number;
  readonly error: number;
}

/** Measures a direction d. It proves that the problem is unbounded if gᵀ d < 0, H d = 0, and C d does not approach a finite limit. */
export function measureDescent(qp: StandardQp, direction: Float64Array): DescentMeasures {
  const size = largest(direction);
  if (!(size > 0 && size < Infinity)) return { descent: 0, error: Infinity };
  const curvature = new Float64Array(direction.length);
  const rows = new Float64Array(qp.lower.length);
  multiply(qp.hessian, direction, curvature);
  multiply(qp.rows, direction, rows);
  let error = largest(curvature);
  for (let i = 0; i < rows.length; i++) {
    if (qp.upper[i] < Infinity) error = Math.max(error, rows[i]);
    if (qp.lower[i] > -Infinity) error = Math.max(error, -rows[i]);
  }
  return { descent: -dot(qp.gradient, direction) / size, error: error / size };
}

/** Whether a direction with these measures proves that the problem is unbounded. */
export function isUnboundedAlong({ descent, error }: DescentMeasures): boolean {
  return descent > 0 && error <= descentError * Math.min(descent, 1);
}
