// Equation and algorithm numbers refer to Le Lidec et al., "Contact Models in Robotics: a Comparative Analysis".

import { complementarityOf, coneDistance, correctedDistance, dissipationOf } from './cones.ts';
import { type ContactProblem, checkNumbers, checkProblem } from './problem.ts';

/** Residuals of impulses in the contact law. Each number is the largest over the contacts and bilateral rows. */
export interface ResidualNumbers {
  /** The distance of λ to K_µ, in N·s: ε_p. */
  primal: number;
  /** The distance of σ + Γ(σ) to the dual cone K*_µ, in m/s: ε_d. |σ| for a bilateral row. */
  dual: number;
  /** |⟨λ, σ + Γ(σ)⟩|, in J: ε_c. */
  complementarity: number;
  /** The residual of the NCP (14): the largest of primal, dual and complementarity, regardless of their units, as in the paper. */
  ncp: number;
  /** The Signorini condition (8): the largest of −λ_N, −σ_N and |λ_N σ_N|, regardless of their units. */
  signorini: number;
  /** Coulomb's law (10): ‖λ_T‖ − µ λ_N where it is positive, in N·s. */
  coulomb: number;
  /**
   * The maximum dissipation principle (11): the difference |µ λ_N ‖σ_T‖ + λ_Tᵀ σ_T| of the largest possible and the actual
   * dissipation, in J.
   */
  dissipation: number;
}

/**
 * Absolute residuals, and scaled residuals: impulses are divided by the largest |λ|, velocities by the largest |g − c*| of bilateral rows
 * and of contacts that need an impulse, work by the product of both.
 */
export interface Residuals extends ResidualNumbers {
  readonly scaled: ResidualNumbers;
}

export function createResiduals(): Residuals {
  const zeros = (): ResidualNumbers => ({
    primal: 0,
    dual: 0,
    complementarity: 0,
    ncp: 0,
    signorini: 0,
    coulomb: 0,
    dissipation: 0,
  });
  return { ...zeros(), scaled: zeros() };
}

/**
 * The residuals of impulses in the full contact law (14), independent of the model and solver that found them. Costs one product
 * with G.
 * @example
 * ```ts
 * const { ncp, signorini } = residuals(problem, solution.impulses);
 * ```
 */
export function residuals(problem: ContactProblem, impulses: Float64Array): Residuals {
  checkProblem('residuals', problem);
  const { delassus, freeVelocity, reference, compliance } = problem;
  const { size } = delassus;
  checkNumbers('residuals', 'impulses', impulses, size, -Infinity);
  const sigma = new Float64Array(size);
  delassus.apply(impulses, sigma);
  for (let k = 0; k < size; k++)
    sigma[k] += freeVelocity[k] - (reference?.[k] ?? 0) + (compliance?.[k] ?? 0) * impulses[k];
  const out = createResiduals();
  measureResiduals(problem, velocityScale(problem, false), impulses, sigma, out);
  return out;
}

/**
 * Like `residuals`, with given σ and given `velocityScale`. The kernel's `measureLaw` takes the same maxima over an island's rows in linear memory;
 * here the rows are arrays of the caller, for solvers that do not use that memory. Both call the kernel's functions for the residuals of one contact.
 */
