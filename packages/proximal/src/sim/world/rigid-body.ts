import { outOfRange } from '../../check/argument.ts';
import { type Pose, type PoseLike, readPose } from '../../math/pose.ts';
import { readVector, type Vec3, type VectorLike } from '../../math/vec3.ts';
import type { Body } from '../../scene/body.ts';
import type { Geometry } from '../../scene/geometry.ts';
import { Handle, readPoint } from './handle.ts';
import { type Moving, rotated, type StateRange, type Velocity } from './moving.ts';
import type { World } from './world.ts';

const none: Vec3 = [0, 0, 0];

/**
 * A rigid body in a world. Made by `world.add`. Positions, velocities and forces are in world axes, in SI units.
 * @example
 * ```ts
 * const crate = world.add(box(0.2, 0.2, 0.2), { mass: 5, pose: { position: [0, 0, 1] }, name: 'crate' });
 * crate.applyImpulse([10, 0, 0]); // 2 m/s
 * world.step();
 * crate.pose; // x y z qx qy qz qw
 * ```
 */
export class RigidBody extends Handle {
  /** Its body once it is in the scene. @internal */
  placed: Body | null = null;

  /** @internal */
  constructor(
    world: World,
    name: string,
    readonly shape: Geometry,
    /** Null for a static body. @internal */
    readonly moving: Moving | null,
    /** The pose of a static body that was added during a step, until the step ends. */
    private readonly start: Float64Array<ArrayBuffer>,
  ) {
    super(world, name);
  }

  /** Its body in `world.scene`, for queries. */
  get body(): Body {
    if (this.placed) return this.placed;
    throw new RangeError(`RigidBody.body: "${this.name}" was added during a step and is in the scene from its end on`);
  }

  get bodies(): readonly Body[] {
    return this.placed ? [this.placed] : [];
  }

  /** `'dynamic'`: moves by forces and contacts. `'static'`: stays where it is put. */
  get type(): 'dynamic' | 'static' {
    return this.moving ? 'dynamic' : 'static';
  }

  /** In kg; infinite for a static body. */
  get mass(): number {
    return this.moving?.member.given.mass ?? Infinity;
  }

  /** Where it is: a copy, body to world. */
  get pose(): Pose {
    if (this.moving) return this.moving.member.q.slice() as Pose;
    return this.placed?.pose ?? this.start.slice();
  }

  /** Moves it to another place at once. Its velocity keeps its direction in the world. */
  setPose(pose: PoseLike): void {
    const where = 'RigidBody.setPose';
    this.require(where);
    if (!this.moving) {
      readPose(where, 'pose', pose, this.start, 0);
      this.placed?.setPose(this.start);
      return;
    }
    const { linear, angular } = this.velocity;
    const { member } = this.moving;
    const read = new Float64Array(7);
    readPose(where, 'pose', pose, read, 0);
    member.q.set(read);
    member.place();
    this.setVelocity({ linear, angular });
  }

  /** The velocity of its origin and its angular velocity, in world axes; `{ axes: 'body' }` in its own. */
  get velocity(): Velocity {
    if (!this.moving) return { linear: [0, 0, 0], angular: [0, 0, 0] };
    const { v, q } = this.moving.member;
    const rotation = q.subarray(3, 7);
    return { linear: rotated(rotation, v.subarray(0, 3)), angular: rotated(rotation, v.subarray(3, 6)) };
  }

  /**
   * Sets the velocity of its origin, in m/s, and its angular velocity, in rad/s. What is left out stays.
   * @param options axes: those of the world (the default) or of the body
   */
  setVelocity(
    velocity: { readonly linear?: VectorLike; readonly angular?: VectorLike },
    { axes = 'world' }: { readonly axes?: 'world' | 'body' } = {},
  ): void {
    const where = 'RigidBody.setVelocity';
    const { v, q } = this.movingFor(where).member;
    if (axes !== 'world' && axes !== 'body') throw outOfRange(where, 'options.axes', axes, "give 'world' or 'body'");
    const inverse = [-q[3], -q[4], -q[5], q[6]];
    const own = (given: VectorLike, name: string): Vec3 => {
      const read = readVector(where, `velocity.${name}`, given);
      return axes === 'body' ? read : rotated(inverse, read);
    };
    const { linear, angular } = velocity;
    const [first, second] = [linear && own(linear, 'linear'), angular && own(angular, 'angular')];
    if (first) v.set(first, 0);
    if (second) v.set(second, 3);
  }

  /**
   * Applies a force, in N, during the next step; forces add up.
   * @param point where it acts, in the world; by default the center of mass
   */
  applyForce(force: VectorLike, point?: VectorLike): void {
    const where = 'RigidBody.applyForce';
    const read = readVector(where, 'force', force);
    this.movingFor(where).addForce(0, read, readPoint(where, point), none);
  }

  /** Applies a torque, in N m, during the next step. */
  applyTorque(torque: VectorLike): void {
    const where = 'RigidBody.applyTorque';
    this.movingFor(where).addForce(0, none, undefined, readVector(where, 'torque', torque));
  }

  /**
   * Changes its velocity at once by an impulse, in N s.
   * @param point where it acts, in the world; by default the center of mass
   */
  applyImpulse(impulse: VectorLike, point?: VectorLike): void {
    const where = 'RigidBody.applyImpulse';
    const read = readVector(where, 'impulse', impulse);
    this.movingFor(where).addImpulse(0, read, readPoint(where, point), none);
  }

  /** Changes its angular velocity at once by an angular impulse, in N m s. */
  applyAngularImpulse(impulse: VectorLike): void {
    const where = 'RigidBody.applyAngularImpulse';
    this.movingFor(where).addImpulse(0, none, undefined, readVector(where, 'impulse', impulse));
  }

  /** Where its seven numbers of a configuration and six of a velocity are in the flat vectors; null for a static body. */
  get range(): StateRange | null {
    this.require('RigidBody.range').nv;
    return this.moving?.range ?? null;
  }

  private movingFor(where: string): Moving {
    this.require(where);
    if (this.moving) return this.moving;
    throw new RangeError(`${where}: "${this.name}" is static; add it with type 'dynamic' to move it by forces`);
  }
}
