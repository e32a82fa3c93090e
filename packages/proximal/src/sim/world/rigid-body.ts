import { checkOptions, outOfRange } from '../../check/argument.ts';
import { type Pose, type PoseLike, readPose } from '../../math/pose.ts';
import { rotationBetween } from '../../math/rotation-vector.ts';
import { readVector, type Vec3, type VectorLike } from '../../math/vec3.ts';
import type { Body } from '../../scene/body.ts';
import type { Geometry } from '../../scene/geometry.ts';
import { Handle, readPoint } from './handle.ts';
import { type MemberAccess, rotated, type StateRange, type Velocity } from './member-access.ts';
import { checkVelocity, type VelocityLike } from './numbers.ts';
import { type dampingNames, type RigidBodyOptions, readDamping } from './options.ts';
import type { World } from './world.ts';

const zero: Vec3 = [0, 0, 0];

/** How a rigid body moves: by forces and contacts, with a given velocity, or not at all. */
export type RigidBodyType = 'dynamic' | 'kinematic' | 'static';

/**
 * A rigid body in a world, created by `world.add`. Positions, velocities and forces are in world axes, in SI units.
 * @example
 * ```ts
 * const crate = world.add(box(0.2, 0.2, 0.2), { mass: 5, pose: { position: [0, 0, 1] }, name: 'crate' });
 * crate.applyImpulse([10, 0, 0]); // 2 m/s
 * world.step();
 * crate.pose; // x y z qx qy qz qw
 * ```
 */
export class RigidBody extends Handle {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'RigidBody';

  /** Its body in the scene; null until it is added to the scene. @internal */
  placed: Body | null = null;

  /** @internal */
  constructor(
    world: World,
    name: string,
    private readonly geometry: Geometry,
    private readonly motion: RigidBodyType,
    /** Null for a static body. @internal */
    readonly moving: MemberAccess | null,
    /** The pose of a static body that was added during a step, until the step ends. */
    private readonly start: Float64Array<ArrayBuffer>,
  ) {
    super(world, name);
  }

  get shape(): Geometry {
    return this.geometry;
  }

  /** The type that the body was added with; it cannot change. */
  get type(): RigidBodyType {
    return this.motion;
  }

  /** Its body in `world.scene`, for queries. */
  get body(): Body {
    if (this.placed) return this.placed;
    throw new RangeError(`RigidBody.body: "${this.name}" was added during a step; read it after the step`);
  }

  get bodies(): readonly Body[] {
    return this.placed ? [this.placed] : [];
  }

  /** In kg; infinite for static and kinematic bodies. */
  get mass(): number {
    return this.type === 'dynamic' && this.moving ? this.moving.member.given.mass : Infinity;
  }

  /** A copy of its pose, body to world. */
  get pose(): Pose {
    if (this.moving) return this.moving.member.q.slice() as Pose;
    return this.placed?.pose ?? this.start.slice();
  }

  /** Sets its pose at once. Its velocity in world axes does not change. */
  setPose(pose: PoseLike): void {
    const where = 'RigidBody.setPose';
    this.require(where);
    const read = new Float64Array(7);
    readPose(where, 'pose', pose, read, 0);
    this.wake();
    if (!this.moving) {
      this.start.set(read);
      this.placed?.setPose(this.start);
      return;
    }
    const { linear, angular } = this.velocity;
    const { member } = this.moving;
    member.q.set(read);
    member.place();
    this.setVelocity({ linear, angular });
  }

  /** The velocity of its origin, in m/s, and its angular velocity, in rad/s, in world axes. */
  get velocity(): Velocity {
    if (!this.moving) return { linear: [0, 0, 0], angular: [0, 0, 0] };
    const { v, q } = this.moving.member;
    const rotation = q.subarray(3, 7);
    return { linear: rotated(rotation, v.subarray(0, 3)), angular: rotated(rotation, v.subarray(3, 6)) };
  }

  /**
   * Sets the velocity of its origin, in m/s, and its angular velocity, in rad/s. An omitted part does not change.
   * @param options axes: `'world'` (the default) or `'body'`
   */
  setVelocity(velocity: VelocityLike, options: { readonly axes?: 'world' | 'body' } = {}): void {
    const where = 'RigidBody.setVelocity';
    checkOptions(where, 'options', options, ['axes']);
    this.writeVelocity(where, 'velocity', velocity, options.axes);
  }

