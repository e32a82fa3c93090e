// Default classes of MJCF: a tree of classes, each with attributes for kinds of elements, inherited from the class around it.
import { failAt } from './attributes.ts';
import { isRead, known, unknownOf } from './mjcf-known.ts';
import type { RobotWriter } from './writer.ts';
import type { XmlElement } from './xml.ts';

type Values = ReadonlyMap<string, string>;

/** The kinds of actuators, which share the attributes of <general>. */
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

/** The attributes of one <default>, and the layers around it. */
interface Layer {
  readonly outer: Layer | null;
  /** Its own attributes, by kind of element. */
  readonly own: Map<string, Map<string, string>>;
  /** Its attributes merged with the attributes of the layers around it, computed on first use. */
  readonly all: Map<string, Values>;
}

const nothing: Values = /* @__PURE__ */ new Map();

export class Defaults {
  /** Layers by class; nested classes share the layers around them. */
  private readonly classes = new Map<string, Layer>([['main', layerIn(null)]]);

  constructor(private readonly writer: RobotWriter) {}

  /** Reads a <default> at the top of the file; several <default> elements are merged. */
  read(element: XmlElement): void {
    const name = element.attributes.get('class') ?? 'main';
    this.readClass(element, name, this.classes.get(name) ?? null);
  }

  private readClass(element: XmlElement, name: string, outer: Layer | null): void {
    const layer = layerIn(outer);
    this.classes.set(name, layer);
    for (const child of element.children) {
      if (child.name === 'default') continue;
      this.report(child, name);
      const values = layer.own.get(child.name) ?? new Map<string, string>();
      for (const [key, value] of child.attributes) if (isRead(key)) values.set(key, value);
      layer.own.set(child.name, values);
    }
    for (const child of element.children) {
      if (child.name !== 'default') continue;
      const nested = child.attributes.get('class');
      if (nested === undefined) throw failAt(child, 'a default class inside another needs a class="…"');
      this.readClass(child, nested, layer);
    }
  }

  /** Reports elements and attributes that are not read, once for the class and not where it is used. */
  private report(element: XmlElement, name: string): void {
    const which = `in the default class ${JSON.stringify(name)} `;
    if (!Object.hasOwn(known, element.name)) this.writer.ignore(element, `${which}is not read`);
    else this.writer.without(element, unknownOf(element), which);
    this.writer.withoutChildren(element);
  }

  /** The attributes that an element inherits from its class, or from `childClass`: first those of its kind, then those that kinds share. */
  of(element: XmlElement, childClass: string | undefined): readonly Values[] {
    const name = element.attributes.get('class') ?? childClass ?? 'main';
    const layer = this.classes.get(name);
    if (!layer) throw failAt(element, `the default class ${JSON.stringify(name)} is not defined`);
    const shared = sharedBy(element);
    return shared === '' ? [valuesOf(layer, element.name)] : [valuesOf(layer, element.name), valuesOf(layer, shared)];
  }
}

function layerIn(outer: Layer | null): Layer {
  return { outer, own: new Map(), all: new Map() };
}

/** The values for a kind of element. Each layer computes them once, from the outermost inward. */
function valuesOf(layer: Layer, kind: string): Values {
  const waiting: Layer[] = [];
  let at: Layer | null = layer;
  while (at && !at.all.has(kind)) {
    waiting.push(at);
    at = at.outer;
  }
  let values = at?.all.get(kind) ?? nothing;
  for (let inner = waiting.pop(); inner; inner = waiting.pop()) {
    const own = inner.own.get(kind);
    if (own) values = new Map([...values, ...own]);
    inner.all.set(kind, values);
  }
  return values;
}

/** The element of a default class whose attributes several kinds of elements share. */
function sharedBy({ name }: XmlElement): string {
  if (actuators.includes(name)) return 'general';
  if (name === 'connect' || name === 'weld') return 'equality';
  return name === 'fixed' || name === 'spatial' ? 'tendon' : '';
}
