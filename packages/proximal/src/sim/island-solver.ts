// Solves the contact problem in the workspace island by island. Solvers are tried in their order until one converges. In islands of up to
// `maxStagedRows` rows, joints without contacts are first solved by a factorization, and joints with contacts are eliminated if the first sweeps do
// not converge.

import type { ContactOptions } from '../contact/options.ts';
import { areFinite, type ContactProblem } from '../contact/problem.ts';
import { velocityScale } from '../contact/residuals.ts';
import { ContactSolution } from '../contact/solution.ts';
import { solve } from '../contact/solve.ts';
import { resized } from '../contact/solver-workspace.ts';
import { SparseDelassus } from '../contact/sparse.ts';
import { type ContactWorkspace, SweepAnswer, type SweepSettings } from '../contact/workspace.ts';
import { BilateralSolver } from './bilateral.ts';
import { IslandResults } from './island-results.ts';
import type { Islands } from './islands.ts';
import { JointElimination, type WholeProblem } from './joint-elimination.ts';
import { maxStagedRows, type SolverStages } from './options.ts';
import type { StepReport } from './report.ts';
import { type Stage, stageOf } from './solver-stage.ts';

/** The vectors of an island's problem, one number per row; `friction` has one number per contact. */
class Vectors {
  freeVelocity = new Float64Array(0);
  reference = new Float64Array(0);
  compliance = new Float64Array(0);
  impulses = new Float64Array(0);
  friction = new Float64Array(0);

  resize(rows: number, contacts: number): void {
    if (rows !== this.impulses.length) {
      this.freeVelocity = resized(this.freeVelocity, rows);
      this.reference = resized(this.reference, rows);
      this.compliance = resized(this.compliance, rows);
      this.impulses = resized(this.impulses, rows);
    }
    if (contacts !== this.friction.length) this.friction = resized(this.friction, contacts);
  }

  get areFinite(): boolean {
    const { freeVelocity, reference, compliance, impulses, friction } = this;
    return [freeVelocity, reference, compliance, impulses, friction].every(areFinite);
  }
}

export class IslandSolver {
  /**
   * If the velocity scale of an island of free bodies without joints (the largest |g − c*| of its closing contacts) exceeds this, in m/s, its
   * bodies collide or slide. If the sweeps over such an island meet the tolerance of the last stage, the stages in between are skipped: they would
   * take most of the time and converge in fewer than 1 % of the cases.
   */
  stillSpeed = Infinity;
  /** The residual of the laws that the solvers solve, in m/s. */
  residual = 0;
  /** The vectors of the current island. */
  private readonly part = new Vectors();
  private operator: SparseDelassus | null = null;
  /** Created when first needed: sweeps do not need it. */
  private ownSolution: ContactSolution | null = null;
  /** The solvers for islands of up to `maxStagedRows` rows, and for larger islands. */
  private readonly stages: readonly Stage[];
  private readonly largeStages: readonly Stage[];
  private readonly answer = new SweepAnswer();
  private readonly results = new IslandResults();
  private readonly bilateral = new BilateralSolver();
  private readonly elimination = new JointElimination();
  private reducedSolution: ContactSolution | null = null;

  /** @param isFrictionless whether its problems have no friction */
  constructor({ solvers, largeSolver }: SolverStages, isFrictionless = false) {
    this.stages = solvers.map((options) => stageOf(options, isFrictionless));
    this.largeStages = [stageOf(largeSolver, isFrictionless)];
  }

  /** Whether small islands have more than one solver. */
  get hasStages(): boolean {
    return this.stages.length > 1;
  }

  private get solution(): ContactSolution {
    this.ownSolution ??= new ContactSolution();
    return this.ownSolution;
  }

  /**
   * Solves the problem in the workspace, warm started with its λ. Writes λ and σ to the workspace, and adds M⁻¹ Jᵀ λ to `out`.
   * @param bilateral number of leading bilateral rows
   * @param isSelected whether to solve an island; default: all
   */
  solve(
    workspace: ContactWorkspace,
    islands: Islands,
    bilateral: number,
    out: Float64Array,
    report: StepReport | null,
    isSelected?: (island: number) => boolean,
  ): void {
    workspace.velocity.fill(0, 0, out.length);
    this.results.clear();
    this.solveSelected(workspace, islands, bilateral, out, report, isSelected);
  }

