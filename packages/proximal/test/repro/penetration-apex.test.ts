// A point on the apex of a cone: every face there has distance zero, and EPA circled the apex until it had no room for more vertices and
// returned "unknown".
import { expect, it } from 'vitest';
import { certify, cone, penetration, point, sphere } from '../../src/index.ts';

it('finds the depth at the apex of a cone', () => {
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
