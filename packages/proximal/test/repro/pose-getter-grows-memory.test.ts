// The getter of a pose ran queries that grew the kernel's memory, and the outer query wrote into a detached view.
import { expect, it } from 'vitest';
import { box, certify, convex, distance, sphere } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';

it('a query reads poses before it takes a view of the memory', () => {
  const rng = new Rng(1);
  const poseWithGetter = {
    get position(): number[] {
      for (let k = 0; k < 8; k++) {
        distance(convex(Array.from({ length: 2000 }, () => rng.direction())), {}, sphere(1), { position: [3, 0, 0] });
      }
      return [7, 0, 0];
    },
  };
  const result = distance(box(2, 1, 1), {}, sphere(1), poseWithGetter);
  expect(result).toMatchObject({ status: 'separated', distance: 4 });
  expect(certify(box(2, 1, 1), {}, sphere(1), poseWithGetter, result).valid).toBe(true);
});
