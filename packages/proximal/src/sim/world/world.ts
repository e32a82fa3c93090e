import { checkInteger, checkNumber, checkOptions, outOfRange, wrongType } from '../../check/argument.ts';
import { Model } from '../../dynamics/model.ts';
import { readVector, type Vec3, type VectorLike } from '../../math/vec3.ts';
import type { Body } from '../../scene/body.ts';
import { checkGeometry, type Geometry } from '../../scene/geometry.ts';
import { dragPart } from '../drag.ts';
import { Member } from '../member.ts';
import type { Rollback } from '../rollback.ts';
import { Simulator } from '../simulator.ts';
import { type Described, readSnapshot } from '../snapshot.ts';
import { AppliedForces } from './applied-forces.ts';
import { DebugDrawing, type DebugLineOptions, type DebugLines } from './debug-lines.ts';
import { Events, type WorldListener } from './events.ts';
import { type ExcludedBody, type Exclusion, Exclusions } from './exclusions.ts';
import { Handle } from './handle.ts';
import type { JointOptions } from './joint-options.ts';
import { type GearOptions, Joints } from './joints.ts';
import { makeBody } from './make-body.ts';
import { MemberAccess } from './member-access.ts';
import { givenName, nextName } from './names.ts';
import {
  checkBodyOptions,
  maxSubsteps,
  type RigidBodyOptions,
  robotOptionNames,
  simulatorOptions,
  type WorldOptions,
  type WorldRobotOptions,
} from './options.ts';
import { RigidBody } from './rigid-body.ts';
import { Robot } from './robot.ts';
import { readWorld, type WorldData, writeWorld } from './snapshot.ts';
import type { JointBody, WorldJoint } from './world-joint.ts';

/**
 * A simulated world. Bodies and robots can be added and removed at any time and are used through their handles. A world is also a
 * simulator: its state, derivatives and snapshots include all bodies and robots; `range` of a handle is its index range in these vectors.
 * @example
 * ```ts
 * const world = new World({ timeStep: 1 / 60, substeps: 4 });
 * world.add(halfspace(), { type: 'static', name: 'floor' });
 * const crate = world.add(box(0.5, 0.5, 0.5), { pose: { position: [0, 0, 2] } });
 * for (let k = 0; k < 60; k++) world.step(); // one second
 * crate.pose[2]; // 0.5
 * crate.remove();
 * ```
 */
export class World extends Simulator {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'World';

  private readonly handles = new Map<string, Handle>();
  private readonly byBody = new Map<Body, Handle>();
  /** Changes to apply at the end of the step. */
  private readonly pending: (() => void)[] = [];
  private isStepping = false;
  private readonly events = new Events(
    (body) => this.byBody.get(body),
    (body) => this.sleep.isAsleep(body),
  );
  private readonly sensors = new Set<RigidBody>();
  private readonly applied = new AppliedForces(this.handles);
  private readonly connections = new Joints({
    world: this,
    addJoint: (bodyJoint) => this.addJoint(bodyJoint),
    removeJoint: (bodyJoint) => this.removeJoint(bodyJoint),
    disturb: (bodyJoint) => this.disturb(bodyJoint),
    afterStep: (change) => this.afterStep(change),
    separate: (a, b, isSeparate) => this.separate(a, b, isSeparate),
  });
  private readonly excluded = new Exclusions({
    world: this,
    afterStep: (change) => this.afterStep(change),
    separate: (a, b, isSeparate) => this.separate(a, b, isSeparate),
  });
  private substepCount: number;
  private drawing: DebugDrawing | null = null;
  /** The last number of a generated name, by kind. */
  private readonly numbers = new Map<string, number>();

  constructor(options?: WorldOptions);
  /** @param restored the contents of a snapshot @internal */
  constructor(options?: WorldOptions, restored?: Described);
  constructor(options: WorldOptions = {}, restored?: Described) {
    super(restored?.options ?? simulatorOptions(options), restored?.known, 'World');
    this.substepCount = options.substeps ?? 1;
    this.sleep.isOn = options.sleeping ?? true;
    this.parts.add(this.applied, this.events, dragPart(this.members));
    if (!restored) return;
    const data = this.data;
    readWorld(restored.world, { world: this, data, where: 'World.restore', refuse: restored.refuse });
    this.substepCount = data.substeps;
    this.sleep.isOn = data.sleeping;
  }

