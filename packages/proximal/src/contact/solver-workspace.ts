// A contact problem in the form that the solvers use, and their working memory. A solution keeps its workspace, so solving
// another problem of the same size allocates nothing.
// Equation and algorithm numbers refer to Le Lidec et al., "Contact Models in Robotics: a Comparative Analysis".
import { type DelassusOperator, DenseMatrix, Envelope, multiply } from './delassus.ts';
import type { SolverSettings } from './options.ts';
import type { ContactProblem } from './problem.ts';
import { SparseDelassus } from './sparse.ts';

const empty = /* @__PURE__ */ new Float64Array(0);

export class SolverWorkspace {
  size = 0;
  bilateral = 0;
  contacts = 0;
  /** G by rows, without the compliance; empty if `sparse` is used. */
  rows: Float64Array = new Float64Array(0);
  /** G as a sparse operator, for solvers that do not need its rows; null if the problem has no such form. */
  sparse: SparseDelassus | null = null;
  /** The blocks of G on the diagonal, without the compliance: nine numbers for each contact. */
  blocks = new Float64Array(0);
  /** The nonzero range of each row. */
  readonly envelope = new Envelope();
  /** The diagonal of R, including the regularization of `ccp-newton`. */
  compliance = new Float64Array(0);
  /** The diagonal of G and the problem's R together, without the regularization of `ccp-newton`. */
  diagonal = new Float64Array(0);
  /** Bias velocity g − c*. */
  bias = new Float64Array(0);
  /** µ of each contact: the problem's own array, or in a reduced problem a copy with bounded µ. */
  friction: Float64Array = new Float64Array(0);
  /** λ: the start for a solver, and its solution. */
  lambda = new Float64Array(0);
  /** σ = (G + R) λ + g − c* after `evaluate`. */
  sigma = new Float64Array(0);
  /** The initial dual variable: σ in the CCP, σ + Γ(σ) in the other models. The ADMM solvers overwrite it with their final dual variable. */
  dual = new Float64Array(0);
  /** Whether `lambda` is from a warm start. */
  isWarm = false;
  /** Whether `dual` is from a warm start. */
  hasDual = false;
  /** Whether the solver wrote its dual variable to `dual`. */
  isDualWritten = false;
  /** The initial and the final ρ; 0 for none. */
  rho = 0;
  /** σ at one contact; scratch. */
  readonly local = new Float64Array(3);
  /** The impulse of one contact before an update. */
  readonly before = new Float64Array(3);
  private ownFriction = new Float64Array(0);
  private copied = new Float64Array(0);
  private line = new Float64Array(0);
  private readonly vectors: Float64Array<ArrayBuffer>[] = [];
  private readonly states = new Map<new () => object, object>();

  /** @param isMatrixFree whether a `SparseDelassus` suffices for the solver */
  load(problem: ContactProblem, isMatrixFree: boolean): void {
    const { delassus, freeVelocity, friction, reference, compliance, bilateral = 0 } = problem;
    if (delassus.size !== this.size) this.resize(delassus.size);
    if (friction.length !== this.contacts) this.blocks = resized(this.blocks, 9 * friction.length);
    const { size } = this;
    this.bilateral = bilateral;
    this.contacts = friction.length;
    this.friction = friction;
    for (let k = 0; k < size; k++) {
      this.bias[k] = freeVelocity[k] - (reference === undefined ? 0 : reference[k]);
      this.compliance[k] = compliance === undefined ? 0 : compliance[k];
    }
    this.sparse = isMatrixFree && delassus instanceof SparseDelassus ? delassus : null;
    if (this.sparse !== null) this.readSparse(this.sparse);
    else this.readRows(delassus);
  }

  /**
   * Loads the problem of `whole`, which has the same size, with µ limited to `mostFriction`. Contacts with `isIncluded` 0 are decoupled and
   * at rest.
   */
  loadPart(problem: ContactProblem, whole: SolverWorkspace, isIncluded: Uint8Array, mostFriction: number): void {
    const { size, bilateral, contacts } = whole;
    if (size !== this.size) this.resize(size);
    if (contacts !== this.contacts) {
      this.blocks = resized(this.blocks, 9 * contacts);
      this.ownFriction = resized(this.ownFriction, contacts);
    }
    if (this.copied.length !== size * size) this.copied = resized(this.copied, size * size);
    this.bilateral = bilateral;
    this.contacts = contacts;
    this.friction = this.ownFriction;
    this.sparse = null;
    this.rows = this.copied;
    this.copied.set(whole.rows);
    this.bias.set(whole.bias);
    for (let k = 0; k < size; k++) this.compliance[k] = problem.compliance === undefined ? 0 : problem.compliance[k];
    const diagonalEntry = this.meanDiagonal(isIncluded);
    for (let c = 0; c < contacts; c++) {
      this.friction[c] = Math.min(mostFriction, whole.friction[c]);
      if (isIncluded[c] === 0) for (let k = 0; k < 3; k++) this.isolate(bilateral + 3 * c + k, diagonalEntry);
    }
    this.readBlocks();
  }

