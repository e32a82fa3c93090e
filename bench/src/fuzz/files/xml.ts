// XML documents as trees, and mutations that keep them well-formed or nearly so.
import type { Rng } from 'proximal/math';
import { chance, longestText, oddName, oddNumber, pick, repetitions } from './words.ts';

export interface Xml {
  name: string;
  /** Pairs instead of a record, because a mutation may repeat an attribute. */
  attributes: [name: string, value: string][];
  children: Xml[];
}

export function element(name: string, attributes: Readonly<Record<string, string>> = {}, ...children: Xml[]): Xml {
  return { name, attributes: Object.entries(attributes), children };
}

export function printXml(root: Xml, rng: Rng): string {
  const quote = chance(rng, 0.1) ? "'" : '"';
  const space = chance(rng, 0.3) ? '\n' : '';
  const parts: string[] = [chance(rng, 0.3) ? '<?xml version="1.0"?>\n' : ''];
  // An explicit stack: mutated documents are nested deeper than the call stack allows.
  const open: (Xml | string)[] = [root];
  for (let item = open.pop(), size = 0; item !== undefined && size < longestText; item = open.pop()) {
    size += parts[parts.length - 1].length;
    if (typeof item === 'string') {
      parts.push(item);
      continue;
    }
    const { name, attributes, children } = item;
    const attributeText = attributes.map(([key, value]) => ` ${key}=${quote}${escaped(value, quote)}${quote}`).join('');
    parts.push(`<${name}${attributeText}${children.length === 0 ? '/>' : '>'}${space}`);
    if (children.length === 0) continue;
    open.push(`</${name}>${space}`);
    for (let k = children.length - 1; k >= 0; k--) open.push(children[k]);
  }
  return parts.join('');
}

function escaped(value: string, quote: string): string {
  return !/[&<"']/.test(value)
    ? value
    : value
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll(quote, quote === '"' ? '&quot;' : '&apos;');
}

/**
 * A deep copy. Elements nested more than 500 levels deep are left out, so that the recursion does not overflow the stack.
 */
export function copyXml({ name, attributes, children }: Xml, depth = 0): Xml {
  const inner = depth < 500 ? children.map((child) => copyXml(child, depth + 1)) : [];
  return { name, attributes: attributes.map(([key, value]) => [key, value]), children: inner };
}

interface Place {
  readonly item: Xml;
  readonly parent: Xml | null;
}

function placesIn(root: Xml): Place[] {
  const places: Place[] = [{ item: root, parent: null }];
  for (let k = 0; k < places.length && k < 5000; k++)
    for (const item of places[k].item.children) places.push({ item, parent: places[k].item });
  return places;
}

type Mutation = (rng: Rng, place: Place, other: Place, donorElement: () => Xml) => void;

/** Element names that HTML parsers, or readers of URDF or MJCF, treat specially. */
const strangeElements = [
  'script',
  'style',
  'svg',
  'include',
  'default',
  'replicate',
  'frame',
  'robot',
  'mujoco',
  'geom',
  'link',
];

const mutations: readonly Mutation[] = [
  (rng, { item }) => changeNumber(rng, item),
  (rng, { item }) => changeNumber(rng, item),
  (rng, { item }) => changeNumber(rng, item),
  (rng, { item }) => changeValue(rng, item, oddName(rng)),
  (rng, { item }, { item: other }) => changeValue(rng, item, pick(rng, other.attributes)?.[1] ?? ''),
  (rng, { item }) => item.attributes.splice(rng.index(item.attributes.length), 1),
  (rng, { item }) => item.attributes.push(...item.attributes.slice(0, 1 + rng.index(2))),
  // At depth 500 the copy has no children: only the attributes are needed.
  (rng, { item }, _other, donorElement) =>
    item.attributes.push(...copyXml(donorElement(), 500).attributes.slice(rng.index(3))),
  (rng, { item }) =>
    item.attributes.push([pick(rng, ['__proto__', 'constructor', 'class', 'name', 'type']), oddName(rng)]),
  (_rng, { item, parent }) => parent?.children.splice(parent.children.indexOf(item), 1),
  (rng, { item, parent }) => {
    for (let k = repetitions(rng, 3000); k > 0; k--)
      parent?.children.push(chance(rng, 0.5) ? copyXml(item) : renamed(item, k));
  },
  (_rng, { item }, { item: other }) => other.children.push(copyXml(item)),
  (_rng, { item }, _other, donorElement) => item.children.push(copyXml(donorElement())),
  (rng, { item }, _other, donorElement) => {
    item.name = chance(rng, 0.5) ? donorElement().name : chance(rng, 0.5) ? pick(rng, strangeElements) : oddName(rng);
  },
  (rng, { item, parent }) => {
    // Nests the element in up to 3000 elements of the same name, each with the element's attributes and another name attribute, or with none.
    let inner = copyXml(item);
    for (let k = repetitions(rng, 3000); k > 0; k--)
      inner = { name: item.name, attributes: chance(rng, 0.5) ? renamed(item, k).attributes : [], children: [inner] };
    (parent ?? item).children.push(inner);
  },
];

function changeValue(rng: Rng, { attributes }: Xml, value: string): void {
  if (attributes.length > 0) pick(rng, attributes)[1] = value;
}

/** Replaces a word of an attribute that contains a digit by an odd number. In some cases the list also becomes longer or shorter by one word. */
function changeNumber(rng: Rng, { attributes }: Xml): void {
  const numeric = attributes.filter(([, value]) => /\d/.test(value));
  if (numeric.length === 0) return;
  const attribute = pick(rng, numeric);
  const words = attribute[1].split(' ');
  words.splice(rng.index(words.length), chance(rng, 0.85) ? 1 : rng.index(3), oddNumber(rng));
  attribute[1] = words.join(' ');
}

/** A copy without children and with another `name` attribute, so that it is another link, joint or body. */
function renamed({ name, attributes }: Xml, number: number): Xml {
  return {
    name,
    attributes: attributes.map(([key, value]) => [key, key === 'name' ? `${value}_${number}` : value]),
    children: [],
  };
}

/** @param donor returns another document of the same format; a mutation may insert its elements and attributes anywhere */
export function mutateXml(root: Xml, donor: () => Xml, rng: Rng): void {
  const places = placesIn(root);
  pick(rng, mutations)(rng, pick(rng, places), pick(rng, places), () => pick(rng, placesIn(donor())).item);
}
