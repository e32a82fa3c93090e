// The data that a world adds to its simulator's snapshot: substeps, sleeping, handles, joints, counters of generated names, exclusions, and the
// contacts and overlaps that were reported to listeners. The content is not trusted.
import { show } from '../../check/argument.ts';
import { readObject, within } from '../../check/document.ts';
import type { Body } from '../../scene/body.ts';
import type { Member } from '../member.ts';
import { readMaterial } from '../surfaces.ts';
import type { Events } from './events.ts';
import { type ExcludedBody, type Exclusions, handleOf } from './exclusions.ts';
import type { Handle } from './handle.ts';
import { formOf, makeJoint } from './joint-form.ts';
import { MemberAccess } from './member-access.ts';
import { dampingNames, dampingOf, maxSubsteps } from './options.ts';
import { RigidBody, type RigidBodyType } from './rigid-body.ts';
import { Robot, RobotLink } from './robot.ts';
import type { World } from './world.ts';

/** The data of a world that its snapshot contains. */
export interface WorldData {
  substeps: number;
  sleeping: boolean;
  readonly handles: Map<string, Handle>;
  readonly byBody: Map<Body, Handle>;
  readonly sensors: Set<RigidBody>;
  /** The last number of a generated name, by kind. */
  readonly numbers: Map<string, number>;
  readonly events: Events;
  readonly excluded: Exclusions;
}

/** The world that is read, and the data to fill in. */
interface Reading {
  readonly world: World;
  readonly data: WorldData;
  readonly where: string;
  refuse(why: string): RangeError;
}

interface Part {
  write(data: WorldData, world: World): unknown;
  /** Checks the content and fills in the data. */
  read(content: unknown, reading: Reading): void;
}

/** The parts of a world's snapshot, read in this order. */
const parts: Readonly<Record<string, Part>> = {
  substeps: { write: ({ substeps }) => substeps, read: readSubsteps },
  sleeping: { write: ({ sleeping }) => sleeping, read: readSleeping },
  handles: { write: writeHandles, read: readHandles },
  joints: { write: writeJoints, read: readJoints },
  numbers: { write: ({ numbers }) => [...numbers], read: readNumbers },
  exclusions: { write: writeExclusions, read: readExclusions },
  touches: { write: ({ events }) => events.touches, read: readTouches },
};

export function writeWorld(data: WorldData, world: World): object {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.write(data, world)]));
}

/** Fills in the data of a new world, which already has its members and bodies. */
export function readWorld(content: unknown, reading: Reading): void {
  const fields = readObject(reading.where, 'world', content, Object.keys(parts));
  for (const [name, part] of Object.entries(parts)) part.read(fields[name], reading);
}

function readSubsteps(content: unknown, { data, refuse }: Reading): void {
  if (!isCount(content) || content < 1 || content > maxSubsteps) throw refuse(`it has ${show(content)} substeps`);
  data.substeps = content;
}

function readSleeping(content: unknown, { data, refuse }: Reading): void {
  if (typeof content !== 'boolean') throw refuse(`its option sleeping is ${show(content)}`);
  data.sleeping = content;
}

const handleFields = [
  'name',
  'type',
  'member',
  'body',
  'material',
  'sensor',
  'torques',
  'forces',
  'drives',
  ...dampingNames,
];

function writeHandles({ handles, sensors }: WorldData, world: World): object[] {
  const indices = new Map(world.members.map((member, k) => [member, k]));
  return [...handles.values()].map((handle) => {
    const { name, moving, material } = handle;
    return {
      name,
      type: handle instanceof RigidBody ? handle.type : 'robot',
      ...(moving ? { member: indices.get(moving.member) } : { body: handle.bodies[0].id }),
      ...(Object.keys(material).length > 0 && { material }),
      ...(sensors.has(handle as RigidBody) && { sensor: true }),
      ...(handle instanceof RigidBody && dampingOf(handle)),
      ...(moving?.isTorqued && { torques: moving.torques }),
      ...(moving?.isForced && { forces: moving.forces }),
      ...(moving && moving.drives.size > 0 && { drives: drivesOf(moving) }),
    };
  });
}

