// Equation and algorithm numbers refer to Le Lidec et al., "Contact Models in Robotics: a Comparative Analysis".

import { checkNumber, wrongType } from '../check/argument.ts';
import { reduceInternalForces } from './internal-forces.ts';
import type { ContactOptions } from './options.ts';
import { type ContactProblem, checkNumbers, checkProblem } from './problem.ts';
import { runReduced } from './reduced-problem.ts';
import { measureResiduals, velocityScale } from './residuals.ts';
import { ContactSolution, type ContactWarmStart } from './solution.ts';
import { resized } from './solver-workspace.ts';

const noOptions: ContactOptions = {};

/**
 * Finds the impulses of a contact problem. `status` refers to the solver's own model. `residuals` refer to the NCP (14), so they
 * include the error of a relaxation. Valid problems never throw, except for lack of memory; an operator that returns NaN gives
 * `'stalled'` with NaN residuals.
 * @param warmStart the solution of an earlier solve of these contacts; by default, and for a new `ContactSolution`, zero impulses
 * @param out overwritten and returned; a problem of the same size then allocates nothing. It may also be the warm start. After an error
 * during the solve it is reset
 * @example
 * ```ts
 * const { impulses, status, residuals } = solve(problem, { solver: 'ncp-pgs' });
 * ```
 */
export function solve(
  problem: ContactProblem,
  options: ContactOptions = noOptions,
  warmStart?: ContactWarmStart,
  out: ContactSolution = new ContactSolution(),
): ContactSolution {
  checkProblem('solve', problem);
  if (!(out instanceof ContactSolution)) throw wrongType('solve', 'out', out, 'give a new ContactSolution()');
  const { size } = problem.delassus;
  if (warmStart !== undefined) checkWarmStart(warmStart, size);
  out.settings.read('solve', options);
  try {
    run(problem, size, warmStart, out);
  } catch (error) {
    out.clear();
    throw error;
  }
  return out;
}

function run(
  problem: ContactProblem,
  size: number,
  warmStart: ContactWarmStart | undefined,
  out: ContactSolution,
): void {
  const { workspace, settings, progress } = out;
  workspace.load(problem, settings.solver.isMatrixFree === true && !settings.hasLeastForces);
  // A new, empty solution does not count as a warm start.
  start(out, warmStart?.impulses.length === size ? warmStart : undefined, size);
  settings.solver.prepare?.(workspace, settings);
  progress.start(problem, settings);
  // If no bilateral row or contact needs an impulse, zero impulses are the solution.
  if (progress.velocity === 0) out.impulses.fill(0);
  if (!progress.check(workspace, settings, 0)) {
    if (settings.solver.isPerContact) settings.solver.run(workspace, settings, progress);
    else runReduced(problem, workspace, settings, progress);
  }
  if (settings.hasLeastForces && progress.status === 'converged') reduceInternalForces(workspace, settings, progress);
  finish(problem, out);
}

function checkWarmStart(warmStart: ContactWarmStart, size: number): void {
  if (typeof warmStart !== 'object' || warmStart === null)
    throw wrongType('solve', 'warmStart', warmStart, 'give { impulses }, an earlier solution, or leave it out');
  if (warmStart instanceof ContactSolution && warmStart.impulses.length === 0) return;
  const { impulses, dual, rho = 0 } = warmStart;
  checkNumbers('solve', 'warmStart.impulses', impulses, size, -Infinity);
  if (dual !== undefined) checkNumbers('solve', 'warmStart.dual', dual, size, -Infinity);
  checkNumber('solve', 'warmStart.rho', rho, 'give a number of 0 or more, in kg⁻¹, or leave it out', 0);
}

/** Copies the warm start, which may be `out`, to the workspace. */
function start(out: ContactSolution, warmStart: ContactWarmStart | undefined, size: number): void {
  const { workspace } = out;
  if (out.impulses.length !== size) {
    out.impulses = resized(out.impulses, size);
    out.velocities = resized(out.velocities, size);
    out.dual = resized(out.dual, size);
  }
  workspace.lambda = out.impulses;
  workspace.dual = out.dual;
  workspace.isWarm = warmStart !== undefined;
  workspace.hasDual = warmStart?.dual !== undefined;
  workspace.isDualWritten = false;
  workspace.rho = warmStart?.rho ?? 0;
  if (warmStart === out) return;
  if (warmStart === undefined) out.impulses.fill(0);
  else out.impulses.set(warmStart.impulses);
  if (warmStart?.dual === undefined) out.dual.fill(0);
  else out.dual.set(warmStart.dual);
}

function finish(problem: ContactProblem, out: ContactSolution): void {
  const { workspace, settings, progress } = out;
  const { delassus, freeVelocity, compliance, reference, friction, bilateral = 0 } = problem;
  const { impulses, velocities, dual } = out;
  const { sigma } = workspace;
  // Sweeps end with a check, which computed σ of these impulses. Other solvers may have changed the compliance.
  const isSigmaCurrent = workspace.sparse !== null && progress.checkedAt === progress.iterations;
  if (!isSigmaCurrent) delassus.apply(impulses, velocities);
  for (let k = 0; k < velocities.length; k++) {
    const target = reference === undefined ? 0 : reference[k];
    const compliant = compliance === undefined ? 0 : compliance[k] * impulses[k];
    if (isSigmaCurrent) velocities[k] = sigma[k] + target - compliant;
    else {
      velocities[k] += freeVelocity[k];
      // σ without the solver's regularization.
      sigma[k] = velocities[k] - target + compliant;
    }
  }
  measureResiduals(problem, velocityScale(problem, false), impulses, sigma, out.residuals);
  if (!workspace.isDualWritten) {
    // If the solver left no dual variables: σ in the CCP, otherwise σ + Γ(σ).
    dual.set(sigma);
    const hasCorrection = settings.solver.model !== 'ccp';
    for (let c = 0; c < friction.length && hasCorrection; c++) {
      const at = bilateral + 3 * c;
      dual[at + 2] += friction[c] * Math.sqrt(sigma[at] * sigma[at] + sigma[at + 1] * sigma[at + 1]);
    }
  }
  out.rho = workspace.rho;
  out.iterations = progress.iterations;
  out.status = progress.status;
  out.trace = progress.trace;
}
