import { DenseMatrix } from '../contact/delassus.ts';
import type { ContactProblem } from '../contact/problem.ts';
import { ContactSolution } from '../contact/solution.ts';
import { solve } from '../contact/solve.ts';
import { accelerate } from '../dynamics/aba.ts';
import { checkConfiguration, checkVector } from '../dynamics/check-arguments.ts';
import { integrate } from '../dynamics/configuration.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import type { DerivativeOptions } from '../proximity/derivative-options.ts';
import type { Body } from '../scene/body.ts';
import { Scene } from '../scene/scene.ts';
import { applyActuators } from './actuators.ts';
import { addClosures } from './closure-rows.ts';
import { addContact, collectContacts, referenceOf, type SimulatedContact, toWorld } from './contact-rows.ts';
import type { StepRecord } from './derivatives/record.ts';
import { differentiateStep, type StepDerivatives } from './derivatives/step-derivatives.ts';
import { ImpulseMemory } from './impulse-memory.ts';
import { addJointFriction, addLimits, type JointRow } from './joint-rows.ts';
import { Member, mayTouch, type Owner } from './member.ts';
import { readSimulatorOptions, type SimulatorOptions, type SimulatorSettings } from './options.ts';
import { createReport, type StepReport } from './report.ts';
import { Rows } from './rows.ts';

/** Configurations and velocities of all models, one after the other. */
export interface SimulatorState {
  readonly q: Float64Array;
  readonly v: Float64Array;
}

/**
 * Robots and free bodies that move, touch, slide and rest: collision detection, contact and integration in time, one step after the
 * other. The integration is semi-implicit: forces and contacts change the velocity, and the new velocity moves the bodies.
 * @example
 * ```ts
 * const scene = new Scene();
 * scene.add(halfspace(), {}, { static: true, name: 'floor' });
 * const sim = new Simulator({ models: [freeBody(box(0.5, 0.5, 0.5), { pose: { position: [0, 0, 1] } })], scene });
 * for (let k = 0; k < 240; k++) sim.step();
 * sim.state.q[2]; // 0.5: it rests on the floor
 * ```
 */
export class Simulator {
  readonly scene: Scene;
  /** Numbers in a configuration and in a velocity of everything. */
  readonly nq: number;
  readonly nv: number;
  /** The controls of the models' actuators, in their order: forces of motors, targets of position actuators. Write to it. */
  readonly controls: Float64Array;
  /** @internal */
  readonly settings: SimulatorSettings;
  /** @internal */
  readonly members: readonly Member[];
  /** @internal */
  readonly memory = new ImpulseMemory();
  private readonly owners = new Map<Body, Owner>();
  private readonly q: Float64Array;
  private readonly v: Float64Array;
  private readonly torque: Float64Array;
  private readonly next: Float64Array;
  private readonly rows: Rows;
  private readonly solution = new ContactSolution();
  private readonly current: StepReport = createReport();
  /** What the last step leaves for its derivatives; null before the first. */
  private last: StepRecord | null = null;
  /** Room for the problem of a step, by its number of rows. */
  private room = { size: -1, delassus: new DenseMatrix(0, new Float64Array(0)), vectors: [] as Float64Array[] };

  constructor(options: SimulatorOptions) {
    this.settings = readSimulatorOptions(options);
    const { models, gravity, timeStep, selfCollision, margin } = this.settings;
    this.nq = models.reduce((sum, { nq }) => sum + nq, 0);
    this.nv = models.reduce((sum, { nv }) => sum + nv, 0);
    this.q = new Float64Array(this.nq);
    this.v = new Float64Array(this.nv);
    this.torque = new Float64Array(this.nv);
    this.next = new Float64Array(this.nv);
    this.controls = new Float64Array(models.reduce((sum, { actuators }) => sum + actuators.length, 0));
    let [firstQ, firstV] = [0, 0];
    this.members = models.map((model, index) => {
      const [toQ, toV] = [firstQ + model.nq, firstV + model.nv];
      const part = (all: Float64Array): Float64Array => all.subarray(firstV, toV);
      const parts = {
        q: this.q.subarray(firstQ, toQ),
        v: part(this.v),
        torque: part(this.torque),
        next: part(this.next),
      };
      const member = new Member(model, index, firstV, parts, gravity, timeStep);
      [firstQ, firstV] = [toQ, toV];
      return member;
    });
    const filter = (a: Body, b: Body): boolean => mayTouch(this.owners.get(a), this.owners.get(b), selfCollision);
    this.scene = this.settings.scene ?? new Scene({ margin, filter });
    for (const member of this.members) member.enlist(this.scene, this.owners);
    this.rows = new Rows(this.members);
    this.place();
  }

