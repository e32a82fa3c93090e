// Handles of the joints and actuators of robots in a world.
import { checkNumber, outOfRange } from '../../check/argument.ts';
import type { Actuator } from '../../dynamics/description.ts';
import type { ModelJoint } from '../../dynamics/model.ts';
import { defaultGains, type Gains } from '../default-gains.ts';
import type { Drive, Servos } from '../servos.ts';
import type { Robot } from './robot.ts';

/**
 * A joint of a robot in a world. Angles are in rad and torques in N m; for a prismatic joint, m and N.
 * @example
 * ```ts
 * const elbow = arm.joint('elbow');
 * elbow.torque = 10 * (1 - elbow.position) - elbow.velocity;
 * ```
 */
export class RobotJoint {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'RobotJoint';

  /** @internal */
  constructor(
    private readonly robot: Robot,
    /** The joint in the model. */
    readonly model: ModelJoint,
  ) {}

  get name(): string {
    return this.model.name;
  }

  get position(): number {
    return this.robot.moving.member.q[this.coordinate('position')];
  }

  /** Moves the joint at once. */
  set position(value: number) {
    const at = this.coordinate('position');
    const { member } = this.robot.moving;
    member.q[at] = this.read('position', value);
    member.place();
  }

  get velocity(): number {
    this.coordinate('velocity');
    return this.robot.moving.member.v[this.model.v];
  }

  set velocity(value: number) {
    this.coordinate('velocity');
    this.robot.moving.member.v[this.model.v] = this.read('velocity', value);
  }

  /**
   * A torque in N m, or a force in N, that acts in every step until it is changed, in addition to the actuators and the target. Together
   * they are limited to the joint's effort limit.
   */
  get torque(): number {
    this.coordinate('torque');
    return this.robot.moving.torques[this.model.v];
  }

  set torque(value: number) {
    this.coordinate('torque');
    this.robot.moving.torques[this.model.v] = this.read('torque', value);
  }

  /** The torque or force of its motor in the last step: of actuators, target and `torque` together, within the effort limit. */
  get effort(): number {
    this.coordinate('effort');
    return this.servos.efforts?.[this.model.v] ?? 0;
  }

  /**
   * The control of the joint's actuator: the target of a position or velocity actuator, the force of a motor. A joint without an
   * actuator is driven to this position, or to the nearest limit if the position is beyond the limits, with `stiffness` and
   * `damping`. Null without a target; setting null removes the drive.
   */
  get target(): number | null {
    const index = this.actuatorIndex();
    if (index >= 0) return this.robot.moving.member.controls[index];
    return this.servos.drives.get(this.model.v)?.target ?? null;
  }

  set target(value: number | null) {
    const index = this.actuatorIndex();
    if (index >= 0) {
      this.robot.moving.member.controls[index] = this.read('target', value);
      return;
    }
    const at = this.coordinate('target');
    if (value === null) {
      this.robot.require('RobotJoint.target');
      this.servos.drives.delete(this.model.v);
      return;
    }
    const target = this.read('target', value);
    this.drive('target', at).target = target;
  }

  /**
   * The stiffness of the drive to the target, in N m/rad or N/m. By default it suits the weight that the joint carries: see
   * docs/world.md. Setting it without a target makes the present position the target.
   */
  get stiffness(): number {
    return this.gains('stiffness').stiffness;
  }

  set stiffness(value: number) {
    this.setGain('stiffness', value);
  }

  /** The damping of the drive to the target, in N m s/rad or N s/m. By default it is critical. */
  get damping(): number {
    return this.gains('damping').damping;
  }

  set damping(value: number) {
    this.setGain('damping', value);
  }

  private get servos(): Servos {
    return this.robot.moving.member.servos;
  }

  private setGain(field: 'stiffness' | 'damping', value: number): void {
    const where = `RobotJoint.${field}`;
    this.gains(field);
    this.robot.require(where);
    checkNumber(where, field, value, 'give 0 or more', 0);
    this.drive(field, this.model.q)[field] = value;
  }

  /** The gains of the drive; without a drive, the gains that a new drive would have. */
  private gains(field: string): Readonly<Gains> {
    this.coordinate(field);
    if (this.actuatorIndex() >= 0)
      throw outOfRange(`RobotJoint.${field}`, 'joint', this.name, 'its actuator has the gains of the model');
    const { given } = this.robot.moving.member;
    return this.servos.drives.get(this.model.v) ?? defaultGains(given)[given.jointIndex(this.name)];
  }

  /** The drive; a new one holds the present position. */
  private drive(field: string, at: number): Drive {
    const { drives } = this.servos;
    const drive = drives.get(this.model.v) ?? { target: this.robot.moving.member.q[at], ...this.gains(field) };
    drives.set(this.model.v, drive);
    return drive;
  }

  private read(field: string, value: number | null): number {
    const where = `RobotJoint.${field}`;
    this.robot.require(where);
    return checkNumber(where, field, value, 'give a finite number, in radians or meters, seconds and newtons');
  }

  /** The index of the joint's coordinate in q. Throws unless the joint has exactly one coordinate and mimics no other joint. */
  private coordinate(field: string): number {
    const { nq, nv, mimic, name, kind } = this.model;
    if (nq === 1 && nv === 1 && mimic === null) return this.model.q;
    const remedy = mimic
      ? `it follows "${mimic.joint}": use that joint`
      : `a ${kind} joint has ${nq} coordinates: use robot.setConfiguration and robot.setVelocity`;
    throw outOfRange(`RobotJoint.${field}`, 'joint', name, remedy);
  }

  /** The index of its first actuator; −1 if it has none. */
  private actuatorIndex(): number {
    return this.robot.model.actuators.findIndex(({ joint }) => joint === this.name);
  }
}

/**
 * An actuator of a robot in a world.
 * @example
 * ```ts
 * arm.actuator('elbow_motor').control = 2;
 * ```
 */
export class RobotActuator {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'RobotActuator';

  /** @internal */
  constructor(
    private readonly robot: Robot,
    private readonly index: number,
  ) {}

  /** The actuator in the model. */
  get model(): Actuator {
    return this.robot.model.actuators[this.index];
  }

  get name(): string {
    return this.model.name;
  }

  /** The force of a motor, in N m or N; the target of a position or velocity actuator, in rad and rad/s or m and m/s. */
  get control(): number {
    return this.robot.moving.member.controls[this.index];
  }

  set control(value: number) {
    const where = 'RobotActuator.control';
    this.robot.require(where);
    this.robot.moving.member.controls[this.index] = checkNumber(where, 'control', value, 'give a finite number');
  }
}
