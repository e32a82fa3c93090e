// ADMM on the CCP (Alg. 3), and on the NCP: the same iteration with de Saxcé's correction (13) of the last velocity in the linear
// term. A fixed point of the iteration with the correction solves (14). The multipliers γ are −(σ + Γ(σ)), on the CCP −σ, so
// ‖σ_T‖ = ‖γ_T‖ is available.
// Equation and algorithm numbers refer to Le Lidec et al., "Contact Models in Robotics: a Comparative Analysis".

import { projectCone } from '../cones.ts';
import type { SolverSettings } from '../options.ts';
import type { Progress } from '../progress.ts';
import type { SolverWorkspace } from '../solver-workspace.ts';
import { type FeasibleSet, Splitting } from './splitting.ts';

/** The feasible impulses: bilateral impulses are unbounded, impulses of contacts are in their friction cones. */
class Cones implements FeasibleSet {
  protected workspace: SolverWorkspace | undefined;

  of(workspace: SolverWorkspace): this {
    this.workspace = workspace;
    return this;
  }

  project(v: Float64Array): void {
    const { bilateral, contacts, friction } = this.workspace as SolverWorkspace;
    for (let c = 0; c < contacts; c++) projectCone(v, bilateral + 3 * c, friction[c]);
  }
}

class CorrectedCones extends Cones {
  correct(multipliers: Float64Array, rightHandSide: Float64Array): void {
    const { bilateral, contacts, friction } = this.workspace as SolverWorkspace;
    for (let c = 0; c < contacts; c++) {
      const at = bilateral + 3 * c;
      const slip = Math.sqrt(multipliers[at] * multipliers[at] + multipliers[at + 1] * multipliers[at + 1]);
      rightHandSide[at + 2] -= friction[c] * slip;
    }
  }
}

export function runCcpAdmm(workspace: SolverWorkspace, settings: SolverSettings, progress: Progress): void {
  runAdmm(workspace, settings, progress, workspace.state(Cones).of(workspace));
}

export function runNcpAdmm(workspace: SolverWorkspace, settings: SolverSettings, progress: Progress): void {
  runAdmm(workspace, settings, progress, workspace.state(CorrectedCones).of(workspace));
}

function runAdmm(workspace: SolverWorkspace, settings: SolverSettings, progress: Progress, cones: Cones): void {
  const { size, lambda, rows, compliance, bias } = workspace;
  const splitting = workspace.state(Splitting);
  splitting.resize(size);
  splitting.start(
    rows,
    compliance,
    settings.rho || workspace.rho,
    settings.isRhoScaled ? weightsOf(workspace) : undefined,
  );
  const { x, z, multipliers } = splitting;
  for (let k = 0; k < size; k++) {
    x[k] = lambda[k];
    z[k] = lambda[k];
    multipliers[k] = workspace.hasDual ? -workspace.dual[k] : 0;
  }
  let iteration = 1;
  for (; iteration <= settings.maxIterations; iteration++) {
    splitting.step(bias, cones, settings.relaxation);
    lambda.set(z);
    const step = Math.max(splitting.dual, splitting.rho * splitting.primal);
    if (progress.endIteration(workspace, settings, iteration, step)) break;
    if (settings.adaptRho) splitting.adapt(rows, compliance, progress.velocity);
  }
  if (iteration > settings.maxIterations) progress.check(workspace, settings, settings.maxIterations);
  for (let k = 0; k < size; k++) workspace.dual[k] = -multipliers[k];
  workspace.isDualWritten = true;
  workspace.rho = splitting.rho;
}

/**
 * For each bilateral row its diagonal entry of G + R, for the rows of a contact the largest of its three, divided by the mean of
 * all; 1 for zeros.
 */
function weightsOf({ size, bilateral, diagonal }: SolverWorkspace): Float64Array {
  const weights = diagonal.slice();
  for (let at = bilateral; at < size; at += 3)
    weights.fill(Math.max(diagonal[at], diagonal[at + 1], diagonal[at + 2]), at, at + 3);
  const mean = weights.reduce((sum, x) => sum + x, 0) / size;
  for (let k = 0; k < size; k++) weights[k] = weights[k] > 0 ? weights[k] / mean : 1;
  return weights;
}
