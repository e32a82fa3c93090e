// A point on the apex of a cone: every face there is at no distance, and EPA went round the apex until it had no corners left, with
// "unknown" for an answer.
import { expect, it } from 'vitest';
import { certify, cone, penetration, point, sphere } from '../../src/index.ts';

it('sees that an apex touches', () => {
  for (const [other, depth] of [
    [point(), 0],
    [sphere(0.25), 0.25],
  ] as const) {
    const pose = { position: [0, 0, 2] };
    const result = penetration(cone(1, 2), {}, other, pose);
    expect(result.converged).toBe(true);
    expect(result.depth).toBeCloseTo(depth, 12);
    expect(result.normal[2]).toBeGreaterThan(0);
    expect(certify(cone(1, 2), {}, other, pose, result)).toMatchObject({ valid: true });
  }
});
