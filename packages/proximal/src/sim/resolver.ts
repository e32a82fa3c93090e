// Assembles and solves the contact problem of a step: (3) and (4) of Le Lidec et al., "Contact Models in Robotics: a Comparative
// Analysis". It has rows of contacts and of their friction torques, of loop closures, of joints between bodies, and of the limits, dry
// friction and motors of joints.

import { findSolver } from '../contact/registry.ts';
import { resized } from '../contact/solver-workspace.ts';
import { copyNumbers } from '../math/copy-numbers.ts';
import type { BodyJoint } from './body-joint.ts';
import { addBodyJoint, addCoordinateRows, type SoftRow } from './body-joint-rows.ts';
import type { BodyJointSet } from './body-joint-set.ts';
import { addClosures } from './closure-rows.ts';
import { toWorld } from './contact-rows.ts';
import type { ContactSet } from './contact-set.ts';
import { addContactTorques, hasTorques, maxRounds, updateBounds } from './contact-torques.ts';
import { Correction } from './correction.ts';
import { IdleContacts } from './idle-contacts.ts';
import { ImpactPropagation } from './impact-propagation.ts';
import type { ImpulseMemory } from './impulse-memory.ts';
import { IslandSolver } from './island-solver.ts';
import { Islands } from './islands.ts';
import { freeMotionOf, JointCurvature } from './joint-curvature.ts';
import { addJointFriction, addLimits, hasJointRows, type JointRow } from './joint-rows.ts';
import type { Member } from './member.ts';
import type { SimulatorSettings } from './options.ts';
import { closureReference, contactReference, contactSpring } from './reference-velocities.ts';
import { clearResiduals, type StepReport } from './report.ts';
import { Restitution } from './restitution.ts';
import { Rows } from './rows.ts';
import { withoutTriples } from './solved-rows.ts';
import type { SpeculativeFilter } from './speculative-filter.ts';
import { softenStuckContacts } from './stuck-contacts.ts';

export class Resolver {
  readonly rows: Rows;
  /** The number of bilateral rows, which come first. */
  bilateral = 0;
  /**
   * Limits and dry friction of robots' joints, limits, dry friction and motors of joints between bodies, and friction torques of contacts. Their rows
   * come last.
   */
  joints: JointRow[] = [];
  /** λ of all rows. */
  impulses = new Float64Array(0);
  /** σ = J v⁺ + R λ − c* of all rows. */
  sigma = new Float64Array(0);
  /** J v of all rows, with the velocity before the step. */
  before = new Float64Array(0);
  /** R of all rows, including the solver's regularization. */
  compliance = new Float64Array(0);
  readonly correction: Correction;
  readonly restitution = new Restitution();
  readonly propagation: ImpactPropagation;
  private readonly islands: Islands;
  private readonly idle = new IdleContacts();
  /** Whether open contacts may be idle. False for the CCP, whose relaxed law gives an open contact an impulse if its bodies slide. */
  private readonly mayIdle: boolean;
  private readonly solver: IslandSolver;
  /** The joints between bodies that are not asleep. */
  awake: readonly BodyJoint[] = [];
  /** The error of each bilateral row, in meters or radians. */
  readonly errors: number[] = [];
  /** Compliances and reference velocities of the bilateral rows of joints between bodies. */
  private readonly soft: SoftRow[] = [];
  /** The curvature of the paths of joints between bodies. */
  readonly curvature: JointCurvature;
  /** Members with loop closures. */
  private readonly closed: readonly Member[];
  /** Members that may have joint limits or dry friction. */
  private readonly jointed: readonly Member[];

  constructor(
    private readonly members: readonly Member[],
    states: Float64Array,
    private readonly settings: SimulatorSettings,
    private readonly memory: ImpulseMemory,
    private readonly bodyJoints: BodyJointSet,
  ) {
    this.rows = new Rows(members, states, bodyJoints.bodyJoints.length);
    this.closed = members.filter(({ model }) => model.constraints.length > 0);
    this.jointed = members.filter(hasJointRows);
    this.islands = new Islands(Uint8Array.from(members, ({ isKinematic }) => (isKinematic ? 1 : 0)));
    this.solver = new IslandSolver(settings);
    this.mayIdle = findSolver(settings.solvers[0].solver ?? 'ncp-pgs')?.model !== 'ccp';
    this.correction = new Correction(members, settings);
    this.propagation = new ImpactPropagation(settings);
    this.curvature = new JointCurvature(bodyJoints, members, settings.timeStep, freeMotionOf(settings));
  }

