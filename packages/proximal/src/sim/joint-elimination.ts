// Eliminates the bilateral rows b of an island with contacts c. Let A = G_bb + R_b. The first rows of (G + R) λ = c* − g give
//   λ_b = A⁻¹ (c*_b − g_b − G_bc λ_c),
// so the contacts form a smaller problem, with G_cc − G_cb A⁻¹ G_bc and g_c + G_cb A⁻¹ (c*_b − g_b). In it, contacts move all bodies of a
// mechanism at once. Sweeps over the whole problem pass each impulse on from joint to joint instead, and need hundreds of sweeps if joints are
// redundant or connect light and heavy bodies.
import { DenseMatrix, Envelope } from '../contact/delassus.ts';
import type { ContactProblem } from '../contact/problem.ts';
import { resized } from '../contact/solver-workspace.ts';
import type { SparseDelassus } from '../contact/sparse.ts';
import { factorizeSemidefinite, solveFactorized } from '../math/linear/cholesky.ts';

/** A problem with bilateral rows, whose G is given by blocks. */
export type WholeProblem = ContactProblem & { readonly delassus: SparseDelassus; readonly bilateral: number };

export class JointElimination {
  /** G of all rows. */
  private wholeMatrix = new Float64Array(0);
  /** The factor of A. */
  private factor = new Float64Array(0);
  private readonly envelope = new Envelope();
  /** A⁻¹ G_bc by columns, and A⁻¹ (c*_b − g_b). */
  private columns = new Float64Array(0);
  private impulsesWithoutContacts = new Float64Array(0);
  private bilateral = 0;

  /** The problem of the contacts; null if A cannot be factored. */
  reduce({ delassus, freeVelocity, reference, compliance, friction, bilateral }: WholeProblem): ContactProblem | null {
    const { size } = delassus;
    const count = size - bilateral;
    this.bilateral = bilateral;
    this.wholeMatrix = resized(this.wholeMatrix, size * size);
    this.columns = resized(this.columns, bilateral * count);
    this.impulsesWithoutContacts = resized(this.impulsesWithoutContacts, bilateral);
    const { wholeMatrix, columns, impulsesWithoutContacts, envelope } = this;
    delassus.fill(wholeMatrix);
    if (!this.factorize(size, compliance)) return null;
    for (let k = 0; k < bilateral; k++) impulsesWithoutContacts[k] = (reference?.[k] ?? 0) - freeVelocity[k];
    solveFactorized(this.factor, bilateral, impulsesWithoutContacts, envelope.first);
    for (let c = 0; c < count; c++) {
      const row = (bilateral + c) * size;
      for (let k = 0; k < bilateral; k++) columns[c * bilateral + k] = wholeMatrix[row + k];
      solveFactorized(this.factor, bilateral, columns, envelope.first, c * bilateral);
    }
    const matrix = new Float64Array(count * count);
    const velocity = freeVelocity.slice(bilateral);
    for (let r = 0; r < count; r++) {
      const row = (bilateral + r) * size;
      velocity[r] += product(wholeMatrix, row, impulsesWithoutContacts, 0, bilateral);
      for (let c = 0; c <= r; c++) {
        const value = wholeMatrix[row + bilateral + c] - product(wholeMatrix, row, columns, c * bilateral, bilateral);
        matrix[r * count + c] = value;
        matrix[c * count + r] = value;
      }
    }
    return {
      delassus: new DenseMatrix(count, matrix),
      freeVelocity: velocity,
      friction,
      reference: reference?.slice(bilateral),
      compliance: compliance?.slice(bilateral),
    };
  }

  private factorize(size: number, compliance: Float64Array | undefined): boolean {
    const { wholeMatrix, bilateral, envelope } = this;
    this.factor = resized(this.factor, bilateral * bilateral);
    const { factor } = this;
    for (let r = 0; r < bilateral; r++) {
      for (let c = 0; c < bilateral; c++) factor[r * bilateral + c] = wholeMatrix[r * size + c];
      factor[r * bilateral + r] += compliance?.[r] ?? 0;
    }
    envelope.measure(factor, bilateral);
    return factorizeSemidefinite(factor, bilateral, envelope.first);
  }

  /** The impulses λ_b that belong to the impulses λ_c of the contacts. */
  complete(contacts: Float64Array): Float64Array {
    const { bilateral, columns } = this;
    const impulses = this.impulsesWithoutContacts.slice();
    for (let c = 0; c < contacts.length; c++) {
      if (contacts[c] === 0) continue;
      for (let k = 0; k < bilateral; k++) impulses[k] -= columns[c * bilateral + k] * contacts[c];
    }
    return impulses;
  }
}

function product(a: Float64Array, atA: number, b: Float64Array, atB: number, count: number): number {
  let sum = 0;
  for (let k = 0; k < count; k++) sum += a[atA + k] * b[atB + k];
  return sum;
}
