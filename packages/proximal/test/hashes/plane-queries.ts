// The answers to a fixed set of queries in the plane.

import {
  box,
  capsule,
  circle,
  clearance,
  collide,
  copyResult,
  custom,
  distance,
  ellipse,
  growthDistance,
  halfplane,
  Pair,
  type PenetrationAlgorithmName,
  type Pose2,
  penetration,
  penetrationAlgorithms,
  point,
  polygon,
  rayCast,
  rounded,
  type Shape,
  segment,
  shapeCast,
  signedDistance,
} from '../../src/2d/index.ts';
import { cos, Rng, sin } from '../../src/math/index.ts';
import type { Groups } from './queries.ts';

const makers = new Rng(41);
const corners = (count: number): Shape =>
  polygon(Array.from({ length: count }, () => [makers.uniform(-1, 1), makers.uniform(-1, 1)]));

const spheroid = custom({
  support(dx, dy, out) {
    const length = Math.sqrt(dx * dx + 4 * dy * dy) || 1;
    out[0] = dx / length;
    out[1] = (4 * dy) / length;
  },
});

const bounded: readonly Shape[] = [
  point(),
  segment(0.6),
  circle(0.5),
  box(0.7, 0.4),
  capsule(0.2, 0.6),
  ellipse(0.8, 0.4),
  corners(5),
  corners(40),
  rounded(corners(8), 0.2),
  spheroid,
];

interface PosedPair {
  readonly a: Shape;
  readonly b: Shape;
  readonly poseA: Pose2;
  readonly poseB: Pose2;
}

function poseWithin(rng: Rng, reach: number): Pose2 {
  const angle = rng.uniform(0, 2 * Math.PI);
  const [cosine, sine] = rng.uniform() < 0.3 ? [1, 0] : [cos(angle), sin(angle)];
  return Float64Array.of(rng.uniform(-reach, reach), rng.uniform(-reach, reach), cosine, sine);
}

/** Every ordered pair of shapes, also of equal shapes, at four pairs of poses, and every shape with a half-plane. */
function pairs(seed: number, shapes = bounded): PosedPair[] {
  const rng = new Rng(seed);
  const place = (a: Shape, b: Shape): PosedPair => ({ a, b, poseA: poseWithin(rng, 0.8), poseB: poseWithin(rng, 0.8) });
  const two = shapes.flatMap((a) => shapes.flatMap((b) => [place(a, b), place(a, b), place(a, b), place(a, b)]));
  return [...two, ...shapes.map((shape) => place(shape, halfplane()))];
}

const solids = bounded.filter((shape) => shape.inradius > 0);

export const plane: Groups = {
  'plane: distance': () => pairs(1).map(({ a, poseA, b, poseB }) => distance(a, poseA, b, poseB)),
  'plane: signed distance': () => pairs(2).map(({ a, poseA, b, poseB }) => signedDistance(a, poseA, b, poseB)),
  'plane: clearance': () => pairs(3).map(({ a, poseA, b, poseB }) => clearance(a, poseA, b, poseB)),
  'plane: collide': () => pairs(4).map(({ a, poseA, b, poseB }) => collide(a, poseA, b, poseB)),
  'plane: growth': () =>
    pairs(5, solids)
      .filter(({ b }) => b.isBounded)
      .map(({ a, poseA, b, poseB }) => growthDistance(a, poseA, b, poseB))
      // Without the centers, which are inputs.
      .map(({ proof: { directions, weights }, ...result }) => ({ ...result, proof: { directions, weights } })),
  'plane: casts': () =>
    pairs(6).map(({ a, poseA, b, poseB }) => [
      shapeCast(a, poseA, [1, 2], b, poseB, [-1, 0.5]),
      rayCast(a, poseA, [-3, 0.1], [1, 0.05]),
    ]),
  'plane: a pair, warm': () =>
    pairs(7).map(({ a, poseA, b, poseB }) => {
      const pair = new Pair(a, b);
      return [poseB, poseB].map((pose) => copyResult(pair.distance(poseA, pose)));
    }),
  'plane: a pair, warm depths': () =>
    pairs(8).map(({ a, poseA, b, poseB }) => {
      const pair = new Pair(a, b);
      const moved = poseB.map((x, k) => (k < 2 ? x + 0.01 : x));
      return [poseB, poseB, moved].map((pose) => copyResult(pair.penetration(poseA, pose)));
    }),
  ...Object.fromEntries(
    (['auto', ...penetrationAlgorithms().map(({ name }) => name)] as PenetrationAlgorithmName[]).map((algorithm) => [
      `plane: penetration: ${algorithm}`,
      () => pairs(9).map(({ a, poseA, b, poseB }) => penetration(a, poseA, b, poseB, { algorithm })),
    ]),
  ),
};
