// Reads the options of joints between bodies.
import { checkNumber, checkOptions, outOfRange, wrongType } from '../../check/argument.ts';
import {
  compose,
  inverse,
  type Pose,
  type PoseLike,
  quaternionOfAxes,
  readPose,
  transformPoint,
} from '../../math/pose.ts';
import {
  cross,
  dot,
  length,
  perpendicular,
  readVector,
  scale,
  subtract,
  type Vec3,
  type VectorLike,
} from '../../math/vec3.ts';
import { type BodyJointMotor, type BodyJointOptions, type CoordinateOptions, plainBodyJoint } from '../body-joint.ts';
import type { WorldJointKind } from '../body-joint-kinds.ts';

/**
 * A motor of a joint's coordinate, in rad, rad/s and N m, or m, m/s and N. With `stiffness` or `damping` it is a spring to `position` and a
 * damper to `velocity`, both implicit and so stable for any coefficients, with at most `maxForce`. Otherwise it holds `velocity` with any force
 * up to `maxForce`.
 */
export interface JointMotor {
  /** Default 0. */
  readonly velocity?: number;
  /** Only with `stiffness`. Default 0. */
  readonly position?: number;
  /** Default 0. */
  readonly stiffness?: number;
  /** Default 0. */
  readonly damping?: number;
  /** The largest force, in N, or torque, in N m. */
  readonly maxForce: number;
}

/** Limits, a motor and dry friction of an angle, in rad, rad/s and N m. */
export interface CoordinateLimits {
  readonly limits?: readonly [number, number];
  readonly motor?: JointMotor;
  /** Default 0. */
  readonly friction?: number;
}

/** Options of a joint between two bodies. Points and directions, but not `frames`, are in world coordinates at the present poses. */
export interface JointOptions {
  /**
   * - `'fixed'`;
   * - `'ball'`: its coordinate is the swing, the angle between the axes of a and b;
   * - `'universal'`: its coordinate is the angle about `axis`;
   * - `'hinge'`, `'slider'`, `'cylindrical'`: with a coordinate that is 0 at the present poses, or where given `frames` coincide: an angle or the
   *   displacement of b along the axis;
   * - `'distance'`: two anchors at a constant distance; `'rope'`: at most at the distance `length`;
   * - `'spring'`: a spring and damper between two anchors.
   */
  readonly kind: WorldJointKind;
  /** Unique among the joints of the world. Default: the kind, with a number if there is another of that name. */
  readonly name?: string;
  /** Where the joint is. Default for `'fixed'`, `'slider'` and `'cylindrical'`: the origin of b, or of a if b is the world. */
  readonly anchor?: VectorLike;
  /**
   * The axis of a hinge, slider or cylindrical joint; the axis on a for `'universal'`; the axis that swing and turn of `'ball'`
   * refer to. Any length but 0.
   */
  readonly axis?: VectorLike;
  /** The axis of b for `'universal'`, perpendicular to `axis`. */
  readonly axisB?: VectorLike;
  /**
   * The joint's frame in the axes of a and of b, instead of anchor and axes. The z axis of a's frame is the axis of a hinge, slider or
   * cylindrical joint. The axes of a ball joint are the z axes of both frames; the axes of a universal joint are the x axis of a's frame
   * and the y axis of b's frame. The frames' origins are the anchors of `'distance'`, `'rope'` and `'spring'`.
   */
  readonly frames?: readonly [PoseLike, PoseLike];
  /** The ends of `'distance'`, `'rope'` and `'spring'`, on a and b. Default: the bodies' origins; none for an end on the world. */
  readonly anchors?: readonly [VectorLike, VectorLike];
  /**
   * The length of `'distance'`, the largest length of `'rope'`, or the rest length of `'spring'`, in meters. Default: the present
   * distance.
   */
  readonly length?: number;
  /** The stiffness of a `'spring'`, in N/m. Default 0; stiffness or damping must be above 0. */
  readonly stiffness?: number;
  /** The damping of a `'spring'`, in N s/m. Default 0. */
  readonly damping?: number;
  /** The least and the largest value of the coordinate, in rad or m. */
  readonly limits?: readonly [number, number];
  /** The second coordinate of a cylindrical, universal or ball joint: see `joint.turn`. */
  readonly turn?: CoordinateLimits;
  /** The largest angle between the axes of a and b of a ball joint, 0 to π, in rad. Default: any. */
  readonly swing?: number;
  readonly motor?: JointMotor;
  /** Dry friction of the coordinate, in N m or N. Default 0. */
  readonly friction?: number;
  /** The joint breaks at the end of a step if its force, in N, or its torque, in N m, is larger in a substep. Default: infinite, never. */
  readonly breakForce?: number;
  readonly breakTorque?: number;
  /** Whether the two bodies collide with each other. Default false. */
  readonly collide?: boolean;
  readonly userData?: unknown;
}

