// <replicate> of MJCF: copies of what it contains, each moved on from the last, with numbers behind all names. What refers to a
// replicated name in another section is replicated with it.
import { compose, type Pose } from '../../math/pose.ts';
import { Attributes } from './attributes.ts';
import { type Angles, fromSequence } from './mjcf-pose.ts';
import type { XmlElement } from './xml.ts';

/** More copies than any file means. */
const most = 100_000;
const referring = ['joint', 'joint1', 'joint2', 'body1', 'body2', 'geom1', 'geom2', 'site1', 'site2'];

/** Numbers that were put behind names, by name. */
type Suffixes = Map<string, string[]>;

/** The sections of a file without <replicate>. */
export function expandReplicas(sections: readonly XmlElement[], angles: Angles): XmlElement[] {
  const suffixes: Suffixes = new Map();
  const worlds = sections.map((section) =>
    section.name === 'worldbody' ? expand(section, angles, suffixes)[0] : section,
  );
  if (suffixes.size === 0) return worlds;
  return worlds.map((section) =>
    ['actuator', 'contact', 'equality'].includes(section.name)
      ? { ...section, children: section.children.flatMap((child) => copiesOf(child, suffixes)) }
      : section,
  );
}

function expand(element: XmlElement, angles: Angles, suffixes: Suffixes): XmlElement[] {
  const inner: Suffixes = new Map();
  const children = element.children.flatMap((child) => expand(child, angles, inner));
  const attributes = new Attributes(element);
  const copy = { ...element, children };
  if (element.name !== 'replicate') {
    for (const [name, list] of inner) suffixes.set(name, list);
    return [copy];
  }
  attributes.needed('count');
  const count = attributes.number('count', 0);
  if (!Number.isInteger(count) || count < 0 || count > most) throw attributes.fail(`count is not from 0 to ${most}`);
  const step = fromSequence(attributes.vector('euler', [0, 0, 0]), angles);
  step.set(attributes.vector('offset', [0, 0, 0]));
  let pose: Pose = compose({}, {});
  const copies: XmlElement[] = [];
  const names = namesIn(copy);
  for (let k = 0; k < count; k++) {
    const suffix = (attributes.text('sep') ?? '') + String(k).padStart(String(count).length, '0');
    for (const name of names) {
      // A name that a replicate inside has numbered already keeps both numbers.
      const base = [...inner].find(([each, list]) => list.some((number) => each + number === name))?.[0] ?? name;
      suffixes.set(base, [...(suffixes.get(base) ?? []), name.slice(base.length) + suffix]);
    }
    copies.push(frameOf(renamed(copy, suffix), pose));
    pose = compose(pose, step);
  }
  return copies;
}

function namesIn({ attributes, children, name }: XmlElement): string[] {
  const own = attributes.get('name');
  const inside = children.flatMap((child) => namesIn(child));
  return own === undefined || name === 'replicate' ? inside : [own, ...inside];
}

function renamed(element: XmlElement, suffix: string): XmlElement {
  const attributes = new Map(element.attributes);
  const name = attributes.get('name');
  if (name !== undefined) attributes.set('name', name + suffix);
  return { ...element, attributes, children: element.children.map((child) => renamed(child, suffix)) };
}

/** The copy as a <frame> at a pose. */
function frameOf({ attributes, ...element }: XmlElement, [x, y, z, qx, qy, qz, qw]: Pose): XmlElement {
  const place = new Map([
    ['pos', `${x} ${y} ${z}`],
    ['quat', `${qw} ${qx} ${qy} ${qz}`],
  ]);
  const childClass = attributes.get('childclass');
  if (childClass !== undefined) place.set('childclass', childClass);
  return { ...element, name: 'frame', attributes: place };
}

/** An element of another section: once, or for each number of the names that it refers to. */
function copiesOf(element: XmlElement, suffixes: Suffixes): XmlElement[] {
  const lists = referring.flatMap((key) => suffixes.get(element.attributes.get(key) ?? '') ?? []);
  if (lists.length === 0) return [element];
  return [...new Set(lists)].map((suffix) => {
    const attributes = new Map(element.attributes);
    for (const key of referring) {
      const name = attributes.get(key);
      if (name !== undefined && suffixes.get(name)?.includes(suffix)) attributes.set(key, name + suffix);
    }
    const own = attributes.get('name');
    if (own !== undefined) attributes.set('name', own + suffix);
    return { ...element, attributes };
  });
}
