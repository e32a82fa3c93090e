// What holds for every pair: certificates, symmetry, warm ≡ cold, the Boolean answer and the sign agree with the distance.
import { describe, expect, it } from 'vitest';
import { certify, collide, copyResult, distance, Pair, signedDistance } from '../../src/plane/index.ts';
import { Rng, randomPair } from './random.ts';

const count = 20_000;

describe.each([1, 2, 3])('random pairs, seed %i', (seed) => {
  it('are answered with valid certificates, and all queries agree', () => {
    const rng = new Rng(seed);
    for (let k = 0; k < count; k++) {
      const { a, b, poseA, poseB } = randomPair(rng);
      const label = `seed ${seed}, pair ${k}: ${a.kind} and ${b.kind}`;
      const result = distance(a, poseA, b, poseB);
      const certificate = certify(a, poseA, b, poseB, result);
      expect(certificate.valid, `${label}: ${JSON.stringify({ result, certificate })}`).toBe(true);
      expect(result.status, label).not.toBe('unknown');
      const sizes = [a.boundingRadius, b.boundingRadius].filter((size) => size > 0 && Number.isFinite(size));
      const tolerance = 4e-9 * Math.min(...sizes, 1e300) + 2 * certificate.allowance;

      const back = distance(b, poseB, a, poseA);
      expect(Math.abs(back.distance - result.distance), label).toBeLessThanOrEqual(tolerance);

      const signed = signedDistance(a, poseA, b, poseB);
      const signedCertificate = certify(a, poseA, b, poseB, signed);
      expect(signedCertificate.valid, `${label}: ${JSON.stringify({ signed, signedCertificate })}`).toBe(true);
      expect(Math.abs(Math.max(0, signed.distance) - result.distance), label).toBeLessThanOrEqual(tolerance);
      expect(signed.lower <= signed.distance && signed.distance <= signed.upper, label).toBe(true);

      const collides = collide(a, poseA, b, poseB);
      if (result.lower > certificate.allowance) expect(collides, label).toBe(false);
      if (!collides) expect(result.upper, label).toBeGreaterThan(0);
      if (signed.upper < 0) expect(collides, label).toBe(true);

      const pair = new Pair(a, b);
      const cold = copyResult(pair.distance(poseA, poseB));
      const warm = pair.distance(poseA, poseB);
      expect(Math.abs(warm.distance - cold.distance), label).toBeLessThanOrEqual(tolerance);
      expect(certify(a, poseA, b, poseB, warm).valid, label).toBe(true);
    }
  });
});
