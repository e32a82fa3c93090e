// ADMM on min ½ xᵀ A x + bᵀ x over a set (Alg. 3), with a proximal term η, which keeps A + (ρ + η) W well-conditioned, and a ρ
// adapted to the residuals. W is a diagonal matrix of weights: the identity in Alg. 3.
// Equation and algorithm numbers refer to Le Lidec et al., "Contact Models in Robotics: a Comparative Analysis".
import { factorize, solveFactorized } from '../../math/linear/cholesky.ts';
import { Envelope } from '../delassus.ts';
import { largest } from '../residuals.ts';

/** The set of z, and the term that the multipliers add to the linear term. */
export interface FeasibleSet {
  /** Replaces v by the nearest point of the set. */
  project(v: Float64Array): void;
  /** Subtracts the term s that depends on the multipliers γ from the right-hand side: de Saxcé's correction. */
  correct?(multipliers: Float64Array, rightHandSide: Float64Array): void;
}

/** η relative to the mean of the diagonal of A. */
const proximalFraction = 1e-6;
/**
 * ρ changes when the square root of the ratio of the residuals is above `imbalance` or below its inverse, and by at most the factor
 * `largestChange` at once.
 */
const imbalance = 2;
const largestChange = 10;
/** Iterations between two changes of ρ at the start. The number grows by one with each change, up to six times this number. */
const firstInterval = 3;

export class Splitting {
  size = 0;
  /** The minimizer of the quadratic part. */
  x = new Float64Array(0);
  /** The copy of x in the set. */
  z = new Float64Array(0);
  /** The multipliers γ of x = z: −γ = A x + b + s at the solution, a velocity: see `step`. */
  multipliers = new Float64Array(0);
  rho = 0;
  /** ‖x − z‖∞ of the last iteration. */
  primal = 0;
  /** ρ ‖W (z − z⁻)‖∞ of the last iteration. */
  dual = 0;
  /** The diagonal of W. All rows that `project` treats together must have the same weight. */
  private weights = new Float64Array(0);
  private eta = 0;
  private factor = new Float64Array(0);
  private readonly envelope = new Envelope();
  private rightHandSide = new Float64Array(0);
  private previous = new Float64Array(0);
  private untilChange = 0;
  private interval = firstInterval;

  resize(size: number): void {
    if (size === this.size) return;
    this.size = size;
    this.x = new Float64Array(size);
    this.z = new Float64Array(size);
    this.multipliers = new Float64Array(size);
    this.weights = new Float64Array(size);
    this.rightHandSide = new Float64Array(size);
    this.previous = new Float64Array(size);
    this.factor = new Float64Array(size * size);
  }

  /**
   * Loads A, by rows, with `extra` added to its diagonal. If `rho` is 0, it is computed from A.
   * @param weights the diagonal of W; default: ones
   */
  start(a: Float64Array, extra: Float64Array, rho: number, weights?: Float64Array): void {
    const { size } = this;
    if (weights) this.weights.set(weights);
    else this.weights.fill(1);
    let trace = 0;
    for (let k = 0; k < size; k++) trace += a[k * size + k] + extra[k];
    const mean = trace > 0 ? trace / size : 1;
    this.eta = proximalFraction * mean;
    this.rho = rho > 0 ? rho : mean / 10;
    this.interval = firstInterval;
    this.untilChange = firstInterval;
    this.envelope.measure(a, size);
    this.refactorize(a, extra);
  }

  /** One iteration, with the linear term b. */
  step(b: Float64Array, set: FeasibleSet, relaxation: number): void {
    const { size, x, z, multipliers, rightHandSide, previous, weights, rho, eta } = this;
    for (let k = 0; k < size; k++) rightHandSide[k] = weights[k] * (eta * x[k] + rho * z[k]) - multipliers[k] - b[k];
    set.correct?.(multipliers, rightHandSide);
    // (A + (ρ + η) W) x = W (η x⁻ + ρ z) − γ − b − s, where s is the term of `correct`.
    solveFactorized(this.factor, size, rightHandSide, this.envelope.first);
    for (let k = 0; k < size; k++) {
      x[k] = rightHandSide[k];
      previous[k] = z[k];
      // (22), as is usual for ADMM: x̂ = ω x + (1 − ω) z.
      rightHandSide[k] = relaxation * x[k] + (1 - relaxation) * z[k];
      z[k] = rightHandSide[k] + multipliers[k] / (rho * weights[k]);
    }
    set.project(z);
    let primal = 0;
    let dual = 0;
    for (let k = 0; k < size; k++) {
      multipliers[k] += rho * weights[k] * (rightHandSide[k] - z[k]);
      primal = Math.max(primal, Math.abs(x[k] - z[k]));
      dual = Math.max(dual, weights[k] * Math.abs(z[k] - previous[k]));
    }
    this.primal = primal;
    this.dual = rho * dual;
  }

  /** Adapts ρ to balance the two relative residuals; refactorizes if it has changed. */
  adapt(a: Float64Array, extra: Float64Array, velocityScale: number): void {
    if (--this.untilChange > 0) return;
    this.untilChange = this.interval;
    const impulse = Math.max(largest(this.x), largest(this.z));
    const velocity = Math.max(velocityScale, largest(this.multipliers));
    if (!(impulse > 0 && velocity > 0)) return;
    const tiny = 1e-15;
    const balance = Math.sqrt((this.primal / impulse + tiny) / (this.dual / velocity + tiny));
    if (balance < imbalance && balance > 1 / imbalance) return;
    this.rho *= Math.min(largestChange, Math.max(1 / largestChange, balance));
    this.interval = Math.min(6 * firstInterval, this.interval + 1);
    this.refactorize(a, extra);
  }

  private refactorize(a: Float64Array, extra: Float64Array): void {
    const { size, factor, weights } = this;
    factor.set(a);
    const shift = this.rho + this.eta;
    for (let k = 0; k < size; k++) factor[k * size + k] += extra[k] + shift * weights[k];
    factorize(factor, size, this.envelope.first);
  }
}
