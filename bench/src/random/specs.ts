// Shapes as data: the JSON form of `toJSON`, and a form of custom shapes.
import { type CustomShape, custom, type Shape, type ShapeField, type ShapeJSON, shapeDefinitions } from 'proximal';

/** A shape as JSON, in the form that `fromJSON` reads; a custom shape is `{ kind: 'custom', radii: [rx, ry, rz] }`. */
export type ShapeSpec = ShapeJSON;

interface Kind {
  readonly fields: readonly ShapeField[];
  readonly make: (values: Readonly<Record<string, unknown>>) => Shape;
}

/** Custom shapes are ellipsoids, so that they have a JSON form. */
const customKind: Kind = {
  fields: [{ name: 'radii', type: 'vector', initial: [1, 1, 1] }],
  make: ({ radii }) => custom(ellipsoidSupport(...(radii as [number, number, number]))),
};

const kinds = new Map<string, Kind>(
  shapeDefinitions().map(({ kind, fields, make }) => [kind, make ? { fields, make } : customKind]),
);

/** Every registered kind, in the order of the registry. */
export const kindNames: readonly string[] = [...kinds.keys()];

function kindNamed(name: string): Kind {
  const found = kinds.get(name);
  if (!found) throw new RangeError(`There is no shape of kind '${name}'.`);
  return found;
}

export function fieldsOf({ kind }: ShapeSpec): readonly ShapeField[] {
  return kindNamed(kind).fields;
}

/** The spec of a shape from its arguments, in the order of its fields. */
export function specOf(kind: string, ...values: readonly unknown[]): ShapeSpec {
  return { version: 1, kind, ...Object.fromEntries(kindNamed(kind).fields.map(({ name }, k) => [name, values[k]])) };
}

/** Specs are immutable, so each is built once, because records and support maps are costly. */
const built = new WeakMap<ShapeSpec, Shape>();

/** As `fromJSON`, with custom shapes anywhere inside. */
export function buildShape(spec: ShapeSpec): Shape {
  const known = built.get(spec);
  if (known) return known;
  const { fields, make } = kindNamed(spec.kind);
  const values: Record<string, unknown> = {};
  for (const { name, type } of fields)
    values[name] = type === 'shape' ? buildShape(spec[name] as ShapeSpec) : spec[name];
  const shape = make(values);
  built.set(spec, shape);
  return shape;
}

/** The shape as a line of source: `rounded(box(1, 2, 3), 0.5)`. */
export function writeShape(spec: ShapeSpec): string {
  const write = (name: string): string => {
    const value = spec[name];
    if (typeof value === 'number') return String(value);
    return Array.isArray(value) ? `[${value.join(', ')}]` : writeShape(value as ShapeSpec);
  };
  if (spec.kind === 'custom') return `custom(ellipsoidSupport(...${write('radii')}))`;
  if (spec.kind === 'transformed')
    return `transformed(${write('shape')}, { linear: ${write('linear')}, translation: ${write('translation')} })`;
  return `${spec.kind}(${fieldsOf(spec)
    .map(({ name }) => write(name))
    .join(', ')})`;
}

/** An ellipsoid around the origin as a custom shape. Zero radii make a disc, a segment or a point. */
export function ellipsoidSupport(rx: number, ry: number, rz: number): CustomShape {
  return {
    support(dx, dy, dz, out) {
      const [x, y, z] = [rx * dx, ry * dy, rz * dz];
      const length = Math.sqrt(x * x + y * y + z * z);
      const scale = length > 0 ? 1 / length : 0;
      out[0] = rx * x * scale;
      out[1] = ry * y * scale;
      out[2] = rz * z * scale;
    },
    center: [0, 0, 0],
  };
}
