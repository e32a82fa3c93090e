// `Pair.collide` by growth distance used the state of the incremental method as its warm start, and reported separated hulls as colliding.
import { describe, expect, it } from 'vitest';
import { collide, convex, Pair } from '../../src/index.ts';
import { forAll } from '../for-all.ts';

describe('Pair.collide by growth after growthDistance', () => {
  it.each(['incremental', 'internal-expanding', 'conic', 'ray'] as const)('is right after %s', (algorithm) => {
    let wrong = 0;
    forAll({ seed: 7, cases: 200 }, (rng) => {
      const hull = () => convex(Array.from({ length: 20 }, () => rng.direction()));
      const [a, b] = [hull(), hull()];
      const pair = new Pair(a, b, { algorithm: 'growth' });
      pair.setGrowth({ algorithm });
      for (let step = 0; step < 3; step++) {
        const pose = { position: rng.direction().map((x) => x * rng.uniform(1, 3)), rotation: rng.rotation() };
        pair.growthDistance({}, pose);
        if (pair.collide({}, pose) !== collide(a, {}, b, pose)) wrong++;
      }
    });
    expect(wrong).toBe(0);
  });
});
