// Contacts, limits, dry friction and closures change the velocities: (3) and (4), island by island.
import { resized } from '../contact/arena.ts';
import type { ContactProblem } from '../contact/problem.ts';
import type { ContactStatus } from '../contact/progress.ts';
import type { ResidualNumbers, Residuals } from '../contact/residuals.ts';
import { ContactSolution } from '../contact/solution.ts';
import { solve } from '../contact/solve.ts';
import { SparseDelassus } from '../contact/sparse.ts';
import { addClosures } from './closure-rows.ts';
import { addContact, referenceOf, toWorld } from './contact-rows.ts';
import type { ContactSet } from './contact-set.ts';
import type { ImpulseMemory } from './impulse-memory.ts';
import { Islands } from './islands.ts';
import { addJointFriction, addLimits, type JointRow } from './joint-rows.ts';
import type { Member } from './member.ts';
import { mostStagedRows, type SimulatorSettings } from './options.ts';
import { clearResiduals, type StepReport } from './report.ts';
import { Rows } from './rows.ts';

/** From good to bad: what a step says of several islands is the worst. */
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
}

export class Resolver {
  readonly rows: Rows;
  /** Leading rows that are bilateral. */
  bilateral = 0;
  joints: JointRow[] = [];
  /** σ of all rows, and J v before the step. */
  sigma = new Float64Array(0);
  before = new Float64Array(0);
  private readonly all = new Vectors();
  private readonly part = new Vectors();
  private readonly islands: Islands;
  private readonly operator: SparseDelassus;
  private readonly solution = new ContactSolution();
  private readonly errors: number[] = [];

  constructor(
    private readonly members: readonly Member[],
    private readonly settings: SimulatorSettings,
    private readonly memory: ImpulseMemory,
    nv: number,
  ) {
    this.rows = new Rows(members);
    this.islands = new Islands(members.length);
    this.operator = new SparseDelassus(this.rows, nv);
  }

  /** λ of all rows. */
  get impulses(): Float64Array {
    return this.all.impulses;
  }

  /**
   * Solves for all impulses and adds what they do to `next`. The mass matrices are factored.
   * @param v all velocities before the step
   * @param next all velocities after it, without impulses
   */
  resolve(contacts: ContactSet, v: Float64Array, next: Float64Array, report: StepReport): void {
    const { rows, islands, all, memory } = this;
    this.collectRows(contacts);
    report.iterations = 0;
    clearResiduals(report.residuals);
    report.status = rows.count === 0 ? 'free' : 'converged';
    all.resize(rows.count, (rows.count - this.bilateral) / 3);
    if (rows.count !== this.sigma.length) {
      this.sigma = resized(this.sigma, rows.count);
      this.before = resized(this.before, rows.count);
    }
    if (rows.count > 0) {
      rows.respond();
      this.pose(contacts, v, next);
      memory.recall(all.impulses, this.bilateral, contacts, this.joints);
      islands.find(rows);
      for (let k = 0; k < islands.count; k++) {
        this.solveIsland(islands.starts[k], islands.starts[k + 1], report);
        this.operator.release(next);
      }
      for (let k = 0; k < contacts.count; k++) toWorld(contacts, k, all.impulses, this.bilateral + 3 * k);
    }
    memory.keep(all.impulses, this.bilateral, contacts, this.joints);
  }

  private collectRows(contacts: ContactSet): void {
    const { rows, settings, errors } = this;
    rows.clear();
    errors.length = 0;
    this.joints = [];
    for (const member of this.members) addClosures(rows, member, errors);
    this.bilateral = rows.count;
    for (let k = 0; k < contacts.count; k++) addContact(rows, contacts, k);
    for (const member of this.members) {
      addLimits(rows, member, settings, this.joints);
      addJointFriction(rows, member, settings.timeStep, this.joints);
    }
  }

