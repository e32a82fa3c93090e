// Projected Gauss-Seidel on the NCP (Alg. 5): a normal step, a tangential step, and the tangential impulse scaled to µ λ_N. The
// tangential step length is 1/λmax of the tangential block; with the smaller diagonal entry, as in Alg. 1, it can diverge.

import { projectDisc, projectHorizontally } from '../cones.ts';
import type { Settings } from '../options.ts';
import type { Progress } from '../progress.ts';
import type { SolverWorkspace } from '../solver-workspace.ts';
import { inverseOf, type Rule, runSweeps, tangentialStiffness } from './sweep.ts';

export const ncpRule: Rule = {
  prepare(workspace) {
    const steps = workspace.vector(0);
    for (let c = 0; c < workspace.contacts; c++) {
      const at = workspace.bilateral + 3 * c;
      steps[at] = inverseOf(tangentialStiffness(workspace, c));
      steps[at + 2] = inverseOf(workspace.diagonal[at + 2]);
    }
  },
  update(workspace, _settings, contact, at) {
    const { lambda, local } = workspace;
    const steps = workspace.vector(0);
    normalStep(workspace, contact, at, steps[at + 2]);
    lambda[at] -= steps[at] * local[0];
    lambda[at + 1] -= steps[at] * local[1];
    projectDisc(lambda, at, workspace.friction[contact] * lambda[at + 2]);
  },
  project(workspace, _settings, contact, at) {
    projectHorizontally(workspace.lambda, at, workspace.friction[contact]);
  },
};

/** λ_N ← max(0, λ_N − σ_N / G_NN), and what that changes of the tangential velocity. */
export function normalStep(
  { lambda, local, blocks }: SolverWorkspace,
  contact: number,
  at: number,
  step: number,
): void {
  const normal = Math.max(0, lambda[at + 2] - step * local[2]);
  const change = normal - lambda[at + 2];
  lambda[at + 2] = normal;
  local[0] += blocks[9 * contact + 2] * change;
  local[1] += blocks[9 * contact + 5] * change;
}

export function runNcpPgs(workspace: SolverWorkspace, settings: Settings, progress: Progress): void {
  runSweeps(workspace, settings, progress, ncpRule);
}