  /** The largest gravitational acceleration of a member, in m/s². */
  private get gravity(): number {
    let largest = 0;
    for (const { model } of this.members) {
      const [x, y, z] = model.gravity;
      largest = Math.max(largest, x * x + y * y + z * z);
    }
    return Math.sqrt(largest);
  }

  /** The residual of the laws that the solvers solve, in m/s. */
  get residual(): number {
    return this.rows.count > 0 ? this.solver.residual : 0;
  }

  /**
   * Solves for all impulses and adds M⁻¹ Jᵀ λ to `next`. The mass matrices must already be factored.
   * @param v all velocities before the step
   * @param next the unconstrained velocities
   * @param isAgain whether the step was solved before, with the same configurations and velocities `v`
   * @param filter restores contacts that were set aside, if `next` requires it
   */
  resolve(
    contacts: ContactSet,
    v: Float64Array,
    next: Float64Array,
    report: StepReport,
    isAgain: boolean,
    filter: Pick<SpeculativeFilter, 'restore'>,
  ): void {
    const { rows, memory, islands } = this;
    this.collectRows(contacts, isAgain);
    if (this.solver.hasStages) this.solver.stillSpeed = 1.5 * this.settings.timeStep * this.gravity;
    this.restitution.clear();
    this.propagation.clear();
    report.iterations = 0;
    begin(report, rows.count === 0 ? 'free' : 'converged');
    if (rows.count > 0) {
      rows.respond();
      this.assemble(contacts, v, next);
      this.restitution.begin(next);
      this.solve(contacts, next, report, filter);
      this.restitution.limit(rows.workspace, islands, this.bilateral, next, this.solver, report);
    }
    this.copyResult(contacts);
    for (const { locks, index, isAsleep } of this.jointed)
      if (!isAsleep) locks.setFromRows(this.joints, this.impulses, this.sigma, index, this.settings.timeStep);
    memory.keep(this.impulses, this.bilateral, contacts, this.joints);
    for (const bodyJoint of this.awake) bodyJoint.sumImpulses(this.impulses, this.settings.timeStep);
  }

  /** Finds the pseudo-velocities that correct positions. Call it after the last `resolve` of a step, whose rows it uses. */
  correct(contacts: ContactSet, shift: Float64Array): void {
    const { islands, bilateral, joints, errors, soft, curvature } = this;
    const hasIdle = this.idle.count > 0;
    const { workspace } = this.rows;
    this.correction.find({ workspace, islands, contacts, joints, bilateral, errors, curvature, soft, hasIdle }, shift);
  }

  /** Ends the step: moves the contacts that are still set aside after the others, and removes their rows from the results. */
  moveAside(contacts: ContactSet): void {
    if (contacts.asideCount === 0) return;
    const first = this.bilateral / 3;
    const aside: number[] = [];
    for (let k = 0; k < contacts.count; k++) if (contacts.isAside[k] === 1) aside.push(first + k);
    this.impulses = withoutTriples(this.impulses, 3, aside);
    this.sigma = withoutTriples(this.sigma, 3, aside);
    this.before = withoutTriples(this.before, 3, aside);
    this.compliance = withoutTriples(this.compliance, 3, aside);
    this.correction.remove(aside);
    this.joints = this.joints.map((joint) => {
      const { row, torque } = joint;
      const moved = { ...joint, row: row - 3 * aside.length };
      if (!torque) return moved;
      const before = aside.filter((triple) => triple < first + torque.contact).length;
      return { ...moved, torque: { ...torque, contact: torque.contact - before } };
    });
    contacts.moveAside();
  }