  /**
   * Solves only the islands that have changed since the last `solve`; the workspace has λ, σ and velocities of the others. `out` has
   * the unconstrained velocities of all members.
   */
  solveAgain(
    workspace: ContactWorkspace,
    islands: Islands,
    bilateral: number,
    out: Float64Array,
    report: StepReport,
    isChanged: (island: number) => boolean,
  ): void {
    this.results.keep((triple) => !isChanged(islands.of(triple)));
    this.solveSelected(workspace, islands, bilateral, out, report, isChanged);
  }

  private solveSelected(
    workspace: ContactWorkspace,
    islands: Islands,
    bilateral: number,
    out: Float64Array,
    report: StepReport | null,
    isSelected: ((island: number) => boolean) | undefined,
  ): void {
    this.operator ??= new SparseDelassus(workspace);
    for (let k = 0; k < islands.count; k++) {
      if (isSelected && !isSelected(k)) continue;
      workspace.poll?.();
      if (this.solveIsland(workspace, islands.begins[k], islands.begins[k + 1], bilateral, report)) continue;
      // NaN velocities make the step fail.
      out.fill(Number.NaN);
      return;
    }
    this.residual = this.results.residual;
    if (report) this.results.merge(report);
    for (let k = 0; k < out.length; k++) out[k] += workspace.velocity[k];
  }

  /**
   * Solves for λ, σ and `velocity` of the triples in a range of the order, with one solver after the other.
   * @returns false if numbers overflowed
   */
  private solveIsland(
    workspace: ContactWorkspace,
    from: number,
    to: number,
    bilateral: number,
    report: StepReport | null,
  ): boolean {
    const { answer } = this;
    const isLarge = 3 * (to - from) > maxStagedRows;
    const stages = isLarge ? this.largeStages : this.stages;
    const [{ sweeps: first }] = stages;
    if (first && !isLarge && this.solveBilateral(workspace, from, to, bilateral, first)) {
      this.conclude(workspace.order[from], answer, answer.residuals.dual, 1, report);
      return true;
    }
    let iterations = 0;
    for (let k = 0; k < stages.length; k++) {
      const { sweeps, options } = stages[k];
      if (!sweeps && this.isSkipped(stages, k, workspace, from, to, bilateral)) continue;
      if (sweeps) workspace.solve(from, to, bilateral / 3, sweeps, answer);
      else {
        const continuesPrevious = k > 0 && stages[k - 1].sweeps === null;
        if (!this.runStage(workspace, from, to, bilateral, options, continuesPrevious)) return false;
      }
      const result = sweeps ? answer : this.solution;
      iterations += result.iterations;
      if (k === 0 && result.status !== 'converged' && this.solveEliminated(workspace, from, to, bilateral, stages)) {
        this.conclude(workspace.order[from], answer, answer.residuals.dual, iterations, report);
        return true;
      }
      if (k < stages.length - 1 && result.status !== 'converged') continue;
      const residual = sweeps ? answer.residuals.dual : this.solution.progress.criterion.dual;
      this.conclude(workspace.order[from], result, residual, iterations, report);
      return true;
    }
    return true;
  }

  /** Whether to skip a stage after sweeps over an island: see `stillSpeed`. */
  private isSkipped(
    stages: readonly Stage[],
    stage: number,
    workspace: ContactWorkspace,
    from: number,
    to: number,
    bilateral: number,
  ): boolean {
    const { order, widths, members } = workspace;
    const before = stages[stage - 1]?.sweeps;
    const last = stages[stages.length - 1].sweeps;
    if (!before || !last || !(this.answer.velocity > this.stillSpeed) || 3 * order[from] < bilateral) return false;
    if (!(this.answer.criterion.excess * before.relativeTolerance <= last.relativeTolerance)) return false;
    for (let at = from; at < to; at++)
      for (let block = 2 * order[at]; block < 2 * order[at] + 2; block++)
        if (widths[block] > 0 && !workspace.isFree(members[block])) return false;
    return true;
  }

