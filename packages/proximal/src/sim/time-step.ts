// A time step of all members: unconstrained velocities, contact impulses, and motion with the new velocities.
import { areFinite } from '../contact/problem.ts';
import { accelerateFromRest } from '../dynamics/aba.ts';
import { addSprings } from '../dynamics/passive.ts';
import type { Scene } from '../scene/scene.ts';
import type { ContactSet } from './contact-set.ts';
import type { ContinuousCollision } from './continuous.ts';
import type { FirstHalfRecord, Keep, StepMotion } from './derivatives/record.ts';
import { FirstHalfMotion } from './first-half-motion.ts';
import { FreeBodies } from './free-bodies.ts';
import type { ImpulseMemory } from './impulse-memory.ts';
import type { Member } from './member.ts';
import type { SimulatorSettings } from './options.ts';
import { closeLoops, maxOpen, openingOf } from './projection.ts';
import type { StepReport } from './report.ts';
import type { Resolver } from './resolver.ts';
import type { Sleep } from './sleep.ts';
import type { SpeculativeFilter } from './speculative-filter.ts';
import type { StateVectors } from './state-vectors.ts';

/** In meters and radians: a step that would exceed this fails. Doubles of this size are more than 0.1 mm apart. */
const maxPosition = 1e12;

/**
 * The largest number of corrections of saturation and velocity limits after a contact solve. After each correction, the contacts are solved
 * again.
 */
const maxReviews = 20;

/** Whether all magnitudes are below `maxPosition`; false if a value is NaN. */
function areWithinRange(values: Float64Array): boolean {
  for (let k = 0; k < values.length; k++) if (!(Math.abs(values[k]) < maxPosition)) return false;
  return true;
}

/**
 * The phases of a time step, one method each, to be called in this order. The contacts are found after `moveFirstHalf`, which moves nothing
 * unless the integrator is the midpoint rule.
 */
export class TimeStep {
  private readonly firstHalf: FirstHalfMotion | null;
  /** The state at which forces and contacts are evaluated: with the midpoint integrator, a copy; else the state itself. */
  private readonly middle: { readonly q: Float64Array; readonly v: Float64Array };
  /** Members that are not free bodies, and members with loop closures. */
  private readonly articulated: readonly Member[];
  private readonly closed: readonly Member[];
  /** The index of each member's first external force. */
  private readonly firstForces: readonly number[];
  /** The members that are awake: free bodies and others. Valid while `revision` equals `sleep.revision`. */
  private bodies: FreeBodies;
  private robots: readonly Member[] = [];
  private revision = -1;

  constructor(
    private readonly members: readonly Member[],
    private readonly vectors: StateVectors,
    private readonly settings: SimulatorSettings,
    private readonly filter: SpeculativeFilter,
    private readonly continuous: ContinuousCollision,
    private readonly sleep: Pick<Sleep, 'revision'>,
  ) {
    const { q, v } = vectors.all;
    this.firstHalf = settings.integrator === 'midpoint' ? new FirstHalfMotion(members, settings) : null;
    this.middle = this.firstHalf ? { q: q.slice(), v: v.slice() } : { q, v };
    this.articulated = members.filter(({ free }) => !free);
    this.closed = members.filter(({ model }) => model.constraints.length > 0);
    let firstForce = 0;
    this.firstForces = members.map(({ model }) => {
      firstForce += 6 * model.joints.length;
      return firstForce - 6 * model.joints.length;
    });
    this.bodies = new FreeBodies([], vectors.all, []);
  }

  /** The sensors that fast bodies have crossed since the last call, each with the body. */
  takeCrossings(): ReturnType<ContinuousCollision['takeCrossings']> {
    return this.continuous.takeCrossings();
  }

  /** Whether all members are free bodies. */
  get areAllFree(): boolean {
    return this.articulated.length === 0;
  }

