// The laws of the contact models, each as λ ∈ C ⊥ σ + s(σ) ∈ C*: the models differ only in the cone C and the shift s.
// Equation and algorithm numbers refer to Le Lidec et al., "Contact Models in Robotics: a Comparative Analysis".

import { cappedWorkOf, coneDistance, cosineOf, dualConeDistance, frictionBound } from './cones.ts';
import type { SolverSettings } from './options.ts';
import { largest } from './residuals.ts';
import type { Criterion, SolverWorkspace } from './solver-workspace.ts';

/** The contact law that a solver solves: the linear or convex relaxation, RaiSim's rule, or the full law (`'ncp'`). */
export type ContactModel = 'lcp' | 'ccp' | 'raisim' | 'ncp';

/**
 * The NCP (14): C is the friction cone, s = Γ, de Saxcé's correction (13). With this correction the dual condition is σ_N ≥ 0,
 * and complementarity is Signorini's condition with the principle of maximum dissipation: ⟨λ, σ⟩ + µ λ_N ‖σ_T‖ = 0. Both are measured in this form,
 * because the distance to K*_µ shrinks with 1/µ; the friction limit µ λ_N is capped as in `frictionBound`.
 */
export function measureNcp(
  workspace: SolverWorkspace,
  settings: SolverSettings,
  velocity: number,
  out: Criterion,
): void {
  measureBilateral(workspace, out);
  const impulse = largest(workspace.lambda);
  const { friction, contacts, bilateral, sigma, lambda } = workspace;
  for (let c = 0; c < contacts; c++) {
    const at = bilateral + 3 * c;
    const normal = lambda[at + 2];
    const force = Math.sqrt(lambda[at] * lambda[at] + lambda[at + 1] * lambda[at + 1]);
    const slip = Math.sqrt(sigma[at] * sigma[at] + sigma[at + 1] * sigma[at + 1]);
    const slipWork = lambda[at] * sigma[at] + lambda[at + 1] * sigma[at + 1];
    const scale = impulseScale(workspace, at, impulse);
    const work = cappedWorkOf(slipWork, force, slip, normal, sigma[at + 2], friction[c], scale);
    out.dual = Math.max(out.dual, -sigma[at + 2]);
    addContact(coneDistance(force, normal, friction[c]), work, scale, velocity, settings, out);
  }
}

/** The CCP (15): the friction cone without a shift. A sliding contact violates the Signorini condition (18). */
export function measureCcp(
  workspace: SolverWorkspace,
  settings: SolverSettings,
  velocity: number,
  out: Criterion,
): void {
  measureBilateral(workspace, out);
  const impulse = largest(workspace.lambda);
  const { friction, contacts, bilateral, sigma } = workspace;
  for (let c = 0; c < contacts; c++) {
    const at = bilateral + 3 * c;
    measureCone(workspace, settings, velocity, impulse, at, friction[c], sigma[at], sigma[at + 1], sigma[at + 2], out);
  }
}

/**
 * RaiSim's model: the optimality conditions of (20) for every contact, with the shift ν G_ii e_N, where ν is the multiplier of the
 * condition of zero normal velocity, and G includes the problem's R. For a sliding contact σ_T = −a x with x = λ_T + µ² λ_N / G_NN G_TN
 * (21), and ν = a µ² λ_N / G_NN. The factor a is the least-squares fit of σ_T = −a x.
 */
export function measureRaisim(
  workspace: SolverWorkspace,
  settings: SolverSettings,
  velocity: number,
  out: Criterion,
): void {
  measureBilateral(workspace, out);
  const impulse = largest(workspace.lambda);
  const { friction, contacts, bilateral, blocks, sigma, lambda } = workspace;
  for (let c = 0; c < contacts; c++) {
    const at = bilateral + 3 * c;
    const mu = friction[c];
    const force = Math.sqrt(lambda[at] * lambda[at] + lambda[at + 1] * lambda[at + 1]);
    const scale = impulseScale(workspace, at, impulse);
    const slides = mu * lambda[at + 2] <= frictionBound(mu * lambda[at + 2], force, scale);
    const normalRow = 9 * c + 6;
    const normalEntry = workspace.diagonal[at + 2];
    const weight = normalEntry > 0 ? (mu * mu * lambda[at + 2]) / normalEntry : 0;
    const x = lambda[at] + weight * blocks[normalRow];
    const y = lambda[at + 1] + weight * blocks[normalRow + 1];
    const square = x * x + y * y;
    const along = slides && square > 0 ? Math.max(0, -(sigma[at] * x + sigma[at + 1] * y) / square) : 0;
    const shift = along * weight;
    const sx = sigma[at] + shift * blocks[normalRow];
    const sy = sigma[at + 1] + shift * blocks[normalRow + 1];
    out.dual = Math.max(out.dual, -sigma[at + 2]);
    // A contact without impulse may have any slip: only −σ_N and the impulse that relaxation has left count.
    const leftover = Math.abs(lambda[at + 2]);
    if (lambda[at + 2] <= Math.max(settings.tolerance, settings.relativeTolerance * scale))
      addContact(leftover, 0, scale, velocity, settings, out);
    else measureCone(workspace, settings, velocity, impulse, at, mu, sx, sy, sigma[at + 2] + shift * normalEntry, out);
  }
}

