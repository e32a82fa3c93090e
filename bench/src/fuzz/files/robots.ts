// URDF and MJCF with random structure.
import type { Model } from 'proximal/dynamics';
import { loadMjcf, loadUrdf, type RobotOptions, readMjcf, readUrdf } from 'proximal/io';
import type { Rng } from 'proximal/math';
import { encode, mutateBytes, mutateText } from './bytes.ts';
import { tryRead } from './errors.ts';
import type { FileFormat } from './format.ts';
import { Templates } from './templates.ts';
import { useModel } from './use.ts';
import { chance, pick, plainNumber, plainNumbers } from './words.ts';
import { copyXml, element, mutateXml, printXml, type Xml } from './xml.ts';

/** The file's own name, under which it may include itself. */
const fileName = 'robot.xml';
/** A file that includes itself twice. */
const circle = 'circle.xml';
const tetrahedron = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';
const part = '<mujoco><worldbody><geom name="from part" size="0.1"/></worldbody></mujoco>';

function urdfOf(rng: Rng): Xml {
  const count = 1 + rng.index(chance(rng, 0.15) ? 6 : 2);
  const robot = element('robot', { name: 'r' });
  /** Joints with one coordinate that do not mimic another joint. */
  const leaders: string[] = [];
  for (let k = 0; k < count; k++) {
    robot.children.push(urdfLink(rng, k));
    if (k > 0) robot.children.push(urdfJoint(rng, k, leaders));
  }
  if (chance(rng, 0.3)) robot.children.push(element('transmission', { name: 't' }), element('material', { name: 'm' }));
  return robot;
}

function urdfLink(rng: Rng, k: number): Xml {
  const link = element('link', { name: `l${k}` });
  const origin = (): Xml => element('origin', { xyz: plainNumbers(rng, 3, -1, 1), rpy: plainNumbers(rng, 3, -3, 3) });
  if (k > 0 || chance(rng, 0.5)) {
    const [ixx, iyy, izz] = [1, 1, 1].map(() => plainNumber(rng, 1, 1.5));
    const inertia = element('inertia', { ixx, iyy, izz, ixy: '0', ixz: '0', iyz: '0.01' });
    link.children.push(
      element('inertial', {}, origin(), element('mass', { value: plainNumber(rng, 0.1, 9) }), inertia),
    );
  }
  const size = (): string => plainNumber(rng, 0.05, 0.3);
  const shapes = [
    element('box', { size: `${size()} ${size()} ${size()}` }),
    element('sphere', { radius: size() }),
    element('cylinder', { radius: size(), length: size() }),
    element('capsule', { radius: size(), length: size() }),
    element('mesh', { filename: pick(rng, ['a.obj', 'package://r/b.obj', 'meshes/c.obj']), scale: '0.1 0.2 -0.1' }),
  ];
  for (let i = rng.index(3); i > 0; i--)
    link.children.push(element('collision', { name: `c${i}` }, origin(), element('geometry', {}, pick(rng, shapes))));
  if (chance(rng, 0.3)) link.children.push(element('visual', {}, element('geometry', {}, pick(rng, shapes))));
  return link;
}

function urdfJoint(rng: Rng, k: number, leaders: string[]): Xml {
  const type = pick(rng, ['revolute', 'continuous', 'prismatic', 'fixed', 'floating', 'planar']);
  const joint = element(
    'joint',
    { name: `j${k}`, type },
    element('origin', { xyz: plainNumbers(rng, 3, -1, 1), rpy: plainNumbers(rng, 3, -3, 3) }),
    element('parent', { link: `l${rng.index(k)}` }),
    element('child', { link: `l${k}` }),
    element('axis', { xyz: pick(rng, ['1 0 0', '0 1 0', '0 0 1', '0.6 0 0.8']) }),
    element('limit', { lower: '-1', upper: plainNumber(rng, 0, 2), effort: '30', velocity: '3' }),
  );
  if (chance(rng, 0.5)) joint.children.push(element('dynamics', { damping: '0.1', friction: plainNumber(rng, 0, 1) }));
  if (['revolute', 'continuous', 'prismatic'].includes(type)) {
    if (leaders.length > 0 && chance(rng, 0.3))
      joint.children.push(element('mimic', { joint: pick(rng, leaders), multiplier: '-0.5', offset: '0.1' }));
    else leaders.push(`j${k}`);
  }
  return joint;
}

