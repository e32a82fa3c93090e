// Worlds from simulation files, and simulation files from worlds.
import { outOfRange, wrongType } from '../../check/argument.ts';
import { within } from '../../check/document.ts';
import type { Model } from '../../dynamics/model.ts';
import type { MassBudget } from '../../shapes/mass-budget.ts';
import type { ExcludedBody } from '../../sim/world/exclusions.ts';
import type { Handle } from '../../sim/world/handle.ts';
import { formOf, type JointEndForm, makeJoint } from '../../sim/world/joint-form.ts';
import { dampingOf } from '../../sim/world/options.ts';
import { RigidBody } from '../../sim/world/rigid-body.ts';
import { Robot, RobotLink } from '../../sim/world/robot.ts';
import { World } from '../../sim/world/world.ts';
import { massOf } from '../free-body.ts';
import { plainOptionNames } from '../options.ts';
import { massesOf, worldBodyFields } from './bodies.ts';
import type {
  Simulation,
  SimulationBody,
  SimulationExclusion,
  SimulationJoint,
  SimulationRobot,
  SimulationTarget,
} from './simulation.ts';
import type { SimulationPart, StartedSimulation } from './start.ts';

/** Whether a simulation has fields that only worlds have. */
export function needsWorld({ options, bodies, robots, joints = [], exclusions = [] }: Simulation): boolean {
  if (joints.length + exclusions.length > 0) return true;
  if (options.substeps !== undefined || options.sleeping !== undefined) return true;
  return (
    bodies.some((body) => worldBodyFields.some((field) => body[field] !== undefined)) ||
    robots.some(({ material, targets }) => material !== undefined || targets !== undefined)
  );
}

/** A world of the bodies and robots of a file. */
export function makeWorld(
  where: string,
  simulation: Simulation,
  robots: readonly Model[],
  budget: MassBudget,
): StartedSimulation & { readonly world: World } {
  const world = new World(simulation.options);
  const handles = [
    ...simulation.bodies.map((body, k) => within(where, `bodies[${k}]`, () => addBody(world, body, budget))),
    ...simulation.robots.map(({ name, material }, k) =>
      world.add(robots[k], { name, ...(material !== undefined && { material }) }),
    ),
  ];
  return { simulator: world, world, parts: handles.map(partOf) };
}

function addBody(world: World, body: SimulationBody, budget: MassBudget): RigidBody {
  const { name, shape, pose, kinematic, group, mask, material, sensor, linearDamping, angularDamping } = body;
  const type = body.static ? 'static' : kinematic ? 'kinematic' : 'dynamic';
  return world.add(shape, {
    name,
    type,
    pose,
    ...(type === 'dynamic' && massOf(shape, massesOf(body), budget)),
    ...(group !== undefined && { group }),
    ...(mask !== undefined && { mask }),
    ...(material !== undefined && { material }),
    ...(sensor && { sensor }),
    ...(linearDamping !== undefined && { linearDamping }),
    ...(angularDamping !== undefined && { angularDamping }),
  });
}

function partOf(handle: RigidBody | Robot): SimulationPart {
  const { name, bodies, range } = handle;
  const kind = handle instanceof Robot ? 'robot' : handle.type === 'static' ? 'static' : 'body';
  const model = handle.moving?.member.given ?? null;
  return { name, kind, bodies, model, q: range?.firstQ ?? -1, v: range?.firstV ?? -1 };
}

/** Makes the joints and exclusions of a file, at the initial poses of its bodies, and sets the targets of its robots. */
export function connectParts(where: string, { joints = [], exclusions = [], robots }: Simulation, world: World): void {
  for (const [k, joint] of joints.entries())
    within(where, `joints[${k}]`, () => makeJoint(world, where, `joints[${k}]`, joint));
  for (const [k, { name, a, b }] of exclusions.entries()) {
    const path = `exclusions[${k}]`;
    within(where, path, () => world.exclude(excludedOf(world, a), excludedOf(world, b), { name }));
  }
  for (const [k, { name, targets = [] }] of robots.entries())
    within(where, `robots[${k}].targets`, () => setTargets(world.find(name) as Robot, targets));
}

function setTargets(robot: Robot, targets: readonly SimulationTarget[]): void {
  for (const { joint: name, position, stiffness, damping } of targets) {
    const joint = robot.joint(name);
    joint.target = position;
    if (stiffness !== undefined) joint.stiffness = stiffness;
    if (damping !== undefined) joint.damping = damping;
  }
}

function excludedOf(world: World, end: NonNullable<JointEndForm>): ExcludedBody {
  if (typeof end === 'string') return world.find(end) as Handle;
  return (world.find(end.robot) as Robot).link(end.link);
}