const common = ['kind', 'name', 'breakForce', 'breakTorque', 'collide', 'userData'];
const framed = [...common, 'anchor', 'frames'];
const movable = [...framed, 'axis', 'limits', 'motor', 'friction'];
const lined = [...common, 'anchors', 'frames', 'length'];
const names: Readonly<Record<WorldJointKind, readonly string[]>> = {
  fixed: framed,
  ball: [...framed, 'axis', 'swing', 'turn'],
  universal: [...movable, 'axisB', 'turn'],
  hinge: movable,
  slider: movable,
  cylindrical: [...movable, 'turn'],
  distance: lined,
  rope: lined,
  spring: [...lined, 'stiffness', 'damping'],
};

/** The checked options of a joint: its frames in the axes of both bodies, and the options of its `BodyJoint`. */
export interface ReadJoint {
  readonly frames: readonly [Pose, Pose];
  readonly bodyJoint: BodyJointOptions;
}

/**
 * @param poses of a and b
 * @param isWorld whether a, and whether b, is the world
 */
export function readJoint(
  where: string,
  options: JointOptions,
  poses: readonly [Pose, Pose],
  isWorld: readonly [boolean, boolean],
): ReadJoint {
  const kind = options?.kind;
  if (typeof kind !== 'string' || !Object.hasOwn(names, kind))
    throw outOfRange(where, 'options.kind', kind, `give one of ${Object.keys(names).join(', ')}`);
  checkOptions(where, 'options', options, names[kind]);
  checkCommon(where, options);
  if (names[kind].includes('anchors')) return linedOf(where, options, poses, isWorld);
  return { frames: framesOf(where, options, poses, isWorld), bodyJoint: movableOf(where, options) };
}

/** Checks `breakForce`, `breakTorque` and `collide`. */
export function checkCommon(
  where: string,
  { breakForce, breakTorque, collide }: { [Name in 'breakForce' | 'breakTorque' | 'collide']?: unknown },
): void {
  if (breakForce !== undefined && breakForce !== Infinity)
    checkNumber(where, 'options.breakForce', breakForce, 'give newtons, above 0', 0, true);
  if (breakTorque !== undefined && breakTorque !== Infinity)
    checkNumber(where, 'options.breakTorque', breakTorque, 'give newton meters, above 0', 0, true);
  if (collide !== undefined && typeof collide !== 'boolean')
    throw wrongType(where, 'options.collide', collide, 'give true or false');
}

/** The frames from `frames`, or from anchor and axes. */
function framesOf(
  where: string,
  options: JointOptions,
  poses: readonly [Pose, Pose],
  isWorld: readonly [boolean, boolean],
): readonly [Pose, Pose] {
  const { anchor } = options;
  const given = readFrames(where, options);
  if (given) return given;
  const origin = poses[isWorld[1] ? 0 : 1];
  const hasDefaultAnchor = ['fixed', 'slider', 'cylindrical'].includes(options.kind);
  if (anchor === undefined && !hasDefaultAnchor)
    throw wrongType(where, 'options.anchor', anchor, 'give a point of the joint, in world coordinates');
  const at = anchor === undefined ? [...origin.subarray(0, 3)] : readVector(where, 'options.anchor', anchor);
  const frame = Float64Array.of(...at, ...rotationOf(where, options));
  return [compose(inverse(poses[0]), frame), compose(inverse(poses[1]), frame)];
}