function readHandles(content: unknown, reading: Reading): void {
  const { world, data, where, refuse } = reading;
  if (!Array.isArray(content)) throw refuse('it has no list of bodies and robots');
  const free = new Set(world.members);
  content.forEach((entry: unknown, k) => {
    const path = `world.handles[${k}]`;
    const fields = readObject(where, path, entry, handleFields);
    const { name, material, sensor } = fields;
    if (typeof name !== 'string' || name === '' || data.handles.has(name))
      throw refuse(`${path} has the name ${show(name)}, which is empty or taken`);
    const handle = fields['type'] === 'static' ? readStatic(fields, reading) : readMoving(fields, free, reading);
    data.handles.set(name, handle);
    for (const body of handle.bodies) data.byBody.set(body, handle);
    if (material !== undefined) handle.material = readMaterial(where, `${path}.material`, material as object);
    readRates(fields, handle, reading, path);
    if (sensor === undefined) return;
    if (sensor !== true || !(handle instanceof RigidBody)) throw refuse(`${path} has sensor ${show(sensor)}`);
    data.sensors.add(handle);
    world.surfaces.makeSensor(handle.body);
  });
  if (free.size > 0) throw refuse(`${free.size} of its models belong to no body or robot`);
}

type Fields = Readonly<Record<string, unknown>>;

/** Sets the damping of a body. */
function readRates(fields: Fields, handle: Handle, { where, refuse }: Reading, path: string): void {
  const given = dampingNames.filter((name) => fields[name] !== undefined);
  if (given.length === 0) return;
  if (!(handle instanceof RigidBody) || handle.type !== 'dynamic')
    throw refuse(`${path} has ${given.join(' and ')} and is not a dynamic body`);
  handle.writeDamping(where, `${path}.`, fields as object);
}

/** Coordinate, target, stiffness and damping of each drive. */
function drivesOf({ drives }: MemberAccess): Float64Array {
  return Float64Array.from(
    [...drives].flatMap(([at, { target, stiffness, damping }]) => [at, target, stiffness, damping]),
  );
}

function readDrives({ name, drives }: Fields, moving: MemberAccess, refuse: Reading['refuse']): void {
  if (drives === undefined) return;
  const isValid = drives instanceof Float64Array && drives.length % 4 === 0 && drives.every(Number.isFinite);
  if (!isValid) throw refuse(`the drives of ${show(name)} are not four finite numbers each`);
  const { joints } = moving.member.given;
  for (let k = 0; k < drives.length; k += 4) {
    const [at, target, stiffness, damping] = drives.subarray(k, k + 4);
    const isJoint = joints.some(({ v, nq, nv, mimic }) => v === at && nq === 1 && nv === 1 && mimic === null);
    if (!isJoint || moving.drives.has(at) || stiffness < 0 || damping < 0)
      throw refuse(`the drives of ${show(name)} do not belong to its joints`);
    moving.drives.set(at, { target, stiffness, damping });
  }
}

function readStatic(
  { name, body: id, member, torques, forces, drives }: Fields,
  { world, data, refuse }: Reading,
): RigidBody {
  const body = world.scene.body(id as number);
  if (!body?.static || world.owners.has(body) || data.byBody.has(body))
    throw refuse(`${show(name)} has no static body of its own with id ${show(id)}`);
  if (member !== undefined || torques !== undefined || forces !== undefined || drives !== undefined)
    throw refuse(`${show(name)} is static and has a model or forces`);
  const handle = new RigidBody(world, name as string, body.shape, 'static', null, body.current.slice());
  handle.placed = body;
  return handle;
}

function readMoving(fields: Fields, free: Set<Member>, reading: Reading): Handle {
  const { name, type, member: index, body } = fields;
  const { world, refuse } = reading;
  const member = isCount(index) ? world.members[index] : undefined;
  if (!member || !free.delete(member) || body !== undefined)
    throw refuse(`${show(name)} has no model of its own with number ${show(index)}`);
  const moving = new MemberAccess(member);
  readForces(fields, moving, refuse);
  readDrives(fields, moving, refuse);
  if (type === 'robot' && !member.isKinematic) return new Robot(world, name as string, moving);
  const isBody = member.free !== null && member.bodies.length === 1;
  if (!isBody || type !== (member.isKinematic ? 'kinematic' : 'dynamic'))
    throw refuse(`${show(name)} has the type ${show(type)}, which does not match its model`);
  const [placed] = member.bodies;
  const handle = new RigidBody(
    world,
    name as string,
    placed.shape,
    type as RigidBodyType,
    moving,
    placed.current.slice(),
  );
  handle.placed = placed;
  return handle;
}