  /** Makes a world from the bytes of `snapshot`, with a handle for every name. The bytes are checked. */
  static override restore(bytes: Uint8Array): World {
    const where = 'World.restore';
    return readSnapshot(where, bytes, (described) => {
      if (described.world === undefined)
        throw new RangeError(`${where}: bytes are a snapshot of a simulator; use Simulator.restore`);
      return new World({}, described);
    });
  }

  /**
   * The world as bytes, for `World.restore`: the simulator's content, the handles with their names, types, materials, sensors,
   * damping and forces, the joints between bodies, and the exclusions. A restored world continues with the same bits. Listeners and
   * `userData` are not kept.
   */
  override snapshot(): Uint8Array {
    this.requireBetweenSteps('snapshot');
    return super.snapshot();
  }

  /**
   * Like `Simulator.save`, with the forces of the next step, the torques and targets of robots' joints, the damping of bodies, the angles
   * and motors of joints between bodies, which bodies sleep, and the contacts and overlaps that were reported to listeners.
   */
  override save(out?: Rollback): Rollback {
    this.requireBetweenSteps('save');
    return super.save(out);
  }

  override load(saved: Rollback): void {
    this.requireBetweenSteps('load');
    super.load(saved);
  }

  /** @internal */
  protected override describeWorld(): object {
    return writeWorld(this.data, this);
  }

  private get data(): WorldData {
    const { handles, byBody, sensors, numbers, events, excluded, substeps, sleep } = this;
    return { handles, byBody, sensors, numbers, events, excluded, substeps, sleeping: sleep.isOn };
  }

  private requireBetweenSteps(name: string): void {
    if (this.isStepping) throw new RangeError(`World.${name}: a step is under way; call it between two steps`);
  }

  /** All bodies and robots, in the order in which they were added. */
  get contents(): readonly Handle[] {
    return [...this.handles.values()];
  }

  /** The body or robot with a name, or undefined. */
  find(name: string): Handle | undefined {
    return this.handles.get(name);
  }

  /** The handle of a body of the scene, such as one in a contact or ray cast; undefined for a body that the world did not create. */
  handleOf(body: Body): Handle | undefined {
    return this.byBody.get(body);
  }

  /**
   * Adds a body or a robot, and returns its handle. Within a step, as in a callback, it takes part from the next step on.
   * @param what a shape, compound or triangle mesh, or for a static or kinematic body also a height field; or a model from `loadUrdf`,
   * `loadMjcf` or `ModelBuilder`
   */
  add(what: Model, options?: WorldRobotOptions): Robot;
  add(what: Geometry, options?: RigidBodyOptions): RigidBody;
  add(what: Model | Geometry, options: WorldRobotOptions | RigidBodyOptions = {}): Robot | RigidBody {
    return what instanceof Model
      ? this.addRobot(what, options as WorldRobotOptions)
      : this.addBody(what, options as RigidBodyOptions);
  }

  private addRobot(model: Model, options: WorldRobotOptions): Robot {
    const where = 'World.add';
    checkOptions(where, 'options', options, robotOptionNames);
    const { configuration, velocity, userData } = options;
    const member = new Member(model, this.settings);
    const robot = new Robot(this, this.nameFor(where, options.name, model.name), new MemberAccess(member));
    robot.userData = userData;
    robot.writeMaterial(where, 'options.material', options.material);
    if (configuration !== undefined) robot.writeConfiguration(where, 'options.configuration', configuration);
    if (velocity !== undefined) robot.writeVelocity(where, 'options.velocity', velocity);
    this.enter(robot, () => this.addMember(member));
    return robot;
  }

  private addBody(shape: Geometry, options: RigidBodyOptions): RigidBody {
    const where = 'World.add';
    checkGeometry(where, 'what', shape);
    checkBodyOptions(where, options);
    const { type = 'dynamic', group, mask, sensor = false, userData } = options;
    const name = this.nameFor(where, options.name, shape.kind);
    const groups = { ...(group !== undefined && { group }), ...(mask !== undefined && { mask }) };
    const traits = { ...groups, name, static: type === 'static' };
    const { body, member } = makeBody(this, where, name, shape, options);
    if (sensor) this.sensors.add(body);
    this.enter(body, () => (member ? this.addMember(member, traits) : [this.scene.add(shape, body.pose, traits)]));
    body.userData = userData;
    return body;
  }

