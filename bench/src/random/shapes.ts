// Seeded random shapes of every kind, as data that can be printed, read back and built.
import { box, type CustomShape, capsule, convex, custom, point, rounded, type Shape, segment, sphere } from 'proximal';
import { exp, log, type Rng } from 'proximal/math';
import { randomCloud } from './clouds.ts';

/** A shape as JSON: the kind and the arguments of its constructor, for example `["rounded", ["box", 1, 2, 3], 0.5]`. */
export type ShapeSpec = readonly [kind: string, ...values: SpecValue[]];
export type SpecValue = number | readonly number[] | ShapeSpec;

/** One kind of random shape. */
export interface RandomKind {
  readonly kind: string;
  /** Arguments for a shape of about `size` metres. */
  readonly random: (rng: Rng, size: number) => readonly SpecValue[];
  readonly build: (values: readonly SpecValue[]) => Shape;
  /** The constructor's call as source text. */
  readonly write: (values: readonly SpecValue[]) => string;
}

function define<Values extends readonly SpecValue[]>(
  kind: string,
  random: (rng: Rng, size: number) => Values,
  build: (...values: Values) => Shape,
  write = (...values: Values): string => `${kind}(${values.map(writeValue).join(', ')})`,
): RandomKind {
  // The values come back from where they were made, or from JSON of the same form.
  const typed = (values: readonly SpecValue[]): Values => values as unknown as Values;
  return { kind, random, build: (values) => build(...typed(values)), write: (values) => write(...typed(values)) };
}

/** Every kind: one entry each. The order decides what a case number means, so new kinds go to the end. */
export const randomKinds: readonly RandomKind[] = [
  define('point', (): [] => [], point),
  define('segment', (rng, size): [number] => [extent(rng, size)], segment),
  define('sphere', (_rng, size): [number] => [size], sphere),
  define('box', (rng, size): [number, number, number] => extents(rng, size), box),
  define('capsule', (rng, size): [number, number] => [extent(rng, size), extent(rng, size)], capsule),
  define(
    'convex',
    (rng, size): [readonly number[]] => [randomCloud(rng, size)],
    (vertices) => convex(vertices),
  ),
  define(
    'rounded',
    (rng, size): [ShapeSpec, number] => [
      randomOf(innerKinds[rng.index(innerKinds.length)], rng, size),
      extent(rng, size),
    ],
    (inner, radius) => rounded(buildShape(inner), radius),
  ),
  define(
    'custom',
    (rng, size): [number, number, number] => extents(rng, size),
    (rx, ry, rz) => custom(ellipsoid(rx, ry, rz)),
    (...radii) => `custom(ellipsoid(${radii.join(', ')}))`,
  ),
];

/** What gets rounded: once in a while something that is round already. */
const innerKinds = ['box', 'box', 'convex', 'convex', 'segment', 'custom', 'capsule', 'point'];

function kindNamed(name: string): RandomKind {
  const found = randomKinds.find(({ kind }) => kind === name);
  if (!found) throw new RangeError(`There is no random shape of kind '${name}'.`);
  return found;
}

function randomOf(name: string, rng: Rng, size: number): ShapeSpec {
  return [name, ...kindNamed(name).random(rng, size)];
}

/** A random shape of the kind `name`, of about `size` metres. */
export const randomShape = randomOf;

export function buildShape([kind, ...values]: ShapeSpec): Shape {
  return kindNamed(kind).build(values);
}

/** The shape as a line of source: `rounded(box(1, 2, 3), 0.5)`. */
export function writeShape([kind, ...values]: ShapeSpec): string {
  return kindNamed(kind).write(values);
}

function writeValue(value: SpecValue): string {
  if (typeof value === 'number') return String(value);
  return isSpec(value) ? writeShape(value) : `[${value.join(', ')}]`;
}

export function isSpec(value: SpecValue): value is ShapeSpec {
  return Array.isArray(value) && typeof value[0] === 'string';
}

/** A size in metres over the whole range that the library is made for: a micrometre to a thousand kilometres. */
export function randomSize(rng: Rng): number {
  return logUniform(rng, 1e-6, 1e6);
}

/** A size for the second of two bodies: mostly comparable, sometimes the same, sometimes anything. */
export function relatedSize(rng: Rng, size: number): number {
  const choice = rng.uniform();
  if (choice < 0.2) return size;
  if (choice < 0.7) return Math.min(1e6, Math.max(1e-6, size * logUniform(rng, 0.1, 10)));
  return randomSize(rng);
}

export function logUniform(rng: Rng, low: number, high: number): number {
  return exp(rng.uniform(log(low), log(high)));
}

/** A half extent: mostly near `size`, sometimes exactly it, sometimes up to a million times thinner, sometimes zero. */
function extent(rng: Rng, size: number): number {
  const choice = rng.uniform();
  if (choice < 0.07) return 0;
  if (choice < 0.3) return size * logUniform(rng, 1e-6, 1);
  if (choice < 0.45) return size;
  return size * rng.uniform(0.1, 1);
}

function extents(rng: Rng, size: number): [number, number, number] {
  return [extent(rng, size), extent(rng, size), extent(rng, size)];
}

/** An ellipsoid around the origin as a custom shape. Zero radii make a disc, a segment or a point. */
export function ellipsoid(rx: number, ry: number, rz: number): CustomShape {
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
