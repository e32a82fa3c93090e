// The simulation file: bodies, robots and how they are simulated, as one JSON document.
import { checkNumber, outOfRange, wrongType } from '../../check/argument.ts';
import { parseDocument, readObject, within } from '../../check/document.ts';
import { identity, type Pose } from '../../math/pose.ts';
import type { Geometry } from '../../scene/geometry.ts';
import type { JointEndForm, JointForm } from '../../sim/world/joint-form.ts';
import { simulatorOptions, type WorldOptions, worldOptionNames } from '../../sim/world/options.ts';
import { defaultLimits, readSimulatorOptions } from '../options.ts';
import type { Material } from '../surfaces.ts';
import { readBody, readRobot, worldBodyFields } from './bodies.ts';
import { readExclusion, readSimulationJoint } from './joints.ts';

/** The options of a simulator or world, restricted to plain data: friction and restitution are numbers. */
export interface SimulationOptions extends Omit<WorldOptions, 'friction' | 'restitution'> {
  readonly friction?: number;
  readonly restitution?: number;
}

/** A body of a simulation: free, kinematic or static. */
export interface SimulationBody {
  /** Unique among the bodies and robots. */
  readonly name: string;
  /** A half-space must be static, a height field static or kinematic. */
  readonly shape: Geometry;
  /** The initial pose, body to world. */
  readonly pose: Pose;
  /** Static bodies never move. */
  readonly static: boolean;
  /** In kg. Default: the volume times the density. */
  readonly mass?: number;
  /** In kg/m³. Default 1000. */
  readonly density?: number;
  /** About the center of mass, in kg m²: three or nine numbers, as in `FreeBodyOptions`. Default: the inertia of the shape. */
  readonly inertia?: readonly number[];
  /** In body coordinates, in meters; only for a body with a given inertia. Default: the origin. */
  readonly centerOfMass?: readonly number[];
  /** Velocity of the body's origin, in m/s, in world coordinates. */
  readonly velocity: readonly number[];
  /** In rad/s, in world coordinates. */
  readonly angularVelocity: readonly number[];
  /** Kinematic bodies keep their velocity, independent of contacts. */
  readonly kinematic?: boolean;
  /** As in `RigidBodyOptions`. */
  readonly group?: number;
  readonly mask?: number;
  readonly material?: Material;
  readonly sensor?: boolean;
  /** In 1/s, as in `RigidBodyOptions`. Default 0. */
  readonly linearDamping?: number;
  readonly angularDamping?: number;
}

/** The position that a joint of a robot is driven to. */
export interface SimulationTarget {
  readonly joint: string;
  /** In radians or meters. */
  readonly position: number;
  /** In N m/rad and N m s/rad, or N/m and N s/m. Default: computed from the weight that the joint carries. */
  readonly stiffness?: number;
  readonly damping?: number;
}

/** A robot of a simulation, and its description. */
export interface SimulationRobot {
  readonly name: string;
  /** The path or URL of a URDF or MJCF file, relative to the simulation file. Give either `file` or `text`. */
  readonly file?: string;
  /** The contents of a URDF or MJCF file. */
  readonly text?: string;
  /** Whether the root of a URDF file is fixed to the world (the default in a file) or moves freely. */
  readonly root: 'fixed' | 'free-flyer';
  /** The path or URL of the SRDF file of a URDF, relative to the simulation file. It lists the links that do not collide. */
  readonly srdf?: string;
  /** The initial pose of a free-flyer root. Default: taken from the configuration. */
  readonly pose?: Pose;
  /** The whole configuration. Default: the model's reference. */
  readonly q?: readonly number[];
  /** The whole velocity. Default: at rest. */
  readonly v?: readonly number[];
  /** The controls of its actuators. Default: zeros. */
  readonly controls?: readonly number[];
  /** Targets of joints: see `RobotJoint.target`. */
  readonly targets?: readonly SimulationTarget[];
  /** The material of all links. */
  readonly material?: Material;
}

/**
 * A joint between bodies, links of robots and the world, or a gear between two hinges: the options of `world.connect` or
 * `world.connectGear`, with names.
 * @example
 * ```ts
 * const hinge: SimulationJoint = { name: 'hinge', kind: 'hinge', a: null, b: 'door', anchor: [0, 0, 1], axis: [0, 0, 1] };
 * const gear: SimulationJoint = { name: 'gear', kind: 'gear', first: 'hinge', second: 'hinge 2', ratio: -2 };
 * ```
 */
export type SimulationJoint = JointForm & { readonly name: string };

/** Two bodies, robots or links that do not collide with each other. */
export interface SimulationExclusion {
  readonly name: string;
  readonly a: NonNullable<JointEndForm>;
  readonly b: NonNullable<JointEndForm>;
}

/**
 * The contents of a simulation file: see `readSimulation`.
 * @example
 * ```ts
 * const simulation: Simulation = { ...makeSimulation('stack'), options: { solver: 'ncp-admm' } };
 * ```
 */
export interface Simulation {
  /** A title. */
  readonly title?: string;
  /** The intended duration, in seconds. */
  readonly duration?: number;
  readonly options: SimulationOptions;
  readonly bodies: readonly SimulationBody[];
  readonly robots: readonly SimulationRobot[];
  /** Joints between bodies. Default: none. */
  readonly joints?: readonly SimulationJoint[];
  /** Pairs that do not collide. Default: none. */
  readonly exclusions?: readonly SimulationExclusion[];
  /** The origin of the simulation, as any JSON value: kept, not interpreted. */
  readonly origin?: unknown;
}

const format = 'proximal-simulation';
const version = 1;
const fields = [
  'format',
  'version',
  'title',
  'duration',
  'options',
  'bodies',
  'robots',
  'joints',
  'exclusions',
  'origin',
];
/** The largest numbers of bodies, of robots, and of joints or exclusions: a guard against exhausting memory. */
const maxBodies = 10_000;
const maxRobots = 1000;
const maxJoints = 10_000;

