// The Semantic Robot Description Format, which accompanies a URDF: which links do not collide, and named states of groups of joints.
import { checkOptions, outOfRange, wrongType } from '../../check/argument.ts';
import { assemble } from '../../dynamics/assemble.ts';
import { checkConfiguration, checkModel } from '../../dynamics/check-arguments.ts';
import type { CollisionRule, ModelNotice } from '../../dynamics/description.ts';
import type { Model } from '../../dynamics/model.ts';
import type { FileData } from '../source.ts';
import { Attributes, failAt } from './attributes.ts';
import { RobotFiles, type RobotOptions, type RobotPath, type RobotText } from './files.ts';
import { beyond, type RobotLimits } from './limits.ts';
import { parseXml, type XmlElement } from './xml.ts';

/**
 * Options of `loadSrdf` and `readSrdf`.
 * @example
 * ```ts
 * const options: SrdfOptions = { name: 'panda.srdf' };
 * ```
 */
export type SrdfOptions = Pick<RobotOptions, 'name' | 'resolve' | 'limits'>;

/**
 * A named state of a group of joints, such as "home".
 * @example
 * ```ts
 * const q = stateConfiguration(model, srdf.states.find(({ name }) => name === 'home'));
 * ```
 */
export interface SrdfState {
  readonly name: string;
  readonly group: string;
  /** The coordinates of each joint, by its name, in radians and meters. */
  readonly positions: ReadonlyMap<string, readonly number[]>;
}

/**
 * The content of an SRDF file.
 * @example
 * ```ts
 * const srdf: Srdf = await loadSrdf('panda.srdf');
 * const model = await loadUrdf('panda.urdf', { srdf });
 * ```
 */
export interface Srdf {
  /** The name of the robot. */
  readonly name: string;
  /** Pairs of links that do not collide: `<disable_collisions>`. */
  readonly disabled: readonly (readonly [string, string])[];
  /** Links that collide with no other link, unless a pair is enabled: `<disable_default_collisions>`. */
  readonly disabledLinks: readonly string[];
  /** Pairs of links that collide: `<enable_collisions>`. */
  readonly enabled: readonly (readonly [string, string])[];
  /** `<group_state>` */
  readonly states: readonly SrdfState[];
  /** Elements that are not read, with name and line. */
  readonly notices: readonly ModelNotice[];
}

const ownOptions = ['name', 'resolve', 'limits'];

/**
 * Loads an SRDF file, for `srdf` of `loadUrdf`. Groups, end effectors and virtual joints are not read; `notices` lists them.
 * @param path a file path (in Node only), an address, or a `URL`
 * @throws {@link FileError} with file, line and element, if the file is broken
 * @example
 * ```ts
 * const model = await loadUrdf('panda.urdf', { srdf: await loadSrdf('panda.srdf') });
 * ```
 */
export async function loadSrdf(path: RobotPath, options: SrdfOptions = {}): Promise<Srdf> {
  const where = 'loadSrdf';
  checkOptions(where, 'options', options, ownOptions);
  return readText(await RobotFiles.load(where, path, options, []));
}

/**
 * Reads the content of an SRDF file, for `srdf` of `loadUrdf`.
 * @param data the file's text or bytes
 * @throws {@link FileError} with file, line and element, if the file is broken
 * @example
 * ```ts
 * const srdf = readSrdf('<robot name="r"><disable_collisions link1="a" link2="b" reason="Never"/></robot>');
 * ```
 */
export function readSrdf(data: FileData, options: SrdfOptions = {}): Srdf {
  const where = 'readSrdf';
  checkOptions(where, 'options', options, ownOptions);
  return readText(RobotFiles.read(where, data, options, []));
}

function readText({ files, text }: RobotText): Srdf {
  const robot = parseXml(text, files.file, files.limits);
  if (robot.name !== 'robot') throw failAt(robot, 'this is not SRDF: the root element must be <robot>');
  return new SrdfReader(files.limits).read(robot);
}

class SrdfReader {
  private readonly disabled: (readonly [string, string])[] = [];
  private readonly enabled: (readonly [string, string])[] = [];
  private readonly disabledLinks: string[] = [];
  private readonly states: SrdfState[] = [];
  private readonly notices: ModelNotice[] = [];
  /** The number of notices beyond the limit. */
  private hidden = 0;

  constructor(private readonly limits: RobotLimits) {}

  read(robot: XmlElement): Srdf {
    for (const child of robot.children) this.readElement(child);
    const { disabled, disabledLinks, enabled, states, notices, hidden, limits } = this;
    if (hidden > 0) {
      const message = `${robot.file}: ${hidden} more notices: ${beyond('notices', limits.notices)}`;
      notices.push({ level: 'notice', name: robot.name, message });
    }
    return { name: robot.attributes.get('name') ?? '', disabled, disabledLinks, enabled, states, notices };
  }

  private readElement(element: XmlElement): void {
    const attributes = new Attributes(element);
    switch (element.name) {
      case 'disable_collisions':
        this.disabled.push(pairOf(attributes));
        break;
      case 'enable_collisions':
        this.enabled.push(pairOf(attributes));
        break;
      case 'disable_default_collisions':
        this.disabledLinks.push(attributes.needed('link'));
        break;
      case 'group_state':
        this.states.push(this.readState(attributes));
        return;
      default:
        this.ignore(element);
        return;
    }
    for (const child of element.children) this.ignore(child);
  }

