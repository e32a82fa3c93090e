import type { Pose } from '../../math/pose.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { BodyJoint } from '../body-joint.ts';
import type { WorldJointKind } from '../body-joint-kinds.ts';
import type { Handle } from './handle.ts';
import { JointCoordinate } from './joint-coordinate.ts';
import type { JointMotor } from './joint-options.ts';
import type { RigidBody } from './rigid-body.ts';
import type { RobotLink } from './robot.ts';

/** An end of a joint: a body, a robot's link, or the world (`'world'` or null). */
export type JointBody = RigidBody | RobotLink | 'world' | null;

/** The bodies or hinges and the options with which a joint was made. */
export interface WorldJointDefinition {
  /** The bodies or robots that it connects; null for the world. */
  readonly a: Handle | null;
  readonly b: Handle | null;
  /** Two bodies with the joint's frame in the axes of each, or for a gear two hinges. */
  readonly between:
    | { readonly ends: readonly [JointBody, JointBody]; readonly frames: readonly [Pose, Pose] }
    | { readonly first: WorldJoint; readonly second: WorldJoint };
  /** In N and N m; infinite if it does not break. */
  readonly breakForce: number;
  readonly breakTorque: number;
  /** Whether its bodies collide with each other. */
  readonly collide: boolean;
}

/** The functions of a world that a joint uses. */
export interface JointOwner {
  remove(joint: WorldJoint): void;
  /** Wakes its bodies. */
  wake(joint: WorldJoint): void;
}

/**
 * A joint between two bodies of a world, from `world.connect`, or a gear between two hinges, from `world.connectGear`.
 * @example
 * ```ts
 * const door = world.connect(null, panel, { kind: 'hinge', anchor: [0, 0, 1], axis: [0, 0, 1], limits: [0, 2] });
 * door.motor = { velocity: 1, maxForce: 20 };
 * world.step();
 * door.position; // the angle, in rad
 * ```
 */
export class WorldJoint {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'WorldJoint';

  /** For the user; not part of snapshots. */
  userData: unknown;
  /** Whether its force or torque exceeded `breakForce` or `breakTorque`. It is then removed, too. */
  isBroken = false;
  private owner: JointOwner | null;
  private readonly first: JointCoordinate;
  private readonly second: JointCoordinate | null;

  /** @internal */
  constructor(
    owner: JointOwner,
    /** @internal */
    readonly definition: WorldJointDefinition,
    /** @internal */
    readonly bodyJoint: BodyJoint,
  ) {
    this.owner = owner;
    this.first = new JointCoordinate(this, 0);
    this.second = bodyJoint.coordinates.length > 1 ? new JointCoordinate(this, 1) : null;
  }

  /** Unique among the joints of its world. */
  get name(): string {
    return this.bodyJoint.name;
  }

  /** The bodies or robots that it connects; null for the world. */
  get a(): Handle | null {
    return this.definition.a;
  }

  get b(): Handle | null {
    return this.definition.b;
  }

  /** In N; infinite if no force breaks it. */
  get breakForce(): number {
    return this.definition.breakForce;
  }

  /** In N m; infinite if no torque breaks it. */
  get breakTorque(): number {
    return this.definition.breakTorque;
  }

  get kind(): WorldJointKind | 'gear' {
    return this.bodyJoint.kind;
  }

  /** Whether it was removed, by `remove`, with one of its bodies, or because it broke. */
  get isRemoved(): boolean {
    return this.owner === null;
  }

  /** Removes it, at the end of the step if one is under way. A second call has no effect. */
  remove(): void {
    this.owner?.remove(this);
  }

  /** @internal */
  leave(): void {
    this.owner = null;
  }

  /**
   * The coordinate, in rad or m: the angle of a hinge, or the angle about `axis` of a universal joint, both counted beyond a turn; the angle
   * between the axes of a ball joint; the displacement of a slider or cylindrical joint; the distance of two anchors. Fixed joints and
   * gears have none: reading it throws an error.
   */
  get position(): number {
    return this.first.position;
  }

  /** The rate of `position`, in rad/s or m/s. */
  get velocity(): number {
    return this.first.velocity;
  }

  /**
   * The second coordinate, an angle: of a cylindrical joint, about `axisB` of a universal joint, or of a ball joint about its axis, apart
   * from the swing. Null for other kinds.
   */
  get turn(): JointCoordinate | null {
    return this.second;
  }

  /** The force of a on b in the last substep, in N, in world axes. It acts at b's anchor. */
  get force(): Vec3 {
    return this.perStep(0);
  }

  /** The torque of a on b in the last substep, in N m, in world axes. */
  get torque(): Vec3 {
    return this.perStep(3);
  }

  /** The motor of a hinge, slider, cylindrical or universal joint; null for none. */
  get motor(): JointMotor | null {
    return this.first.motor;
  }

  set motor(motor: JointMotor | null) {
    this.first.motor = motor;
  }

  /** The target position of a motor with stiffness, in rad or m; the target velocity of any other motor, in rad/s or m/s. */
  get target(): number {
    return this.first.target;
  }

  set target(value: number) {
    this.first.target = value;
  }

  /** Wakes its bodies. @internal */
  wake(): void {
    this.owner?.wake(this);
  }

  private perStep(first: number): Vec3 {
    const { impulse, timeStep } = this.bodyJoint;
    const [x, y, z] = impulse.subarray(first, first + 3);
    return [x / timeStep, y / timeStep, z / timeStep];
  }
}
