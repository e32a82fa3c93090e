// The slopes of reference velocities, which derivatives of steps use, are the derivatives of the values that steps use.
import { describe, expect, it } from 'vitest';
import { ReferenceSlope } from '../../src/contact/reference.ts';
import type { SimulatorSettings } from '../../src/sim/options.ts';
import { closureReference, contactReference, limitReference } from '../../src/sim/reference-velocities.ts';
import { forAll } from '../for-all.ts';

const seed = 57;
const step = 1e-7;

function settingsOf(compliance: number): SimulatorSettings {
  const given: Partial<SimulatorSettings> = {
    timeStep: 0.01,
    baumgarte: 0.2,
    restingSpeed: 0.1,
    allowedPenetration: 1e-3,
    correctionSpeed: 0.5,
    compliance,
    closureCompliance: compliance,
  };
  return given as SimulatorSettings;
}

/** Central differences; NaN across a kink, where both sides differ. */
function difference(f: (x: number) => number, x: number): number {
  const [left, right] = [(f(x) - f(x - step)) / step, (f(x + step) - f(x)) / step];
  return Math.abs(left - right) < 1e-4 * (1 + Math.abs(left)) ? (left + right) / 2 : Number.NaN;
}

describe.each([0, 1e-4])('with a compliance of %s', (compliance) => {
  const settings = settingsOf(compliance);

  it(`contacts have the slopes of their reference velocity (seed ${seed})`, () => {
    const slope = new ReferenceSlope();
    const seen = { open: 0, inside: 0, capped: 0, bouncing: 0 };
    forAll({ seed, cases: 2000 }, (rng, index) => {
      const gap = rng.uniform(-0.05, 0.02);
      const restitution = index % 2 === 0 ? 0 : rng.uniform(0.2, 1);
      const velocity = rng.uniform(-3, 1);
      const value = contactReference(gap, restitution, velocity, settings, slope);
      expect(contactReference(gap, restitution, velocity, settings)).toBe(value);
      const byGap = difference((x) => contactReference(x, restitution, velocity, settings), gap);
      const byVelocity = difference((x) => contactReference(gap, restitution, x, settings), velocity);
      if (Number.isNaN(byGap) || Number.isNaN(byVelocity)) return;
      expect(Math.abs(slope.byGap - byGap)).toBeLessThan(1e-4);
      expect(Math.abs(slope.byVelocity - byVelocity)).toBeLessThan(1e-6);
      if (slope.byVelocity !== 0) seen.bouncing++;
      else if (gap > 0) seen.open++;
      else if (slope.byGap !== 0) seen.inside++;
      else if (value > 0) seen.capped++;
    });
    expect(seen.open).toBeGreaterThan(100);
    expect(seen.bouncing).toBeGreaterThan(100);
    if (compliance > 0) expect(Math.min(seen.inside, seen.capped)).toBeGreaterThan(100);
    else expect(seen.inside + seen.capped).toBe(0);
  });

  it(`joint limits have the slope of their reference velocity, and the reference velocity of closures is linear (seed ${seed})`, () => {
    const slope = new ReferenceSlope();
    forAll({ seed, cases: 200 }, (rng) => {
      const gap = rng.uniform(-0.2, 0.2);
      limitReference(gap, settings, slope);
      const byGap = difference((x) => limitReference(x, settings), gap);
      if (!Number.isNaN(byGap)) expect(Math.abs(slope.byGap - byGap)).toBeLessThan(1e-4);
      const error = rng.uniform(-0.1, 0.1);
      expect(closureReference(error, settings)).toBeCloseTo(error * closureReference(1, settings), 14);
    });
  });
});
