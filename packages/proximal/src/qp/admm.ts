// The alternating direction method of multipliers as in OSQP (Stellato et al. 2020). z is a copy of C x within the limits. Each step solves
//
//     [H + σ I, Cᵀ; C, −1/ρ] (x̃, ν) = (σ x − g, z − y/ρ),   z̃ = z + (ν − y)/ρ,
//
// relaxes x̃ and z̃ by α (`relaxation`), sets z to the projection of z̃ + y/ρ onto the limits, and y to ρ (z̃ + y/ρ − z). The matrix is factored
// again only when ρ or the matrices change.
import type { KktSystem } from './kkt.ts';
import { multiply } from './matrix.ts';
import type { Measures } from './measures.ts';
import type { ScaledQp } from './scaling.ts';

const sigma = 1e-6;
const relaxation = 1.6;
const leastPenalty = 1e-6;
const largestPenalty = 1e6;
/** The penalty of equations is ρ times this factor. */
const equationFactor = 1e3;
/** The penalty of rows without limits is ρ times this factor. */
const freeFactor = 1e-5;
/** ρ is changed only by more than this factor, because a change costs a factorization. */
const minPenaltyChange = 5;

export class Admm {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  readonly changeOfX: Float64Array;
  readonly changeOfY: Float64Array;
  private penalty = 0.1;
  /** Whether the matrix has changed since it was factored, or the last factorization failed. */
  private isStale = false;
  private readonly penalties: Float64Array;
  private readonly inverses: Float64Array;
  private readonly right: Float64Array;

  constructor(
    private qp: ScaledQp,
    private readonly system: KktSystem,
  ) {
    const n = qp.gradient.length;
    const p = qp.lower.length;
    this.x = new Float64Array(n);
    this.changeOfX = new Float64Array(n);
    this.y = new Float64Array(p);
    this.z = new Float64Array(p);
    this.changeOfY = new Float64Array(p);
    this.penalties = new Float64Array(p);
    this.inverses = new Float64Array(p);
    this.right = new Float64Array(n + p);
  }

  /** Factors the matrix for the penalty ρ. Returns false if H is not positive semidefinite, or the factorization fails. */
  factorize(penalty = this.penalty): boolean {
    const { qp, system, penalties, inverses } = this;
    this.penalty = Math.min(Math.max(penalty, leastPenalty), largestPenalty);
    for (let i = 0; i < penalties.length; i++) {
      penalties[i] = this.penalty * penaltyFactor(qp, i);
      inverses[i] = 1 / penalties[i];
    }
    this.isStale = !system.factorize(qp.hessian, qp.rows, sigma, inverses);
    return !this.isStale;
  }

  /**
   * Continues with another problem whose matrices have the same pattern. Returns false, and keeps the last problem, if the new H is not
   * positive semidefinite.
   */
  replace(next: ScaledQp): boolean {
    const { qp } = this;
    this.qp = next;
    if (areEqual(next.hessian.values, qp.hessian.values)) {
      // With the same H, the factorization cannot fail, so it is delayed to the next `start`.
      this.isStale ||=
        !areEqual(next.rows.values, qp.rows.values) ||
        next.lower.some((_, i) => penaltyFactor(next, i) !== penaltyFactor(qp, i));
      return true;
    }
    if (this.factorize()) return true;
    this.qp = qp;
    this.factorize();
    return false;
  }

  /** Sets z = C x, and factors a matrix that has changed; called after x and y were set. */
  start(): void {
    if (this.isStale) this.factorize();
    multiply(this.qp.rows, this.x, this.z);
  }

  step(): void {
    const { x, y, z, changeOfX, changeOfY, penalties, inverses, right } = this;
    const { gradient, lower, upper } = this.qp;
    const n = x.length;
    for (let j = 0; j < n; j++) right[j] = sigma * x[j] - gradient[j];
    for (let i = 0; i < y.length; i++) right[n + i] = z[i] - inverses[i] * y[i];
    this.system.solve(right);
    for (let j = 0; j < n; j++) {
      changeOfX[j] = relaxation * (right[j] - x[j]);
      x[j] += changeOfX[j];
    }
    for (let i = 0; i < y.length; i++) {
      const target = z[i] + inverses[i] * (relaxation * (right[n + i] - y[i]) + y[i]);
      z[i] = Math.min(Math.max(target, lower[i]), upper[i]);
      // In this form, rounding cannot give a multiplier the sign of the other limit.
      const next = penalties[i] * (target - z[i]);
      changeOfY[i] = next - y[i];
      y[i] = next;
    }
  }

  /** Balances the primal and the dual residual, relative to their scales. Returns false, and keeps ρ, if the factorization failed. */
  adapt(measures: Measures): boolean {
    const primal = measures.primal / Math.max(measures.primalScale, 1e-10);
    const dual = measures.dual / Math.max(measures.dualScale, 1e-10);
    const next = this.penalty * Math.sqrt(primal / Math.max(dual, 1e-15));
    const bounded = Math.min(Math.max(next, leastPenalty), largestPenalty);
    if (!(bounded > minPenaltyChange * this.penalty || bounded * minPenaltyChange < this.penalty)) return true;
    const { penalty } = this;
    if (this.factorize(bounded)) return true;
    this.factorize(penalty);
    return false;
  }
}

function penaltyFactor({ lower, upper }: ScaledQp, i: number): number {
  if (lower[i] === upper[i]) return equationFactor;
  return lower[i] === -Infinity && upper[i] === Infinity ? freeFactor : 1;
}

function areEqual(a: Float64Array, b: Float64Array): boolean {
  return a.every((value, k) => value === b[k]);
}