  /** Solves for the impulses, until no idle contact is violated and no contact is restored. */
  private solve(
    contacts: ContactSet,
    next: Float64Array,
    report: StepReport,
    filter: Pick<SpeculativeFilter, 'restore'>,
  ): void {
    const { idle, islands, bilateral, rows, memory, joints } = this;
    const { workspace } = rows;
    memory.recall(workspace.lambda, bilateral, contacts, joints);
    // If contacts bounce, none is idle: limiting the restitution changes velocities after the idle contacts were checked.
    idle.begin(workspace, bilateral / 3, contacts);
    const mayIdle = this.mayIdle && !this.restitution.hasBounces;
    if (mayIdle) idle.find(workspace, bilateral / 3, contacts);
    this.findIslands();
    this.propagation.find(workspace, islands, bilateral / 3, contacts, this.restitution);
    this.solveIslands(next, report);
    // The bounds of friction torques depend on all islands.
    const isSeparable = !joints.some(({ torque }) => torque);
    for (;;) {
      const isWoken = idle.wake(workspace, islands);
      const isRestored = mayIdle && isSeparable && this.restore(contacts, filter);
      if (!isWoken && !isRestored) return;
      begin(report, 'converged');
      next.set(workspace.unconstrainedVelocity.subarray(0, next.length));
      this.findIslands();
      if (isSeparable) this.solveChanged(next, report);
      else this.solveIslands(next, report);
    }
  }

  /** Activates contacts that are restored. Contacts that may bounce are left to the next `resolve`. @returns whether there are any */
  private restore(contacts: ContactSet, filter: Pick<SpeculativeFilter, 'restore'>): boolean {
    if (contacts.asideCount === 0) return false;
    for (let k = 0; k < contacts.count; k++) if (contacts.isAside[k] === 1 && contacts.restitution[k] > 0) return false;
    if (!filter.restore(contacts)) return false;
    this.idle.restore(this.bilateral / 3, contacts);
    return true;
  }

  /** Finds the islands, which do not include idle contacts. Contacts of large islands do not stay idle. */
  private findIslands(): void {
    const { islands, idle, bilateral } = this;
    const { workspace } = this.rows;
    islands.connect(workspace, idle.isIdle);
    idle.wakeInLargeIslands(workspace, islands);
    islands.arrange(workspace, bilateral / 3, idle.isIdle);
  }

  /** Solves the islands with contacts that were idle, from the impulses of the last solve; the others keep these impulses. */
  private solveChanged(next: Float64Array, report: StepReport): void {
    const { idle, islands, solver, bilateral } = this;
    const { workspace } = this.rows;
    const isChanged = new Uint8Array(islands.count);
    for (const triple of idle.woken) isChanged[islands.of(triple)] = 1;
    solver.solveAgain(workspace, islands, bilateral, next, report, (island) => isChanged[island] === 1);
  }

  /** Solves all islands, and again until the bounds of friction torques have converged. */
  private solveIslands(next: Float64Array, report: StepReport): void {
    const { islands, solver, bilateral, rows, joints } = this;
    const { workspace } = rows;
    updateBounds(workspace, joints, bilateral);
    solver.solve(workspace, islands, bilateral, next, report);
    for (let round = 0; round < maxRounds && updateBounds(workspace, joints, bilateral); round++) {
      begin(report, 'converged');
      next.set(workspace.unconstrainedVelocity.subarray(0, next.length));
      solver.solve(workspace, islands, bilateral, next, report);
    }
  }

  private collectRows(contacts: ContactSet, isAgain: boolean): void {
    const { rows, settings } = this;
    const hasTorque = hasTorques(contacts);
    const triplesPerContact = hasTorque ? 3 : 1;
    this.joints = [];
    this.curvature.begin(isAgain);
    if (isAgain && rows.beginAgain(contacts, triplesPerContact))
      for (const bodyJoint of this.awake) bodyJoint.keepBilateral();
    else {
      rows.begin(contacts, triplesPerContact);
      this.collectBilateral();
    }
    rows.addContacts(contacts);
    for (const member of this.jointed) {
      if (member.isAsleep) continue;
      addLimits(rows, member, settings, this.joints);
      member.speeds.addRows(rows, member, settings, this.joints);
      addJointFriction(rows, member, settings.timeStep, this.joints);
    }
    for (const bodyJoint of this.awake) addCoordinateRows(rows, bodyJoint, settings, this.joints);
    if (hasTorque) addContactTorques(rows, contacts, this.joints);
  }

