// The proximal method of multipliers (Rockafellar 1976) with a semismooth Newton method inside, as in ProxQP (Bambade et al. 2022), for small
// problems and for sparse ones from a warm start. Each outer step minimizes
//
//     Φ(x) = ½ xᵀ H x + gᵀ x + σ/2 ‖x − x_k‖² + Σ ρ_i/2 dist²(C_i x + y_i/ρ_i, [lower_i, upper_i])
//
// and sets y_i to ρ_i times the excess of C_i x + y_i/ρ_i over the interval. Φ is piecewise quadratic and strongly convex, so
// Newton's method with exact line search ends after finitely many steps. H may be singular and rows may be dependent.
import { dot, largest, multiply, multiplyTransposed } from './matrix.ts';
import { excess } from './measures.ts';
import type { NewtonSystem } from './newton-systems.ts';
import type { ScaledQp } from './scaling.ts';

export const sigma = 1e-7;
const firstPenalty = 10;
/** Equations have a penalty that is larger by this factor, up to `largestPenalty`. */
const equationFactor = 100;
const largestPenalty = 1e6;
const maxNewtonSteps = 60;

export class ProximalMethod {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** The changes of x and y in the last outer step: of an infeasible or unbounded problem they converge to a certificate. */
  readonly changeOfX: Float64Array;
  readonly changeOfY: Float64Array;
  /** Newton steps. */
  iterations = 0;
  private penalty = firstPenalty;
  /** The rounding error of the gradient of Φ. */
  private rounding = 0;
  private readonly penalties: Float64Array;
  private readonly gradient: Float64Array;
  private readonly step: Float64Array;
  private readonly rows: Float64Array;
  private readonly rowSteps: Float64Array;
  private readonly excesses: Float64Array;
  private readonly curvature: Float64Array;
  private readonly rowGradient: Float64Array;

  constructor(
    private readonly qp: ScaledQp,
    private readonly system: NewtonSystem,
  ) {
    const n = qp.gradient.length;
    const p = qp.lower.length;
    this.x = new Float64Array(n);
    this.changeOfX = new Float64Array(n);
    this.gradient = new Float64Array(n);
    this.step = new Float64Array(n);
    this.curvature = new Float64Array(n);
    this.rowGradient = new Float64Array(n);
    this.y = new Float64Array(p);
    this.changeOfY = new Float64Array(p);
    this.penalties = new Float64Array(p);
    this.rows = new Float64Array(p);
    this.rowSteps = new Float64Array(p);
    this.excesses = new Float64Array(p);
    this.setPenalty(firstPenalty);
  }

  private setPenalty(penalty: number): void {
    const { lower, upper } = this.qp;
    this.penalty = Math.min(penalty, largestPenalty);
    for (let i = 0; i < lower.length; i++)
      this.penalties[i] = Math.min(this.penalty * (lower[i] === upper[i] ? equationFactor : 1), largestPenalty);
  }

  /** Multiplies the penalties by 10 up to their limit, for a primal residual that decreases too slowly. */
  raisePenalty(): void {
    if (this.penalty < largestPenalty) this.setPenalty(10 * this.penalty);
  }

  /** One outer step. @param accuracy Newton's method stops when no component of the gradient of Φ is larger */
  advance(accuracy: number, maxIterations: number): void {
    const { x, y, changeOfX, changeOfY, penalties, excesses } = this;
    const center = x.slice();
    for (let newton = 0; newton < maxNewtonSteps && this.iterations < maxIterations; newton++) {
      this.evaluate(center);
      if (largest(this.gradient) <= Math.max(accuracy, this.rounding)) break;
      this.iterations++;
      if (!this.moveAlongNewton(center)) break;
    }
    this.evaluate(center);
    for (let j = 0; j < x.length; j++) changeOfX[j] = x[j] - center[j];
    for (let i = 0; i < y.length; i++) {
      const next = penalties[i] * excesses[i];
      changeOfY[i] = next - y[i];
      y[i] = next;
    }
  }

  /** C x + y/ρ, its excess over the limits, the gradient of Φ and its rounding error. Rows of the scaled C have entries of at most about 1. */
  private evaluate(center: Float64Array): void {
    const { qp, x, y, rows, excesses, penalties, curvature, rowGradient, gradient } = this;
    multiply(qp.rows, x, rows);
    for (let i = 0; i < rows.length; i++) {
      rows[i] += y[i] / penalties[i];
      excesses[i] = excess(rows[i], qp.lower[i], qp.upper[i]);
    }
    const { rowSteps } = this;
    let size = 0;
    for (let i = 0; i < rows.length; i++) {
      rowSteps[i] = penalties[i] * excesses[i];
      if (excesses[i] !== 0) size = Math.max(size, penalties[i] * Math.abs(rows[i]));
    }
    multiply(qp.hessian, x, curvature);
    multiplyTransposed(qp.rows, rowSteps, rowGradient);
    for (let j = 0; j < x.length; j++)
      gradient[j] = curvature[j] + qp.gradient[j] + sigma * (x[j] - center[j]) + rowGradient[j];
    this.rounding = Number.EPSILON * Math.max(size, largest(curvature), largest(rowGradient));
  }

  /** Returns false to end the iteration: the factorization fails, no step decreases Φ, or the step is as small as rounding. */
  private moveAlongNewton(center: Float64Array): boolean {
    const { qp, system, x, gradient, step, rowSteps, curvature } = this;
    if (!system.factorize(this.excesses, this.penalties)) return false;
    for (let j = 0; j < x.length; j++) step[j] = -gradient[j];
    system.solve(step);
    multiply(qp.rows, step, rowSteps);
    multiply(qp.hessian, step, curvature);
    let slope = 0;
    for (let j = 0; j < x.length; j++) slope += step[j] * (qp.gradient[j] + sigma * (x[j] - center[j]));
    // The smooth part of Φ along the step has the derivative slope + t slopeRate.
    slope += dot(curvature, x);
    const slopeRate = dot(curvature, step) + sigma * dot(step, step);
    const length = this.searchLine(slope, slopeRate);
    if (!(length > 0)) return false;
    const size = largest(x);
    for (let j = 0; j < x.length; j++) x[j] += length * step[j];
    // A step of the size of rounding ends the iteration.
    return length * largest(step) > 4 * Number.EPSILON * size;
  }

  /** The zero of the derivative of Φ along the step, which is increasing and piecewise linear: Newton's method within a bracket. */
  private searchLine(slope: number, slopeRate: number): number {
    const { rows, rowSteps, penalties } = this;
    const { lower, upper } = this.qp;
    let low = 0;
    let high = Infinity;
    let t = 1;
    for (let pass = 0; pass < 100; pass++) {
      let derivative = slope + t * slopeRate;
      let rate = slopeRate;
      let size = Math.abs(slope) + Math.abs(t * slopeRate);
      for (let i = 0; i < rows.length; i++) {
        const excessAtT = excess(rows[i] + t * rowSteps[i], lower[i], upper[i]);
        if (excessAtT === 0) continue;
        const part = penalties[i] * rowSteps[i];
        derivative += part * excessAtT;
        size += Math.abs(part * excessAtT);
        rate += part * rowSteps[i];
      }
      if (Math.abs(derivative) <= 1e-15 * size) return t;
      if (derivative > 0) high = t;
      else low = t;
      const next = rate > 0 ? t - derivative / rate : Infinity;
      if (next === t) return t;
      t = next > low && next < high ? next : high < Infinity ? 0.5 * (low + high) : 2 * t;
      if (!(high - low > 1e-15 * high)) return t;
    }
    return t;
  }
}
