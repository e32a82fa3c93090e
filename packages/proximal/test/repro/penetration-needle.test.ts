// Three corners of a needle, the third close to the long edge between the others: the cross product of two long edges had no digits
// left, the flat difference passed for a solid one, and EPA said "0 … 0.4 m" of triangles that only touch.
import { expect, it } from 'vitest';
import { certify, penetration, triangle } from '../../src/index.ts';

it('sees that thin triangles on each other have no depth', () => {
  const a = [-208223.4710717405, -792218.1680826485, -18401.547599231664] as const;
  for (const thickness of [1e-9, 5.6e-7, 1e-4, 1e-2]) {
    const thin = triangle([0, 0, 0], a, [a[0] / 2 + thickness, a[1] / 2, a[2] / 2]);
    const turned = { rotation: [0.3, -0.2, 0.5, 0.7] };
    const result = penetration(thin, turned, thin, turned);
    expect(result).toMatchObject({ status: 'touching', converged: true });
    expect(result.depth).toBeLessThan(1e-7);
    expect(certify(thin, turned, thin, turned, result)).toMatchObject({ valid: true });
  }
});
