// `integratePlane` replaced (1 − cos ω)/ω by ω/2 below 1e-4 rad, which is wrong by ω³/24: up to 4e-14 of the motion.
import { expect, it } from 'vitest';
import { integratePlane, planeDifference } from '../../src/math/lie.ts';
import { forAll } from '../for-all.ts';

it('moves sideways by (1 − cos ω)/ω', () => {
  for (const angle of [9.9e-5, -5e-5, 1e-6, 0]) {
    const out = new Float64Array(3);
    integratePlane(new Float64Array(3), 0, Float64Array.of(1, 0, angle), 0, out);
    const exact = angle / 2 - angle ** 3 / 24 + angle ** 5 / 720;
    expect(Math.abs(out[1] - exact)).toBeLessThanOrEqual(1e-20);
  }
});

it('is the inverse of the difference at every angle', () => {
  forAll({ seed: 3, cases: 300 }, (rng) => {
    const from = Float64Array.of(rng.normal(), rng.normal(), rng.uniform(-3, 3));
    const twist = Float64Array.of(rng.normal(), rng.normal(), rng.normal() * 10 ** -rng.index(7));
    const to = new Float64Array(3);
    const found = new Float64Array(3);
    integratePlane(from, 0, twist, 0, to);
    planeDifference(from, to, 0, found, 0);
    for (let axis = 0; axis < 3; axis++) expect(Math.abs(found[axis] - twist[axis])).toBeLessThan(2e-14);
  });
});
