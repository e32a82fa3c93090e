// The gradient of the signed distance in the plane, compared with differences.
import { describe, expect, it } from 'vitest';
import { box, circle, differentiate, signedDistance } from '../../src/2d/index.ts';
import { forAll } from '../for-all.ts';
import { randomPose, randomShape } from './random.ts';

/** A pose moved along its coordinate k: x, y or the angle. */
function moved(pose: Float64Array, k: number, step: number): Float64Array {
  const out = pose.slice();
  if (k < 2) out[k] += step;
  else {
    const angle = Math.atan2(pose[3], pose[2]) + step;
    out.set([Math.cos(angle), Math.sin(angle)], 2);
  }
  return out;
}

describe('differentiate in the plane', () => {
  it('has closed forms', () => {
    const { byA, byB, result } = differentiate(box(1, 1), {}, circle(0.5), { position: [3, 0.5] });
    expect(result.distance).toBeCloseTo(1.5, 9);
    expect([...byB]).toEqual([1, 0, 0].map((x) => expect.closeTo(x, 9)));
    // The nearest point of A is (1, 0.5): turning A counter-clockwise moves it by (−0.5, 1).
    expect([...byA]).toEqual([-1, 0, 0.5].map((x) => expect.closeTo(x, 9)));
  });

  it('agrees with central differences where the signed distance is differentiable', () => {
    const h = 1e-5;
    let [compared, overlapping] = [0, 0];
    forAll({ seed: 31, cases: 1500 }, (rng) => {
      const [a, b] = [randomShape(rng, 1), randomShape(rng, 1)];
      const poses = [randomPose(rng, 1), randomPose(rng, 1)];
      if (Math.abs(poses[0][0]) + Math.abs(poses[1][0]) > 1e3) return;
      const at = (poseA: Float64Array, poseB: Float64Array): number => signedDistance(a, poseA, b, poseB).distance;
      const { byA, byB, result } = differentiate(a, poses[0], b, poses[1]);
      if (Math.abs(result.distance) < 1e-3) return;
      for (let k = 0; k < 3; k++) {
        for (const [gradient, step] of [
          [byA, (s: number) => at(moved(poses[0], k, s), poses[1])],
          [byB, (s: number) => at(poses[0], moved(poses[1], k, s))],
        ] as const) {
          const [forward, here, back] = [step(h), step(0), step(-h)];
          // A kink, where the two one-sided differences disagree.
          if (Math.abs(forward - 2 * here + back) > 1e-3 * h) continue;
          expect(Math.abs((forward - back) / (2 * h) - gradient[k])).toBeLessThan(2e-3);
          compared++;
          if (result.distance < 0) overlapping++;
        }
      }
    });
    expect(compared).toBeGreaterThan(4000);
    expect(overlapping).toBeGreaterThan(1000);
  });
});
