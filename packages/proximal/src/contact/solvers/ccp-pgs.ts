// Projected Gauss-Seidel on the CCP (Alg. 2): a gradient step on (19) for one contact, projected onto its cone. The listing's
// step, 3/trace(G_ii), can exceed 2/λmax, beyond which a gradient step can ascend, so the step is at most 1.8/λmax.
// Equation and algorithm numbers refer to Le Lidec et al., "Contact Models in Robotics: a Comparative Analysis".

import { acos, cos } from '../../math/elementary.ts';
import { projectCone } from '../cones.ts';
import type { SolverSettings } from '../options.ts';
import type { Progress } from '../progress.ts';
import type { SolverWorkspace } from '../solver-workspace.ts';
import { inverseOf, type Rule, runSweeps } from './sweep.ts';

/** The longest step, in units of 1/λmax: a step of 2 or more need not descend. */
const longestStep = 1.8;

export const ccpRule: Rule = {
  prepare(workspace) {
    const steps = workspace.vector(0);
    for (let c = 0; c < workspace.contacts; c++) {
      const at = workspace.bilateral + 3 * c;
      const trace = workspace.diagonal[at] + workspace.diagonal[at + 1] + workspace.diagonal[at + 2];
      steps[at] = Math.min(3 * inverseOf(trace), longestStep * inverseOf(largestEigenvalue(workspace, c)));
    }
  },
  update(workspace, _settings, contact, at) {
    const { lambda, local } = workspace;
    const step = workspace.vector(0)[at];
    for (let k = 0; k < 3; k++) lambda[at + k] -= step * local[k];
    projectCone(lambda, at, workspace.friction[contact]);
  },
  project(workspace, _settings, contact, at) {
    projectCone(workspace.lambda, at, workspace.friction[contact]);
  },
};

/** The largest eigenvalue of a contact's block of G + R, by the trigonometric solution of the characteristic cubic. */
function largestEigenvalue({ diagonal, blocks, bilateral }: SolverWorkspace, contact: number): number {
  const at = bilateral + 3 * contact;
  const a = diagonal[at];
  const b = diagonal[at + 1];
  const c = diagonal[at + 2];
  const d = blocks[9 * contact + 1];
  const e = blocks[9 * contact + 2];
  const f = blocks[9 * contact + 5];
  const mean = (a + b + c) / 3;
  const p = a - mean;
  const q = b - mean;
  const r = c - mean;
  const square = (p * p + q * q + r * r + 2 * (d * d + e * e + f * f)) / 6;
  if (!(square > 0)) return mean;
  const scale = Math.sqrt(square);
  const determinant = p * (q * r - f * f) - d * (d * r - f * e) + e * (d * f - q * e);
  const angle = acos(Math.min(1, Math.max(-1, determinant / (2 * scale * square)))) / 3;
  return mean + 2 * scale * cos(angle);
}

export function runCcpPgs(workspace: SolverWorkspace, settings: SolverSettings, progress: Progress): void {
  runSweeps(workspace, settings, progress, ccpRule);
}
