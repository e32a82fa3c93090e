// EPA against the explicit Minkowski difference of random polytopes.
import { describe, expect, it } from 'vitest';
import { convex, penetration, type Vec3 } from '../../src/index.ts';
import { forAll } from '../for-all.ts';
import type { Rng } from '../random.ts';
import { exactDepth } from './minkowski.ts';

type Cloud = 'round' | 'grid' | 'plate' | 'aligned';

function randomPoint(rng: Rng, cloud: Cloud): Vec3 {
  const [x, y, z] = rng.direction().map((coordinate) => coordinate * rng.uniform(0.3, 1)) as Vec3;
  if (cloud === 'grid') return [Math.round(2 * x) / 2, Math.round(2 * y) / 2, Math.round(2 * z) / 2];
  return cloud === 'plate' ? [x, y, 1e-3 * z] : [x, y, z];
}

describe('EPA', () => {
  it.each(['round', 'grid', 'plate', 'aligned'] as const)('is exact on random pairs: %s', (cloud) => {
    const seed = Number(process.env['PROXIMAL_SEED'] ?? 6);
    const wrong: string[] = [];
    forAll({ seed, cases: 2000 }, (rng, k) => {
      const points = (): Vec3[] => Array.from({ length: 4 + rng.index(12) }, () => randomPoint(rng, cloud));
      const [a, b] = [points(), points()];
      const rotation = cloud === 'grid' || cloud === 'aligned' ? [0, 0, 0, 1] : rng.rotation();
      const pose = { position: rng.direction().map((x) => x * rng.uniform(0, 1.2)), rotation };
      const result = penetration(convex(a), {}, convex(b), pose, { algorithm: 'epa' });
      const exact = Math.max(0, exactDepth(a, b, pose));
      const isRight = Math.abs(result.depth - exact) <= 1e-9 && result.converged && !result.local;
      if (!isRight) wrong.push(`pair ${k}: ${result.depth}, exact ${exact}, ${result.status}, ${result.termination}`);
    });
    expect({ seed, wrong }).toEqual({ seed, wrong: [] });
  });
});