  /** Lists the members that are awake. */
  private selectAwake(): void {
    const { sleep, articulated, members, vectors, firstForces } = this;
    if (this.revision === sleep.revision) return;
    this.revision = sleep.revision;
    this.robots = articulated.filter(({ isAsleep }) => !isAsleep);
    const free = members.filter((member) => member.free && !member.isAsleep);
    this.bodies = new FreeBodies(
      free,
      vectors.all,
      free.map(({ index }) => firstForces[index]),
    );
  }

  /**
   * The motion of the last step.
   * @param start the state and the inputs before it
   * @param keep copies an array, if the motion must outlive the next step
   */
  motionFrom(start: Pick<StepMotion, 'q' | 'v' | 'torques' | 'externalForces' | 'controls'>, keep: Keep): StepMotion {
    const { firstHalf, middle, continuous } = this;
    const { next, shift } = this.vectors.all;
    const { torques, externalForces, controls } = start;
    return {
      q: firstHalf ? keep(middle.q) : start.q,
      v: firstHalf ? keep(middle.v) : start.v,
      firstHalf: firstHalf?.record(start) ?? null,
      next: keep(next),
      shift: keep(shift),
      times: keep(continuous.times),
      torques,
      externalForces,
      controls,
    };
  }

  /**
   * The free motion in the first half of a step of the midpoint integrator.
   * @param last the impulses of the last step, or the record of a step that is repeated
   */
  moveFirstHalf(scene: Scene, last: ImpulseMemory | FirstHalfRecord | null): void {
    const { firstHalf, continuous, middle } = this;
    const { timeStep } = this.settings;
    const { q, v, next, shift } = this.vectors.all;
    if (!firstHalf) return;
    next.set(v);
    shift.fill(0);
    if (!this.isWithinRange()) return;
    if (last && 'locks' in last) firstHalf.restore(last);
    else if (last) firstHalf.recall(last);
    continuous.begin(timeStep / 2);
    if (continuous.isNeeded(scene)) scene.update();
    firstHalf.move(timeStep / 2);
    if (areFinite(v) && this.arePlaced()) continuous.limit(scene);
    firstHalf.storeTimes(continuous);
    middle.q.set(q);
    middle.v.set(v);
  }

  /**
   * The unconstrained velocities v + Δt M⁻¹ (τ − g), with the gravity torques g. Coriolis and centrifugal terms are part of the motion with the new
   * velocities.
   */
  accelerate(torques: Float64Array | undefined, externalForces: Float64Array | undefined): void {
    const { timeStep } = this.settings;
    const { all } = this.vectors;
    if (torques) all.torque.set(torques);
    else all.torque.fill(0);
    all.shift.fill(0);
    this.selectAwake();
    this.bodies.accelerate(externalForces, timeStep);
    for (const member of this.robots) {
      const { model, q, v, torque, servos } = member;
      const firstForce = this.firstForces[member.index];
      for (let k = 0; k < model.nv; k++) torque[k] -= model.damping[k] * v[k];
      if (member.isSprung) addSprings(model, q, torque);
      servos.begin(q, v, member.controls);
      member.forces = externalForces?.subarray(firstForce, firstForce + 6 * model.joints.length);
      this.accelerateRobot(member);
    }
  }

  /** Finds the unconstrained velocity of a robot and the saturation of its actuators that matches it. */
  private accelerateRobot(member: Member): void {
    if (member.servos.isEmpty) this.accelerateWith(member);
    else member.saturation.find(() => this.accelerateWith(member));
  }

  /** The unconstrained velocity of a robot for the present saturation of its actuators. @returns its acceleration */
  private accelerateWith({ model, data, v, torque, next, servos, load, forces }: Member): Float64Array {
    load.set(torque);
    if (!servos.isEmpty) servos.addTo(load);
    const acceleration = accelerateFromRest(model, data, load, forces);
    for (let k = 0; k < model.nv; k++) next[k] = v[k] + this.settings.timeStep * acceleration[k];
    return acceleration;
  }

