import { wrongType } from '../../check/argument.ts';
import { checkConfiguration } from '../../dynamics/check-arguments.ts';
import type { Model } from '../../dynamics/model.ts';
import { type Pose, quaternionOfAxes } from '../../math/pose.ts';
import { readVector, type Vec3, type VectorLike } from '../../math/vec3.ts';
import type { Body } from '../../scene/body.ts';
import { Handle, readPoint } from './handle.ts';
import type { MemberAccess, StateRange, Velocity } from './member-access.ts';
import { readNumbers } from './numbers.ts';
import { RobotActuator, RobotJoint } from './robot-joint.ts';
import type { World } from './world.ts';

const zero: Vec3 = [0, 0, 0];

/**
 * A robot in a world: a model of links and joints, created by `world.add`.
 * @example
 * ```ts
 * const arm = world.add(model, { name: 'arm' });
 * arm.joint('elbow').torque = 3;
 * world.step();
 * arm.link('hand').pose;
 * ```
 */
export class Robot extends Handle {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Robot';

  private readonly joints = new Map<string, RobotJoint>();
  private readonly links = new Map<string, RobotLink>();

  /** @internal */
  constructor(
    world: World,
    name: string,
    /** @internal */
    readonly moving: MemberAccess,
  ) {
    super(world, name);
  }

  get model(): Model {
    return this.moving.member.given;
  }

  /** Its bodies in `world.scene`, in the order of `model.geometries`. */
  get bodies(): readonly Body[] {
    return this.moving.member.bodies;
  }

  /** A copy of its configuration, nq numbers. */
  get configuration(): Float64Array {
    return this.moving.member.q.slice();
  }

  /** Moves all joints at once. @param q nq numbers */
  setConfiguration(q: ArrayLike<number>): void {
    this.writeConfiguration('Robot.setConfiguration', 'q', q);
  }

  /** Sets its configuration; errors name the call and the argument. @internal */
  writeConfiguration(where: string, argument: string, q: ArrayLike<number>): void {
    const { member } = this.moving;
    member.q.set(this.readConfiguration(where, argument, q));
    member.place();
  }

  private readConfiguration(where: string, argument: string, q: ArrayLike<number>): Float64Array {
    this.require(where);
    const read = readNumbers(where, argument, q, this.model.nq);
    checkConfiguration(where, argument, read, this.model);
    return read;
  }

  /** A copy of its velocity, nv numbers. */
  get velocity(): Float64Array {
    return this.moving.member.v.slice();
  }

  /** Sets the velocities of all joints. @param v nv numbers */
  setVelocity(v: ArrayLike<number>): void {
    this.writeVelocity('Robot.setVelocity', 'v', v);
  }

  /** Sets its velocity; errors name the call and the argument. @internal */
  writeVelocity(where: string, argument: string, v: ArrayLike<number>): void {
    this.require(where);
    this.moving.member.v.set(readNumbers(where, argument, v, this.model.nv));
  }

  /** A joint by its name. */
  joint(name: string): RobotJoint {
    let cached = this.joints.get(name);
    if (!cached) {
      cached = new RobotJoint(this, this.model.joint('Robot.joint', name));
      this.joints.set(name, cached);
    }
    return cached;
  }

  /** A link, or another frame of the model, by its name. */
  link(name: string): RobotLink {
    let cached = this.links.get(name);
    if (!cached) {
      cached = new RobotLink(this, name, this.model.frame('Robot.link', name).joint);
      this.links.set(name, cached);
    }
    return cached;
  }

  /** An actuator of the model by its name. */
  actuator(name: string): RobotActuator {
    const index = this.model.actuators.findIndex((each) => each.name === name);
    if (index >= 0) return new RobotActuator(this, index);
    const some = this.model.actuators.slice(0, 8).map((each) => each.name);
    const remedy =
      some.length > 0 ? `the robot has ${some.join(', ')}` : 'the robot has no actuators: set the target of a joint';
    throw wrongType('Robot.actuator', 'name', name, `there is no such actuator; ${remedy}`);
  }

