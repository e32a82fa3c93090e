import { checkNumber } from '../../check/argument.ts';
import type { BodyJoint, BodyJointMotor } from '../body-joint.ts';
import { velocityOf } from '../body-joint-rows.ts';
import { type JointMotor, readMotor, writeMotor } from './joint-options.ts';

/** The properties of its joint that a coordinate uses. */
interface CoordinateOwner {
  readonly bodyJoint: BodyJoint;
  readonly isRemoved: boolean;
  wake(): void;
}

/** Kinds whose first coordinate can have a motor. */
const driven = ['hinge', 'slider', 'cylindrical', 'universal'];

/**
 * A coordinate of a joint between bodies.
 * @example
 * ```ts
 * const joint = world.connect(null, wheel, { kind: 'cylindrical', axis: [0, 0, 1], turn: { limits: [-1, 1] } });
 * joint.position; // the displacement, in m
 * joint.turn?.position; // the angle, in rad
 * ```
 */
export class JointCoordinate {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'JointCoordinate';

  /** @internal */
  constructor(
    private readonly joint: CoordinateOwner,
    private readonly index: number,
  ) {}

  /** In rad or m. An angle may exceed a full turn, except for a swing. */
  get position(): number {
    const { bodyJoint } = this.require('position');
    bodyJoint.place();
    return bodyJoint.position(this.index);
  }

  /** The rate of `position`, in rad/s or m/s. */
  get velocity(): number {
    const { bodyJoint } = this.require('velocity');
    bodyJoint.place();
    return velocityOf(bodyJoint, this.index);
  }

  /** The motor of the coordinate; null for none. */
  get motor(): JointMotor | null {
    const motor = this.joint.bodyJoint.coordinateOptions[this.index]?.motor;
    return motor ? writeMotor(motor) : null;
  }

  set motor(motor: JointMotor | null) {
    const { bodyJoint } = this.require('motor');
    if (motor !== null && this.index === 0 && !driven.includes(bodyJoint.kind))
      throw new RangeError(
        `${this.where('motor')}: a ${bodyJoint.kind} joint has no motor; use a hinge, slider, cylindrical or universal joint`,
      );
    bodyJoint.coordinateOptions[this.index].motor =
      motor === null ? null : readMotor(this.where('motor'), 'motor', motor);
    this.joint.wake();
  }

  /**
   * The target position of a motor with stiffness, in rad or m; the target velocity of any other motor, in rad/s or m/s. For a position beyond a
   * limit, the motor drives to the limit.
   */
  get target(): number {
    const motor = this.requireMotor();
    return motor.stiffness > 0 ? motor.position : motor.velocity;
  }

  set target(value: number) {
    const motor = this.requireMotor();
    checkNumber(this.where('target'), 'target', value, 'give a finite number');
    const changed = { ...motor, [motor.stiffness > 0 ? 'position' : 'velocity']: value };
    this.joint.bodyJoint.coordinateOptions[this.index].motor = changed;
    this.joint.wake();
  }

  private requireMotor(): BodyJointMotor {
    const { bodyJoint } = this.require('target');
    const { motor } = bodyJoint.coordinateOptions[this.index];
    if (motor) return motor;
    const field = this.index === 0 ? 'motor' : 'turn.motor';
    throw new RangeError(`${this.where('target')}: "${bodyJoint.name}" has no motor; set joint.${field} first`);
  }

  private where(field: string): string {
    return `WorldJoint.${this.index === 0 ? field : `turn.${field}`}`;
  }

  /** The joint, if it is in its world and has this coordinate. */
  private require(field: string): CoordinateOwner {
    const { bodyJoint, isRemoved } = this.joint;
    if (isRemoved)
      throw new RangeError(
        `${this.where(field)}: "${bodyJoint.name}" was removed from its world; connect the bodies again`,
      );
    if (this.index >= bodyJoint.coordinates.length)
      throw new RangeError(`${this.where(field)}: a ${bodyJoint.kind} joint has no coordinate`);
    return this.joint;
  }
}
