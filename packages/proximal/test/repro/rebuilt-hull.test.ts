// A hull rebuilt from its own vertices had its faces in another order, each starting at another corner. Contact patches, and so simulations
// continued from a snapshot, differed in their last bits. Found by `npm run fuzz -- sim --seed 20261117`, cases 2202, 3310 and 4957.
import { expect, it } from 'vitest';
import type { Hull } from '../../src/hull/hull.ts';
import { convex, fromJSON, type Shape } from '../../src/index.ts';
import { forAll } from '../for-all.ts';

const seed = 20261117;

it(`a hull rebuilt from its JSON form has the same faces, corner by corner (seed ${seed})`, () => {
  forAll({ seed, cases: 200 }, (rng, round) => {
    const points = Array.from({ length: 3 * Math.floor(rng.uniform(5, 60)) }, () => rng.uniform(-0.3, 0.3));
    // Every third hull has faces with many corners.
    if (round % 3 === 0) for (let k = 2; k < points.length; k += 3) points[k] = Math.sign(points[k]);
    const first = convex(points);
    const again = fromJSON(first.toJSON()) as Shape;
    const parts = ({ vertices, faceStart, loop }: Hull): Partial<Hull> => ({
      vertices,
      faceStart,
      loop,
    });
    expect(parts(again.corePolytope() as Hull)).toEqual(parts(first.corePolytope() as Hull));
  });
});
