// Properties of every pair: certificates, symmetry and equal answers of warm and cold queries; the Boolean answer and the sign agree with the distance.
import { describe, expect, it } from 'vitest';
import { certify, collide, copyResult, distance, Pair, signedDistance } from '../../src/2d/index.ts';
import { forAll } from '../for-all.ts';
import { randomPair } from './random.ts';

const count = 20_000;

describe.each([1, 2, 3])('random pairs, seed %i', (seed) => {
  it('are answered with valid certificates, and all queries agree', () => {
    forAll({ seed, cases: count }, (rng, k) => {
      const { a, b, poseA, poseB } = randomPair(rng);
      const label = `seed ${seed}, pair ${k}: ${a.kind} and ${b.kind}`;
      /** Builds a message only for a failure, since there are many checks. */
      const check = (isRight: boolean, what: string, shown: unknown): void => {
        if (!isRight) expect.unreachable(`${label}, ${what}: ${JSON.stringify(shown)}`);
      };
      const result = distance(a, poseA, b, poseB);
      const certificate = certify(a, poseA, b, poseB, result);
      check(certificate.valid, 'certificate', { result, certificate });
      check(result.status !== 'unknown', 'status', result);
      const sizes = [a.boundingRadius, b.boundingRadius].filter((size) => size > 0 && Number.isFinite(size));
      const tolerance = 4e-9 * Math.min(...sizes, 1e300) + 2 * certificate.allowance;

      const back = distance(b, poseB, a, poseA);
      check(Math.abs(back.distance - result.distance) <= tolerance, 'symmetry', [back, result]);

      const signed = signedDistance(a, poseA, b, poseB);
      const signedCertificate = certify(a, poseA, b, poseB, signed);
      check(signedCertificate.valid, 'certificate of the signed distance', { signed, signedCertificate });
      check(Math.abs(Math.max(0, signed.distance) - result.distance) <= tolerance, 'sign', [signed, result]);
      check(signed.lower <= signed.distance && signed.distance <= signed.upper, 'bounds', signed);

      const collides = collide(a, poseA, b, poseB);
      if (result.lower > certificate.allowance) check(!collides, 'collides, though apart', result);
      if (!collides) check(result.upper > 0, 'does not collide, though touching', result);
      if (signed.upper < 0) check(collides, 'does not collide, though overlapping', signed);

      const pair = new Pair(a, b);
      const cold = copyResult(pair.distance(poseA, poseB));
      const warm = pair.distance(poseA, poseB);
      check(Math.abs(warm.distance - cold.distance) <= tolerance, 'warm', [warm, cold]);
      check(certify(a, poseA, b, poseB, warm).valid, 'certificate of the warm query', warm);
    });
  });
});
