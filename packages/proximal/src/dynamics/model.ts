import { checkInteger, wrongType } from '../check/argument.ts';
import type { Pose } from '../math/pose.ts';
import type { Assembly } from '../shapes/assembly.ts';
import type { Shape } from '../shapes/shape.ts';
import type { BuilderInput } from './builder.ts';
import { Data } from './data.ts';
import type { Actuator, CollisionRule, ModelNotice } from './description.ts';
import type { JointKind } from './joints/joint.ts';

/**
 * A moving joint of a model. Fixed joints have merged their links into one body.
 * @example
 * ```ts
 * const { name, q, nq }: ModelJoint = model.joints[model.jointIndex('knee')];
 * configuration.subarray(q, q + nq); // the joint's part
 * ```
 */
export interface ModelJoint {
  readonly name: string;
  readonly kind: JointKind;
  /** The index of the parent joint; −1 for the world. */
  readonly parent: number;
  /** The link that it moves. The link's frame is the joint's frame. */
  readonly link: string;
  /** The index of its first coordinate in a configuration; for a mimic joint, the index of the coordinate that it follows. */
  readonly q: number;
  /** The number of its configuration coordinates. */
  readonly nq: number;
  /** The index of its first coordinate in a velocity; for a mimic joint, the index of the coordinate that it follows. */
  readonly v: number;
  /** The number of its velocity coordinates. */
  readonly nv: number;
  /** Unit vector in the joint's frame; null for kinds without an axis. */
  readonly axis: readonly number[] | null;
  /** Set for a joint that follows another. */
  readonly mimic: { readonly joint: string; readonly ratio: number; readonly offset: number } | null;
}

/**
 * A named frame on a body: a link, the frame of a joint, or an added frame.
 * @example
 * ```ts
 * const tool: Frame = model.frames[model.frameIndex('tool')];
 * ```
 */
export interface Frame {
  readonly name: string;
  readonly kind: 'link' | 'joint' | 'frame';
  /** The mass of a link, in kg; 0 for other frames. */
  readonly mass: number;
  /** The index of the joint whose body it is on; −1 for the world. */
  readonly joint: number;
  /** Its pose in that joint's frame. */
  readonly placement: Pose;
  /** The placement as a rotation by rows and a position, in the joint's frame inside the model: twelve numbers. @internal */
  readonly rigid: Float64Array;
}

/**
 * A shape on a body.
 * @example
 * ```ts
 * for (const { shape, joint, placement } of model.geometries) console.log(shape.kind, joint, placement);
 * ```
 */
export interface ModelGeometry {
  readonly name: string;
  readonly link: string;
  readonly shape: Shape | Assembly;
  /** Collision masks as in MuJoCo: see `GeometryDescription`. */
  readonly contype: number;
  readonly conaffinity: number;
  /** Coulomb's µ, or null: see `GeometryDescription`. */
  readonly friction: number | null;
  readonly priority: number;
  readonly frictionless: boolean;
  /** In meters. */
  readonly torsionalFriction: number;
  readonly rollingFriction: number;
  /** The index of the joint whose body it is on; −1 for the world. */
  readonly joint: number;
  /** Its pose in that joint's frame. */
  readonly placement: Pose;
  /** The placement as a rotation by rows and a position, in the joint's frame inside the model: twelve numbers. @internal */
  readonly rigid: Float64Array;
}

/**
 * A bilateral constraint of a model: a loop closure or an anchor, with its two frames, each in the frame of a joint's body.
 * @example
 * ```ts
 * const equations = model.constraints.reduce((sum, { kind }) => sum + (kind === 'weld' ? 6 : 3), 0);
 * ```
 */
export interface Constraint {
  readonly kind: 'point' | 'weld';
  readonly name: string;
  /** The index of a joint; −1 for the world. */
  readonly jointA: number;
  readonly placementA: Pose;
  readonly jointB: number;
  readonly placementB: Pose;
  /** Rotations by rows and positions: twelve numbers each. @internal */
  readonly rigidA: Float64Array;
  /** @internal */
  readonly rigidB: Float64Array;
}

/**
 * The tree as flat arrays, one entry (or a few) per joint, per degree of freedom or per coordinate, parents before children. A
 * degree of freedom is one column of a joint's motion subspace. It is a coordinate of the velocity, except for mimic joints,
 * whose degrees of freedom are multiples of their leader's coordinate.
 * @internal
 */
