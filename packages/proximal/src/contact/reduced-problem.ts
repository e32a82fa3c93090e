// Reduces problems for solvers that treat all contacts at once. Contacts that open fast are removed. They have no impulse, but their
// velocities may be large compared with the other bias velocities, and would dominate ρ, scales and conditioning. Large µ are reduced: if
// no contact of a solution of the NCP or the LCP is at the boundary of its cone, the solution also holds for every larger µ. In the CCP µ
// is not reduced.
//
// The result is for the whole problem. Contacts that close under the impulses of the others are added again, a bound on µ grows if the
// solution violates the law of the whole problem, and the solver continues from its last iterate.

import { dualConeDistance } from './cones.ts';
import type { SolverSettings } from './options.ts';
import type { ContactProblem } from './problem.ts';
import type { Progress } from './progress.ts';
import { largest } from './residuals.ts';
import { resized, SolverWorkspace } from './solver-workspace.ts';

/**
 * Contacts that open slower than this fraction of the velocity scale, and slip slower than that scale, are kept, such as the upper
 * contacts of a stack, which the impulses below close.
 */
const closeFraction = 1e-3;

/** The first upper bound of µ, and its growth factor. */
const firstFriction = 10;
const frictionGrowth = 100;
/** After this many runs on a reduced problem, the last run is on the whole problem. */
const mostRuns = 4;

/** A reduced problem. */
class ReducedProblem {
  readonly workspace = new SolverWorkspace();
  /** 1 for each contact in the reduced problem. */
  private isIncluded = new Uint8Array(0);
  /** The number of contacts in the reduced problem. */
  private count = 0;
  private mostFriction = 0;

  /**
   * Removes contacts without impulse that open fast at the workspace's σ, compared with `velocity`, the velocity scale of the problem, or
   * that open and slip faster than it.
   */
  choose(whole: SolverWorkspace, isConvex: boolean, velocity: number): void {
    const { contacts, bilateral, lambda, sigma } = whole;
    if (this.isIncluded.length < contacts) this.isIncluded = new Uint8Array(2 * contacts);
    this.count = 0;
    // In the CCP the state of open contacts also depends on µ.
    this.mostFriction = isConvex ? Infinity : firstFriction;
    for (let c = 0; c < contacts; c++) {
      const at = bilateral + 3 * c;
      const isIdle = lambda[at] === 0 && lambda[at + 1] === 0 && lambda[at + 2] === 0;
      const slip = Math.max(Math.abs(sigma[at]), Math.abs(sigma[at + 1]));
      const opening = sigma[at + 2];
      const isOpeningFast = opening > closeFraction * velocity || (opening >= 0 && slip > velocity);
      this.isIncluded[c] = isIdle && isOpeningFast ? 0 : 1;
      this.count += this.isIncluded[c];
    }
  }

  isWhole(whole: SolverWorkspace): boolean {
    return this.count === whole.contacts && !this.boundsFriction(whole);
  }

  /**
   * Adds the removed contacts whose σ violates the law by more than `allowed`. If there are none, raises the bound on µ. Returns whether the problem
   * changed.
   */
  grow(whole: SolverWorkspace, isConvex: boolean, allowed: number): boolean {
    const { contacts, bilateral, sigma, friction } = whole;
    const before = this.count;
    for (let c = 0; c < contacts; c++) {
      if (this.isIncluded[c] === 1) continue;
      const at = bilateral + 3 * c;
      const slip = Math.sqrt(sigma[at] * sigma[at] + sigma[at + 1] * sigma[at + 1]);
      const approach = isConvex ? dualConeDistance(slip, sigma[at + 2], friction[c]) : -sigma[at + 2];
      if (!(approach > allowed)) continue;
      this.isIncluded[c] = 1;
      this.count++;
    }
    if (this.count > before) return true;
    const isBound = this.boundsFriction(whole);
    this.mostFriction *= frictionGrowth;
    return isBound;
  }

  private boundsFriction({ friction }: SolverWorkspace): boolean {
    return largest(friction) > this.mostFriction;
  }

  /** Loads its workspace, with the impulses, dual variables and ρ of the whole problem as a start. */
  load(problem: ContactProblem, whole: SolverWorkspace): void {
    const { workspace, isIncluded } = this;
    const { size, bilateral, contacts, lambda, dual } = whole;
    workspace.loadPart(problem, whole, isIncluded, this.mostFriction);
    if (workspace.lambda.length !== size) {
      workspace.lambda = resized(workspace.lambda, size);
      workspace.dual = resized(workspace.dual, size);
    }
    workspace.lambda.set(lambda);
    workspace.dual.set(dual);
    for (let c = 0; c < contacts; c++)
      if (isIncluded[c] === 0) for (let k = 0; k < 3; k++) workspace.dual[bilateral + 3 * c + k] = 0;
    workspace.isWarm = whole.isWarm;
    workspace.hasDual = whole.hasDual;
    workspace.isDualWritten = false;
    workspace.rho = whole.rho;
  }

  /**
   * Writes the solution to the whole problem: λ, σ and the dual variables. The dual variables of removed contacts are σ for the CCP, σ + Γ(σ) for the
   * other models.
   */
  unload(whole: SolverWorkspace, isConvex: boolean): void {
    const { workspace, isIncluded } = this;
    const { lambda, sigma, dual, bilateral, contacts, friction } = whole;
    lambda.set(workspace.lambda);
    for (let c = 0; c < contacts; c++)
      if (isIncluded[c] === 0) for (let k = 0; k < 3; k++) lambda[bilateral + 3 * c + k] = 0;
    whole.evaluate();
    dual.set(workspace.dual);
    for (let c = 0; c < contacts; c++) {
      if (isIncluded[c] === 1) continue;
      const at = bilateral + 3 * c;
      const slip = Math.sqrt(sigma[at] * sigma[at] + sigma[at + 1] * sigma[at + 1]);
      for (let k = at; k < at + 3; k++) dual[k] = sigma[k];
      if (!isConvex) dual[at + 2] += friction[c] * slip;
    }
    whole.rho = workspace.rho;
    whole.isDualWritten = workspace.isDualWritten;
  }
}

/** Runs a solver that treats all contacts at once. */
export function runReduced(
  problem: ContactProblem,
  workspace: SolverWorkspace,
  settings: SolverSettings,
  progress: Progress,
): void {
  const { solver, maxIterations } = settings;
  const isConvex = solver.model === 'ccp';
  const reduced = workspace.state(ReducedProblem);
  reduced.choose(workspace, isConvex, progress.velocity);
  for (let run = 0; run < mostRuns && !reduced.isWhole(workspace); run++) {
    reduced.load(problem, workspace);
    solver.prepare?.(reduced.workspace, settings);
    solver.run(reduced.workspace, settings, progress);
    reduced.unload(workspace, isConvex);
    if (progress.excessOf(workspace, settings) <= 1) return;
    if (!reduced.grow(workspace, isConvex, progress.velocityTolerance)) return;
    settings.maxIterations = maxIterations - progress.iterations;
    if (settings.maxIterations < 1) {
      progress.end('limit');
      return;
    }
    workspace.hasDual = workspace.isDualWritten;
    workspace.isWarm = true;
    progress.beginRun();
  }
  solver.run(workspace, settings, progress);
}
