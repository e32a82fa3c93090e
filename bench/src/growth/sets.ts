// The sets of the paper's benchmarks (Sec. IV-A): curved primitives whose extents vary over two orders of magnitude, hulls of objects,
// and shapes with differentiable support functions; each pair on a path with steps of one percent of its size.
import {
  box,
  type Convex,
  capsule,
  cone,
  convex,
  cylinder,
  ellipsoid,
  frustum,
  point,
  type Shape,
  signedDistance,
  smoothHull,
  sphere,
  superellipsoid,
} from 'proximal';
import { compose, type Pose, pow, Rng } from 'proximal/math';
import type { HullSet } from '../problems/hulls.ts';

/** Two shapes on a path. Both move by about one percent of their size in each step. */
export interface MovingPair {
  readonly a: Shape;
  readonly b: Shape;
  readonly poses: readonly (readonly [Pose, Pose])[];
}

export interface GrowthSet {
  readonly name: string;
  readonly make: (rng: Rng) => Shape;
}

/** A length between 0.0025 and 0.25 m, uniform on a logarithmic scale, for needles and sheets. */
function logUniformLength(rng: Rng): number {
  return 0.25 * pow(10, rng.uniform(-2, 0));
}

const curved: readonly ((rng: Rng) => Shape)[] = [
  (rng) => ellipsoid(logUniformLength(rng), logUniformLength(rng), logUniformLength(rng)),
  (rng) => cylinder(logUniformLength(rng), logUniformLength(rng)),
  (rng) => cone(logUniformLength(rng), logUniformLength(rng)),
  (rng) => frustum(logUniformLength(rng), logUniformLength(rng), logUniformLength(rng)),
  (rng) => capsule(logUniformLength(rng), logUniformLength(rng)),
  (rng) => sphere(logUniformLength(rng)),
];

const differentiable: readonly ((rng: Rng) => Shape)[] = [
  (rng) =>
    superellipsoid(
      uniformLength(rng),
      uniformLength(rng),
      uniformLength(rng),
      rng.uniform(0.4, 1),
      rng.uniform(0.4, 1),
    ),
  (rng) => smoothHull(pointsAroundOrigin(rng), 20),
];

/** Twenty random points whose hull has the origin inside. */
function pointsAroundOrigin(rng: Rng): number[] {
  for (;;) {
    const points = Array.from({ length: 20 }, () => rng.direction().map((x) => x * uniformLength(rng))).flat();
    if (signedDistance(convex(points), {}, point(), {}).distance < 0) return points;
  }
}

function uniformLength(rng: Rng): number {
  return rng.uniform(0.05, 0.25);
}

export function growthSets(hulls: HullSet): GrowthSet[] {
  const oneOf = (makers: readonly ((rng: Rng) => Shape)[]) => (rng: Rng) => makers[rng.index(makers.length)](rng);
  return [
    { name: 'boxes', make: (rng) => box(logUniformLength(rng), logUniformLength(rng), logUniformLength(rng)) },
    { name: 'ellipsoids', make: (rng) => ellipsoid(uniformLength(rng), uniformLength(rng), uniformLength(rng)) },
    { name: 'curved primitives', make: oneOf(curved) },
    { name: 'meshes', make: (rng) => hulls.hulls[rng.index(hulls.hulls.length)].hull },
    { name: 'differentiable sets', make: oneOf(differentiable) },
  ];
}

/** Random points on an ellipsoid of aspect 10, the paper's clouds of Fig. 4. */
export function cloud(rng: Rng, count: number): number[][] {
  return Array.from({ length: count }, () => rng.direction().map((x, k) => x * [0.25, 0.1, 0.025][k]));
}

/** The numbers of vertices of Fig. 4. */
export const vertexCounts = [10, 30, 100, 250, 1000, 4000] as const;
/** Hulls of each size in the set of Fig. 5b. */
const hullsPerSize = 10;

/** The meshes of Fig. 5b, which are generated as those of Fig. 4: pairs of hulls of any sizes. */
export function cloudSet(seed: number): GrowthSet {
  const rng = new Rng(seed);
  const hulls: Convex[] = vertexCounts.flatMap((count) =>
    Array.from({ length: hullsPerSize }, () => convex(cloud(rng, count))),
  );
  return { name: 'clouds of Fig. 4', make: (each) => hulls[each.index(hulls.length)] };
}

/**
 * A path from random poses, forward and back.
 * @param distanceRatio the first distance of the centers, relative to the sum of the bounding radii
 */
export function movingPair(rng: Rng, a: Shape, b: Shape, steps: number, distanceRatio = rng.uniform(0, 2)): MovingPair {
  const size = a.boundingRadius + b.boundingRadius;
  const randomPose = (distance: number): Pose =>
    compose({ position: rng.direction().map((x) => x * distance), rotation: rng.rotation() }, {});
  const motion = (radius: number): Pose =>
    compose(
      {
        position: rng.direction().map((x) => 0.01 * radius * x),
        rotation: rng.rotation().map((x, k) => (k < 3 ? 0.005 * x : 1)),
      },
      {},
    );
  let [poseA, poseB] = [randomPose(0), randomPose(distanceRatio * size)];
  const [stepA, stepB] = [motion(a.boundingRadius), motion(b.boundingRadius)];
  const forward: (readonly [Pose, Pose])[] = [];
  for (let k = 0; k < steps; k++) {
    forward.push([poseA, poseB]);
    poseA = compose(poseA, stepA);
    poseB = compose(poseB, stepB);
  }
  return { a, b, poses: [...forward, ...forward.slice(1, -1).reverse()] };
}
