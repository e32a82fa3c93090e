// Joints between bodies as plain data, in snapshots and simulation files: the options of `connect` and `connectGear`, with names instead of
// handles. So files pass the same checks as these calls.
import { wrongType } from '../../check/argument.ts';
import { readObject, within } from '../../check/document.ts';
import type { BodyJoint, CoordinateOptions, Gear } from '../body-joint.ts';
import { type CoordinateLimits, type JointOptions, writeMotor } from './joint-options.ts';
import type { GearOptions } from './joints.ts';
import { RigidBody } from './rigid-body.ts';
import { Robot } from './robot.ts';
import type { World } from './world.ts';
import type { JointBody, WorldJoint } from './world-joint.ts';

/** An end of a joint: the name of a body, a link of a robot, or null for the world. */
export type JointEndForm = string | { readonly robot: string; readonly link: string } | null;

/** A joint between two bodies, or a gear between two hinges, by names. */
export type JointForm =
  | (JointOptions & { readonly a: JointEndForm; readonly b: JointEndForm })
  | (GearOptions & { readonly kind: 'gear'; readonly first: string; readonly second: string });

/** The form from which `makeJoint` makes the same joint, with the same bits, at any poses of its bodies. */
export function formOf(joint: WorldJoint): JointForm {
  const { name, kind, definition, bodyJoint } = joint;
  const { between, breakForce, breakTorque, collide } = definition;
  const breaks = { ...(breakForce < Infinity && { breakForce }), ...(breakTorque < Infinity && { breakTorque }) };
  if ('first' in between) {
    const { ratio, offset } = bodyJoint.options.gear as Gear;
    return { kind: 'gear', name, first: between.first.name, second: between.second.name, ratio, offset, ...breaks };
  }
  const [a, b] = between.ends.map(endForm);
  const [first, second] = between.frames.map((frame) => [...frame]);
  const ends = { kind, name, a, b, frames: [first, second] as const };
  return { ...ends, ...numbersOf(bodyJoint), ...breaks, ...(collide && { collide }) } as JointForm;
}

/** The numbers of a joint that its kind has; limits, friction and motors only if there are any. */
function numbersOf({ kind, options }: BodyJoint): Partial<JointOptions> {
  const { length, stiffness, damping, upper } = options;
  if (kind === 'spring') return { length, stiffness, damping };
  if (kind === 'distance' || kind === 'rope') return { length };
  const turn = coordinateForm(options.secondCoordinate);
  const first = kind === 'ball' ? { ...(upper < Infinity && { swing: upper }) } : coordinateForm(options);
  return { ...first, ...(Object.keys(turn).length > 0 && { turn }) };
}

function coordinateForm({ lower, upper, friction, motor }: CoordinateOptions): CoordinateLimits {
  return {
    ...((lower > -Infinity || upper < Infinity) && { limits: [lower, upper] }),
    ...(friction > 0 && { friction }),
    ...(motor && { motor: writeMotor(motor) }),
  };
}

function endForm(end: JointBody): JointEndForm {
  if (end === null || end === 'world') return null;
  return end instanceof RigidBody ? end.name : { robot: end.robot.name, link: end.name };
}

/** Makes a joint of a world. The form is not trusted. */
export function makeJoint(world: World, where: string, path: string, form: unknown): WorldJoint {
  const data = readObject(where, path, form);
  if (data['kind'] === 'gear') {
    const { kind: _kind, first, second, ...options } = data;
    const hinge = (field: string, name: unknown): WorldJoint => {
      const found = typeof name === 'string' ? world.joint(name) : undefined;
      if (found) return found;
      throw wrongType(where, `${path}.${field}`, name, 'give the name of a hinge that comes before the gear');
    };
    return world.connectGear(hinge('first', first), hinge('second', second), options as unknown as GearOptions);
  }
  const { a, b, ...options } = data;
  const [endA, endB] = [readEnd(world, where, `${path}.a`, a), readEnd(world, where, `${path}.b`, b)];
  return world.connect(endA, endB, options as unknown as JointOptions);
}

const endRemedy = 'give the name of a body, { robot, link }, or null for the world';

function readEnd(world: World, where: string, path: string, end: unknown): JointBody {
  if (end === null) return null;
  if (typeof end === 'string') {
    const body = world.find(end);
    if (body instanceof RigidBody) return body;
    throw wrongType(where, path, end, `${body ? 'it is a robot' : 'there is no such body'}: ${endRemedy}`);
  }
  if (typeof end !== 'object') throw wrongType(where, path, end, endRemedy);
  const { robot: name, link } = readObject(where, path, end, ['robot', 'link']);
  const robot = typeof name === 'string' ? world.find(name) : undefined;
  if (!(robot instanceof Robot)) throw wrongType(where, `${path}.robot`, name, 'give the name of a robot');
  if (typeof link !== 'string') throw wrongType(where, `${path}.link`, link, 'give the name of a link');
  return within(where, `${path}.link`, () => robot.link(link));
}
