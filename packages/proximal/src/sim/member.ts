// A model in a simulation: its workspace, its coordinates in the state, and its shapes as bodies of the scene.

import type { BodyOptions } from '../broad/body-options.ts';
import { factorMass } from '../dynamics/articulated.ts';
import { clearVelocities, computeInertias, computeVelocities } from '../dynamics/bodies.ts';
import type { Data } from '../dynamics/data.ts';
import { geometryPoses } from '../dynamics/kinematics.ts';
import type { Model } from '../dynamics/model.ts';
import { centerOfMass, kineticEnergy } from '../dynamics/momentum.ts';
import { isSprung, springEnergy } from '../dynamics/passive.ts';
import { place } from '../dynamics/place.ts';
import { rotate } from '../math/linear/quaternion.ts';
import { readPose } from '../math/pose.ts';
import { SelfCollisions } from '../robots/self-collisions.ts';
import type { Body } from '../scene/body.ts';
import type { Scene } from '../scene/scene.ts';
import { Drag } from './drag.ts';
import { type FloatingJoint, floatingJointsOf, shiftBy } from './floating-joint.ts';
import { FreeMotion, isFreeBody } from './free-motion.ts';
import { ImplicitDamping } from './implicit-damping.ts';
import { LockedCoordinates } from './joint-rows.ts';
import type { SimulatorSettings } from './options.ts';
import type { ProjectionStage } from './projection.ts';
import { hasValue, Rest } from './rest.ts';
import { SaturationSearch } from './saturation-search.ts';
import { Servos } from './servos.ts';
import { SpeedLimits } from './speed-limits.ts';
import { type MemberVectors, ownVectors } from './state-vectors.ts';
import { TreeMotion } from './tree-motion.ts';

/** The member that a body belongs to, and the joint of its model that moves the body. */
export interface Owner {
  readonly member: Member;
  /** The joint that moves the body; −1 if it is fixed to the world. */
  readonly joint: number;
}

/** The owner of a scene body's shape. */
export interface ShapeOwner extends Owner {
  /** The index among the model's geometries. */
  readonly geometry: number;
}

/** The entries of a snapshot for one model. */
export interface KnownMember {
  /** Its bodies in the scene, in the order of its geometries. */
  readonly bodies: readonly Body[];
  readonly isKinematic: boolean;
}

export class Member implements MemberVectors {
  /** `given` with the simulator's gravity, and with damping and springs in its armature. */
  readonly model: Model;
  /** Null until it is needed: steps of free bodies do not use it, and it would take a sixth of their memory. */
  private ownData: Data | null = null;
  /** The part of the armature of `model` for damping and springs. */
  readonly damping: ImplicitDamping;
  /** Views of the simulator's vectors after `useVectors`, own vectors before it: see `MemberVectors`. */
  q: Float64Array;
  v: Float64Array;
  start: Float64Array;
  torque: Float64Array;
  next: Float64Array;
  shift: Float64Array;
  state: Float64Array;
  controls: Float64Array;
  /** The index among the members; −1 before `useVectors`. */
  index = -1;
  /** The indices of its first configuration and velocity coordinates in the simulator's vectors; −1 before `useVectors`. */
  firstQ = -1;
  firstV = -1;
  /** Its bodies in the scene, in the order of the model's geometries. */
  readonly bodies: Body[] = [];
  /** Which of its shapes collide with each other. */
  readonly collisions: SelfCollisions;
  /** The damping of a free body's motion. */
  readonly drag = new Drag();
  /** The dynamics of a free body; null for other models. */
  readonly free: FreeMotion | null;
  /** Whether it has springs or compensated gravity. */
  readonly isSprung: boolean;
  /** The free motion of the tree of joints; null for a free body. */
  readonly tree: TreeMotion | null;
  /** Enforces the velocity limits of its joints. */
  readonly speeds: SpeedLimits;
  /** Its actuators and joint drives. */
  readonly servos: Servos;
  private search: SaturationSearch | null = null;
  /** The forces on its bodies in this step: six numbers per joint. */
  forces: Float64Array | undefined;
  /** The torques, including the torques of the actuators. */
  readonly load: Float64Array;
  /** Coordinates that friction or a limit locks in this step. */
  readonly locks: LockedCoordinates;
  /** How long it has been at rest, and its island while it sleeps. */
  readonly rest = new Rest();
  /** The projections that closed its loops after the last step. */
  projections: readonly ProjectionStage[] = [];
  /** Free and planar joints. */
  readonly floatingJoints: readonly FloatingJoint[];
  /** The displacement of a position correction. */
  private readonly motion: Float64Array;
  /** The configuration before a position correction. */
  private readonly from: Float64Array;
  /** The poses of its shapes: seven numbers each. */
  readonly poses: Float64Array;
  /**
   * The workspace for energies, which are computed with the user's model, because the armature of `model` includes damping and springs.
   * Null until it is needed.
   */
  private givenData: Data | null = null;

