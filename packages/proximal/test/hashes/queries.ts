// The answers to a fixed set of queries in space, in groups.

import { differentiate, smoothedSupportHessian } from '../../src/derivatives/index.ts';
import {
  type Bodies,
  collide,
  collideBatch,
  copyResult,
  type DistanceAlgorithmName,
  distance,
  distanceAlgorithms,
  distanceBatch,
  growthAlgorithms,
  growthDistance,
  growthGradient,
  Pair,
  type PenetrationAlgorithmName,
  penetration,
  penetrationAlgorithms,
  signedDistance,
  supportBatch,
} from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { bounded, type PosedPair, pairs, poseWithin, withHalfspace } from './inputs.ts';

export type Groups = Record<string, () => unknown>;

const each = <Answer>(list: readonly PosedPair[], runQuery: (pair: PosedPair) => Answer): Answer[] =>
  list.map(runQuery);
const all = (seed: number): PosedPair[] => [...pairs(seed), ...withHalfspace(seed)];

/** A cold query, the same query warm-started, and one at a slightly moved pose. */
function warm({ a, b, poseA, poseB }: PosedPair): unknown[] {
  const pair = new Pair(a, b);
  const moved = poseB.map((x, k) => (k < 3 ? x + 0.01 : x));
  const depths = new Pair(a, b);
  return [poseB, poseB, moved].flatMap((pose) => [
    copyResult(pair.distance(poseA, pose)),
    copyResult(depths.signedDistance(poseA, pose)),
  ]);
}

function warmPenetration({ a, b, poseA, poseB }: PosedPair): unknown[] {
  const pair = new Pair(a, b);
  const moved = poseB.map((x, k) => (k < 3 ? x - 0.01 : x));
  return [poseB, poseB, moved, poseB].map((pose) => copyResult(pair.penetration(poseA, pose)));
}

function bodies(seed: number): { bodies: Bodies; pairs: Uint32Array } {
  const rng = new Rng(seed);
  const shapes = Array.from({ length: 40 }, (_, k) => bounded[k % bounded.length]);
  const poses = new Float64Array(7 * shapes.length);
  for (let k = 0; k < shapes.length; k++) poses.set(poseWithin(rng, 2), 7 * k);
  const numbers = Uint32Array.from({ length: 400 }, () => rng.index(shapes.length));
  return { bodies: { shapes, poses } as Bodies, pairs: numbers };
}

function support(): unknown {
  const rng = new Rng(11);
  const directions = Float64Array.from(Array.from({ length: 60 }, () => rng.direction()).flat());
  return bounded.map((shape) => supportBatch(shape, directions));
}

export const distances: Groups = {
  'support points': support,
  ...Object.fromEntries(
    (['auto', ...distanceAlgorithms().map(({ name }) => name)] as DistanceAlgorithmName[]).map((algorithm) => [
      `distance: ${algorithm}`,
      () => each(all(1), ({ a, poseA, b, poseB }) => distance(a, poseA, b, poseB, { algorithm })),
    ]),
  ),
  collide: () => each(all(2), ({ a, poseA, b, poseB }) => collide(a, poseA, b, poseB)),
  'a pair, warm': () => each(someSolids(3), warm),
  'penetration of a pair, warm': () => each(someSolids(6), warmPenetration),
  'a batch': () => {
    const { bodies: list, pairs: numbers } = bodies(4);
    return [distanceBatch(list, numbers), collideBatch(list, numbers)];
  },
};

export const depths: Groups = Object.fromEntries(
  (['auto', ...penetrationAlgorithms().map(({ name }) => name)] as PenetrationAlgorithmName[]).flatMap((algorithm) => [
    [
      `signed distance: ${algorithm}`,
      () => each(all(5), ({ a, poseA, b, poseB }) => signedDistance(a, poseA, b, poseB, { algorithm })),
    ],
    [
      `penetration: ${algorithm}`,
      () => each(all(6), ({ a, poseA, b, poseB }) => penetration(a, poseA, b, poseB, { algorithm })),
    ],
  ]),
);

const solids = bounded.filter((shape) => shape.inradius > 0);
/** Every eighth pair of shapes with a volume, for expensive queries. */
const someSolids = (seed: number): PosedPair[] => pairs(seed, solids).filter((_, k) => k % 8 === 0);

export const growths: Groups = {
  ...Object.fromEntries(
    growthAlgorithms().map((algorithm) => [
      `growth: ${algorithm.name}`,
      () =>
        each(
          pairs(
            7,
            solids.filter((shape) => algorithm.takes(shape)),
          ),
          ({ a, poseA, b, poseB }) => growthDistance(a, poseA, b, poseB, { algorithm: algorithm.name as 'ray' }),
        ),
    ]),
  ),
  'growth: gradient': () => each(someSolids(8), ({ a, poseA, b, poseB }) => growthGradient(a, poseA, b, poseB)),
};

const estimators = ['gumbel', 'gaussian', 'zeroth-order', 'finite-difference', 'exact'] as const;

export const derivatives: Groups = {
  ...Object.fromEntries(
    estimators.map((estimator) => [
      `derivatives: ${estimator}`,
      () =>
        each(someSolids(9), ({ a, poseA, b, poseB }) =>
          differentiate(a, poseA, b, poseB, { estimator, withRespectTo: 'both' }),
        ),
    ]),
  ),
  'support Hessians': () => {
    const rng = new Rng(10);
    return solids.map((shape) => smoothedSupportHessian(shape, rng.direction()));
  },
};