function mjcfOf(rng: Rng): Xml {
  const world = element('worldbody', {}, element('geom', { name: 'floor', type: 'plane', size: '1 1 1' }));
  const count = 1 + rng.index(chance(rng, 0.15) ? 5 : 2);
  /** Joints that an actuator can be on. */
  const actuated: string[] = [];
  let last = world;
  for (let k = 0; k < count; k++) {
    const body = mjcfBody(rng, k);
    actuated.push(...body.children.filter((child) => /,(hinge|slide),/.test(String(child.attributes))).map(nameOf));
    (chance(rng, 0.6) ? last : world).children.push(body);
    last = body;
  }
  if (chance(rng, 0.2))
    world.children.push(
      element(
        'replicate',
        { count: '3', offset: '1 0 0', euler: '0 0 30' },
        element('geom', { size: '0.1', pos: '3 0 0' }),
      ),
      element('frame', { pos: '0 0 1', childclass: 'c' }, element('site', { name: 's' })),
    );
  const root = element('mujoco', { model: 'r' }, ...mjcfSettings(rng), world, ...mjcfForces(rng, count, actuated));
  if (chance(rng, 0.15)) root.children.push(element('include', { file: 'part.xml' }));
  return root;
}

function mjcfSettings(rng: Rng): Xml[] {
  const compiler = element('compiler', { angle: pick(rng, ['radian', 'degree']), autolimits: 'true', eulerseq: 'xyz' });
  const option = element('option', { timestep: '0.002', gravity: '0 0 -9.81' }, element('flag', { contact: 'enable' }));
  const inner = element('default', { class: 'c' }, element('geom', { density: '500', friction: '0.8 0.1 0.1' }));
  const defaults = element('default', {}, element('joint', { damping: '0.1', armature: '0.01' }), inner);
  const corners = '0 0 0 1 0 0 0 1 0 0 0 1';
  const mesh = element('mesh', { name: 'm', vertex: corners, scale: '0.1 0.1 0.2' });
  const file = element('mesh', {
    name: 'n',
    file: 'a.obj',
    inertia: pick(rng, ['legacy', 'exact', 'convex', 'shell']),
  });
  return [compiler, option, defaults, element('asset', {}, mesh, ...(chance(rng, 0.5) ? [file] : []))];
}

function mjcfBody(rng: Rng, k: number): Xml {
  const body = element('body', { name: `b${k}`, pos: plainNumbers(rng, 3, 0, 1), euler: '10 20 30' });
  if (chance(rng, 0.3)) body.attributes.push(['childclass', 'c']);
  const kinds = ['sphere', 'capsule', 'ellipsoid', 'cylinder', 'box'];
  for (let i = 0; i <= rng.index(2); i++) {
    const size = plainNumbers(rng, 3, 0.05, 0.3);
    const isMesh = chance(rng, 0.2);
    const shape = isMesh ? { type: 'mesh', mesh: 'm' } : { type: pick(rng, kinds), size };
    body.children.push(element('geom', { name: `g${k}_${i}`, ...shape, pos: '0 0 0.1', quat: '1 0 0 0' }));
  }
  if (chance(rng, 0.3)) body.children.push(element('geom', { type: 'capsule', fromto: '0 0 0 0 0 0.4', size: '0.05' }));
  if (chance(rng, 0.3))
    body.children.push(element('inertial', { pos: '0 0 0', mass: plainNumber(rng, 0.1, 3), diaginertia: '1 1 1' }));
  const type = pick(rng, ['hinge', 'hinge', 'slide', 'ball', 'free', 'none']);
  // No free joint is made: only a child of the world body may have one.
  if (type !== 'none' && type !== 'free')
    body.children.push(
      element('joint', {
        name: `j${k}`,
        type,
        axis: '0 1 0',
        ...(type === 'ball' ? {} : { range: '-1 2', stiffness: '3' }),
      }),
    );
  return body;
}