/**
 * Reads a simulation file. Untrusted data is safe: everything is checked, and the error message names the wrong field. Masses
 * that have no closed form are computed by `startSimulation`.
 * @param json the text of the file, or the parsed object
 * @example
 * ```ts
 * const simulation = readSimulation(`{
 *   "format": "proximal-simulation", "version": 1, "options": { "friction": 0.5 },
 *   "bodies": [
 *     { "shape": { "version": 1, "kind": "halfspace" }, "static": true },
 *     { "shape": { "version": 1, "kind": "sphere", "radius": 0.1 }, "pose": { "position": [0, 0, 1] }, "mass": 2 }
 *   ]
 * }`);
 * startSimulation(simulation).simulator.step();
 * ```
 */
export function readSimulation(json: string | object): Simulation {
  const where = 'readSimulation';
  const data = readObject(where, 'json', parseDocument(where, json), fields);
  if (data['format'] !== format)
    throw outOfRange(where, 'format', data['format'], `a simulation file has the format "${format}"`);
  if (data['version'] !== version)
    throw outOfRange(where, 'version', data['version'], `this copy of proximal reads version ${version}`);
  const { title, duration, options = {}, origin } = data;
  if (title !== undefined && typeof title !== 'string') throw wrongType(where, 'title', title, 'give a text');
  if (duration !== undefined) checkNumber(where, 'duration', duration, 'give seconds, above 0', 0, true);
  const names = new Set<string>();
  const bodies = readList('bodies', data['bodies'], maxBodies).map((body, k) => readBody(where, k, body, names));
  const robots = readList('robots', data['robots'], maxRobots).map((robot, k) => readRobot(where, k, robot, names));
  const joints: SimulationJoint[] = [];
  for (const [k, joint] of readList('joints', data['joints'], maxJoints).entries())
    joints.push(readSimulationJoint(where, k, joint, { bodies, robots }, joints));
  const exclusions = readList('exclusions', data['exclusions'], maxJoints).map((each, k) =>
    readExclusion(where, k, each, { bodies, robots }),
  );
  return {
    ...(title === undefined ? {} : { title }),
    ...(duration === undefined ? {} : { duration: duration as number }),
    options: readOptions(options),
    bodies,
    robots,
    ...(joints.length > 0 && { joints }),
    ...(exclusions.length > 0 && { exclusions }),
    ...(origin === undefined ? {} : { origin }),
  };
}

/**
 * The text of a simulation file, with all digits.
 * @throws TypeError for custom shapes, which are programs and have no JSON form
 * @example
 * ```ts
 * writeFileSync('stack.json', writeSimulation(makeSimulation('stack')));
 * ```
 */
export function writeSimulation(simulation: Simulation): string {
  if (typeof simulation !== 'object' || simulation === null)
    throw wrongType('writeSimulation', 'simulation', simulation, 'give a simulation');
  const { title, duration, options, joints, exclusions, origin } = simulation;
  const bodies = simulation.bodies.map(bodyToJSON);
  const robots = simulation.robots.map(({ pose, ...rest }) => ({ ...rest, ...(pose ? { pose: [...pose] } : {}) }));
  const data = { format, version, title, duration, options, bodies, robots, joints, exclusions, origin };
  const text = `${JSON.stringify(data, plain, 2)}\n`;
  // Read the text back: an invalid simulation is then an error here and not in the program that reads the file.
  readSimulation(text);
  return text;
}

/** JSON has no typed arrays and no infinity. A joint without a finite breaking force does not break. */
function plain(name: string, value: unknown): unknown {
  if ((name === 'breakForce' || name === 'breakTorque') && value === Infinity) return undefined;
  return value instanceof Float64Array || value instanceof Float32Array ? Array.from(value) : value;
}

/** Omits defaults. */
function bodyToJSON({ name, shape, pose, ...body }: SimulationBody): object {
  const { mass, density, inertia, centerOfMass } = body;
  const isAtOrigin = identity().every((value, k) => value === pose[k]);
  const moves = (values: readonly number[]): boolean => values.some((value) => value !== 0);
  return {
    name,
    shape: shape.toJSON(),
    ...(isAtOrigin ? {} : { pose: [...pose] }),
    ...(body.static ? { static: true } : { mass, density, inertia, centerOfMass }),
    ...(moves(body.velocity) ? { velocity: body.velocity } : {}),
    ...(moves(body.angularVelocity) ? { angularVelocity: body.angularVelocity } : {}),
    ...Object.fromEntries(worldBodyFields.map((field) => [field, body[field]])),
  };
}

function readList(path: string, value: unknown, limit: number): readonly unknown[] {
  const where = 'readSimulation';
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw wrongType(where, path, value, 'give an array');
  if (value.length > limit) throw outOfRange(where, path, value, `give at most ${limit}`);
  return value;
}

function readOptions(value: unknown): SimulationOptions {
  const where = 'readSimulation';
  const options = { ...readObject(where, 'options', value, worldOptionNames) };
  for (const [name, given] of Object.entries(options)) {
    if (typeof given === 'function')
      throw wrongType(where, `options.${name}`, given, 'a file cannot contain a function: give a number');
  }
  within(where, 'options', () => readSimulatorOptions(simulatorOptions(options), 'World'));
  // Untrusted files must not raise the limits of a step.
  for (const [name, limit] of Object.entries(defaultLimits))
    if ((options[name] as number) > limit)
      throw outOfRange(
        where,
        `options.${name}`,
        options[name],
        `a file may lower this limit, not raise it above ${limit}`,
      );
  return options as SimulationOptions;
}
