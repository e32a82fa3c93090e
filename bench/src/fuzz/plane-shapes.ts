// 2D shapes as data that can be printed, parsed and built, and random ones.
import {
  type CustomShape,
  custom,
  type Polygon,
  type Shape,
  type ShapeField,
  type ShapeJSON2,
  shapeDefinitions,
} from 'proximal/2d';
import { cos, pow, type Rng, sin } from 'proximal/math';
import { listSource, numberSource } from './repro-source.ts';

/** The JSON form, except that a custom shape is `{ kind: 'custom', rx, ry }`. */
export type Spec2 = ShapeJSON2;

interface Kind {
  readonly fields: readonly ShapeField[];
  readonly make: (values: Readonly<Record<string, unknown>>) => Shape;
}

/** Custom shapes are ellipses, so that two numbers describe them. */
const customKind: Kind = {
  fields: ['rx', 'ry'].map((name) => ({ name, type: 'length', initial: 1 })),
  make: ({ rx, ry }) => custom(ellipseSupport(Number(rx), Number(ry))),
};

const kinds = new Map<string, Kind>(
  shapeDefinitions().map(({ kind, fields, make }) => [kind, make ? { fields, make } : customKind]),
);

const kindNames: readonly string[] = [...kinds.keys()];

export function fieldsOf({ kind }: Spec2): readonly ShapeField[] {
  const found = kinds.get(kind);
  if (!found) throw new RangeError(`There is no 2D shape of kind '${kind}'.`);
  return found.fields;
}

/** Shapes by their immutable specs: building would take most of a case's time. */
const built = new WeakMap<Spec2, Shape>();

export function buildShape(spec: Spec2): Shape {
  const known = built.get(spec);
  if (known) return known;
  const values: Record<string, unknown> = {};
  for (const { name, type } of fieldsOf(spec))
    values[name] = type === 'shape' ? buildShape(spec[name] as Spec2) : spec[name];
  const shape = (kinds.get(spec.kind) as Kind).make(values);
  built.set(spec, shape);
  return shape;
}

const outlines = new WeakMap<Shape, Float64Array>();

/** x y of each vertex in body coordinates, counter-clockwise. */
export function outlineOf(shape: Polygon): Float64Array {
  let outline = outlines.get(shape);
  if (!outline) {
    outline = new Float64Array(2 * shape.vertexCount);
    for (let k = 0; k < shape.vertexCount; k++) outline.set(shape.vertex(k), 2 * k);
    outlines.set(shape, outline);
  }
  return outline;
}

/** The shape as a line of source. */
export function writeShape(spec: Spec2): string {
  const values = fieldsOf(spec).map(({ name, type }) => {
    const value = spec[name];
    if (type === 'shape') return writeShape(value as Spec2);
    return Array.isArray(value) ? listSource(value as number[]) : numberSource(value as number);
  });
  return spec.kind === 'custom' ? `custom(ellipseSupport(${values.join(', ')}))` : `${spec.kind}(${values.join(', ')})`;
}

/** The names that the sources of `writeShape` and `helperSource` import from the library. */
export function shapeFunctions(spec: Spec2): string[] {
  const inner = fieldsOf(spec).flatMap(({ name, type }) =>
    type === 'shape' ? shapeFunctions(spec[name] as Spec2) : [],
  );
  return [spec.kind, ...(spec.kind === 'custom' ? ['type CustomShape'] : []), ...inner];
}

/** The source of the custom shape's support function, with the operations of `ellipseSupport`; empty without a custom shape. */
export function helperSource(spec: Spec2): string {
  return shapeFunctions(spec).includes('custom') ? ellipseSource : '';
}

const ellipseSource = `const ellipseSupport = (rx: number, ry: number): CustomShape => ({
  support(dx, dy, out) {
    const [x, y] = [rx * dx, ry * dy];
    const length = Math.sqrt(x * x + y * y);
    const scale = length > 0 ? 1 / length : 0;
    out[0] = rx * x * scale;
    out[1] = ry * y * scale;
  },
  center: [0, 0],
});`;