export interface Tree {
  /** The parent of each joint; −1 for the world. */
  readonly parent: Int32Array;
  /** The root joint of each joint's tree. */
  readonly root: Int32Array;
  /** A MOTION constant for each joint. */
  readonly motion: Int32Array;
  /** The index of each joint's first number in the configuration. */
  readonly q: Int32Array;
  /** Coordinate = ratio · q + offset, for joints with one coordinate; 1 and 0 unless the joint mimics another. */
  readonly ratio: Float64Array;
  readonly offset: Float64Array;
  /** The rotation by rows and the position of each joint's frame in the frame of its parent, as used inside the model: twelve numbers. */
  readonly placement: Float64Array;
  /** Meters per radian along the axis of each joint; 0 except for helical joints. */
  readonly pitch: Float64Array;
  /** The rotation by rows from each joint's frame inside the model to the joint's frame of the description: see place.ts. */
  readonly align: Float64Array;
  /** Mass, center of mass (3), inertia about it (xx xy xz yy yz zz) of each body, in the joint's frame inside the model: ten numbers. */
  readonly inertia: Float64Array;
  /** Mass and center of mass that are compensated against gravity, in the same form; the inertia is zero. */
  readonly compensation: Float64Array;
  /** The first degree of freedom of each joint; the last entry is the total. */
  readonly firstDof: Int32Array;
  /** The joint of each degree of freedom. */
  readonly dofJoint: Int32Array;
  /** The next degree of freedom toward the world; −1 for the last. */
  readonly dofParent: Int32Array;
  /** The coordinate of the velocity that each degree of freedom belongs to. */
  readonly coordinate: Int32Array;
  /** The rate of each degree of freedom per rate of its coordinate. */
  readonly dofRatio: Float64Array;
  /** Mass and first moment (mass · center, in world coordinates) of the links that are fixed to the world: four numbers. */
  readonly ground: Float64Array;
  /** The index of the first number of each quaternion in a configuration. */
  readonly quaternions: Int32Array;
  /** Whether some joint mimics another. The mass matrix then lacks the tree's sparsity. */
  readonly hasMimic: boolean;
}

/** The builder's result. @internal */
export interface ModelParts {
  readonly recipe: BuilderInput;
  readonly name: string;
  readonly gravity: Float64Array;
  readonly timeStep: number | null;
  readonly joints: readonly ModelJoint[];
  readonly frames: readonly Frame[];
  readonly geometries: readonly ModelGeometry[];
  readonly constraints: readonly Constraint[];
  readonly actuators: readonly Actuator[];
  readonly collisions: readonly CollisionRule[];
  readonly notices: readonly ModelNotice[];
  readonly tree: Tree;
  readonly nq: number;
  readonly nv: number;
  readonly limits: ModelLimits;
  readonly armature: Float64Array;
  readonly friction: Float64Array;
  readonly damping: Float64Array;
  readonly stiffness: Float64Array;
  readonly springReference: Float64Array;
  readonly reference: Float64Array;
}

/**
 * The limits of the joints; infinite without a limit.
 * @example
 * ```ts
 * const { lower, upper }: ModelLimits = model.limits;
 * ```
 */
export interface ModelLimits {
  /** For each number of the configuration, in radians or meters. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** For each number of the velocity, in rad/s or m/s. */
  readonly velocity: Float64Array;
  /** For each number of the velocity, in N m or N. */
  readonly effort: Float64Array;
}

/**
 * A robot, or several: joints, inertias, frames, shapes and limits. It is immutable; algorithms write their results to a `Data`.
 * Made by `ModelBuilder`, or by `loadUrdf` and `loadMjcf` of `proximal/io`.
 * @example
 * ```ts
 * const data = model.createData();
 * const torque = inverseDynamics(model, data, neutral(model), model.zeroVelocity(), model.zeroVelocity());
 * ```
 */
export class Model {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'Model';

