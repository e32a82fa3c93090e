// Found by `npm run fuzz -- distance --seed 21`: a step that reduces the distance by less than rounding can still be needed.
import { describe, expect, it } from 'vitest';
import { cone, convex, distance, ellipsoid, frustum } from '../../src/index.ts';

describe('steps without progress', () => {
  it('end the acceleration but not the search', () => {
    const pose = [0, 0, 0, 0.2113, -0.4, -0.69, 0.56];
    const options = { algorithm: 'polyak' } as const;
    const result = distance(ellipsoid(0.6, 0.9, 1.2), {}, convex([0, 0, 1, 0, 0, 0]), pose, options);
    expect(result).toMatchObject({ status: 'overlapping', termination: 'converged' });
  });

  it('keep the newest vertex, since with the next one the simplex encloses the origin', () => {
    const tip = frustum(0.00002, 0, 0.0000041827397);
    const result = distance(tip, {}, cone(1, 0.8202602843650509), [0.98, -0.18, 0.8202561016255208, 0, 0, 0, 1]);
    expect(result).toMatchObject({ status: 'overlapping', termination: 'converged' });
  });
});