/** Where the model of a robot comes from: a file or a text, the kind of its root, and an SRDF file. */
export type SimulationRobotSource = Pick<SimulationRobot, 'file' | 'text'> &
  Partial<Pick<SimulationRobot, 'root' | 'srdf'>>;

/**
 * A world in its present state as a simulation, for `writeSimulation`. Poses, velocities, masses, damping, materials, groups, sensors, controls,
 * targets, joints, exclusions and options are kept. Forces, torques, the time and warm starts are not kept; `world.snapshot()` has them.
 * @param robots the files or texts of the world's robots, by their names; their roots are `'fixed'` by default
 * @example
 * ```ts
 * writeFileSync('cell.json', writeSimulation(worldSimulation(world, { arm: { file: 'arm.urdf' } })));
 * ```
 */
export function worldSimulation(
  world: World,
  robots: Readonly<Record<string, SimulationRobotSource>> = {},
): Simulation {
  const where = 'worldSimulation';
  if (!(world instanceof World)) throw wrongType(where, 'world', world, 'give a World');
  const { contents, joints, exclusions } = world;
  const bodies = contents.filter((handle): handle is RigidBody => handle instanceof RigidBody);
  const sources = contents.filter((handle): handle is Robot => handle instanceof Robot);
  const source = (robot: Robot): SimulationRobot => {
    if (!Object.hasOwn(robots, robot.name))
      throw outOfRange(where, 'robots', robots, `give the file or text of the robot ${JSON.stringify(robot.name)}`);
    return robotOf(robot, robots[robot.name]);
  };
  return {
    options: optionsOf(where, world),
    bodies: bodies.map(bodyOf),
    robots: sources.map(source),
    ...(joints.length > 0 && { joints: joints.map((joint) => formOf(joint) as SimulationJoint) }),
    ...(exclusions.length > 0 && { exclusions: exclusions.map(exclusionOf) }),
  };
}

function optionsOf(where: string, world: World): Simulation['options'] {
  const given = Object.entries(world.settings.given).filter(([name]) => plainOptionNames.includes(name));
  for (const [name, value] of given)
    if (typeof value === 'function')
      throw wrongType(where, `world.options.${name}`, value, 'a file cannot contain a function: use materials');
  const { timeStep, substeps, gravity } = world;
  const sleeping = world.sleep.isOn;
  return { ...Object.fromEntries(given), timeStep, substeps, sleeping, ...(gravity && { gravity: [...gravity] }) };
}

function bodyOf(handle: RigidBody): SimulationBody {
  const { name, shape, type, pose, velocity, material, body } = handle;
  const { group, mask } = body;
  return {
    name,
    shape,
    pose,
    static: type === 'static',
    ...(type === 'kinematic' && { kinematic: true }),
    ...(type === 'dynamic' && massesIn(handle)),
    velocity: velocity.linear,
    angularVelocity: velocity.angular,
    ...(group !== 1 && { group }),
    ...(mask !== 0xffffffff && { mask }),
    ...(Object.keys(material).length > 0 && { material }),
    ...dampingOf(handle),
    ...(handle.require('worldSimulation').surfaces.isSensor(body) && { sensor: true }),
  };
}

/** The mass properties of a free body, as it was built. */
function massesIn({ moving }: RigidBody): Pick<SimulationBody, 'mass' | 'inertia' | 'centerOfMass'> {
  const [link] = (moving as NonNullable<typeof moving>).member.given.recipe.links;
  const { mass, center, inertia } = link.body;
  return { mass, inertia: [...inertia], centerOfMass: [...center] };
}

function robotOf(robot: Robot, { root = 'fixed', ...source }: SimulationRobotSource): SimulationRobot {
  const { name, configuration, velocity, material, moving } = robot;
  const { controls } = moving.member;
  return {
    name,
    ...source,
    root,
    q: [...configuration],
    v: [...velocity],
    ...(controls.length > 0 && { controls: [...controls] }),
    ...(moving.drives.size > 0 && { targets: targetsOf(robot) }),
    ...(Object.keys(material).length > 0 && { material }),
  };
}

function targetsOf({ model, moving }: Robot): SimulationTarget[] {
  return [...moving.drives].map(([at, { target: position, stiffness, damping }]) => {
    const joint = model.joints.find(({ v, mimic }) => v === at && mimic === null)?.name ?? '';
    return { joint, position, stiffness, damping };
  });
}

function exclusionOf({ name, a, b }: World['exclusions'][number]): SimulationExclusion {
  const form = (end: ExcludedBody): NonNullable<JointEndForm> =>
    end instanceof RobotLink ? { robot: end.robot.name, link: end.name } : end.name;
  return { name, a: form(a), b: form(b) };
}
