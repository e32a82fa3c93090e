// Random pairs of two kinds of shapes, of a hand's to an arm's size and not thinner than a tenth of it.
import { box, capsule, cone, convex, cylinder, ellipsoid, type Shape, sphere } from 'proximal';
import { compose, type Rng } from 'proximal/math';

export interface Placed {
  readonly a: Shape;
  readonly b: Shape;
  readonly poseA: Float64Array;
  readonly poseB: Float64Array;
}

const hullVertices = 40;

/** How many shapes of a kind there are: a hull takes longer to make than to ask. */
const variety = 64;

function length(rng: Rng): number {
  return rng.uniform(0.05, 0.5);
}

export const kindsOfShape: Readonly<Record<string, (rng: Rng) => Shape>> = {
  sphere: (rng) => sphere(length(rng)),
  capsule: (rng) => capsule(length(rng), length(rng)),
  box: (rng) => box(length(rng), length(rng), length(rng)),
  cylinder: (rng) => cylinder(length(rng), length(rng)),
  cone: (rng) => cone(length(rng), length(rng)),
  ellipsoid: (rng) => ellipsoid(length(rng), length(rng), length(rng)),
  hull: (rng) => {
    const radii = [length(rng), length(rng), length(rng)];
    return convex(Array.from({ length: hullVertices }, () => rng.direction().map((x, k) => radii[k] * x)));
  },
};

const made = new Map<string, Shape[]>();

function some(kind: string, rng: Rng): Shape {
  const shapes = made.get(kind) ?? Array.from({ length: variety }, () => kindsOfShape[kind](rng));
  made.set(kind, shapes);
  return shapes[rng.index(variety)];
}

/** @param closeness how far apart the centres are, as parts of the sum of the bounding radii: from and to */
export function placedPair(rng: Rng, first: string, second: string, [from, to]: readonly [number, number]): Placed {
  const [a, b] = [some(first, rng), some(second, rng)];
  const away = rng.uniform(from, to) * (a.boundingRadius + b.boundingRadius);
  const poseA = compose({ rotation: rng.rotation() }, {});
  const poseB = compose({ position: rng.direction().map((x) => away * x), rotation: rng.rotation() }, {});
  return { a, b, poseA, poseB };
}
