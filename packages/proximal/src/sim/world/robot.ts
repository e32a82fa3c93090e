import { checkNumber, outOfRange, wrongType } from '../../check/argument.ts';
import { checkConfiguration, checkVector } from '../../dynamics/check-arguments.ts';
import type { Model, ModelJoint } from '../../dynamics/model.ts';
import { type Pose, quaternionOfAxes } from '../../math/pose.ts';
import { readVector, type Vec3, type VectorLike } from '../../math/vec3.ts';
import type { Body } from '../../scene/body.ts';
import { Handle, readPoint } from './handle.ts';
import type { MemberAccess, StateRange, Velocity } from './member-access.ts';
import type { World } from './world.ts';

const none: Vec3 = [0, 0, 0];

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

  setConfiguration(q: Float64Array): void {
    const where = 'Robot.setConfiguration';
    this.require(where);
    checkConfiguration(where, 'q', q, this.model);
    this.moving.member.q.set(q);
    this.moving.member.place();
  }

  /** A copy of its velocity, nv numbers. */
  get velocity(): Float64Array {
    return this.moving.member.v.slice();
  }

  setVelocity(v: Float64Array): void {
    const where = 'Robot.setVelocity';
    this.require(where);
    checkVector(where, 'v', v, this.model.nv);
    this.moving.member.v.set(v);
  }

  /** A joint by its name. */
  joint(name: string): RobotJoint {
    let known = this.joints.get(name);
    if (!known) {
      known = new RobotJoint(this, this.model.joints[this.model.jointIndex(name)]);
      this.joints.set(name, known);
    }
    return known;
  }

  /** A link, or another frame of the model, by its name. */
  link(name: string): RobotLink {
    let known = this.links.get(name);
    if (!known) {
      known = new RobotLink(this, name, this.model.frame('Robot.link', name).joint);
      this.links.set(name, known);
    }
    return known;
  }

  /** The index range of its coordinates in the world's vectors. */
  get range(): StateRange {
    this.require('Robot.range').nv;
    return this.moving.range;
  }
}

/**
 * A joint of a robot in a world. Angles are in rad and torques in N m; for a prismatic joint, m and N.
 * @example
 * ```ts
 * const elbow = arm.joint('elbow');
 * elbow.torque = 10 * (1 - elbow.position) - elbow.velocity;
 * ```
 */
export class RobotJoint {
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

  /** A torque in N m, or a force in N, that acts in every step until it is changed, in addition to the actuators. */
  get torque(): number {
    this.coordinate('torque');
    return this.robot.moving.torques[this.model.v];
  }

  set torque(value: number) {
    this.coordinate('torque');
    this.robot.moving.torques[this.model.v] = this.read('torque', value);
  }

  /** The control of the joint's actuator: the target of a position or velocity actuator, the force of a motor. */
  get target(): number {
    return this.robot.moving.member.controls[this.actuator()];
  }

  set target(value: number) {
    this.robot.moving.member.controls[this.actuator()] = this.read('target', value);
  }

  private read(field: string, value: number): number {
    const where = `RobotJoint.${field}`;
    this.robot.require(where);
    return checkNumber(where, field, value, 'give a finite number, in radians or meters, seconds and newtons');
  }

  private coordinate(field: string): number {
    const { nq, nv, mimic, name, kind } = this.model;
    if (nq === 1 && nv === 1 && mimic === null) return this.model.q;
    const remedy = mimic
      ? `it follows "${mimic.joint}": use that joint`
      : `a ${kind} joint has ${nq} coordinates: use robot.configuration and robot.velocity`;
    throw outOfRange(`RobotJoint.${field}`, 'joint', name, remedy);
  }

  private actuator(): number {
    const { actuators } = this.robot.model;
    const index = actuators.findIndex(({ joint }) => joint === this.name);
    if (index >= 0) return index;
    throw wrongType(
      'RobotJoint.target',
      'joint',
      this.name,
      'it has no actuator: add one with ModelBuilder.actuator() or in the file, or set joint.torque',
    );
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
  /** @internal */
  constructor(
    /** @internal */
    readonly robot: Robot,
    readonly name: string,
    /** The joint that moves it; −1 for a link that is fixed to the world. @internal */
    readonly joint: number,
  ) {}

  /** The link in the frame of its joint; in the world for a link that is fixed. @internal */
  get placement(): Pose {
    const { rigid } = this.robot.model.frame('RobotLink', this.name);
    const axis = (k: number): Vec3 => [rigid[k], rigid[3 + k], rigid[6 + k]];
    const [x, y, z, w] = quaternionOfAxes(axis(0), axis(1), axis(2));
    const size = Math.sqrt(x * x + y * y + z * z + w * w);
    return Float64Array.of(rigid[9], rigid[10], rigid[11], x / size, y / size, z / size, w / size);
  }

  /** Its bodies in `world.scene`, with those of links that are fixed to it. */
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
    this.movingFor(where)?.addForce(this.joint, read, readPoint(where, point), none);
  }

  /** Applies a torque, in N m, during the next step. */
  applyTorque(torque: VectorLike): void {
    const where = 'RobotLink.applyTorque';
    this.movingFor(where)?.addForce(this.joint, none, undefined, readVector(where, 'torque', torque));
  }

  /**
   * Changes the robot's velocity at once by an impulse on this link, in N s.
   * @param point where it acts, in the world; by default the center of mass of the joint's body
   */
  applyImpulse(impulse: VectorLike, point?: VectorLike): void {
    const where = 'RobotLink.applyImpulse';
    const read = readVector(where, 'impulse', impulse);
    this.movingFor(where)?.addImpulse(this.joint, read, readPoint(where, point), none);
  }

  /** Null for a link that is fixed to the world: forces on it have no effect. */
  private movingFor(where: string): MemberAccess | null {
    this.robot.require(where);
    return this.joint < 0 ? null : this.robot.moving;
  }
}