  private conclude(
    triple: number,
    { status, residuals }: ContactSolution | SweepAnswer,
    residual: number,
    iterations: number,
    report: StepReport | null,
  ): void {
    this.results.add(triple, status, residual, residuals);
    if (report && iterations > report.iterations) report.iterations = iterations;
  }

  /** Solves an island that has only bilateral constraints by a factorization. Returns whether it converged; otherwise λ is unchanged. */
  private solveBilateral(
    workspace: ContactWorkspace,
    from: number,
    to: number,
    bilateral: number,
    sweeps: SweepSettings,
  ): boolean {
    if (3 * workspace.order[to - 1] >= bilateral) return false;
    const triples = workspace.order.subarray(from, to);
    const operator = this.operator as SparseDelassus;
    const before = new Float64Array(3 * triples.length);
    for (let k = 0; k < before.length; k++) before[k] = workspace.lambda[3 * triples[Math.floor(k / 3)] + (k % 3)];
    operator.select(workspace, triples);
    if (this.bilateral.solve(workspace, operator)) {
      // No sweeps, only the convergence check before the first one.
      workspace.solve(from, to, bilateral / 3, { ...sweeps, maxIterations: 0 }, this.answer);
      if (this.answer.status === 'converged') return true;
    }
    for (let k = 0; k < before.length; k++) workspace.lambda[3 * triples[Math.floor(k / 3)] + (k % 3)] = before[k];
    return false;
  }

  /**
   * Solves an island of joints and contacts by eliminating the joints, from the workspace's λ, which sweeps have found.
   * @returns whether the result meets the tolerance of the last stage; otherwise λ is unchanged
   */
  private solveEliminated(
    workspace: ContactWorkspace,
    from: number,
    to: number,
    bilateral: number,
    stages: readonly Stage[],
  ): boolean {
    const { order } = workspace;
    const [{ sweeps: first, options }, second] = stages;
    const { sweeps: last } = stages[stages.length - 1];
    if (stages.length < 2 || !first || !last || 3 * order[from] >= bilateral || 3 * order[to - 1] < bilateral)
      return false;
    const problem = this.assemble(workspace, order.subarray(from, to), bilateral);
    const { impulses } = this.part;
    const reduced = this.part.areFinite ? this.elimination.reduce(problem) : null;
    if (!reduced) return false;
    // A relative tolerance refers to the velocities that contacts resist, which differ in the reduced problem. So the tolerance is scaled:
    // in m/s it is no larger.
    const scale = Math.min(1, this.answer.velocity / Math.max(velocityScale(reduced, false), Number.MIN_VALUE));
    const relativeTolerance = first.relativeTolerance * scale;
    const { maxIterations } = last;
    const contacts = this.solveReduced(reduced, impulses.slice(problem.bilateral), workspace.poll, [
      { ...options, relativeTolerance, maxIterations },
      { ...reducedOptions, ...second.options, relativeTolerance, maxIterations },
    ]);
    const joints = this.elimination.complete(contacts);
    const found = Float64Array.of(...joints, ...contacts);
    this.writeImpulses(workspace, from, to, found);
    // No sweeps, only the convergence check before the first one.
    for (const sweeps of [first, last]) {
      workspace.solve(from, to, bilateral / 3, { ...sweeps, maxIterations: 0 }, this.answer);
      if (this.answer.status === 'converged') return true;
    }
    this.writeImpulses(workspace, from, to, impulses);
    return false;
  }

  /** Tries the solvers in their order until one converges. @returns the impulses with the smallest residual */
  private solveReduced(
    problem: ContactProblem,
    start: Float64Array,
    poll: (() => void) | null,
    solvers: readonly ContactOptions[],
  ): Float64Array {
    this.reducedSolution ??= new ContactSolution();
    const solution = this.reducedSolution;
    solution.progress.poll = poll;
    let best = start;
    let smallestExcess = Infinity;
    for (const options of solvers) {
      solve(problem, options, { impulses: best }, solution);
      const { excess } = solution.progress.criterion;
      if (!(excess < smallestExcess)) continue;
      best = solution.impulses.slice();
      smallestExcess = excess;
      if (solution.status === 'converged') break;
    }
    return best;
  }

