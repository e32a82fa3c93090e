import { wrongType } from '../check/argument.ts';
import { currentWorkspace } from '../contact/workspace.ts';
import { checkConfiguration, checkVector } from '../dynamics/check-arguments.ts';
import { forgetPairs } from '../scene/pair-memory.ts';
import { roundStates } from './compact-state.ts';
import type { LinearIsland } from './derivatives/linear-island.ts';
import type { LinearizeOptions } from './derivatives/linearize-options.ts';
import type { ParameterWorld } from './derivatives/parameters.ts';
import { type Keep, recordOf, type StepRecord } from './derivatives/record.ts';
import {
  readStepOptions,
  type StepDerivativeOptions,
  type StepDerivatives,
  type StepMatrices,
  type StepSettings,
} from './derivatives/step-derivatives.ts';
import { StepDifferentiator } from './derivatives/step-differentiator.ts';
import { areApart, JointStability } from './joint-stability.ts';
import { type SimulatorNotice, simulatorNotices } from './notices.ts';
import type { StepReport } from './report.ts';
import { Rollback } from './rollback.ts';
import { SimulatorBase } from './simulator-base.ts';
import { type Moment, readSnapshot, writeSnapshot } from './snapshot.ts';
import { stopped } from './stop-check.ts';

/** Configurations and velocities of all models, one after the other. */
export interface SimulatorState {
  readonly q: Float64Array;
  readonly v: Float64Array;
}

/**
 * A simulation of robots and free bodies with contact and friction. A step detects contacts, solves for the impulses that change
 * the velocities, and then moves all bodies freely with the new velocities, which conserves momentum and energy.
 * @example
 * ```ts
 * const scene = new Scene();
 * scene.add(halfspace(), {}, { static: true, name: 'floor' });
 * const sim = new Simulator({ models: [freeBody(box(0.5, 0.5, 0.5), { pose: { position: [0, 0, 1] } })], scene });
 * for (let k = 0; k < 240; k++) sim.step();
 * sim.state.q[2]; // 0.5: it rests on the floor
 * ```
 */
export class Simulator extends SimulatorBase {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Simulator';

  /** A copy of the last step's record, made before trial steps overwrite the arrays of that step. */
  private kept: StepRecord | null = null;
  private readonly stability = new JointStability();

  /** Copies of the configurations and velocities. */
  get state(): SimulatorState {
    return { q: this.q.slice(), v: this.v.slice() };
  }

  /**
   * Pairs of links that do not collide with each other and the reason, at most 10,000 pairs per model, and joints beyond their
   * limits in the reference configuration.
   */
  get notices(): readonly SimulatorNotice[] {
    return simulatorNotices(this.members);
  }

  /**
   * Sets the state, and clears all data kept between steps: impulses, reused contacts and the warm starts of collision detection.
   * So the steps that follow depend on the state, controls and forces alone, to the last bit. An omitted part of the state does not change.
   */
  setState(state: { readonly q?: Float64Array; readonly v?: Float64Array }): void {
    const where = `${this.settings.where}.setState`;
    const { q, v } = state;
    if (q !== undefined) checkVector(where, 'q', q, this.nq);
    if (v !== undefined) checkVector(where, 'v', v, this.nv);
    let at = 0;
    for (const { model } of this.members) {
      if (q !== undefined) checkConfiguration(where, 'q', q.subarray(at, at + model.nq), model);
      at += model.nq;
    }
    if (q !== undefined) this.q.set(q);
    if (v !== undefined) this.v.set(v);
    this.forget();
  }

  /**
   * Called many times in every step: in broad phase, narrow phase and contact solver. When it returns true, the step ends with the status
   * `'stopped'`, and nothing has moved in it; in a world with substeps, nothing has moved in the substep that was stopped. Null, the default, never stops a step. In a worker it may read a flag in shared memory.
   */
  get shouldStop(): (() => boolean) | null {
    return this.stopCheck.shouldStop;
  }

  set shouldStop(given: (() => boolean) | null) {
    if (given !== null && typeof given !== 'function')
      throw wrongType(this.settings.where, 'shouldStop', given, 'give a function that returns true to stop, or null');
    this.stopCheck.shouldStop = given;
  }

  /** Clears all data kept between steps except the state, and places the bodies at the state. */
  private forget(): void {
    this.sleep.restart(this.members);
    this.sleep.noteChange();
    this.memory.clear();
    for (const { impulse } of this.bodyJoints) impulse.fill(0);
    this.work.detection.forget();
    forgetPairs(this.scene);
    this.hasStepped = false;
    this.work.timeStep.place();
  }

  /**
   * The simulator as bytes: models, scene, options, state, controls and the warm starts of contacts and pairs. A restored
   * simulator continues with the same bits. Friction and restitution must be numbers, and the scene must have no filter of the user
   * and no custom shapes, which are programs; `userData` is not kept.
   */
  snapshot(): Uint8Array {
    // A restored simulator is awake.
    this.sleep.restart(this.members);
    // This simulator and a restored one then both search their contacts again.
    this.work.detection.forget();
    const { q, v, current } = this;
    this.clock.set(current.steps, current.time);
    return writeSnapshot(this, { q, v, steps: current.steps, time: current.time }, this.describeWorld());
  }

