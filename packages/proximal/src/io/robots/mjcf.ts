// MuJoCo's format: bodies within bodies, default classes, several joints per body, mass from geoms.
import { wrongType } from '../../check/argument.ts';
import type { Model } from '../../dynamics/model.ts';
import type { FileData } from '../source.ts';
import { failAt } from './attributes.ts';
import { RobotFiles, type RobotOptions, type RobotPath, type RobotText } from './files.ts';
import { readActuators, refuseAsymmetric } from './mjcf-actuators.ts';
import { BodyReader } from './mjcf-bodies.ts';
import { disabledBy, makeBuilder, readCompiler, reportSettings } from './mjcf-compiler.ts';
import { pairedGeoms, readContacts } from './mjcf-contact.ts';
import { Defaults } from './mjcf-defaults.ts';
import { readEqualities } from './mjcf-equality.ts';
import { ElementCount, includeFiles } from './mjcf-include.ts';
import { readMeshAssets } from './mjcf-meshes.ts';
import { Preliminary } from './mjcf-preliminary.ts';
import { expandReplicas } from './mjcf-replicate.ts';
import { readTendons } from './mjcf-tendons.ts';
import { RobotWriter } from './writer.ts';
import { parseXml, type XmlElement } from './xml.ts';

/**
 * Options of `loadMjcf` and `readMjcf`.
 * @example
 * ```ts
 * const options: MjcfOptions = { unsupported: 'ignore' };
 * ```
 */
export interface MjcfOptions extends RobotOptions {
  /**
   * The treatment of unsupported elements that would change the motion, such as tendons that exert forces: `'refuse'` (the
   * default) throws; `'ignore'` ignores them with a warning in `model.notices`.
   */
  readonly unsupported?: 'refuse' | 'ignore';
  /** Whether joints coupled by an `<equality>` become mimic joints (`'follow'`, the default) or stay independent. */
  readonly mimic?: 'follow' | 'independent';
}

/** Sections that are read; all others are reported. */
const sectionsRead = [
  'compiler',
  'option',
  'default',
  'asset',
  'worldbody',
  'contact',
  'tendon',
  'actuator',
  'equality',
];

/**
 * Loads a robot from an MJCF file, MuJoCo's format. Ignored elements (lights, sensors, tendons without forces, contact settings) are listed in
 * `model.notices`, with name and line. Unlike in MuJoCo, quaternions of a configuration are x y z w, and a free body's velocity
 * is its twist in its own axes.
 * @param path a file path (in Node only), an address, or a `URL`
 * @throws {@link FileError} with file, line and element, if the file is broken or the robot is invalid
 * @example
 * ```ts
 * const model = await loadMjcf('robots/a1.xml');
 * const q = model.reference.slice(); // the configuration that the file describes
 * ```
 */
export async function loadMjcf(path: RobotPath, options: MjcfOptions = {}): Promise<Model> {
  const where = 'loadMjcf';
  return readText(where, await RobotFiles.load(where, path, options, ownOptions), options);
}

/**
 * Reads a robot from the content of an MJCF file. Included files and meshes are loaded: see `options.resolve`, and `options.name`
 * for the base of relative paths.
 * @param data the file's text or bytes
 * @throws {@link FileError} with file, line and element, if the file is broken or the robot is invalid
 * @example
 * ```ts
 * const model = await readMjcf('<mujoco><worldbody><body><freejoint/><geom size="0.1"/></body></worldbody></mujoco>');
 * ```
 */
export async function readMjcf(data: FileData, options: MjcfOptions = {}): Promise<Model> {
  const where = 'readMjcf';
  return readText(where, RobotFiles.read(where, data, options, ownOptions), options);
}

const ownOptions = ['unsupported', 'mimic'];

async function readText(where: string, { files, text }: RobotText, options: MjcfOptions): Promise<Model> {
  const { unsupported = 'refuse', mimic = 'follow', strict = false } = options;
  if (unsupported !== 'refuse' && unsupported !== 'ignore')
    throw wrongType(where, 'options.unsupported', unsupported, "give 'refuse' or 'ignore', or leave it out");
  if (mimic !== 'follow' && mimic !== 'independent')
    throw wrongType(where, 'options.mimic', mimic, "give 'follow' or 'independent', or leave it out");
  const root = parseXml(text, files.file, files.limits);
  if (root.name !== 'mujoco') throw failAt(root, 'this is not MJCF: the root element must be <mujoco>');
  const count = new ElementCount(files.limits);
  const included = await includeFiles(files, root, count);
  const compiler = readCompiler(
    root,
    included.filter(({ name }) => name === 'compiler'),
  );
  const sections = expandReplicas(included, compiler, count, files.limits.nameLength);
  const all = (name: string): XmlElement[] => sections.filter((element) => element.name === name);
  const disabled = disabledBy(all('option'));
  const writer = new RobotWriter(makeBuilder(root, all('option'), disabled, strict), files, options);
  reportSections(writer, sections);
  reportSettings(writer, all('compiler'), all('option'));
  const defaults = new Defaults(writer);
  for (const element of all('default')) defaults.read(element);
  const meshes = readMeshAssets(writer, all('asset'), defaults, compiler);
  const contacts = disabled.has('contact') ? all('contact').map(withoutPairs) : all('contact');
  const bodies = new BodyReader(writer, defaults, compiler, meshes, pairedGeoms(contacts), disabled);
  for (const world of all('worldbody')) await bodies.readWorld(world);
  readContacts(writer, defaults, contacts, bodies);
  for (const element of all('tendon')) readTendons(writer, defaults, element);
  const preliminary = new Preliminary(() => writer.build(root));
  addSpringDampers(writer, root, bodies, preliminary, disabled);
  if (!disabled.has('actuation'))
    for (const element of all('actuator'))
      writer.make(element, () =>
        readActuators(writer, defaults, element, bodies, compiler, preliminary, !disabled.has('clampctrl')),
      );
  refuseAsymmetric(writer, bodies.asymmetric.values());
  if (!disabled.has('equality'))
    for (const element of all('equality'))
      writer.make(element, () => readEqualities(writer, defaults, element, bodies, mimic === 'follow'));
  return writer.build(root);
}

/** A <contact> section without its pairs of geoms. */
function withoutPairs(section: XmlElement): XmlElement {
  return { ...section, children: section.children.filter(({ name }) => name !== 'pair') };
}

/** Reports sections that are not read, and refuses sections that would change the motion. */
function reportSections(writer: RobotWriter, sections: readonly XmlElement[]): void {
  for (const element of sections) {
    if (sectionsRead.includes(element.name)) continue;
    const changesMotion = element.name === 'deformable' && element.children.some(({ name }) => name === 'flex');
    if (changesMotion) writer.refuse(element, 'is not supported');
    else writer.ignore(element, 'is not read');
  }
}

/**
 * Springs by their time constant T and damping ratio ζ: k = I/(T ζ)² and d = 2 I/T, with the joint's inertia I when all other
 * joints are free.
 */
function addSpringDampers(
  writer: RobotWriter,
  root: XmlElement,
  { springDampers }: BodyReader,
  preliminary: Preliminary,
  disabled: ReadonlySet<string>,
): void {
  for (const [joint, [timeConstant, ratio]] of springDampers) {
    const inertia = preliminary.apparentInertiaOf(joint);
    const stiffness = disabled.has('spring') ? 0 : inertia / (timeConstant * ratio) ** 2;
    const damping = disabled.has('damper') ? 0 : (2 * inertia) / timeConstant;
    writer.make(root, () => writer.builder.changeJoint(joint, { stiffness, damping }));
  }
}