  /** Copies of the configurations and velocities. */
  get state(): SimulatorState {
    return { q: this.q.slice(), v: this.v.slice() };
  }

  /** Puts everything elsewhere, and forgets the contacts' impulses. */
  setState({ q, v }: { readonly q?: Float64Array; readonly v?: Float64Array }): void {
    const where = 'Simulator.setState';
    if (q !== undefined) checkVector(where, 'q', q, this.nq);
    if (v !== undefined) checkVector(where, 'v', v, this.nv);
    let at = 0;
    for (const { model } of this.members) {
      if (q !== undefined) checkConfiguration(where, 'q', q.subarray(at, at + model.nq), model);
      at += model.nq;
    }
    if (q !== undefined) this.q.set(q);
    if (v !== undefined) this.v.set(v);
    this.memory.clear();
    this.last = null;
    this.place();
  }

  /** How the last step went: the same object every time. Energies are those of the present state. */
  report(): Readonly<StepReport> {
    const { current } = this;
    current.kineticEnergy = 0;
    current.potentialEnergy = 0;
    for (const member of this.members) {
      const { kinetic, potential } = member.energies();
      current.kineticEnergy += kinetic;
      current.potentialEnergy += potential;
    }
    return current;
  }

  /**
   * One time step.
   * @param torques nv numbers, in N m or N, beside what the actuators do; zeros by default
   * @param externalForces six numbers for each joint of each model, force and moment in the joint's frame, in N and N m
   */
  step(torques?: Float64Array, externalForces?: Float64Array): void {
    this.checkForces(torques, externalForces);
    const start = performance.now();
    const { scene, settings, current } = this;
    const contacts = collectContacts(
      scene.contacts({ margin: settings.margin, certified: false }),
      this.owners,
      settings,
    );
    const detected = performance.now();
    this.fall(torques, externalForces);
    const moved = performance.now();
    const [q, v] = [this.q.slice(), this.v.slice()];
    const found = this.resolve(contacts);
    const solved = performance.now();
    this.last = { q, v, next: this.next.slice(), externalForces: externalForces?.slice(), contacts, ...found };
    this.advance();
    const { timings } = current;
    timings.collision = detected - start;
    timings.dynamics = moved - detected + (performance.now() - solved);
    timings.solver = solved - moved;
    current.steps++;
    current.time += settings.timeStep;
    current.contacts = contacts;
    current.penetration = contacts.reduce((most, { gap }) => Math.max(most, -gap), 0);
  }

  /**
   * The derivatives of the last step: of the state after it by the state before it and by the torques, configurations on their
   * tangent. Contacts hold on to what they do: stick, slide or take off.
   * @param options how collision detection is differentiated: see `differentiate`; `'exact'` by default
   */
  stepDerivatives(options: DerivativeOptions = { estimator: 'exact' }): StepDerivatives {
    const { last, members, owners, settings, rows, controls } = this;
    if (!last) throw new RangeError('Simulator.stepDerivatives: no step was made yet; call step() first');
    const after = this.q.slice();
    this.q.set(last.q);
    this.place();
    try {
      return differentiateStep({ members, owners, settings, rows, controls }, last, options);
    } finally {
      this.q.set(after);
      this.place();
    }
  }

  private checkForces(torques: Float64Array | undefined, externalForces: Float64Array | undefined): void {
    const where = 'Simulator.step';
    if (torques !== undefined) checkVector(where, 'torques', torques, this.nv);
    const joints = this.members.reduce((sum, { model }) => sum + model.joints.length, 0);
    if (externalForces !== undefined) checkVector(where, 'externalForces', externalForces, 6 * joints);
    checkVector(where, 'controls', this.controls, this.controls.length);
  }

  /** Velocities at the end of the step without contacts: v + Δt M⁻¹ (τ − b), (2). */
  private fall(torques: Float64Array | undefined, externalForces: Float64Array | undefined): void {
    const { timeStep } = this.settings;
    if (torques) this.torque.set(torques);
    else this.torque.fill(0);
    let [firstJoint, firstControl] = [0, 0];
    for (const { model, data, q, v, torque, next } of this.members) {
      const joints = 6 * model.joints.length;
      applyActuators(model, q, v, this.controls.subarray(firstControl, firstControl + model.actuators.length), torque);
      for (let k = 0; k < model.nv; k++) torque[k] -= model.damping[k] * v[k];
      const acceleration = accelerate(
        model,
        data,
        q,
        v,
        torque,
        externalForces?.subarray(firstJoint, firstJoint + joints),
      );
      for (let k = 0; k < model.nv; k++) next[k] = v[k] + timeStep * acceleration[k];
      firstJoint += joints;
      firstControl += model.actuators.length;
    }
  }

