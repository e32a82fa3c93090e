import { checkNumber, checkOptions, outOfRange, show, wrongType } from '../check/argument.ts';
import { type Pose, type PoseLike, readPose } from '../math/pose.ts';
import { length, readVector, scale, type Vec3, type VectorLike } from '../math/vec3.ts';
import { readActuator } from './actuator.ts';
import { assemble } from './assemble.ts';
import { checkJointNumbers, checkName } from './check-joint.ts';
import { checkMask, readCollisionRule } from './collision-rule.ts';
import type {
  Actuator,
  CollisionRule,
  ConstraintDescription,
  GeometryDescription,
  JointDescription,
  LinkDescription,
  ModelNotice,
} from './description.ts';
import { type BodyInertia, readInertia } from './inertia.ts';
import type { JointKind } from './joints/joint.ts';
import { jointDefinitions } from './joints/registry.ts';
import type { Model } from './model.ts';
import type { NamedJoint } from './topology.ts';

/**
 * Options of `ModelBuilder`.
 * @example
 * ```ts
 * const options: ModelOptions = { name: 'pendulum', gravity: [0, 0, -1.62] };
 * ```
 */
export interface ModelOptions {
  readonly name?: string;
  /** Gravitational acceleration, in m/s²; `[0, 0, -9.81]` unless given. */
  readonly gravity?: VectorLike;
  /** The time step that a simulator should take, in seconds. */
  readonly timeStep?: number;
  /** Whether warnings are errors; false unless given. */
  readonly strict?: boolean;
}

/** A link of a model under construction. */
export interface NamedLink {
  readonly name: string;
  readonly body: BodyInertia;
  readonly gravityCompensation: number;
}

/** The builder's input, checked piece by piece; assemble.ts makes a model of it. */
export interface BuilderInput {
  readonly name: string;
  readonly gravity: Vec3;
  readonly timeStep: number | null;
  readonly strict: boolean;
  readonly links: readonly NamedLink[];
  readonly joints: readonly (NamedJoint & { readonly pose: Pose; readonly unitAxis: Vec3 })[];
  readonly frames: readonly { readonly name: string; readonly link: string; readonly pose: Pose }[];
  readonly geometries: readonly (GeometryDescription & { readonly link: string; readonly place: Pose })[];
  readonly constraints: readonly (ConstraintDescription & {
    readonly name: string;
    readonly placeA: Pose;
    readonly placeB: Pose;
  })[];
  readonly actuators: readonly Actuator[];
  readonly collisions: readonly CollisionRule[];
  readonly references: ReadonlyMap<string, readonly number[]>;
  readonly notices: readonly ModelNotice[];
}

const geometryFrictions = ['friction', 'torsionalFriction', 'rollingFriction'] as const;
const geometryKeys = [
  'shape',
  'pose',
  'name',
  'contype',
  'conaffinity',
  'priority',
  'frictionless',
  ...geometryFrictions,
];
const jointKeys = [
  'kind',
  'parent',
  'child',
  'placement',
  'axis',
  'pitch',
  'lower',
  'upper',
  'velocityLimit',
  'effortLimit',
  'armature',
  'friction',
  'damping',
  'stiffness',
  'springReference',
  'mimic',
];

/**
 * Builds a model: links, and joints between them, in any order. A link that no joint moves is fixed to the world.
 * @example
 * ```ts
 * const pendulum = new ModelBuilder()
 *   .link('rod', { mass: 1, centerOfMass: [0, 0, -0.5], inertia: [0.083, 0.083, 0.001] })
 *   .joint('pivot', { kind: 'revolute', parent: 'world', child: 'rod', axis: [0, 1, 0] })
 *   .build();
 * ```
 */
export class ModelBuilder {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'ModelBuilder';

  private readonly options: ModelOptions;
  private readonly gravity: Vec3;
  private readonly links = new Map<string, NamedLink>();
  private readonly joints = new Map<string, BuilderInput['joints'][number]>();
  private readonly frames = new Map<string, BuilderInput['frames'][number]>();
  private readonly geometries: BuilderInput['geometries'][number][] = [];
  private readonly constraints = new Map<string, BuilderInput['constraints'][number]>();
  private readonly actuators = new Map<string, Actuator>();
  private readonly collisions: CollisionRule[] = [];
  private readonly references = new Map<string, readonly number[]>();
  /** Notices and warnings so far. @internal */
  readonly notices: ModelNotice[] = [];
  /** The size of the model so far. Mimic joints count, because they move bodies too. @internal */
  readonly size = { links: 0, coordinates: 0, shapes: 0 };

  constructor(options: ModelOptions = {}) {
    const where = 'ModelBuilder';
    checkOptions(where, 'options', options, ['name', 'gravity', 'timeStep', 'strict'], {
      timestep: 'options.timeStep',
    });
    const { name, gravity = [0, 0, -9.81], timeStep, strict } = options;
    if (name !== undefined) checkName(where, 'options.name', name);
    if (strict !== undefined && typeof strict !== 'boolean') {
      throw wrongType(where, 'options.strict', strict, 'give true or false');
    }
    if (timeStep !== undefined) checkNumber(where, 'options.timeStep', timeStep, 'give seconds, above 0', 0, true);
    this.options = options;
    this.gravity = readVector(where, 'options.gravity', gravity);
  }

