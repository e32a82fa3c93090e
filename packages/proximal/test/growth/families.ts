// Random shapes of the families that the growth methods accept, with aspect ratios over two orders of magnitude, needles and sheets included.
import {
  box,
  capsule,
  cone,
  convex,
  cylinder,
  ellipsoid,
  frustum,
  rounded,
  type Shape,
  smoothHull,
  sphere,
  sum,
  superellipsoid,
  transformed,
} from '../../src/index.ts';
import { type Pose, Rng } from '../../src/math/index.ts';

export { Rng };

type Maker = (rng: Rng) => Shape;

/** A length from 2.5 to 250 mm, log-uniformly distributed. */
function extent(rng: Rng): number {
  return 0.25 * 10 ** rng.uniform(-2, 0);
}

/** A hull of points on an ellipsoid. */
function hull(rng: Rng, count: number): Shape {
  const radii = [extent(rng), extent(rng), extent(rng)];
  return convex(Array.from({ length: count }, () => rng.direction().map((x, k) => radii[k] * x)));
}

const shear = [1, 0.3, 0, 0, 2, 0.1, 0.2, 0, 1];

const polytopes: Maker[] = [
  (rng) => box(extent(rng), extent(rng), extent(rng)),
  (rng) => hull(rng, 4 + rng.index(8)),
  (rng) => hull(rng, 40 + rng.index(100)),
  (rng) => transformed(hull(rng, 20), { linear: shear, translation: [0.1, 0, 0] }),
];

const curved: Maker[] = [
  (rng) => sphere(extent(rng)),
  (rng) => capsule(extent(rng), extent(rng)),
  (rng) => cylinder(extent(rng), extent(rng)),
  (rng) => cone(extent(rng), extent(rng)),
  (rng) => frustum(extent(rng), extent(rng), extent(rng)),
  (rng) => ellipsoid(extent(rng), extent(rng), extent(rng)),
];

const smooth: Maker[] = [
  (rng) => sphere(extent(rng)),
  (rng) => ellipsoid(extent(rng), extent(rng), extent(rng)),
  (rng) => superellipsoid(extent(rng), extent(rng), extent(rng), rng.uniform(0.3, 1.9), rng.uniform(0.3, 1.9)),
  (rng) =>
    smoothHull(
      [
        [0.1, 0.1, 0.1],
        [-0.1, -0.1, 0.1],
        [-0.1, 0.1, -0.1],
        [0.1, -0.1, -0.1],
        [0, 0.05, -0.2],
      ],
      rng.uniform() < 0.5 ? 4 : rng.uniform(2, 8),
    ),
  (rng) => rounded(ellipsoid(extent(rng), extent(rng), extent(rng)), extent(rng)),
  (rng) => transformed(rounded(ellipsoid(extent(rng), extent(rng), extent(rng)), extent(rng)), { linear: shear }),
  (rng) => sum(ellipsoid(extent(rng), extent(rng), extent(rng)), superellipsoid(0.1, 0.05, 0.02, 1.2, 1.5)),
];

const roundedCores: Maker[] = [
  (rng) => rounded(box(extent(rng), extent(rng), extent(rng)), extent(rng)),
  (rng) => rounded(hull(rng, 12), extent(rng)),
  (rng) => rounded(cylinder(extent(rng), extent(rng)), extent(rng)),
  (rng) => rounded(ellipsoid(extent(rng), extent(rng), extent(rng)), extent(rng)),
];

/** The shapes that each method accepts. */
export const families: Record<string, Maker[]> = {
  'internal-expanding': [...polytopes, ...curved, ...smooth, ...roundedCores],
  incremental: polytopes,
  smooth,
  conic: [...polytopes, ...curved, ...roundedCores],
};

export interface PlacedPair {
  readonly a: Shape;
  readonly b: Shape;
  readonly poseA: Pose;
  readonly poseB: Pose;
}

/** Two shapes of a family, from deep inside each other to well apart; some are parallel to the axes. */
export function randomPlacement(rng: Rng, makers: readonly Maker[]): PlacedPair {
  const [a, b] = [makers[rng.index(makers.length)](rng), makers[rng.index(makers.length)](rng)];
  const distance = (a.boundingRadius + b.boundingRadius) * 10 ** rng.uniform(-2, 0.5);
  const center = [0.3, -0.1, 0.2];
  const place = rng.direction().map((x, k) => center[k] + distance * x);
  const randomRotation = (): readonly number[] => (rng.uniform() < 0.2 ? [0, 0, 0, 1] : rng.rotation());
  return {
    a,
    b,
    poseA: Float64Array.of(...center, ...randomRotation()),
    poseB: Float64Array.of(...place, ...randomRotation()),
  };
}