export function measureResiduals(
  { friction, bilateral = 0 }: Pick<ContactProblem, 'friction' | 'bilateral'>,
  velocity: number,
  lambda: Float64Array,
  sigma: Float64Array,
  out: Residuals,
): void {
  let primal = 0;
  let dual = 0;
  let complementarity = 0;
  let approach = 0;
  let coulomb = 0;
  let dissipation = 0;
  let work = 0;
  let pull = 0;
  for (let k = 0; k < bilateral; k++) {
    dual = Math.max(dual, Math.abs(sigma[k]));
    complementarity = Math.max(complementarity, Math.abs(lambda[k] * sigma[k]));
  }
  for (let c = 0; c < friction.length; c++) {
    const at = bilateral + 3 * c;
    const mu = friction[c];
    const normal = lambda[at + 2];
    const separation = sigma[at + 2];
    const force = Math.sqrt(lambda[at] * lambda[at] + lambda[at + 1] * lambda[at + 1]);
    const slip = Math.sqrt(sigma[at] * sigma[at] + sigma[at + 1] * sigma[at + 1]);
    const slipWork = lambda[at] * sigma[at] + lambda[at + 1] * sigma[at + 1];
    primal = Math.max(primal, coneDistance(force, normal, mu));
    dual = Math.max(dual, correctedDistance(slip, separation, mu));
    complementarity = Math.max(complementarity, complementarityOf(slipWork, slip, normal, separation, mu));
    pull = Math.max(pull, -normal);
    approach = Math.max(approach, -separation);
    work = Math.max(work, Math.abs(normal * separation));
    coulomb = Math.max(coulomb, force - mu * normal);
    dissipation = Math.max(dissipation, dissipationOf(slipWork, slip, normal, mu));
  }
  out.primal = primal;
  out.dual = dual;
  out.complementarity = complementarity;
  out.ncp = Math.max(primal, dual, complementarity);
  out.signorini = Math.max(pull, approach, work);
  out.coulomb = coulomb;
  out.dissipation = dissipation;
  const impulse = largest(lambda);
  const { scaled } = out;
  scaled.primal = relativeTo(primal, impulse);
  scaled.dual = relativeTo(dual, velocity);
  scaled.complementarity = relativeTo(complementarity, impulse * velocity);
  scaled.ncp = Math.max(scaled.primal, scaled.dual, scaled.complementarity);
  scaled.signorini = Math.max(
    relativeTo(pull, impulse),
    relativeTo(approach, velocity),
    relativeTo(work, impulse * velocity),
  );
  scaled.coulomb = relativeTo(coulomb, impulse);
  scaled.dissipation = relativeTo(dissipation, impulse * velocity);
}

/** The largest absolute value. */
export function largest(values: Float64Array): number {
  let found = 0;
  for (let k = 0; k < values.length; k++) found = Math.max(found, Math.abs(values[k]));
  return found;
}

/**
 * The velocity scale: the largest |g − c*| of bilateral rows and of contacts that need an impulse. Contacts that are open without
 * impulses do not count: their |g − c*| grows with the gap (c*_N = −Φ/Δt) and the sliding velocity.
 * @param isConvex whether to use the CCP, in which a contact is open if σ_N ≥ µ ‖σ_T‖, instead of σ_N ≥ 0
 */
export function velocityScale(problem: ContactProblem, isConvex: boolean): number {
  const { friction, bilateral = 0 } = problem;
  let scale = 0;
  for (let k = 0; k < bilateral; k++) scale = Math.max(scale, Math.abs(biasAt(problem, k)));
  for (let c = 0; c < friction.length; c++) {
    const at = bilateral + 3 * c;
    const x = biasAt(problem, at);
    const y = biasAt(problem, at + 1);
    const z = biasAt(problem, at + 2);
    if (isOpen(x, y, z, isConvex ? friction[c] : 0)) continue;
    scale = Math.max(scale, Math.abs(x), Math.abs(y), Math.abs(z));
  }
  return scale;
}

/** g − c* of a row. */
function biasAt({ freeVelocity, reference }: ContactProblem, k: number): number {
  return reference === undefined ? freeVelocity[k] : freeVelocity[k] - reference[k];
}

/**
 * Whether a contact with this velocity needs no impulse: σ_N ≥ µ ‖σ_T‖ in the CCP, σ_N ≥ 0 in all other models, for which the
 * caller passes µ = 0.
 */
export function isOpen(x: number, y: number, z: number, mu: number): boolean {
  return z >= (mu === 0 ? 0 : mu * Math.sqrt(x * x + y * y));
}

/** value/scale: 0/0 counts as 0, x/0 as infinite. */
function relativeTo(value: number, scale: number): number {
  return value === 0 ? 0 : value / scale;
}
