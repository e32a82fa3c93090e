// Times of impact and their certificates: proofs with a large tolerance and of distant shapes were refused, the certificate ignored the rounding of
// poses, scenes claimed a contact at the time at which another body was touched, and the certificate of a moving half-plane threw in a scene with
// another half-plane.
import { describe, expect, it } from 'vitest';
import { box, certifyImpact, certifySceneImpact, circle, halfplane, Scene, timeOfImpact } from '../../src/2d/index.ts';

describe('certifyImpact', () => {
  it.each([1e-9, 1e-6, 1e-3])(
    'accepts proofs of shapes that touch at the start, with the tolerance %d',
    (tolerance) => {
      const [a, b] = [
        { shape: box(1, 1), pose: {} },
        { shape: box(1, 1), pose: { position: [0, 2] } },
      ] as const;
      const motion = { linear: [0.3, -0.2], angular: 0.2 } as const;
      const impact = timeOfImpact(a, motion, b, {}, { tolerance });
      expect(impact.status).toBe('separated');
      const { valid, until } = certifyImpact(a, motion, b, {}, impact);
      expect(valid).toBe(true);
      expect(until).toBe(1);
    },
  );

  it('accepts proofs of small shapes that start far apart', () => {
    const a = { shape: circle(1e-3), pose: {} };
    const b = { shape: circle(1e-3), pose: { position: [3e5, 0.0031] } } as const;
    const motion = { linear: [4e5, 0] } as const;
    const impact = timeOfImpact(a, motion, b, {});
    expect(impact.status).toBe('separated');
    expect(certifyImpact(a, motion, b, {}, impact).valid).toBe(true);
  });

  it('subtracts the rounding errors of poses from the gap', () => {
    // Coordinates near 1e6 are multiples of 2⁻³³ m. The position at half of the motion is rounded to the position at the start, so the gap seems not
    // to have changed.
    const ulp = 2 ** -33;
    const a = { shape: box(2 ** -20, 2 ** -20), pose: { position: [1e6, 0] } } as const;
    const b = { shape: a.shape, pose: { position: [1e6 + 2 ** -19 + ulp, 0] } } as const;
    const motion = { linear: [0.99 * ulp, 0] } as const;
    const intervals = Float64Array.of(0, 0.5, 1, 0, 0.5, 1, 1, 0);
    const { lower } = certifyImpact(a, motion, b, {}, { time: 1, proof: { intervals } });
    expect(lower).toBeLessThanOrEqual(0.01 * ulp);
  });
});

describe('Scene.timeOfImpact', () => {
  it('claims a contact only where one is proven', () => {
    const scene = new Scene();
    scene.add(box(1, 1), { position: [6, 6] });
    // The shapes pass at a distance within the tolerance, and never touch.
    const offset = (2 + 1e-9) * Math.SQRT1_2;
    const grazed = scene.add(circle(1), { position: [offset, -offset] });
    const mover = { shape: circle(1), pose: { position: [-5, -5] } } as const;
    const impact = scene.timeOfImpact(mover, { linear: [20, 20] });
    expect(impact.body?.id).toBe(grazed.id);
    expect(impact.status).toBe('touching');
    expect(impact.upper).toBe(1);
  });

  it('has a certificate for a half-plane that moves in a scene with another half-plane', () => {
    const scene = new Scene();
    scene.add(halfplane(), {});
    scene.add(circle(1), { position: [0, 5] });
    const ground = { shape: halfplane(), pose: { position: [0, -2] } } as const;
    const motion = { linear: [0, 1] } as const;
    const impact = scene.timeOfImpact(ground, motion);
    expect(impact.status).toBe('separated');
    expect(certifySceneImpact(scene, ground, motion, impact).valid).toBe(true);
  });
});