function readFrames(where: string, options: JointOptions): readonly [Pose, Pose] | null {
  const { frames } = options;
  if (frames === undefined) return null;
  if (!Array.isArray(frames) || frames.length !== 2)
    throw wrongType(where, 'options.frames', frames, 'give two poses: in the axes of a and of b');
  for (const name of ['anchor', 'anchors', 'axis', 'axisB'] as const)
    if (options[name] !== undefined)
      throw outOfRange(where, `options.${name}`, options[name], 'frames determine it: leave one of the two out');
  return [0, 1].map((k) => {
    const out = new Float64Array(7);
    readPose(where, `options.frames[${k}]`, frames[k], out, 0);
    return out;
  }) as unknown as readonly [Pose, Pose];
}

/** The rotation of the joint's frame in the world. */
function rotationOf(where: string, { kind, axis, axisB }: JointOptions): readonly number[] {
  if (kind === 'fixed' || (kind === 'ball' && axis === undefined)) return [0, 0, 0, 1];
  const first = unit(where, 'options.axis', axis);
  if (kind !== 'universal') {
    const x = perpendicular(first);
    return normalized(quaternionOfAxes(x, cross(first, x), first));
  }
  const second = unit(where, 'options.axisB', axisB);
  if (Math.abs(dot(first, second)) > 1e-6)
    throw outOfRange(where, 'options.axisB', axisB, 'give a direction perpendicular to axis');
  const z = cross(first, second);
  return normalized(quaternionOfAxes(first, cross(z, first), z));
}

function unit(where: string, argument: string, value: VectorLike | undefined): Vec3 {
  if (value === undefined) throw wrongType(where, argument, value, 'give the direction of the axis in the world');
  const read = readVector(where, argument, value);
  const size = length(read);
  if (!(size > 0)) throw outOfRange(where, argument, value, 'give a direction that is not zero');
  return scale(read, 1 / size);
}

function normalized(q: readonly number[]): number[] {
  const size = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
  return q.map((x) => x / size);
}

function movableOf(where: string, options: JointOptions): BodyJointOptions {
  const { kind, axis, frames, swing, turn = {} } = options;
  checkOptions(where, 'options.turn', turn, ['limits', 'motor', 'friction']);
  const isLimited = swing !== undefined || Object.keys(turn).length > 0;
  if (kind === 'ball' && isLimited && axis === undefined && frames === undefined)
    throw wrongType(where, 'options.axis', axis, 'give the axis of the swing and the turn');
  const first = coordinateOf(where, 'options', options);
  const upper = kind === 'ball' && swing !== undefined ? readSwing(where, swing) : first.upper;
  return { ...plainBodyJoint, ...first, upper, secondCoordinate: coordinateOf(where, 'options.turn', turn) };
}

function coordinateOf(where: string, path: string, given: CoordinateLimits): CoordinateOptions {
  const { limits, motor, friction = 0 } = given;
  checkNumber(where, `${path}.friction`, friction, 'give 0 or more', 0);
  const [lower, upper] = limits === undefined ? [-Infinity, Infinity] : readLimits(where, `${path}.limits`, limits);
  return { lower, upper, friction, motor: motor === undefined ? null : readMotor(where, `${path}.motor`, motor) };
}

function readSwing(where: string, swing: number): number {
  checkNumber(where, 'options.swing', swing, 'give an angle from 0 to π', 0);
  if (swing > Math.PI) throw outOfRange(where, 'options.swing', swing, 'give an angle from 0 to π');
  return swing;
}

function readLimits(where: string, path: string, limits: unknown): readonly [number, number] {
  const remedy = 'give [lower, upper] in rad or m, lower ≤ upper; −Infinity or Infinity for none';
  if (!Array.isArray(limits) || limits.length !== 2 || limits.some((x) => typeof x !== 'number'))
    throw wrongType(where, path, limits, remedy);
  const [lower, upper] = limits as [number, number];
  if (!(lower <= upper)) throw outOfRange(where, path, limits, remedy);
  return [lower, upper];
}