  /** Adds a link; without a description it has no mass. */
  link(name: string, description: LinkDescription = {}): this {
    const where = 'ModelBuilder.link';
    checkNew(where, name, this.links, 'link');
    if (name === 'world') throw outOfRange(where, 'name', name, 'this name is reserved for the world; choose another');
    checkOptions(where, 'description', description, ['mass', 'centerOfMass', 'inertia', 'gravityCompensation']);
    const { gravityCompensation = 0 } = description;
    checkNumber(
      where,
      `link ${show(name)}: gravityCompensation`,
      gravityCompensation,
      'give a fraction, not negative',
      0,
    );
    const { body, violation } = readInertia(where, name, description);
    if (violation !== null) {
      if (this.options.strict) throw new RangeError(`${where}: ${violation}; correct it, or leave strict out`);
      this.notices.push({ level: 'warning', name, message: violation });
    }
    this.links.set(name, { name, body, gravityCompensation });
    this.size.links++;
    return this;
  }

  /** Adds a joint between two links, or between the world and a link. */
  joint(name: string, description: JointDescription): this {
    const where = 'ModelBuilder.joint';
    checkNew(where, name, this.joints, 'joint');
    if (typeof description !== 'object' || description === null) {
      throw wrongType(where, 'description', description, 'give { kind, parent, child, … }');
    }
    checkOptions(where, 'description', description, jointKeys);
    const label = `joint ${show(name)}`;
    const { kind, parent, child, axis } = description;
    if (!Object.hasOwn(jointDefinitions, kind)) {
      throw outOfRange(where, `${label}: kind`, kind, `give one of ${Object.keys(jointDefinitions).join(', ')}`);
    }
    checkName(where, `${label}: parent`, parent);
    checkName(where, `${label}: child`, child);
    const unitAxis = this.readAxis(where, name, kind, axis);
    checkJointNumbers(where, label, description);
    const pose = poseOf(where, `${label}: placement`, description.placement);
    this.joints.set(name, { ...description, name, pose, unitAxis });
    this.size.coordinates += jointDefinitions[kind].nv;
    return this;
  }

  /** Replaces limits, springs or the mimic rule of an existing joint, for loaders of files that describe a joint in several places. @internal */
  changeJoint(
    name: string,
    changes: Partial<Pick<JointDescription, 'lower' | 'upper' | 'stiffness' | 'damping' | 'mimic'>>,
  ): this {
    const where = 'ModelBuilder.changeJoint';
    const joint = this.joints.get(name);
    if (!joint) throw outOfRange(where, 'name', name, 'there is no such joint');
    const changed = { ...joint, ...changes };
    checkJointNumbers(where, `joint ${show(name)}`, changed);
    this.joints.set(name, changed);
    return this;
  }

  /** Adds a named frame on a link, such as a tool or a sensor. */
  frame(name: string, link: string, pose: PoseLike = {}): this {
    const where = 'ModelBuilder.frame';
    checkNew(where, name, this.frames, 'frame');
    checkName(where, 'link', link);
    this.frames.set(name, { name, link, pose: poseOf(where, 'pose', pose) });
    return this;
  }

  /** Adds a shape to a link or to the world. It adds no mass. */
  geometry(link: string, description: GeometryDescription): this {
    const where = 'ModelBuilder.geometry';
    checkName(where, 'link', link);
    if (typeof description !== 'object' || description === null) {
      throw wrongType(where, 'description', description, 'give { shape, pose?, name? }');
    }
    checkOptions(where, 'description', description, geometryKeys);
    // Checked by its methods, not by its class: `proximal/dynamics` does not import the shapes.
    if (typeof description.shape?.massProperties !== 'function') {
      throw wrongType(where, 'description.shape', description.shape, 'give a shape made by box(), sphere() or another');
    }
    if (description.name !== undefined) checkName(where, 'description.name', description.name);
    for (const mask of ['contype', 'conaffinity'] as const)
      if (description[mask] !== undefined) checkMask(where, `description.${mask}`, description[mask]);
    for (const name of geometryFrictions)
      if (description[name] !== undefined)
        checkNumber(where, `description.${name}`, description[name], 'give a number, not negative', 0);
    if (description.priority !== undefined)
      checkNumber(where, 'description.priority', description.priority, 'give a finite number');
    const { frictionless = false } = description;
    if (typeof frictionless !== 'boolean')
      throw wrongType(where, 'description.frictionless', frictionless, 'give true or false, or leave it out');
    this.size.shapes++;
    this.geometries.push({ ...description, link, place: poseOf(where, 'description.pose', description.pose) });
    return this;
  }

