// The proximal method of multipliers (Rockafellar 1976) for small problems, with a semismooth Newton method inside, as in ProxQP
// (Bambade et al. 2022). Each outer step minimizes
//
//     Φ(x) = ½ xᵀ H x + gᵀ x + σ/2 ‖x − x_k‖² + Σ ρ_i/2 dist²(C_i x + y_i/ρ_i, [lower_i, upper_i])
//
// and sets y_i to ρ_i times the excess of C_i x + y_i/ρ_i over the interval. Φ is piecewise quadratic and strongly convex, so
// Newton's method with exact line search ends after finitely many steps. H may be singular and rows may be dependent.
import { outOfRange } from '../check/argument.ts';
import { factorize, solveFactorized } from '../math/linear/cholesky.ts';
import { dot, largest, multiply, multiplyTransposed, type SparseMatrix, transpose } from './matrix.ts';
import { excess } from './measures.ts';
import type { ScaledQp } from './scaling.ts';

const sigma = 1e-7;
const firstPenalty = 10;
/** Equations have a penalty that is larger by this factor. */
const equationFactor = 100;
const largestPenalty = 1e6;
const newtonLimit = 60;

export class ProximalMethod {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** The changes of x and y in the last outer step: of an infeasible or unbounded problem they converge to a certificate. */
  readonly changeOfX: Float64Array;
  readonly changeOfY: Float64Array;
  /** Newton steps. */
  iterations = 0;
  private penalty = firstPenalty;
  private readonly byRows: SparseMatrix;
  private readonly penalties: Float64Array;
  private readonly matrix: Float64Array;
  private readonly gradient: Float64Array;
  private readonly step: Float64Array;
  private readonly rows: Float64Array;
  private readonly rowSteps: Float64Array;
  private readonly excesses: Float64Array;
  private readonly curvature: Float64Array;
  private readonly pull: Float64Array;

  constructor(private readonly qp: ScaledQp) {
    const n = qp.gradient.length;
    const p = qp.lower.length;
    this.x = new Float64Array(n);
    this.changeOfX = new Float64Array(n);
    this.gradient = new Float64Array(n);
    this.step = new Float64Array(n);
    this.curvature = new Float64Array(n);
    this.pull = new Float64Array(n);
    this.matrix = new Float64Array(n * n);
    this.y = new Float64Array(p);
    this.changeOfY = new Float64Array(p);
    this.penalties = new Float64Array(p);
    this.rows = new Float64Array(p);
    this.rowSteps = new Float64Array(p);
    this.excesses = new Float64Array(p);
    this.byRows = transpose(qp.rows).matrix;
    this.setPenalty(firstPenalty);
  }

  /** Throws if H + σ is not positive definite: then the problem is not convex. */
  checkConvexity(where: string): void {
    this.excesses.fill(0);
    this.fillMatrix();
    const row = factorize(this.matrix, this.x.length);
    if (row >= 0)
      throw outOfRange(where, 'problem.hessian', `indefinite at row ${row}`, 'give a positive semidefinite matrix');
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

  /** One outer step. @param accuracy the largest component of the gradient of Φ at its end */
  advance(accuracy: number, maxIterations: number): void {
    const { x, y, changeOfX, changeOfY, penalties, excesses } = this;
    const center = x.slice();
    for (let newton = 0; newton < newtonLimit && this.iterations < maxIterations; newton++) {
      this.evaluate(center);
      if (largest(this.gradient) <= accuracy) break;
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

  /** C x + y/ρ, its excess over the limits, and the gradient of Φ. */
  private evaluate(center: Float64Array): void {
    const { qp, x, y, rows, excesses, penalties, curvature, pull, gradient } = this;
    multiply(qp.rows, x, rows);
    for (let i = 0; i < rows.length; i++) {
      rows[i] += y[i] / penalties[i];
      excesses[i] = excess(rows[i], qp.lower[i], qp.upper[i]);
    }
    const { rowSteps } = this;
    for (let i = 0; i < rows.length; i++) rowSteps[i] = penalties[i] * excesses[i];
    multiply(qp.hessian, x, curvature);
    multiplyTransposed(qp.rows, rowSteps, pull);
    for (let j = 0; j < x.length; j++)
      gradient[j] = curvature[j] + qp.gradient[j] + sigma * (x[j] - center[j]) + pull[j];
  }

  /** The lower triangle of H + σ + Σ ρ_i C_iᵀ C_i over the rows beyond their limits. */
  private fillMatrix(): void {
    const { matrix, byRows, excesses, penalties } = this;
    const { hessian } = this.qp;
    const n = this.x.length;
    matrix.fill(0);
    for (let j = 0; j < n; j++) {
      for (let k = hessian.starts[j]; k < hessian.starts[j + 1]; k++)
        if (hessian.indices[k] >= j) matrix[hessian.indices[k] * n + j] = hessian.values[k];
      matrix[j * n + j] += sigma;
    }
    for (let i = 0; i < excesses.length; i++) {
      if (excesses[i] === 0) continue;
      for (let a = byRows.starts[i]; a < byRows.starts[i + 1]; a++) {
        const weight = penalties[i] * byRows.values[a];
        const row = byRows.indices[a] * n;
        for (let b = byRows.starts[i]; b <= a; b++) matrix[row + byRows.indices[b]] += weight * byRows.values[b];
      }
    }
  }

  /** Returns false if no step decreases Φ. */
  private moveAlongNewton(center: Float64Array): boolean {
    const { qp, x, matrix, gradient, step, rowSteps, curvature } = this;
    this.fillMatrix();
    if (factorize(matrix, x.length) >= 0) return false;
    for (let j = 0; j < x.length; j++) step[j] = -gradient[j];
    solveFactorized(matrix, x.length, step);
    multiply(qp.rows, step, rowSteps);
    multiply(qp.hessian, step, curvature);
    let slope = 0;
    for (let j = 0; j < x.length; j++) slope += step[j] * (qp.gradient[j] + sigma * (x[j] - center[j]));
    // The smooth part of Φ along the step has the derivative slope + t bend.
    slope += dot(curvature, x);
    const bend = dot(curvature, step) + sigma * dot(step, step);
    const length = this.searchLine(slope, bend);
    if (!(length > 0)) return false;
    const size = largest(x);
    for (let j = 0; j < x.length; j++) x[j] += length * step[j];
    // A step of the size of rounding is the last one.
    return length * largest(step) > 4 * Number.EPSILON * size;
  }

  /** The zero of the derivative of Φ along the step, which is increasing and piecewise linear: Newton's method within a bracket. */
  private searchLine(slope: number, bend: number): number {
    const { rows, rowSteps, penalties } = this;
    const { lower, upper } = this.qp;
    let low = 0;
    let high = Infinity;
    let t = 1;
    for (let pass = 0; pass < 100; pass++) {
      let derivative = slope + t * bend;
      let rate = bend;
      let size = Math.abs(slope) + Math.abs(t * bend);
      for (let i = 0; i < rows.length; i++) {
        const over = excess(rows[i] + t * rowSteps[i], lower[i], upper[i]);
        if (over === 0) continue;
        const part = penalties[i] * rowSteps[i];
        derivative += part * over;
        size += Math.abs(part * over);
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
