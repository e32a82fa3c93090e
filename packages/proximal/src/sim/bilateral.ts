// Islands with only bilateral constraints (loop closures, anchors, joints between bodies) are linear: (G + R) λ = c* − g, with
// the Delassus matrix G, compliance R, reference velocity c* and unconstrained velocity g. One factorization solves them, where
// projected Gauss–Seidel would need about n² sweeps for a chain of n links. IslandSolver uses it for islands that are not too large.

import { Envelope } from '../contact/delassus.ts';
import { resized } from '../contact/solver-workspace.ts';
import type { SparseDelassus } from '../contact/sparse.ts';
import type { ContactWorkspace } from '../contact/workspace.ts';
import { solveSemidefinite } from '../math/linear/cholesky.ts';

export class BilateralSolver {
  private matrix = new Float64Array(0);
  private rightSide = new Float64Array(0);
  private readonly envelope = new Envelope();

  /** Writes λ of the operator's triples to the workspace. Returns false, and leaves λ unchanged, if the solve fails. */
  solve({ freeVelocity, reference, compliance, lambda }: ContactWorkspace, operator: SparseDelassus): boolean {
    const { size, triples } = operator;
    if (this.rightSide.length !== size) {
      this.rightSide = resized(this.rightSide, size);
      this.matrix = resized(this.matrix, size * size);
    }
    const { matrix, rightSide, envelope } = this;
    operator.fill(matrix);
    for (let k = 0; k < size; k++) {
      const row = 3 * triples[Math.floor(k / 3)] + (k % 3);
      rightSide[k] = reference[row] - freeVelocity[row];
      matrix[k * size + k] += compliance[row];
    }
    envelope.measure(matrix, size);
    if (!solveSemidefinite(matrix, size, rightSide, envelope.first)) return false;
    for (let k = 0; k < triples.length; k++)
      for (let m = 0; m < 3; m++) lambda[3 * triples[k] + m] = rightSide[3 * k + m];
    return true;
  }
}
