// Two coincident needles: two corners of a portal that are collinear with the origin define no plane, so the support point was computed
// along the zero vector. It is a point of the shapes, but the certificate could not reproduce it.
import { expect, it } from 'vitest';
import { certify, convex, penetration } from '../../src/index.ts';
import { forAll } from '../for-all.ts';

it('restarts where the corners of a portal define no plane', () => {
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
