// A time step of all members: unconstrained velocities, contact impulses, and motion with the new velocities.
import { areFinite } from '../contact/problem.ts';
import { acceleratePlaced } from '../dynamics/aba.ts';
import { addSprings } from '../dynamics/passive.ts';
import type { Scene } from '../scene/scene.ts';
import { applyActuators } from './actuators.ts';
import type { ContactSet } from './contact-set.ts';
import type { ContinuousCollision } from './continuous.ts';
import type { Member } from './member.ts';
import type { SimulatorSettings } from './options.ts';
import { closeLoops, mostOpen, openingOf } from './projection.ts';
import type { StepReport } from './report.ts';
import type { Resolver } from './resolver.ts';
import type { SpeculativeFilter } from './speculative-filter.ts';
import type { StateVectors } from './state-vectors.ts';

/** In meters and radians: a step that would exceed this fails. The sine of angles above 2⁵³ is meaningless. */
const farthest = 1e12;

/** Whether all values are below the largest position. NaN is not. */
function areWithinRange(values: Float64Array): boolean {
  for (let k = 0; k < values.length; k++) if (!(Math.abs(values[k]) < farthest)) return false;
  return true;
}

/** The phases of a time step, one method each, to be called in this order after the contacts were found. */
export class TimeStep {
  constructor(
    private readonly members: readonly Member[],
    private readonly vectors: StateVectors,
    private readonly settings: SimulatorSettings,
    private readonly filter: SpeculativeFilter,
    private readonly continuous: ContinuousCollision,
  ) {}

  /** The time that each member moved in the last step, in seconds: less than the time step if it was stopped at an impact. */
  get times(): Float64Array {
    return this.continuous.times;
  }

  /** The unconstrained velocities v + Δt M⁻¹ (τ − g), (2). Coriolis and centrifugal terms are part of the motion. */
  accelerate(torques: Float64Array | undefined, externalForces: Float64Array | undefined): void {
    const { timeStep } = this.settings;
    const { all } = this.vectors;
    if (torques) all.torque.set(torques);
    else all.torque.fill(0);
    all.shift.fill(0);
    let firstJoint = 0;
    for (const member of this.members) {
      const { model, data, q, v, torque, next, free, controls } = member;
      const joints = 6 * model.joints.length;
      if (member.isAsleep) {
        firstJoint += joints;
        continue;
      }
      for (let k = 0; k < model.nv; k++) torque[k] -= model.damping[k] * v[k];
      if (free) {
        free.unconstrainedVelocity(v, torque, externalForces, firstJoint, timeStep, next);
        firstJoint += joints;
        continue;
      }
      if (member.isSprung) addSprings(model, q, torque);
      applyActuators(model, q, v, controls, torque);
      const forces = externalForces?.subarray(firstJoint, firstJoint + joints);
      const acceleration = acceleratePlaced(model, data, torque, forces);
      for (let k = 0; k < model.nv; k++) next[k] = v[k] + timeStep * acceleration[k];
      firstJoint += joints;
    }
  }

  /** Finds the contacts of parts that meet within the step, and solves for their impulses. */
  resolve(contacts: ContactSet, resolver: Resolver, report: StepReport): void {
    // Skip contacts if velocities are NaN, infinite or out of range: the step fails.
    if (!this.isWithinRange()) return;
    const { unconstrained, all } = this.vectors;
    const { v, next, shift } = all;
    const { filter } = this;
    filter.deactivate(contacts);
    unconstrained.set(next);
    resolver.resolve(contacts, v, next, shift, report);
    while (filter.reactivate(contacts)) {
      next.set(unconstrained);
      resolver.resolve(contacts, v, next, shift, report);
    }
  }

  /**
   * Moves all members with the new velocities, (5).
   * @param from the configurations before the step
   * @param scene whose bodies fast members must not pass through
   * @returns false if numbers overflowed before or during the motion: velocities are then zero and positions unchanged
   */
  advance(from: Float64Array, scene: Scene): boolean {
    const { q, v, next, shift } = this.vectors.all;
    if (this.isWithinRange()) {
      this.moveOn();
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
  private moveOn(): void {
    const { members, settings, continuous } = this;
    continuous.begin();
    for (const member of members) {
      if (member.isAsleep) continue;
      const before = openingOf(member);
      member.advance(settings.timeStep);
      member.projections = closeLoops(member, settings, before);
    }
  }

  /** Whether a rigid closure is open at the end of the step. */
  isOpen(): boolean {
    if (this.settings.closureCompliance > 0) return false;
    return this.members.some((member) => openingOf(member) > mostOpen);
  }

  /** Whether the new velocities keep all positions within the range that poses resolve. */
  private isWithinRange(): boolean {
    const { timeStep } = this.settings;
    const { next, shift } = this.vectors.all;
    for (let k = 0; k < next.length; k++)
      if (!(timeStep * (Math.abs(next[k]) + Math.abs(shift[k])) < farthest)) return false;
    return this.arePlaced();
  }

  /** Whether all coordinates and the poses of all shapes are finite and within range. */
  arePlaced(): boolean {
    return areWithinRange(this.vectors.all.q) && this.members.every(({ free, poses }) => free || areWithinRange(poses));
  }

  /** Places all bodies at their configurations. */
  place(): void {
    for (const member of this.members) member.place();
  }
}