  /** Corrects the saturation of actuators and the rows of velocity limits for the velocities after contacts. @returns whether they changed */
  private reviewLimits(round: number): boolean {
    let isChanged = false;
    for (const member of this.robots) {
      const { servos, speeds, v, next, load, firstV } = member;
      if (speeds.review(next)) isChanged = true;
      if (servos.isEmpty) continue;
      for (let k = 0; k < v.length; k++) load[k] = (next[k] - v[k]) / this.settings.timeStep;
      if (!member.saturation.review(load, round)) continue;
      this.accelerateWith(member);
      this.vectors.unconstrained.set(next, firstV);
      isChanged = true;
    }
    return isChanged;
  }

  /** Finds the contacts of parts that meet within the step, and solves for their impulses. */
  resolve(contacts: ContactSet, resolver: Resolver, report: StepReport): void {
    // Skip contacts if velocities are NaN, infinite or out of range: the step fails.
    if (!this.isWithinRange()) return;
    this.solve(contacts, resolver, report);
    for (const { servos, v, next } of this.robots) servos.finish(v, next);
  }

  private solve(contacts: ContactSet, resolver: Resolver, report: StepReport): void {
    const { unconstrained, all } = this.vectors;
    const { v, next, shift } = all;
    const { filter } = this;
    filter.setAside(contacts);
    for (const { speeds, v: before, next: after } of this.robots) speeds.begin(before, after);
    unconstrained.set(next);
    resolver.resolve(contacts, v, next, report, false, filter);
    for (let review = 1; ; review++) {
      const isRestored = filter.restore(contacts);
      const isBeyond = review <= maxReviews && this.reviewLimits(review);
      if (!isRestored && !isBeyond) break;
      next.set(unconstrained);
      resolver.resolve(contacts, v, next, report, true, filter);
    }
    resolver.correct(contacts, shift);
    resolver.moveAside(contacts);
  }

  /**
   * Moves all members with the new velocities.
   * @param from the configurations before the step
   * @param scene whose bodies fast members must not pass through
   * @returns false if numbers overflowed or left the range of positions: velocities are then zero, and positions those before the step
   */
  advance(from: Float64Array, scene: Scene): boolean {
    const { q, v, next, shift } = this.vectors.all;
    if (this.isWithinRange()) {
      this.moveMembers();
      if (areFinite(v) && this.arePlaced()) {
        this.continuous.limit(scene);
        return true;
      }
    }
    q.set(from);
    for (const velocity of [v, next, shift]) velocity.fill(0);
    for (const member of this.members) member.projections = [];
    this.place();
    return false;
  }

  /** Moves all members with their new velocities, and closes their loops. */
  private moveMembers(): void {
    const { settings, continuous } = this;
    const time = this.firstHalf ? settings.timeStep / 2 : settings.timeStep;
    continuous.begin(time);
    this.bodies.advance(settings.timeStep, time);
    for (const member of this.robots) {
      const before = openingOf(member);
      member.advance(settings.timeStep, time);
      member.projections = closeLoops(member, settings, before);
    }
  }

  /** Whether a rigid closure is open at the end of the step. */
  isOpen(): boolean {
    if (this.settings.closureCompliance > 0) return false;
    return this.closed.some((member) => openingOf(member) > maxOpen);
  }

  /** Whether the present positions, and the displacements of the step, are below `maxPosition`. */
  private isWithinRange(): boolean {
    const { timeStep } = this.settings;
    const { next, shift } = this.vectors.all;
    for (let k = 0; k < next.length; k++)
      if (!(timeStep * (Math.abs(next[k]) + Math.abs(shift[k])) < maxPosition)) return false;
    return this.arePlaced();
  }

  /** Whether all coordinates and the poses of all shapes are finite and within range. */
  arePlaced(): boolean {
    return areWithinRange(this.vectors.all.q) && this.articulated.every(({ poses }) => areWithinRange(poses));
  }

  /** Places all bodies at their configurations. */
  place(): void {
    for (const member of this.members) member.place();
  }
}