/** The LCP: a pyramid instead of the cone, and the shift that makes its dual cone the half-space σ_N ≥ 0. */
export function measureLcp(
  workspace: SolverWorkspace,
  settings: SolverSettings,
  velocity: number,
  out: Criterion,
): void {
  const { pyramid } = settings;
  measureBilateral(workspace, out);
  const impulse = largest(workspace.lambda);
  const { friction, contacts, bilateral, sigma, lambda } = workspace;
  for (let c = 0; c < contacts; c++) {
    const at = bilateral + 3 * c;
    const apothem = pyramid.apothem(friction[c]);
    const normal = lambda[at + 2];
    const gauge = pyramid.gauge(lambda[at], lambda[at + 1]);
    const scale = impulseScale(workspace, at, impulse);
    const possible = frictionBound(apothem * normal, gauge, scale) * pyramid.support(-sigma[at], -sigma[at + 1]);
    const work = lambda[at] * sigma[at] + lambda[at + 1] * sigma[at + 1] + normal * sigma[at + 2] + possible;
    const primal = Math.max(-normal, (gauge - apothem * normal) * cosineOf(apothem));
    out.dual = Math.max(out.dual, -sigma[at + 2]);
    addContact(primal, Math.abs(work), scale, velocity, settings, out);
  }
}

/** Starts the measurement: λ of bilateral rows is unbounded, so σ must be zero. */
function measureBilateral({ bilateral, sigma, lambda }: SolverWorkspace, out: Criterion): void {
  out.primal = 0;
  out.dual = 0;
  out.complementarity = 0;
  out.excess = 0;
  for (let k = 0; k < bilateral; k++) {
    out.dual = Math.max(out.dual, Math.abs(sigma[k]));
    out.complementarity = Math.max(out.complementarity, Math.abs(lambda[k] * sigma[k]));
  }
}

function measureCone(
  workspace: SolverWorkspace,
  settings: SolverSettings,
  velocity: number,
  impulse: number,
  at: number,
  mu: number,
  sx: number,
  sy: number,
  normal: number,
  out: Criterion,
): void {
  const { lambda } = workspace;
  const force = Math.sqrt(lambda[at] * lambda[at] + lambda[at + 1] * lambda[at + 1]);
  const work = lambda[at] * sx + lambda[at + 1] * sy + lambda[at + 2] * normal;
  const scale = impulseScale(workspace, at, impulse);
  out.dual = Math.max(out.dual, dualConeDistance(Math.sqrt(sx * sx + sy * sy), normal, mu));
  addContact(coneDistance(force, lambda[at + 2], mu), Math.abs(work), scale, velocity, settings, out);
}

/** The impulse scale of the contact at `at`: see the kernel's function of this name. `impulse` is the largest |λ|. */
function impulseScale({ lambda, diagonal, bias }: SolverWorkspace, at: number, impulse: number): number {
  const force = Math.sqrt(lambda[at] * lambda[at] + lambda[at + 1] * lambda[at + 1]);
  const stop = diagonal[at + 2] > 0 ? -bias[at + 2] / diagonal[at + 2] : 0;
  return Math.min(impulse, Math.max(force, Math.abs(lambda[at + 2]), stop));
}

/** Adds the primal residual and the work of a contact with this impulse scale. */
function addContact(
  primal: number,
  work: number,
  scale: number,
  velocity: number,
  { tolerance, relativeTolerance }: SolverSettings,
  out: Criterion,
): void {
  const least = Math.max(tolerance, Number.MIN_VALUE);
  out.primal = Math.max(out.primal, primal);
  out.complementarity = Math.max(out.complementarity, work);
  out.excess = Math.max(
    out.excess,
    primal / Math.max(least, relativeTolerance * scale),
    work / Math.max(least, relativeTolerance * scale * velocity),
  );
}