  private readState(attributes: Attributes): SrdfState {
    const positions = new Map<string, readonly number[]>();
    for (const child of attributes.element.children) {
      if (child.name !== 'joint') {
        this.ignore(child);
        continue;
      }
      const joint = new Attributes(child);
      const name = joint.needed('name');
      if (positions.has(name)) throw joint.fail('the state has a value of this joint already');
      joint.needed('value');
      positions.set(name, joint.numbers('value', 1, 7) as number[]);
    }
    return { name: attributes.needed('name'), group: attributes.needed('group'), positions };
  }

  private ignore(element: XmlElement): void {
    if (this.notices.length >= this.limits.notices) {
      this.hidden++;
      return;
    }
    const name = element.attributes.get('name');
    const which = name === undefined ? `<${element.name}>` : `<${element.name} name=${JSON.stringify(name)}>`;
    const message = `${element.file}:${element.line}: ${which} is not read`;
    this.notices.push({ level: 'notice', name: name ?? element.name, line: element.line, message });
  }
}

function pairOf(attributes: Attributes): readonly [string, string] {
  const pair = [attributes.needed('link1'), attributes.needed('link2')] as const;
  if (pair[0] === pair[1]) throw attributes.fail(`link1 and link2 are both ${JSON.stringify(pair[0])}`);
  return pair;
}

/** The largest number of pairs that the elements `<disable_default_collisions>` may exclude. */
const maxPairs = 1_000_000;

/**
 * A copy of the model with the collision rules of an SRDF. Rules for links that the model does not have are left out, with a warning for
 * each of these links.
 * @param where the called function, for errors
 * @internal
 */
export function withSrdf(where: string, model: Model, srdf: Srdf): Model {
  checkModel(where, model);
  if (typeof srdf !== 'object' || srdf === null || !Array.isArray(srdf.disabled))
    throw wrongType(where, 'options.srdf', srdf, 'give the result of loadSrdf or readSrdf');
  const { recipe } = model;
  const links = new Set(recipe.links.map(({ name }) => name));
  const unknown = new Set<string>();
  const isKnown = (pair: readonly string[]): boolean => {
    const missing = pair.filter((link) => !links.has(link) && link !== 'world');
    for (const link of missing) unknown.add(link);
    return missing.length === 0;
  };
  const rulesOf = (pairs: Srdf['disabled'], collide: boolean): CollisionRule[] =>
    pairs.filter(isKnown).map(([a, b]) => ({ links: [a, b], collide }));
  const shaped = new Set(recipe.geometries.map(({ link }) => link));
  const isolatedLinks = srdf.disabledLinks.filter((link) => isKnown([link]) && shaped.has(link));
  if (isolatedLinks.length * shaped.size > maxPairs)
    throw outOfRange(
      where,
      'options.srdf',
      srdf,
      `its <disable_default_collisions> exclude more than ${maxPairs} pairs`,
    );
  const isolatedRules: CollisionRule[] = isolatedLinks.flatMap((link) =>
    [...shaped].filter((other) => other !== link).map((other) => ({ links: [link, other], collide: false })),
  );
  // A later rule replaces an earlier one.
  const rules = [...isolatedRules, ...rulesOf(srdf.disabled, false), ...rulesOf(srdf.enabled, true)];
  const missing = [...unknown].slice(0, 1000).map((name): ModelNotice => {
    return {
      level: 'warning',
      name,
      message: `the SRDF has rules for the link ${JSON.stringify(name)}, which the robot does not have`,
    };
  });
  const notices = [...recipe.notices, ...srdf.notices, ...missing];
  return assemble({ ...recipe, collisions: [...recipe.collisions, ...rules], notices });
}

/**
 * The configuration of a named state of an SRDF. Joints that are not part of the state are taken from `from`.
 * @param from a configuration; `model.reference` unless given
 * @returns nq numbers, a new array
 * @example
 * ```ts
 * const [home] = srdf.states;
 * robot.hold(stateConfiguration(robot.model, home));
 * ```
 */
export function stateConfiguration(model: Model, state: SrdfState, from?: Float64Array): Float64Array {
  const where = 'stateConfiguration';
  checkModel(where, model);
  if (!(state?.positions instanceof Map)) throw wrongType(where, 'state', state, 'give a state of an SRDF');
  if (from !== undefined) checkConfiguration(where, 'from', from, model);
  const q = Float64Array.from(from ?? model.reference);
  for (const [name, values] of state.positions as SrdfState['positions']) {
    const joint = model.joints[model.jointIndex(name)];
    // A mimic joint has no coordinate of its own: its position follows from that of its leader.
    if (joint.mimic !== null) continue;
    if (values.length !== joint.nq)
      throw outOfRange(where, 'state', state, `its joint "${name}" has ${values.length} values instead of ${joint.nq}`);
    q.set(values, joint.q);
  }
  checkConfiguration(where, 'state', q, model);
  return q;
}