  /** Sets its velocity; errors name the call and the argument. @internal */
  writeVelocity(where: string, argument: string, velocity: VelocityLike, axes: 'world' | 'body' = 'world'): void {
    const { v, q } = this.movingFor(where).member;
    checkVelocity(where, argument, velocity);
    if (axes !== 'world' && axes !== 'body') throw outOfRange(where, 'options.axes', axes, "give 'world' or 'body'");
    const inverse = [-q[3], -q[4], -q[5], q[6]];
    const toBodyAxes = (given: VectorLike | undefined, name: string): Vec3 | undefined => {
      if (given === undefined) return undefined;
      const read = readVector(where, `${argument}.${name}`, given);
      return axes === 'body' ? read : rotated(inverse, read);
    };
    const { linear, angular } = velocity;
    const [first, second] = [toBodyAxes(linear, 'linear'), toBodyAxes(angular, 'angular')];
    if (first) v.set(first, 0);
    if (second) v.set(second, 3);
  }

  /** The rate at which the velocity of its center of mass decays, in 1/s: see `RigidBodyOptions`. */
  get linearDamping(): number {
    return this.moving?.member.drag.linear ?? 0;
  }

  set linearDamping(rate: number) {
    this.setDamping('linearDamping', rate);
  }

  /** The rate at which its angular velocity decays, in 1/s. */
  get angularDamping(): number {
    return this.moving?.member.drag.angular ?? 0;
  }

  set angularDamping(rate: number) {
    this.setDamping('angularDamping', rate);
  }

  private setDamping(name: (typeof dampingNames)[number], rate: number): void {
    const where = `RigidBody.${name}`;
    this.dynamicFor(where);
    this.wake();
    this.writeDamping(where, '', { [name]: rate });
  }

  /** Sets the given rates; errors name the call and the argument. @internal */
  writeDamping(where: string, prefix: string, given: Pick<RigidBodyOptions, (typeof dampingNames)[number]>): void {
    const { linearDamping, angularDamping } = given;
    const drag = this.moving?.member.drag;
    if (!drag) return;
    if (linearDamping !== undefined) drag.linear = readDamping(where, `${prefix}linearDamping`, linearDamping);
    if (angularDamping !== undefined) drag.angular = readDamping(where, `${prefix}angularDamping`, angularDamping);
  }

  /**
   * Applies a force, in N, during the next step; forces add up.
   * @param point where it acts, in the world; by default the center of mass
   */
  applyForce(force: VectorLike, point?: VectorLike): void {
    const where = 'RigidBody.applyForce';
    const read = readVector(where, 'force', force);
    this.dynamicFor(where).addForce(0, read, readPoint(where, point), zero);
  }

  /** Applies a torque, in N m, during the next step. */
  applyTorque(torque: VectorLike): void {
    const where = 'RigidBody.applyTorque';
    this.dynamicFor(where).addForce(0, zero, undefined, readVector(where, 'torque', torque));
  }

  /**
   * Changes its velocity at once by an impulse, in N s.
   * @param point where it acts, in the world; by default the center of mass
   */
  applyImpulse(impulse: VectorLike, point?: VectorLike): void {
    const where = 'RigidBody.applyImpulse';
    const read = readVector(where, 'impulse', impulse);
    this.dynamicFor(where).addImpulse(0, read, readPoint(where, point), zero);
  }

  /** Changes its angular velocity at once by an angular impulse, in N m s. */
  applyAngularImpulse(impulse: VectorLike): void {
    const where = 'RigidBody.applyAngularImpulse';
    this.dynamicFor(where).addImpulse(0, zero, undefined, readVector(where, 'impulse', impulse));
  }

  /** The index range of its seven configuration and six velocity coordinates in the world's vectors; null for a static body. */
  get range(): StateRange | null {
    // Reading `nv` updates the indices after members were added or removed.
    this.require('RigidBody.range').nv;
    return this.moving?.range ?? null;
  }

  /**
   * Sets the velocity of a kinematic body so that it reaches a pose at the end of the next step. It keeps that velocity until
   * another velocity is set; `setPose` does not change it.
   */
  moveTo(pose: PoseLike): void {
    const where = 'RigidBody.moveTo';
    const { timeStep } = this.require(where);
    if (this.type !== 'kinematic')
      throw new RangeError(`${where}: "${this.name}" is ${this.type}; use setPose, or add it with type 'kinematic'`);
    const read = new Float64Array(7);
    readPose(where, 'pose', pose, read, 0);
    const current = this.pose;
    const rotation = rotationBetween(current.subarray(3), read.subarray(3));
    this.setVelocity({
      linear: [0, 1, 2].map((k) => (read[k] - current[k]) / timeStep),
      angular: rotation.map((angle) => angle / timeStep),
    });
  }

  private movingFor(where: string): MemberAccess {
    this.require(where);
    if (this.moving) return this.moving;
    throw new RangeError(`${where}: "${this.name}" is static; add it with type 'kinematic' or 'dynamic' to move it`);
  }

  private dynamicFor(where: string): MemberAccess {
    const moving = this.movingFor(where);
    if (this.type === 'dynamic') return moving;
    throw new RangeError(`${where}: "${this.name}" is kinematic; forces do not move it: use setVelocity or moveTo`);
  }
}
