// Needles on each other: two corners of a portal in line with the origin have no plane, and a support point was asked for along the
// zero vector. It is a point of the shapes, but no certificate could find it again.
import { expect, it } from 'vitest';
import { certify, convex, penetration } from '../../src/index.ts';
import { forAll } from '../for-all.ts';

it('starts anew where a portal has no plane', () => {
  const needle = convex([1.182, 1.722, 1.357, -1.125, 0.3].map((s) => [1e-3 * s, 1.27e-3 * s, -1.251e-3 * s]));
  forAll({ seed: 12, cases: 400 }, (rng) => {
    const rotation = rng.rotation();
    const position = rng.direction().map((x) => 1e-3 * x);
    const poseA = { position, rotation };
    const poseB = { position: position.map((x) => x + 1e-18 * rng.index(3)), rotation };
    const options = { algorithm: 'incremental', direction: rng.direction() } as const;
    const result = penetration(needle, poseA, needle, poseB, options);
    expect(result.status).toBe('touching');
    expect(certify(needle, poseA, needle, poseB, result)).toMatchObject({ valid: true });
  });
});
