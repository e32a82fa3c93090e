// JSON documents as trees. A tree can represent documents that JSON.stringify never writes: any text for a number, duplicate fields, a field
// `__proto__`.
import type { Rng } from 'proximal/math';
import { chance, longestText, oddName, oddNumber, pick, repetitions } from './words.ts';

export type Json = JsonText | JsonArray | JsonObject;
interface JsonText {
  kind: 'text';
  text: string;
}
interface JsonArray {
  kind: 'array';
  items: Json[];
}
interface JsonObject {
  kind: 'object';
  fields: [name: string, value: Json][];
}

export function jsonOf(value: unknown): Json {
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return { kind: 'array', items: Array.from(value as ArrayLike<unknown>, jsonOf) };
  if (typeof value !== 'object' || value === null) return text(JSON.stringify(value) ?? 'null');
  if ('toJSON' in value && typeof value.toJSON === 'function') return jsonOf(value.toJSON());
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return { kind: 'object', fields: fields.map(([name, field]) => [name, jsonOf(field)]) };
}

function text(content: string): JsonText {
  return { kind: 'text', text: content };
}

export function printJson(root: Json): string {
  const parts: string[] = [];
  // An explicit stack: mutated documents are nested deeper than the call stack allows.
  const open: (Json | string)[] = [root];
  for (let item = open.pop(), size = 0; item !== undefined && size < longestText; item = open.pop()) {
    size += typeof item === 'string' ? item.length : item.kind === 'text' ? item.text.length : 2;
    if (typeof item === 'string') parts.push(item);
    else if (item.kind === 'text') parts.push(item.text);
    else if (item.kind === 'array') {
      parts.push('[');
      open.push(']');
      for (let k = item.items.length - 1; k >= 0; k--) open.push(item.items[k], k > 0 ? ',' : '');
    } else {
      parts.push('{');
      open.push('}');
      for (let k = item.fields.length - 1; k >= 0; k--) {
        const [name, value] = item.fields[k];
        open.push(value, `${k > 0 ? ',' : ''}${JSON.stringify(name)}:`);
      }
    }
  }
  return parts.join('');
}

/** A copy, so that no value contains itself. Arrays and objects beyond the budget, or too deep, become null. */
export function copyJson(value: Json, budget = { left: 20_000 }, depth = 0): Json {
  if (value.kind === 'text') return text(value.text);
  if (--budget.left < 0 || depth > 500) return text('null');
  const inner = (item: Json): Json => copyJson(item, budget, depth + 1);
  if (value.kind === 'array') return { kind: 'array', items: value.items.map(inner) };
  return { kind: 'object', fields: value.fields.map(([name, field]) => [name, inner(field)]) };
}

/** A value and how it is replaced. */
interface Place {
  readonly value: Json;
  readonly put: (value: Json) => void;
}

function placesIn(root: Json, replaceRoot: (value: Json) => void): Place[] {
  const places: Place[] = [{ value: root, put: replaceRoot }];
  for (let k = 0; k < places.length && k < 5000; k++) {
    const { value } = places[k];
    if (value.kind === 'array')
      value.items.forEach((item, i) => {
        places.push({ value: item, put: (other) => value.items.splice(i, 1, other) });
      });
    else if (value.kind === 'object')
      for (const field of value.fields)
        places.push({
          value: field[1],
          put: (other) => {
            field[1] = other;
          },
        });
  }
  return places;
}

const otherTypes = [
  'null',
  'true',
  'false',
  '""',
  '[]',
  '{}',
  '[[]]',
  '{"length":1e9}',
  '{"length":3,"0":1}',
  '[null]',
  '"1"',
  '[1e308]',
];

type Mutation = (rng: Rng, place: Place, other: Place) => void;

const mutations: readonly Mutation[] = [
  (rng, { put }) => put(text(oddNumber(rng))),
  (rng, { put }) => put(text(oddNumber(rng))),
  (rng, { value, put }) => put(value.kind === 'text' ? text(oddNumber(rng)) : text(pick(rng, otherTypes))),
  (rng, { put }) => put(text(pick(rng, otherTypes))),
  (rng, { put }) => put(text(JSON.stringify(oddName(rng)))),
  (_rng, { put }, { value }) => put(copyJson(value)),
  (rng, { value }) => withList(value, (list) => list.splice(rng.index(list.length), 1)),
  (rng, { value }) =>
    withList(value, (list) => {
      const item = pick(rng, list);
      for (let k = repetitions(rng, 5000); k > 0; k--) list.push(item);
    }),
  (rng, { value }, { value: other }) => {
    if (value.kind === 'object') value.fields.push([oddName(rng), copyJson(other)]);
    else if (value.kind === 'array') value.items.push(copyJson(other));
  },
  (rng, { value }) => {
    if (value.kind === 'object' && value.fields.length > 0) pick(rng, value.fields)[0] = oddName(rng);
  },
  (rng, { value, put }) => {
    // Nests the value in arrays, or in copies of itself.
    let inner = value;
    const name = value.kind === 'object' && value.fields.length > 0 ? pick(rng, value.fields)[0] : null;
    for (let k = repetitions(rng, 20_000); k > 0; k--)
      inner =
        name === null || value.kind !== 'object' ? { kind: 'array', items: [inner] } : withField(value, name, inner);
    put(inner);
  },
  (rng, { put }) => put(text(`{"__proto__":{"polluted":${pick(rng, ['1', 'true', '{}'])}}}`)),
];

/** The first 12 fields of the object, with another value for the named one; the other values are shared. */
function withField({ fields }: JsonObject, name: string, inner: Json): Json {
  const kept = fields.length > 12 ? fields.slice(0, 12) : fields;
  return { kind: 'object', fields: kept.map(([key, value]) => [key, key === name ? inner : value]) };
}

function withList(value: Json, change: (list: unknown[]) => void): void {
  const list = value.kind === 'array' ? value.items : value.kind === 'object' ? value.fields : [];
  if (list.length > 0) change(list);
}

/** Most values of a document are numbers and strings, so half of the mutations are applied only to arrays and objects. */
export function mutateJson(root: Json, rng: Rng): Json {
  let changed = root;
  const places = placesIn(root, (value) => {
    changed = value;
  });
  const structure = chance(rng, 0.5) ? places.filter(({ value }) => value.kind !== 'text') : places;
  pick(rng, mutations)(rng, pick(rng, structure.length > 0 ? structure : places), pick(rng, places));
  return changed;
}
