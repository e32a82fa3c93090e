// Projected Gauss-Seidel on the LCP (Alg. 1). With four facets each tangential direction has its own step and clamp, with its own
// diagonal entry: the common step of the listing, 1/min(G_T), diverges if the two entries differ much. With more facets the step
// is projected onto the polygonal section.
// Equation and algorithm numbers refer to Le Lidec et al., "Contact Models in Robotics: a Comparative Analysis".

import type { SolverSettings } from '../options.ts';
import type { Progress } from '../progress.ts';
import type { SolverWorkspace } from '../solver-workspace.ts';
import { inverseOf, largestTangentialEigenvalue, type Rule, runSweeps } from './sweep.ts';

export const lcpRule: Rule = {
  prepare(workspace, settings) {
    const steps = workspace.vector(0);
    for (let c = 0; c < workspace.contacts; c++) {
      const at = workspace.bilateral + 3 * c;
      for (let k = 0; k < 3; k++) steps[at + k] = inverseOf(workspace.diagonal[at + k]);
      if (settings.pyramid.facets !== 4) steps[at] = inverseOf(largestTangentialEigenvalue(workspace, c));
    }
  },
  update(workspace, settings, contact, at) {
    const { lambda, local, blocks } = workspace;
    const { pyramid } = settings;
    const steps = workspace.vector(0);
    normalStep(workspace, contact, at, steps[at + 2]);
    const apothem = pyramid.apothem(workspace.friction[contact]) * lambda[at + 2];
    if (pyramid.facets === 4) {
      const first = clamp(lambda[at] - steps[at] * local[0], apothem);
      const velocity = local[1] + blocks[9 * contact + 3] * (first - lambda[at]);
      lambda[at] = first;
      lambda[at + 1] = clamp(lambda[at + 1] - steps[at + 1] * velocity, apothem);
    } else {
      lambda[at] -= steps[at] * local[0];
      lambda[at + 1] -= steps[at] * local[1];
      pyramid.project(lambda, at, apothem);
    }
  },
  project(workspace, { pyramid }, contact, at) {
    const { lambda, friction } = workspace;
    lambda[at + 2] = Math.max(0, lambda[at + 2]);
    pyramid.project(lambda, at, pyramid.apothem(friction[contact]) * lambda[at + 2]);
  },
};

/** λ_N ← max(0, λ_N − σ_N / G_NN), and the resulting change of the tangential velocity. */
function normalStep({ lambda, local, blocks }: SolverWorkspace, contact: number, at: number, step: number): void {
  const normal = Math.max(0, lambda[at + 2] - step * local[2]);
  const change = normal - lambda[at + 2];
  lambda[at + 2] = normal;
  local[0] += blocks[9 * contact + 2] * change;
  local[1] += blocks[9 * contact + 5] * change;
}

function clamp(x: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, x));
}

export function runLcpPgs(workspace: SolverWorkspace, settings: SolverSettings, progress: Progress): void {
  runSweeps(workspace, settings, progress, lcpRule);
}