  /** Adds the rows of loop closures and the bilateral rows of joints between bodies. */
  private collectBilateral(): void {
    const { rows, settings, errors, soft, curvature } = this;
    errors.length = 0;
    soft.length = 0;
    for (const member of this.closed) if (!member.isAsleep) addClosures(rows, member, errors);
    const { awake, awakeIndices } = this.bodyJoints;
    this.awake = awake;
    for (let k = 0; k < awake.length; k++)
      addBodyJoint(rows, awake[k], awakeIndices[k], settings, curvature, errors, soft);
    for (const bodyJoint of awake) bodyJoint.endBilateral();
    this.bilateral = rows.count;
  }

  /** Assembles the contact problem: g, c*, µ and R of all rows. */
  private assemble(contacts: ContactSet, v: Float64Array, next: Float64Array): void {
    const { rows, settings, bilateral, errors } = this;
    const { freeVelocity, reference, compliance, friction, rowVelocityBefore } = rows.workspace;
    rows.multiply(v, next);
    reference.fill(0, 0, rows.count);
    compliance.fill(settings.closureCompliance, 0, bilateral);
    compliance.fill(0, bilateral, rows.count);
    for (let k = 0; k < bilateral; k++) reference[k] = closureReference(errors[k], settings);
    for (const softRow of this.soft) {
      compliance[softRow.row] = softRow.compliance;
      reference[softRow.row] = softRow.reference;
    }
    this.curvature.addTo(reference, this.soft, bilateral, rowVelocityBefore);
    this.assembleContacts(contacts);
    if (!rows.areFree) softenStuckContacts(rows.workspace, contacts, bilateral);
    for (const { row, friction: mu, virtualVelocity, gap, reference: target, motorVelocity, motorCompliance } of this
      .joints) {
      friction[row / 3] = mu;
      freeVelocity[row] -= motorVelocity;
      compliance[row] = motorCompliance;
      if (gap !== null) compliance[row + 2] = settings.compliance;
      freeVelocity[row + 2] += virtualVelocity;
      reference[row + 2] = target;
    }
  }

  /** Writes c*, µ and R of the contacts. */
  private assembleContacts(contacts: ContactSet): void {
    const { count, friction: mu, gaps, restitution, surface: surfaces, isAside, asideCount } = contacts;
    const { settings, bilateral } = this;
    const { reference, compliance, friction, rowVelocityBefore } = this.rows.workspace;
    const isLimited = settings.restitutionLaw === 'dissipative';
    for (let k = 0; k < count; k++) {
      const normal = bilateral + 3 * k + 2;
      friction[bilateral / 3 + k] = mu[k];
      compliance[normal - 2] = settings.tangentCompliance;
      compliance[normal - 1] = settings.tangentCompliance;
      compliance[normal] = settings.compliance;
      const surface = surfaces[k];
      if (surface && surface.stiffness > 0) {
        const spring = contactSpring(gaps[k], surface, settings);
        compliance[normal] = spring.compliance;
        reference[normal] = spring.reference;
        continue;
      }
      reference[normal] = contactReference(gaps[k], restitution[k], rowVelocityBefore[normal], settings);
      if (!isLimited || restitution[k] === 0 || (asideCount > 0 && isAside[k] === 1)) continue;
      const base = contactReference(gaps[k], 0, 0, settings);
      if (reference[normal] > base) this.restitution.registerBounce(normal, base);
    }
  }

  /** Copies the solution from the workspace, which other problems reuse. */
  private copyResult(contacts: ContactSet): void {
    const { count, workspace } = this.rows;
    if (count !== this.impulses.length) {
      this.impulses = resized(this.impulses, count);
      this.sigma = resized(this.sigma, count);
      this.before = resized(this.before, count);
      this.compliance = resized(this.compliance, count);
    }
    const { impulses, sigma, before, compliance } = this;
    copyNumbers(workspace.lambda, impulses, count);
    copyNumbers(workspace.sigma, sigma, count);
    copyNumbers(workspace.rowVelocityBefore, before, count);
    copyNumbers(workspace.compliance, compliance, count);
    for (let k = 0; k < contacts.count; k++) toWorld(contacts, k, this.impulses, this.bilateral + 3 * k);
  }
}

/** Resets the residuals and the status. `iterations` keeps the largest number of all solves of a step. */
function begin(report: StepReport, status: StepReport['status']): void {
  clearResiduals(report.residuals);
  report.status = status;
}
