// A problem as the solvers see it, and the room that they work in. It is kept by the solution, so that a solve of a problem of the
// same size allocates nothing.
import { DenseMatrix, Envelope, multiply } from './delassus.ts';
import type { Settings } from './options.ts';
import type { ContactProblem } from './problem.ts';

export class Arena {
  size = 0;
  bilateral = 0;
  contacts = 0;
  /** G by rows, without the compliance. */
  rows: Float64Array = new Float64Array(0);
  /** Where the rows are not zero. */
  readonly envelope = new Envelope();
  /** The diagonal of R, and in `ccp-newton` what it adds. */
  compliance = new Float64Array(0);
  /** The diagonal of G and the problem's R together. */
  diagonal = new Float64Array(0);
  /** g − c*. */
  drive = new Float64Array(0);
  /** µ of each contact: the problem's own array. */
  friction: Float64Array = new Float64Array(0);
  /** λ: the start for a solver, and its answer. */
  lambda = new Float64Array(0);
  /** σ = (G + R) λ + g − c* after `evaluate`. */
  sigma = new Float64Array(0);
  /** The dual variable σ + Γ(σ) to start from; the proximal solvers leave theirs here. */
  dual = new Float64Array(0);
  /** Whether `lambda` and `dual` are from a warm start. */
  isWarm = false;
  hasDual = false;
  /** Whether the solver has left its dual variable in `dual`. */
  leavesDual = false;
  /** ρ to start from, and at the end; 0 if there is none. */
  rho = 0;
  /** The velocity at one contact, and its impulse before an update. */
  readonly local = new Float64Array(3);
  readonly before = new Float64Array(3);
  private copied = new Float64Array(0);
  private line = new Float64Array(0);
  private readonly vectors: Float64Array[] = [];
  private readonly states = new Map<new () => object, object>();

  load(problem: ContactProblem): void {
    const { delassus, freeVelocity, friction, reference, compliance, bilateral = 0 } = problem;
    if (delassus.size !== this.size) this.resize(delassus.size);
    const { size } = this;
    this.bilateral = bilateral;
    this.contacts = friction.length;
    this.friction = friction;
    for (let k = 0; k < size; k++) {
      this.drive[k] = freeVelocity[k] - (reference === undefined ? 0 : reference[k]);
      this.compliance[k] = compliance === undefined ? 0 : compliance[k];
    }
    if (delassus instanceof DenseMatrix) this.rows = delassus.values;
    else {
      if (this.copied.length !== size * size) this.copied = new Float64Array(size * size);
      if (this.line.length !== size) this.line = new Float64Array(size);
      for (let i = 0; i < size; i++) {
        delassus.row(i, this.line);
        this.copied.set(this.line, i * size);
      }
      this.rows = this.copied;
    }
    this.envelope.measure(this.rows, size);
    for (let k = 0; k < size; k++) this.diagonal[k] = this.rows[k * size + k] + this.compliance[k];
  }

  /** σ = (G + R) λ + g − c*. */
  evaluate(): void {
    const { size, rows, lambda, sigma, compliance, drive } = this;
    multiply(rows, size, lambda, sigma, this.envelope);
    for (let i = 0; i < size; i++) sigma[i] += compliance[i] * lambda[i] + drive[i];
  }

  /** One of the vectors of `size` numbers that solvers may use as they like. */
  vector(index: number): Float64Array {
    while (this.vectors.length <= index) this.vectors.push(new Float64Array(this.size));
    return this.vectors[index];
  }

  /** What a solver keeps from one solve to the next: room, never knowledge. */
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
    this.compliance = new Float64Array(size);
    this.diagonal = new Float64Array(size);
    this.drive = new Float64Array(size);
    this.sigma = new Float64Array(size);
    this.vectors.length = 0;
  }
}

/** What a model of contact makes of the arena's λ and σ. */
export interface Criterion {
  primal: number;
  dual: number;
  complementarity: number;
}

/** A model's own law, measured: (14) for the NCP, and what is left of it in the relaxations. */
export type Measure = (arena: Arena, settings: Settings, out: Criterion) => void;
