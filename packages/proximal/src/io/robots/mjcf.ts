// MuJoCo's format: bodies within bodies, default classes, several joints per body, mass from geoms.
import { ModelBuilder } from '../../dynamics/builder.ts';
import type { Model } from '../../dynamics/model.ts';
import { readVector } from '../../math/vec3.ts';
import { Attributes, failAt } from './attributes.ts';
import { RobotFiles, type RobotOptions, robotOptionNames } from './files.ts';
import { readActuators } from './mjcf-actuators.ts';
import { BodyReader } from './mjcf-bodies.ts';
import { pairedGeoms, readContacts } from './mjcf-contact.ts';
import { Defaults } from './mjcf-defaults.ts';
import { readEqualities } from './mjcf-equality.ts';
import type { MeshAsset } from './mjcf-geoms.ts';
import { unknownOf } from './mjcf-known.ts';
import type { Angles } from './mjcf-pose.ts';
import { RobotWriter } from './writer.ts';
import { parseXml, type XmlElement } from './xml.ts';

/**
 * Options of `loadMjcf`.
 * @example
 * ```ts
 * const options: MjcfOptions = { strict: true };
 * ```
 */
export type MjcfOptions = RobotOptions;

/** What <compiler> says. */
export interface Compiler extends Angles {
  readonly autolimits: boolean;
  readonly meshFolder: string;
  /** Whether masses of geoms count: always, never, or where a body has no inertial. */
  readonly inertiaFromGeom: 'true' | 'false' | 'auto';
}

/** Sections that are read; all others are reported. */
const sections = ['compiler', 'option', 'default', 'asset', 'worldbody', 'contact', 'actuator', 'equality'];

/**
 * Loads a robot from an MJCF file, MuJoCo's format. What is not read (lights, sensors, tendons, contact settings) is in
 * `model.notices`, by name and line. Quaternions of a configuration are x y z w here, and a free body's velocity is its twist
 * in its own axes, unlike MuJoCo's.
 * @param textOrPath the text of the file, its path or address, or a `URL`
 * @throws {@link FileError} with file, line and element, if the file is broken or the robot makes no sense
 * @example
 * ```ts
 * const model = await loadMjcf('robots/a1.xml');
 * const q = model.reference.slice(); // where the file draws the robot
 * ```
 */
export async function loadMjcf(
  textOrPath: string | { readonly href: string },
  options: MjcfOptions = {},
): Promise<Model> {
  const { files, text } = await RobotFiles.open('loadMjcf', 'mjcf', textOrPath, options, robotOptionNames);
  const root = parseXml(text, files.file);
  if (root.name !== 'mujoco') throw failAt(root, 'this is no MJCF: the outermost element is <mujoco>');
  const top = await includeFiles(files, root, []);
  const all = (name: string): XmlElement[] => top.filter((element) => element.name === name);
  const compiler = readCompiler(all('compiler'));
  const builder = makeBuilder(root, all('option'), options);
  const writer = new RobotWriter(builder, files, options);
  for (const element of top) if (!sections.includes(element.name)) writer.ignore(element, 'is not read');
  for (const element of [...all('compiler'), ...all('option')]) {
    writer.without(element, unknownOf(element));
    writer.withoutChildren(element);
  }
  const defaults = new Defaults(writer);
  for (const element of all('default')) defaults.read(element);
  const meshes = readMeshes(writer, all('asset'), defaults, compiler.meshFolder);
  const bodies = new BodyReader(writer, defaults, compiler, meshes, pairedGeoms(all('contact')));
  for (const world of all('worldbody')) await bodies.readWorld(world);
  readContacts(writer, defaults, all('contact'), bodies);
  for (const element of all('actuator'))
    writer.make(element, () => readActuators(writer, defaults, element, bodies.joints, compiler.autolimits));
  for (const element of all('equality')) writer.make(element, () => readEqualities(writer, defaults, element, bodies));
  return writer.build(root);
}

