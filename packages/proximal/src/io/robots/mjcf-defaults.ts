// Default classes of MJCF: a tree of classes, each with attributes for kinds of elements, inherited from the class around it.
import { failAt } from './attributes.ts';
import { known, unknownOf } from './mjcf-known.ts';
import type { RobotWriter } from './writer.ts';
import type { XmlElement } from './xml.ts';

type Values = ReadonlyMap<string, string>;

/** Kinds of actuators share the attributes of <general>. */
const actuators = [
  'general',
  'motor',
  'position',
  'velocity',
  'intvelocity',
  'damper',
  'cylinder',
  'muscle',
  'adhesion',
];

export class Defaults {
  /** Attributes by class and element. */
  private readonly classes = new Map<string, Map<string, Values>>([['main', new Map()]]);

  constructor(private readonly writer: RobotWriter) {}

  /** Reads a <default> at the top of the file; several of them add up. */
  read(element: XmlElement): void {
    this.readClass(element, element.attributes.get('class') ?? 'main', undefined);
  }

  private readClass(element: XmlElement, name: string, parent: string | undefined): void {
    const values = new Map(this.classes.get(parent ?? name) ?? []);
    this.classes.set(name, values);
    for (const child of element.children) {
      if (child.name === 'default') continue;
      this.report(child, name);
      values.set(child.name, new Map([...(values.get(child.name) ?? []), ...child.attributes]));
    }
    for (const child of element.children) {
      if (child.name !== 'default') continue;
      const nested = child.attributes.get('class');
      if (nested === undefined) throw failAt(child, 'a default class inside another needs a class="…"');
      this.readClass(child, nested, name);
    }
  }

  /** Reports what no element of the class will be read with: once, here, and not at each element. */
  private report(element: XmlElement, name: string): void {
    const which = `in the default class ${JSON.stringify(name)} `;
    if (known[element.name] === undefined) this.writer.ignore(element, `${which}is not read`);
    else this.writer.without(element, unknownOf(element), which);
    this.writer.withoutChildren(element);
  }

  /** The attributes of an element: its own, before those of its class, or of the class that its bodies give it. */
  of(element: XmlElement, childClass: string | undefined): Values {
    const name = element.attributes.get('class') ?? childClass ?? 'main';
    const values = this.classes.get(name);
    if (!values) throw failAt(element, `the default class ${JSON.stringify(name)} is not defined`);
    const shared = values.get(sharedBy(element));
    return new Map([...(shared ?? []), ...(values.get(element.name) ?? []), ...element.attributes]);
  }
}

/** The element of a default class that several kinds of elements take their attributes from. */
function sharedBy({ name }: XmlElement): string {
  if (actuators.includes(name)) return 'general';
  if (name === 'connect' || name === 'weld') return 'equality';
  return name === 'fixed' || name === 'spatial' ? 'tendon' : '';
}