  /** The data that a world adds to its snapshot; undefined for other simulators. @internal */
  protected describeWorld(): object | undefined {
    return undefined;
  }

  /** Makes a simulator from the bytes of `snapshot`. The bytes are checked; truncated, modified or foreign bytes throw an error. */
  static restore(bytes: Uint8Array): Simulator {
    const where = 'Simulator.restore';
    return readSnapshot(where, bytes, ({ options, known, world }) => {
      if (world !== undefined) throw new RangeError(`${where}: bytes are a snapshot of a world; use World.restore`);
      return new Simulator(options, known);
    });
  }

  /** Sets the state and the time of a snapshot. @internal */
  resume({ q, v, steps, time }: Moment): void {
    // The joints already have the impulses of the snapshot, which `setState` clears.
    const impulses = this.bodyJoints.map(({ impulse }) => impulse.slice());
    this.setState({ q, v });
    for (const [k, { impulse }] of this.bodyJoints.entries()) impulse.set(impulses[k]);
    this.clock.set(steps, time);
  }

  /**
   * Saves the state, to return to it with `load`: configurations, velocities, controls, poses of static bodies, time, and the warm
   * starts of contacts and pairs. Steps after `load` have the same bits as steps after `save`. Models, bodies and options are
   * not saved: the state can be loaded until bodies or joints are added or removed, or options change.
   * @param out a result of an earlier call, whose memory is reused
   */
  save(out: Rollback = new Rollback()): Rollback {
    // Persistent contacts are not saved: they are searched again after `save` as after `load`.
    if (this.settings.contactReuse > 0) this.work.detection.forget();
    return this.parts.save(`${this.settings.where}.save`, this.version, out);
  }

  /** Returns to a saved state of this simulator. */
  load(saved: Rollback): void {
    this.parts.load(`${this.settings.where}.load`, this.version, saved);
    if (this.settings.contactReuse > 0) this.work.detection.forget();
    this.hasStepped = false;
  }

  /** Changes with the members and the bodies. Both counts only increase, so their sum stays equal only if both counts do. */
  private get version(): number {
    this.refreshVectors();
    return this.memberChanges + this.scene.changes;
  }

  /**
   * A hash of the state by its bits, as 16 hexadecimal digits, to compare simulations in different engines and on different
   * machines: configurations, velocities, controls, poses of static bodies, and in a world the forces of the next step, the
   * torques and targets of robots' joints, the damping of bodies, and the angles and motors of joints between bodies. −0 counts as 0. Time,
   * options and warm starts are not included.
   */
  hash(): string {
    return this.parts.hash();
  }

  /** The report of the last step: the same object every time. Energies are computed at the present state. */
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
   * One time step. If the step throws an error, for example for lack of memory, or is stopped, the state before it is restored and the data
   * kept between steps is cleared, as by `setState`.
   * @param torques nv numbers, in N m or N, in addition to the torques of actuators; zeros by default
   * @param externalForces six numbers for each joint of each model, force and moment in the joint's frame, in N and N m
   */
  step(torques?: Float64Array, externalForces?: Float64Array): void {
    this.checkForces(torques, externalForces);
    if (this.isSkippable && torques === undefined && externalForces === undefined) {
      this.skipStep();
      return;
    }
    this.start.take(this.q, this.v, this.controls, torques, externalForces);
    try {
      this.stopCheck.during(this.scene.bodyIndex, currentWorkspace(), () => this.runStep(torques, externalForces));
    } catch (error) {
      this.start.restore(this.q, this.v);
      // After an error, arrays that grow together may have different sizes.
      this.work = this.makeWorkspace();
      this.forget();
      if (error !== stopped) throw error;
      this.current.status = 'stopped';
    }
  }

  /** Whether a step without torques and external forces changes only the number of steps and the time. @internal */
  protected get isSkippable(): boolean {
    return this.sleep.isSkippable && this.areAllFree;
  }

  private runStep(torques: Float64Array | undefined, externalForces: Float64Array | undefined): void {
    const start = performance.now();
    const { scene, settings, current, members, sleep } = this;
    const { detection, resolver, timeStep, joints } = this.work;
    const { contacts } = detection;
    sleep.begin(members, torques, externalForces);
    if (sleep.hasSleepers) for (const bodyJoint of this.bodyJoints) sleep.wakeAcross(bodyJoint);
    if (sleep.checkQuiet(members)) {
      this.skipStep();
      return;
    }
    // If a pose is not finite or out of range, no contacts are searched, and the step fails.
    timeStep.moveFirstHalf(scene, this.memory);
    if (timeStep.arePlaced()) detection.find(scene);
    else contacts.clear();
    const detected = performance.now();
    joints.place();
    this.stability.update(members, joints, settings.timeStep);
    timeStep.accelerate(torques, externalForces);
    const moved = performance.now();
    timeStep.resolve(contacts, resolver, current);
    const solved = performance.now();
    this.hasStepped = true;
    this.kept = null;
    if (!timeStep.advance(this.start.q, scene)) {
      current.status = 'failed';
      this.memory.clear();
    } else {
      if (settings.compactState) roundStates(members);
      if (current.status === 'converged' && (timeStep.isOpen() || areApart(joints))) current.status = 'open';
      sleep.observe(members, contacts, joints.awake, resolver.rows.workspace, settings.timeStep);
    }
    const { timings } = current;
    timings.collision = detected - start;
    timings.dynamics = moved - detected + (performance.now() - solved);
    timings.solver = solved - moved;
    this.clock.advance(settings.timeStep);
    current.penetration = contacts.penetration;
    const { pairs, contacts: points } = contacts.leftOut;
    if (pairs + points > 0 && current.status !== 'failed') current.status = 'crowded';
  }

