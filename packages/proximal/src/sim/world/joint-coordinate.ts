import { checkNumber } from '../../check/argument.ts';
import type { Coupling, CouplingMotor } from '../coupling.ts';
import { velocityOf } from '../coupling-rows.ts';
import { type JointMotor, readMotor, writeMotor } from './joint-options.ts';

/** The properties of its joint that a coordinate uses. */
interface Owner {
  readonly coupling: Coupling;
  readonly isRemoved: boolean;
  wake(): void;
}

/** Kinds whose first coordinate has a motor. */
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
  /** @internal */
  constructor(
    private readonly joint: Owner,
    private readonly index: number,
  ) {}

  /** In rad or m. An angle may exceed a full turn, except for a swing. */
  get position(): number {
    const { coupling } = this.require('position');
    coupling.place();
    return coupling.position(this.index);
  }

  /** The rate of `position`, in rad/s or m/s. */
  get velocity(): number {
    const { coupling } = this.require('velocity');
    coupling.place();
    return velocityOf(coupling, this.index);
  }

  /** Null for none. */
  get motor(): JointMotor | null {
    const motor = this.joint.coupling.coordinateOptions[this.index]?.motor;
    return motor ? writeMotor(motor) : null;
  }

  set motor(motor: JointMotor | null) {
    const { coupling } = this.require('motor');
    if (motor !== null && this.index === 0 && !driven.includes(coupling.kind))
      throw new RangeError(
        `${this.where('motor')}: a ${coupling.kind} joint has no motor; use a hinge, slider, cylindrical or universal joint`,
      );
    coupling.coordinateOptions[this.index].motor =
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
    this.joint.coupling.coordinateOptions[this.index].motor = changed;
    this.joint.wake();
  }

  private requireMotor(): CouplingMotor {
    const { coupling } = this.require('target');
    const { motor } = coupling.coordinateOptions[this.index];
    if (motor) return motor;
    throw new RangeError(`${this.where('target')}: "${coupling.name}" has no motor; set joint.motor first`);
  }

  private where(field: string): string {
    return `WorldJoint.${this.index === 0 ? field : `turn.${field}`}`;
  }

  /** The joint, if it is in its world and has this coordinate. */
  private require(field: string): Owner {
    const { coupling, isRemoved } = this.joint;
    if (isRemoved)
      throw new RangeError(
        `${this.where(field)}: "${coupling.name}" was removed from its world; connect the bodies again`,
      );
    if (this.index >= coupling.coordinates.length)
      throw new RangeError(`${this.where(field)}: a ${coupling.kind} joint has no coordinate`);
    return this.joint;
  }
}
