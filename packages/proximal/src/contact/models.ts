// The laws of the contact models, each as λ ∈ C ⊥ σ + s(σ) ∈ C*: the models differ only in the cone C and the shift s.

import { cappedWorkOf, coneDistance, cosineOf, dualConeDistance, frictionBound } from './cones.ts';
import type { Settings } from './options.ts';
import { largest } from './residuals.ts';
import type { Criterion, SolverWorkspace } from './solver-workspace.ts';

/** The contact law that a solver solves: the linear or convex relaxation, RaiSim's rule, or the full law (`'ncp'`). */
export type ContactModel = 'lcp' | 'ccp' | 'raisim' | 'ncp';

/**
 * The NCP (14): C is the friction cone, s = Γ, de Saxcé's correction (13). With this correction the dual condition is σ_N ≥ 0,
 * and complementarity is Signorini's condition with the principle of maximum dissipation: ⟨λ, σ⟩ + µ λ_N ‖σ_T‖ = 0. Both are
 * measured in this form, since the distance to K*_µ shrinks with 1/µ.
 */
export function measureNcp(workspace: SolverWorkspace, _settings: Settings, out: Criterion): void {
  measureBilateral(workspace, out);
  const { friction, contacts, bilateral, sigma, lambda } = workspace;
  const impulse = largest(lambda);
  for (let c = 0; c < contacts; c++) {
    const at = bilateral + 3 * c;
    const normal = lambda[at + 2];
    const force = Math.sqrt(lambda[at] * lambda[at] + lambda[at + 1] * lambda[at + 1]);
    const slip = Math.sqrt(sigma[at] * sigma[at] + sigma[at + 1] * sigma[at + 1]);
    const slipWork = lambda[at] * sigma[at] + lambda[at + 1] * sigma[at + 1];
    const work = cappedWorkOf(slipWork, force, slip, normal, sigma[at + 2], friction[c], impulse);
    out.primal = Math.max(out.primal, coneDistance(force, normal, friction[c]));
    out.dual = Math.max(out.dual, -sigma[at + 2]);
    out.complementarity = Math.max(out.complementarity, work);
  }
}

/** The CCP (15): the friction cone without a shift. A sliding contact violates the Signorini condition (18). */
export function measureCcp(workspace: SolverWorkspace, _settings: Settings, out: Criterion): void {
  measureBilateral(workspace, out);
  const { friction, contacts, bilateral, sigma } = workspace;
  for (let c = 0; c < contacts; c++) {
    const at = bilateral + 3 * c;
    measureCone(workspace, at, friction[c], sigma[at], sigma[at + 1], sigma[at + 2], out);
  }
}

/**
 * RaiSim's model: the optimality conditions of (20) for every contact, with the shift ν G_ii e_N and the multiplier ν of V_N. For
 * a sliding contact σ_T = −a (λ_T + µ² λ_N / G_NN G_TN) (21) and ν = a µ² λ_N / G_NN, with the a of the best fit.
 */
export function measureRaisim(workspace: SolverWorkspace, settings: Settings, out: Criterion): void {
  measureBilateral(workspace, out);
  const { friction, contacts, bilateral, blocks, sigma, lambda } = workspace;
  const impulse = largest(lambda);
  const negligible = Math.max(settings.tolerance, settings.relativeTolerance * impulse);
  for (let c = 0; c < contacts; c++) {
    const at = bilateral + 3 * c;
    const mu = friction[c];
    const force = Math.sqrt(lambda[at] * lambda[at] + lambda[at + 1] * lambda[at + 1]);
    const slides = mu * lambda[at + 2] <= frictionBound(mu * lambda[at + 2], force, impulse);
    const own = 9 * c + 6;
    const stiffness = workspace.diagonal[at + 2];
    const weight = stiffness > 0 ? (mu * mu * lambda[at + 2]) / stiffness : 0;
    const x = lambda[at] + weight * blocks[own];
    const y = lambda[at + 1] + weight * blocks[own + 1];
    const square = x * x + y * y;
    const along = slides && square > 0 ? Math.max(0, -(sigma[at] * x + sigma[at + 1] * y) / square) : 0;
    const shift = along * weight;
    const sx = sigma[at] + shift * blocks[own];
    const sy = sigma[at + 1] + shift * blocks[own + 1];
    out.dual = Math.max(out.dual, -sigma[at + 2]);
    // A separating contact may have any slip; only the impulse that relaxation left counts.
    if (lambda[at + 2] <= negligible) out.primal = Math.max(out.primal, Math.abs(lambda[at + 2]));
    else measureCone(workspace, at, mu, sx, sy, sigma[at + 2] + shift * stiffness, out);
  }
}

/** The LCP: a pyramid instead of the cone, and the shift that makes its dual cone the half-space σ_N ≥ 0. */
export function measureLcp(workspace: SolverWorkspace, { pyramid }: Settings, out: Criterion): void {
  measureBilateral(workspace, out);
  const { friction, contacts, bilateral, sigma, lambda } = workspace;
  const impulse = largest(lambda);
  for (let c = 0; c < contacts; c++) {
    const at = bilateral + 3 * c;
    const apothem = pyramid.apothem(friction[c]);
    const normal = lambda[at + 2];
    const reach = pyramid.reach(lambda[at], lambda[at + 1]);
    const possible = frictionBound(apothem * normal, reach, impulse) * pyramid.support(-sigma[at], -sigma[at + 1]);
    const work = lambda[at] * sigma[at] + lambda[at + 1] * sigma[at + 1] + normal * sigma[at + 2] + possible;
    out.primal = Math.max(out.primal, -normal, (reach - apothem * normal) * cosineOf(apothem));
    out.dual = Math.max(out.dual, -sigma[at + 2]);
    out.complementarity = Math.max(out.complementarity, Math.abs(work));
  }
}

/** Starts the measurement: λ of bilateral rows is unbounded, so σ must be zero. */
function measureBilateral({ bilateral, sigma, lambda }: SolverWorkspace, out: Criterion): void {
  out.primal = 0;
  out.dual = 0;
  out.complementarity = 0;
  for (let k = 0; k < bilateral; k++) {
    out.dual = Math.max(out.dual, Math.abs(sigma[k]));
    out.complementarity = Math.max(out.complementarity, Math.abs(lambda[k] * sigma[k]));
  }
}

function measureCone(
  { lambda }: SolverWorkspace,
  at: number,
  mu: number,
  sx: number,
  sy: number,
  normal: number,
  out: Criterion,
): void {
  const force = Math.sqrt(lambda[at] * lambda[at] + lambda[at + 1] * lambda[at + 1]);
  const work = lambda[at] * sx + lambda[at + 1] * sy + lambda[at + 2] * normal;
  out.primal = Math.max(out.primal, coneDistance(force, lambda[at + 2], mu));
  out.dual = Math.max(out.dual, dualConeDistance(Math.sqrt(sx * sx + sy * sy), normal, mu));
  out.complementarity = Math.max(out.complementarity, Math.abs(work));
}