  /** The mean diagonal entry of the bilateral rows and of the rows of included contacts. */
  private meanDiagonal(isIncluded: Uint8Array): number {
    const { size, bilateral, copied } = this;
    let sum = 0;
    let count = 0;
    for (let k = 0; k < size; k++) {
      if (k >= bilateral && isIncluded[Math.floor((k - bilateral) / 3)] === 0) continue;
      sum += copied[k * size + k];
      count++;
    }
    return count > 0 ? sum / count : 1;
  }

  /** Makes a row and its column zero except for the diagonal entry, with zero bias velocity. */
  private isolate(row: number, diagonalEntry: number): void {
    const { size, copied } = this;
    for (let j = 0; j < size; j++) {
      copied[row * size + j] = 0;
      copied[j * size + row] = 0;
    }
    copied[row * size + row] = diagonalEntry;
    this.compliance[row] = 0;
    this.bias[row] = 0;
  }

  private readSparse(sparse: SparseDelassus): void {
    const { bilateral, contacts, blocks, diagonal, compliance } = this;
    this.rows = empty;
    for (let k = 0; k < bilateral; k++) diagonal[k] = sparse.diagonalAt(k) + compliance[k];
    sparse.fillDiagonal(bilateral / 3, blocks);
    for (let c = 0; c < contacts; c++) {
      const at = bilateral + 3 * c;
      for (let k = 0; k < 3; k++) diagonal[at + k] = blocks[9 * c + 4 * k] + compliance[at + k];
    }
  }

  private readRows(delassus: DenseMatrix | DelassusOperator): void {
    this.rows = delassus instanceof DenseMatrix ? delassus.values : this.copy(delassus);
    this.readBlocks();
  }

  private readBlocks(): void {
    const { size, bilateral, contacts, blocks, rows } = this;
    this.envelope.measure(rows, size);
    for (let k = 0; k < size; k++) this.diagonal[k] = rows[k * size + k] + this.compliance[k];
    for (let c = 0; c < contacts; c++) {
      const at = bilateral + 3 * c;
      for (let k = 0; k < 3; k++) {
        for (let m = 0; m < 3; m++) blocks[9 * c + 3 * k + m] = rows[(at + k) * size + at + m];
      }
    }
  }

  private copy(delassus: DelassusOperator): Float64Array {
    const { size } = this;
    if (this.copied.length !== size * size) this.copied = resized(this.copied, size * size);
    if (delassus instanceof SparseDelassus) delassus.fill(this.copied);
    else {
      if (this.line.length !== size) this.line = resized(this.line, size);
      for (let i = 0; i < size; i++) {
        delassus.row(i, this.line);
        this.copied.set(this.line, i * size);
      }
    }
    return this.copied;
  }

  /** σ = (G + R) λ + g − c*. */
  evaluate(): void {
    const { size, rows, lambda, sigma, compliance, bias } = this;
    if (this.sparse !== null) this.sparse.apply(lambda, sigma);
    else multiply(rows, size, lambda, sigma, this.envelope);
    for (let i = 0; i < size; i++) sigma[i] += compliance[i] * lambda[i] + bias[i];
  }

  /** A scratch vector of `size` numbers for solvers. */
  vector(index: number): Float64Array {
    while (this.vectors.length <= index) this.vectors.push(new Float64Array(this.size));
    return this.vectors[index];
  }

  /** Working memory that a solver keeps between solves; no result depends on it. */
  state<T extends object>(kind: new () => T): T {
    let found = this.states.get(kind);
    if (found === undefined) {
      found = new kind();
      this.states.set(kind, found);
    }
    return found as T;
  }

  private resize(size: number): void {
    this.size = size;
    this.compliance = resized(this.compliance, size);
    this.diagonal = resized(this.diagonal, size);
    this.bias = resized(this.bias, size);
    this.sigma = resized(this.sigma, size);
    for (let k = 0; k < this.vectors.length; k++) this.vectors[k] = resized(this.vectors[k], size);
  }
}

/** An array of `size` numbers with arbitrary contents, in the old array's memory if that suffices. */
export function resized(old: Float64Array<ArrayBuffer>, size: number): Float64Array<ArrayBuffer> {
  if (8 * size <= old.buffer.byteLength) return new Float64Array(old.buffer, 0, size);
  return new Float64Array(2 * size).subarray(0, size);
}

/** The residuals of a contact model at the workspace's λ and σ. */
export interface Criterion {
  primal: number;
  dual: number;
  complementarity: number;
  /** The largest ratio of a contact's primal residual, or of its work, to the contact's tolerance. */
  excess: number;
}

/**
 * Measures the residuals of a model's own law: (14) for the NCP, the relaxed law otherwise. `velocity` is the velocity scale of
 * the problem.
 */
export type Measure = (workspace: SolverWorkspace, settings: SolverSettings, velocity: number, out: Criterion) => void;
