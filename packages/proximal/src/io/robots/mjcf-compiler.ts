// The settings in <compiler> and <option> of MJCF, which apply to the whole file.
import { ModelBuilder } from '../../dynamics/builder.ts';
import { readVector } from '../../math/vec3.ts';
import { Attributes } from './attributes.ts';
import { reportUnread } from './mjcf-known.ts';
import type { Angles } from './mjcf-pose.ts';
import type { RobotWriter } from './writer.ts';
import type { XmlElement } from './xml.ts';

/** The settings in <compiler>. */
export interface Compiler extends Angles {
  readonly autolimits: boolean;
  readonly meshFolder: string;
  /** Whether folders are removed from the names of files. */
  readonly stripPath: boolean;
  /** Whether masses of geoms count: always, never, or only for bodies without <inertial>. */
  readonly inertiaFromGeom: 'true' | 'false' | 'auto';
}

/** Merges several elements of one name; the last value of an attribute applies. */
function merged(root: XmlElement, elements: readonly XmlElement[]): Attributes {
  const attributes = new Map(elements.flatMap((element) => [...element.attributes]));
  return new Attributes({ ...(elements[0] ?? root), attributes });
}

export function readCompiler(root: XmlElement, elements: readonly XmlElement[]): Compiler {
  const attributes = merged(root, elements);
  const word = <T extends string>(name: string, words: readonly T[], fallback: T): T => {
    const value = attributes.text(name) ?? fallback;
    const found = words.find((each) => each === value);
    if (found === undefined) throw attributes.fail(`${name}="${value}" is not one of ${words.join(', ')}`);
    return found;
  };
  const sequence = attributes.text('eulerseq') ?? 'xyz';
  if (!/^[xyz]{3}$/i.test(sequence)) throw attributes.fail(`eulerseq="${sequence}" is not three letters of x, y and z`);
  word('coordinate', ['local'], 'local');
  const folder = attributes.text('meshdir') ?? attributes.text('assetdir') ?? '';
  return {
    unit: word('angle', ['degree', 'radian'], 'degree') === 'degree' ? Math.PI / 180 : 1,
    sequence,
    autolimits: word('autolimits', ['true', 'false'], 'true') === 'true',
    meshFolder: folder === '' || folder.endsWith('/') ? folder : `${folder}/`,
    stripPath: word('strippath', ['true', 'false'], 'false') === 'true',
    inertiaFromGeom: word('inertiafromgeom', ['true', 'false', 'auto'], 'auto'),
  };
}

/** The flags of <option> that are read, and the further features that each disables. */
const disabledFeatures: Readonly<Record<string, readonly string[]>> = {
  constraint: ['equality', 'frictionloss', 'limit', 'contact'],
  passive: ['spring', 'damper', 'gravity compensation'],
  equality: [],
  frictionloss: [],
  limit: [],
  contact: [],
  spring: [],
  damper: [],
  gravity: [],
  clampctrl: [],
  actuation: [],
};

/** The features that the flags of the file disable. */
export function disabledBy(options: readonly XmlElement[]): Set<string> {
  const flags = options.flatMap(({ children }) => children).filter(({ name }) => name === 'flag');
  const disabled = flags.flatMap(({ attributes }) =>
    Object.keys(disabledFeatures).filter((key) => attributes.get(key) === 'disable'),
  );
  return new Set(disabled.flatMap((key) => [key, ...disabledFeatures[key]]));
}

export function makeBuilder(
  root: XmlElement,
  elements: readonly XmlElement[],
  disabled: ReadonlySet<string>,
  strict: boolean,
): ModelBuilder {
  const attributes = merged(root, elements);
  const given = readVector('loadMjcf', 'gravity', attributes.vector('gravity', [0, 0, -9.81]));
  const gravity = disabled.has('gravity') ? [0, 0, 0] : given;
  const timeStep = attributes.number('timestep', 0.002);
  if (!(timeStep > 0)) throw attributes.fail('the timestep is not above 0');
  return new ModelBuilder({ name: root.attributes.get('model') || 'mujoco', gravity, timeStep, strict });
}

/** Reports the settings in <compiler> and <option> that are not read, and refuses settings that would change the motion. */
export function reportSettings(
  writer: RobotWriter,
  compilers: readonly XmlElement[],
  options: readonly XmlElement[],
): void {
  for (const element of compilers) {
    reportUnread(writer, writer.attributes(element));
  }
  for (const element of options) {
    reportUnread(writer, writer.attributes(element), ['flag']);
    for (const flag of element.children) {
      if (flag.name !== 'flag') continue;
      const features = [...flag.attributes].filter(([key]) => Object.hasOwn(disabledFeatures, key));
      const unread = [...flag.attributes.keys()].filter((key) => !Object.hasOwn(disabledFeatures, key));
      if (flag.attributes.get('filterparent') === 'disable')
        writer.refuse(flag, 'filterparent="disable" is not supported: links with a joint between them do not collide');
      const disabled = features.filter(([, value]) => value === 'disable').map(([key]) => key);
      if (disabled.length > 0)
        writer.ignore(flag, `disables ${disabled.join(', ')}, and the model is read accordingly`);
      writer.without(
        flag,
        unread.filter((key) => key !== 'filterparent'),
      );
    }
  }
}