  /** Contacts, limits, dry friction and closures change the velocities: (3) and (4). */
  private resolve(
    contacts: readonly SimulatedContact[],
  ): Omit<StepRecord, 'q' | 'v' | 'next' | 'externalForces' | 'contacts'> {
    const { rows, settings, current, owners } = this;
    const { timeStep } = settings;
    rows.clear();
    const errors: number[] = [];
    for (const member of this.members) addClosures(rows, member, errors);
    const bilateral = rows.count;
    for (const contact of contacts) addContact(rows, contact, owners);
    const joints: JointRow[] = [];
    for (const member of this.members) {
      addLimits(rows, member, settings, joints);
      addJointFriction(rows, member, timeStep, joints);
    }
    if (rows.count === 0) {
      current.status = 'free';
      current.iterations = 0;
      const none = new Float64Array(0);
      return { bilateral, joints, impulses: none, sigma: none, before: none };
    }
    const problem = this.problemOf(bilateral, errors, contacts, joints);
    const start = this.vector(3);
    const isWarm = this.memory.recall(start, bilateral, contacts, joints);
    const { solution } = this;
    solve(problem, settings.solver, isWarm ? { impulses: start } : undefined, solution);
    rows.push(solution.impulses);
    for (const [k, contact] of contacts.entries()) toWorld(contact, solution.impulses, bilateral + 3 * k);
    this.memory.keep(solution.impulses, bilateral, contacts, joints);
    current.status = solution.status;
    current.iterations = solution.iterations;
    current.residuals = solution.residuals;
    const impulses = solution.impulses.slice();
    const reference = this.vector(1);
    const sigma = solution.velocities.map((x, k) => x - reference[k] + settings.compliance * impulses[k]);
    return { bilateral, joints, impulses, sigma, before: this.vector(2).slice() };
  }

  private problemOf(
    bilateral: number,
    errors: readonly number[],
    contacts: readonly SimulatedContact[],
    joints: readonly JointRow[],
  ): ContactProblem {
    const { rows, settings } = this;
    const { timeStep, compliance: soft, baumgarte } = settings;
    const size = rows.count;
    if (this.room.size !== size)
      this.room = { size, delassus: new DenseMatrix(size, new Float64Array(size * size)), vectors: [] };
    const { delassus } = this.room;
    delassus.values.fill(0);
    rows.respond();
    rows.fillDelassus(delassus.values);
    const [freeVelocity, reference, before] = [this.vector(0), this.vector(1), this.vector(2)];
    reference.fill(0);
    rows.multiply(({ next }) => next, freeVelocity);
    rows.multiply(({ v }) => v, before);
    const friction = new Float64Array(contacts.length + joints.length);
    for (let k = 0; k < bilateral; k++) reference[k] = (-baumgarte * errors[k]) / timeStep;
    contacts.forEach((contact, k) => {
      const row = bilateral + 3 * k;
      friction[k] = contact.friction;
      reference[row + 2] = referenceOf(contact, before[row + 2], settings);
    });
    joints.forEach((joint, k) => {
      friction[contacts.length + k] = joint.friction;
      freeVelocity[joint.row + 2] += joint.press;
      reference[joint.row + 2] = joint.reference;
    });
    const compliance = soft > 0 ? this.vector(4).fill(soft) : undefined;
    return { delassus, freeVelocity, reference, friction, bilateral, compliance };
  }

  private vector(index: number): Float64Array {
    const { vectors, size } = this.room;
    while (vectors.length <= index) vectors.push(new Float64Array(size));
    return vectors[index];
  }

  /** Moves everything with the new velocities, (5), if they are numbers. */
  private advance(): void {
    const { timeStep } = this.settings;
    const isSound = this.next.every((x) => Math.abs(x) < 1e100);
    if (!isSound) {
      this.current.status = 'failed';
      this.next.fill(0);
      this.memory.clear();
    }
    this.v.set(this.next);
    for (let k = 0; k < this.nv; k++) this.next[k] *= timeStep;
    for (const { model, q, next } of this.members) integrate(model, q, next, q);
    this.place();
  }

  /** Bodies to where the configurations say. */
  private place(): void {
    for (const member of this.members) {
      forwardKinematics(member.model, member.data, member.q, member.v);
      member.moveBodies();
    }
  }
}
