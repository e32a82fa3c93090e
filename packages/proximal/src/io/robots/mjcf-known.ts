// The attributes of MJCF's elements that are read, by element. All others are reported where they stand: in the element, or
// in the default class that gives them to it.
const pose = ['pos', 'quat', 'axisangle', 'euler', 'xyaxes', 'zaxis'];
const actuator = ['name', 'class', 'joint', 'gear', 'ctrlrange', 'ctrllimited', 'forcerange', 'forcelimited'];
const equality = ['name', 'class', 'active', 'body1', 'body2', 'site1', 'site2'];

export const known: Readonly<Record<string, readonly string[]>> = {
  compiler: ['angle', 'autolimits', 'eulerseq', 'meshdir', 'assetdir', 'inertiafromgeom'],
  option: ['gravity', 'timestep'],
  mesh: ['name', 'class', 'file', 'scale', 'vertex'],
  body: ['name', 'childclass', 'mocap', ...pose],
  frame: ['name', 'childclass', ...pose],
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
  ].concat(['actuatorfrcrange', 'actuatorfrclimited']),
  freejoint: ['name'],
  geom: ['name', 'class', 'type', 'size', 'fromto', 'mesh', 'mass', 'density', 'contype', 'conaffinity', ...pose],
  site: ['name', 'class', ...pose],
  motor: actuator,
  position: [...actuator, 'kp', 'kv', 'dampratio'],
  general: [...actuator, 'gaintype', 'gainprm', 'biastype', 'biasprm', 'dyntype'],
  exclude: ['name', 'body1', 'body2'],
  pair: ['name', 'class', 'geom1', 'geom2'],
  equality: ['active'],
  connect: [...equality, 'anchor'],
  weld: [...equality, 'relpose'],
};

/** The names of an element's own attributes that are not read. */
export function unknownOf({ name, attributes }: { name: string; attributes: ReadonlyMap<string, string> }): string[] {
  return [...attributes.keys()].filter((key) => !known[name]?.includes(key));
}
