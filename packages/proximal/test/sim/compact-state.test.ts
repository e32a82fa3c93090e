// States of free bodies in 64 bytes.
import { describe, expect, it } from 'vitest';
import { Tape } from '../../src/check/tape.ts';
import type { Rng } from '../../src/math/index.ts';
import { packState, roundState, unpackState } from '../../src/sim/compact-state.ts';
import { forAll } from '../for-all.ts';

/** A pose and a velocity; some orientations have components that are zero, equal or negative. */
function randomState(rng: Rng): { q: Float64Array; v: Float64Array } {
  const rotation = Float64Array.from(rng.rotation());
  const special = rng.index(5);
  if (special === 0) rotation.fill(0).set([rng.uniform() < 0.5 ? -1 : 1], rng.index(4));
  if (special === 1) rotation.fill(0.5).set([-0.5], rng.index(4));
  if (special === 2) rotation.set([Math.SQRT1_2, -Math.SQRT1_2, -0, 0]);
  const far = 10 ** rng.uniform(-9, 9);
  const q = Float64Array.of(far * rng.uniform(-1, 1), far * rng.uniform(-1, 1), far * rng.uniform(-1, 1), ...rotation);
  return { q, v: Float64Array.from({ length: 6 }, () => far * rng.uniform(-1, 1)) };
}

describe('a compact state', () => {
  it('is near the state, is unchanged by a second rounding, and is restored from its 64 bytes', () => {
    forAll({ seed: 51, cases: 5000 }, (rng) => {
      const { q, v } = randomState(rng);
      const [pose, velocity] = [q.slice(), v.slice()];
      roundState(pose, velocity);
      for (let k = 0; k < 3; k++) expect(pose[k]).toBe(q[k]);
      // Three components are rounded, each by at most 2⁻⁴¹ and all together by √3 · 2⁻⁴¹. The largest component w ≥ ½ changes by at
      // most √(1 − w²)/w ≤ √3 times as much.
      for (let k = 3; k < 7; k++) expect(Math.abs(pose[k] - q[k])).toBeLessThan(3 * 2 ** -41);
      expect(Math.abs(Math.hypot(...pose.subarray(3)) - 1)).toBeLessThan(1e-15);
      for (let k = 0; k < 6; k++) expect(Math.abs(velocity[k] - v[k])).toBeLessThanOrEqual(2 ** -24 * Math.abs(v[k]));
      const [same, sameVelocity] = [pose.slice(), velocity.slice()];
      expect(roundState(same, sameVelocity)).toBe(false);
      expect([same, sameVelocity]).toEqual([pose, velocity]);
      const tape = new Tape();
      packState(pose, velocity, tape);
      expect(8 * tape.length).toBe(64);
      tape.rewind();
      unpackState(same.fill(NaN), sameVelocity.fill(NaN), tape);
      expect([same, sameVelocity]).toEqual([pose, velocity]);
    });
  });
});
