// `certifyCover` accepted balls with a negative radius, since only its square was compared. `fitSpheres` without the option `excess` refused a point.
// `certifyMotion` threw for a curve whose control point is not a configuration.
import { describe, expect, it } from 'vitest';
import { box, point } from '../../src/index.ts';
import { certifyCover, certifyMotion, fitSpheres } from '../../src/planning/index.ts';
import { armCell } from '../planning/arm-cell.ts';

describe('covers by balls', () => {
  it.each([-5, 0, Number.NaN])('need positive radii, not %d', (radius) => {
    const cover = { spheres: [{ center: [0, 0, 0] as const, radius }], excess: 10 };
    expect(certifyCover(box(1, 1, 1), cover).valid).toBe(false);
  });

  it('exist for a point', () => {
    const cover = fitSpheres(point());
    expect(cover.spheres).toHaveLength(1);
    expect(cover.excess).toBeLessThanOrEqual(1e-3);
    expect(cover.spheres[0].radius).toBeGreaterThan(0);
    expect(certifyCover(point(), cover).valid).toBe(true);
  });
});

describe('certifyMotion', () => {
  const cell = armCell();
  const { proof } = cell.motion(Float64Array.of(0), Float64Array.of(1), { via: Float64Array.of(0.8) });

  it.each([
    ['NaN', Float64Array.of(Number.NaN)],
    ['too short', new Float64Array(0)],
    ['too long', Float64Array.of(0.8, 0)],
  ])('refuses a control point that is %s', (_, via) => {
    if (!proof) throw new Error('a free motion has no proof');
    expect(certifyMotion(cell, proof).valid).toBe(true);
    expect(certifyMotion(cell, { ...proof, via }).valid).toBe(false);
  });
});