  /** Registers a handle, and adds its bodies to the scene now or at the end of the step. */
  private enter(handle: Handle, place: () => readonly Body[]): void {
    this.handles.set(handle.name, handle);
    this.afterStep(() => {
      if (handle.isRemoved) return;
      const bodies = place();
      for (const body of bodies) this.byBody.set(body, handle);
      for (const body of bodies) this.sleep.disturb(body);
      for (const body of bodies) this.surfaces.setMaterial(body, handle.material);
      if (!(handle instanceof RigidBody)) return;
      [handle.placed] = bodies;
      if (this.sensors.has(handle)) this.surfaces.makeSensor(bodies[0]);
    });
  }

  /**
   * Connects two bodies by a joint, at the end of the step if one is under way. An end is a rigid body, a robot's link, or `'world'`.
   * The two bodies do not collide with each other unless `options.collide` is true.
   */
  connect(a: JointBody, b: JointBody, options: JointOptions): WorldJoint {
    return this.connections.connect(a, b, options);
  }

  /** Couples the angles of two hinges: the second changes by `ratio` times the change of the first. */
  connectGear(first: WorldJoint, second: WorldJoint, options: GearOptions): WorldJoint {
    return this.connections.connectGear(first, second, options);
  }

  /** All joints between bodies, in the order in which they were made. */
  get joints(): readonly WorldJoint[] {
    return this.connections.list;
  }

  /**
   * Keeps two bodies, robots or links from colliding, from the end of the step on if one is under way. With the same robot as both
   * a and b, its links do not collide with each other.
   */
  exclude(a: ExcludedBody, b: ExcludedBody, options: { readonly name?: string } = {}): Exclusion {
    return this.excluded.add('World.exclude', a, b, options);
  }

  /** All results of `exclude` that were not removed, in order. */
  get exclusions(): readonly Exclusion[] {
    return this.excluded.list;
  }

  /** The exclusion with a name, or undefined. */
  exclusion(name: string): Exclusion | undefined {
    return this.excluded.find(name);
  }

  /** Excludes or allows collisions of two bodies. Exclusions are counted: the bodies collide when all are removed. */
  private separate(a: Body, b: Body, isSeparate: boolean): void {
    this.surfaces.join(a, b, isSeparate);
    this.scene.bodyIndex.refilter(a, b);
    this.sleep.disturb(a);
    this.sleep.disturb(b);
  }

  /** The joint between bodies with a name, or undefined. */
  joint(name: string): WorldJoint | undefined {
    return this.connections.find(name);
  }

  /** Removes a body or a robot, at the end of the step if one is under way. Its handle is invalid at once. */
  remove(handle: Handle): void {
    const where = 'World.remove';
    if (!(handle instanceof Handle)) throw wrongType(where, 'handle', handle, 'give a handle that add() returned');
    if (handle.isRemoved) throw new RangeError(`${where}: "${handle.name}" was removed already`);
    handle.requireIn(this, where, 'handle');
    this.connections.removeOf(handle);
    this.excluded.removeOf(handle);
    this.handles.delete(handle.name);
    handle.leave();
    this.afterStep(() => this.discard(handle));
  }

  private discard(handle: Handle): void {
    for (const body of handle.bodies) {
      this.sleep.remove(body);
      this.byBody.delete(body);
      this.surfaces.remove(body);
    }
    this.sensors.delete(handle as RigidBody);
    const { moving } = handle;
    if (moving) this.removeMember(moving.member);
    else for (const body of handle.bodies) body.remove();
  }

  /** Runs a change now, or at the end of the step that is under way. */
  private afterStep(change: () => void): void {
    if (this.isStepping) this.pending.push(change);
    else change();
  }

  /** The gravity of all bodies and robots, in m/s²; undefined if each model uses its own. */
  get gravity(): Vec3 | undefined {
    return this.settings.gravity;
  }

  set gravity(gravity: VectorLike) {
    this.change('gravity', { gravity: readVector('World.gravity', 'gravity', gravity) });
  }

  /** The duration of a `step()`, in seconds. */
  get timeStep(): number {
    return this.settings.timeStep * this.substepCount;
  }

