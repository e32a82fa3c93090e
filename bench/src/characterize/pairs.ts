// Random pairs of two kinds of shapes, of a hand's to an arm's size and not thinner than a tenth of it.
import { box, capsule, cone, convex, cylinder, ellipsoid, type Shape, sphere } from 'proximal';
import { Rng } from 'proximal/math';

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

/** Random pairs of two kinds: the same for the same seed, whoever was asked for other ones before. */
export class PlacedPairs {
  private readonly rng: Rng;
  private readonly first: readonly Shape[];
  private readonly second: readonly Shape[];

  constructor(first: string, second: string, seed: number) {
    this.rng = new Rng(seed);
    const some = (kind: string): Shape[] => Array.from({ length: variety }, () => kindsOfShape[kind](this.rng));
    this.first = some(first);
    this.second = first === second ? this.first : some(second);
  }

  /** @param closeness how far apart the centers are, as parts of the sum of the bounding radii: from and to */
  next([from, to]: readonly [number, number]): Placed {
    const { rng } = this;
    const [a, b] = [this.first[rng.index(variety)], this.second[rng.index(variety)]];
    const away = rng.uniform(from, to) * (a.boundingRadius + b.boundingRadius);
    const [x, y, z] = rng.direction();
    const poseA = Float64Array.of(0, 0, 0, ...rng.rotation());
    return { a, b, poseA, poseB: Float64Array.of(away * x, away * y, away * z, ...rng.rotation()) };
  }
}
