// Random shapes of every kind from a seed.
import { type Rng, transformPoint } from 'proximal/math';
import { randomCloud } from './clouds.ts';
import { extent, extents, logUniform, positiveExtents, type Range } from './extents.ts';
import { kindNames, type ShapeSpec, specOf } from './specs.ts';

/** The arguments of a random shape of one kind, `depth` levels inside others. */
type Arguments = (rng: Rng, range: Range, depth: number) => readonly unknown[];

/** Every kind of the registry: one entry each. */
const random: Readonly<Record<string, Arguments>> = {
  point: () => [],
  segment: (rng, { size }) => [rng.uniform() < 0.05 ? 0 : size],
  sphere: (_rng, { size }) => [size],
  box: (rng, range) => extents(rng, range, 3),
  capsule: (rng, range) => extents(rng, range, 2),
  triangle: (rng, range) => randomTriangle(rng, range),
  ellipsoid: (rng, range) => positiveExtents(rng, range, 3),
  cylinder: (rng, range) => extents(rng, range, 2),
  cone: (rng, range) => extents(rng, range, 2),
  frustum: (rng, range) => extents(rng, range, 3),
  superellipsoid: (rng, range) => [
    ...positiveExtents(rng, range, 3),
    exponent(rng, range.isExtreme),
    exponent(rng, range.isExtreme),
  ],
  convex: (rng, range) => [randomCloud(rng, range)],
  halfspace: () => [],
  rounded: (rng, range, depth) => {
    // Sometimes a rounded half-space, for which the other shape must be bounded.
    const kind = depth === 0 && rng.uniform() < 0.03 ? 'halfspace' : innerKind(rng, depth);
    const inner = randomShape(kind, rng, range, depth + 1);
    return [inner, kind === 'point' ? range.size : extent(rng, range)];
  },
  transformed: (rng, range, depth) => {
    // The aspect ratios of the map and of the shape multiply.
    const stretch = rng.uniform() < 0.3 ? 1 : logUniform(rng, 1, range.isExtreme ? 1e6 : 100);
    const inner = { ...range, aspect: range.aspect / stretch };
    const shift = rng.uniform() < 0.5 ? 0 : range.size * rng.uniform(0, 5);
    return [
      randomShape(innerKind(rng, depth), rng, inner, depth + 1),
      randomLinear(rng, stretch),
      rng.direction().map((x) => x * shift),
    ];
  },
  sum: (rng, range, depth) => {
    // The second body is of equal, comparable or much smaller size.
    const size = extent(rng, range, range.size);
    const other = { ...range, size, aspect: (range.aspect * size) / range.size };
    return [
      randomShape(innerKind(rng, depth), rng, range, depth + 1),
      randomShape(innerKind(rng, depth), rng, other, depth + 1),
    ];
  },
  smoothHull: (rng, range) => [smoothHullVertices(rng, range), logUniform(rng, 2, range.isExtreme ? 200 : 20)],
  custom: (rng, range) => [extents(rng, range, 3)],
};

const missing = kindNames.filter((kind) => !(kind in random));
if (missing.length > 0) throw new Error(`There are no random shapes of the kinds ${missing.join(', ')}.`);

/** All registered kinds. */
export const randomKinds: readonly string[] = kindNames;

const composite = ['rounded', 'transformed', 'sum'];
const simple = randomKinds.filter((kind) => kind !== 'halfspace' && !composite.includes(kind));

/** The kind of a shape inside another one: mostly simple, and simple at the third level. */
function innerKind(rng: Rng, depth: number): string {
  const kinds = depth < 2 && rng.uniform() < 0.3 ? composite : simple;
  return kinds[rng.index(kinds.length)];
}

/** A random shape of a kind. */
export function randomShape(kind: string, rng: Rng, range: Range, depth = 0): ShapeSpec {
  return specOf(kind, ...random[kind](rng, range, depth));
}

/** The exponent of a superellipsoid: box-like, round or pointed. */
function exponent(rng: Rng, isExtreme: boolean): number {
  const choice = rng.uniform();
  if (choice < 0.15) return 1;
  if (isExtreme && choice < 0.4) return choice < 0.3 ? logUniform(rng, 1e-3, 0.1) : 2 - logUniform(rng, 1e-3, 0.1);
  return rng.uniform(0.1, 1.9);
}

/** Three corners around or beside the origin: mostly a well-shaped triangle, sometimes a sliver or a segment. */
function randomTriangle(rng: Rng, range: Range): number[][] {
  const { size } = range;
  const along = rng.direction();
  const across = rng.direction();
  const height = rng.uniform() < 0.7 ? 1 : extent(rng, range) / size;
  const shift = rng.uniform() < 0.5 ? [0, 0, 0] : rng.direction().map((x) => x * size * rng.uniform(0, 10));
  const corner = (s: number, t: number): number[] => shift.map((x, k) => x + size * (s * along[k] + t * across[k]));
  return [corner(-1, 0), corner(1, 0), corner(rng.uniform(-1, 1), height)];
}

/** Corners of a box or of a tetrahedron around the origin, and some points of the box. */
function smoothHullVertices(rng: Rng, range: Range): number[] {
  const scale = positiveExtents(rng, range, 3);
  const isBox = rng.uniform() < 0.5;
  const corners = Array.from({ length: isBox ? 8 : 4 }, (_, k) => {
    const [x, y] = [k & 1 ? 1 : -1, k & 2 ? 1 : -1];
    return [x, y, isBox ? (k & 4 ? 1 : -1) : x * y];
  });
  const more = Array.from({ length: rng.index(12) }, () => [0, 1, 2].map(() => rng.uniform(-1, 1)));
  return [...corners, ...more].flatMap((point) => point.map((x, k) => x * scale[k]));
}

/** A matrix by rows with singular values from 1/`stretch` to 1: rotations, reflections, scales and shears. */
function randomLinear(rng: Rng, stretch: number): number[] {
  const middle = logUniform(rng, 1, stretch);
  // Normalized so that the largest stretch is 1.
  const scales = [1, middle / stretch, 1 / stretch];
  if (rng.uniform() < 0.2) scales[rng.index(3)] *= -1;
  const outer = rng.uniform() < 0.3 ? [0, 0, 0, 1] : rng.rotation();
  const inner = rng.uniform() < 0.5 ? [0, 0, 0, 1] : rng.rotation();
  // Columns: the images of the axes.
  const columns = [0, 1, 2].map((k) => {
    const axis = transformPoint(
      { rotation: inner },
      [0, 1, 2].map((n) => (n === k ? 1 : 0)),
    );
    return transformPoint(
      { rotation: outer },
      axis.map((x, n) => x * scales[n]),
    );
  });
  return [0, 1, 2].flatMap((row) => columns.map((column) => column[row]));
}