  set timeStep(timeStep: number) {
    this.setTime('timeStep', timeStep, this.substeps);
  }

  /** The number of simulator steps in a `step()`. */
  get substeps(): number {
    return this.substepCount;
  }

  set substeps(substeps: number) {
    checkInteger('World.substeps', 'substeps', substeps, 1, maxSubsteps);
    this.setTime('substeps', this.timeStep, substeps);
  }

  private setTime(name: string, timeStep: number, substeps: number): void {
    checkNumber(`World.${name}`, 'timeStep', timeStep, 'give seconds, above 0', 0, true);
    this.change(name, { timeStep: timeStep / substeps });
    this.substepCount = substeps;
  }

  private change(name: string, changes: Parameters<World['configure']>[0]): void {
    if (this.isStepping) throw new RangeError(`World.${name}: a step is under way; change it between two steps`);
    const before = [...this.members];
    this.configure(changes);
    const indices = new Map(before.map((member, k) => [member, k]));
    for (const { moving } of this.handles.values())
      if (moving) moving.member = this.members[indices.get(moving.member) as number];
  }

  /**
   * One step of `timeStep`: all substeps, with the forces that were applied through handles. If a substep is stopped, the step ends with
   * it: the applied forces are kept for the next step, and events are reported after it.
   * @param torques nv numbers, in N m or N, in addition to the torques of actuators and of `joint.torque`; zeros by default
   * @param externalForces six numbers for each joint of each model, force and moment in the joint's frame, in N and N m
   */
  override step(torques?: Float64Array, externalForces?: Float64Array): void {
    this.requireBetweenSteps('step');
    const isSkippable = this.isSkippable && torques === undefined && externalForces === undefined;
    const given = isSkippable
      ? { torques, externalForces }
      : this.applied.gather(this.members, this.nv, torques, externalForces);
    this.isStepping = true;
    try {
      for (let k = 0; k < this.substepCount; k++) {
        super.step(given.torques, given.externalForces);
        if (this.current.status === 'stopped') return;
        if (this.events.hasListeners) this.events.addContacts(this.contacts);
        for (const [sensor, other] of this.takeCrossings())
          if (this.events.hasListeners) this.events.addOverlap(sensor, other);
        for (const joint of this.connections.breakLoaded()) if (this.events.hasListeners) this.events.addBroken(joint);
      }
      if (!isSkippable) this.applied.clear();
      if (this.events.hasListeners) this.senseAll();
    } finally {
      this.isStepping = false;
      for (const change of this.pending.splice(0)) change();
    }
  }

  /**
   * Calls a function at the end of each step for every contact and every overlap of a sensor that has begun, continues or has
   * ended, and for every joint that broke. Additions and removals by the function take effect afterwards.
   * @returns a function that removes the listener
   */
  listen(listener: WorldListener): () => void {
    if (typeof listener !== 'function')
      throw wrongType('World.listen', 'listener', listener, 'give a function of an event');
    return this.events.listen(listener);
  }

  /** Finds the bodies that overlap sensors, and calls the listeners. */
  private senseAll(): void {
    const { scene, events } = this;
    scene.update();
    for (const { placed } of this.sensors) {
      // A sensor that was added in this step is not in the scene yet.
      if (!placed) continue;
      for (const other of scene.bodyIndex.bodiesNear(placed, 0))
        if (!this.surfaces.isSensor(other) && scene.bodyIndex.pairOf(placed, other).collide(0))
          events.addOverlap(placed, other);
    }
    events.notify();
  }

  /** Shapes, contacts, joints and centers of mass as colored lines, for drawing. The next call overwrites the arrays. */
  debugLines(options: DebugLineOptions = {}): DebugLines {
    this.drawing ??= new DebugDrawing();
    return this.drawing.draw(this, this.contacts, options);
  }

  /** @internal */
  override checkDifferentiable(where: string): void {
    if (this.substepCount > 1)
      throw outOfRange(where, 'substeps', this.substepCount, 'make steps with world.substeps = 1');
  }

  private nameFor(where: string, name: unknown, kind: string): string {
    const given = givenName(where, name, this.handles, 'a body or robot');
    return given ?? nextName(kind, this.handles, this.numbers);
  }
}
