// The linear systems of the Newton steps of the proximal method, (H + σ I + Σ ρ_i C_iᵀ C_i) d = b, with the sum over the rows i beyond their limits.
import { factorize, solveFactorized } from '../math/linear/cholesky.ts';
import type { KktSystem } from './kkt.ts';
import { SparseMatrix, transpose } from './matrix.ts';
import type { ScaledQp } from './scaling.ts';

export interface NewtonSystem {
  /**
   * Factors the matrix. Returns false if it is not positive definite.
   * @param excesses zero for the rows within their limits
   * @param penalties ρ
   */
  factorize(excesses: Float64Array, penalties: Float64Array): boolean;
  /** Replaces b by the solution. */
  solve(b: Float64Array): void;
}

/** The Cholesky factor of the dense matrix, for small problems. */
export class DenseNewtonSystem implements NewtonSystem {
  /** The row at which the last factorization failed; −1 for none. */
  indefiniteRow = -1;
  private readonly byRows: SparseMatrix;
  private readonly matrix: Float64Array;

  constructor(
    private readonly qp: ScaledQp,
    private readonly sigma: number,
  ) {
    this.byRows = transpose(qp.rows).matrix;
    this.matrix = new Float64Array(qp.gradient.length ** 2);
  }

  factorize(excesses: Float64Array, penalties: Float64Array): boolean {
    this.fillMatrix(excesses, penalties);
    this.indefiniteRow = factorize(this.matrix, this.qp.gradient.length);
    return this.indefiniteRow < 0;
  }

  /** Writes the lower triangle of the matrix. */
  private fillMatrix(excesses: Float64Array, penalties: Float64Array): void {
    const { matrix, byRows, sigma } = this;
    const { hessian } = this.qp;
    const n = hessian.columns;
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

  solve(b: Float64Array): void {
    solveFactorized(this.matrix, this.qp.gradient.length, b);
  }
}

/** Solves the system through [H + σ I, Cᵀ; C, −1/ρ], with zeros in the rows of C within their limits, for sparse problems. */
export class SparseNewtonSystem implements NewtonSystem {
  private readonly right: Float64Array;
  /** The penalties of the last factorization; 0 for rows within their limits. */
  private readonly weights: Float64Array;
  private isFactored = false;

  /** @param system for the patterns of H and C; no other code may factor it between the steps */
  constructor(
    private readonly qp: ScaledQp,
    private readonly sigma: number,
    private readonly system: KktSystem,
  ) {
    this.weights = new Float64Array(qp.lower.length);
    this.right = new Float64Array(qp.gradient.length + qp.lower.length);
  }

  /** Keeps the last factor if the rows beyond their limits and their penalties are the same. */
  factorize(excesses: Float64Array, penalties: Float64Array): boolean {
    const { qp, weights } = this;
    for (let i = 0; i < weights.length; i++) {
      const weight = excesses[i] === 0 ? 0 : penalties[i];
      if (weight !== weights[i]) this.isFactored = false;
      weights[i] = weight;
    }
    if (this.isFactored) return true;
    const { rows, columns, starts, indices, values } = qp.rows;
    const masked = new Float64Array(values.length);
    for (let k = 0; k < values.length; k++) if (weights[indices[k]] > 0) masked[k] = values[k];
    const inverses = weights.map((weight) => (weight > 0 ? 1 / weight : 1));
    const activeRows = new SparseMatrix(rows, columns, starts, indices, masked);
    this.isFactored = this.system.factorize(qp.hessian, activeRows, this.sigma, inverses);
    return this.isFactored;
  }

  solve(b: Float64Array): void {
    const { right } = this;
    right.fill(0);
    right.set(b);
    this.system.solve(right);
    for (let j = 0; j < b.length; j++) b[j] = right[j];
  }
}