  /**
   * Sets the targets of all joints with one coordinate to a configuration, by default the present one, which they then hold. A position beyond a
   * joint's limit is replaced by the limit, because the motor would otherwise press against the limit. Joints whose actuator is not a position
   * actuator are not changed.
   */
  hold(configuration: ArrayLike<number> = this.moving.member.q): void {
    const targets = this.readConfiguration('Robot.hold', 'configuration', configuration);
    const { lower, upper } = this.model.limits;
    for (const { name, q, nq, nv, mimic } of this.model.joints) {
      if (nq !== 1 || nv !== 1 || mimic !== null) continue;
      const actuator = this.model.actuators.find((each) => each.joint === name);
      if (actuator && actuator.kind !== 'position') continue;
      this.joint(name).target = Math.min(upper[q], Math.max(lower[q], targets[q]));
    }
  }

  /** The index range of its coordinates in the world's vectors. */
  get range(): StateRange {
    // Reading `nv` updates the indices after members were added or removed.
    this.require('Robot.range').nv;
    return this.moving.range;
  }
}

/**
 * A link of a robot in a world. All vectors are in world axes, in SI units.
 * @example
 * ```ts
 * arm.link('hand').applyForce([0, 0, -10]);
 * ```
 */
export class RobotLink {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'RobotLink';

  /** @internal */
  constructor(
    /** @internal */
    readonly robot: Robot,
    readonly name: string,
    /** The joint that moves it; −1 for a link that is fixed to the world. @internal */
    readonly joint: number,
  ) {}

  /** Its pose in the frame of its joint; in the world for a link that is fixed to the world. @internal */
  get placement(): Pose {
    const { rigid } = this.robot.model.frame('RobotLink', this.name);
    const axis = (k: number): Vec3 => [rigid[k], rigid[3 + k], rigid[6 + k]];
    const [x, y, z, w] = quaternionOfAxes(axis(0), axis(1), axis(2));
    const size = Math.sqrt(x * x + y * y + z * z + w * w);
    return Float64Array.of(rigid[9], rigid[10], rigid[11], x / size, y / size, z / size, w / size);
  }

  /** Its bodies in `world.scene`, and the bodies of links that are fixed to it. */
  get bodies(): readonly Body[] {
    const { geometries } = this.robot.model;
    return this.robot.bodies.filter((_, k) => geometries[k].joint === this.joint);
  }

  /** Link to world. */
  get pose(): Pose {
    return this.robot.moving.pose(this.name);
  }

  /** The velocity of its origin and its angular velocity. */
  get velocity(): Velocity {
    return this.robot.moving.velocity(this.name);
  }

  /**
   * Applies a force, in N, during the next step; forces add up.
   * @param point where it acts, in the world; by default the center of mass of the joint's body
   */
  applyForce(force: VectorLike, point?: VectorLike): void {
    const where = 'RobotLink.applyForce';
    const read = readVector(where, 'force', force);
    this.movingFor(where)?.addForce(this.joint, read, readPoint(where, point), zero);
  }

  /** Applies a torque, in N m, during the next step. */
  applyTorque(torque: VectorLike): void {
    const where = 'RobotLink.applyTorque';
    this.movingFor(where)?.addForce(this.joint, zero, undefined, readVector(where, 'torque', torque));
  }

  /**
   * Changes the robot's velocity at once by an impulse on this link, in N s.
   * @param point where it acts, in the world; by default the center of mass of the joint's body
   */
  applyImpulse(impulse: VectorLike, point?: VectorLike): void {
    const where = 'RobotLink.applyImpulse';
    const read = readVector(where, 'impulse', impulse);
    this.movingFor(where)?.addImpulse(this.joint, read, readPoint(where, point), zero);
  }

  /** Null for a link that is fixed to the world: forces on it have no effect. */
  private movingFor(where: string): MemberAccess | null {
    this.robot.require(where);
    return this.joint < 0 ? null : this.robot.moving;
  }
}