  /** g, c*, µ and R of all rows. */
  private pose(contacts: ContactSet, v: Float64Array, next: Float64Array): void {
    const { rows, settings, bilateral, errors, before } = this;
    const { freeVelocity, reference, compliance, friction } = this.all;
    const { timeStep, baumgarte } = settings;
    rows.multiply(next, v, freeVelocity, before);
    reference.fill(0);
    compliance.fill(settings.compliance);
    for (let k = 0; k < bilateral; k++) reference[k] = (-baumgarte * errors[k]) / timeStep;
    for (let k = 0; k < contacts.count; k++) {
      const normal = bilateral + 3 * k + 2;
      friction[k] = contacts.friction[k];
      reference[normal] = referenceOf(contacts, k, before[normal], settings);
    }
    for (const { row, friction: mu, press, reference: wanted } of this.joints) {
      friction[(row - bilateral) / 3] = mu;
      freeVelocity[row + 2] += press;
      reference[row + 2] = wanted;
    }
  }

  /** Solves for the triples from one place in the list of islands to another. */
  private solveIsland(from: number, to: number, report: StepReport): void {
    const { all, part, operator, solution, settings, sigma } = this;
    const triples = this.islands.triples.subarray(from, to);
    let contacts = 0;
    while (contacts < triples.length && 3 * triples[triples.length - 1 - contacts] >= this.bilateral) contacts++;
    part.resize(3 * triples.length, contacts);
    const bilateral = 3 * (triples.length - contacts);
    for (let k = 0; k < triples.length; k++) {
      for (let m = 0; m < 3; m++) {
        const row = 3 * triples[k] + m;
        part.freeVelocity[3 * k + m] = all.freeVelocity[row];
        part.reference[3 * k + m] = all.reference[row];
        part.compliance[3 * k + m] = all.compliance[row];
        part.impulses[3 * k + m] = all.impulses[row];
      }
      if (3 * k >= bilateral) part.friction[k - bilateral / 3] = all.friction[triples[k] - this.bilateral / 3];
    }
    operator.select(triples);
    const { freeVelocity, reference, compliance, friction, impulses } = part;
    const problem: ContactProblem = {
      delassus: operator,
      freeVelocity,
      reference,
      friction,
      bilateral,
      compliance: settings.compliance > 0 ? compliance : undefined,
    };
    const isWarm = impulses.some((x) => x !== 0);
    const { solvers, largeSolver } = settings;
    const isLarge = 3 * triples.length > mostStagedRows;
    solve(problem, isLarge ? largeSolver : solvers[0], isWarm ? { impulses } : undefined, solution);
    let { iterations } = solution;
    for (let k = 1; k < solvers.length && !isLarge && solution.status !== 'converged'; k++)
      iterations += solve(problem, solvers[k], solution, solution).iterations;
    for (let k = 0; k < triples.length; k++) {
      for (let m = 0; m < 3; m++) {
        const [row, own] = [3 * triples[k] + m, 3 * k + m];
        all.impulses[row] = solution.impulses[own];
        sigma[row] = solution.velocities[own] - reference[own] + settings.compliance * solution.impulses[own];
      }
    }
    judge(report, solution, iterations);
  }
}

/** A step is as good as its worst island. */
function judge(report: StepReport, { status, residuals }: ContactSolution, iterations: number): void {
  if (badness.indexOf(status) > badness.indexOf(report.status as ContactStatus)) report.status = status;
  report.iterations = Math.max(report.iterations, iterations);
  widen(report.residuals, residuals);
  widen(report.residuals.scaled, residuals.scaled);
}

function widen(all: ResidualNumbers, one: Readonly<ResidualNumbers> | Residuals): void {
  all.primal = Math.max(all.primal, one.primal);
  all.dual = Math.max(all.dual, one.dual);
  all.complementarity = Math.max(all.complementarity, one.complementarity);
  all.ncp = Math.max(all.ncp, one.ncp);
  all.signorini = Math.max(all.signorini, one.signorini);
  all.coulomb = Math.max(all.coulomb, one.coulomb);
  all.dissipation = Math.max(all.dissipation, one.dissipation);
}
