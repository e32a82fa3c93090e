// Equation and algorithm numbers refer to Le Lidec et al., "Contact Models in Robotics: a Comparative Analysis".

import { SolverSettings } from './options.ts';
import { type ContactStatus, type ContactTraceStep, Progress } from './progress.ts';
import { createResiduals, type Residuals } from './residuals.ts';
import { SolverWorkspace } from './solver-workspace.ts';

const empty = /* @__PURE__ */ new Float64Array(0);

/** A warm start: the result of an earlier solve of the same contacts, see `rotateImpulses`. */
export interface ContactWarmStart {
  readonly impulses: Float64Array;
  /** The dual variable of the model: σ for `ccp-admm`, σ + Γ(σ) for the other solvers. Default: only the impulses are used. */
  readonly dual?: Float64Array | undefined;
  /** ρ of the proximal solvers, in kg⁻¹, unless `options.rho` is given. Default 0: computed from G. */
  readonly rho?: number | undefined;
}

/**
 * A solution and its working memory. If passed to `solve` as `out`, it is overwritten, and a problem of the same size allocates
 * nothing. It may also be the warm start.
 * @example
 * ```ts
 * const solution = new ContactSolution();
 * for (const problem of trajectory) solve(problem, { solver: 'ncp-admm' }, solution, solution);
 * ```
 */
export class ContactSolution implements ContactWarmStart {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'ContactSolution';

  /** λ in N·s, in the order of the rows. */
  impulses = new Float64Array(0);
  /** G λ + g in m/s: the velocities of the constraints with these impulses. */
  velocities = new Float64Array(0);
  /** The dual variable, for warm starts: of the model, if an ADMM solver made an iteration, otherwise σ + Γ(σ). */
  dual = new Float64Array(0);
  /** The final ρ. If no iteration of a solver with ρ was made: the ρ of the warm start, or 0. */
  rho = 0;
  /** Residuals of the full contact law (14), for every model. */
  readonly residuals: Residuals = createResiduals();
  /** Sweeps, steps or pivots. */
  iterations = 0;
  status: ContactStatus = 'limit';
  /** Present with `options.trace`. */
  trace: readonly ContactTraceStep[] | undefined;
  /** @internal */
  workspace = new SolverWorkspace();
  /** @internal */
  settings = new SolverSettings();
  /** @internal */
  progress = new Progress();

  /** Resets the solution after an error: after a failed allocation, its arrays may have inconsistent sizes. @internal */
  clear(): void {
    this.impulses = empty;
    this.velocities = empty;
    this.dual = empty;
    this.status = 'limit';
    this.iterations = 0;
    this.rho = 0;
    this.trace = undefined;
    this.workspace = new SolverWorkspace();
    this.settings = new SolverSettings();
    this.progress = new Progress();
  }
}
