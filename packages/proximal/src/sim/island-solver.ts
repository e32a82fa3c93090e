// Solves the contact problem island by island, in the workspace's rows, with one solver after the other.

import { type ContactOptions, Settings } from '../contact/options.ts';
import { areFinite, type ContactProblem } from '../contact/problem.ts';
import type { ContactStatus } from '../contact/progress.ts';
import type { ResidualNumbers, Residuals } from '../contact/residuals.ts';
import { ContactSolution } from '../contact/solution.ts';
import { solve } from '../contact/solve.ts';
import { resized } from '../contact/solver-workspace.ts';
import { SparseDelassus } from '../contact/sparse.ts';
import { type ContactWorkspace, SweepAnswer, type SweepSettings } from '../contact/workspace.ts';
import { BilateralSolver } from './bilateral.ts';
import type { Islands } from './islands.ts';
import { mostStagedRows, type SolverStages } from './options.ts';
import type { StepReport } from './report.ts';

/** From best to worst: a step reports the worst status of its islands. */
const badness: readonly ContactStatus[] = ['converged', 'limit', 'stalled'];

/** Vectors of as many numbers as a problem has rows. */
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
  /** The residual of the laws that the solvers solve, in m/s. */
  residual = 0;
  private readonly part = new Vectors();
  private operator: SparseDelassus | null = null;
  private readonly solution = new ContactSolution();
  /** The first stage of small and of large islands, if it is the kernel's own solver. */
  private readonly sweeps: SweepSettings | null;
  private readonly largeSweeps: SweepSettings | null;
  private readonly answer = new SweepAnswer();
  private readonly bilateral = new BilateralSolver();

  constructor(private readonly stages: SolverStages) {
    this.sweeps = sweepSettings(stages.solvers[0]);
    this.largeSweeps = sweepSettings(stages.largeSolver);
  }

  /**
   * Solves the problem in the workspace, warm started with its λ. Writes λ and σ to the workspace, and adds M⁻¹ Jᵀ λ to `out`.
   * @param bilateral number of leading bilateral rows
   * @param isWanted whether to solve an island; default: all
   */
  solve(
    workspace: ContactWorkspace,
    islands: Islands,
    bilateral: number,
    out: Float64Array,
    report: StepReport | null,
    isWanted?: (island: number) => boolean,
  ): void {
    const { answer, stages } = this;
    this.operator ??= new SparseDelassus(workspace);
    workspace.velocity.fill(0, 0, out.length);
    this.residual = 0;
    for (let k = 0; k < islands.count; k++) {
      if (isWanted && !isWanted(k)) continue;
      workspace.poll?.();
      const from = islands.begins[k];
      const to = islands.begins[k + 1];
      const isLarge = 3 * (to - from) > mostStagedRows;
      const sweeps = isLarge ? this.largeSweeps : this.sweeps;
      if (sweeps) {
        if (!isLarge && this.solveClosures(workspace, from, to, bilateral, sweeps)) {
          this.residual = Math.max(this.residual, answer.residuals.dual);
          if (report) judge(report, answer, 1);
          continue;
        }
        workspace.solve(from, to, bilateral / 3, sweeps, answer);
        if (answer.status === 'converged' || isLarge || stages.solvers.length === 1) {
          this.residual = Math.max(this.residual, answer.residuals.dual);
          if (report) judge(report, answer, answer.iterations);
          continue;
        }
      }
      const iterations = this.solveIsland(
        workspace,
        workspace.order.subarray(from, to),
        bilateral,
        isLarge,
        sweeps !== null,
      );
      if (iterations < 0) {
        // NaN velocities make the step fail.
        out.fill(Number.NaN);
        return;
      }
      this.residual = Math.max(this.residual, this.solution.progress.criterion.dual);
      if (report) judge(report, this.solution, iterations + (sweeps ? answer.iterations : 0));
      this.operator.release(out);
    }
    for (let k = 0; k < out.length; k++) out[k] += workspace.velocity[k];
  }

  /** Solves an island that has only closures by a factorization. Returns whether it converged; otherwise λ is unchanged. */
  private solveClosures(
    workspace: ContactWorkspace,
    from: number,
    to: number,
    bilateral: number,
    sweeps: SweepSettings,
  ): boolean {
    if (3 * workspace.order[to - 1] >= bilateral) return false;
    const triples = workspace.order.subarray(from, to);
    const operator = this.operator as SparseDelassus;
    const before = Array.from(triples, (t) => Array.from(workspace.lambda.subarray(3 * t, 3 * t + 3)));
    operator.select(workspace, triples);
    if (this.bilateral.solve(workspace, operator)) {
      // No sweeps, only the convergence check before the first one.
      workspace.solve(from, to, bilateral / 3, { ...sweeps, maxIterations: 0 }, this.answer);
      if (this.answer.status === 'converged') return true;
    }
    triples.forEach((t, k) => {
      workspace.lambda.set(before[k], 3 * t);
    });
    return false;
  }

  /**
   * Solves for some triples by one solver after the other.
   * @param isSwept whether the first solver has already run
   * @returns iterations, or −1 for a problem whose numbers have overflowed
   */
  private solveIsland(
    workspace: ContactWorkspace,
    triples: Int32Array<ArrayBuffer>,
    bilateralRows: number,
    isLarge: boolean,
    isSwept: boolean,
  ): number {
    const { solution } = this;
    const { solvers, largeSolver } = this.stages;
    const problem = this.assemble(workspace, triples, bilateralRows);
    const { impulses } = this.part;
    if (!this.part.areFinite) return -1;
    // Solvers that fail record their progress differently.
    solution.progress.poll = workspace.poll;
    const isWarm = impulses.some((x) => x !== 0);
    const first = isSwept ? 1 : 0;
    solve(problem, isLarge ? largeSolver : solvers[first], isWarm ? { impulses } : undefined, solution);
    let { iterations } = solution;
    for (let k = first + 1; k < solvers.length && !isLarge && solution.status !== 'converged'; k++) {
      if (!isStart(solution)) return -1;
      iterations += solve(problem, solvers[k], solution, solution).iterations;
    }
    const { reference } = this.part;
    for (let k = 0; k < triples.length; k++) {
      for (let m = 0; m < 3; m++) {
        const [row, own] = [3 * triples[k] + m, 3 * k + m];
        const impulse = solution.impulses[own];
        workspace.lambda[row] = impulse;
        workspace.compliance[row] = solution.workspace.compliance[own];
        workspace.sigma[row] = solution.velocities[own] - reference[own] + workspace.compliance[row] * impulse;
      }
    }
    return iterations;
  }

  /** Some triples of the workspace as a problem of `proximal/contact`. */
  private assemble(
    workspace: ContactWorkspace,
    triples: Int32Array<ArrayBuffer>,
    bilateralRows: number,
  ): ContactProblem {
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

/** Whether a solver accepts another's solution as a warm start. */
function isStart({ impulses, dual, rho }: ContactSolution): boolean {
  return areFinite(impulses) && areFinite(dual) && Number.isFinite(rho);
}

/** Sweep settings if the options name `ncp-pgs` without over-relaxation; null for every other solver. */
function sweepSettings(options: ContactOptions): SweepSettings | null {
  const settings = new Settings();
  settings.read('Simulator', options);
  const { solver, relaxation, trace, isLeast, tolerance, relativeTolerance, maxIterations, isAccelerated } = settings;
  const isKernels = solver.name === 'ncp-pgs' && relaxation === 1 && !trace && !isLeast;
  return isKernels ? { tolerance, relativeTolerance, maxIterations, isAccelerated } : null;
}

/** Merges an island's result into the step's: the worst counts. */
function judge(report: StepReport, { status, residuals }: ContactSolution | SweepAnswer, iterations: number): void {
  if (status !== 'converged' && badness.indexOf(status) > badness.indexOf(report.status as ContactStatus))
    report.status = status;
  if (iterations > report.iterations) report.iterations = iterations;
  widen(report.residuals, residuals);
  widen(report.residuals.scaled, residuals.scaled);
}

function widen(all: ResidualNumbers, one: Readonly<ResidualNumbers> | Residuals): void {
  // NaN is written as well.
  if (!(one.primal <= all.primal)) all.primal = one.primal;
  if (!(one.dual <= all.dual)) all.dual = one.dual;
  if (!(one.complementarity <= all.complementarity)) all.complementarity = one.complementarity;
  if (!(one.ncp <= all.ncp)) all.ncp = one.ncp;
  if (!(one.signorini <= all.signorini)) all.signorini = one.signorini;
  if (!(one.coulomb <= all.coulomb)) all.coulomb = one.coulomb;
  if (!(one.dissipation <= all.dissipation)) all.dissipation = one.dissipation;
}