function readForces(fields: Fields, moving: MemberAccess, refuse: Reading['refuse']): void {
  for (const name of ['torques', 'forces'] as const) {
    const numbers = fields[name];
    if (numbers === undefined) continue;
    const isValid = numbers instanceof Float64Array && numbers.length === moving[name].length;
    if (!isValid || !numbers.every(Number.isFinite))
      throw refuse(`the ${name} of ${show(fields['name'])} are not ${moving[name].length} finite numbers`);
    moving[name].set(numbers);
  }
  moving.isForced = fields['forces'] !== undefined;
}

function writeJoints(_data: WorldData, { joints }: World): object[] {
  return joints.map((joint) => ({ ...formOf(joint), memory: joint.bodyJoint.memory }));
}

/** The largest angle of a hinge, in rad: larger doubles do not resolve the angle within a turn. */
const largestAngle = 1e15;

function readJoints(content: unknown, { world, where, refuse }: Reading): void {
  if (!Array.isArray(content)) throw refuse('it has no list of joints');
  content.forEach((entry: unknown, k) => {
    const path = `world.joints[${k}]`;
    const { memory, ...form } = readObject(where, path, entry);
    const { bodyJoint } = within(where, path, () => makeJoint(world, where, path, form));
    const { angles, impulse, timeStep } = readObject(where, `${path}.memory`, memory);
    const isNumbers = (given: unknown, length: number, bound: number): given is Float64Array =>
      given instanceof Float64Array && given.length === length && given.every((x) => Math.abs(x) <= bound);
    const isValid =
      isNumbers(angles, bodyJoint.coordinates.length, largestAngle) && isNumbers(impulse, 6, Number.MAX_VALUE);
    if (!isValid || !(typeof timeStep === 'number' && timeStep > 0 && timeStep < Infinity))
      throw refuse(`${path}.memory has no angles, or no impulse of a time step`);
    bodyJoint.recall({ angles, impulse, timeStep });
  });
}

function readNumbers(content: unknown, { data, refuse }: Reading): void {
  const isEntry = (entry: unknown): entry is [string, number] =>
    Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string' && isCount(entry[1]);
  if (!Array.isArray(content) || !content.every(isEntry)) throw refuse('its counters of generated names are invalid');
  for (const [kind, number] of content) data.numbers.set(kind, number);
}

function writeExclusions({ excluded }: WorldData): object[] {
  const nameOf = (given: ExcludedBody): readonly string[] =>
    given instanceof RobotLink ? [handleOf(given).name, given.name] : [given.name];
  return excluded.list.map(({ name, a, b }) => ({ name, a: nameOf(a), b: nameOf(b) }));
}

function readExclusions(content: unknown, { data, where, refuse }: Reading): void {
  if (!Array.isArray(content)) throw refuse('it has no list of exclusions');
  content.forEach((entry: unknown, k) => {
    const path = `world.exclusions[${k}]`;
    const { name, a, b } = readObject(where, path, entry, ['name', 'a', 'b']);
    const find = (given: unknown): ExcludedBody => {
      const [of, link, ...rest] = Array.isArray(given) ? (given as unknown[]) : [];
      const handle = data.handles.get(of as string);
      if (!handle || rest.length > 0) throw refuse(`${path} refers to ${show(given)}, which is not in the snapshot`);
      if (link === undefined) return handle;
      if (!(handle instanceof Robot)) throw refuse(`${path} refers to a link of ${show(of)}, which is not a robot`);
      return handle.link(link as string);
    };
    data.excluded.add(where, find(a), find(b), { name: name as string });
  });
}

function readTouches(content: unknown, { world, data, refuse }: Reading): void {
  if (!Array.isArray(content)) throw refuse('it has no list of reported contacts');
  for (const entry of content as unknown[]) {
    const [kind, ...ids] = Array.isArray(entry) && entry.length === 3 ? entry : [];
    const [a, b] = ids.map((id) => world.scene.body(id));
    if ((kind !== 'contact' && kind !== 'sensor') || !a || !b || !data.events.restore(kind, a, b))
      throw refuse('a reported contact is not between two of its bodies');
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