function ellipseSupport(rx: number, ry: number): CustomShape {
  return {
    support(dx, dy, out) {
      const [x, y] = [rx * dx, ry * dy];
      const length = Math.sqrt(x * x + y * y);
      const scale = length > 0 ? 1 / length : 0;
      out[0] = rx * x * scale;
      out[1] = ry * y * scale;
    },
    center: [0, 0],
  };
}

export function polygonSpec(vertices: readonly number[]): Spec2 {
  return { version: 1, kind: 'polygon', vertices };
}

/** A shape of any kind of about this size. */
export function randomSpec(rng: Rng, size: number): Spec2 {
  const kind = kindNames[rng.index(kindNames.length)];
  if (kind === 'polygon') return polygonSpec(randomPoints(rng, 'random').map((x) => size * x));
  if (kind === 'rounded') {
    let shape = randomSpec(rng, size);
    while (shape.kind === 'rounded') shape = randomSpec(rng, size);
    return { version: 1, kind, shape, radius: extent(rng, size) };
  }
  // Radii and semi-axes of curved shapes are not zero.
  const isCurved = ['ellipse', 'custom', 'circle'].includes(kind);
  const values = (kinds.get(kind) as Kind).fields.map(({ name }) => [
    name,
    isCurved ? size * rng.uniform(0.01, 1) : extent(rng, size),
  ]);
  return { version: 1, kind, ...Object.fromEntries(values) };
}

function extent(rng: Rng, size: number): number {
  const choice = rng.uniform();
  if (choice < 0.1) return 0;
  return choice < 0.2 ? size * 1e-4 : size * rng.uniform(0.1, 1);
}

/** Lists of points that polygons are made of, with coordinates from −1 to 1: x y x y … */
export function randomPoints(rng: Rng, situation: string): number[] {
  if (situation === 'grid') return Array.from({ length: 2 * (3 + rng.index(6)) }, () => (rng.index(9) - 4) / 4);
  if (situation === 'parallel') return regular(rng);
  const thickness = situation === 'sliver' ? pow(10, -rng.uniform(1, 9)) : 1;
  const points = rng.uniform() < 0.5 ? onEllipse(rng, thickness) : cloud(rng, thickness);
  return situation === 'duplicates' ? withDuplicates(rng, points) : points;
}

function countOf(rng: Rng): number {
  return 3 + (rng.uniform() < 0.02 ? rng.index(100) : rng.index(14));
}

function onEllipse(rng: Rng, thickness: number): number[] {
  const [rx, ry] = [rng.uniform(0.3, 1), thickness * rng.uniform(0.3, 1)];
  return Array.from({ length: countOf(rng) }, () => {
    const angle = rng.uniform(0, 2 * Math.PI);
    return [rx * cos(angle), ry * sin(angle)];
  }).flat();
}

function cloud(rng: Rng, thickness: number): number[] {
  return Array.from({ length: countOf(rng) }, () => [rng.uniform(-1, 1), thickness * rng.uniform(-1, 1)]).flat();
}

/** A rectangle whose half extents are multiples of a quarter, or an unrotated regular polygon: many edges of different shapes are parallel. */
function regular(rng: Rng): number[] {
  if (rng.uniform() < 0.5) {
    const [x, y] = [(1 + rng.index(4)) / 4, (1 + rng.index(4)) / 4];
    return [-x, -y, x, -y, x, y, -x, y];
  }
  const count = [3, 4, 6, 8, 12][rng.index(5)];
  return Array.from({ length: count }, (_, k) => [
    cos((2 * Math.PI * k) / count),
    sin((2 * Math.PI * k) / count),
  ]).flat();
}

/** Adds duplicate points, nearly coincident points, and points halfway between two others. */
function withDuplicates(rng: Rng, points: readonly number[]): number[] {
  const list = [...points];
  for (let k = 0; k < 4; k++) {
    const [i, j] = [2 * rng.index(points.length / 2), 2 * rng.index(points.length / 2)];
    const share = [0, 0.5, 1e-15, 1e-12][rng.index(4)];
    list.push(points[i] + share * (points[j] - points[i]), points[i + 1] + share * (points[j + 1] - points[i + 1]));
  }
  return list;
}
