// Penetration on random pairs: the same bits on both targets, valid certificates, and bounds that agree with each other.
import { afterAll, describe, expect, it } from 'vitest';
import {
  certify,
  copyResult,
  type DistanceResult,
  distance,
  type PenetrationOptions,
  type PenetrationResult,
  penetration,
  type Shape,
  setTarget,
  signedDistance,
  target,
} from '../../src/index.ts';
import type { Pose, Vec3 } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import { type Rng, randomPose, randomShape, randomSize } from '../random.ts';
import { sameBits } from '../same-bits.ts';

const initialTarget = target();
afterAll(() => setTarget(initialTarget));

interface PlacedPair {
  readonly a: Shape;
  readonly b: Shape;
  readonly poseA: Pose;
  readonly poseB: Pose;
}

interface Bodies {
  readonly a: Shape;
  readonly b: Shape;
  readonly size: number;
}

function randomBodies(rng: Rng): Bodies {
  const size = randomSize(rng);
  return { a: randomShape(rng, size), b: randomShape(rng, size), size };
}

function randomPlacement(rng: Rng, { a, b, size }: Bodies): PlacedPair {
  const [poseA, poseB] = [randomPose(rng, size), randomPose(rng, size)];
  // Half of the pairs are near each other, so that many overlap.
  if (rng.uniform() < 0.5) poseB.set(poseA.subarray(0, 3).map((x) => x + 0.3 * size * rng.uniform(-1, 1)));
  return { a, b, poseA, poseB };
}

function runQuery(
  { a, b, poseA, poseB }: PlacedPair,
  k: number,
  direction: Vec3,
): (PenetrationResult | DistanceResult)[] {
  const local: PenetrationOptions = {
    algorithm: (['incremental', 'sqp', 'mpr'] as const)[k % 3],
    direction,
  };
  return [
    penetration(a, poseA, b, poseB, { keepProof: true }),
    penetration(a, poseA, b, poseB, local),
    signedDistance(a, poseA, b, poseB, { keepProof: true }),
    signedDistance(a, poseA, b, poseB, { ...local, certified: false }),
  ].map((result) => copyResult(result));
}

describe('both targets', () => {
  it('give bitwise identical results on 60,000 random queries of depth and signed distance, with valid certificates', () => {
    // Each pair is queried at three poses, since making shapes takes much of the time.
    forAll({ seed: 61, cases: 5000 }, (rng) => {
      const wrong: string[] = [];
      const bodies = randomBodies(rng);
      for (let k = 0; k < 3; k++) {
        const placed = randomPlacement(rng, bodies);
        const direction = rng.direction();
        const { a, b, poseA, poseB } = placed;
        setTarget('js');
        const inJs = runQuery(placed, k, direction);
        setTarget('wasm');
        const inWasm = runQuery(placed, k, direction);
        inWasm.forEach((result, n) => {
          const name = `query ${k}.${n}: ${a.kind} and ${b.kind}, ${result.status}, ${result.termination}`;
          if (!sameBits(result, inJs[n])) wrong.push(`${name}: other bits`);
          const certificate = certify(a, poseA, b, poseB, result);
          if (!certificate.valid) wrong.push(`${name}: ${JSON.stringify({ ...certificate, result })}`);
        });
        const [deep, near, signed, nearSigned] = inWasm as [
          PenetrationResult,
          PenetrationResult,
          DistanceResult,
          DistanceResult,
        ];
        const { allowance } = certify(a, poseA, b, poseB, signed);
        const unsigned = distance(a, poseA, b, poseB);
        const tolerance = Math.max(2e-9 * sizeOf(a, b), 2 * allowance);
        const check = (name: string, isRight: boolean): void => {
          if (!isRight)
            wrong.push(
              `query ${k}: ${a.kind} and ${b.kind}, ${name}: ${JSON.stringify([deep.depth, near.depth, signed.distance, unsigned.distance, signed.status, signed.termination, unsigned.status])}`,
            );
        };
        check('sign', Math.abs(Math.max(0, signed.distance) - unsigned.distance) <= 2 * tolerance);
        check('depth', signed.distance > 0 || Math.abs(signed.distance + deep.depth) <= 2 * tolerance);
        check(
          'local',
          near.depth >= deep.lower - tolerance &&
            -nearSigned.distance >= deep.lower - tolerance - Math.max(0, signed.distance),
        );
        check('global', !deep.local && !signed.local);
        check('unknown', deep.status !== 'unknown' && signed.status !== 'unknown');
        // Smooth bodies may need more corners than EPA has room for; their bounds then differ. No other pair may end early.
        const isSmooth = [a, b].some((shape) => shape.corePolytope() === null);
        check(
          'ends',
          deep.converged || (isSmooth && deep.termination === 'limit' && deep.upper - deep.lower < 1e-4 * sizeOf(a, b)),
        );
      }
      expect(wrong).toEqual([]);
    });
  });
});

/** The smaller bounding radius that is positive and finite; 1 if none is. */
function sizeOf(a: Shape, b: Shape): number {
  const sizes = [a, b].map((shape) => shape.boundingRadius).filter((size) => size > 0 && size < Infinity);
  return sizes.length > 0 ? Math.min(...sizes) : 1;
}
