// The attributes of MJCF's elements: the attributes that are read, and the unread attributes that would change the motion. All
// attributes that are not read are reported where they are given: at the element, or at its default class.
import type { Attributes } from './attributes.ts';
import type { RobotWriter } from './writer.ts';

const pose = ['pos', 'quat', 'axisangle', 'euler', 'xyaxes', 'zaxis'];
const actuator = ['name', 'class', 'joint', 'gear', 'ctrlrange', 'ctrllimited', 'forcerange', 'forcelimited'];
const equality = ['name', 'class', 'active', 'body1', 'body2', 'site1', 'site2'];

export const known: Readonly<Record<string, readonly string[]>> = {
  compiler: ['angle', 'autolimits', 'eulerseq', 'meshdir', 'assetdir', 'inertiafromgeom', 'coordinate', 'strippath'],
  option: ['gravity', 'timestep'],
  mesh: ['name', 'class', 'file', 'scale', 'vertex', 'face', 'inertia', 'refpos', 'refquat'],
  body: ['name', 'childclass', 'mocap', 'gravcomp', ...pose],
  frame: ['name', 'childclass', ...pose],
  replicate: ['count', 'offset', 'euler', 'sep', 'childclass'],
  inertial: ['mass', 'diaginertia', 'fullinertia', ...pose],
  joint: [
    'name',
    'class',
    'type',
    'pos',
    'axis',
    'range',
    'limited',
    'ref',
    'armature',
    'damping',
    'frictionloss',
  ].concat(['actuatorfrcrange', 'actuatorfrclimited', 'stiffness', 'springref', 'springdamper']),
  freejoint: ['name'],
  geom: [
    'name',
    'class',
    'type',
    'size',
    'fromto',
    'mesh',
    'mass',
    'density',
    'contype',
    'conaffinity',
    ...pose,
  ].concat(['friction', 'condim', 'priority']),
  site: ['name', 'class', ...pose],
  motor: actuator,
  position: [...actuator, 'kp', 'kv', 'dampratio', 'inheritrange'],
  velocity: [...actuator, 'kv'],
  general: [...actuator, 'gaintype', 'gainprm', 'biastype', 'biasprm', 'dyntype', 'inheritrange'],
  exclude: ['name', 'body1', 'body2'],
  pair: ['name', 'class', 'geom1', 'geom2', 'friction', 'condim'],
  equality: ['active'],
  connect: [...equality, 'anchor'],
  weld: [...equality, 'relpose'],
};

/** For each attribute, the value without effect, besides 0 and false. */
type Mechanical = Readonly<Record<string, string>>;
const zero = '';
const anyActuator: Mechanical = {
  timeconst: zero,
  dyntype: 'none',
  actlimited: 'auto',
  actrange: '0 0',
  tendon: zero,
  site: zero,
  refsite: zero,
  body: zero,
  jointinparent: zero,
  cranksite: zero,
  slidersite: zero,
  cranklength: zero,
  nsample: zero,
  delay: zero,
  damping: zero,
  armature: zero,
};

/** Attributes that are not read although they change masses, forces or geometry, each with the value without effect. */
const mechanical: Readonly<Record<string, Mechanical>> = {
  compiler: {
    boundmass: zero,
    boundinertia: zero,
    balanceinertia: zero,
    settotalmass: '-1',
    inertiagrouprange: '0 5',
  },
  option: { density: zero, viscosity: zero },
  mesh: { builtin: 'none' },
  geom: { shellinertia: zero, hfield: zero },
  motor: anyActuator,
  position: anyActuator,
  velocity: anyActuator,
  general: anyActuator,
};

/** The attributes of tendons that make them exert forces. */
export const tendonForceAttributes = [
  'stiffness',
  'damping',
  'frictionloss',
  'armature',
  'range',
  'limited',
  'actuatorfrcrange',
];

const everyRead: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...Object.values(known).flat(),
  ...Object.values(mechanical).flatMap((each) => Object.keys(each)),
  ...tendonForceAttributes,
]);

/** Whether an attribute of this name is read, or refused because it would change the motion, in any element. */
export function isRead(attribute: string): boolean {
  return everyRead.has(attribute);
}

/** The unread attributes of an element, without the attributes of its default class. */
export function unknownOf({ name, attributes }: { name: string; attributes: ReadonlyMap<string, string> }): string[] {
  const read = Object.hasOwn(known, name) ? known[name] : [];
  return [...attributes.keys()].filter((key) => !read.includes(key));
}

function mechanicalFor(name: string): Mechanical {
  return Object.hasOwn(mechanical, name) ? mechanical[name] : {};
}

/** The attributes of an element and its default class that are not read although they would change the motion, as `name="value"`. */
export function mechanicalOf(attributes: Attributes): string[] {
  const { name } = attributes.element;
  return Object.entries(mechanicalFor(name)).flatMap(([key, idle]) => {
    const value = attributes.text(key)?.trim();
    const isIdle = value === undefined || value === idle || value === 'false' || /^[0.\s]+$/.test(value);
    return isIdle ? [] : [`${key}=${JSON.stringify(value)}`];
  });
}

/** Refuses attributes that would change the motion, and reports all other attributes and children of an element that are not read. */
export function reportUnread(writer: RobotWriter, attributes: Attributes, children: readonly string[] = []): void {
  const { element } = attributes;
  const refused = mechanicalOf(attributes);
  if (refused.length > 0) writer.refuse(element, `${refused.join(' and ')} is not supported`);
  const names = Object.keys(mechanicalFor(element.name));
  writer.without(
    element,
    unknownOf(element).filter((key) => !(refused.length > 0 && names.includes(key))),
  );
  for (const child of element.children)
    if (!children.includes(child.name)) writer.ignore(child, `in <${element.name}> is not read`);
}