  /** Writes λ of the triples in a range of the order. */
  private writeImpulses({ lambda, order }: ContactWorkspace, from: number, to: number, impulses: Float64Array): void {
    for (let k = 0; k < to - from; k++)
      for (let m = 0; m < 3; m++) lambda[3 * order[from + k] + m] = impulses[3 * k + m];
  }

  /**
   * Runs a solver of `proximal/contact` on some triples, from the workspace's λ.
   * @param continuesPrevious whether to continue from the previous stage's solution, including its dual variables
   * @returns false if numbers overflowed
   */
  private runStage(
    workspace: ContactWorkspace,
    from: number,
    to: number,
    bilateralRows: number,
    options: ContactOptions,
    continuesPrevious: boolean,
  ): boolean {
    const { solution } = this;
    const problem = this.assemble(workspace, workspace.order.subarray(from, to), bilateralRows);
    const { impulses, reference } = this.part;
    if (!this.part.areFinite || (continuesPrevious && !isValidStart(solution))) return false;
    solution.progress.poll = workspace.poll;
    const isWarm = impulses.some((x) => x !== 0);
    solve(problem, options, continuesPrevious ? solution : isWarm ? { impulses } : undefined, solution);
    // The solver may have grown the memory, so the workspace's views are read again.
    for (let k = 0; k < to - from; k++) {
      for (let m = 0; m < 3; m++) {
        const [row, own] = [3 * workspace.order[from + k] + m, 3 * k + m];
        const impulse = solution.impulses[own];
        workspace.lambda[row] = impulse;
        workspace.compliance[row] = solution.workspace.compliance[own];
        workspace.sigma[row] = solution.velocities[own] - reference[own] + workspace.compliance[row] * impulse;
      }
    }
    return true;
  }

  /** Some triples of the workspace as a problem of `proximal/contact`. */
  private assemble(workspace: ContactWorkspace, triples: Int32Array<ArrayBuffer>, bilateralRows: number): WholeProblem {
    const { part } = this;
    const operator = this.operator as SparseDelassus;
    let contacts = 0;
    while (contacts < triples.length && 3 * triples[triples.length - 1 - contacts] >= bilateralRows) contacts++;
    part.resize(3 * triples.length, contacts);
    const bilateral = 3 * (triples.length - contacts);
    let isSoft = false;
    for (let k = 0; k < triples.length; k++) {
      for (let m = 0; m < 3; m++) {
        const row = 3 * triples[k] + m;
        part.freeVelocity[3 * k + m] = workspace.freeVelocity[row];
        part.reference[3 * k + m] = workspace.reference[row];
        part.compliance[3 * k + m] = workspace.compliance[row];
        part.impulses[3 * k + m] = workspace.lambda[row];
        isSoft ||= workspace.compliance[row] > 0;
      }
      if (3 * k >= bilateral) part.friction[k - bilateral / 3] = workspace.friction[triples[k]];
    }
    operator.select(workspace, triples);
    const { freeVelocity, reference, compliance, friction } = part;
    return {
      delassus: operator,
      freeVelocity,
      reference,
      friction,
      bilateral,
      compliance: isSoft ? compliance : undefined,
    };
  }
}

/**
 * Options of ADMM on problems from which joints were eliminated. The diagonal entries of G differ widely there, because a contact may push a whole
 * mechanism or only turn a light limb. 1.6 is a usual relaxation factor of ADMM. Of 4,600 steps of ragdolls, 6 % were unsolved with uniform ρ and no
 * relaxation, 2.5 % with these options.
 */
const reducedOptions: ContactOptions = { rhoScaling: 'diagonal', relaxation: 1.6 };

/** Whether a solver accepts another's solution as a warm start. */
function isValidStart({ impulses, dual, rho }: ContactSolution): boolean {
  return areFinite(impulses) && areFinite(dual) && Number.isFinite(rho);
}
