// Problem sets at the distances of the paper (Sec. IV, "Shapes datasets").
import { ellipsoid, type Shape } from 'proximal';
import { Rng } from 'proximal/math';
import { placeAtDistance } from '../problems/place.ts';
import type { Problem, ProblemSet } from '../problems/problem-set.ts';

/** Meters, negative for overlaps. */
export const signedDistances: readonly number[] = [-0.1, -0.01, -1e-3, -1e-4, 1e-4, 1e-3, 0.01, 0.1, 1];

/** The ranges that the paper's text refers to. */
export const bands = {
  'deep overlap': [-0.1, -0.01],
  'shallow overlap': [-1e-3, -1e-4],
  close: [1e-4, 1e-3, 0.01, 0.1],
  distant: [1],
} as const satisfies Record<string, readonly number[]>;
export type Band = keyof typeof bands;

/** Chooses the two shapes of a pair. */
type PairChoice = (rng: Rng) => readonly [number, number];

/** Random pairs at each distance. A seed gives the same bodies and rotations at every distance, until a pair or its rotations are drawn again. */
export function makeProblems(
  shapes: readonly Shape[],
  distances: readonly number[],
  countEach: number,
  seed: number,
  choose: PairChoice = (rng) => [rng.index(shapes.length), rng.index(shapes.length)],
): Problem[] {
  return distances.flatMap((signedDistance) => {
    const rng = new Rng(seed);
    return Array.from({ length: countEach }, () => placePair(rng, shapes, signedDistance, choose));
  });
}

/** The largest number of pairs that are tried for an overlap. */
const maxTrials = 10_000;

/** Pairs that are too small for the overlap are drawn again. */
function placePair(rng: Rng, shapes: readonly Shape[], signedDistance: number, choose: PairChoice): Problem {
  for (let trial = 0; trial < maxTrials; trial++) {
    const [a, b] = choose(rng);
    if (Math.min(shapes[a].boundingRadius, shapes[b].boundingRadius) < -signedDistance) continue;
    return { a, b, signedDistance, ...placeAtDistance(rng, shapes[a], shapes[b], signedDistance) };
  }
  throw new RangeError(`No pair of these shapes is large enough for an overlap of ${-signedDistance} m.`);
}

/** The half axes of the paper's own generator: normally distributed, 10 cm ± 2.5 cm; here at least 1 cm. */
export function randomRadii(rng: Rng): [number, number, number] {
  const radius = (): number => Math.max(0.01, 0.1 + 0.025 * rng.normal());
  return [radius(), radius(), radius()];
}

export function ellipsoidSet(distances: readonly number[], countEach: number, seed: number): ProblemSet {
  const rng = new Rng(seed);
  const shapes = Array.from({ length: 200 }, () => ellipsoid(...randomRadii(rng)));
  return { name: 'ellipsoids', shapes, problems: makeProblems(shapes, distances, countEach, seed) };
}
