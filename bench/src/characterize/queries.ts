// The queries that are characterized, each with its own truth and its own certificate.
import { certify, distance, growthDistance, Pair, penetration } from 'proximal';
import type { Placed } from './pairs.ts';

export interface Measured {
  readonly error: number;
  readonly gap: number;
  readonly iterations: number;
  readonly isValid: boolean;
  readonly isConverged: boolean;
}

export interface CharacterQuery {
  readonly name: string;
  readonly note: string;
  /** Where the pairs are: see `PlacedPairs`. */
  readonly closeness: readonly [number, number];
  readonly measure: (placed: Placed) => Measured;
  /** All of them once, for the clock. */
  readonly prepare: (placed: readonly Placed[]) => () => void;
}

const exact = { relativeTolerance: 1e-13 } as const;

function sizeOf({ a, b }: Placed): number {
  return Math.min(a.boundingRadius, b.boundingRadius);
}

function passOver(placed: readonly Placed[], ask: (pair: Pair, placed: Placed) => void): () => void {
  const pairs = placed.map(({ a, b }) => {
    const pair = new Pair(a, b, { guess: 'bounds' });
    pair.setPenetration({ algorithm: 'epa', direction: 'centers' });
    return pair;
  });
  return () => {
    for (let k = 0; k < pairs.length; k++) ask(pairs[k], placed[k]);
  };
}

export const characterQueries: readonly CharacterQuery[] = [
  {
    name: 'distance',
    note: 'Apart for the most part: a few pairs overlap, and their distance is 0.',
    closeness: [0.6, 1.6],
    measure(placed) {
      const { a, poseA, b, poseB } = placed;
      const found = distance(a, poseA, b, poseB);
      const truth = distance(a, poseA, b, poseB, exact).distance;
      const { gap, valid } = certify(a, poseA, b, poseB, found);
      const size = sizeOf(placed);
      return {
        error: Math.abs(found.distance - truth) / size,
        gap: found.status === 'separated' ? Math.max(0, gap) / size : 0,
        iterations: found.iterations,
        isValid: valid,
        isConverged: found.termination === 'converged',
      };
    },
    prepare: (placed) => passOver(placed, (pair, { poseA, poseB }) => pair.distance(poseA, poseB)),
  },
  {
    name: 'penetration',
    note: 'Overlapping for the most part; by EPA, with the least depth proven.',
    closeness: [0.05, 0.7],
    measure(placed) {
      const { a, poseA, b, poseB } = placed;
      const found = penetration(a, poseA, b, poseB, { algorithm: 'epa', keepProof: true });
      const truth = penetration(a, poseA, b, poseB, { algorithm: 'epa', ...exact }).depth;
      const { gap, valid } = certify(a, poseA, b, poseB, found);
      const size = sizeOf(placed);
      return {
        error: Math.abs(found.depth - truth) / size,
        gap: found.status === 'overlapping' ? Math.max(0, gap) / size : 0,
        iterations: found.iterations,
        isValid: valid,
        isConverged: found.converged,
      };
    },
    prepare: (placed) => passOver(placed, (pair, { poseA, poseB }) => pair.penetration(poseA, poseB)),
  },
  {
    name: 'growthDistance',
    note: 'Apart and overlapping; by the ray method.',
    closeness: [0.1, 1.6],
    measure({ a, poseA, b, poseB }) {
      const found = growthDistance(a, poseA, b, poseB);
      const truth = growthDistance(a, poseA, b, poseB, { tolerance: 1e-13 }).growth;
      const { gap, valid } = certify(a, poseA, b, poseB, found);
      return {
        error: Math.abs(found.growth - truth) / truth,
        gap: Math.max(0, gap) / truth,
        iterations: found.iterations,
        isValid: valid,
        isConverged: found.termination === 'converged',
      };
    },
    prepare: (placed) => passOver(placed, (pair, { poseA, poseB }) => pair.growthDistance(poseA, poseB)),
  },
];