function nameOf({ attributes }: Xml): string {
  return attributes.find(([key]) => key === 'name')?.[1] ?? '';
}

function mjcfForces(rng: Rng, bodies: number, actuated: readonly string[]): Xml[] {
  const joint = actuated.length > 0 ? pick(rng, actuated) : '';
  const [body1, body2] = [`b${rng.index(bodies)}`, `b${rng.index(bodies)}`];
  const all = [
    element('actuator', {}, element('motor', { name: 'a', joint, gear: '2', ctrlrange: '-1 1' })),
    element('actuator', {}, element('position', { name: 'p', joint, kp: '10', dampratio: '1' })),
    element('equality', {}, element('connect', { body1, body2, anchor: '0 0 0.1' })),
    element('equality', {}, element('weld', { body1, body2 })),
    element('contact', {}, element('exclude', { body1, body2 })),
    element('tendon', {}, element('fixed', { name: 't' }, element('joint', { joint, coef: '1' }))),
    element('sensor', {}, element('jointpos', { joint })),
  ];
  const [hasTwoBodies, hasJoint] = [body1 !== body2, joint !== ''];
  const needsBodies = (name: string): boolean => name === 'equality' || name === 'contact';
  return all.filter(({ name }) => chance(rng, 0.2) && (needsBodies(name) ? hasTwoBodies : hasJoint));
}

const urdfs = new Templates(urdfOf);
const mjcfs = new Templates(mjcfOf);

/** A document as a file, with mutations of its tree and, for some, of its text or bytes. */
export function fileOf(templates: Templates<Xml>, rng: Rng, mutations: number, seed: number): Uint8Array {
  const root = mutations === 0 ? templates.fresh(rng) : copyXml(templates.pick(rng, seed));
  const inText = mutations > 0 && chance(rng, 0.25) ? 1 : 0;
  for (let k = inText; k < mutations; k++) mutateXml(root, () => templates.pick(rng, seed), rng);
  const text = printXml(root, rng);
  if (inText === 0) return encode(text);
  return chance(rng, 0.5) ? mutateText(text, rng) : mutateBytes(encode(text), rng);
}

type Load = (path: string, options: RobotOptions) => Promise<Model>;

/** Returns the files that a file refers to: itself, `circle`, a small part, or a tetrahedron for every mesh. */
function filesBeside(bytes: Uint8Array): (path: string) => string | Uint8Array {
  return (path) => {
    if (path === fileName) return bytes;
    if (path === circle) return `<mujoco><include file="${circle}"/><include file="${circle}"/></mujoco>`;
    return path.endsWith('.xml') ? part : tetrahedron;
  };
}

async function use(load: Load, bytes: Uint8Array): Promise<boolean> {
  const options = { resolve: filesBeside(bytes), packages: { r: 'r' } };
  const model = await tryRead('file', fileName, () => load(fileName, options));
  if (model === null) return false;
  useModel(model);
  return true;
}

export const urdf: FileFormat = {
  name: 'urdf',
  title: 'URDF',
  ending: 'urdf',
  make: (rng, mutations, seed) => fileOf(urdfs, rng, mutations, seed),
  use: (bytes) => use(loadUrdf, bytes),
};

export const mjcf: FileFormat = {
  name: 'mjcf',
  title: 'MJCF',
  ending: 'mjcf',
  make: (rng, mutations, seed) => fileOf(mjcfs, rng, mutations, seed),
  use: (bytes) =>
    use((path, options) => loadMjcf(path, { ...options, unsupported: bytes.length % 2 ? 'ignore' : 'refuse' }), bytes),
};

/** Loads a robot embedded in another document. */
export function loadRobot(text: string, root: 'fixed' | 'free-flyer'): Promise<Model> {
  const options = { resolve: filesBeside(encode(text)), packages: { r: 'r' } };
  return text.includes('<mujoco') ? readMjcf(text, options) : readUrdf(text, { ...options, root });
}

/** The text of a small robot, for documents that contain robots. */
export function robotText(rng: Rng): string {
  return printXml(chance(rng, 0.7) ? urdfOf(rng) : mjcfOf(rng), rng);
}
