import { Settings } from './options.ts';
import { type ContactStatus, type ContactTraceStep, Progress } from './progress.ts';
import { createResiduals, type Residuals } from './residuals.ts';
import { SolverWorkspace } from './solver-workspace.ts';

const none = /* @__PURE__ */ new Float64Array(0);

/** A warm start: the result of an earlier solve of the same contacts, see `rotateImpulses`. */
export interface ContactWarmStart {
  readonly impulses: Float64Array;
  /** The velocities σ + Γ(σ) of the model. Default: none, the impulses alone. */
  readonly dual?: Float64Array | undefined;
  /** ρ of the proximal solvers, in kg⁻¹. Default, and 0: from G. */
  readonly rho?: number | undefined;
}

/**
 * A solution and its working memory. Given to `solve` as `out` it is overwritten, and a problem of the same size allocates nothing; it may
 * be its own warm start.
 * @example
 * ```ts
 * const solution = new ContactSolution();
 * for (const problem of trajectory) solve(problem, { solver: 'ncp-admm' }, solution, solution);
 * ```
 */
export class ContactSolution implements ContactWarmStart {
  /** λ in N·s, in the order of the rows. */
  impulses = new Float64Array(0);
  /** G λ + g in m/s: the velocities of the constraints with these impulses. */
  velocities = new Float64Array(0);
  /** The dual variable of the model, to start from. */
  dual = new Float64Array(0);
  /** ρ at the end, 0 for solvers that have none. */
  rho = 0;
  /** Measured against the law of contact (14), whichever the model. */
  readonly residuals: Residuals = createResiduals();
  /** Sweeps, steps or pivots. */
  iterations = 0;
  status: ContactStatus = 'limit';
  /** With `options.trace`. */
  trace: readonly ContactTraceStep[] | undefined;
  /** @internal */
  workspace = new SolverWorkspace();
  /** @internal */
  settings = new Settings();
  /** @internal */
  progress = new Progress();

  /** Resets it: after a failed allocation, its arrays may have inconsistent sizes. @internal */
  clear(): void {
    this.impulses = none;
    this.velocities = none;
    this.dual = none;
    this.status = 'limit';
    this.iterations = 0;
    this.rho = 0;
    this.trace = undefined;
    this.workspace = new SolverWorkspace();
    this.settings = new Settings();
    this.progress = new Progress();
  }
}
