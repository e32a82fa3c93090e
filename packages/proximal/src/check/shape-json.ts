// Reads the JSON form of shapes, in 3D and 2D: versioned and validated. Files, links and messages use the same form.
import { fieldOf, outOfRange, wrongType } from './argument.ts';

/** An argument of a shape function, in its order. */
export interface ShapeField {
  readonly name: string;
  readonly type: 'length' | 'number' | 'vector' | 'points' | 'matrix' | 'shape';
  /** The initial value in editors; lengths in meters. */
  readonly initial: unknown;
}

/** A kind of 3D or 2D shape: its name, its fields and its constructor. */
export interface Definition<Shape> {
  readonly kind: string;
  readonly fields: readonly ShapeField[];
  /**
   * Creates the shape from the values of its fields, which the shape function checks. Null for shapes that cannot be saved to a
   * file.
   */
  readonly make: ((values: Readonly<Record<string, unknown>>) => Shape) | null;
  /** The kernel's codes of this kind; none if the inner shape's code is used. @internal */
  readonly codes: readonly number[];
}

/** A field that is a length in meters. */
export function length(name: string, initial: number): ShapeField {
  return { name, type: 'length', initial };
}

/** Defines a kind by its shape function, which is called with the values of its fields in order. */
export function define<Shape>(
  kind: string,
  codes: number | readonly number[],
  make: (...values: never[]) => Shape,
  ...fields: ShapeField[]
): Definition<Shape> {
  return {
    kind,
    codes: [codes].flat(),
    fields,
    make: (values) => make(...(fields.map(({ name }) => values[name]) as never[])),
  };
}

/** The maximum nesting depth of shapes in a file: more than any shape function allows, and not enough to overflow the stack. */
const deepest = 40;
/** The maximum number of shapes in one file. No shape consists of so many. An object that is used twice counts twice. */
const mostShapes = 10_000;

/** Creates a shape from plain data or its JSON text. @param example an example of a valid object, for the error message */
export function readShapeJson<Shape>(json: unknown, definitions: readonly Definition<Shape>[], example: string): Shape {
  return new Reader(definitions, example).read(typeof json === 'string' ? parse(json) : json, 'json', 0);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw wrongType('fromJSON', 'json', text, `it is not JSON: ${(error as Error).message}`);
  }
}

class Reader<Shape> {
  /** The shapes read so far, in the whole file. */
  private count = 0;

  constructor(
    private readonly definitions: readonly Definition<Shape>[],
    private readonly example: string,
  ) {}

  read(json: unknown, path: string, depth: number): Shape {
    const where = 'fromJSON';
    if (typeof json !== 'object' || json === null || Array.isArray(json)) {
      throw wrongType(where, path, json, `give an object like ${this.example}`);
    }
    if (depth > deepest) throw outOfRange(where, path, json, `shapes may be nested ${deepest} deep at most`);
    if (++this.count > mostShapes) throw outOfRange(where, path, json, `a file may have ${mostShapes} shapes at most`);
    const { version, kind, ...values } = json as Record<string, unknown>;
    if (version !== 1) throw outOfRange(where, `${path}.version`, version, 'this copy of proximal reads version 1');
    const { definitions } = this;
    const definition = definitions.find((each) => each.kind === kind);
    if (!definition?.make) {
      const kinds = definitions.filter(({ make }) => make).map((each) => each.kind);
      throw outOfRange(where, `${path}.kind`, kind, `give one of ${kinds.join(', ')}`);
    }
    const names = definition.fields.map(({ name }) => name);
    const unknown = Object.keys(values).find((name) => !names.includes(name));
    if (unknown !== undefined) {
      const remedy =
        names.length > 0
          ? `the fields of ${definition.kind} are ${names.join(', ')}`
          : `${definition.kind} has no fields`;
      throw wrongType(where, fieldOf(path, unknown), values[unknown], remedy);
    }
    for (const { name, type } of definition.fields) {
      if (!(name in values)) throw wrongType(where, `${path}.${name}`, undefined, `${definition.kind} needs it`);
      if (type === 'shape') values[name] = this.read(values[name], `${path}.${name}`, depth + 1);
      // The `length` of other objects cannot be trusted.
      else if (isList(type) && !Array.isArray(values[name]) && !ArrayBuffer.isView(values[name]))
        throw wrongType(where, `${path}.${name}`, values[name], 'give an array of numbers');
    }
    try {
      return definition.make(values);
    } catch (error) {
      throw at(path, error);
    }
  }
}

function isList(type: ShapeField['type']): boolean {
  return type === 'points' || type === 'matrix' || type === 'vector';
}

/** An error of a shape function, with the path in the file of its arguments. */
function at(path: string, error: unknown): unknown {
  if (error instanceof RangeError) return new RangeError(`fromJSON: ${path}: ${error.message}`, { cause: error });
  if (error instanceof TypeError) return new TypeError(`fromJSON: ${path}: ${error.message}`, { cause: error });
  return error;
}