  readonly name: string;
  /** Numbers in a configuration. */
  readonly nq: number;
  /** Numbers in a velocity, acceleration or torque. */
  readonly nv: number;
  /** The moving joints, parents before children. */
  readonly joints: readonly ModelJoint[];
  /** Links, joint frames, other named frames and the world. */
  readonly frames: readonly Frame[];
  readonly geometries: readonly ModelGeometry[];
  readonly constraints: readonly Constraint[];
  readonly actuators: readonly Actuator[];
  /** Collision rules for links and geometries; they take precedence over masks and joints. */
  readonly collisions: readonly CollisionRule[];
  /** Notices and warnings of the builder or the loader. */
  readonly notices: readonly ModelNotice[];
  readonly limits: ModelLimits;
  /** Inertia of motors, for each number of the velocity, in kg m² or kg: part of the mass matrix. */
  readonly armature: Float64Array;
  /** Dry friction, for each number of the velocity, in N m or N. */
  readonly friction: Float64Array;
  /** Viscous damping, for each number of the velocity, in N m s/rad or N s/m. */
  readonly damping: Float64Array;
  /** Stiffness of springs, for each number of the velocity, in N m/rad or N/m; 0 without a spring. */
  readonly stiffness: Float64Array;
  /** Rest positions of the springs, for each number of the velocity, in radians or meters. */
  readonly springReference: Float64Array;
  /** Gravitational acceleration, in m/s²: `[0, 0, -9.81]` unless the builder or file sets another. */
  readonly gravity: Readonly<Float64Array>;
  /** The time step that the builder or file sets, in seconds, or null. */
  readonly timeStep: number | null;
  /** The reference configuration: the neutral one unless the builder or file sets another. */
  readonly reference: Readonly<Float64Array>;
  /** Mass of all links together, in kg. */
  readonly mass: number;
  /** @internal */
  readonly tree: Tree;
  /** The builder's input. @internal */
  readonly recipe: BuilderInput;
  private readonly jointByName: ReadonlyMap<string, number>;
  private readonly frameByName: ReadonlyMap<string, number>;

  /** @param source a model with the same joints and frames @internal */
  constructor(parts: ModelParts, source: Model | null = null) {
    this.name = parts.name;
    this.nq = parts.nq;
    this.nv = parts.nv;
    this.joints = parts.joints;
    this.frames = parts.frames;
    this.geometries = parts.geometries;
    this.constraints = parts.constraints;
    this.actuators = parts.actuators;
    this.collisions = parts.collisions;
    this.notices = parts.notices;
    this.limits = parts.limits;
    this.armature = parts.armature;
    this.friction = parts.friction;
    this.damping = parts.damping;
    this.stiffness = parts.stiffness;
    this.springReference = parts.springReference;
    this.gravity = parts.gravity;
    this.timeStep = parts.timeStep;
    this.reference = parts.reference;
    this.tree = parts.tree;
    this.recipe = parts.recipe;
    this.mass =
      source?.tree === parts.tree
        ? source.mass
        : parts.joints.reduce((sum, _, joint) => sum + parts.tree.inertia[10 * joint], parts.tree.ground[0]);
    this.jointByName = source?.jointByName ?? new Map(parts.joints.map(({ name }, index) => [name, index]));
    // Of frames with the same name the first one counts: a link's before a joint's before an added one.
    this.frameByName =
      source?.frameByName ?? new Map([...parts.frames.entries()].reverse().map(([index, { name }]) => [name, index]));
  }

  /**
   * A copy with other values of some properties. The constructor makes it: V8 would store the properties of `Object.assign` in a hash table, and
   * every access in an algorithm would take several times as long.
   * @internal
   */
  withChanges(changes: Partial<ModelParts>): Model {
    return new Model({ ...(this as ModelParts), ...changes } as ModelParts, this);
  }

  /** A new workspace of the algorithms. Its nv × nv matrices are allocated on first use. */
  createData(): Data {
    return new Data(this);
  }

  /** The index of the joint with this name. */
  jointIndex(name: string): number {
    return lookUp('Model.jointIndex', 'name', this.jointByName, name, 'joint');
  }

  /** A joint by name. @internal */
  joint(where: string, name: string): ModelJoint {
    return this.joints[lookUp(where, 'name', this.jointByName, name, 'joint')];
  }

  /** The index of the frame with this name: a link, a joint or an added frame. */
  frameIndex(name: string): number {
    return lookUp('Model.frameIndex', 'name', this.frameByName, name, 'frame');
  }

  /** A velocity of zeros. */
  zeroVelocity(): Float64Array {
    return new Float64Array(this.nv);
  }

  /** A frame by name or index. @internal */
  frame(where: string, frame: string | number): Frame {
    if (typeof frame === 'string') return this.frames[lookUp(where, 'frame', this.frameByName, frame, 'frame')];
    return this.frames[checkInteger(where, 'frame', frame, 0, this.frames.length - 1)];
  }
}

function lookUp(
  where: string,
  argument: string,
  names: ReadonlyMap<string, number>,
  name: string,
  what: string,
): number {
  const index = names.get(name);
  if (index !== undefined) return index;
  const all = [...names.keys()];
  const similar = all.filter((known) => known.toLowerCase().includes(String(name).toLowerCase()));
  const some = similar.length > 0 ? similar : all;
  const shown = some.slice(0, 8).join(', ');
  const remedy = `there is no such ${what}; the model has ${shown}${all.length > Math.min(some.length, 8) ? ', …' : ''}`;
  throw wrongType(where, argument, name, remedy);
}
