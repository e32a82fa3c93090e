import { checkNumber } from '../../check/argument.ts';
import type { Pose } from '../../math/pose.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { Coupling, CouplingMotor } from '../coupling.ts';
import { velocityOf } from '../coupling-rows.ts';
import type { Handle } from './handle.ts';
import { type JointMotor, readMotor, type WorldJointKind, writeMotor } from './joint-options.ts';
import type { RigidBody } from './rigid-body.ts';
import type { RobotLink } from './robot.ts';

/** An end of a joint: a body, a robot's link, or the world (`'world'` or null). */
export type JointBody = RigidBody | RobotLink | 'world' | null;

/** What a joint was made of. */
export interface JointMaking {
  /** The bodies or robots that it connects; null for the world. */
  readonly a: Handle | null;
  readonly b: Handle | null;
  /** What it joins: two bodies with its frame in the axes of each, or two hinges. */
  readonly between:
    | { readonly ends: readonly [JointBody, JointBody]; readonly frames: readonly [Pose, Pose] }
    | { readonly first: WorldJoint; readonly second: WorldJoint };
  /** In N and N m; infinite if it does not break. */
  readonly breakForce: number;
  readonly breakTorque: number;
  /** Whether its bodies collide with each other. */
  readonly collide: boolean;
}

/** What a joint needs of its world. */
export interface JointHome {
  remove(joint: WorldJoint): void;
  /** Wakes its bodies. */
  wake(joint: WorldJoint): void;
}

/**
 * A joint between two bodies of a world, from `world.connect`.
 * @example
 * ```ts
 * const door = world.connect(null, panel, { kind: 'hinge', anchor: [0, 0, 1], axis: [0, 0, 1], limits: [0, 2] });
 * door.motor = { velocity: 1, maxForce: 20 };
 * world.step();
 * door.position; // the angle, in rad
 * ```
 */
export class WorldJoint {
  /** For the user; not part of snapshots. */
  userData: unknown;
  /** Whether its force or torque exceeded `breakForce` or `breakTorque`. It is then removed, too. */
  isBroken = false;
  private home: JointHome | null;

  /** @internal */
  constructor(
    home: JointHome,
    /** @internal */
    readonly making: JointMaking,
    /** @internal */
    readonly coupling: Coupling,
  ) {
    this.home = home;
  }

  /** Unique among the joints of its world. */
  get name(): string {
    return this.coupling.name;
  }

  /** The bodies or robots that it connects; null for the world. */
  get a(): Handle | null {
    return this.making.a;
  }

  get b(): Handle | null {
    return this.making.b;
  }

  /** In N; infinite if no force breaks it. */
  get breakForce(): number {
    return this.making.breakForce;
  }

  /** In N m; infinite if no torque breaks it. */
  get breakTorque(): number {
    return this.making.breakTorque;
  }

  get kind(): WorldJointKind | 'gear' {
    return this.coupling.kind;
  }

  /** Whether it was removed, by `remove`, with one of its bodies, or because it broke. */
  get isRemoved(): boolean {
    return this.home === null;
  }

  /** Removes it, at the end of the step if one is under way. A second call has no effect. */
  remove(): void {
    this.home?.remove(this);
  }

  /** @internal */
  leave(): void {
    this.home = null;
  }

  /** The angle of a hinge in rad, counted beyond a turn; the displacement of a slider or the distance of two anchors in m. */
  get position(): number {
    this.require('position');
    this.coupling.place();
    return this.coupling.position();
  }

  /** The rate of `position`, in rad/s or m/s. */
  get velocity(): number {
    this.require('velocity');
    this.coupling.place();
    return velocityOf(this.coupling);
  }

  /** The force of a on b in the last step, in N, in world axes. It acts at b's anchor. */
  get force(): Vec3 {
    return this.perStep(0);
  }

  /** The torque of a on b in the last step, in N m, in world axes. */
  get torque(): Vec3 {
    return this.perStep(3);
  }

  /** The motor of a hinge, slider or cylindrical joint; null for none. */
  get motor(): JointMotor | null {
    const { motor } = this.coupling.options;
    return motor && writeMotor(motor);
  }

  set motor(motor: JointMotor | null) {
    const where = this.require('motor');
    if (motor !== null && !['hinge', 'slider', 'cylindrical'].includes(this.kind))
      throw new RangeError(`${where}: a ${this.kind} joint has no motor; use a hinge, slider or cylindrical joint`);
    this.coupling.options.motor = motor === null ? null : readMotor(where, motor);
    this.home?.wake(this);
  }

  /** The wanted position of a motor with stiffness, in rad or m; the wanted velocity of any other, in rad/s or m/s. */
  get target(): number {
    const motor = this.requireMotor();
    return motor.stiffness > 0 ? motor.position : motor.velocity;
  }

  set target(value: number) {
    const motor = this.requireMotor();
    checkNumber('WorldJoint.target', 'target', value, 'give a finite number');
    this.coupling.options.motor = { ...motor, [motor.stiffness > 0 ? 'position' : 'velocity']: value };
    this.home?.wake(this);
  }

  private requireMotor(): CouplingMotor {
    const where = this.require('target');
    const { motor } = this.coupling.options;
    if (motor) return motor;
    throw new RangeError(`${where}: "${this.name}" has no motor; set joint.motor first`);
  }

  private perStep(first: number): Vec3 {
    const { impulse, timeStep } = this.coupling;
    const [x, y, z] = impulse.subarray(first, first + 3);
    return [x / timeStep, y / timeStep, z / timeStep];
  }

  /** The call, if the joint is in its world and has a coordinate. */
  private require(field: string): string {
    const where = `WorldJoint.${field}`;
    if (!this.home)
      throw new RangeError(`${where}: "${this.name}" was removed from its world; connect the bodies again`);
    if (!this.coupling.coordinate) throw new RangeError(`${where}: a ${this.kind} joint has no coordinate`);
    return where;
  }
}