  constructor(
    /** The user's model; `model` differs from it in gravity and armature. */
    readonly given: Model,
    settings: SimulatorSettings,
    /** Whether it is a kinematic body: a free body whose velocity is given, and not changed by forces and contacts. */
    readonly isKinematic = false,
  ) {
    const { gravity = given.gravity, timeStep, integrator } = settings;
    this.damping = new ImplicitDamping(given, timeStep, integrator === 'midpoint');
    this.model = given.withChanges({ armature: this.damping.armature, gravity: Float64Array.from(gravity) });
    this.collisions = new SelfCollisions(settings.where, given, settings.selfCollision, settings.overlappingLinks);
    const { q, v, start, torque, next, shift, state, controls } = ownVectors(this.model);
    [this.q, this.v, this.start, this.torque, this.next] = [q, v, start, torque, next];
    [this.shift, this.state, this.controls] = [shift, state, controls];
    this.poses = new Float64Array(7 * given.geometries.length);
    this.free = isFreeBody(this.model) ? new FreeMotion(this.model, state, given.armature, isKinematic) : null;
    this.isSprung = isSprung(this.model);
    this.speeds = new SpeedLimits(this.model, settings.velocityLimits === 'enforce');
    this.servos = new Servos(this.model, timeStep, this.damping.mobility);
    this.load = new Float64Array(this.model.nv);
    this.tree = this.free ? null : new TreeMotion(this.freeMotionModel);
    this.locks = new LockedCoordinates(this.model.nv);
    this.floatingJoints = floatingJointsOf(this.model);
    this.motion = new Float64Array(this.model.nv);
    this.from = new Float64Array(this.model.nq);
    this.q.set(given.reference);
  }

  /** The model of the free motion. With the midpoint integrator it has no damping, because damping acts only between the two free motions. */
  private get freeMotionModel(): Model {
    const { sprung, mobility } = this.damping;
    return mobility === null ? this.model : this.model.withChanges({ armature: sprung });
  }

  /** The search for the saturation of its actuators. */
  get saturation(): SaturationSearch {
    this.search ??= new SaturationSearch(this.servos, this.model.nv);
    return this.search;
  }

  /** Whether it takes no part in steps. */
  get isAsleep(): boolean {
    return this.rest.island !== null;
  }

  /** Sets the member's index and its views of the simulator's vectors, which already hold its state. */
  useVectors(index: number, first: { readonly q: number; readonly v: number }, parts: MemberVectors): void {
    this.index = index;
    this.firstQ = first.q;
    this.firstV = first.v;
    Object.assign(this, parts);
    this.free?.useState(parts.state);
  }

  /**
   * Adds a body for each shape.
   * @param known the bodies, if they are in the scene already
   * @param options of the new bodies
   */
  addBodies(scene: Scene, owners: Map<Body, ShapeOwner>, known?: readonly Body[], options?: BodyOptions): void {
    this.model.geometries.forEach(({ shape, joint, name }, k) => {
      const body = known ? known[k] : scene.add(shape, {}, { ...options, static: joint < 0, name });
      owners.set(body, { member: this, joint, geometry: k });
      this.bodies.push(body);
    });
  }

  /** Takes over the bodies and the state of a member of the same model. */
  replace(other: Member, scene: Scene, owners: Map<Body, ShapeOwner>): void {
    this.addBodies(scene, owners, other.bodies);
    this.index = other.index;
    this.q.set(other.q);
    this.v.set(other.v);
    this.controls.set(other.controls);
    for (const [at, drive] of other.servos.drives) this.servos.drives.set(at, drive);
    this.drag.linear = other.drag.linear;
    this.drag.angular = other.drag.angular;
    this.place();
  }

  /** Kinetic and potential energy, in joules; zeros for a kinematic body. */
  energies(): { kinetic: number; potential: number } {
    const { given, q, v } = this;
    if (this.isKinematic) return { kinetic: 0, potential: 0 };
    this.givenData ??= given.createData();
    const { gravity } = this.model;
    const center = centerOfMass(given, this.givenData, q);
    const potential = -given.mass * (gravity[0] * center[0] + gravity[1] * center[1] + gravity[2] * center[2]);
    const springs = this.isSprung ? springEnergy(this.model, q) : 0;
    return { kinetic: kineticEnergy(given, this.givenData, q, v), potential: potential + springs };
  }

  /**
   * Corrects positions of a robot by the pseudo-velocity `shift`, then moves it freely with the velocity `next`, and brakes joints
   * beyond their velocity limits; for free bodies see `FreeBodies`. `data` must have the placements and the factors of the mass matrix at q.
   * @param time the duration of the free motion, in seconds
   */
  advance(timeStep: number, time: number): void {
    this.v.set(this.next);
    if (hasValue(this.shift)) this.correct(this.shift, timeStep);
    if (this.tree && this.tree.model !== this.model) factorMass(this.tree.model, this.data);
    this.moveFreely(time, this.locks);
    this.speeds.brake(this.data, this.v);
  }

