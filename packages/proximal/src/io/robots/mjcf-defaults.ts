// Default classes of MJCF: a tree of classes, each with attributes for kinds of elements, inherited from the class around it.
import { failAt } from './attributes.ts';
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

  /** Reads a <default> at the top of the file; several of them add up. */
  read(element: XmlElement): void {
    this.readClass(element, element.attributes.get('class') ?? 'main', undefined);
  }

  private readClass(element: XmlElement, name: string, parent: string | undefined): void {
    const values = new Map(this.classes.get(parent ?? name) ?? []);
    this.classes.set(name, values);
    for (const child of element.children) {
      if (child.name === 'default') continue;
      values.set(child.name, new Map([...(values.get(child.name) ?? []), ...child.attributes]));
    }
    for (const child of element.children) {
      if (child.name !== 'default') continue;
      const nested = child.attributes.get('class');
      if (nested === undefined) throw failAt(child, 'a default class inside another needs a class="…"');
      this.readClass(child, nested, name);
    }
  }

  /** The attributes of an element: its own, before those of its class, or of the class that its bodies give it. */
  of(element: XmlElement, childClass: string | undefined): Values {
    const name = element.attributes.get('class') ?? childClass ?? 'main';
    const values = this.classes.get(name);
    if (!values) throw failAt(element, `the default class ${JSON.stringify(name)} is not defined`);
    const shared = actuators.includes(element.name) ? values.get('general') : undefined;
    return new Map([...(shared ?? []), ...(values.get(element.name) ?? []), ...element.attributes]);
  }
}
