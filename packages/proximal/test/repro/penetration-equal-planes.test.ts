// EPA skipped faces that were not nearer than the best support plane, including the face in that plane, whose distance is the depth. It
// then continued with a face far away.
import { expect, it } from 'vitest';
import { convex, penetration } from '../../src/index.ts';
import { forAll } from '../for-all.ts';
import { exactDepth } from '../penetration/minkowski.ts';

it('finds the face in the plane that bounds the depth', () => {
  forAll({ seed: 117, cases: 400 }, (rng) => {
    const grid = (): [number, number, number] => [
      rng.index(3) / 2 - 0.5,
      rng.index(3) / 2 - 0.5,
      rng.index(3) / 2 - 0.5,
    ];
    const [a, b] = [0, 1].map(() => Array.from({ length: 9 }, grid));
    const pose = { position: rng.direction().map((x) => 0.4 * x) };
    const { depth, status } = penetration(convex(a), {}, convex(b), pose);
    if (status !== 'separated') expect(depth).toBeCloseTo(Math.max(0, exactDepth(a, b, pose)), 12);
  });
});