  /** Moves freely with the velocity before the step. For a robot, `data` must have the placements at q. */
  moveFirstHalf(time: number, locks: LockedCoordinates): void {
    if (this.free) this.start.set(this.q);
    if (this.tree) factorMass(this.tree.model, this.data);
    this.moveFreely(time, locks);
  }

  private moveFreely(time: number, locks: LockedCoordinates): void {
    const { free, tree, q, v, data } = this;
    if (free) {
      free.advance(q, v, time);
      this.writeFreePose();
      return;
    }
    tree?.advance(data, q, v, time, locks);
    clearVelocities(data);
    this.writeBodyPoses();
  }

  /**
   * Moves a free body back along its path to a pose. The velocity of its center of mass in world axes stays the same, except that the work of gravity
   * on the rest of the path is subtracted from the kinetic energy. The angular velocity in body axes stays the same. So the energy does not grow.
   */
  stopAt(pose: Float64Array): void {
    const { q, v, free } = this;
    if (!free) return;
    const [cx, cy, cz] = free.center;
    const end = free.worldCenter(new Float64Array(3));
    const arm = [v[4] * cz - v[5] * cy, v[5] * cx - v[3] * cz, v[3] * cy - v[4] * cx];
    rotate(q[3], q[4], q[5], q[6], v[0] + arm[0], v[1] + arm[1], v[2] + arm[2], v);
    // The quaternion is normalized.
    readPose('Member.stopAt', 'pose', pose, q, 0);
    free.setPose(q);
    slowDown(v, this.model.gravity, free.worldCenter(new Float64Array(3)), end);
    rotate(-pose[3], -pose[4], -pose[5], pose[6], v[0], v[1], v[2], v);
    for (let k = 0; k < 3; k++) v[k] -= arm[k];
    for (const body of this.bodies) if (!body.static) body.moveTo(q, 0);
  }

  /** Moves by Δt times the pseudo-velocity `shift`: see `shiftFree` for free bodies and `TreeMotion.correct` for robots. */
  correct(shift: Float64Array, timeStep: number): void {
    const { free, tree, q, v, motion, model, data } = this;
    if (free) {
      free.shift(shift, q, v, timeStep);
      return;
    }
    const move = (): void => shiftBy(model, this.floatingJoints, motion, q, v, this.from);
    for (let k = 0; k < model.nv; k++) motion[k] = timeStep * shift[k];
    tree?.correct(data, q, v, this.locks, move);
    factorMass(model, data);
  }

  /** The workspace of the dynamics. */
  get data(): Data {
    if (!this.ownData) {
      this.ownData = this.model.createData();
      if (this.free) this.placeData(this.ownData);
    }
    return this.ownData;
  }

  /**
   * Computes placements and inertias in `data` at the configuration, and moves the scene's bodies there. Velocities in `data` are
   * zero, because Coriolis and centrifugal terms are part of the free motion: see `TreeMotion`.
   */
  place(): void {
    const { q } = this;
    if (!this.free || this.ownData || this.bodies.some((body) => body.static)) {
      this.placeData(this.data);
      this.writeBodyPoses();
    }
    if (!this.free) return;
    this.free.setPose(q);
    // The pose is copied from q, as in steps, so that its bits are the same.
    for (const body of this.bodies) if (!body.static) body.setPose(this.q);
  }

  private placeData(data: Data): void {
    const { model, q } = this;
    place(model, data, q);
    computeInertias(model, data);
    computeVelocities(model, data, data.zero);
  }

  /** Computes the data that steps read at the configuration. Like a step, it does not change `data` of a free body. */
  updatePlacement(): void {
    if (!this.free) {
      this.place();
      return;
    }
    this.free.setPose(this.q);
    this.writeFreePose();
  }

  /** Writes the pose of a free body to the scene. */
  writeFreePose(): void {
    for (let k = 0; k < this.bodies.length; k++) if (!this.bodies[k].static) this.bodies[k].moveTo(this.q, 0);
  }

  /** Writes the poses in `data` to the scene's bodies. */
  private writeBodyPoses(): void {
    geometryPoses(this.model, this.data, this.poses);
    for (let k = 0; k < this.bodies.length; k++) this.bodies[k].moveTo(this.poses, 7 * k);
  }
}

/**
 * Reduces a velocity along gravity by the kinetic energy that gravity adds between a point and the end of the path. The velocity includes
 * this energy, because forces act for the whole step.
 */
function slowDown(v: Float64Array, gravity: ArrayLike<number>, from: ArrayLike<number>, to: ArrayLike<number>): void {
  let [square, work, speed] = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    square += gravity[k] * gravity[k];
    work += gravity[k] * (to[k] - from[k]);
    speed += gravity[k] * v[k];
  }
  if (!(work > 0 && speed > 0)) return;
  speed /= Math.sqrt(square);
  const remaining = Math.sqrt(Math.max(0, speed * speed - 2 * work));
  for (let k = 0; k < 3; k++) v[k] -= ((speed - remaining) * gravity[k]) / Math.sqrt(square);
}