  /** Adds a bilateral constraint: a loop closure between two links, or an anchor in the world. */
  constraint(name: string, description: ConstraintDescription): this {
    const where = 'ModelBuilder.constraint';
    checkNew(where, name, this.constraints, 'constraint');
    if (typeof description !== 'object' || description === null) {
      throw wrongType(where, 'description', description, 'give { kind, a, poseA?, b?, poseB? }');
    }
    checkOptions(where, 'description', description, ['kind', 'a', 'poseA', 'b', 'poseB']);
    const { kind, a, b = 'world', poseA, poseB } = description;
    if (kind !== 'point' && kind !== 'weld') {
      throw outOfRange(where, 'description.kind', kind, "give 'point' or 'weld'");
    }
    checkName(where, 'description.a', a);
    checkName(where, 'description.b', b);
    const placeA = poseOf(where, 'description.poseA', poseA);
    const placeB = poseOf(where, 'description.poseB', poseB);
    this.constraints.set(name, { ...description, name, placeA, placeB });
    return this;
  }

  /** Sets whether two links, or two geometries, collide. The last rule for a pair applies. */
  collision(rule: CollisionRule): this {
    this.collisions.push(readCollisionRule('ModelBuilder.collision', rule));
    return this;
  }

  /** Adds an actuator to a joint. */
  actuator(actuator: Pick<Actuator, 'name' | 'kind' | 'joint'> & Partial<Actuator>): this {
    const where = 'ModelBuilder.actuator';
    if (typeof actuator !== 'object' || actuator === null) {
      throw wrongType(
        where,
        'actuator',
        actuator,
        'give { name, kind, joint, gear?, kp?, kv?, gain?, bias?, controlRange?, forceRange? }',
      );
    }
    checkNew(where, actuator.name, this.actuators, 'actuator');
    checkName(where, 'actuator.joint', actuator.joint);
    this.actuators.set(actuator.name, readActuator(where, 'actuator', actuator));
    return this;
  }

  /** Sets the configuration of a joint in `model.reference`; `build` needs the joint. Default: the neutral configuration. */
  reference(joint: string, values: ArrayLike<number>): this {
    const where = 'ModelBuilder.reference';
    checkName(where, 'joint', joint);
    if (typeof values !== 'object' || values === null || typeof values.length !== 'number') {
      throw wrongType(where, 'values', values, "give the numbers of the joint's configuration");
    }
    const list = Array.from(values, (x, k) => checkNumber(where, `values[${k}]`, x, 'give finite numbers'));
    this.references.set(joint, list);
    return this;
  }

  /** Adds a notice for the user of the model, from a loader. */
  notice(notice: ModelNotice): this {
    if (typeof notice !== 'object' || notice === null || typeof notice.message !== 'string') {
      throw wrongType('ModelBuilder.notice', 'notice', notice, 'give { level, name, message }');
    }
    this.notices.push(notice);
    return this;
  }

  /** The model, checked as a whole: the joints must form trees with the world as their root, and every joint must move some inertia. */
  build(): Model {
    const { name = 'model', timeStep = null, strict = false } = this.options;
    return assemble({
      name,
      gravity: this.gravity,
      timeStep,
      strict,
      links: [...this.links.values()],
      joints: [...this.joints.values()],
      frames: [...this.frames.values()],
      geometries: [...this.geometries],
      constraints: [...this.constraints.values()],
      actuators: [...this.actuators.values()],
      collisions: [...this.collisions],
      references: new Map(this.references),
      notices: this.notices,
    });
  }

  private readAxis(where: string, name: string, kind: JointKind, axis: VectorLike = [0, 0, 1]): Vec3 {
    const label = `joint ${show(name)}`;
    const direction = readVector(where, `${label}: axis`, axis);
    const size = length(direction);
    // Files give the axis 0 0 0 to fixed joints.
    if (size === 0 && !jointDefinitions[kind].hasAxis) return [0, 0, 1];
    if (!(size > 0 && size < Infinity)) {
      throw outOfRange(where, `${label}: axis`, direction.join(' '), 'give a vector that is not zero');
    }
    if (Math.abs(size - 1) > 1e-6) {
      const message = `${label}: the axis ${direction.join(' ')} has length ${Number(size.toPrecision(6))} and was normalized`;
      this.notices.push({ level: 'notice', name, message });
    }
    // A unit vector passes unchanged: reading an axis twice gives the same bits.
    return Math.abs(size * size - 1) < 1e-15 ? direction : scale(direction, 1 / size);
  }
}

function checkNew(where: string, name: unknown, names: ReadonlyMap<string, unknown>, what: string): void {
  checkName(where, 'name', name);
  if (names.has(name as string)) throw outOfRange(where, 'name', name, `there is already a ${what} with this name`);
}

function poseOf(where: string, argument: string, pose: PoseLike = {}): Pose {
  const out = new Float64Array(7);
  readPose(where, argument, pose, out, 0);
  return out;
}
