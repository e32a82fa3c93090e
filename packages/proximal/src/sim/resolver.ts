// Contacts, limits, dry friction and closures change the velocities: (3) and (4), island by island.
import { resized } from '../contact/arena.ts';
import { type ContactOptions, Settings } from '../contact/options.ts';
import type { ContactProblem } from '../contact/problem.ts';
import type { ContactStatus } from '../contact/progress.ts';
import type { ResidualNumbers, Residuals } from '../contact/residuals.ts';
import { SweepAnswer, type SweepSettings } from '../contact/room.ts';
import { ContactSolution } from '../contact/solution.ts';
import { solve } from '../contact/solve.ts';
import { SparseDelassus } from '../contact/sparse.ts';
import { addClosures } from './closure-rows.ts';
import { referenceOf, toWorld } from './contact-rows.ts';
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
  /** λ and σ of all rows, and J v before the step. */
  impulses = new Float64Array(0);
  sigma = new Float64Array(0);
  before = new Float64Array(0);
  /** R of all rows, with what a solver has added to it. */
  compliance = new Float64Array(0);
  /** What the solvers have left of the laws that they solve, in m/s. */
  residual = 0;
  private readonly part = new Vectors();
  private readonly islands: Islands;
  private readonly operator: SparseDelassus;
  private readonly solution = new ContactSolution();
  private readonly errors: number[] = [];
  /** What islands begin with, small ones and large ones, if that is the kernel's own solver. */
  private readonly sweeps: SweepSettings | null;
  private readonly largeSweeps: SweepSettings | null;
  private readonly answer = new SweepAnswer();
  /** Members with loop closures, and those with joints. */
  private readonly closed: readonly Member[];
  private readonly jointed: readonly Member[];

  constructor(
    members: readonly Member[],
    states: Float64Array,
    private readonly settings: SimulatorSettings,
    private readonly memory: ImpulseMemory,
  ) {
    this.rows = new Rows(members, states);
    this.closed = members.filter(({ model }) => model.constraints.length > 0);
    this.jointed = members.filter(({ free, model }) => !free || model.friction.some((most) => most > 0));
    this.islands = new Islands(members.length);
    this.operator = new SparseDelassus(this.rows.room);
    this.sweeps = sweepSettings(settings.solvers[0]);
    this.largeSweeps = sweepSettings(settings.largeSolver);
  }

  /**
   * Solves for all impulses and adds what they do to `next`. The mass matrices are factored.
   * @param v all velocities before the step
   * @param next all velocities after it, without impulses
   */
  resolve(contacts: ContactSet, v: Float64Array, next: Float64Array, report: StepReport): void {
    const { rows, memory } = this;
    this.collectRows(contacts);
    report.iterations = 0;
    this.residual = 0;
    clearResiduals(report.residuals);
    report.status = rows.count === 0 ? 'free' : 'converged';
    if (rows.count > 0) {
      rows.respond();
      this.pose(contacts, v, next);
      memory.recall(rows.room.lambda, this.bilateral, contacts, this.joints);
      this.islands.find(rows.room, this.bilateral / 3);
      this.solveIslands(next, report);
    }
    this.takeAnswer(contacts);
    memory.keep(this.impulses, this.bilateral, contacts, this.joints);
  }

  private collectRows(contacts: ContactSet): void {
    const { rows, settings, errors } = this;
    rows.begin(contacts);
    errors.length = 0;
    this.joints = [];
    for (const member of this.closed) addClosures(rows, member, errors);
    this.bilateral = rows.count;
    rows.addContacts(contacts);
    for (const member of this.jointed) {
      addLimits(rows, member, settings, this.joints);
      addJointFriction(rows, member, settings.timeStep, this.joints);
    }
  }

  /** g, c*, µ and R of all rows. */
  private pose(contacts: ContactSet, v: Float64Array, next: Float64Array): void {
    const { rows, settings, bilateral, errors } = this;
    const { freeVelocity, reference, compliance, friction, before } = rows.room;
    const { timeStep, baumgarte } = settings;
    rows.multiply(v, next);
    reference.fill(0, 0, rows.count);
    compliance.fill(settings.compliance, 0, rows.count);
    for (let k = 0; k < bilateral; k++) reference[k] = (-baumgarte * errors[k]) / timeStep;
    for (let k = 0; k < contacts.count; k++) {
      const normal = bilateral + 3 * k + 2;
      friction[bilateral / 3 + k] = contacts.friction[k];
      reference[normal] = referenceOf(contacts, k, before[normal], settings);
    }
    for (const { row, friction: mu, press, reference: wanted } of this.joints) {
      friction[row / 3] = mu;
      freeVelocity[row + 2] += press;
      reference[row + 2] = wanted;
    }
  }

  private solveIslands(next: Float64Array, report: StepReport): void {
    const { islands, rows, answer } = this;
    const { room } = rows;
    room.velocity.fill(0, 0, next.length);
    for (let k = 0; k < islands.count; k++) {
      const from = islands.begins[k];
      const to = islands.begins[k + 1];
      const isLarge = 3 * (to - from) > mostStagedRows;
      const sweeps = isLarge ? this.largeSweeps : this.sweeps;
      if (sweeps) {
        room.solve(from, to, this.bilateral / 3, sweeps, answer);
        if (answer.status === 'converged' || isLarge || this.settings.solvers.length === 1) {
          this.residual = Math.max(this.residual, answer.residuals.dual);
          judge(report, answer, answer.iterations);
          continue;
        }
      }
      this.solveIsland(from, to, isLarge, sweeps ? answer.iterations : -1, report);
      this.operator.release(next);
    }
    for (let k = 0; k < next.length; k++) next[k] += room.velocity[k];
  }

  /**
   * Solves for the triples from one place in the order to another, by one solver after the other.
   * @param swept how many sweeps the kernel has made already; −1: none, and the first solver is another
   */
  private solveIsland(from: number, to: number, isLarge: boolean, swept: number, report: StepReport): void {
    const { part, operator, solution, settings } = this;
    const { room } = this.rows;
    const triples = room.order.subarray(from, to);
    let contacts = 0;
    while (contacts < triples.length && 3 * triples[triples.length - 1 - contacts] >= this.bilateral) contacts++;
    part.resize(3 * triples.length, contacts);
    const bilateral = 3 * (triples.length - contacts);
    for (let k = 0; k < triples.length; k++) {
      for (let m = 0; m < 3; m++) {
        const row = 3 * triples[k] + m;
        part.freeVelocity[3 * k + m] = room.freeVelocity[row];
        part.reference[3 * k + m] = room.reference[row];
        part.compliance[3 * k + m] = room.compliance[row];
        part.impulses[3 * k + m] = room.lambda[row];
      }
      if (3 * k >= bilateral) part.friction[k - bilateral / 3] = room.friction[triples[k]];
    }
    operator.select(room, triples);
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
    const first = swept < 0 ? 0 : 1;
    solve(problem, isLarge ? largeSolver : solvers[first], isWarm ? { impulses } : undefined, solution);
    let iterations = Math.max(0, swept) + solution.iterations;
    for (let k = first + 1; k < solvers.length && !isLarge && solution.status !== 'converged'; k++)
      iterations += solve(problem, solvers[k], solution, solution).iterations;
    for (let k = 0; k < triples.length; k++) {
      for (let m = 0; m < 3; m++) {
        const [row, own] = [3 * triples[k] + m, 3 * k + m];
        room.lambda[row] = solution.impulses[own];
        room.compliance[row] = solution.arena.compliance[own];
        room.sigma[row] = solution.velocities[own] - reference[own] + room.compliance[row] * room.lambda[row];
      }
    }
    this.residual = Math.max(this.residual, solution.progress.criterion.dual);
    judge(report, solution, iterations);
  }

  /** The answer to where it stays, while the room goes to other problems. */
  private takeAnswer(contacts: ContactSet): void {
    const { count, room } = this.rows;
    if (count !== this.impulses.length) {
      this.impulses = resized(this.impulses, count);
      this.sigma = resized(this.sigma, count);
      this.before = resized(this.before, count);
      this.compliance = resized(this.compliance, count);
    }
    this.impulses.set(room.lambda.subarray(0, count));
    this.sigma.set(room.sigma.subarray(0, count));
    this.before.set(room.before.subarray(0, count));
    this.compliance.set(room.compliance.subarray(0, count));
    for (let k = 0; k < contacts.count; k++) toWorld(contacts, k, this.impulses, this.bilateral + 3 * k);
  }
}

/** What options say of `ncp-pgs` without over-relaxation; null for every other solver. */
function sweepSettings(options: ContactOptions): SweepSettings | null {
  const settings = new Settings();
  settings.read('Simulator', options);
  const { solver, relaxation, trace, tolerance, relativeTolerance, maxIterations } = settings;
  const isKernels = solver.name === 'ncp-pgs' && relaxation === 1 && !trace;
  return isKernels ? { tolerance, relativeTolerance, maxIterations } : null;
}

/** A step is as good as its worst island. */
function judge(report: StepReport, { status, residuals }: ContactSolution | SweepAnswer, iterations: number): void {
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