export function readMotor(where: string, path: string, motor: JointMotor): BodyJointMotor {
  if (motor === undefined) throw wrongType(where, path, motor, 'give a motor, or null for none');
  checkOptions(where, path, motor, ['velocity', 'position', 'stiffness', 'damping', 'maxForce']);
  const { velocity = 0, position = 0, stiffness = 0, damping = 0, maxForce } = motor;
  checkNumber(where, `${path}.velocity`, velocity, 'give a finite number, in rad/s or m/s');
  checkNumber(where, `${path}.position`, position, 'give a finite number, in rad or m');
  checkNumber(where, `${path}.stiffness`, stiffness, 'give 0 or more', 0);
  checkNumber(where, `${path}.damping`, damping, 'give 0 or more', 0);
  checkNumber(where, `${path}.maxForce`, maxForce, 'give the largest force or torque, 0 or more', 0);
  if (motor.position !== undefined && stiffness === 0)
    throw outOfRange(where, `${path}.position`, position, 'a position needs a stiffness above 0');
  return { velocity, position, stiffness, damping, maxForce };
}

/** The options of a motor, with its position only if it has a stiffness. */
export function writeMotor({ maxForce, position, ...others }: BodyJointMotor): JointMotor {
  return { ...others, ...(others.stiffness > 0 && { position }), maxForce };
}

/** Distance joints, ropes and springs. */
function linedOf(
  where: string,
  options: JointOptions,
  poses: readonly [Pose, Pose],
  isWorld: readonly [boolean, boolean],
): ReadJoint {
  const { kind } = options;
  const given = readFrames(where, options);
  const points = given
    ? given.map(([x, y, z], k) => transformPoint(poses[k], [x, y, z]))
    : readAnchors(where, options, poses, isWorld);
  const size = options.length ?? length(subtract(points[1], points[0]));
  checkNumber(where, 'options.length', size, 'give meters, 0 or more', 0);
  if (kind !== 'spring' && !(size > 0))
    throw outOfRange(where, 'options.length', size, "give a length above 0, or kind: 'ball'");
  const frames = given ?? [0, 1].map((k) => compose(inverse(poses[k]), Float64Array.of(...points[k], 0, 0, 0, 1)));
  const spring = kind === 'spring' ? springOf(where, options) : {};
  const limits = kind === 'rope' ? { upper: size } : {};
  return {
    frames: frames as unknown as readonly [Pose, Pose],
    bodyJoint: { ...plainBodyJoint, length: size, ...spring, ...limits },
  };
}

/** The ends of a line in the world. */
function readAnchors(
  where: string,
  { anchors }: JointOptions,
  poses: readonly [Pose, Pose],
  isWorld: readonly [boolean, boolean],
): readonly Vec3[] {
  if (anchors !== undefined && (!Array.isArray(anchors) || anchors.length !== 2))
    throw wrongType(where, 'options.anchors', anchors, 'give two points: on a and on b');
  return [0, 1].map((k): Vec3 => {
    if (anchors) return readVector(where, `options.anchors[${k}]`, anchors[k]);
    if (isWorld[k])
      throw wrongType(where, 'options.anchors', anchors, 'give two points: an end on the world has no default');
    return [poses[k][0], poses[k][1], poses[k][2]];
  });
}

function springOf(where: string, { stiffness = 0, damping = 0 }: JointOptions): Partial<BodyJointOptions> {
  checkNumber(where, 'options.stiffness', stiffness, 'give N/m, 0 or more', 0);
  checkNumber(where, 'options.damping', damping, 'give N s/m, 0 or more', 0);
  if (stiffness === 0 && damping === 0)
    throw outOfRange(where, 'options.stiffness', stiffness, 'give a stiffness or a damping above 0');
  return { stiffness, damping };
}
