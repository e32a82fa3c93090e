// The options of worlds, bodies and robots.

import { readBodyOptions } from '../../broad/body-options.ts';
import { checkInteger, checkNumber, checkOptions, outOfRange, wrongType } from '../../check/argument.ts';
import type { PoseLike } from '../../math/pose.ts';
import type { FreeBodyOptions } from '../free-body.ts';
import { plainOptionNames, type SimulatorOptions } from '../options.ts';
import type { Material } from '../surfaces.ts';
import type { VelocityLike } from './numbers.ts';
import type { RigidBodyType } from './rigid-body.ts';

export const maxSubsteps = 1000;

/** Options of a world: the options of a simulator except `models` and `scene`, because bodies and robots are added with `add`. */
export interface WorldOptions extends Omit<SimulatorOptions, 'models' | 'scene'> {
  /** Steps of the simulator in each `step()`, of `timeStep / substeps` each. Default 1. Derivatives need 1. */
  readonly substeps?: number;
  /**
   * Whether islands that have been at rest for half a second are left out of the steps until something moves them. Default true.
   * Derivatives need false, or a step in which no body sleeps.
   */
  readonly sleeping?: boolean;
}

/** Options of a rigid body. */
export interface RigidBodyOptions extends FreeBodyOptions {
  /**
   * `'dynamic'` (the default): moves by forces and contacts. `'static'`: stays where it is put. `'kinematic'`: moves with the
   * given velocity, independent of contacts, and pushes and carries dynamic bodies.
   */
  readonly type?: RigidBodyType;
  /** The initial pose, body to world. Default: the identity. */
  readonly pose?: PoseLike;
  /** The initial velocity of its origin and its angular velocity, in world axes, in m/s and rad/s. Default: at rest. */
  readonly velocity?: VelocityLike;
  /**
   * The rates at which the velocity of its center of mass and its angular velocity decay, in 1/s, as in a medium: a velocity is divided by
   * 1 + Δt · rate in each substep. Default 0. A dynamic body only.
   */
  readonly linearDamping?: number;
  readonly angularDamping?: number;
  /** Its collision groups, as bits of a 32-bit number. Default 1. */
  readonly group?: number;
  /** The groups that it collides with: two bodies can collide if the mask of each has a bit of the other's group. Default: all. */
  readonly mask?: number;
  /** The contact properties of its surface. Default: the values of the world's options. */
  readonly material?: Material;
  /** A sensor has no contacts; its overlaps with bodies that are not sensors are reported to the listeners. Default false. */
  readonly sensor?: boolean;
  readonly userData?: unknown;
}

/** Options of a robot. */
export interface WorldRobotOptions {
  /** Default: the model's name, with a number if there is another of that name. */
  readonly name?: string;
  /** Its configuration, nq numbers. Default: the model's reference configuration. */
  readonly configuration?: ArrayLike<number>;
  /** Its velocity, nv numbers. Default: at rest. */
  readonly velocity?: ArrayLike<number>;
  /** The contact properties of all of its links. Default: the values of the model and of the world's options. */
  readonly material?: Material;
  readonly userData?: unknown;
}

/** The call, the argument and the remedy that errors about a body's mass name. */
export const addCall = { where: 'World.add', shape: 'what', remedy: "give type: 'static'" };
const bodyTypes: readonly RigidBodyType[] = ['dynamic', 'static', 'kinematic'];
/** The mass of a kinematic body has no effect. Equal moments of inertia keep its angular velocity constant. */
export const unitMass: FreeBodyOptions = { mass: 1, inertia: [1, 1, 1] };
export const robotOptionNames = ['name', 'configuration', 'velocity', 'material', 'userData'];
export const massNames = ['mass', 'density', 'inertia', 'centerOfMass'] as const;
export const dampingNames = ['linearDamping', 'angularDamping'] as const;
const bodyOptionNames: readonly string[] = [
  ...massNames,
  ...dampingNames,
  'type',
  'name',
  'pose',
  'velocity',
  'group',
  'mask',
  'material',
  'sensor',
  'userData',
];

export const worldOptionNames = [...plainOptionNames, 'substeps', 'sleeping'];

/** The options of a world's simulator. */
export function simulatorOptions(options: WorldOptions): SimulatorOptions {
  checkOptions('World', 'options', options, worldOptionNames);
  const { substeps = 1, timeStep = 1 / 240, sleeping = true, ...others } = options;
  if (typeof sleeping !== 'boolean') throw wrongType('World', 'options.sleeping', sleeping, 'give true or false');
  checkInteger('World', 'options.substeps', substeps, 1, maxSubsteps);
  checkNumber('World', 'options.timeStep', timeStep, 'give seconds, above 0', 0, true);
  return { ...others, timeStep: timeStep / substeps, models: [] };
}

/** Checks the options of a rigid body, except the values of its pose, velocity, mass, damping, material and name. */
export function checkBodyOptions(where: string, options: RigidBodyOptions): void {
  checkOptions(where, 'options', options, bodyOptionNames);
  const { type = 'dynamic', velocity, sensor = false, group, mask } = options;
  readBodyOptions(where, { ...(group !== undefined && { group }), ...(mask !== undefined && { mask }) });
  if (typeof sensor !== 'boolean') throw wrongType(where, 'options.sensor', sensor, 'give true or false');
  if (!bodyTypes.includes(type)) throw outOfRange(where, 'options.type', type, `give one of ${bodyTypes.join(', ')}`);
  for (const given of type === 'dynamic' ? [] : [...massNames, ...dampingNames])
    if (Object.hasOwn(options, given))
      throw outOfRange(where, `options.${given}`, options[given], `a ${type} body has none: leave it out`);
  if (type === 'static' && velocity !== undefined)
    throw outOfRange(where, 'options.velocity', velocity, "a static body has none: give type 'kinematic'");
}

/** Checks a rate of damping. */
export function readDamping(where: string, argument: string, value: unknown): number {
  return checkNumber(where, argument, value, 'give a rate in 1/s, not negative', 0);
}

/** The rates of damping that are not zero. */
export function dampingOf(body: { readonly linearDamping: number; readonly angularDamping: number }): {
  readonly linearDamping?: number;
  readonly angularDamping?: number;
} {
  const { linearDamping, angularDamping } = body;
  return { ...(linearDamping > 0 && { linearDamping }), ...(angularDamping > 0 && { angularDamping }) };
}

/** The mass options, as `freeBody` takes them. */
export function massesOf(options: RigidBodyOptions): FreeBodyOptions {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => (massNames as readonly string[]).includes(name)),
  );
}
