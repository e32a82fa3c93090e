// <replicate> of MJCF: copies of its content, each displaced from the last, with numbers appended to all names. Elements of <actuator>,
// <contact> and <equality> that refer to a replicated name are replicated with it.
import { compose, type Pose } from '../../math/pose.ts';
import { Attributes, failAt } from './attributes.ts';
import { beyond } from './limits.ts';
import type { ElementCount } from './mjcf-include.ts';
import { type Angles, fromSequence } from './mjcf-pose.ts';
import type { XmlElement } from './xml.ts';

const referring = ['joint', 'joint1', 'joint2', 'body1', 'body2', 'geom1', 'geom2', 'site1', 'site2'];

/** A name, and the numbers appended to it. */
interface Numbered {
  readonly name: string;
  readonly suffix: string;
}

/** The replacement of an element, and its number of elements. */
interface Expanded {
  readonly elements: readonly XmlElement[];
  readonly size: number;
}

/** The sections of a file without <replicate>. */
export function expandReplicas(
  sections: readonly XmlElement[],
  angles: Angles,
  count: ElementCount,
  nameLength: number,
): XmlElement[] {
  const replicas = new Replicas(angles, count, nameLength);
  const worlds = sections.map((section) => (section.name === 'worldbody' ? replicas.expand(section) : section));
  return worlds.map((section) =>
    ['actuator', 'contact', 'equality'].includes(section.name) ? replicas.followers(section) : section,
  );
}

class Replicas {
  /** The numbers appended to each replicated name. */
  private readonly suffixes = new Map<string, Set<string>>();

  constructor(
    private readonly angles: Angles,
    private readonly count: ElementCount,
    private readonly nameLength: number,
  ) {}

  expand(world: XmlElement): XmlElement {
    const names: Numbered[] = [];
    const { elements } = this.expandOne(world, names);
    for (const { name, suffix } of names) {
      if (suffix === '') continue;
      const existing = this.suffixes.get(name);
      if (existing) existing.add(suffix);
      else this.suffixes.set(name, new Set([suffix]));
    }
    return elements[0];
  }

  /** @param names receives the names of the element and its descendants */
  private expandOne(element: XmlElement, names: Numbered[]): Expanded {
    const isReplicate = element.name === 'replicate';
    const own = element.attributes.get('name');
    const inner = isReplicate ? [] : names;
    if (!isReplicate && own !== undefined) names.push({ name: own, suffix: '' });
    const children: XmlElement[] = [];
    let size = 1;
    for (const child of element.children) {
      const expanded = this.expandOne(child, inner);
      for (const each of expanded.elements) children.push(each);
      size += expanded.size;
    }
    const whole = { ...element, children };
    if (!isReplicate) return { elements: [whole], size };
    // A pose that overflows is reported as an error of this element.
    return new Attributes(whole).attempt(() => this.replicate(whole, size, inner, names));
  }

  private replicate(element: XmlElement, size: number, inner: readonly Numbered[], names: Numbered[]): Expanded {
    const attributes = new Attributes(element);
    const copies = attributes.neededNumber('count');
    if (!Number.isInteger(copies) || copies < 0) throw attributes.fail('count is not a number of copies');
    // Counted before the copies are made: a huge count fails at once.
    this.count.add(element, copies * size);
    const step = fromSequence(attributes.vector('euler', [0, 0, 0]), this.angles);
    step.set(attributes.vector('offset', [0, 0, 0]));
    let pose: Pose = compose({}, {});
    const elements: XmlElement[] = [];
    for (let k = 0; k < copies; k++) {
      const number = (attributes.text('sep') ?? '') + String(k).padStart(String(copies).length, '0');
      for (const { name, suffix } of inner) names.push({ name, suffix: suffix + number });
      elements.push(frameOf(this.renamed(element, number), pose));
      pose = compose(pose, step);
    }
    return { elements, size: copies * size };
  }

  private renamed(element: XmlElement, suffix: string): XmlElement {
    const children = element.children.map((child) => this.renamed(child, suffix));
    const name = element.attributes.get('name');
    if (name === undefined) return { ...element, children };
    if (name.length + suffix.length > this.nameLength)
      throw failAt(element, `the name of a copy has ${beyond('nameLength', this.nameLength)} characters`);
    return { ...element, attributes: new Map([...element.attributes, ['name', name + suffix]]), children };
  }

  /** A section with its references resolved: each element appears once, or once for each number of the names it refers to. */
  followers(section: XmlElement): XmlElement {
    if (this.suffixes.size === 0) return section;
    const children: XmlElement[] = [];
    for (const child of section.children) for (const copy of this.copiesOf(child)) children.push(copy);
    return { ...section, children };
  }

  private copiesOf(element: XmlElement): XmlElement[] {
    const referred = referring.flatMap((key) => {
      const name = element.attributes.get(key);
      const suffixes = name === undefined ? undefined : this.suffixes.get(name);
      return name !== undefined && suffixes ? [{ key, name, suffixes }] : [];
    });
    if (referred.length === 0) return [element];
    const all = new Set<string>();
    for (const { suffixes } of referred) for (const suffix of suffixes) all.add(suffix);
    this.count.add(element, all.size);
    return Array.from(all, (suffix) => {
      const attributes = new Map(element.attributes);
      for (const { key, name, suffixes } of referred) if (suffixes.has(suffix)) attributes.set(key, name + suffix);
      const own = attributes.get('name');
      if (own !== undefined) attributes.set('name', own + suffix);
      return { ...element, attributes };
    });
  }
}

/** The copy as a <frame> at a pose. */
function frameOf({ attributes, ...element }: XmlElement, [x, y, z, qx, qy, qz, qw]: Pose): XmlElement {
  const frameAttributes = new Map([
    ['pos', `${x} ${y} ${z}`],
    ['quat', `${qw} ${qx} ${qy} ${qz}`],
  ]);
  const childClass = attributes.get('childclass');
  if (childClass !== undefined) frameAttributes.set('childclass', childClass);
  return { ...element, name: 'frame', attributes: frameAttributes };
}