  /** A step in which nothing is awake: only the number of steps, the time and the timings of the report change. */
  private skipStep(): void {
    const { current, settings } = this;
    Object.assign(current.timings, { collision: 0, dynamics: 0, solver: 0 });
    this.clock.advance(settings.timeStep);
  }

  /**
   * The derivatives of the last step: of the state after it with respect to the state before it, the torques and the parameters, with
   * configurations in their tangent space. The mode of each contact is held fixed: sticking, sliding or separating,
   * except with `randomized`.
   */
  stepDerivatives(options: StepDerivativeOptions = {}): StepDerivatives {
    const where = `${this.settings.where}.stepDerivatives`;
    this.checkDifferentiable(where);
    const settings = readStepOptions(where, options, this.world);
    const record = settings.randomized ? this.record : this.recordWith((values) => values);
    if (!record) throw new RangeError(`${where}: no step was made yet; call step() first`);
    return this.differentiate(record, settings);
  }

  /** Throws if steps are not single steps of the integrator. @internal */
  checkDifferentiable(_where: string): void {}

  /** Like `stepDerivatives`, of a recorded step. @param out memory that the result may use @internal */
  derivativesOf(record: StepRecord, options: StepDerivativeOptions, out: StepMatrices): StepDerivatives {
    const settings = readStepOptions(`${this.settings.where}.stepDerivatives`, options, this.world);
    return this.differentiate(record, settings, out);
  }

  /** The derivatives of some step. @param out memory that the result may use @internal */
  differentiate(record: StepRecord, options: StepSettings, out?: StepMatrices): StepDerivatives {
    // Trial steps overwrite the arrays of the last step.
    if (options.randomized) this.kept ??= this.recordIfSmooth((values) => values.slice());
    return this.differentiator.differentiate(record, options, out);
  }

  /** The model data in which names in options are looked up. @internal */
  get world(): ParameterWorld {
    const { scene, members, owners } = this;
    return { scene, members, owners };
  }

  /** A copy of the last step's record for derivatives; null if no step was made since the state was set or loaded. @internal */
  get record(): StepRecord | null {
    return this.recordWith((values) => values.slice());
  }

  /** Like `record`; null if the last step has no derivatives. @param keep copies the arrays of the step @internal */
  recordIfSmooth(keep: Keep): StepRecord | null {
    return this.stability.isActive || this.sleep.hadSleepers ? null : this.recordWith(keep);
  }

  private recordWith(keep: Keep): StepRecord | null {
    this.refreshVectors();
    const { start, members } = this;
    const { where } = this.settings;
    const { detection, resolver, timeStep } = this.work;
    if (!this.hasStepped) return null;
    if (this.kept) return this.kept;
    if (this.stability.isActive)
      throw new RangeError(
        `${where}.stepDerivatives: joint forces are too large for the time step, and their stabilization has no derivatives; use a smaller timeStep`,
      );
    if (this.sleep.hadSleepers)
      throw new RangeError(
        `${where}.stepDerivatives: bodies sleep, and their derivatives are unknown; make the world with sleeping: false`,
      );
    return recordOf(timeStep.motionFrom(start.record(keep), keep), members, detection.contacts, resolver, keep);
  }

  private get differentiator(): StepDifferentiator {
    const { scene, members, owners, settings } = this;
    const vectors = this.refreshVectors();
    const { work } = this;
    const { timeStep, joints } = work;
    work.differentiator ??= new StepDifferentiator({ scene, members, owners, settings, vectors, timeStep, joints });
    return work.differentiator;
  }

  /** A step's linear equations, valid until the next call. @internal */
  linearize(record: StepRecord, options: LinearizeOptions): LinearIsland[] {
    return this.differentiator.linearize(record, options);
  }

  private checkForces(torques: Float64Array | undefined, externalForces: Float64Array | undefined): void {
    const where = `${this.settings.where}.step`;
    if (torques !== undefined) checkVector(where, 'torques', torques, this.nv);
    if (externalForces !== undefined) {
      const joints = this.members.reduce((sum, { model }) => sum + model.joints.length, 0);
      checkVector(where, 'externalForces', externalForces, 6 * joints);
    }
    checkVector(where, 'controls', this.controls, this.controls.length);
  }
}
