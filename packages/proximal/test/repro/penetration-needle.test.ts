// The third corner of a needle-like triangle is close to the long edge between the others: the cross product of two long edges lost all its
// digits, the flat Minkowski difference counted as solid, and EPA returned "0 … 0.4 m" for triangles that only touch.
import { expect, it } from 'vitest';
import { certify, penetration, triangle } from '../../src/index.ts';

it('coincident thin triangles have depth zero', () => {
  const a = [-208223.4710717405, -792218.1680826485, -18401.547599231664] as const;
  for (const thickness of [1e-9, 5.6e-7, 1e-4, 1e-2]) {
    const thin = triangle([0, 0, 0], a, [a[0] / 2 + thickness, a[1] / 2, a[2] / 2]);
    const pose = { rotation: [0.3, -0.2, 0.5, 0.7] };
    const result = penetration(thin, pose, thin, pose);
    expect(result).toMatchObject({ status: 'touching', converged: true });
    expect(result.depth).toBeLessThan(1e-7);
    expect(certify(thin, pose, thin, pose, result)).toMatchObject({ valid: true });
  }
});
