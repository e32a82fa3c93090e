// The joints and exclusions of a simulation file.
import { outOfRange, wrongType } from '../../check/argument.ts';
import { readObject, within } from '../../check/document.ts';
import { identity, type Pose } from '../../math/pose.ts';
import type { JointEndForm, JointForm } from '../../sim/world/joint-form.ts';
import { type JointOptions, readJoint } from '../../sim/world/joint-options.ts';
import { type GearOptions, readGear } from '../../sim/world/joints.ts';
import type { Simulation, SimulationBody, SimulationExclusion, SimulationJoint } from './simulation.ts';

/** The bodies and robots to which joints refer. */
type FileBodies = Pick<Simulation, 'bodies' | 'robots'>;

/** Checks a joint as `world.connect` or `world.connectGear` does, except for links of robots, which `startSimulation` checks. */
export function readSimulationJoint(
  where: string,
  index: number,
  value: unknown,
  file: FileBodies,
  before: readonly SimulationJoint[],
): SimulationJoint {
  const path = `joints[${index}]`;
  const { name = `joint ${index + 1}`, userData, ...data } = readObject(where, path, value);
  if (userData !== undefined)
    throw wrongType(where, `${path}.userData`, userData, 'a file cannot contain user data: leave it out');
  if (typeof name !== 'string' || name === '') throw wrongType(where, `${path}.name`, name, 'give a name');
  if (before.some((other) => other.name === name))
    throw outOfRange(where, `${path}.name`, name, 'another joint has this name already');
  if (data['kind'] === 'gear') {
    const { kind: _kind, first, second, ...options } = data;
    for (const [field, hinge] of Object.entries({ first, second }))
      if (!before.some((other) => other.name === hinge && other.kind === 'hinge'))
        throw wrongType(where, `${path}.${field}`, hinge, 'give the name of a hinge that comes before the gear');
    within(where, path, () => readGear('World.connectGear', { ...options, name } as unknown as GearOptions));
    return { ...data, name } as JointForm & { name: string };
  }
  const { a, b, ...others } = data;
  const ends = [readEnd(where, `${path}.a`, a, file), readEnd(where, `${path}.b`, b, file)] as const;
  const turn = others['turn'] as { limits?: unknown } | null | undefined;
  const options = {
    ...unlimited(others),
    ...(typeof turn === 'object' && turn !== null && { turn: unlimited(turn) }),
    name,
  } as unknown as JointOptions;
  const poses = [poseOf(ends[0], file), poseOf(ends[1], file)] as const;
  within(where, path, () => readJoint('World.connect', options, poses, [ends[0] === null, ends[1] === null]));
  return { ...options, name, a: ends[0], b: ends[1] };
}

export function readExclusion(where: string, index: number, value: unknown, file: FileBodies): SimulationExclusion {
  const path = `exclusions[${index}]`;
  const { a, b, name = `exclusion ${index + 1}` } = readObject(where, path, value, ['name', 'a', 'b']);
  if (typeof name !== 'string' || name === '') throw wrongType(where, `${path}.name`, name, 'give a name');
  const [first, second] = [readEnd(where, `${path}.a`, a, file, true), readEnd(where, `${path}.b`, b, file, true)];
  return { name, a: first as NonNullable<JointEndForm>, b: second as NonNullable<JointEndForm> };
}

/** JSON has no infinities: null is the end of a range without a limit. */
function unlimited<Limited extends { readonly limits?: unknown }>(given: Limited): Limited {
  const { limits } = given;
  if (!Array.isArray(limits)) return given;
  return {
    ...given,
    limits: limits.map((limit: unknown, k) => (limit === null ? (k === 0 ? -Infinity : Infinity) : limit)),
  };
}

/** Reads an end of a joint, or a body of an exclusion, which may be a whole robot but not the world. */
function readEnd(where: string, path: string, end: unknown, file: FileBodies, isExclusion = false): JointEndForm {
  const { bodies, robots } = file;
  const isRobot = (name: unknown): boolean => robots.some((robot) => robot.name === name);
  if (end === null && !isExclusion) return null;
  if (typeof end === 'string') {
    if (bodies.some(({ name }) => name === end) || (isExclusion && isRobot(end))) return end;
    if (isExclusion) throw outOfRange(where, path, end, 'no body or robot has this name');
    const remedy = isRobot(end) ? 'give a link of this robot: { robot, link }' : 'no body has this name';
    throw outOfRange(where, path, end, `${remedy}; give null for the world`);
  }
  if (typeof end !== 'object' || end === null)
    throw wrongType(
      where,
      path,
      end,
      `give the name of a body${isExclusion ? ' or robot, or { robot, link }' : ', or { robot, link }, or null'}`,
    );
  const { robot, link } = readObject(where, path, end, ['robot', 'link']);
  if (!isRobot(robot)) throw wrongType(where, `${path}.robot`, robot, 'give the name of a robot');
  if (typeof link !== 'string') throw wrongType(where, `${path}.link`, link, 'give the name of a link');
  return { robot: robot as string, link };
}

/** The pose of an end; the identity for the world, and for links, whose poses are unknown. */
function poseOf(end: JointEndForm, { bodies }: FileBodies): Pose {
  const body: SimulationBody | undefined = bodies.find(({ name }) => name === end);
  return body?.pose ?? identity();
}
