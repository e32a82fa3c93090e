// The wire form of shapes: versioned, validated, and the same for files, links and messages.
import { outOfRange, wrongType } from '../check/argument.ts';
import { type ShapeField, shapeDefinitions } from './registry.ts';
import type { Shape } from './shape.ts';

/** A shape as plain data: its kind and the arguments of the function that makes it, by name. Lengths in metres. */
export interface ShapeJSON {
  readonly version: 1;
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** Shapes within shapes in a file: more than any shape function allows, and too few to exhaust the stack. */
const deepest = 40;
/** Shapes in one file: more than one shape can be made of. An object that is used twice counts twice. */
const most = 10_000;

/**
 * Makes a shape from what `toJSON` wrote, or from the text of it. Untrusted data is safe: everything is checked, and the
 * message names the place that is wrong.
 * @example
 * ```ts
 * fromJSON({ version: 1, kind: 'sphere', radius: 2 }).boundingRadius; // 2
 * fromJSON(JSON.stringify(box(1, 2, 3))).support([1, 1, 1]); // [1, 2, 3]
 * ```
 */
export function fromJSON(json: ShapeJSON | string): Shape {
  return read(typeof json === 'string' ? parse(json) : json, 'json', 0, { count: 0 });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw wrongType('fromJSON', 'json', text, `it is not JSON: ${(error as Error).message}`);
  }
}

/** @param seen the shapes so far, all over the file */
function read(json: unknown, place: string, depth: number, seen: { count: number }): Shape {
  const where = 'fromJSON';
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw wrongType(where, place, json, "give an object like { version: 1, kind: 'box', hx: 1, hy: 1, hz: 1 }");
  }
  if (depth > deepest) throw outOfRange(where, place, json, `shapes may be nested ${deepest} deep at most`);
  if (++seen.count > most) throw outOfRange(where, place, json, `a file may have ${most} shapes at most`);
  const { version, kind, ...values } = json as Record<string, unknown>;
  if (version !== 1) throw outOfRange(where, `${place}.version`, version, 'this copy of proximal reads version 1');
  const definitions = shapeDefinitions();
  const definition = definitions.find((each) => each.kind === kind);
  if (!definition?.make) {
    const known = definitions.filter(({ make }) => make).map((each) => each.kind);
    throw outOfRange(where, `${place}.kind`, kind, `give one of ${known.join(', ')}`);
  }
  const names = definition.fields.map(({ name }) => name);
  const stranger = Object.keys(values).find((name) => !names.includes(name));
  if (stranger !== undefined) {
    const remedy =
      names.length > 0
        ? `the fields of ${definition.kind} are ${names.join(', ')}`
        : `${definition.kind} has no fields`;
    throw wrongType(where, `${place}.${stranger}`, values[stranger], remedy);
  }
  for (const { name, type } of definition.fields) {
    if (!(name in values)) throw wrongType(where, `${place}.${name}`, undefined, `${definition.kind} needs it`);
    if (type === 'shape') values[name] = read(values[name], `${place}.${name}`, depth + 1, seen);
    // Anything else with a length may claim one that it does not have.
    else if (isList(type) && !Array.isArray(values[name]) && !ArrayBuffer.isView(values[name]))
      throw wrongType(where, `${place}.${name}`, values[name], 'give an array of numbers');
  }
  try {
    return definition.make(values);
  } catch (error) {
    throw at(place, error);
  }
}

function isList(type: ShapeField['type']): boolean {
  return type === 'points' || type === 'matrix' || type === 'vector';
}

/** What a shape function says about its arguments, with the place that they come from. */
function at(place: string, error: unknown): unknown {
  if (error instanceof RangeError) return new RangeError(`fromJSON: ${place}: ${error.message}`, { cause: error });
  if (error instanceof TypeError) return new TypeError(`fromJSON: ${place}: ${error.message}`, { cause: error });
  return error;
}