/** The sections of the file, with those of included files in place. */
async function includeFiles(files: RobotFiles, root: XmlElement, around: readonly string[]): Promise<XmlElement[]> {
  const sectionsOf = async (element: XmlElement): Promise<XmlElement[]> => {
    if (element.name !== 'include') return [await expand(element)];
    const path = new Attributes(element).needed('file');
    if (around.includes(path)) throw failAt(element, 'the file includes itself in a circle');
    const { file, text } = await files.include(path);
    return includeFiles(files, parseXml(text, file), [...around, path]);
  };
  const expand = async (element: XmlElement): Promise<XmlElement> =>
    element.children.length === 0 ? element : { ...element, children: (await each(element.children)).flat() };
  const each = async (elements: readonly XmlElement[]): Promise<XmlElement[][]> => {
    const lists: XmlElement[][] = [];
    for (const element of elements) lists.push(await sectionsOf(element));
    return lists;
  };
  return (await each(root.children)).flat();
}

function readCompiler(elements: readonly XmlElement[]): Compiler {
  const values = new Map(elements.flatMap(({ attributes }) => [...attributes]));
  const [element] = elements;
  const fail = (problem: string): Error => failAt(element, problem);
  const angle = values.get('angle') ?? 'degree';
  if (angle !== 'degree' && angle !== 'radian') throw fail(`angle="${angle}" is neither degree nor radian`);
  const sequence = values.get('eulerseq') ?? 'xyz';
  if (!/^[xyz]{3}$/i.test(sequence)) throw fail(`eulerseq="${sequence}" is not three letters of x, y and z`);
  const fromGeom = values.get('inertiafromgeom') ?? 'auto';
  if (fromGeom !== 'true' && fromGeom !== 'false' && fromGeom !== 'auto') {
    throw fail(`inertiafromgeom="${fromGeom}" is not true, false or auto`);
  }
  const folder = values.get('meshdir') ?? values.get('assetdir') ?? '';
  return {
    unit: angle === 'degree' ? Math.PI / 180 : 1,
    sequence,
    autolimits: (values.get('autolimits') ?? 'true') === 'true',
    meshFolder: folder === '' || folder.endsWith('/') ? folder : `${folder}/`,
    inertiaFromGeom: fromGeom,
  };
}

function makeBuilder(root: XmlElement, elements: readonly XmlElement[], { strict = false }: MjcfOptions): ModelBuilder {
  const values = new Map(elements.flatMap(({ attributes }) => [...attributes]));
  const attributes = new Attributes(elements[0] ?? root, values);
  const gravity = readVector('loadMjcf', 'gravity', attributes.vector('gravity', [0, 0, -9.81]));
  const timestep = attributes.number('timestep', 0.002);
  if (!(timestep > 0)) throw attributes.fail('the timestep is not above 0');
  return new ModelBuilder({ name: root.attributes.get('model') || 'mujoco', gravity, timestep, strict });
}

function readMeshes(
  writer: RobotWriter,
  assets: readonly XmlElement[],
  defaults: Defaults,
  folder: string,
): Map<string, MeshAsset> {
  const meshes = new Map<string, MeshAsset>();
  for (const element of assets.flatMap(({ children }) => children)) {
    if (element.name !== 'mesh') {
      writer.ignore(element, 'in <asset> is not read');
      continue;
    }
    const attributes = writer.attributes(element, defaults.of(element, undefined));
    const path = attributes.text('file');
    const name = attributes.text('name') ?? path?.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
    if (name === undefined) throw attributes.fail('a mesh needs a name or a file');
    for (const moved of ['refpos', 'refquat']) {
      if (attributes.has(moved)) throw attributes.fail(`${moved} is not read; move the vertices in the file instead`);
    }
    writer.without(element, unknownOf(element));
    writer.withoutChildren(element);
    meshes.set(name, { attributes, file: path === undefined ? undefined : folder + path });
  }
  return meshes;
}
